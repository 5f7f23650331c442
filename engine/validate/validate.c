/* validate.c - reads the table, compares row by row, sums up by kind. */
#include "engine/validate/validate.h"

#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/validate/metric.h"
#include "engine/validate/setup.h"
#include "engine/validate/unit.h"

static const char *const kinds[VALIDATE_KINDS] = {"train_memory", "infer_memory", "throughput",
                                                  "train_time", "decode"};
static const char *const reasons[VALIDATE_REASONS] = {
    "", "unknown-kind", "unknown-model", "unknown-card", "unknown-format", "unknown-metric",
    "work-not-stated", "figure-missing", "not-modelled"};
static const char *const columns[CELLS] = {
    "task", "model_id", "model", "params_b", "active_params_b", "accelerator", "num_accelerators",
    "gpus_per_node", "interconnect", "precision", "weight_quant", "kv_dtype", "optimizer",
    "micro_batch", "global_batch", "grad_accum", "seq_len", "input_len", "output_len",
    "concurrency", "tp", "pp", "cp", "ep", "dp", "sharding", "act_ckpt", "lora_rank",
    "attention_impl", "framework", "tokens_b", "metric", "how_measured", "setup_notes",
    "source_date"};

const char *validate_kind_word(enum validate_kind k)
{
    return kinds[k];
}

const char *validate_reason_word(enum validate_reason r)
{
    return reasons[r];
}

bool validate_kind_find(const char *word, enum validate_kind *out)
{
    for (int i = 0; i < VALIDATE_KINDS; i++)
        if (str_case_eq(kinds[i], word)) {
            *out = (enum validate_kind)i;
            return true;
        }
    return false;
}

struct table {
    struct csv *csv;
    int cell[CELLS];
    int id, kind, value, unit;
};

static bool unit_is_open(const char *unit, const char *how)
{
    return str_eq(unit, "GB") && !strstr(how, "1e9");
}

static bool has_any(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

/* Stated for people who read the largest errors; no figure depends on it. */
static enum validate_doubt doubt_of(const struct setup *s, const struct validation_row *r)
{
    static const char *const recalled[] = {"(memory)", ": memory", "inferred", "linked scripts",
                                           "about", NULL};
    static const char *const stated[] = {"statement", "rounded", NULL};
    if (r->other_work)
        return VALIDATE_OTHER_WORK;
    if (has_any(s->cell[CELL_HOW], stated))
        return VALIDATE_STATEMENT;
    if (has_any(s->cell[CELL_NOTES], recalled) || has_any(s->cell[CELL_HOW], recalled))
        return VALIDATE_RECALLED;
    if (!s->measured_class)
        return VALIDATE_UNMEASURED;
    return r->unit_open ? VALIDATE_OPEN_UNIT : VALIDATE_NO_DOUBT;
}

static void compare(struct setup *s, struct validation_row *r)
{
    double size = unit_size(r->unit, r->metric, r->kind);
    bool share = str_eq(s->cell[CELL_METRIC], "mfu") || str_eq(s->cell[CELL_METRIC], "hfu");
    if (share && size >= 1 && r->measured > 1.5) /* printed in per cent */
        size = 0.01;
    r->reason = setup_read(s);
    if (r->reason == VALIDATE_COVERED && !known(size))
        r->reason = VALIDATE_UNKNOWN_METRIC;
    struct band b = {UNKNOWN, UNKNOWN, UNKNOWN};
    if (r->reason == VALIDATE_COVERED)
        r->reason = setup_measure(s, &b);
    if (r->reason == VALIDATE_COVERED && (!known(b.typical) || !(b.typical > 0)))
        r->reason = VALIDATE_NOT_MODELLED;
    r->covered = r->reason == VALIDATE_COVERED;
    r->class_of[VALIDATE_CARD_CLASS] = s->shape.accel ? s->shape.accel->efficiency_class : NULL;
    r->class_of[VALIDATE_TRAINER_CLASS] = s->engine.efficiency_class;
    if (!r->covered)
        return;
    r->low = b.low / size;
    if (r->unit_open && r->kind == VALIDATE_INFER_MEMORY)
        r->low *= GB / GIB; /* as many of the larger unit */
    r->typical = b.typical / size;
    r->high = b.high / size;
    r->error = r->typical / r->measured - 1;
    r->inside = r->low <= r->measured && r->measured <= r->high;
    r->doubt = doubt_of(s, r);
}

/* A row that says that its hours hold more than the run itself: other training (distillation,
 * pruning) or restarts. Told by the words of its notes, never by its error. */
static bool tells_other_work(const struct setup *s)
{
    static const char *const words[] = {"distillation", "pruning", "includes restarts"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(s->cell[CELL_NOTES], words[i]))
            return true;
    return false;
}

static void read_row(const struct table *t, struct setup *s, struct arena *a,
                     struct validation_row *r)
{
    r->case_id = arena_strdup(a, csv_field(t->csv, t->id));
    r->kind_text = arena_strdup(a, csv_field(t->csv, t->kind));
    r->unit = arena_strdup(a, csv_field(t->csv, t->unit));
    r->line = csv_line(t->csv);
    for (int i = 0; i < CELLS; i++)
        s->cell[i] = csv_field(t->csv, t->cell[i]);
    r->metric = arena_strdup(a, s->cell[CELL_METRIC]);
    const char *task_word = validate_task_word(s->cell[CELL_TASK]);
    s->task_guessed = !task_word;
    s->cell[CELL_TASK] = task_word ? task_word : validate_task(s, r->kind_text);
    const char *task = s->cell[CELL_TASK];
    bool training = !str_eq(task, "inference") && !str_eq(task, "serve") &&
                    !str_starts(r->kind_text, "decode") && !str_starts(r->kind_text, "infer");
    s->named_metric = r->metric;
    s->cell[CELL_METRIC] = validate_metric(r->metric, r->kind_text, training, r->unit);
    r->group = arena_strdup(a, s->cell[CELL_FRAMEWORK]);
    r->model = arena_strdup(a, s->cell[CELL_MODEL]);
    r->accel = arena_strdup(a, s->cell[CELL_ACCEL]);
    r->low = r->typical = r->high = r->error = UNKNOWN;
    r->left[0] = r->left[1] = UNKNOWN;
    if (num_plain(csv_field(t->csv, t->value), &r->measured) != NUM_OK || !(r->measured > 0))
        r->measured = UNKNOWN;
    r->other_work = tells_other_work(s);
    r->unit_open = unit_is_open(r->unit, s->cell[CELL_HOW]);
    if (!validate_kind_find(r->kind_text, &r->kind))
        r->reason = VALIDATE_UNKNOWN_KIND;
    else if (!known(r->measured))
        r->reason = VALIDATE_FIGURE_MISSING;
    else
        compare(s, r);
}

static int up(const void *a, const void *b)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

double validate_percentile(double *v, size_t n, double p)
{
    if (n == 0)
        return UNKNOWN;
    qsort(v, n, sizeof *v, up);
    size_t rank = (size_t)ceil(p * (double)n);
    return v[rank > 0 ? rank - 1 : 0];
}

/* Percentile of one figure over the rows of a kind that are wanted. */
struct column { double *v; size_t n; };

static bool column_make(struct column *c, const struct validation *v, struct arena *a)
{
    *c = (struct column){ARENA_ARRAY(a, double, v->n + 1), 0};
    return c->v != NULL;
}

static void sum_errors(struct validation *v, enum validate_kind k, struct column *c)
{
    struct validation_kind *s = &v->kind[k];
    size_t within = 0;
    for (size_t i = 0; i < v->n; i++) {
        const struct validation_row *r = &v->row[i];
        if (r->kind != k || r->reason == VALIDATE_UNKNOWN_KIND)
            continue;
        double e = r->covered ? fabs(r->error) : INFINITY;
        double other = r->covered && r->unit_open ? fabs((r->error + 1) * GB / GIB - 1) : e;
        c[0].v[c[0].n++] = e;
        c[1].v[c[1].n++] = other;
        if (!r->other_work)
            c[2].v[c[2].n++] = e;
        s->rows++;
        s->other_work += r->other_work;
        s->open_units += r->unit_open;
        if (!r->covered)
            continue;
        c[3].v[c[3].n++] = r->error;
        c[4].v[c[4].n++] = r->low > 0 ? r->high / r->low : INFINITY;
        s->covered++;
        within += r->inside;
    }
    s->inside = s->covered ? (double)within / (double)s->covered : UNKNOWN;
}

static bool sum_kind(struct validation *v, enum validate_kind k, struct arena *a)
{
    struct validation_kind *s = &v->kind[k];
    struct column c[5];
    for (int i = 0; i < 5; i++)
        if (!column_make(&c[i], v, a))
            return false;
    sum_errors(v, k, c);
    s->median = validate_percentile(c[0].v, c[0].n, 0.5);
    s->p90 = validate_percentile(c[0].v, c[0].n, 0.9);
    s->median_if_gib = validate_percentile(c[1].v, c[1].n, 0.5);
    s->own_median = validate_percentile(c[2].v, c[2].n, 0.5);
    s->own_p90 = validate_percentile(c[2].v, c[2].n, 0.9);
    s->bias = validate_percentile(c[3].v, c[3].n, 0.5);
    s->ratio = validate_percentile(c[4].v, c[4].n, 0.5);
    s->ratio_p90 = validate_percentile(c[4].v, c[4].n, 0.9);
    return true;
}

static enum err find_columns(struct table *t, const char *file, struct err_info *e)
{
    t->id = csv_find(t->csv, "case_id");
    t->kind = csv_find(t->csv, "kind");
    t->value = csv_find(t->csv, "value");
    t->unit = csv_find(t->csv, "unit");
    for (int i = 0; i < CELLS; i++)
        t->cell[i] = csv_find(t->csv, columns[i]);
    const char *missing = t->id < 0 ? "case_id" : t->kind < 0 ? "kind" : t->value < 0 ? "value"
                          : t->unit < 0 ? "unit" : t->cell[CELL_METRIC] < 0 ? "metric" : NULL;
    if (!missing)
        return OK;
    struct msg_arg a[] = {ARG_STR(missing)};
    enum err code = err_set(e, ERR_VALUE, MSG_VALIDATE_COLUMN, 1, a);
    if (e) {
        str_copy(e->file, sizeof e->file, file);
        str_copy(e->path, sizeof e->path, missing);
        e->line = 1;
    }
    return code;
}

/* What a table without these columns would have told is taken from the defaults of a job. */
static const char *absent_columns(const struct table *t, struct arena *arena)
{
    struct str s;
    str_init(&s, CELLS * 32);
    for (int i = 0; i < CELLS; i++)
        if (t->cell[i] < 0 && i != CELL_ATTENTION) /* few tables have it */
            str_addf(&s, "%s%s", s.len > 0 ? ", " : "", columns[i]);
    const char *text = arena_strdup(arena, s.len > 0 ? s.p : "");
    str_free(&s);
    return text;
}

static size_t line_count(const char *csv, size_t len)
{
    size_t n = 1;
    for (size_t i = 0; i < len; i++)
        n += csv[i] == '\n';
    return n;
}

/* Reads the table into rows; `wanted` (NULL: all) marks those that are computed. */
static enum err run_rows(const struct facts *f, struct table *t, struct setup *s,
                         struct arena *arena, struct validation *out, const bool *wanted,
                         struct err_info *e)
{
    bool more = true;
    for (;;) {
        enum err code = csv_next(t->csv, &more, e);
        if (code != OK || !more)
            return code;
        size_t at = out->n++;
        if (wanted && !wanted[at])
            continue;
        *s = (struct setup){.f = f};
        read_row(t, s, arena, &out->row[at]);
    }
}

enum err validate_some(const struct facts *f, const char *csv, size_t len, const char *file,
                       const bool *wanted, struct arena *arena, struct validation *out,
                       struct err_info *e)
{
    struct table t = {.csv = NULL};
    *out = (struct validation){.n = 0};
    enum err code = csv_open(&t.csv, csv, len, file, e);
    if (code != OK)
        return code;
    struct setup *s = ARENA_NEW(arena, struct setup);
    out->row = ARENA_ARRAY(arena, struct validation_row, line_count(csv, len));
    code = !s || !out->row ? ERR_NOMEM : find_columns(&t, file, e);
    out->absent = code == OK ? absent_columns(&t, arena) : "";
    if (code == OK)
        code = run_rows(f, &t, s, arena, out, wanted, e);
    csv_close(t.csv);
    return code == OK && arena_failed(arena) ? ERR_NOMEM : code;
}

enum err validate_run(const struct facts *f, const char *csv, size_t len, const char *file,
                      struct arena *arena, struct validation *out, struct err_info *e)
{
    enum err code = validate_some(f, csv, len, file, NULL, arena, out, e);
    for (int k = 0; code == OK && k < VALIDATE_KINDS; k++)
        if (!sum_kind(out, (enum validate_kind)k, arena))
            code = ERR_NOMEM;
    return code;
}

static double badness(const struct validation_row *r)
{
    return r->covered ? fabs(r->error) : -1;
}

size_t validate_worst(const struct validation *v, enum validate_kind k,
                      const struct validation_row **out, size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < v->n; i++) {
        const struct validation_row *r = &v->row[i];
        if (r->kind != k || r->reason == VALIDATE_UNKNOWN_KIND)
            continue;
        size_t at = n < max ? n++ : max;
        while (at > 0 && badness(out[at - 1]) < badness(r)) {
            if (at < max)
                out[at] = out[at - 1];
            at--;
        }
        if (at < max)
            out[at] = r;
    }
    return n;
}
