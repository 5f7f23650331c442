/* A private copy of catalog/data that a test may spoil: one folder a test, removed at the end. */
#ifndef TESTS_CATALOG_FOLDER_H
#define TESTS_CATALOG_FOLDER_H

#include <stddef.h>

#include "base/arena.h"
#include "catalog/sheet.h"

struct folder {
    char dir[512];
};

void folder_make(struct folder *f); /* with every file of catalog/data */
void folder_remove(struct folder *f);
/* folder_set: cell of the row whose first column is id (row counted from 1 below the header when
 * id is NULL); returns the line of the file. */
long folder_set(struct folder *f, const char *table, const char *id, const char *column,
                const char *value);
/* folder_append: text after the last line; returns its line. */
long folder_append(struct folder *f, const char *table, const char *text);
/* folder_header: another name for a column. */
void folder_header(struct folder *f, const char *table, const char *column, const char *name);
void folder_delete(struct folder *f, const char *table);
void folder_write(struct folder *f, const char *file, const char *text);

/* folder_check: reads and checks the folder; the faults live in the arena. */
void folder_check(struct folder *f, struct arena *a, struct book *b, struct faults *faults);
/* folder_fault: fault of that file, line (0: any) and column (NULL: any), or NULL. */
const struct fault *folder_fault(const struct faults *faults, const char *file, long line,
                                 const char *column);

#endif
