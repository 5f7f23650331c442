/* json_size.c - dlrig.size/1, dlrig.fits/1, dlrig.offers/1, dlrig.rules/1. */
#include "engine/job/planfile.h"
#include "export/parts.h"

static void write_trace(struct json_out *w, const struct export_options *o, const struct trace *t)
{
    jw_key(w, "explain");
    jw_arr(w);
    for (const struct trace_item *it = t->first; it != NULL; it = it->next) {
        struct msg formula = msg_make(it->formula, 0);
        struct str s;
        str_init(&s, 1024);
        jw_obj(w);
        jw_kstr(w, "id", it->id);
        json_msg(w, "formula", o, &formula);
        jw_kstr(w, "source", it->ref);
        msg_arg_render(&s, o->lang, &it->result);
        jw_kstr(w, "result", s.p);
        jw_key(w, "inputs");
        jw_arr(w);
        for (int i = 0; i < it->n; i++) {
            jw_obj(w);
            jw_kstr(w, "name", msg_text(o->lang, it->in[i].name));
            str_clear(&s);
            msg_arg_render(&s, o->lang, &it->in[i].value);
            jw_kstr(w, "value", s.p);
            jw_kstr(w, "source", it->in[i].source);
            jw_kstr(w, "date", it->in[i].date);
            jw_obj_end(w);
        }
        jw_arr_end(w);
        jw_obj_end(w);
        str_free(&s);
    }
    jw_arr_end(w);
}

static void write_item(struct json_out *w, const struct export_options *o,
                       const struct size_item *it)
{
    json_gpu(w, it->shape.accel, it->shape.per_node, it->shape.nodes);
    json_layout(w, &it->sizing.layout);
    json_memory(w, &it->sizing);
    json_speed(w, &it->sizing);
    jw_key(w, "power");
    jw_obj(w);
    jw_knum(w, "dc_w", it->power_w);
    jw_knum(w, "wall_w", UNKNOWN);
    jw_knum(w, "psu_w", UNKNOWN);
    jw_knum(w, "circuit_w", UNKNOWN);
    jw_obj_end(w);
    json_findings(w, o, it->finding, it->finding_n);
    if (o->explain)
        write_trace(w, o, &it->trace);
}

static void write_need(struct json_out *w, const struct sizing *z)
{
    jw_key(w, "need");
    jw_obj(w);
    jw_knum(w, "flops_per_run", z ? z->flops_per_run : UNKNOWN);
    jw_knum(w, "dataset_gb", z ? z->dataset_gb : UNKNOWN);
    jw_knum(w, "host_ram_gb", z ? z->host_ram_need_gb : UNKNOWN);
    jw_knum(w, "network_gbps", z ? z->network_need_gbps : UNKNOWN);
    jw_knum(w, "storage_gbs", z ? z->storage_need_gbs : UNKNOWN);
    jw_obj_end(w);
}

static void write_row(struct json_out *w, const struct size_row *x)
{
    jw_obj(w);
    jw_kstr(w, "task", task_word(x->task));
    jw_kstr(w, "method", x->task == TASK_SERVE ? "serve" : method_word(x->method));
    jw_kstr(w, "weights", x->weights->id);
    jw_knum(w, "context", x->context);
    json_band(w, "memory_gib", &x->gib);
    jw_key(w, "smallest");
    if (x->smallest == NULL) {
        jw_null(w);
    } else {
        jw_obj(w);
        jw_kstr(w, "gpu", x->smallest->id);
        jw_knum(w, "count", x->smallest_count);
        jw_obj_end(w);
    }
    jw_obj_end(w);
}

void size_json(const struct size_result *r, const struct export_options *o, struct str *out)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    json_envelope(&w, "dlrig.size/1", o);
    jw_key(&w, "job");
    planfile_job(&w, &r->job);
    write_need(&w, r->item_n > 0 ? &r->item[0].sizing : NULL);
    if (r->item_n > 0)
        json_verdict(&w, o, &r->verdict);
    if (r->item_n == 1) {
        write_item(&w, o, &r->item[0]);
    } else if (r->item_n > 1) {
        jw_key(&w, "compare");
        jw_arr(&w);
        for (size_t i = 0; i < r->item_n; i++) {
            struct verdict_block v = {.of = VERDICT_OF_GPU,
                                      .word = r->item[i].sizing.verdict,
                                      .reason = r->item[i].sizing.reason,
                                      .change = r->item[i].change,
                                      .change_n = r->item[i].change_n};
            if (v.change_n > 0)
                v.smallest_change = v.change[0].what;
            jw_obj(&w);
            json_verdict(&w, o, &v);
            write_item(&w, o, &r->item[i]);
            jw_obj_end(&w);
        }
        jw_arr_end(&w);
    } else {
        jw_key(&w, "table");
        jw_arr(&w);
        for (size_t i = 0; i < r->row_n; i++)
            write_row(&w, &r->row[i]);
        jw_arr_end(&w);
    }
    jw_obj_end(&w);
    str_addc(out, '\n');
}

void fits_json(const struct fits_result *r, const struct export_options *o, struct str *out)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    json_envelope(&w, "dlrig.fits/1", o);
    jw_key(&w, "job");
    planfile_job(&w, &r->job);
    jw_key(&w, "have");
    jw_obj(&w);
    json_gpu(&w, r->shape.accel, r->shape.per_node, r->shape.nodes);
    jw_knum(&w, "ram_gb", r->shape.host_ram_gb);
    jw_obj_end(&w);
    jw_key(&w, "rows");
    jw_arr(&w);
    for (size_t i = 0; i < r->row_n; i++) {
        const struct fits_row *x = &r->row[i];
        jw_obj(&w);
        jw_kstr(&w, "model", x->model->id);
        jw_knum(&w, "params_b", x->model->params_b);
        jw_kstr(&w, "task", task_word(x->task));
        jw_kstr(&w, "method", method_word(x->method));
        jw_kstr(&w, "weights", x->weights->id);
        jw_knum(&w, "context_max", x->context_max);
        jw_kstr(&w, "verdict", verdict_word(x->sizing.verdict));
        jw_knum(&w, "per_gpu_gib", x->sizing.per_gpu_gib.typical);
        jw_knum(&w, "usable_gib", x->sizing.usable_gib);
        jw_key(&w, "speed");
        jw_obj(&w);
        jw_kstr(&w, "unit", x->sizing.speed_unit);
        jw_knum(&w, "low", x->sizing.speed.low);
        jw_knum(&w, "typical", x->sizing.speed.typical);
        jw_knum(&w, "high", x->sizing.speed.high);
        jw_obj_end(&w);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_knum(&w, "hidden", (double)r->hidden);
    jw_obj_end(&w);
    str_addc(out, '\n');
}

static void offer_json(struct json_out *w, const struct facts *f, const struct offer *x)
{
    const struct accel *a = &f->accel[x->accel];
    char confidence[2] = {x->from.confidence, '\0'};
    jw_obj(w);
    jw_kstr(w, "provider", x->provider);
    jw_kstr(w, "instance", x->instance);
    jw_kstr(w, "region", x->region);
    jw_kstr(w, "zone", x->zone);
    jw_kstr(w, "kind", price_kind_word(x->kind));
    jw_kstr(w, "gpu", a->id);
    jw_knum(w, "gpu_count", x->gpu_count);
    jw_knum(w, "gpu_memory_gib", a->memory_gb);
    jw_knum(w, "vcpus", x->vcpus);
    jw_knum(w, "ram_gib", x->ram_gib);
    jw_kstr(w, "link", x->link);
    jw_key(w, "rdma");
    if (x->rdma == TRI_UNKNOWN)
        jw_null(w);
    else
        jw_bool(w, x->rdma == TRI_YES);
    jw_knum(w, "network_gbps", x->network_gbps);
    jw_kstr(w, "currency", x->currency);
    jw_knum(w, "price_hour", x->price_hour);
    jw_knum(w, "price_gpu_hour", x->price_hour / x->gpu_count);
    jw_knum(w, "price_month", x->price_month);
    jw_kstr(w, "date", x->from.date);
    jw_kstr(w, "source", x->from.source);
    jw_kstr(w, "confidence", confidence[0] != '\0' ? confidence : NULL);
    jw_obj_end(w);
}

void offers_json(const struct offer *const *offer, size_t n, size_t hidden,
                 const struct export_options *o, struct str *out)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.offers/1");
    jw_knum(&w, "hidden", (double)hidden);
    jw_key(&w, "offers");
    jw_arr(&w);
    for (size_t i = 0; i < n; i++)
        offer_json(&w, o->facts, offer[i]);
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(out, '\n');
}

/* The message of the gravest outcome, the facts named where a finding has figures. */
static void rule_words(struct json_out *w, const char *key, enum lang lang, size_t rule)
{
    enum severity severity;
    struct msg message, remedy;
    struct str text;
    str_init(&text, 4096);
    if (rules_outcome(rule, 0, &severity, &message, &remedy))
        msg_render(&text, lang, &message);
    jw_kstr(w, key, text.p);
    str_free(&text);
}

void rules_json(struct str *out)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.rules/1");
    jw_key(&w, "rules");
    jw_arr(&w);
    for (size_t i = 0; i < rules_count(); i++) {
        struct rule_info x = rules_get(i);
        jw_obj(&w);
        jw_kstr(&w, "id", x.id);
        jw_kstr(&w, "severity", severity_word(x.severity));
        rule_words(&w, "en", LANG_EN, i);
        rule_words(&w, "zh", LANG_ZH, i);
        jw_kstr(&w, "source", x.source);
        jw_kstr(&w, "seed", x.seed);
        jw_key(&w, "aliases");
        jw_arr(&w);
        for (const char *p = x.aliases; !str_empty(p);) {
            size_t len = 0;
            while (p[len] != '\0' && p[len] != ',')
                len++;
            char one[64];
            if (len > 0 && len < sizeof(one)) {
                for (size_t k = 0; k < len; k++)
                    one[k] = p[k];
                one[len] = '\0';
                jw_str(&w, one);
            }
            p += p[len] == ',' ? len + 1 : len;
            while (*p == ' ')
                p++;
        }
        jw_arr_end(&w);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(out, '\n');
}
