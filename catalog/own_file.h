/*
 * own_file.h - own.sqlite: the file in the user's data folder that holds rows of the user's own.
 * Never replaced by a refresh or an upgrade; used by several programs at once; on network homes.
 *
 * Rows are kept cell by cell as texts, as they stand in a CSV file, not in the columns of today's
 * catalog: a later catalog that renames a column, narrows a range or drops a table loses nothing of
 * them. What they mean is decided when they are read (own.h).
 *
 * Formats (user_version): 1 about, cell; 2 also row (the days on which a row came and changed).
 * `about` says which program is needed at least to read the file (min_reader, a format) and which
 * version wrote it. An older file is carried forward in one transaction when it is first written,
 * with a copy NAME.bak-FORMAT beside it; a newer one is read if it may be and never written.
 */
#ifndef CATALOG_OWN_FILE_H
#define CATALOG_OWN_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "catalog/db.h"
#include "catalog/schema.h"

#define OWN_FILE "own.sqlite"
#define OWN_APPLICATION_ID 0x646c7275 /* "dlru" */
#define OWN_FORMAT 2
#define OWN_CELL_BYTES 4000 /* the longest text of a cell */

/* What is done to one row; with cell NULL it is taken away. */
struct own_change {
    const struct table *table;
    const char *key;         /* sheet_key_text of the row */
    const char *const *cell; /* by column of the table, "" is empty */
};

/* own_open_read: *version is the format of the file. Checks the whole file where it is small or a
 * program died while writing it. ERR_NOT_FOUND, ERR_DAMAGED (also newer than can be read, and
 * locked longer than the wait). */
enum err own_open_read(struct db **out, const char *path, const struct db_wait *wait,
                       double *version, struct err_info *e);

/* own_write: all n changes or none of them, in one transaction; makes file and folder when they are
 * not there. `day` (YYYY-MM-DD) is written as the day of the change, `program` as the version that
 * wrote. ERR_DAMAGED; ERR_IO (locked, disk full, read-only): then the file is as it was. */
enum err own_write(const char *path, const struct own_change *change, size_t n, const char *day,
                   const char *program, const struct db_wait *wait, struct err_info *e);

/* own_error: a failure of db_open_shared and its like as a message about this file, with what to
 * do. Returns code. */
enum err own_error(const char *path, enum err code, struct err_info *e);

#endif
