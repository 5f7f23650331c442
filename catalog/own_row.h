/*
 * own_row.h - a new row of the user's own: what it takes over from a row that is alike, and what
 * goes without saying. The same from the command line and in the form of the screen.
 */
#ifndef CATALOG_OWN_ROW_H
#define CATALOG_OWN_ROW_H

#include <stdbool.h>

#include "catalog/schema.h"

/* own_row_inherits: whether a new row takes this column over from its sister. Not its key, its
 * variant, what it costs and where that was read. */
bool own_row_inherits(const struct table *t, size_t column);

/* own_row_fills: whether a column that a list leaves out is filled all the same. */
bool own_row_fills(const struct table *t, size_t column);
/* own_row_defaults: fills what nothing else fills. given: cells that the user gave; over: the row
 * is one of the catalog that becomes the user's, so source and day are his. day: YYYY-MM-DD of
 * today; source: what stands where the user names none. */
void own_row_defaults(const struct table *t, const char **cell, const bool *given, bool over,
                      const char *day, const char *source);

#endif
