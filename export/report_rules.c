/* report_rules.c - the whole table of rules, for a terminal and as a page: what each says in both
 * languages, what to do, source, sentences of the articles, other names. */
#include <string.h>

#include "engine/rules/claims.h"
#include "export/parts.h"

static void pair(struct str *out, const char *before, const char *label, const char *text)
{
    if (str_empty(text))
        return;
    str_addf(out, "%s%s: %s\n", before, label, text);
}

/* "A36 (overstated), A48 (right)" */
static void claim_list(const struct rule_info *x, enum lang lang, struct str *out)
{
    const struct claim *c;
    for (size_t i = 0; (c = claims_of_rule(x, i)) != NULL; i++)
        str_addf(out, "%s%s%s%s%s", i > 0 ? ", " : "", c->id, msg_text(lang, MSG_PUNCT_OPEN),
                 msg_text(lang, claim_verdict_label(c->verdict)), msg_text(lang, MSG_PUNCT_CLOSE));
}

/* The aliases with a blank behind each comma. */
static void alias_list(const char *aliases, struct str *out)
{
    for (const char *p = aliases; p != NULL && *p != '\0'; p++) {
        str_addc(out, *p);
        if (*p == ',')
            str_addc(out, ' ');
    }
}

static void tail_lines(const struct rule_info *x, enum lang lang, const char *before,
                       struct str *out)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    pair(out, before, msg_text(lang, MSG_EXPLAIN_SOURCE), rules_source(x->source, lang));
    claim_list(x, lang, &s);
    pair(out, before, msg_text(lang, MSG_RULES_SEED), s.p);
    str_clear(&s);
    alias_list(x->aliases, &s);
    pair(out, before, msg_text(lang, MSG_EXPLAIN_ALIASES), s.p);
    pair(out, before, msg_text(lang, MSG_EXPLAIN_UNDER), x->under);
    str_free(&s);
}

static void rule_page(const struct rule_info *x, const struct export_options *o, struct str *out)
{
    struct str s;
    struct msg message, remedy;
    enum severity severity;
    str_init(&s, TEXT_MAX);
    str_addf(out, "\n### `%s`\n\n%s / %s\n\n", x->id, msg_text(LANG_EN, x->title),
             msg_text(LANG_ZH, x->title));
    for (size_t n = 0; rules_outcome(x->index, n, &severity, &message, &remedy); n++) {
        str_addf(out, "- **%s**\n", msg_text(o->lang, export_severity_msg(severity)));
        rules_condition(x->index, n, o->lang, &s);
        pair(out, "  - ", msg_text(o->lang, MSG_EXPLAIN_WHEN), s.p);
        str_clear(&s);
        rules_outcome_text(x->index, n, false, LANG_EN, &s);
        pair(out, "  - ", "en", s.p);
        str_clear(&s);
        rules_outcome_text(x->index, n, false, LANG_ZH, &s);
        pair(out, "  - ", "zh", s.p);
        str_clear(&s);
    }
    rules_outcome_text(x->index, 0, true, LANG_EN, &s);
    str_addf(out, "- %s\n", msg_text(o->lang, MSG_EXPLAIN_REMEDY));
    pair(out, "  - ", "en", s.p);
    str_clear(&s);
    rules_outcome_text(x->index, 0, true, LANG_ZH, &s);
    pair(out, "  - ", "zh", s.p);
    tail_lines(x, o->lang, "- ", out);
    str_free(&s);
}

static void merged_page(const struct export_options *o, struct str *out)
{
    str_addf(out, "\n## %s\n\n%s\n\n| %s | %s | %s |\n| --- | --- | --- |\n",
             msg_text(o->lang, MSG_RULES_MERGED_TITLE), msg_text(o->lang, MSG_RULES_MERGED_INTRO),
             msg_text(o->lang, MSG_RULES_ROW), msg_text(o->lang, MSG_COL_RULE),
             msg_text(o->lang, MSG_RULES_HOW));
    for (size_t i = 0; i < merged_count(); i++) {
        const struct merged_row *m = merged_at(i);
        str_addf(out, "| %s | `%s` | %s |\n", m->row, m->rule, msg_text(o->lang, m->note));
    }
}

static void rules_page(const struct export_options *o, struct str *out)
{
    struct msg intro = msg_make(MSG_RULES_PAGE_INTRO, 1, ARG_INT(rules_count()));
    str_addf(out, "# %s\n\n", msg_text(o->lang, MSG_RULES_PAGE_TITLE));
    msg_render(out, o->lang, &intro);
    str_addc(out, '\n');
    for (int g = GROUP_FIT; g <= GROUP_COMFORT; g++) {
        str_addf(out, "\n## %s\n", msg_text(o->lang, rule_group_label((enum rule_group)g)));
        for (size_t i = 0; i < rules_count(); i++) {
            struct rule_info x = rules_get(i);
            if ((int)x.group == g)
                rule_page(&x, o, out);
        }
    }
    merged_page(o, out);
}

/* A terminal: the gravest message of each in the reader's language, then the rest in short. */
static void rules_text(const struct export_options *o, struct str *out)
{
    struct str s, line;
    struct doc d;
    doc_init(&d, out, o->lang, DOC_TEXT);
    str_init(&s, TEXT_MAX);
    str_init(&line, TEXT_MAX);
    for (size_t i = 0; i < rules_count(); i++) {
        struct rule_info x = rules_get(i);
        str_addf(out, "%s%s%s%s%s\n", x.id, msg_text(o->lang, MSG_PUNCT_OPEN),
                 msg_text(o->lang, export_severity_msg(x.severity)),
                 msg_text(o->lang, MSG_PUNCT_CLOSE), "");
        str_clear(&s);
        rules_outcome_text(i, 0, false, o->lang, &s);
        wrap_into(&d, s.p, "  ", 2);
        str_clear(&s);
        rules_outcome_text(i, 0, true, o->lang, &s);
        wrap_into(&d, s.p, "  ", 2);
        str_clear(&s);
        tail_lines(&x, o->lang, "", &s);
        for (const char *p = s.p; p != NULL && *p != '\0';) {
            size_t n = strcspn(p, "\n");
            str_clear(&line);
            str_addn(&line, p, n);
            wrap_into(&d, line.p, "  ", 4);
            p += n + (p[n] == '\n');
        }
        str_addc(out, '\n');
    }
    str_free(&line);
    str_free(&s);
}

void rules_report(const struct export_options *o, struct str *out, bool md)
{
    if (md)
        rules_page(o, out);
    else
        rules_text(o, out);
}
