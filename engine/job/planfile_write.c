#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/job/planfile.h"

static void write_value(struct json_out *w, const struct question *q, double num, const char *text,
                        const char *currency, enum answer_from from)
{
    bool number = q->type == ANSWER_QUANTITY && known(num);
    jw_key(w, q->name);
    jw_obj(w);
    if (number) {
        jw_knum(w, "value", num);
    } else {
        jw_kstr(w, "value", text);
    }
    bool money = q->type == ANSWER_QUANTITY && q->unit == NUM_MONEY;
    jw_kstr(w, "unit", money && currency ? currency : question_unit(q));
    jw_kstr(w, "from", answer_from_word(from));
    jw_obj_end(w);
}

void planfile_job(struct json_out *w, const struct job *job)
{
    jw_obj(w);
    for (int i = 0; i < Q_COUNT; i++) {
        if (!job->text[i]) {
            continue;
        }
        const char *currency = i == Q_BUDGET         ? job->budget_currency
                               : i == Q_BUDGET_MONTH ? job->budget_month_currency
                                                     : NULL;
        write_value(w, question_get((enum question_id)i), job->value[i], job->text[i], currency,
                    job->from[i]);
    }
    jw_obj_end(w);
}

static void write_answers(struct json_out *w, const struct answers *a)
{
    jw_obj(w);
    for (int i = 0; i < Q_COUNT; i++) {
        if (a->a[i].set) {
            write_value(w, question_get((enum question_id)i), a->a[i].num, a->a[i].text,
                        a->a[i].currency, a->a[i].from);
        }
    }
    jw_obj_end(w);
}

void planfile_edits(struct json_out *w, const struct edits *edits)
{
    static const char *const ops[] = {"lock", "unlock", "swap", "qty", "drop", "add"};
    jw_arr(w);
    for (int i = 0; i < edits->n; i++) {
        const struct edit *e = &edits->e[i];
        jw_obj(w);
        jw_kstr(w, "op", ops[e->op]);
        jw_kstr(w, "kind", part_kind_word(e->kind));
        jw_kstr(w, "id", e->id);
        jw_kstr(w, "to", e->to);
        jw_knum(w, "qty", e->qty);
        jw_kstr(w, "of", e->all ? "all" : "chosen");
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

void planfile_write(struct str *out, const struct plan_file *p, const struct job *job)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.job/1");
    jw_kstr(&w, "as_of", p->as_of[0] ? p->as_of : NULL);
    jw_key(&w, "job");
    if (job) {
        planfile_job(&w, job);
    } else {
        write_answers(&w, &p->answers);
    }
    jw_key(&w, "edits");
    planfile_edits(&w, &p->edits);
    jw_kstr(&w, "chosen", p->chosen[0] ? p->chosen : NULL);
    jw_obj_end(&w);
    str_addc(out, '\n');
}
