/* json_parts.c - pieces that plan, size, fits and offers documents share. */
#include "export/parts.h"

#include "base/date.h"

void json_envelope(struct json_out *w, const char *schema, const struct export_options *o)
{
    char day[11];
    date_format(date_of(o->now), day);
    jw_kstr(w, "schema", schema);
    jw_kstr(w, "generated", o->generated);
    jw_kstr(w, "as_of", day);
    jw_key(w, "catalog");
    jw_obj(w);
    jw_kstr(w, "version", o->facts->version);
    jw_kstr(w, "date", o->facts->date);
    jw_obj_end(w);
}

void json_prices(struct json_out *w, const struct prices *p)
{
    jw_key(w, "prices");
    jw_obj(w);
    jw_kstr(w, "newest", p->newest);
    jw_kstr(w, "oldest", p->oldest);
    jw_obj_end(w);
}

void json_msg(struct json_out *w, const char *key, const struct export_options *o,
              const struct msg *m)
{
    struct str s;
    str_init(&s, 4096);
    if (m->id != MSG_NONE)
        msg_render(&s, o->lang, m);
    jw_kstr(w, key, s.p);
    str_free(&s);
}

void json_band(struct json_out *w, const char *key, const struct band *b)
{
    jw_key(w, key);
    jw_obj(w);
    jw_knum(w, "low", b->low);
    jw_knum(w, "typical", b->typical);
    jw_knum(w, "high", b->high);
    jw_obj_end(w);
}

void json_gpu(struct json_out *w, const struct accel *a, int per_node, int nodes)
{
    jw_key(w, "gpu");
    jw_obj(w);
    jw_kstr(w, "id", a->id);
    jw_kstr(w, "name", accel_label(a));
    jw_knum(w, "per_node", per_node);
    jw_knum(w, "nodes", nodes);
    jw_knum(w, "devices", (double)per_node * nodes);
    jw_knum(w, "memory_gib", a->memory_gb);
    jw_obj_end(w);
}

void json_layout(struct json_out *w, const struct layout *l)
{
    jw_key(w, "layout");
    jw_obj(w);
    jw_knum(w, "tp", l->tp);
    jw_knum(w, "pp", l->pp);
    jw_knum(w, "dp", l->dp);
    jw_knum(w, "ep", l->ep);
    jw_knum(w, "cp", l->cp);
    jw_kstr(w, "sharding", sharding_word(l->sharding));
    jw_kstr(w, "recompute", recompute_word(l->recompute));
    jw_kstr(w, "offload", offload_word(l->offload));
    jw_knum(w, "micro_batch", l->micro_batch);
    jw_knum(w, "grad_accum", l->grad_accum);
    jw_knum(w, "global_batch", l->global_batch);
    jw_obj_end(w);
}

void json_memory(struct json_out *w, const struct sizing *z)
{
    jw_key(w, "memory");
    jw_obj(w);
    json_band(w, "per_gpu_gib", &z->per_gpu_gib);
    jw_knum(w, "usable_gib", z->usable_gib);
    jw_key(w, "lines");
    jw_arr(w);
    for (int i = 0; i < MEM_LINES; i++) {
        if (!(z->line_gib[i] > 0))
            continue;
        jw_obj(w);
        jw_kstr(w, "id", mem_line_word((enum mem_line_id)i));
        jw_knum(w, "gib", z->line_gib[i]);
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_obj_end(w);
}

void json_speed(struct json_out *w, const struct sizing *z)
{
    jw_key(w, "speed");
    jw_obj(w);
    jw_kstr(w, "unit", z->speed_unit);
    jw_knum(w, "low", z->speed.low);
    jw_knum(w, "typical", z->speed.typical);
    jw_knum(w, "high", z->speed.high);
    jw_knum(w, "per_user", z->per_user);
    json_band(w, "hours_per_run", &z->hours_per_run);
    jw_knum(w, "ttft_ms", z->ttft_ms);
    jw_knum(w, "tpot_ms", z->tpot_ms);
    jw_knum(w, "max_users", z->max_users);
    jw_knum(w, "max_context", z->max_context);
    jw_knum(w, "max_micro_batch", z->max_micro_batch);
    jw_kstr(w, "bound_by", bound_word(z->bound));
    jw_obj_end(w);
}

void json_findings(struct json_out *w, const struct export_options *o, const struct finding *f,
                   size_t n)
{
    jw_key(w, "findings");
    jw_arr(w);
    for (size_t i = 0; i < n; i++) {
        jw_obj(w);
        jw_kstr(w, "id", f[i].rule);
        jw_kstr(w, "severity", severity_word(f[i].severity));
        json_msg(w, "message", o, &f[i].message);
        json_msg(w, "remedy", o, &f[i].remedy);
        jw_kstr(w, "source", f[i].source);
        jw_kstr(w, "seed", f[i].seed);
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

void json_verdict(struct json_out *w, const struct export_options *o, const struct verdict_block *v)
{
    static const char *const of[] = {"plan", "have", "gpu", "plan"};
    jw_key(w, "verdict");
    jw_obj(w);
    jw_kstr(w, "of", of[v->of]);
    jw_kstr(w, "word", verdict_word(v->word));
    json_msg(w, "reason", o, &v->reason);
    json_msg(w, "smallest_change", o, &v->smallest_change);
    jw_key(w, "changes");
    jw_arr(w);
    for (size_t i = 0; i < v->change_n; i++) {
        const struct change *c = &v->change[i];
        jw_obj(w);
        json_msg(w, "what", o, &c->what);
        json_msg(w, "effect_on_result", o, &c->effect);
        jw_knum(w, "speed_ratio", c->speed_ratio);
        jw_knum(w, "cost_per_run", c->cost_per_run);
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_obj_end(w);
}

enum err export_done(const struct str *out, struct err_info *e)
{
    return out->failed ? err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL) : OK;
}

enum err export_not_made(enum export_format f, struct err_info *e)
{
    struct msg_arg a = ARG_STR(export_format_word(f));
    return err_set(e, ERR_UNSUPPORTED, MSG_ERR_FORMAT_NOT_MADE, 1, &a);
}
