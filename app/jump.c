#include "app/jump.h"

#include "app/lists.h"
#include "base/str.h"
#include "base/text.h"

void list_row_text(const struct ui *m, int row, struct str *out)
{
    enum question_id job[Q_COUNT];
    int plan;
    switch (m->screen) {
    case SCREEN_PLAN:
        if (m->focus == PANE_JOB && row < lists_job_rows(m, job, Q_COUNT))
            str_add(out, msg_text(m->lang, question_get(job[row])->label));
        else if (m->focus == PANE_PARTS && model_plan(m) != NULL && row < model_plan(m)->bom.n)
            str_add(out, model_plan(m)->bom.line[row].name);
        break;
    case SCREEN_WIZARD:
    case SCREEN_ASK:
        if (row < m->options.n)
            str_add(out, m->options.o[row].label);
        else if (row - m->options.n < m->wiz.sub_n)
            str_add(out, msg_text(m->lang, question_get(m->wiz.sub[row - m->options.n])->label));
        break;
    case SCREEN_PICKER:
        if (!m->picker.kinds && row < m->picker.option_n && m->picker.option[row].name != NULL)
            str_add(out, m->picker.option[row].name);
        break;
    case SCREEN_OFFERS:
        if (row < (int)m->offers.n)
            str_add(out, export_provider(m->facts, m->offers.row[row], m->lang));
        break;
    case SCREEN_CATALOG:
        if (m->browse.tab > BROWSE_MODELS)
            str_add(out,
                    row < m->browse.shown_n ? browse_key(&m->browse, m->browse.shown[row]) : "");
        else if (row < m->card_n && m->models)
            str_add(out, m->model[row]->name ? m->model[row]->name : m->model[row]->id);
        else if (row < m->card_n)
            str_add(out, accel_label(m->card[row]));
        break;
    case SCREEN_FITS:
        if (row < m->fits.n)
            str_add(out, m->fits.row[row]->model->name);
        break;
    case SCREEN_COMPARE:
        plan = lists_plan_at(m, row);
        if (plan >= 0)
            export_plan_title(out, m->lang, m->facts, &m->result->plan[plan]);
        break;
    default: break;
    }
}

void list_row_value(const struct ui *m, int row, struct str *out)
{
    enum question_id job[Q_COUNT];
    bool plan = m->screen == SCREEN_PLAN;
    bool finding = m->screen == SCREEN_FINDINGS || (plan && m->focus == PANE_FINDINGS);
    if (plan && m->focus == PANE_JOB && row < lists_job_rows(m, job, Q_COUNT)) {
        option_shown(out, job[row], &m->job, m->facts, m->lang);
    } else if (finding && row < m->finding_n) {
        msg_render(out, m->lang, &m->finding[row].f->message);
        str_addc(out, ' ');
        msg_render(out, m->lang, &m->finding[row].f->remedy);
    } else {
        list_row_text(m, row, out);
    }
}

bool jump_to(struct ui *m, int32_t key)
{
    struct str row, folded, want;
    bool found = false;
    struct field typed = {0};
    if (!field_insert(&typed, key))
        return false;
    str_init(&row, 2048);
    str_init(&folded, 4096);
    str_init(&want, 64);
    text_fold(&want, typed.text);
    struct list *l = model_list(m);
    for (int i = 1; i <= l->n && !found; i++) {
        int at = (l->cursor + i) % l->n;
        str_clear(&row);
        str_clear(&folded);
        list_row_text(m, at, &row);
        text_fold(&folded, row.p);
        found = str_starts(folded.p, want.p);
        if (found)
            l->cursor = at;
    }
    str_free(&row);
    str_free(&folded);
    str_free(&want);
    return found;
}
