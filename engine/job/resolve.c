#include "engine/job/resolve.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/job/choices.h"
#include "engine/job/fault.h"

enum err job_refuse(struct resolve *r, enum msg_id id, int n, ...)
{
    struct fault x = fault_begin(r->e, ERR_USAGE, id);
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        struct msg_arg arg = va_arg(ap, struct msg_arg);
        if (arg.kind == ARG_KIND_STR) {
            fault_str(&x, arg.str);
        } else {
            fault_arg(&x, arg);
        }
    }
    va_end(ap);
    return fault_end(&x);
}

bool job_answered(const struct resolve *r, enum question_id id)
{
    return r->a->a[id].set && r->a->a[id].from == FROM_GIVEN;
}

void job_note(struct resolve *r, enum question_id id, const char *text)
{
    struct job *j = r->j;
    j->text[id] = str_empty(text) ? NULL : arena_strdup(r->arena, text);
    str_copy(j->shown[id], sizeof j->shown[id], text ? text : "");
}

static void note_number(struct resolve *r, enum question_id id, double x, const char *currency)
{
    r->j->value[id] = x;
    if (!known(x)) {
        job_note(r, id, NULL);
        return;
    }
    struct str text;
    str_init(&text, ANSWER_TEXT_MAX);
    answers_text(&text, question_get(id), x, currency);
    job_note(r, id, text.p);
    str_free(&text);
}

/* The value as a plan file holds it, with 12 digits: a stored plan gives the same job again. */
static double as_written(double x)
{
    double same = x;
    if (!known(x) || (fabs(x) < 1e12 && floor(x) >= x))
        return x; /* whole numbers, as most are, stay what they are */
    struct str s;
    str_init(&s, 64);
    num_json(&s, x);
    if (num_plain(s.p, &same) != NUM_OK)
        same = x;
    str_free(&s);
    return same;
}

double job_number(struct resolve *r, enum question_id id, double otherwise)
{
    const struct answer *a = &r->a->a[id];
    double x = as_written(a->set ? a->num : otherwise);
    r->j->from[id] = a->set ? a->from : FROM_DEFAULT;
    note_number(r, id, x, a->set ? a->currency : NULL);
    return x;
}

double job_derived(struct resolve *r, enum question_id id, double value)
{
    return r->a->a[id].set ? job_number(r, id, value) : job_follows(r, id, value);
}

double job_follows(struct resolve *r, enum question_id id, double value)
{
    value = as_written(value);
    note_number(r, id, value, NULL);
    r->j->from[id] = FROM_DERIVED;
    return value;
}

const char *job_text(struct resolve *r, enum question_id id, const char *otherwise)
{
    const struct answer *a = &r->a->a[id];
    r->j->from[id] = a->set ? a->from : FROM_DEFAULT;
    job_note(r, id, a->set ? a->text : otherwise);
    return r->j->text[id];
}

int job_choice(struct resolve *r, enum question_id id, int otherwise)
{
    const struct question *q = question_get(id);
    const char *word = job_text(r, id, q->choices[otherwise].word);
    int at = word ? choice_index(q->choices, word) : -1;
    return at >= 0 ? at : otherwise;
}

bool job_yes(struct resolve *r, enum question_id id, bool otherwise)
{
    return job_choice(r, id, otherwise ? 0 : 1) == 0;
}

enum err job_resolve(const struct answers *a, const struct facts *f, struct arena *arena,
                     struct job *out, struct err_info *e)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < Q_COUNT; i++) {
        out->value[i] = UNKNOWN;
    }
    struct resolve r = {.a = a, .f = f, .arena = arena, .j = out, .e = e};
    enum err (*const steps[])(struct resolve *) = {resolve_model, resolve_site, resolve_method,
                                                   resolve_scale, check_job};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        enum err result = steps[i](&r);
        if (result != OK) {
            return result;
        }
    }
    return arena_failed(arena) ? err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL) : OK;
}
