/*
 * launch.c - which launch file can say which plan, and what all of them share.
 */
#include "export/launch.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Engines that a launch file knows to start. */
static const struct {
    const char *engine;
    enum launch_work work;
} engines[] = {
    {"vllm", WORK_VLLM},
    {"vllm-ascend", WORK_VLLM},
    {"vllm-kunlun", WORK_VLLM},
    {"llama.cpp", WORK_LLAMA},
};

/* What each form can say. */
static const struct {
    enum export_format f;
    enum launch_host host;
    unsigned works;
    const char *engine; /* the one it asks for; NULL: any of its works */
} forms[] = {
    {EXPORT_SKYPILOT, HOST_SKY, 1u << WORK_TRAIN | 1u << WORK_VLLM | 1u << WORK_LLAMA, NULL},
    {EXPORT_SLURM, HOST_SLURM, 1u << WORK_TRAIN | 1u << WORK_VLLM | 1u << WORK_LLAMA, NULL},
    {EXPORT_TORCHRUN, HOST_ALONE, 1u << WORK_TRAIN, NULL},
    {EXPORT_VLLM, HOST_ALONE, 1u << WORK_VLLM, "vllm"},
    {EXPORT_LLAMA_CPP, HOST_ALONE, 1u << WORK_LLAMA, "llama.cpp"},
};
#define FORMS (sizeof forms / sizeof forms[0])

static size_t form_of(enum export_format f)
{
    size_t i = 0;
    while (i < FORMS && forms[i].f != f)
        i++;
    return i;
}

static enum launch_work work_of(const struct job *job)
{
    if (job->training && job->engine != NULL)
        return WORK_TRAIN;
    if (job->task != TASK_SERVE && job->task != TASK_BATCH_INFERENCE)
        return WORK_NONE;
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
        if (job->engine != NULL && str_eq(engines[i].engine, job->engine->id))
            return engines[i].work;
    return WORK_NONE;
}

const char *export_launch_engine(enum export_format f, const struct job *job)
{
    size_t i = form_of(f);
    bool serves = job->task == TASK_SERVE || job->task == TASK_BATCH_INFERENCE;
    if (i == FORMS || forms[i].engine == NULL || !serves ||
        (forms[i].works >> work_of(job) & 1u) != 0)
        return NULL;
    return forms[i].engine;
}

/* The forms that can say what this one cannot. */
static enum err wrong_form(enum export_format f, const struct job *job, enum launch_work work,
                           struct err_info *e)
{
    struct str list;
    str_init(&list, 200);
    for (size_t i = 0; i < FORMS && work != WORK_NONE; i++)
        if ((forms[i].works >> work & 1u) != 0)
            str_addf(&list, "%s%s", list.len > 0 ? ", " : "", export_format_word(forms[i].f));
    str_addf(&list, "%stext, md, html, json", list.len > 0 ? ", " : "");
    struct msg_arg a[3] = {ARG_STR(export_format_word(f)),
                           ARG_STR(job->engine != NULL ? job->engine->name : task_word(job->task)),
                           ARG_STR(err_detail(e, list.p))};
    enum err rc = err_set(e, ERR_UNSUPPORTED, MSG_LAUNCH_WRONG_FORM, 3, a);
    str_free(&list);
    return rc;
}

/* Requests in flight of one replica. */
static double users_of(const struct job *job, const struct layout *l)
{
    double users = known(job->users) && job->users >= 1 ? job->users : 1;
    return fmax(1, ceil(users / fmax(1, l->dp)));
}

enum err plan_launch(enum export_format f, const struct result *r, const struct export_options *o,
                     struct str *out, struct err_info *e)
{
    const struct plan *p = r->plan_n > 0 ? &r->plan[r->chosen >= 0 ? r->chosen : 0] : NULL;
    size_t form = form_of(f);
    struct launch x = {.r = r, .o = o, .p = p, .job = &r->job, .host = forms[form].host};
    x.work = work_of(&r->job);
    if ((forms[form].works >> x.work & 1u) == 0 || x.work == WORK_NONE ||
        (x.work != WORK_TRAIN && r->job.model == NULL))
        return wrong_form(f, &r->job, x.work, e);
    if (p != NULL) {
        x.z = &p->sizing;
        x.layout = p->sizing.verdict == VERDICT_DEPENDS && p->sizing.sharded.dp > 0
                       ? p->sizing.sharded
                       : p->sizing.layout;
        x.software = facts_software(r->facts, p->accel);
        x.nodes = p->nodes > 0 ? p->nodes : 1;
        x.per_node = p->per_node > 0 ? p->per_node : 1;
        x.users = users_of(&r->job, &x.layout);
        enum err rc = x.work == WORK_TRAIN ? train_can(&x, e) : serve_can(&x, e);
        if (rc != OK)
            return rc;
    }
    switch (x.host) {
    case HOST_ALONE: launch_script(&x, out); break;
    case HOST_SLURM: launch_slurm(&x, out); break;
    case HOST_SKY: launch_skypilot(&x, out); break;
    }
    return OK;
}

/* --- what all files share ---------------------------------------------------------------- */
static void say(const struct launch *x, struct str *out, const char *plain)
{
    struct msg m = msg_make(MSG_VALUE_ALONE, 1, ARG_STR(plain));
    script_comment(out, x->o->lang, &m);
}

void launch_comments(const struct launch *x, struct str *out)
{
    enum lang lang = x->o->lang;
    struct str s;
    str_init(&s, TEXT_MAX);
    export_verdict_line(&s, lang, &x->r->verdict, x->job);
    say(x, out, s.p);
    str_clear(&s);
    export_job_line(&s, lang, x->job);
    say(x, out, s.p);
    if (x->p == NULL) {
        struct msg none = msg_make(MSG_LAUNCH_NO_PLAN, 0);
        script_comment(out, lang, &none);
        str_free(&s);
        return;
    }
    str_clear(&s);
    export_plan_title(&s, lang, x->r->facts, x->p);
    text_id(&s, lang, MSG_PUNCT_COLON);
    text_price(&s, lang, x->r, x->p);
    say(x, out, s.p);
    str_clear(&s);
    export_layout(&s, lang, &x->layout, x->job);
    struct msg m = msg_make(MSG_LAUNCH_LAYOUT, 1, ARG_STR(s.p));
    script_comment(out, lang, &m);
    m = msg_make(MSG_LAUNCH_PLAN, 3, ARG_STR(x->p->id), ARG_STR(x->r->facts->version),
                 ARG_STR(x->r->prices->newest));
    script_comment(out, lang, &m);
    if (x->z->verdict == VERDICT_DOES_NOT_FIT) {
        m = msg_make(MSG_LAUNCH_DOES_NOT_FIT, 0);
        script_comment(out, lang, &m);
    }
    str_free(&s);
}

void launch_variables(const struct launch *x, struct str *out)
{
    if (x->work == WORK_TRAIN)
        train_variables(x, out);
    else
        serve_variables(x, out);
}

void launch_body(const struct launch *x, struct str *out)
{
    if (x->work == WORK_TRAIN)
        train_body(x, out);
    else
        serve_body(x, out);
}

const char *launch_precision(const struct launch *x)
{
    const struct accel *a = x->p != NULL ? x->p->accel : NULL;
    bool bare = a != NULL && known(a->bf16_tflops) && !(a->bf16_tflops > 0);
    return bare && str_eq(x->job->precision->id, "bf16") ? "fp16" : x->job->precision->id;
}

void launch_name(const struct launch *x, struct str *out)
{
    str_addf(out, "dlrig-%s", task_word(x->job->task));
    if (x->job->model == NULL || !script_word(x->job->model->id))
        return;
    str_addc(out, '-');
    for (const char *p = x->job->model->id; *p != '\0'; p++)
        str_addc(out, isalnum((unsigned char)*p) ? *p : '-');
}
