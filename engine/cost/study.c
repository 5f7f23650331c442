/* study.c - reads the table of published studies, recomputes row by row, sums up. */
#include "engine/cost/study.h"

#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/cost/study_terms.h"

#define PRINT_TOLERANCE 0.01

struct table {
    struct csv *csv;
    int cell[SC_CELLS];
    int id, study, accelerator, currency, quantity, unit, expected, printed, computable, slip,
        slip_zh, publisher, date, url, note, capital, billed;
};

static const char *text(const struct table *t, int column)
{
    return csv_field(t->csv, column);
}

/* Names a cell that cannot be read. */
static void bad(struct str *reason, const char *column, const char *value)
{
    str_addf(reason, "%s%s=%.40s", reason->len > 0 ? ", " : "bad: ", column, value);
}

/* A number, or UNKNOWN for an empty cell; anything else is named in `reason`. */
static double number(const struct table *t, int column, const char *name, struct str *reason)
{
    double x;
    switch (num_plain(text(t, column), &x)) {
    case NUM_OK: return x;
    case NUM_EMPTY: return UNKNOWN;
    default: bad(reason, name, text(t, column)); return UNKNOWN;
    }
}

static void words(const struct table *t, struct study_terms *s, struct str *reason)
{
    static const char *const capital[] = {"none", "capex_half_times_rate", "loan", "npv"};
    const char *c = text(t, t->capital), *b = text(t, t->billed);
    bool found = str_empty(c);
    for (int i = 0; i < 4; i++)
        if (str_eq(c, capital[i])) {
            s->capital = (enum study_capital)i;
            found = true;
        }
    if (!found)
        bad(reason, "capital_convention", c);
    s->always_on = str_eq(b, "always_on");
    if (!str_empty(b) && !s->always_on && !str_eq(b, "used"))
        bad(reason, "cloud_billed", b);
}

static bool agrees(const struct study_row *r)
{
    if (str_eq(r->unit, "0/1") || str_eq(r->quantity, "payback_month_whole"))
        return fabs(r->got - r->expected) < 1e-9;
    return fabs(r->error) <= STUDY_TOLERANCE + 1e-12;
}

static void compare(struct study_row *r)
{
    if (!known(r->expected)) {
        r->state = STUDY_ALONE;
        r->reason = isinf(r->got) ? "never" : "";
        return;
    }
    double gap = r->got - r->expected;
    r->error = gap > 0 || gap < 0 ? gap / fabs(r->expected) : 0.0;
    r->state = agrees(r) ? STUDY_AGREES : STUDY_DIFFERS;
    r->reason = r->state == STUDY_DIFFERS ? isinf(r->got) ? "never" : "differs" : "";
}

/* The row says no: what a formula misses, else what the row itself says is missing. */
static void not_computable(const struct table *t, struct study_row *r, const struct str *missing,
                           bool formula, struct str *reason)
{
    const char *note = text(t, t->note);
    r->state = STUDY_MISSING;
    r->got = UNKNOWN;
    if (!formula)
        str_addf(reason, "no formula: %.60s", r->quantity);
    else if (missing->len > 0)
        str_addf(reason, "missing: %s", missing->p);
    else if (str_starts(note, "missing: "))
        str_add(reason, note);
    else
        str_add(reason, "missing: the row says so");
}

static void read_row(const struct table *t, struct arena *a, struct study_row *r)
{
    struct str missing, reason;
    str_init(&missing, 2000);
    str_init(&reason, 2000);
    struct study_terms s = {.missing = &missing};
    *r = (struct study_row){.id = arena_strdup(a, text(t, t->id)),
                            .study = arena_strdup(a, text(t, t->study)),
                            .accelerator = arena_strdup(a, text(t, t->accelerator)),
                            .quantity = arena_strdup(a, text(t, t->quantity)),
                            .unit = arena_strdup(a, text(t, t->unit)),
                            .currency = arena_strdup(a, text(t, t->currency)),
                            .study_error = arena_strdup(a, text(t, t->slip)),
                            .study_error_zh = arena_strdup(a, text(t, t->slip_zh)),
                            .publisher = arena_strdup(a, text(t, t->publisher)),
                            .date = arena_strdup(a, text(t, t->date)),
                            .url = arena_strdup(a, text(t, t->url)),
                            .got = UNKNOWN,
                            .error = UNKNOWN,
                            .reason = "",
                            .line = csv_line(t->csv)};
    for (int i = 0; i < SC_CELLS; i++)
        s.v[i] = number(t, t->cell[i], study_columns[i], &reason);
    words(t, &s, &reason);
    r->expected = number(t, t->expected, "recomputed", &reason);
    r->printed = number(t, t->printed, "printed", &reason);
    const char *yes = text(t, t->computable);
    if (!str_empty(yes) && !str_eq(yes, "yes") && !str_eq(yes, "no"))
        bad(&reason, "computable", yes);
    if (reason.len > 0) {
        r->state = STUDY_BAD;
        r->reason = arena_strdup(a, reason.p);
    } else {
        bool formula = study_compute(&s, r->quantity, &r->got);
        if (!formula || !known(r->got) || str_eq(yes, "no")) {
            not_computable(t, r, &missing, formula, &reason);
            r->reason = arena_strdup(a, reason.p);
        } else {
            compare(r);
        }
    }
    str_free(&missing);
    str_free(&reason);
}

const char *study_slip(const struct study_row *r, enum lang lang)
{
    return lang == LANG_ZH && !str_empty(r->study_error_zh) ? r->study_error_zh : r->study_error;
}

bool study_computable(const struct study_row *r)
{
    return r->state == STUDY_AGREES || r->state == STUDY_DIFFERS || r->state == STUDY_ALONE;
}

static void sum_up(struct studies *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct study_row *r = &s->row[i];
        s->count[r->state]++;
        if (!study_computable(r))
            continue;
        if (known(r->error))
            s->worst = fmax(s->worst, fabs(r->error));
        s->slips += !str_empty(r->study_error);
        if (!known(r->printed) || !str_empty(r->study_error))
            continue;
        s->prints++;
        s->close += fabs(r->got - r->printed) <= PRINT_TOLERANCE * fabs(r->printed);
    }
}

static enum err find_columns(struct table *t, const char *file, struct err_info *e)
{
    for (int i = 0; i < SC_CELLS; i++)
        t->cell[i] = csv_find(t->csv, study_columns[i]);
    t->id = csv_find(t->csv, "quantity_id");
    if (t->id < 0)
        t->id = csv_find(t->csv, "id");
    t->study = csv_find(t->csv, "study");
    t->accelerator = csv_find(t->csv, "accelerator");
    t->currency = csv_find(t->csv, "currency");
    t->quantity = csv_find(t->csv, "quantity");
    t->unit = csv_find(t->csv, "unit");
    t->expected = csv_find(t->csv, "recomputed");
    t->printed = csv_find(t->csv, "printed");
    t->computable = csv_find(t->csv, "computable");
    t->slip = csv_find(t->csv, "study_error");
    t->slip_zh = csv_find(t->csv, "study_error_zh");
    t->publisher = csv_find(t->csv, "publisher");
    t->date = csv_find(t->csv, "date");
    t->url = csv_find(t->csv, "url");
    t->note = csv_find(t->csv, "note");
    t->capital = csv_find(t->csv, "capital_convention");
    t->billed = csv_find(t->csv, "cloud_billed");
    if (t->quantity >= 0)
        return OK;
    struct msg_arg a[] = {ARG_STR("quantity")};
    enum err code = err_set(e, ERR_VALUE, MSG_VALIDATE_COLUMN, 1, a);
    err_where(e, file, 1, "quantity");
    return code;
}

static size_t line_count(const char *csv, size_t len)
{
    size_t n = 1;
    for (size_t i = 0; i < len; i++)
        n += csv[i] == '\n' || csv[i] == '\r';
    return n;
}

enum err study_run(const char *csv, size_t len, const char *file, struct arena *arena,
                   struct studies *out, struct err_info *e)
{
    struct table t = {.csv = NULL};
    *out = (struct studies){.n = 0};
    enum err code = csv_open(&t.csv, csv, len, file, e);
    if (code != OK)
        return code;
    out->row = ARENA_ARRAY(arena, struct study_row, line_count(csv, len));
    code = out->row == NULL ? ERR_NOMEM : find_columns(&t, file, e);
    bool more = true;
    while (code == OK) {
        code = csv_next(t.csv, &more, e);
        if (code != OK || !more)
            break;
        read_row(&t, arena, &out->row[out->n++]);
    }
    csv_close(t.csv);
    sum_up(out);
    return code == OK && arena_failed(arena) ? ERR_NOMEM : code;
}
