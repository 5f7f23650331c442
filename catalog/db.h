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
 * file is not there; ERR_DAMAGED when it is empty, not SQLite, of another program or format, and,
 * with MSG_FILE_READ_FAILED, when the system does not let us read it or it is a folder. */
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

/* Waiting for another program that has the file. */
struct db_wait {
    long limit_ms;            /* how long; then ERR_IO with a text that says so */
    void (*tell)(void *data); /* called once when it takes longer than DB_TELL_MS, or NULL */
    void *data;
};
#define DB_TELL_MS 500
enum db_use { DB_READ, DB_WRITE };
/* db_open_shared: a file that must be there and that several programs read and write, on any file
 * system (rollback journal, never WAL; every write whole and synced). What another program left
 * half written is rolled back here. Schema and functions of the file are not trusted: no triggers,
 * no views, limits on length and depth. *version is its user_version, for the caller to judge.
 * ERR_NOT_FOUND, ERR_DAMAGED, ERR_IO (locked, or DB_WRITE where nothing can be written). wait may
 * be NULL: two seconds, untold; it must live as long as db. */
enum err db_open_shared(struct db **out, const char *path, enum db_use use, uint32_t application_id,
                        const struct db_wait *wait, double *version, struct err_info *e);
/* db_begin takes the right to write at once; db_commit, db_rollback end it. */
enum err db_begin(struct db *db, struct err_info *e);
enum err db_commit(struct db *db, struct err_info *e);
void db_rollback(struct db *db);
/* db_copy: the whole of db as it was committed last, what this transaction changed left out, as a
 * new file at path, written beside it and renamed. ERR_IO. */
enum err db_copy(struct db *db, const char *path, struct err_info *e);
/* Temporary tables and views over a file of db_open, in memory, between these two. */
enum err db_overlay_begin(struct db *db, struct err_info *e);
enum err db_overlay_end(struct db *db, struct err_info *e);
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
const void *db_blob(struct stmt *s, int column, size_t *n); /* NULL: none; valid as texts are */
int db_columns(struct stmt *s);

/* parameters from 0; "" and NULL bind NULL, UNKNOWN binds NULL; texts must outlive the step */
void db_bind_text(struct stmt *s, int i, const char *text);
void db_bind_bytes(struct stmt *s, int i, const void *bytes, size_t n);
void db_bind_number(struct stmt *s, int i, double x);
void db_bind_tri(struct stmt *s, int i, enum tri t);

#endif
