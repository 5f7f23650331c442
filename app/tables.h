/*
 * tables.h - the tables of the catalog for people: what each holds, in the language, and which
 * of its columns a list shows.
 */
#ifndef APP_TABLES_H
#define APP_TABLES_H

#include "base/msg.h"
#include "catalog/schema.h"

const char *tables_about(const struct table *t, enum lang lang);
/* tables_columns: names with blanks between them; NULL: the first that fit. */
const char *tables_columns(const struct table *t);

#endif
