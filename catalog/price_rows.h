/*
 * price_rows.h - the offers of a price file, table `offers` or `best_offers`, one after the other
 * in the order of their keys, or from a key on. A file of the format before is read as well.
 *
 *     struct db *db;
 *     struct price_rows *r;
 *     if (price_file_open(&db, path, &format, e) == OK &&
 *         price_rows_open(&r, db, "", "offers", format, e) == OK)
 *         while (price_rows_next(r, &x, e) == OK && x != NULL) ...
 *     price_rows_close(r);
 *     db_close(db);
 */
#ifndef CATALOG_PRICE_ROWS_H
#define CATALOG_PRICE_ROWS_H

#include "base/err.h"
#include "catalog/db.h"
#include "catalog/price_block.h"

#define PRICES_FORMAT_COLUMNS 2 /* of a file whose offers are rows of columns: read, not written */

/* price_file_open: db_open of a price file of this format or of the one before; *format which.
 * ERR_NOT_FOUND, ERR_IO, ERR_DAMAGED as messages about the price file. */
enum err price_file_open(struct db **out, const char *path, int *format, struct err_info *e);

struct price_rows;
/* price_rows_open: schema: "" or "old."; of a file of that format. The first row is next. */
enum err price_rows_open(struct price_rows **out, struct db *db, const char *schema,
                         const char *table, int format, struct err_info *e);
/* price_rows_from: the next row is the first whose provider, instance, region, zone, kind are not
 * below these; NULL is "". */
enum err price_rows_from(struct price_rows *r, const char *provider, const char *instance,
                         const char *region, const char *zone, const char *kind,
                         struct err_info *e);
/* price_rows_next: *x NULL behind the last; valid until the next call. ERR_DAMAGED. */
enum err price_rows_next(struct price_rows *r, struct price_row **x, struct err_info *e);
void price_rows_close(struct price_rows *r); /* NULL allowed */

/* Writing, always in this format; rows must come in the order of their keys. */
struct price_writer;
enum err price_writer_open(struct price_writer **out, struct db *db, const char *table,
                           struct err_info *e);
/* price_writer_put: ERR_LIMIT: a key that is too long. */
enum err price_writer_put(struct price_writer *w, const struct price_row *x, struct err_info *e);
/* price_writer_end: what is left is written. */
enum err price_writer_end(struct price_writer *w, struct err_info *e);
size_t price_writer_rows(const struct price_writer *w);
void price_writer_close(struct price_writer *w); /* NULL allowed */

#endif
