/*
 * read_json.c - parts of a JSON file: a whole plan (dlrig.plan/1), an object with "bom" or "parts",
 * a bare array of objects or names, or an object whose members are kinds, {"gpu": "2x RTX 3090"}.
 */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/check/list.h"

struct reader {
    struct parts_list *out;
    struct arena *arena;
    struct err_info *e;
    const char *under; /* path of the array: "plans[0].bom" */
};

static enum err bad(struct reader *r, const struct json *v, const char *path, enum msg_id id,
                    const char *text)
{
    struct parts_line at = {.at = json_line(v)};
    return parts_fault(r->out, &at, ERR_VALUE, id, text, path, r->e);
}

/* {"amount": 549, "currency": "USD"} */
static void take_money(struct reader *r, struct parts_line *l, const struct json *v)
{
    const struct json *amount = json_get(v, "amount");
    const char *currency = json_string(json_get(v, "currency"));
    if (!str_eq(parts_column(json_key(v)), "price") || json_type(amount) != JSON_NUMBER)
        return;
    l->price = json_number(amount);
    l->currency = currency != NULL ? arena_strdup(r->arena, currency) : l->currency;
}

static enum err take_cell(struct reader *r, struct parts_line *l, const struct json *v)
{
    struct str s;
    str_init(&s, 4096);
    switch (json_type(v)) {
    case JSON_STRING: str_add(&s, json_string(v)); break;
    case JSON_NUMBER: num_json(&s, json_number(v)); break;
    case JSON_BOOL: str_add(&s, json_bool(v, false) ? "yes" : "no"); break;
    case JSON_OBJECT: take_money(r, l, v); break;
    case JSON_NULL:
    case JSON_ARRAY: break; /* unknown, or nothing that a part would have */
    }
    bool good = parts_put(l, json_key(v), s.p, r->arena);
    enum err rc = good ? OK : bad(r, v, l->path, MSG_CHECK_COUNT, s.p);
    str_free(&s);
    return rc;
}

/* Members of a bill of ours that say nothing of the part itself. */
static bool is_ledger(const char *key)
{
    static const char *const words[] = {"line",     "total",      "watts",    "price_date",
                                        "source",   "confidence", "estimate", "locked",
                                        "included", "match",      "near"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_eq(words[i], key))
            return true;
    return false;
}

static enum err take_part(struct reader *r, const struct json *v, size_t i)
{
    char path[96];
    struct parts_line *l = parts_add(r->out);
    if (l == NULL)
        return parts_fault(r->out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LINES, "512", r->under, r->e);
    snprintf(path, sizeof path, "%s[%zu]", r->under, i);
    l->path = arena_strdup(r->arena, path);
    l->at = json_line(v);
    if (json_type(v) == JSON_STRING) {
        l->text = arena_strdup(r->arena, json_string(v));
        return OK;
    }
    if (json_type(v) != JSON_OBJECT)
        return bad(r, v, path, MSG_CHECK_JSON_PART, "");
    for (const struct json *c = json_at(v, 0); c != NULL; c = json_next(c)) {
        if (r->out->own && is_ledger(json_key(c)))
            continue;
        enum err rc = take_cell(r, l, c);
        if (rc != OK)
            return rc;
    }
    if (!parts_row_done(l, r->arena) || (l->id == NULL && l->text == NULL && l->figure_n == 0))
        r->out->n--;
    return OK;
}

static enum err take_array(struct reader *r, const struct json *a)
{
    if (json_type(a) != JSON_ARRAY)
        return bad(r, a, r->under, MSG_CHECK_JSON_FORM, "");
    size_t i = 0;
    for (const struct json *v = json_at(a, 0); v != NULL; v = json_next(v), i++) {
        enum err rc = take_part(r, v, i);
        if (rc != OK)
            return rc;
    }
    return OK;
}

static enum err take_kinds(struct reader *r, const struct json *root);

/* {"gpu": ..., "cpu": ...} within {"machine": ...}, not {"name": ...} */
static bool holds_kinds(const struct json *v)
{
    struct parts_line probe = {.kind = PART_KINDS};
    int kinds = 0;
    for (const struct json *x = json_at(v, 0); x != NULL; x = json_next(x)) {
        const char *what = parts_column(json_key(x));
        if (str_eq(what, "name") || str_eq(what, "id") || str_eq(what, "spec"))
            return false;
        kinds += parts_kind_word(&probe, json_key(x));
    }
    return kinds > 0;
}

/* {"ram_gb": 64}, {"psu_w": 1600} */
static enum err take_amount(struct reader *r, const struct json *v, const char *key)
{
    static const struct {
        const char *key;
        enum part_kind kind;
        const char *figure;
    } amounts[] = {{"ram_gb", PART_MEMORY, "total_gb"},
                   {"memory_gb", PART_MEMORY, "total_gb"},
                   {"psu_w", PART_PSU, "watts"},
                   {"psu_watts", PART_PSU, "watts"},
                   {"storage_gb", PART_SSD, "capacity_gb"},
                   {"ssd_gb", PART_SSD, "capacity_gb"}};
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        if (!str_eq(amounts[i].key, key))
            continue;
        struct parts_line *l = parts_add(r->out);
        if (l == NULL)
            return parts_fault(r->out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LINES, "512", key, r->e);
        struct str s;
        str_init(&s, 64);
        num_json(&s, json_number(v));
        l->kind = amounts[i].kind;
        l->text = l->path = arena_strdup(r->arena, key);
        l->at = json_line(v);
        l->figure[l->figure_n++] =
            (struct part_figure){amounts[i].figure, arena_strdup(r->arena, s.p)};
        str_free(&s);
    }
    return OK;
}

/* One member whose name is a kind: a name, a number of them, an object or an array of these. */
static enum err take_kind(struct reader *r, const struct json *v, const char *kind)
{
    struct parts_line probe = {.kind = PART_KINDS};
    enum err rc = OK;
    if (json_type(v) == JSON_ARRAY) {
        for (const struct json *x = json_at(v, 0); x != NULL && rc == OK; x = json_next(x))
            rc = take_kind(r, x, kind);
        return rc;
    }
    if (json_type(v) == JSON_NUMBER)
        return take_amount(r, v, kind);
    if (json_type(v) == JSON_OBJECT && holds_kinds(v))
        return take_kinds(r, v);
    if ((json_type(v) != JSON_STRING && json_type(v) != JSON_OBJECT) ||
        !parts_kind_word(&probe, kind))
        return OK; /* a word about the list */
    int before = r->out->n;
    rc = take_part(r, v, (size_t)before);
    for (int i = before; i < r->out->n; i++) {
        struct parts_line *l = &r->out->line[i];
        l->kind = l->kind == PART_KINDS ? probe.kind : l->kind;
        l->drive = l->drive || probe.drive;
        l->aside = l->aside || probe.aside;
        l->path = arena_strdup(r->arena, kind);
    }
    return rc;
}

static enum err take_kinds(struct reader *r, const struct json *root)
{
    enum err rc = OK;
    for (const struct json *v = json_at(root, 0); v != NULL && rc == OK; v = json_next(v))
        rc = take_kind(r, v, json_key(v));
    return rc;
}

/* The plan wanted, the chosen one when it has parts, else the first that has. */
static const struct json *plan_of(const struct json *root, const char *wanted, size_t *index)
{
    const struct json *plans = json_get(root, "plans"), *first = NULL;
    const char *chosen = wanted != NULL ? wanted : json_string(json_get(root, "chosen"));
    size_t i = 0;
    for (const struct json *p = json_at(plans, 0); p != NULL; p = json_next(p), i++) {
        bool own = str_eq(json_string(json_get(p, "kind")), "own");
        if (chosen != NULL && str_eq(json_string(json_get(p, "id")), chosen) &&
            (own || wanted != NULL)) {
            *index = i;
            return p;
        }
        if (first == NULL && own && wanted == NULL) {
            first = p;
            *index = i;
        }
    }
    return first;
}

static enum err take_root(struct reader *r, const struct json *root, const char *plan)
{
    static const char *const lists[] = {"bom", "parts", "items", "components", "hardware"};
    char under[64] = "";
    r->under = under;
    if (json_type(root) == JSON_ARRAY)
        return take_array(r, root);
    if (json_get(root, "plans") != NULL) {
        size_t i = 0;
        const struct json *p = plan_of(root, plan, &i);
        snprintf(under, sizeof under, "plans[%zu].bom", i);
        r->out->own = true;
        const struct json *bom = p != NULL ? json_get(p, "bom") : NULL;
        return bom != NULL ? take_array(r, bom)
                           : bad(r, root, "plans", MSG_CHECK_NO_OWN_PLAN, plan);
    }
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const struct json *a = json_get(root, lists[i]);
        if (a == NULL)
            continue;
        snprintf(under, sizeof under, "%s", lists[i]);
        r->out->own = i == 0 && json_get(root, "schema") != NULL;
        return take_array(r, a);
    }
    enum err rc = json_type(root) == JSON_OBJECT ? take_kinds(r, root) : OK;
    if (rc != OK || r->out->n > 0)
        return rc;
    return bad(r, root, NULL, MSG_CHECK_JSON_FORM, "");
}

enum err parts_read_json(const char *text, size_t len, const char *plan, struct arena *arena,
                         struct parts_list *out, struct err_info *e)
{
    struct json_doc *doc = NULL;
    enum err rc = json_parse(text, len, PARTS_BYTES_MAX, &doc, e);
    if (rc != OK) {
        err_where(e, out->file, e->line, NULL);
        return rc;
    }
    struct reader r = {out, arena, e, ""};
    const struct json *root = json_root(doc);
    rc = take_root(&r, root, plan);
    if (rc == OK && json_type(root) == JSON_OBJECT &&
        json_type(json_get(root, "job")) == JSON_OBJECT) {
        out->job_text = text;
        out->job_len = len;
    }
    json_free(doc);
    return rc;
}
