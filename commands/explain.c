/* explain.c - dlrig explain: which rule, claim or figure is meant, and where a figure comes from.
 */
#include <string.h>

#include "base/json.h"
#include "commands/explain.h"

#define RULES_MAX 512
#define NAMES_MAX 512 /* figures of the plans and assumptions, for the nearest ones */

static enum err unknown_rule(const char *id, struct err_info *e)
{
    const char *names[RULES_MAX];
    size_t n = 0;

    for (size_t i = 0; i < rules_count() && n < RULES_MAX; i++)
        names[n++] = rules_get(i).id;
    return cli_unknown(e, id, names, n, MSG_EXPLAIN_RULE_NEAR, MSG_EXPLAIN_RULE, NULL);
}

/* --- figures --------------------------------------------------------------------------------- */
static void input_text(struct run *r, const struct trace_input *in)
{
    str_addf(&r->out, "    %s = ", msg_text(r->lang, in->name));
    msg_arg_render(&r->out, r->lang, &in->value);
    if (in->source != NULL)
        str_addf(&r->out, "  (%s%s%s)", in->source, in->date != NULL ? ", " : "",
                 in->date != NULL ? in->date : "");
    str_addc(&r->out, '\n');
}

static void figure_text(struct run *r, const struct plan *p, const struct trace_item *it)
{
    str_addf(&r->out, "%s = ", it->id);
    msg_arg_render(&r->out, r->lang, &it->result);
    str_addf(&r->out, "\n  %s\n", msg_text(r->lang, it->formula));
    for (int i = 0; i < it->n; i++)
        input_text(r, &it->in[i]);
    explain_line(r, "  ", MSG_EXPLAIN_SOURCE, it->ref);
    struct str title;
    str_init(&title, 1024);
    msg_render(&title, r->lang, &p->title);
    explain_line(r, "  ", MSG_EXPLAIN_PLAN, title.p);
    str_free(&title);
}

static void figure_json(struct run *r, const struct plan *p, const struct trace_item *it)
{
    struct json_out w;
    struct str text;

    str_init(&text, 65536);
    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.figure/1");
    jw_kstr(&w, "id", it->id);
    jw_kstr(&w, "plan", p->id);
    jw_knum(&w, "value", it->result.num);
    msg_arg_render(&text, r->lang, &it->result);
    jw_kstr(&w, "text", text.p);
    jw_kstr(&w, "formula", msg_text(r->lang, it->formula));
    jw_kstr(&w, "source", it->ref);
    jw_key(&w, "inputs");
    jw_arr(&w);
    for (int i = 0; i < it->n; i++) {
        const struct trace_input *in = &it->in[i];
        jw_obj(&w);
        jw_kstr(&w, "name", msg_text(r->lang, in->name));
        str_clear(&text);
        msg_arg_render(&text, r->lang, &in->value);
        jw_kstr(&w, "value", text.p);
        jw_kstr(&w, "source", in->source);
        jw_kstr(&w, "date", in->date);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
    str_free(&text);
}

/* The plan whose trace knows the figure: the chosen one before the others. */
static const struct trace_item *find_figure(const struct result *x, const char *id,
                                            const struct plan **plan)
{
    const struct trace_item *it = NULL;

    if (x->chosen >= 0) {
        *plan = &x->plan[x->chosen];
        it = trace_find(&(*plan)->trace, id);
    }
    for (size_t i = 0; i < x->plan_n && it == NULL; i++) {
        *plan = &x->plan[i];
        it = trace_find(&(*plan)->trace, id);
    }
    return it;
}

static enum err unknown_figure(const struct run *r, const struct result *x, const char *id,
                               struct err_info *e)
{
    const struct facts *f = &r->ctx->facts;
    const char *names[NAMES_MAX];
    size_t n = 0;

    for (size_t i = 0; i < f->factor_n && n < NAMES_MAX; i++)
        if (str_eq(f->factor[i].table, "tco"))
            names[n++] = f->factor[i].id;
    for (size_t i = 0; i < x->plan_n; i++) {
        for (const struct trace_item *it = x->plan[i].trace.first; it != NULL; it = it->next) {
            size_t k = 0;
            while (k < n && !str_eq(names[k], it->id))
                k++;
            if (k == n && n < NAMES_MAX)
                names[n++] = it->id;
        }
    }
    return cli_unknown(e, id, names, n, MSG_EXPLAIN_FIGURE_NEAR, MSG_EXPLAIN_FIGURE, NULL);
}

/* Without a job the defaults of the questions stand for one; the facts are loaded. */
static enum err explain_figure(struct run *r, const char *id, struct err_info *e)
{
    struct answers a;
    const struct plan *plan = NULL;
    struct engine_options opt = {.policy = context_policy(r->ctx)};

    enum err rc = job_read(r, &a, NULL, NULL, e);
    if (rc == OK)
        rc = context_offers_for(r->ctx, &a, e);
    if (rc != OK)
        return rc;
    const struct result *x =
        engine_run(&a, &r->ctx->facts, &r->ctx->prices, r->ctx->now, &opt, &r->arena, e);
    if (x == NULL)
        return e->code;
    const struct trace_item *it = find_figure(x, id, &plan);
    if (it == NULL)
        return unknown_figure(r, x, id, e);
    if (str_eq(r->format, "json"))
        figure_json(r, plan, it);
    else
        figure_text(r, plan, it);
    return OK;
}

enum err command_explain(struct run *r, struct err_info *e)
{
    struct export_options o = run_export_options(r);

    if (r->opt->on[FLAG_LIST] && r->opt->arg_n == 0)
        return export_rules(run_export_format(r), &o, &r->out, e);
    if (r->opt->arg_n == 0 || r->opt->on[FLAG_LIST])
        return cli_fail(e, ERR_USAGE, MSG_EXPLAIN_NEEDS, NULL, NULL, NULL);
    const char *id = r->opt->arg[0];
    if (explain_rule(r, id) || explain_study(r, id))
        return OK;
    enum err rc = context_load(r->ctx, e);
    if (rc != OK || explain_factor(r, id))
        return rc;
    return strchr(id, '.') != NULL ? explain_figure(r, id, e) : unknown_rule(id, e);
}
