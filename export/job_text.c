/* job_text.c - answers in words: the job in one line, values of single answers, hours of work. */
#include <string.h>

#include "export/parts.h"

static const char *label_of(enum lang lang, const struct question *q, const char *word, size_t n)
{
    for (const struct choice *c = q->choices; c != NULL && c->word != NULL; c++)
        if (strlen(c->word) == n && strncmp(c->word, word, n) == 0)
            return msg_text(lang, c->label);
    return NULL;
}

static void choice_text(struct str *out, enum lang lang, const struct question *q, const char *word)
{
    const char *label = label_of(lang, q, word, strlen(word));
    str_add(out, label != NULL ? label : word);
}

/* "any", "nvidia,amd": closed words by their labels, others as given. */
static void list_text(struct str *out, enum lang lang, const struct question *q, const char *list)
{
    const char *sep = "";
    for (const char *p = list; *p != '\0';) {
        p += strspn(p, " ,");
        size_t n = strcspn(p, ",");
        if (n == 0)
            continue;
        const char *label = label_of(lang, q, p, n);
        str_add(out, sep);
        if (label != NULL)
            str_add(out, label);
        else
            str_addn(out, p, n);
        sep = ", ";
        p += n;
    }
}

static void quantity_text(struct str *out, enum lang lang, const struct job *job,
                          const struct question *q, enum question_id id)
{
    double x = job->value[id];
    const char *money = id == Q_BUDGET ? job->budget_currency : job->budget_month_currency;
    struct msg m = {.id = MSG_NONE};
    switch (q->unit) {
    case NUM_HOURS: text_arg(out, lang, ARG_HOURS(x)); return;
    case NUM_MONTHS: text_arg(out, lang, ARG_MONTHS(x)); return;
    case NUM_FRACTION: text_arg(out, lang, ARG_PCT(x)); return;
    case NUM_INT: text_arg(out, lang, ARG_INT(x)); return; /* as it was said: 1,024 pixels */
    case NUM_PLAIN: text_arg(out, lang, ARG_NUM(x)); return;
    case NUM_WATTS: text_arg(out, lang, ARG_WATT(x)); return;
    case NUM_GBPS: text_arg(out, lang, ARG_GBPS(x)); return;
    case NUM_MONEY: text_arg(out, lang, ARG_MONEY(x, money)); return;
    case NUM_SECONDS: m = msg_make(MSG_UNIT_SECONDS, 1, ARG_NUM(x)); break;
    case NUM_VOLTS: m = msg_make(MSG_UNIT_VOLTS, 1, ARG_NUM(x)); break;
    case NUM_AMPS: m = msg_make(MSG_UNIT_AMPS, 1, ARG_NUM(x)); break;
    case NUM_DB: m = msg_make(MSG_UNIT_DB, 1, ARG_NUM(x)); break;
    case NUM_RATE: m = msg_make(MSG_UNIT_PER_SECOND, 1, ARG_NUM(x)); break;
    case NUM_LENGTH:
    case NUM_COUNT:
    case NUM_BYTES: str_add(out, job->text[id]); return; /* 4k, 50M, 120GB: as people type them */
    }
    text_msg(out, lang, &m);
}

/* The row of a whole country is called its average, because it is a tariff. */
static void region_text(struct str *out, enum lang lang, const struct region *x)
{
    static const char *const tails[] = {" average", "平均"};
    const char *name = lang == LANG_ZH && !str_empty(x->name_zh) ? x->name_zh : x->name;
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
        size_t k = strlen(tails[i]);
        if (n > k && strcmp(name + n - k, tails[i]) == 0)
            n -= k;
    }
    str_addn(out, name, n);
}

static void name_text(struct str *out, enum lang lang, const struct job *job, enum question_id id)
{
    const char *text = job->text[id];
    if (id == Q_COUNTRY && job->region != NULL) {
        region_text(out, lang, job->region);
        return;
    }
    if (id == Q_MODEL && job->model != NULL && !str_empty(job->model->name))
        text = job->model->name;
    else if ((id == Q_ENGINE || id == Q_TRAINER) && job->engine != NULL &&
             str_eq(job->engine->id, text))
        text = job->engine->name;
    str_add(out, text != NULL ? text : "");
}

void text_answer(struct str *out, enum lang lang, const struct job *job, enum question_id id)
{
    const struct question *q = question_get(id);
    const char *text = job->text[id];
    if (str_empty(text))
        return;
    switch (q->type) {
    case ANSWER_CHOICE:
    case ANSWER_YESNO: choice_text(out, lang, q, text); break;
    case ANSWER_LIST: list_text(out, lang, q, text); break;
    case ANSWER_QUANTITY:
        if (known(job->value[id]))
            quantity_text(out, lang, job, q, id);
        else
            str_add(out, text);
        break;
    case ANSWER_TEXT: name_text(out, lang, job, id); break;
    }
}

/* Said without the name of the question, because the words speak for themselves. */
static bool speaks_for_itself(enum question_id id)
{
    return id == Q_TASK || id == Q_MODEL || id == Q_METHOD || id == Q_WEIGHTS || id == Q_COUNTRY;
}

/* What decides memory and time stands in the line even when nobody said it. */
static bool decides(enum question_id id)
{
    static const enum question_id always[] = {Q_TASK,    Q_MODEL,  Q_METHOD,  Q_WEIGHTS,
                                              Q_CONTEXT, Q_TOKENS, Q_SAMPLES, Q_EPOCHS,
                                              Q_USERS,   Q_INPUT,  Q_OUTPUT};
    for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
        if (always[i] == id)
            return true;
    return false;
}

void export_job_line(struct str *out, enum lang lang, const struct job *job)
{
    const char *sep = "";
    for (int i = 0; i < Q_COUNT; i++) {
        enum question_id id = (enum question_id)i;
        const struct question *q = question_get(id);
        bool asked = q->visible == NULL || q->visible(job);
        if (str_empty(job->text[i]) || !(job->from[i] == FROM_GIVEN || (decides(id) && asked)))
            continue;
        struct str value;
        str_init(&value, TEXT_MAX);
        text_answer(&value, lang, job, id);
        str_add(out, sep);
        if (speaks_for_itself(id)) {
            str_add(out, value.p);
        } else {
            enum msg_id form = q->type == ANSWER_QUANTITY ? MSG_LABEL_VALUE : MSG_LABEL_CHOICE;
            struct msg m = msg_make(form, 2, ARG_MSG(q->label), ARG_STR(value.p));
            text_msg(out, lang, &m);
        }
        str_free(&value);
        sep = " · ";
    }
}

void text_hours(struct str *out, enum lang lang, const struct job *job, const struct sizing *z)
{
    bool from_runs = false;
    double hours = job_hours_per_month(job, z, &from_runs);
    struct msg m;
    if (from_runs && job->runs_per_month >= 0.999 && job->runs_per_month <= 1.001)
        m = msg_make(MSG_REPORT_HOURS_RUN, 1, ARG_HOURS(hours));
    else if (from_runs)
        m = msg_make(MSG_REPORT_HOURS_RUNS, 3, ARG_HOURS(hours), ARG_NUM(job->runs_per_month),
                     ARG_HOURS(z->hours_per_run.typical));
    else
        m = msg_make(MSG_REPORT_HOURS_DAY, 2, ARG_HOURS(hours), ARG_HOURS(job->hours_per_day));
    text_msg(out, lang, &m);
}
