/*
 * compare.h - what moved between two plans that are there as documents (dlrig.plan/1): answers,
 * the choice, figures, lines of the bill and of the cost, findings.
 *
 *     struct compare c;
 *     if (compare_check(then, "old.json", &e) == OK) { compare_plans(then, now, &c); ... }
 *     export_compare(EXPORT_MD, &c, &options, &out, &e);
 *
 * Strings point into the documents, which must live as long as the comparison.
 */
#ifndef EXPORT_COMPARE_H
#define EXPORT_COMPARE_H

#include "base/json.h"
#include "export/export.h"

enum moved_what { MOVED_CHANGED, MOVED_NEW, MOVED_GONE, MOVED_SAME };
struct moved {
    enum moved_what what;
    const char *id, *name;
    const char *part;       /* kind of a bill line, severity of a finding */
    enum msg_id label;      /* of a figure */
    enum msg_arg_kind kind; /* how its numbers are printed */
    double then, now;       /* UNKNOWN: not there, or not known */
    double then_qty, now_qty;
    const char *then_text, *now_text; /* answers in words; currencies of a bill line */
    const char *then_unit, *now_unit;
};
#define MOVED_MAX 96
struct compare {
    const struct json *then, *now;           /* the documents */
    const struct json *then_plan, *now_plan; /* chosen ones; NULL: none */
    const struct json *same_plan;            /* the plan of then among those of now; NULL: gone */
    const char *then_currency, *now_currency;
    struct moved figure[MOVED_MAX], bill[MOVED_MAX], cost[MOVED_MAX], finding[MOVED_MAX],
        answer[MOVED_MAX];
    int figures, bills, costs, findings, answers;
    int bill_same; /* lines that did not move */
};

/* compare_check: is it a whole plan? ERR_VALUE with line and path of what is wrong. */
enum err compare_check(const struct json *root, const char *file, struct err_info *e);
void compare_plans(const struct json *then, const struct json *now, struct compare *out);

/* compare_cost_label: of a line of the cost table by its id; MSG_NONE: of another version. */
enum msg_id compare_cost_label(const char *id);

/* As text, Markdown, HTML or JSON (dlrig.compare/1); ERR_UNSUPPORTED for other forms. */
enum err export_compare(enum export_format f, const struct compare *c,
                        const struct export_options *o, struct str *out, struct err_info *e);

#endif
