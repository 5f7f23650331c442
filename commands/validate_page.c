/*
 * validate_page.c - the page docs/accuracy.md: how well the sizing agrees, where it does not and
 * what would mend it. Figures come from the comparison, words from the messages.
 */
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "commands/validate_view.h"

#define GROUPS_MAX 256

static void paragraph(struct run *r, enum msg_id id)
{
    str_addf(&r->out, "%s\n\n", msg_text(r->lang, id));
}

static void heading(struct run *r, enum msg_id id)
{
    str_addf(&r->out, "## %s\n\n", msg_text(r->lang, id));
}

static void group_table(struct run *r, const struct validation *v, int kind, enum validate_by by,
                        enum msg_id name)
{
    struct validation_group *g = ARENA_ARRAY(&r->arena, struct validation_group, GROUPS_MAX);
    size_t n = g ? validate_groups(v, by, g, GROUPS_MAX, &r->arena) : 0;
    bool left = by != VALIDATE_BY_FRAMEWORK;
    const enum msg_id head[] = {MSG_VALIDATE_KIND,   name,
                                MSG_VALIDATE_ROWS,   MSG_VALIDATE_COVERED,
                                MSG_VALIDATE_MEDIAN, MSG_VALIDATE_NINTH,
                                MSG_VALIDATE_INSIDE, MSG_VALIDATE_WITHOUT};
    int columns = left ? 8 : 7;
    struct grid t = {.out = &r->out, .md = true};

    for (int i = 0; i < columns; i++)
        grid_text(&t, msg_text(r->lang, head[i]));
    grid_end(&t);
    for (int i = 0; i < columns; i++)
        str_add(&r->out, i < 2 ? "|---" : "|--:");
    str_add(&r->out, "|\n");
    for (size_t i = 0; i < n; i++) {
        if (kind >= 0 && (int)g[i].kind != kind)
            continue;
        grid_text(&t, validate_kind_word(g[i].kind));
        grid_text(&t, g[i].name);
        grid_count(&t, g[i].rows);
        grid_count(&t, g[i].covered);
        grid_share(&t, g[i].median, r->lang);
        grid_share(&t, g[i].p90, r->lang);
        grid_share(&t, g[i].inside, r->lang);
        if (left)
            grid_share(&t, g[i].left, r->lang);
        grid_end(&t);
    }
    str_addc(&r->out, '\n');
}

/* Measured factors of the table by what they are about: first part of their ids. */
static void factor_table(struct run *r)
{
    static const enum msg_id head[] = {MSG_ACCURACY_FACTOR, MSG_ACCURACY_VALUES,
                                       MSG_ACCURACY_CASES};
    const struct facts *f = &r->ctx->facts;
    struct grid t = {.out = &r->out, .md = true};
    size_t all = 0;

    for (int i = 0; i < 3; i++)
        grid_text(&t, msg_text(r->lang, head[i]));
    grid_end(&t);
    str_add(&r->out, "|---|--:|--:|\n");
    for (size_t i = 0; i < f->factor_n;) {
        size_t part = strcspn(f->factor[i].id, "."), from = i, n = 0;
        double cases = 0;
        const char *id = f->factor[i].id;
        for (; i < f->factor_n && str_eq(f->factor[i].table, f->factor[from].table) &&
               strncmp(f->factor[i].id, id, part + 1) == 0;
             i++) {
            bool counts = known(f->factor[i].cases) && f->factor[i].cases > 0;
            n += counts;
            cases = counts && f->factor[i].cases > cases ? f->factor[i].cases : cases;
        }
        bool ours = str_eq(f->factor[from].table, "efficiency") && !str_starts(id, "work") &&
                    !str_starts(id, "validated") && !str_starts(id, "band");
        if (!ours || n == 0)
            continue;
        char word[64];
        str_copy(word, sizeof word, id);
        word[part < sizeof word ? part : 0] = '\0';
        grid_text(&t, word);
        grid_count(&t, n);
        grid_number(&t, cases, 0);
        grid_end(&t);
        all += n;
    }
    struct msg m = msg_make(MSG_ACCURACY_FACTORS_ALL, 1, ARG_INT(all));
    str_addc(&r->out, '\n');
    msg_render(&r->out, r->lang, &m);
    str_add(&r->out, "\n\n");
}

/* Rows that are not covered, by reason. */
static void uncovered(struct run *r, const struct validation *v, int kind)
{
    for (int reason = 1; reason < VALIDATE_REASONS; reason++) {
        size_t n = 0;
        for (size_t i = 0; i < v->n; i++)
            n += (int)v->row[i].reason == reason && (kind < 0 || (int)v->row[i].kind == kind);
        if (n == 0)
            continue;
        str_addf(&r->out, "- %s: %zu (", validate_reason_word((enum validate_reason)reason), n);
        bool first = true;
        for (size_t i = 0; i < v->n; i++) {
            if ((int)v->row[i].reason != reason || (kind >= 0 && (int)v->row[i].kind != kind))
                continue;
            str_addf(&r->out, "%s%s", first ? "" : ", ", v->row[i].case_id);
            first = false;
        }
        str_add(&r->out, ")\n");
    }
    str_addc(&r->out, '\n');
}

void validate_page(struct run *r, const struct validation *v, int kind)
{
    static const enum msg_id weak[] = {MSG_ACCURACY_WEAK_EXPERTS, MSG_ACCURACY_WEAK_SMALL,
                                       MSG_ACCURACY_WEAK_HOURS,   MSG_ACCURACY_WEAK_DIFFUSION,
                                       MSG_ACCURACY_WEAK_OFFLOAD, MSG_ACCURACY_WEAK_SHARDED,
                                       MSG_ACCURACY_WEAK_SPLIT,   MSG_ACCURACY_WEAK_OLD,
                                       MSG_ACCURACY_WEAK_PACKED,  MSG_ACCURACY_WEAK_CARDS};

    str_addf(&r->out, "# %s\n\n", msg_text(r->lang, MSG_ACCURACY_TITLE));
    paragraph(r, MSG_ACCURACY_MADE);
    validate_summary(r, v, kind, true);
    str_addf(&r->out, "\n%s\n\n", msg_text(r->lang, MSG_VALIDATE_NOTE));
    validate_lines(r, v, kind, "- ");
    str_addc(&r->out, '\n');
    paragraph(r, MSG_ACCURACY_RULE);
    heading(r, MSG_ACCURACY_LEFT_TITLE);
    paragraph(r, MSG_ACCURACY_LEFT);
    validate_left_out(r, v, kind, true);
    str_addc(&r->out, '\n');
    heading(r, MSG_ACCURACY_CARDS);
    group_table(r, v, kind, VALIDATE_BY_CARD, MSG_ACCURACY_CARD_CLASS);
    heading(r, MSG_ACCURACY_TRAINERS);
    group_table(r, v, kind, VALIDATE_BY_TRAINER, MSG_ACCURACY_TRAINER_CLASS);
    heading(r, MSG_ACCURACY_FRAMEWORKS);
    group_table(r, v, kind, VALIDATE_BY_FRAMEWORK, MSG_ACCURACY_FRAMEWORK);
    heading(r, MSG_ACCURACY_FACTORS);
    paragraph(r, MSG_ACCURACY_FACTORS_TEXT);
    factor_table(r);
    heading(r, MSG_ACCURACY_WORST);
    validate_worst_rows(r, v, kind, true);
    heading(r, MSG_ACCURACY_UNCOVERED);
    uncovered(r, v, kind);
    heading(r, MSG_ACCURACY_WEAK);
    for (size_t i = 0; i < sizeof weak / sizeof weak[0]; i++)
        str_addf(&r->out, "- %s\n", msg_text(r->lang, weak[i]));
}
