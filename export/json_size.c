/* json_size.c - dlrig.size/1 and dlrig.fits/1. */
#include "base/num.h"
#include "export/parts.h"

static void write_trace(struct json_out *w, const struct export_options *o, const struct trace *t)
{
    jw_key(w, "explain");
    jw_arr(w);
    for (const struct trace_item *it = t->first; it != NULL; it = it->next) {
        struct msg formula = msg_make(it->formula, 0);
        struct str s;
        str_init(&s, TEXT_MAX);
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

/* No machine is built here: the load is that of the cards, supply and socket are not known. */
static void write_item(struct json_out *w, const struct export_options *o,
                       const struct size_item *it)
{
    struct power power = {
        .dc_w = it->power_w, .wall_w = UNKNOWN, .psu_w = UNKNOWN, .circuit_w = UNKNOWN};
    json_gpu(w, it->shape.accel, it->shape.per_node, it->shape.nodes);
    json_layout(w, &it->sizing, 1);
    json_memory(w, &it->sizing);
    json_speed(w, &it->sizing);
    json_power(w, &power);
    json_findings(w, o, it->finding, it->finding_n);
    if (o->explain)
        write_trace(w, o, &it->trace);
}

/* The smallest machine is told where it was searched for: a card without a count. */
static struct need need_of(const struct size_item *it)
{
    struct need n = {.flops_per_run = UNKNOWN,
                     .dataset_gb = UNKNOWN,
                     .host_ram_gb = UNKNOWN,
                     .network_gbps = UNKNOWN,
                     .storage_gbs = UNKNOWN};
    if (it == NULL)
        return n;
    n.flops_per_run = it->sizing.flops_per_run;
    n.dataset_gb = it->sizing.dataset_gb;
    n.host_ram_gb = it->sizing.host_ram_need_gb;
    n.network_gbps = it->sizing.network_need_gbps;
    n.storage_gbs = it->sizing.storage_need_gbs;
    if (it->count_found) {
        n.smallest = it->shape.accel;
        n.smallest_count = it->shape.per_node * it->shape.nodes;
    }
    return n;
}

static void write_row(struct json_out *w, const struct size_row *x)
{
    jw_obj(w);
    jw_kstr(w, "task", task_word(x->task));
    jw_kstr(w, "method",
            x->task == TASK_SERVE            ? "serve"
            : x->task == TASK_GENERATE_MEDIA ? "generate"
                                             : method_word(x->method));
    jw_kstr(w, "weights", x->weights->id);
    jw_knum(w, "context", x->context);
    json_band(w, "memory_gib", &x->gib);
    json_smallest(w, x->smallest, x->smallest_count);
    jw_obj_end(w);
}

static void write_compare(struct json_out *w, const struct size_result *r,
                          const struct export_options *o)
{
    jw_key(w, "compare");
    jw_arr(w);
    for (size_t i = 0; i < r->item_n; i++) {
        const struct size_item *it = &r->item[i];
        struct verdict_block v = {.of = r->verdict.of,
                                  .word = it->sizing.verdict,
                                  .reason = it->sizing.reason,
                                  .change = it->change,
                                  .change_n = it->change_n};
        struct need need = need_of(it);
        if (v.change_n > 0)
            v.smallest_change = v.change[0].what;
        jw_obj(w);
        json_need(w, &need);
        json_verdict(w, o, &v);
        write_item(w, o, it);
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

void size_json(const struct size_result *r, const struct export_options *o, struct str *out)
{
    const struct size_item *first = r->item_n > 0 ? &r->item[0] : NULL;
    struct need need = need_of(first);
    struct verdict_block none = {.of = VERDICT_OF_GPU, .word = VERDICT_UNKNOWN};
    none.reason = msg_make(MSG_SIZE_TABLE_REASON, 0);
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    json_envelope(&w, "dlrig.size/1", o);
    json_job(&w, &r->job, first != NULL ? &first->sizing : NULL);
    json_need(&w, &need);
    json_verdict(&w, o, first != NULL ? &r->verdict : &none);
    if (r->item_n == 1) {
        write_item(&w, o, first);
    } else if (r->item_n > 1) {
        write_compare(&w, r, o);
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

/* --- fits ------------------------------------------------------------------------------ */
static void write_have(struct json_out *w, const struct fits_result *r)
{
    const struct hardware *h = r->job.have.n > 0 ? &r->job.have : &r->job.gpu;
    jw_key(w, "have");
    jw_obj(w);
    json_gpu(w, r->shape.accel, r->shape.per_node, r->shape.nodes);
    jw_key(w, "cards");
    jw_arr(w);
    for (int i = 0; i < h->n; i++) {
        jw_obj(w);
        jw_kstr(w, "gpu", h->group[i].accel->id);
        jw_knum(w, "count", h->group[i].count > 0 ? h->group[i].count : 1);
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_knum(w, "ram_gb", r->shape.host_ram_gb);
    jw_obj_end(w);
}

static void write_fit(struct json_out *w, const struct fits_row *x)
{
    jw_obj(w);
    jw_kstr(w, "model", x->model->id);
    jw_knum(w, "params_b", x->model->params_b);
    jw_kstr(w, "task", task_word(x->task));
    jw_kstr(w, "method", method_word(x->method));
    jw_kstr(w, "weights", x->weights->id);
    jw_knum(w, "context_max", x->context_max);
    jw_kstr(w, "verdict", verdict_word(x->sizing.verdict));
    jw_knum(w, "per_gpu_gib", x->sizing.per_gpu_gib.typical);
    jw_knum(w, "usable_gib", x->sizing.usable_gib);
    jw_key(w, "speed");
    jw_obj(w);
    jw_kstr(w, "unit", x->sizing.speed_unit);
    jw_knum(w, "low", x->sizing.speed.low);
    jw_knum(w, "typical", x->sizing.speed.typical);
    jw_knum(w, "high", x->sizing.speed.high);
    jw_obj_end(w);
    jw_obj_end(w);
}

void fits_json(const struct fits_result *r, const struct export_options *o, struct str *out)
{
    struct need need = need_of(NULL);
    struct verdict_block v = {.of = r->job.have.n > 0 ? VERDICT_OF_HAVE : VERDICT_OF_GPU,
                              .word = r->row_n > 0 ? VERDICT_FITS : VERDICT_DOES_NOT_FIT,
                              .reason = fits_reason(r)};
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    json_envelope(&w, "dlrig.fits/1", o);
    json_job(&w, &r->job, NULL);
    json_need(&w, &need);
    json_verdict(&w, o, &v);
    write_have(&w, r);
    jw_key(&w, "rows");
    jw_arr(&w);
    for (size_t i = 0; i < r->row_n; i++)
        write_fit(&w, &r->row[i]);
    jw_arr_end(&w);
    jw_knum(&w, "hidden", (double)r->hidden);
    jw_obj_end(&w);
    str_addc(out, '\n');
}
