/* size_text.c - size, fits, offers and rules for people: aligned text or Markdown. */
#include "export/size_text.h"
#include "base/csv.h"
#include "export/parts.h"

static void headers(struct text_table *t, enum lang lang, const enum msg_id *cols, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_text(t, msg_text(lang, cols[i]));
    table_row(t);
}

static void pair_text(struct text_table *t, enum lang lang, enum msg_id name, const char *value)
{
    table_text(t, msg_text(lang, name));
    table_text(t, value);
    table_row(t);
}

static void pair(struct text_table *t, enum lang lang, enum msg_id name, struct msg m)
{
    struct str s;
    str_init(&s, 2048);
    text_msg(&s, lang, &m);
    pair_text(t, lang, name, s.p);
    str_free(&s);
}

static void traces(const struct trace *tr, enum lang lang, struct str *out, bool md)
{
    for (const struct trace_item *it = tr->first; it != NULL; it = it->next) {
        struct str v;
        str_init(&v, 1024);
        msg_arg_render(&v, lang, &it->result);
        str_addf(out, md ? "- `%s` = %s: %s" : "  %s = %s: %s", it->id, v.p,
                 msg_text(lang, it->formula));
        if (it->ref != NULL)
            str_addf(out, " [%s]", it->ref);
        str_addc(out, '\n');
        for (int i = 0; i < it->n; i++) {
            str_clear(&v);
            msg_arg_render(&v, lang, &it->in[i].value);
            str_addf(out, md ? "  - %s = %s" : "      %s = %s", msg_text(lang, it->in[i].name),
                     v.p);
            if (it->in[i].source != NULL)
                str_addf(out, " (%s%s%s)", it->in[i].source, it->in[i].date ? ", " : "",
                         it->in[i].date ? it->in[i].date : "");
            str_addc(out, '\n');
        }
        str_free(&v);
    }
}

static void item_text(const struct size_result *r, const struct size_item *it, enum lang lang,
                      struct str *out, bool md, bool explain)
{
    const struct sizing *z = &it->sizing;
    struct str s;
    struct text_table t;
    str_init(&s, 4096);
    table_init(&t, out, md, 2);
    if (md)
        headers(&t, lang, (const enum msg_id[]){MSG_COL_GAUGE, MSG_COL_VALUE}, 2);
    text_cards(&s, it->shape.accel, it->shape.per_node * it->shape.nodes);
    pair_text(&t, lang, MSG_COL_MACHINE, s.p);
    str_clear(&s);
    text_band(&s, lang, ARG_KIND_GIB, &z->per_gpu_gib);
    struct msg of = msg_make(MSG_GAUGE_OF, 1, ARG_GIB(z->usable_gib));
    text_msg(&s, lang, &of);
    pair_text(&t, lang, MSG_GAUGE_VRAM, s.p);
    for (int i = 0; i < MEM_LINES; i++)
        if (z->line_gib[i] >= 0.005)
            pair(&t, lang, export_mem_msg((enum mem_line_id)i),
                 msg_make(MSG_VALUE_INDENTED, 1, ARG_GIB(z->line_gib[i])));
    pair(&t, lang, MSG_GAUGE_LAYOUT,
         msg_make(MSG_GAUGE_LAYOUT_VALUE, 5, ARG_INT(z->layout.tp), ARG_INT(z->layout.pp),
                  ARG_INT(z->layout.dp), ARG_STR(sharding_word(z->layout.sharding)),
                  ARG_STR(recompute_word(z->layout.recompute))));
    str_clear(&s);
    text_band(&s, lang, ARG_KIND_NUM, &z->speed);
    str_addf(&s, " %s", z->speed_unit != NULL ? z->speed_unit : "");
    pair_text(&t, lang, MSG_GAUGE_SPEED, s.p);
    if (known(z->hours_per_run.typical)) {
        str_clear(&s);
        text_band(&s, lang, ARG_KIND_HOURS, &z->hours_per_run);
        pair_text(&t, lang, MSG_GAUGE_TIME, s.p);
    }
    if (known(z->ttft_ms))
        pair(&t, lang, MSG_GAUGE_LATENCY,
             msg_make(MSG_GAUGE_LATENCY_VALUE, 3, ARG_MS(z->ttft_ms), ARG_TOKS(z->per_user),
                      ARG_INT(z->max_users)));
    pair_text(&t, lang, MSG_GAUGE_BOUND, msg_text(lang, export_bound_msg(z->bound)));
    table_end(&t);
    str_free(&s);
    (void)r;
    for (size_t i = 0; i < it->finding_n; i++) {
        str_addf(out, md ? "- %s%s" : "  %s%s",
                 msg_text(lang, export_severity_msg(it->finding[i].severity)),
                 msg_text(lang, MSG_PUNCT_COLON));
        text_msg(out, lang, &it->finding[i].message);
        str_addf(out, " (%s)\n", it->finding[i].rule);
    }
    if (explain)
        traces(&it->trace, lang, out, md);
}

static void change_rows(const struct change *c, size_t n, const struct job *job, enum lang lang,
                        struct str *out, bool md)
{
    if (n == 0)
        return;
    struct text_table t;
    table_init(&t, out, md, 4);
    table_right(&t, 2);
    table_right(&t, 3);
    headers(
        &t, lang,
        (const enum msg_id[]){MSG_COL_CHANGE, MSG_COL_EFFECT, MSG_COL_SPEED, MSG_COL_COST_PER_RUN},
        4);
    for (size_t i = 0; i < n; i++) {
        table_msg(&t, lang, &c[i].what);
        table_msg(&t, lang, &c[i].effect);
        table_arg(&t, lang, ARG_RATIO(c[i].speed_ratio));
        table_arg(&t, lang, ARG_MONEY(c[i].cost_per_run, job->currency));
        table_row(&t);
    }
    table_end(&t);
}

static void methods(const struct size_result *r, enum lang lang, struct str *out, bool md)
{
    struct text_table t;
    table_init(&t, out, md, 5);
    table_right(&t, 2);
    table_right(&t, 3);
    headers(&t, lang,
            (const enum msg_id[]){MSG_COL_METHOD, MSG_COL_FORMAT, MSG_COL_CONTEXT, MSG_COL_MEMORY,
                                  MSG_COL_SMALLEST},
            5);
    for (size_t i = 0; i < r->row_n; i++) {
        const struct size_row *x = &r->row[i];
        static const enum msg_id names[METHOD_COUNT] = {
            MSG_C_METHOD_FULL, MSG_C_METHOD_LORA, MSG_C_METHOD_QLORA};
        struct str s;
        str_init(&s, 256);
        table_text(
            &t, msg_text(lang, x->task == TASK_SERVE ? MSG_C_TASK_SERVE : names[x->method]));
        table_text(&t, x->weights->id);
        table_arg(&t, lang, ARG_INT(x->context));
        text_band(&s, lang, ARG_KIND_GIB, &x->gib);
        table_text(&t, s.p);
        str_clear(&s);
        if (x->smallest != NULL)
            text_cards(&s, x->smallest, x->smallest_count);
        else
            str_add(&s, msg_text(lang, MSG_NONE_OF_EIGHT));
        table_text(&t, s.p);
        table_row(&t);
        str_free(&s);
    }
    table_end(&t);
}

void size_text(const struct size_result *r, const struct export_options *o, struct str *out,
               bool md)
{
    enum lang lang = o->lang;
    struct str s;
    str_init(&s, 8192);
    if (r->item_n > 0) {
        export_verdict_line(&s, lang, &r->verdict, &r->job);
        str_addf(out, md ? "**%s**\n\n" : "%s\n", s.p);
    }
    str_clear(&s);
    export_job_line(&s, lang, &r->job);
    str_addf(out, "%s: %s\n\n", msg_text(lang, MSG_REPORT_JOB), s.p);
    str_free(&s);
    if (r->item_n == 0) {
        methods(r, lang, out, md);
        return;
    }
    for (size_t i = 0; i < r->item_n; i++) {
        if (i > 0)
            str_addc(out, '\n');
        item_text(r, &r->item[i], lang, out, md, o->explain);
        if (r->item[i].change_n > 0) {
            str_addc(out, '\n');
            change_rows(r->item[i].change, r->item[i].change_n, &r->job, lang, out, md);
        }
    }
}

void fits_text(const struct fits_result *r, const struct export_options *o, struct str *out,
               bool md)
{
    enum lang lang = o->lang;
    struct str s;
    str_init(&s, 512);
    text_cards(&s, r->shape.accel, r->shape.per_node * r->shape.nodes);
    struct msg m =
        msg_make(MSG_FITS_OPENING, 3, ARG_STR(s.p), ARG_INT(r->row_n), ARG_INT(r->hidden));
    text_msg(out, lang, &m);
    str_add(out, "\n\n");
    struct text_table t;
    table_init(&t, out, md, 7);
    table_right(&t, 1);
    table_right(&t, 4);
    headers(&t, lang,
            (const enum msg_id[]){MSG_COL_MODEL, MSG_COL_PARAMS, MSG_COL_METHOD, MSG_COL_FORMAT,
                                  MSG_COL_CONTEXT, MSG_COL_VERDICT, MSG_COL_SPEED},
            7);
    for (size_t i = 0; i < r->row_n; i++) {
        const struct fits_row *x = &r->row[i];
        str_clear(&s);
        text_arg(&s, lang, ARG_NUM(x->sizing.speed.typical));
        str_addf(&s, " %s", x->sizing.speed_unit != NULL ? x->sizing.speed_unit : "");
        table_text(&t, x->model->id);
        table_arg(&t, lang, ARG_SI(x->model->params_b * 1e9));
        table_text(&t, x->task == TASK_SERVE ? task_word(x->task) : method_word(x->method));
        table_text(&t, x->weights->id);
        table_arg(&t, lang, ARG_INT(x->context_max));
        table_text(&t, msg_text(lang, export_verdict_msg(x->sizing.verdict)));
        table_text(&t, s.p);
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}

void offers_text(const struct offer *const *offer, size_t n, size_t hidden,
                 const struct export_options *o, struct str *out, bool md)
{
    enum lang lang = o->lang;
    struct text_table t;
    table_init(&t, out, md, 9);
    table_right(&t, 5);
    table_right(&t, 6);
    headers(&t, lang,
            (const enum msg_id[]){MSG_COL_PROVIDER, MSG_COL_INSTANCE, MSG_COL_REGION, MSG_COL_KIND,
                                  MSG_COL_CARDS, MSG_COL_PER_HOUR, MSG_COL_PER_GPU_HOUR,
                                  MSG_COL_DATE, MSG_COL_AGE},
            9);
    for (size_t i = 0; i < n; i++) {
        const struct offer *x = offer[i];
        struct str s;
        str_init(&s, 256);
        text_cards(&s, &o->facts->accel[x->accel], (int)x->gpu_count);
        int32_t age = date_age_days(x->from.date, date_of(o->now));
        static const enum msg_id ages[] = {MSG_AGE_UNKNOWN, MSG_AGE_FRESH, MSG_AGE_AGEING,
                                           MSG_AGE_OLD, MSG_AGE_STALE};
        table_text(&t, x->provider);
        table_text(&t, x->instance);
        table_text(&t, x->region != NULL ? x->region : "");
        table_text(&t, price_kind_word(x->kind));
        table_text(&t, s.p);
        table_arg(&t, lang, ARG_MONEY(x->price_hour, x->currency));
        table_arg(&t, lang, ARG_MONEY(x->price_hour / x->gpu_count, x->currency));
        table_arg(&t, lang, ARG_DATE(x->from.date));
        table_text(&t, msg_text(lang, ages[date_age_class(age)]));
        table_row(&t);
        str_free(&s);
    }
    table_end(&t);
    struct msg m = msg_make(MSG_OFFERS_COUNT, 2, ARG_INT(n), ARG_INT(hidden));
    str_addc(out, '\n');
    text_msg(out, lang, &m);
    str_addc(out, '\n');
}

void offers_csv(const struct offer *const *offer, size_t n, const struct export_options *o,
                struct str *out)
{
    static const char *const rdma[] = {"", "no", "yes"};
    str_add(out,
            "provider,instance,region,zone,kind,gpu,gpu_count,gpu_memory_gib,vcpus,ram_gib,"
            "link,rdma,network_gbps,currency,price_hour,price_gpu_hour,price_month,date,source,"
            "confidence\n");
    for (size_t i = 0; i < n; i++) {
        const struct offer *x = offer[i];
        const struct accel *a = &o->facts->accel[x->accel];
        char confidence[2] = {x->from.confidence, '\0'};
        bool first = true;
        csv_put(out, &first, x->provider);
        csv_put(out, &first, x->instance);
        csv_put(out, &first, x->region != NULL ? x->region : "");
        csv_put(out, &first, x->zone != NULL ? x->zone : "");
        csv_put(out, &first, price_kind_word(x->kind));
        csv_put(out, &first, a->id);
        csv_put_num(out, &first, x->gpu_count);
        csv_put_num(out, &first, a->memory_gb);
        csv_put_num(out, &first, x->vcpus);
        csv_put_num(out, &first, x->ram_gib);
        csv_put(out, &first, x->link != NULL ? x->link : "");
        csv_put(out, &first, rdma[x->rdma + 1]);
        csv_put_num(out, &first, x->network_gbps);
        csv_put(out, &first, x->currency);
        csv_put_num(out, &first, x->price_hour);
        csv_put_num(out, &first, x->price_hour / x->gpu_count);
        csv_put_num(out, &first, x->price_month);
        csv_put(out, &first, x->from.date != NULL ? x->from.date : "");
        csv_put(out, &first, x->from.source);
        csv_put(out, &first, confidence);
        csv_end(out, &first);
    }
}

void rules_text(const struct export_options *o, struct str *out, bool md)
{
    struct text_table t;
    table_init(&t, out, md, 3);
    headers(&t, o->lang, (const enum msg_id[]){MSG_COL_RULE, MSG_COL_SEVERITY, MSG_COL_MESSAGE}, 3);
    for (size_t i = 0; i < rules_count(); i++) {
        struct rule_info x = rules_get(i);
        table_text(&t, x.id);
        table_text(&t, msg_text(o->lang, export_severity_msg(x.severity)));
        enum severity gravest;
        struct msg message = msg_make(x.message, 0), remedy;
        (void)rules_outcome(i, 0, &gravest, &message, &remedy);
        table_msg(&t, o->lang, &message);
        table_row(&t);
    }
    table_end(&t);
}
