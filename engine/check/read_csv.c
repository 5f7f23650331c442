/*
 * read_csv.c - parts of a CSV file: our own bill (plan --format csv) or any list whose header names
 * a part and a count; other columns are figures.
 */
#include <string.h>

#include "base/csv.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/check/list.h"

struct table {
    struct csv *csv;
    bool headless;          /* its first line is not one of the file */
    int plan, kind_of_plan; /* columns of our own bill, -1: none */
    char wanted[128];       /* the plan taken; "" until it is known */
};

/* Columns of our bill that say nothing of the part. */
static bool is_ledger(const char *column)
{
    static const char *const words[] = {"plan",     "rank",       "verdict",       "line",
                                        "total",    "watts",      "price_date",    "source",
                                        "locked",   "confidence", "reason",        "estimate",
                                        "included", "cost",       "cost_currency", "period"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_eq(words[i], column))
            return true;
    return false;
}

/* Is the row one of the plan that is read? Without a name the first plan with parts of its own. */
static bool taken(struct table *t, const char *plan)
{
    const char *id = csv_field(t->csv, t->plan), *kind = csv_field(t->csv, t->kind_of_plan);
    if (t->plan < 0)
        return true;
    if (t->wanted[0] == '\0') {
        if (plan != NULL ? !str_eq(plan, id) : !str_eq(kind, "own"))
            return false;
        str_copy(t->wanted, sizeof t->wanted, id);
    }
    return str_eq(t->wanted, id);
}

static enum err take_row(struct table *t, struct arena *arena, struct parts_list *out,
                         struct err_info *e)
{
    struct parts_line *l = parts_add(out);
    if (l == NULL)
        return parts_fault(out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LINES, "512", NULL, e);
    l->at = csv_line(t->csv) - t->headless;
    bool any = false;
    double watts = UNKNOWN;
    for (size_t i = 0; i < csv_columns(t->csv); i++) {
        const char *column = csv_column_name(t->csv, i), *cell = csv_field(t->csv, (int)i);
        if (out->own && str_eq(column, "watts"))
            (void)num_plain(cell, &watts);
        if ((out->own && is_ledger(column)) || (out->own && str_eq(column, "kind")))
            continue;
        any = any || *cell != '\0';
        if (out->own && str_eq(column, "part"))
            column = "id";
        if (!parts_put(l, column, cell, arena))
            return parts_fault(out, l, ERR_VALUE, MSG_CHECK_COUNT, cell, column, e);
    }
    l->limit_w = watts > 0 ? watts / l->qty : UNKNOWN; /* of the line, at full load */
    if (!parts_row_done(l, arena) || !any || (l->id == NULL && l->text == NULL && l->figure_n == 0))
        out->n--; /* an empty row */
    else if (!out->own && !parts_row_split(out, out->n - 1, arena))
        return parts_fault(out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LINES, "512", NULL, e);
    return OK;
}

static enum err rows(struct table *t, const char *plan, struct arena *arena, struct parts_list *out,
                     struct err_info *e)
{
    for (;;) {
        bool more;
        enum err rc = csv_next(t->csv, &more, e);
        if (rc != OK || !more)
            return rc;
        if (!taken(t, plan))
            continue;
        rc = take_row(t, arena, out, e);
        if (rc != OK)
            return rc;
    }
}

static bool names_parts(const struct csv *c)
{
    for (size_t i = 0; i < csv_columns(c); i++) {
        const char *what = parts_column(csv_column_name(c, i));
        if (str_eq(what, "name") || str_eq(what, "id") || str_eq(what, "spec"))
            return true;
    }
    return false;
}

enum err parts_read_csv(const char *text, size_t len, const char *plan, struct arena *arena,
                        struct parts_list *out, struct err_info *e)
{
    struct table t = {.wanted = ""};
    const char *sheet = parts_sheet(text, &len, &t.headless, arena);
    enum err rc = csv_open(&t.csv, sheet, len, out->file, e);
    if (rc != OK)
        return rc;
    t.plan = csv_find(t.csv, "plan");
    t.kind_of_plan = csv_find(t.csv, "kind");
    out->own = t.plan >= 0 && csv_find(t.csv, "part_kind") >= 0;
    if (!out->own)
        t.plan = -1;
    if (names_parts(t.csv)) {
        rc = rows(&t, plan, arena, out, e);
    } else {
        rc = parts_fault(out, NULL, ERR_SYNTAX, MSG_CHECK_FILE_HEADER, "", NULL, e);
        err_where(e, out->file, 1, NULL);
    }
    csv_close(t.csv);
    return rc;
}
