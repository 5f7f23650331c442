/*
 * compare.c - two plans as files: what moved between them. Both sides are documents of the form
 * dlrig.plan/1, so that a file of last month and the answer of today are read the same way.
 */
#include "export/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"

#define SAME 1e-6 /* relative: money that differs less is the same */

/* --- reading ------------------------------------------------------------------------------ */
static const struct json *want(const struct json *obj, const char *key, enum json_type type)
{
    const struct json *v = json_get(obj, key);
    return v != NULL && json_type(v) == type ? v : NULL;
}

static const struct json *plan_with(const struct json *root, const char *id)
{
    const struct json *plans = want(root, "plans", JSON_ARRAY);
    if (id == NULL || plans == NULL || json_count(plans) == 0)
        return NULL;
    for (const struct json *p = json_at(plans, 0); p != NULL; p = json_next(p))
        if (str_eq(json_string(json_get(p, "id")), id))
            return p;
    return NULL;
}

static const struct json *chosen_of(const struct json *root)
{
    const struct json *plans = want(root, "plans", JSON_ARRAY);
    const struct json *p = plan_with(root, json_string(json_get(root, "chosen")));
    return p != NULL ? p : plans != NULL && json_count(plans) > 0 ? json_at(plans, 0) : NULL;
}

static enum err damaged(const struct json *at, const char *file, const char *path,
                        struct err_info *e)
{
    struct msg_arg a = ARG_STR(file);
    err_set(e, ERR_VALUE, MSG_COMPARE_DAMAGED, 1, &a);
    err_where(e, file, at != NULL ? json_line(at) : 0, path);
    return ERR_VALUE;
}

/* A file says its lines by their ids: in words they are those of the cost table. */
enum msg_id compare_cost_label(const char *id)
{
    static const struct {
        const char *id;
        enum msg_id label;
    } words[] = {
        {"purchase", MSG_COST_PURCHASE},
        {"tax", MSG_COST_TAX},
        {"shipping", MSG_COST_SHIPPING},
        {"site-hardware", MSG_COST_SITE_HARDWARE},
        {"electricity", MSG_COST_ELECTRICITY},
        {"electricity-idle", MSG_COST_ELECTRICITY_IDLE},
        {"cooling", MSG_COST_COOLING},
        {"tariff-change", MSG_COST_TARIFF_CHANGE},
        {"colocation", MSG_COST_COLOCATION},
        {"uplink", MSG_COST_UPLINK},
        {"staff", MSG_COST_STAFF},
        {"maintenance", MSG_COST_MAINTENANCE},
        {"insurance", MSG_COST_INSURANCE},
        {"failures", MSG_COST_FAILURES},
        {"residual", MSG_COST_RESIDUAL},
        {"residual-host", MSG_COST_RESIDUAL_HOST},
        {"disposal", MSG_COST_DISPOSAL},
        {"bridge", MSG_COST_BRIDGE},
        {"burst", MSG_COST_BURST},
        {"compute", MSG_COST_COMPUTE},
        {"idle-waste", MSG_COST_IDLE_WASTE},
        {"spot-overhead", MSG_COST_SPOT_OVERHEAD},
        {"price-change", MSG_COST_PRICE_CHANGE},
        {"storage", MSG_COST_STORAGE},
        {"archive", MSG_COST_ARCHIVE},
        {"egress", MSG_COST_EGRESS},
        {"hidden", MSG_COST_HIDDEN_CLOUD},
        {"admin", MSG_COST_CLOUD_ADMIN},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_eq(id, words[i].id))
            return words[i].label;
    }
    return MSG_NONE;
}

enum err compare_check(const struct json *root, const char *file, struct err_info *e)
{
    static const struct {
        const char *key;
        enum json_type type;
    } parts[] = {{"cost", JSON_OBJECT},
                 {"bom", JSON_ARRAY},
                 {"findings", JSON_ARRAY},
                 {"speed", JSON_OBJECT},
                 {"verdict", JSON_OBJECT}};
    const struct json *plans = json_get(root, "plans");
    char path[64];
    if (plans == NULL || json_type(plans) != JSON_ARRAY)
        return damaged(plans, file, "plans", e);
    if (want(root, "job", JSON_OBJECT) == NULL)
        return damaged(json_get(root, "job"), file, "job", e);
    size_t n = 0;
    for (const struct json *p = json_count(plans) > 0 ? json_at(plans, 0) : NULL; p != NULL;
         p = json_next(p), n++) {
        if (json_type(p) != JSON_OBJECT || json_string(json_get(p, "id")) == NULL) {
            snprintf(path, sizeof path, "plans.%zu.id", n);
            return damaged(p, file, path, e);
        }
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            if (want(p, parts[i].key, parts[i].type) != NULL)
                continue;
            snprintf(path, sizeof path, "plans.%zu.%s", n, parts[i].key);
            return damaged(json_get(p, parts[i].key), file, path, e);
        }
    }
    return OK;
}

/* --- what moved ----------------------------------------------------------------------------- */
static bool same(double a, double b)
{
    if (!known(a) || !known(b))
        return !known(a) && !known(b);
    return fabs(a - b) <= SAME * fmax(fabs(a), fabs(b));
}

static struct moved *add(struct moved *list, int *n)
{
    if (*n == MOVED_MAX)
        return NULL;
    struct moved *m = &list[(*n)++];
    *m = (struct moved){.then = UNKNOWN, .now = UNKNOWN, .then_qty = UNKNOWN, .now_qty = UNKNOWN};
    return m;
}

static double at(const struct json *v, const char *a, const char *b)
{
    const struct json *x = json_get(v, a);
    return json_number(b != NULL ? json_get(x, b) : x);
}

static void figures(struct compare *c, const struct json *then, const struct json *now)
{
    static const struct {
        const char *id, *a, *b, *c;
        enum msg_arg_kind kind;
        enum msg_id label;
    } rows[] = {
        {"upfront", "cost", "upfront", NULL, ARG_KIND_MONEY, MSG_COMPARE_UPFRONT},
        {"per_month", "cost", "per_month", NULL, ARG_KIND_MONEY, MSG_COMPARE_PER_MONTH},
        {"total", "cost", "total", "typical", ARG_KIND_MONEY, MSG_COL_COST},
        {"per_run", "cost", "per_run", NULL, ARG_KIND_MONEY, MSG_COL_COST_PER_RUN},
        {"hours_per_run", "speed", "hours_per_run", "typical", ARG_KIND_HOURS, MSG_COL_TIME},
        {"speed", "speed", "typical", NULL, ARG_KIND_NUM, MSG_COL_SPEED},
        {"memory", "memory", "per_gpu_gib", "typical", ARG_KIND_GIB, MSG_COL_PER_CARD},
    };
    c->then_currency = json_string(json_get(json_get(then, "cost"), "currency"));
    c->now_currency = json_string(json_get(json_get(now, "cost"), "currency"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct json *a = json_get(then, rows[i].a), *b = json_get(now, rows[i].a);
        double x = rows[i].c != NULL ? at(a, rows[i].b, rows[i].c) : at(a, rows[i].b, NULL);
        double y = rows[i].c != NULL ? at(b, rows[i].b, rows[i].c) : at(b, rows[i].b, NULL);
        if (!known(x) && !known(y))
            continue;
        struct moved *m = add(c->figure, &c->figures);
        m->id = rows[i].id;
        m->what = same(x, y) ? MOVED_SAME : MOVED_CHANGED;
        m->label = rows[i].label;
        m->kind = rows[i].kind;
        m->then = x;
        m->now = y;
    }
}

static const struct json *line_like(const struct json *list, const struct json *line)
{
    const char *id = json_string(json_get(line, "id"));
    const char *kind = json_string(json_get(line, "kind"));
    for (const struct json *x = json_count(list) > 0 ? json_at(list, 0) : NULL; x != NULL;
         x = json_next(x))
        if (str_eq(json_string(json_get(x, "id")), id) &&
            str_eq(json_string(json_get(x, "kind")), kind))
            return x;
    return NULL;
}

static void bill_row(struct compare *c, const struct json *then, const struct json *now)
{
    const struct json *any = now != NULL ? now : then;
    struct moved *m = add(c->bill, &c->bills);
    if (m == NULL)
        return;
    m->id = json_string(json_get(any, "id"));
    m->name = json_string(json_get(any, "name"));
    m->part = json_string(json_get(any, "kind"));
    m->what = then == NULL ? MOVED_NEW : now == NULL ? MOVED_GONE : MOVED_CHANGED;
    m->then = json_number(json_get(then, "unit_price"));
    m->now = json_number(json_get(now, "unit_price"));
    m->then_qty = json_number(json_get(then, "qty"));
    m->now_qty = json_number(json_get(now, "qty"));
    m->then_text = json_string(json_get(then, "currency"));
    m->now_text = json_string(json_get(now, "currency"));
}

static void bills(struct compare *c, const struct json *then, const struct json *now)
{
    const struct json *a = json_get(then, "bom"), *b = json_get(now, "bom");
    for (const struct json *x = json_count(a) > 0 ? json_at(a, 0) : NULL; x != NULL;
         x = json_next(x)) {
        const struct json *y = line_like(b, x);
        bool still =
            y != NULL &&
            same(json_number(json_get(x, "unit_price")), json_number(json_get(y, "unit_price"))) &&
            same(json_number(json_get(x, "qty")), json_number(json_get(y, "qty"))) &&
            str_eq(json_string(json_get(x, "currency")), json_string(json_get(y, "currency")));
        if (still)
            c->bill_same++;
        else
            bill_row(c, x, y);
    }
    for (const struct json *y = json_count(b) > 0 ? json_at(b, 0) : NULL; y != NULL;
         y = json_next(y))
        if (line_like(a, y) == NULL)
            bill_row(c, NULL, y);
}

static void costs(struct compare *c, const struct json *then, const struct json *now)
{
    const struct json *a = json_get(json_get(then, "cost"), "lines");
    const struct json *b = json_get(json_get(now, "cost"), "lines");
    for (int side = 0; side < 2; side++) {
        const struct json *from = side == 0 ? a : b;
        for (const struct json *x = json_count(from) > 0 ? json_at(from, 0) : NULL; x != NULL;
             x = json_next(x)) {
            const struct json *y = line_like(side == 0 ? b : a, x);
            if (side == 1 && y != NULL)
                continue;
            double then_amount = json_number(json_get(side == 0 ? x : NULL, "amount"));
            double now_amount = json_number(json_get(side == 0 ? y : x, "amount"));
            struct moved *m = same(then_amount, now_amount) ? NULL : add(c->cost, &c->costs);
            if (m == NULL)
                continue;
            m->id = json_string(json_get(x, "id"));
            m->what = side == 1 ? MOVED_NEW : y == NULL ? MOVED_GONE : MOVED_CHANGED;
            m->then = then_amount;
            m->now = now_amount;
        }
    }
}

/* Findings of one side that the other has not; by the rule, as their figures move with the prices.
 */
static void findings(struct compare *c, const struct json *from, const struct json *other,
                     enum moved_what what)
{
    const struct json *a = json_get(from, "findings"), *b = json_get(other, "findings");
    for (const struct json *x = json_count(a) > 0 ? json_at(a, 0) : NULL; x != NULL;
         x = json_next(x)) {
        struct moved *m = line_like(b, x) == NULL ? add(c->finding, &c->findings) : NULL;
        if (m == NULL)
            continue;
        m->what = what;
        m->id = json_string(json_get(x, "id"));
        m->part = json_string(json_get(x, "severity"));
        m->name = json_string(json_get(x, "message"));
    }
}

/* What follows from the plan, such as its hours a day, is no answer. */
static bool derived(const struct json *answer)
{
    return answer == NULL || str_eq(json_string(json_get(answer, "from")), "derived");
}

static void answers(struct compare *c, const struct json *then, const struct json *now)
{
    const struct json *a = json_get(then, "job"), *b = json_get(now, "job");
    for (int side = 0; side < 2; side++) {
        const struct json *from = side == 0 ? a : b, *other = side == 0 ? b : a;
        for (const struct json *x = json_count(from) > 0 ? json_at(from, 0) : NULL; x != NULL;
             x = json_next(x)) {
            const struct json *y = json_get(other, json_key(x));
            const struct json *u = json_get(x, "value"), *v = json_get(y, "value");
            bool equal = y != NULL && same(json_number(u), json_number(v)) &&
                         str_eq(json_string(u), json_string(v)) &&
                         str_eq(json_string(json_get(x, "unit")), json_string(json_get(y, "unit")));
            if (equal || (side == 1 && y != NULL) || (derived(x) && derived(y)))
                continue;
            struct moved *m = add(c->answer, &c->answers);
            if (m == NULL)
                continue;
            const struct json *t = side == 0 ? x : NULL, *n = side == 0 ? y : x;
            m->id = json_key(x);
            m->what = t == NULL ? MOVED_NEW : n == NULL ? MOVED_GONE : MOVED_CHANGED;
            m->then = json_number(json_get(t, "value"));
            m->now = json_number(json_get(n, "value"));
            m->then_text = json_string(json_get(t, "value"));
            m->now_text = json_string(json_get(n, "value"));
            m->then_unit = json_string(json_get(t, "unit"));
            m->now_unit = json_string(json_get(n, "unit"));
        }
    }
}

void compare_plans(const struct json *then, const struct json *now, struct compare *out)
{
    memset(out, 0, sizeof *out);
    out->then = then;
    out->now = now;
    out->then_plan = chosen_of(then);
    out->now_plan = chosen_of(now);
    out->same_plan =
        out->then_plan != NULL ? plan_with(now, json_string(json_get(out->then_plan, "id"))) : NULL;
    answers(out, then, now);
    /* like with like: the plan of then as it is now, else the one that took its place */
    const struct json *y = out->same_plan != NULL ? out->same_plan : out->now_plan;
    if (out->then_plan == NULL || y == NULL)
        return;
    figures(out, out->then_plan, y);
    bills(out, out->then_plan, y);
    costs(out, out->then_plan, y);
    findings(out, y, out->then_plan, MOVED_NEW);
    findings(out, out->then_plan, y, MOVED_GONE);
}
