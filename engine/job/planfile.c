#include "engine/job/planfile.h"

#include <math.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/job/fault.h"
#include "engine/job/nearest.h"

#define OFFERED 3
#define QTY_MAX 4096

static const char *const from_words[] = {"default", "given", "derived"};
static const char *const op_words[] = {"lock", "unlock", "swap", "qty", "drop", "add"};
#define WORDS(list) (sizeof(list) / sizeof(list)[0])

const char *answer_from_word(enum answer_from from)
{
    return from_words[from];
}

/* --- errors with a place --------------------------------------------------------------------- */
struct reading {
    const char *file;
    struct err_info *e;
    struct plan_file *p;
};

/* located: puts file, line and JSON path on an error that is already made. */
static enum err located(struct reading *r, const struct json *v, const char *path)
{
    if (r->e) {
        err_where(r->e, r->file, v ? json_line(v) : 0, path);
        r->e->code = ERR_VALUE;
    }
    return ERR_VALUE;
}

static enum err bad(struct reading *r, const struct json *v, const char *path, enum msg_id id,
                    const char *first, const char *second)
{
    struct fault x = fault_begin(r->e, ERR_VALUE, id);
    fault_user(&x, first);
    fault_str(&x, second);
    fault_end(&x);
    return located(r, v, path);
}

static enum err bad_number(struct reading *r, const struct json *v, const char *path,
                           enum msg_id id, double most)
{
    struct fault x = fault_begin(r->e, ERR_VALUE, id);
    fault_arg(&x, ARG_INT(most));
    fault_end(&x);
    return located(r, v, path);
}

/* unknown_key: near are words that may have been meant; none: all of them are told. */
static enum err unknown_key(struct reading *r, const struct json *v, const char *under,
                            const char *const *near, size_t n)
{
    struct str all, path;
    str_init(&all, 256);
    str_init(&path, 127);
    nearest_join(&all, near, n);
    str_add(&path, under);
    str_add(&path, *under ? "." : "");
    str_add(&path, json_key(v));
    enum err result = bad(r, v, path.p, MSG_PLAN_FILE_KEY, json_key(v), all.p);
    str_free(&all);
    str_free(&path);
    return result;
}

static enum err only_keys(struct reading *r, const struct json *obj, const char *under,
                          const char *const *keys, size_t n)
{
    for (const struct json *v = json_at(obj, 0); v; v = json_next(v)) {
        bool good = false;
        for (size_t i = 0; i < n; i++) {
            good = good || str_eq(json_key(v), keys[i]);
        }
        if (!good) {
            return unknown_key(r, v, under, keys, n);
        }
    }
    return OK;
}

static int word_index(const char *word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_eq(words[i], word)) {
            return (int)i;
        }
    }
    return -1;
}

/* --- one answer ------------------------------------------------------------------------------ */
struct value {
    const struct json *v;
    const char *unit; /* NULL: not given */
    enum answer_from from;
};

/* join_array: ["a", "b"] -> "a,b"; false when an element is no text. */
static bool join_array(struct str *out, const struct json *array)
{
    for (const struct json *v = json_at(array, 0); v; v = json_next(v)) {
        if (!json_string(v)) {
            return false;
        }
        str_add(out, out->len ? "," : "");
        str_add(out, json_string(v));
    }
    return true;
}

static enum err set_number(struct reading *r, const struct question *q, const struct value *in,
                           double x)
{
    struct answers *a = &r->p->answers;
    bool money = q->type == ANSWER_QUANTITY && q->unit == NUM_MONEY;
    bool base = in->unit && (money || str_eq(in->unit, question_unit(q)));
    if (base) {
        return answers_set_number(a, q->id, x, money ? in->unit : NULL, in->from, r->e);
    }
    struct str text;
    str_init(&text, 128);
    num_json(&text, x);
    str_add(&text, in->unit ? in->unit : "");
    enum err result = answers_set(a, q->id, text.p, in->from, r->e);
    str_free(&text);
    return result;
}

static enum err set_answer(struct reading *r, const struct question *q, const struct value *in,
                           const char *path)
{
    struct answers *a = &r->p->answers;
    enum err result = OK;
    struct str list;
    str_init(&list, 4 * ANSWER_TEXT_MAX);
    switch (json_type(in->v)) {
    case JSON_NULL: break;
    case JSON_NUMBER:
        if (q->type != ANSWER_QUANTITY && q->type != ANSWER_TEXT) {
            result = bad(r, in->v, path, MSG_JOB_TEXT_WANTED, q->name, question_example(q));
        } else {
            result = set_number(r, q, in, json_number(in->v));
        }
        break;
    case JSON_STRING: result = answers_set(a, q->id, json_string(in->v), in->from, r->e); break;
    case JSON_BOOL:
        if (q->type == ANSWER_YESNO) {
            result = answers_set(a, q->id, json_bool(in->v, false) ? "yes" : "no", in->from, r->e);
        } else {
            result = bad(r, in->v, path, MSG_JOB_TEXT_WANTED, q->name, question_example(q));
        }
        break;
    case JSON_ARRAY:
        if (q->type == ANSWER_LIST && join_array(&list, in->v)) {
            result = answers_set(a, q->id, list.p, in->from, r->e);
            break;
        }
        /* fall through */
    case JSON_OBJECT:
        result = bad(r, in->v, path, MSG_JOB_NUMBER_WANTED, q->name, question_example(q));
        break;
    }
    str_free(&list);
    if (result == OK && json_type(in->v) != JSON_NULL)
        r->p->line[q->id] = json_line(in->v);
    return result == OK ? OK : located(r, in->v, path);
}

/* open_value: {"value", "unit", "from"} or a bare value. */
static enum err open_value(struct reading *r, const struct json *v, const char *path,
                           struct value *out)
{
    static const char *const keys[] = {"value", "unit", "from"};
    *out = (struct value){v, NULL, FROM_GIVEN};
    if (json_type(v) != JSON_OBJECT) {
        return OK;
    }
    enum err result = only_keys(r, v, path, keys, WORDS(keys));
    if (result != OK) {
        return result;
    }
    const struct json *unit = json_get(v, "unit"), *from = json_get(v, "from");
    if (unit && !json_string(unit) && json_type(unit) != JSON_NULL) {
        return bad(r, unit, path, MSG_PLAN_FILE_TEXT, "", "");
    }
    if (from) {
        int at =
            json_string(from) ? word_index(json_string(from), from_words, WORDS(from_words)) : -1;
        if (at < 0) {
            return bad(r, from, path, MSG_PLAN_FILE_FROM, "", "");
        }
        out->from = (enum answer_from)at;
    }
    out->unit = unit ? json_string(unit) : NULL;
    out->v = json_get(v, "value");
    if (!out->v) {
        return bad(r, v, path, MSG_JOB_TEXT_WANTED, "value", "4k");
    }
    return OK;
}

/* read_job: given answers first, because they make stored defaults void. */
static enum err read_job(struct reading *r, const struct json *job, const char *under)
{
    r->p->under = under;
    for (int pass = 0; pass < 2; pass++) {
        for (const struct json *v = json_at(job, 0); v; v = json_next(v)) {
            const struct question *q = question_find(json_key(v));
            if (!q) {
                const char *near[OFFERED];
                size_t n = question_nearest(json_key(v), near, OFFERED);
                static const char *const common[] = {"task", "model", "gpu"};
                return unknown_key(r, v, under, n ? near : common, n ? n : WORDS(common));
            }
            char path[64];
            str_copy(path, sizeof path, q->name);
            if (*under) {
                struct str joined;
                str_init(&joined, sizeof path - 1);
                str_addf(&joined, "%s.%s", under, q->name);
                str_copy(path, sizeof path, joined.p);
                str_free(&joined);
            }
            struct value in;
            enum err result = open_value(r, v, path, &in);
            if (result == OK && (in.from == FROM_GIVEN) == (pass == 0)) {
                result = set_answer(r, q, &in, path);
            }
            if (result != OK) {
                return result;
            }
        }
    }
    return OK;
}

/* --- edits ----------------------------------------------------------------------------------- */
static const char *kind_at(size_t i)
{
    return part_kind_word((enum part_kind)i);
}

static enum err read_text(struct reading *r, const struct json *v, const char *path, char *out,
                          size_t cap)
{
    const char *s = v ? json_string(v) : "";
    if (v && json_type(v) == JSON_NULL) {
        s = "";
    }
    if (!s) {
        return bad(r, v, path, MSG_PLAN_FILE_TEXT, "", "");
    }
    if (strlen(s) >= cap) {
        return bad_number(r, v, path, MSG_PLAN_FILE_LONG, (double)(cap - 1));
    }
    str_copy(out, cap, s);
    return OK;
}

static enum err read_kind(struct reading *r, const struct json *v, const char *path,
                          enum part_kind *out)
{
    const char *word = v ? json_string(v) : NULL;
    for (size_t i = 0; word && i < PART_KINDS; i++) {
        if (str_eq(kind_at(i), word)) {
            *out = (enum part_kind)i;
            return OK;
        }
    }
    struct str all;
    str_init(&all, 160);
    for (size_t i = 0; i < PART_KINDS; i++) {
        str_add(&all, i > 0 ? ", " : "");
        str_add(&all, kind_at(i));
    }
    enum err result = bad(r, v, path, MSG_PLAN_FILE_KIND, word ? word : "", all.p);
    str_free(&all);
    return result;
}

static enum err read_edit(struct reading *r, const struct json *v, const char *path,
                          struct edit *out)
{
    static const char *const keys[] = {"op", "kind", "id", "to", "qty", "of"};
    memset(out, 0, sizeof *out);
    const struct json *op = json_get(v, "op");
    int at = op && json_string(op) ? word_index(json_string(op), op_words, WORDS(op_words)) : -1;
    if (json_type(v) != JSON_OBJECT || at < 0) {
        struct fault x = fault_begin(r->e, ERR_VALUE, MSG_PLAN_FILE_EDIT);
        fault_arg(&x, ARG_STR("lock, unlock, swap, qty, drop, add"));
        fault_end(&x);
        return located(r, v, path);
    }
    out->op = (enum edit_op)at;
    enum err result = only_keys(r, v, path, keys, WORDS(keys));
    result = result == OK ? read_kind(r, json_get(v, "kind"), path, &out->kind) : result;
    result = result == OK ? read_text(r, json_get(v, "id"), path, out->id, sizeof out->id) : result;
    result = result == OK ? read_text(r, json_get(v, "to"), path, out->to, sizeof out->to) : result;
    const struct json *qty = json_get(v, "qty");
    if (result == OK && qty && json_type(qty) != JSON_NULL) {
        double n = json_number(qty);
        if (!(n >= 0 && n <= QTY_MAX) || n != floor(n)) {
            return bad_number(r, qty, path, MSG_PLAN_FILE_QTY, QTY_MAX);
        }
        out->qty = (int)n;
    }
    const struct json *of = json_get(v, "of");
    if (result == OK && of && json_type(of) != JSON_NULL) {
        const char *word = json_string(of);
        out->all = str_eq(word, "all");
        if (!out->all && !str_eq(word, "chosen"))
            return bad(r, of, path, MSG_PLAN_FILE_EDIT_OF, word ? word : "", "");
    }
    return result;
}

static enum err read_edits(struct reading *r, const struct json *edits)
{
    if (!edits || json_type(edits) == JSON_NULL) {
        return OK;
    }
    if (json_type(edits) != JSON_ARRAY) {
        return bad(r, edits, "edits", MSG_PLAN_FILE_EDIT, op_words[0], "");
    }
    if (json_count(edits) > EDITS_MAX) {
        return bad_number(r, edits, "edits", MSG_PLAN_FILE_EDITS, EDITS_MAX);
    }
    for (const struct json *v = json_at(edits, 0); v; v = json_next(v)) {
        struct str path;
        str_init(&path, 64);
        str_addf(&path, "edits[%d]", r->p->edits.n);
        enum err result = read_edit(r, v, path.p, &r->p->edits.e[r->p->edits.n]);
        str_free(&path);
        if (result != OK) {
            return result;
        }
        r->p->edits.n++;
    }
    return OK;
}

/* --- the whole ------------------------------------------------------------------------------- */
static enum err read_as_of(struct reading *r, const struct json *v)
{
    enum err result = read_text(r, v, "as_of", r->p->as_of, sizeof r->p->as_of);
    int32_t days;
    if (result == OK && r->p->as_of[0] &&
        (strlen(r->p->as_of) != 10 || !date_parse(r->p->as_of, &days))) {
        result = bad(r, v, "as_of", MSG_PLAN_FILE_DATE, r->p->as_of, "");
    }
    return result;
}

static enum err read_envelope(struct reading *r, const struct json *root)
{
    static const char *const keys[] = {"schema", "as_of", "job", "edits", "chosen"};
    static const char *const whole[] = {"dlrig.plan/1", "dlrig.size/1", "dlrig.fits/1"};
    const struct json *schema = json_get(root, "schema");
    const char *name = schema ? json_string(schema) : "dlrig.job/1";
    enum err result = OK;
    if (str_eq(name, "dlrig.job/1")) {
        result = only_keys(r, root, "", keys, WORDS(keys));
    } else if (!name || word_index(name, whole, WORDS(whole)) < 0) {
        result = bad(r, schema, "schema", MSG_PLAN_FILE_SCHEMA, name ? name : "", "");
    }
    if (result != OK) {
        return result;
    }
    const struct json *job = json_get(root, "job");
    if (!job || json_type(job) != JSON_OBJECT) {
        return bad(r, job ? job : root, "job", MSG_PLAN_FILE_JOB, "", "");
    }
    result = read_job(r, job, "job");
    result = result == OK ? read_edits(r, json_get(root, "edits")) : result;
    result = result == OK ? read_text(r, json_get(root, "chosen"), "chosen", r->p->chosen,
                                      sizeof r->p->chosen)
                          : result;
    return result == OK ? read_as_of(r, json_get(root, "as_of")) : result;
}

enum err planfile_read(const char *text, size_t len, const char *file, struct plan_file *out,
                       struct err_info *e)
{
    struct json_doc *doc = NULL;
    enum err result = json_parse(text, len, PLANFILE_MAX_BYTES, &doc, e);
    if (result != OK) {
        if (e) {
            str_copy(e->file, sizeof e->file, file);
        }
        return result;
    }
    struct plan_file p;
    memset(&p, 0, sizeof p);
    answers_init(&p.answers);
    struct reading r = {.file = file, .e = e, .p = &p};
    const struct json *root = json_root(doc);
    if (json_type(root) != JSON_OBJECT) {
        result = bad(&r, root, "", MSG_PLAN_FILE_ROOT, "", "");
    } else if (json_get(root, "schema") || json_get(root, "job")) {
        result = read_envelope(&r, root);
    } else {
        result = read_job(&r, root, "");
    }
    if (result == OK) {
        *out = p;
    }
    json_free(doc);
    return result;
}
