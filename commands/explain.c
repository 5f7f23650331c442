/* explain.c - dlrig explain: a rule with all that it says, or where a figure comes from. */
#include <string.h>

#include "base/json.h"
#include "commands/run.h"

#define RULES_MAX 512
#define TRACES_MAX 256

/* --- rules ----------------------------------------------------------------------------------- */
static void add_list(struct json_out *w, const char *list)
{
    char one[64];

    jw_arr(w);
    for (const char *p = list; !str_empty(p);) {
        p += strspn(p, " ");
        size_t n = strcspn(p, ",");
        if (n > 0 && n < sizeof one) {
            memcpy(one, p, n);
            one[n] = '\0';
            jw_str(w, one);
        }
        p += n + (p[n] == ',');
    }
    jw_arr_end(w);
}

/* The form of `--list`, with what more there is to one rule. */
static void rule_json(struct run *r, const struct rule_info *x)
{
    struct json_out w;
    struct str text;
    struct msg message, remedy;
    enum severity severity;

    str_init(&text, 65536);
    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.rules/1");
    jw_key(&w, "rules");
    jw_arr(&w);
    jw_obj(&w);
    jw_kstr(&w, "id", x->id);
    jw_kstr(&w, "severity", severity_word(x->severity));
    if (rules_outcome(x->index, 0, &severity, &message, &remedy)) {
        msg_render(&text, LANG_EN, &message);
        jw_kstr(&w, "en", text.p);
        str_clear(&text);
        msg_render(&text, LANG_ZH, &message);
        jw_kstr(&w, "zh", text.p);
    }
    jw_kstr(&w, "source", x->source);
    jw_kstr(&w, "seed", x->seed);
    jw_key(&w, "aliases");
    add_list(&w, x->aliases);
    jw_kstr(&w, "group", rule_group_word(x->group));
    jw_kstr(&w, "title", msg_text(r->lang, x->title));
    jw_key(&w, "outcomes");
    jw_arr(&w);
    for (size_t n = 0; rules_outcome(x->index, n, &severity, &message, &remedy); n++) {
        jw_obj(&w);
        jw_kstr(&w, "severity", severity_word(severity));
        str_clear(&text);
        rules_condition(x->index, n, r->lang, &text);
        jw_kstr(&w, "condition", text.p);
        str_clear(&text);
        rules_outcome_text(x->index, n, false, r->lang, &text);
        jw_kstr(&w, "message", text.p);
        str_clear(&text);
        rules_outcome_text(x->index, n, true, r->lang, &text);
        jw_kstr(&w, "remedy", text.p);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
    str_free(&text);
}

static void line(struct run *r, const char *before, enum msg_id label, const char *text)
{
    if (str_empty(text))
        return;
    struct msg m = msg_make(MSG_EXPLAIN_PAIR, 2, ARG_MSG(label), ARG_STR(text));
    str_add(&r->out, before);
    msg_render(&r->out, r->lang, &m);
    str_addc(&r->out, '\n');
}

static enum msg_id seed_label(enum seed_verdict v)
{
    return v == SEED_CORRECTS ? MSG_EXPLAIN_CORRECTS : MSG_EXPLAIN_CONFIRMS;
}

static void rule_text(struct run *r, const struct rule_info *x, bool md)
{
    struct str text;
    struct msg message, remedy;
    enum severity severity;
    const char *indent = md ? "  - " : "    ";

    str_init(&text, 65536);
    str_addf(&r->out, md ? "## `%s`\n\n%s%s%s%s\n\n" : "%s\n%s%s%s%s\n", x->id,
             msg_text(r->lang, x->title), msg_text(r->lang, MSG_PUNCT_OPEN),
             msg_text(r->lang, rule_group_label(x->group)), msg_text(r->lang, MSG_PUNCT_CLOSE));
    for (size_t n = 0; rules_outcome(x->index, n, &severity, &message, &remedy); n++) {
        str_addf(&r->out, md ? "- **%s**\n" : "\n  %s\n",
                 msg_text(r->lang, export_severity_msg(severity)));
        str_clear(&text);
        rules_condition(x->index, n, r->lang, &text);
        line(r, indent, MSG_EXPLAIN_WHEN, text.p);
        str_clear(&text);
        rules_outcome_text(x->index, n, false, r->lang, &text);
        line(r, indent, MSG_EXPLAIN_SAYS, text.p);
        str_clear(&text);
        rules_outcome_text(x->index, n, true, r->lang, &text);
        line(r, indent, MSG_EXPLAIN_REMEDY, text.p);
    }
    str_addc(&r->out, '\n');
    line(r, md ? "- " : "  ", MSG_EXPLAIN_SOURCE, rules_source(x->source, r->lang));
    line(r, md ? "- " : "  ", seed_label(x->seed_verdict), x->seed);
    line(r, md ? "- " : "  ", MSG_EXPLAIN_ALIASES, x->aliases);
    str_free(&text);
}

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
    line(r, "  ", MSG_EXPLAIN_SOURCE, it->ref);
    struct str title;
    str_init(&title, 1024);
    msg_render(&title, r->lang, &p->title);
    line(r, "  ", MSG_EXPLAIN_PLAN, title.p);
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

static enum err unknown_figure(const struct result *x, const char *id, struct err_info *e)
{
    const char *names[TRACES_MAX];
    size_t n = 0;

    for (size_t i = 0; i < x->plan_n; i++) {
        for (const struct trace_item *it = x->plan[i].trace.first; it != NULL; it = it->next) {
            size_t k = 0;
            while (k < n && !str_eq(names[k], it->id))
                k++;
            if (k == n && n < TRACES_MAX)
                names[n++] = it->id;
        }
    }
    return cli_unknown(e, id, names, n, MSG_EXPLAIN_FIGURE_NEAR, MSG_EXPLAIN_FIGURE, NULL);
}

/* Without a job the defaults of the questions stand for one. */
static enum err explain_figure(struct run *r, const char *id, struct err_info *e)
{
    struct answers a;
    const struct plan *plan = NULL;
    struct engine_options opt = {0};

    enum err rc = context_load(r->ctx, e);
    if (rc == OK)
        rc = job_read(r, &a, NULL, NULL, e);
    if (rc != OK)
        return rc;
    const struct result *x =
        engine_run(&a, &r->ctx->facts, &r->ctx->prices, r->ctx->now, &opt, &r->arena, e);
    if (x == NULL)
        return e->code;
    const struct trace_item *it = find_figure(x, id, &plan);
    if (it == NULL)
        return unknown_figure(x, id, e);
    if (str_eq(r->format, "json"))
        figure_json(r, plan, it);
    else
        figure_text(r, plan, it);
    return OK;
}

enum err command_explain(struct run *r, struct err_info *e)
{
    struct rule_info buffer;
    struct export_options o = run_export_options(r);

    if (r->opt->on[FLAG_LIST] && r->opt->arg_n == 0)
        return export_rules(run_export_format(r), &o, &r->out, e);
    if (r->opt->arg_n == 0 || r->opt->on[FLAG_LIST])
        return cli_fail(e, ERR_USAGE, MSG_EXPLAIN_NEEDS, NULL, NULL, NULL);
    const char *id = r->opt->arg[0];
    const struct rule_info *x = rules_find(id, &buffer);
    if (x == NULL)
        return strchr(id, '.') != NULL ? explain_figure(r, id, e) : unknown_rule(id, e);
    if (str_eq(r->format, "json"))
        rule_json(r, x);
    else
        rule_text(r, x, str_eq(r->format, "md"));
    return OK;
}
