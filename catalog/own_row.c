#include "catalog/own_row.h"

#include "base/str.h"

/* What goes without saying, where the table has the column and nothing else fills it. "today" is
 * the day of the run; with `when` only if that column is filled. */
static const struct {
    const char *table, *column, *value, *when;
} defaults[] = {
    {NULL, "as_of", "today", NULL},
    {NULL, "date", "today", NULL},
    {NULL, "confidence", "B", NULL},
    {NULL, "price_as_of", "today", "price_usd"},
    {NULL, "price_confidence", "B", "price_usd"},
    {"accelerators", "memory_pools", "1", NULL},
    {"accelerators", "domestic_cn", "0", NULL},
    {"street_prices", "market", "own", NULL},
    {"street_prices", "condition", "new", NULL},
    {"street_prices", "kind", "retail", NULL},
    {"street_prices", "scope", "part", NULL},
    {"offers", "region", "global", NULL},
    {"offers", "kind", "on-demand", NULL},
    {"class_estimates", "evidence", "own entry", NULL},
    {"measurements", "source_date", "today", NULL},
    {"measurements", "num_accelerators", "1", NULL},
};

/* What a row does not take over from its sister: what it costs, and where that was read. */
static const char *const of_its_own[] = {
    "source",      "as_of",    "date",        "confidence",
    "price_usd",   "msrp_usd", "price_as_of", "price_confidence",
    "price_scale", "notes",    "usable_gib",  "usable_source",
};

static bool is_of_its_own(const char *column)
{
    for (size_t i = 0; i < sizeof of_its_own / sizeof of_its_own[0]; i++)
        if (str_eq(of_its_own[i], column))
            return true;
    return false;
}

bool own_row_inherits(const struct table *t, size_t column)
{
    const char *name = t->column[column].name;

    return table_single_key(t) != (int)column && !str_eq(name, "variant") && !is_of_its_own(name);
}

bool own_row_fills(const struct table *t, size_t column)
{
    const char *name = t->column[column].name;

    for (size_t i = 0; i < t->columns; i++) /* which table a part is of, its id says */
        if (t->column[i].type == COL_REF_BY && str_eq(t->column[i].of, name))
            return true;
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++)
        if (str_eq(defaults[i].column, name) && defaults[i].when == NULL &&
            (defaults[i].table == NULL || str_eq(defaults[i].table, t->name)))
            return true;
    return str_eq(name, "source");
}

void own_row_defaults(const struct table *t, const char **cell, const bool *given, bool over,
                      const char *day, const char *source)
{
    int from = table_column(t, "source"), read = table_column(t, "as_of");

    if (over && read >= 0 && !given[read])
        cell[read] = "";
    if (from >= 0 && !given[from] && (over || cell[from][0] == '\0'))
        cell[from] = source;
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
        int c = table_column(t, defaults[i].column);
        int when = defaults[i].when != NULL ? table_column(t, defaults[i].when) : -1;

        if (c < 0 || given[c] || (defaults[i].table != NULL && !str_eq(defaults[i].table, t->name)))
            continue;
        if (defaults[i].when != NULL && (when < 0 || cell[when][0] == '\0'))
            continue;
        if (cell[c][0] == '\0' || (when >= 0 && given[when]))
            cell[c] = str_eq(defaults[i].value, "today") ? day : defaults[i].value;
    }
}
