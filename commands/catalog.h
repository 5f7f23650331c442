/*
 * catalog.h - what the verbs of `dlrig catalog` share: the catalog opened with the user's own rows
 * over it, and rows as texts.
 */
#ifndef COMMANDS_CATALOG_H
#define COMMANDS_CATALOG_H

#include "base/json.h"
#include "catalog/own.h"
#include "commands/run.h"

struct desk {
    struct run *r;
    struct db *db;  /* the catalog; the own rows lie over it */
    struct own own; /* of the user */
};

/* desk_open: ERR_DAMAGED as catalog_load_own. With `may_fail`, own rows that cannot be read are as
 * if there were none, and *own_e tells why. */
enum err desk_open(struct desk *d, struct run *r, bool may_fail, struct err_info *own_e,
                   struct err_info *e);
void desk_close(struct desk *d);

/* desk_table: a table by its name or in the words of people (gpu, card, price, offer ...). */
enum err desk_table(const char *name, const struct table **out, struct err_info *e);
/* desk_row: the cells of a row as a CSV file has them, of the catalog alone (`shipped`) or of both;
 * by a single key. *found false when there is none. */
enum err desk_row(struct desk *d, const struct table *t, const char *id, bool shipped,
                  const char **cell, bool *found, struct err_info *e);
/* desk_hides: whether the catalog itself has a row with these key cells. */
bool desk_hides(struct desk *d, const struct table *t, const char *const *cell);
/* desk_key: the key of a row for people, its parts with blanks between them; in the run's arena. */
const char *desk_key(struct desk *d, const struct table *t, const char *const *cell);
/* desk_day: the day of this run, YYYY-MM-DD, in the run's arena. */
const char *desk_day(struct desk *d);
/* desk_path: where own rows are kept; ERR_IO when there is no place. */
enum err desk_path(struct desk *d, const char **path, struct err_info *e);
/* desk_tell_faults: every fault a line on standard error (up to 20), and the error for the last
 * line: nothing was stored. */
enum err desk_tell_faults(struct desk *d, const struct faults *f, struct err_info *e);
/* desk_tell_row: the same of a single row, in two lines at most. */
enum err desk_tell_row(struct desk *d, const struct faults *f, struct err_info *e);
/* desk_put_csv: appends header and rows as a CSV file of the catalog. */
void desk_put_csv(struct str *out, const struct sheet *s);
/* desk_store: writes the changes; ERR_IO and ERR_DAMAGED as own_write. */
enum err desk_store(struct desk *d, const struct own_change *c, size_t n, struct err_info *e);

enum err catalog_add(struct desk *d, struct err_info *e);
enum err catalog_remove(struct desk *d, struct err_info *e);
enum err catalog_import(struct desk *d, struct err_info *e);
enum err catalog_export(struct desk *d, struct err_info *e);
enum err catalog_doctor(struct desk *d, const struct err_info *own_e, struct err_info *e);

#endif
