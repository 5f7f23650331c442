/* explain_rule.c - a rule with all that it says, a sentence of the articles with what holds, a row
 * of a rule table that another rule carries. */
#include <string.h>

#include "base/json.h"
#include "commands/explain.h"
#include "engine/rules/claims.h"

/* --- JSON ------------------------------------------------------------------------------------ */
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

static void claim_object(struct run *r, struct json_out *w, const struct claim *c)
{
    jw_obj(w);
    jw_kstr(w, "id", c->id);
    jw_kstr(w, "verdict", claim_verdict_word(c->verdict));
    jw_kstr(w, "says", msg_text(r->lang, c->said));
    jw_kstr(w, "original", msg_text(LANG_ZH, c->said));
    jw_kstr(w, "fact", msg_text(r->lang, c->fact));
    jw_key(w, "rules");
    jw_arr(w);
    struct rule_info rule;
    for (size_t i = 0; claims_rule(c, i, &rule); i++)
        jw_str(w, rule.id);
    jw_arr_end(w);
    jw_obj_end(w);
}

static void outcomes(struct run *r, struct json_out *w, size_t index, struct str *text)
{
    struct msg message, remedy;
    enum severity severity;

    jw_arr(w);
    for (size_t n = 0; rules_outcome(index, n, &severity, &message, &remedy); n++) {
        jw_obj(w);
        jw_kstr(w, "severity", severity_word(severity));
        str_clear(text);
        rules_condition(index, n, r->lang, text);
        jw_kstr(w, "condition", text->p);
        str_clear(text);
        rules_outcome_text(index, n, false, r->lang, text);
        jw_kstr(w, "message", text->p);
        str_clear(text);
        rules_outcome_text(index, n, true, r->lang, text);
        jw_kstr(w, "remedy", text->p);
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

/* The form of `--list`, with what more there is to one rule. */
static void rule_json(struct run *r, const struct rule_info *x)
{
    struct json_out w;
    struct str text;
    const struct claim *c;

    str_init(&text, 65536);
    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.rules/1");
    jw_key(&w, "rules");
    jw_arr(&w);
    jw_obj(&w);
    jw_kstr(&w, "id", x->id);
    jw_kstr(&w, "severity", severity_word(x->severity));
    rules_outcome_text(x->index, 0, false, LANG_EN, &text);
    jw_kstr(&w, "en", text.p);
    str_clear(&text);
    rules_outcome_text(x->index, 0, false, LANG_ZH, &text);
    jw_kstr(&w, "zh", text.p);
    jw_kstr(&w, "source", x->source);
    jw_kstr(&w, "seed", x->seed);
    jw_key(&w, "aliases");
    add_list(&w, x->aliases);
    jw_kstr(&w, "group", rule_group_word(x->group));
    jw_kstr(&w, "title", msg_text(r->lang, x->title));
    jw_kstr(&w, "under", x->under);
    jw_key(&w, "outcomes");
    outcomes(r, &w, x->index, &text);
    jw_key(&w, "claims");
    jw_arr(&w);
    for (size_t i = 0; (c = claims_of_rule(x, i)) != NULL; i++)
        claim_object(r, &w, c);
    jw_arr_end(&w);
    jw_obj_end(&w);
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
    str_free(&text);
}

static void claim_json(struct run *r, const struct claim *c)
{
    struct json_out w;

    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.claims/1");
    jw_key(&w, "claims");
    jw_arr(&w);
    claim_object(r, &w, c);
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
}

/* --- text ------------------------------------------------------------------------------------ */
void explain_line(struct run *r, const char *before, enum msg_id label, const char *text)
{
    if (str_empty(text))
        return;
    struct msg m = msg_make(MSG_EXPLAIN_PAIR, 2, ARG_MSG(label), ARG_STR(text));
    str_add(&r->out, before);
    msg_render(&r->out, r->lang, &m);
    str_addc(&r->out, '\n');
}

/* What the article says, in the language of the reader and in its own words, and what holds. */
static void claim_lines(struct run *r, const char *indent, const struct claim *c)
{
    explain_line(r, indent, MSG_CLAIM_SAYS, msg_text(r->lang, c->said));
    if (r->lang != LANG_ZH)
        explain_line(r, indent, MSG_CLAIM_ORIGINAL, msg_text(LANG_ZH, c->said));
    explain_line(r, indent, MSG_CLAIM_IN_FACT, msg_text(r->lang, c->fact));
}

static void claim_head(struct run *r, const char *before, const struct claim *c)
{
    str_addf(&r->out, "%s%s%s%s%s\n", before, c->id, msg_text(r->lang, MSG_PUNCT_OPEN),
             msg_text(r->lang, claim_verdict_label(c->verdict)),
             msg_text(r->lang, MSG_PUNCT_CLOSE));
}

static void claim_text(struct run *r, const struct claim *c, bool md)
{
    struct rule_info rule;
    struct str ids;

    claim_head(r, md ? "## " : "", c);
    if (md)
        str_addc(&r->out, '\n');
    claim_lines(r, md ? "- " : "  ", c);
    str_init(&ids, 4096);
    for (size_t i = 0; claims_rule(c, i, &rule); i++)
        str_addf(&ids, "%s%s", i > 0 ? ", " : "", rule.id);
    explain_line(r, md ? "- " : "  ", MSG_CLAIM_CARRIED, ids.p);
    str_free(&ids);
}

static void rule_text(struct run *r, const struct rule_info *x, bool md)
{
    struct str text;
    struct msg message, remedy;
    enum severity severity;
    const char *indent = md ? "  - " : "    ", *item = md ? "- " : "  ";
    const struct claim *c;

    str_init(&text, 65536);
    str_addf(&r->out, md ? "## `%s`\n\n%s%s%s%s\n\n" : "%s\n%s%s%s%s\n", x->id,
             msg_text(r->lang, x->title), msg_text(r->lang, MSG_PUNCT_OPEN),
             msg_text(r->lang, rule_group_label(x->group)), msg_text(r->lang, MSG_PUNCT_CLOSE));
    for (size_t n = 0; rules_outcome(x->index, n, &severity, &message, &remedy); n++) {
        str_addf(&r->out, md ? "- **%s**\n" : "\n  %s\n",
                 msg_text(r->lang, export_severity_msg(severity)));
        str_clear(&text);
        rules_condition(x->index, n, r->lang, &text);
        explain_line(r, indent, MSG_EXPLAIN_WHEN, text.p);
        str_clear(&text);
        rules_outcome_text(x->index, n, false, r->lang, &text);
        explain_line(r, indent, MSG_EXPLAIN_SAYS, text.p);
        str_clear(&text);
        rules_outcome_text(x->index, n, true, r->lang, &text);
        explain_line(r, indent, MSG_EXPLAIN_REMEDY, text.p);
    }
    str_addc(&r->out, '\n');
    explain_line(r, item, MSG_EXPLAIN_SOURCE, rules_source(x->source, r->lang));
    explain_line(r, item, MSG_EXPLAIN_ALIASES, x->aliases);
    explain_line(r, item, MSG_EXPLAIN_UNDER, x->under);
    for (size_t i = 0; (c = claims_of_rule(x, i)) != NULL; i++) {
        claim_head(r, item, c);
        claim_lines(r, indent, c);
    }
    str_free(&text);
}

static void show_rule(struct run *r, const struct rule_info *x)
{
    if (str_eq(r->format, "json"))
        rule_json(r, x);
    else
        rule_text(r, x, str_eq(r->format, "md"));
}

bool explain_rule(struct run *r, const char *id)
{
    struct rule_info buffer;
    const struct claim *c = claims_find(id);

    if (c != NULL) {
        if (str_eq(r->format, "json"))
            claim_json(r, c);
        else
            claim_text(r, c, str_eq(r->format, "md"));
        return true;
    }
    const struct merged_row *m = merged_find(id);
    const struct rule_info *x = rules_find(m != NULL ? m->rule : id, &buffer);
    if (x == NULL)
        return false;
    if (m != NULL && !str_eq(r->format, "json")) {
        explain_line(r, "", MSG_EXPLAIN_MERGED, msg_text(r->lang, m->note));
        str_addc(&r->out, '\n');
    }
    show_rule(r, x);
    return true;
}
