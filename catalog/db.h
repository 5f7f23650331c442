/*
 * db.h - SQLite, small and typed. The only user of sqlite3.h.
 *
 * NULL in a column is UNKNOWN (numbers), TRI_UNKNOWN (flags) or NULL (texts) and nothing else;
 * writing goes the same way back. Files carry an application id and a format number, so that a
 * foreign, empty or damaged file is told apart from ours at once.
 *
 *     struct db *db;
 *     if (db_open(&db, path, CATALOG_APPLICATION_ID, CATALOG_FORMAT, e) == OK) {
 *         struct stmt *s;
 *         if (db_prepare(db, "SELECT id, tdp_w FROM accelerators", &s, e) == OK)
 *             while (db_step(s, &more, e) == OK && more)
 *                 use(db_text(s, 0), db_number(s, 1));
 *         db_finish(s);
 *         db_close(db);
 *     }
 */
#ifndef CATALOG_DB_H
#define CATALOG_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/facts.h"

struct db;
struct stmt;

/* db_open: read-only and immutable: no locks, no journal, no write ever. ERR_NOT_FOUND when the
 * file is not there; ERR_DAMAGED when it is empty, not SQLite, of another program or format. */
enum err db_open(struct db **out, const char *path, uint32_t application_id, int format,
                 struct err_info *e);
/* db_create: a new file at path (an old one is removed first) with fixed page size, no journal.
 * ERR_IO. Call db_seal() at the end. */
enum err db_create(struct db **out, const char *path, uint32_t application_id, int format,
                   struct err_info *e);
/* db_seal: commits, checks foreign keys, compacts, so that the same rows give the same bytes. */
enum err db_seal(struct db *db, struct err_info *e);
void db_close(struct db *db); /* NULL allowed */
/* db_attach: a file that was found good (db_open, db_check), readable in db as `name`; what db
 * wrote until now is committed. For a file that is made anew from an older one of its kind. */
enum err db_attach(struct db *db, const char *path, const char *name, struct err_info *e);
/* db_check: ERR_DAMAGED when pages or indexes are at odds. Reads the whole file. */
enum err db_check(struct db *db, struct err_info *e);
/* db_damaged: ERR_DAMAGED about this file, for readers who find its rows at odds. */
enum err db_damaged(const struct db *db, const char *why, struct err_info *e);

enum err db_exec(struct db *db, const char *sql, struct err_info *e);
/* db_prepare: *out is NULL on failure. db_finish(NULL) is allowed. */
enum err db_prepare(struct db *db, const char *sql, struct stmt **out, struct err_info *e);
void db_finish(struct stmt *s);
/* db_step: *more false at the end. Damage met while reading is ERR_DAMAGED. */
enum err db_step(struct stmt *s, bool *more, struct err_info *e);
void db_reset(struct stmt *s); /* and clears what was bound */

/* columns from 0; texts are valid until the next step */
double db_number(struct stmt *s, int column);
enum tri db_tri(struct stmt *s, int column);
const char *db_text(struct stmt *s, int column);
size_t db_bytes(struct stmt *s, int column); /* length of the text */

/* parameters from 0; "" and NULL bind NULL, UNKNOWN binds NULL; texts must outlive the step */
void db_bind_text(struct stmt *s, int i, const char *text);
void db_bind_number(struct stmt *s, int i, double x);
void db_bind_tri(struct stmt *s, int i, enum tri t);

#endif
