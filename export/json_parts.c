/* json_parts.c - pieces that plan, size, fits and offers documents share. */
#include "base/date.h"
#include "base/num.h"
#include "engine/job/planfile.h"
#include "export/parts.h"

#define DAYS_PER_MONTH 30.4 /* as the cost of hours a day counts them */

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

/* Hours of a day as they were worked with: where the runs say how long the machine works, the
 * answer to "hours a day" is not used and the figure follows from them. */
static double derived_hours(const struct job *job, const struct sizing *z)
{
    const struct question *q = question_get(Q_HOURS);
    bool from_runs = false;
    double hours = job_hours_per_month(job, z, &from_runs);
    if (!from_runs || job->from[Q_HOURS] == FROM_GIVEN)
        return UNKNOWN;
    return num_clamp(hours / DAYS_PER_MONTH, q->min, q->max);
}

void json_job(struct json_out *w, const struct job *job, const struct sizing *z)
{
    double hours = derived_hours(job, z);
    jw_key(w, "job");
    if (!known(hours) || job->text[Q_HOURS] == NULL) {
        planfile_job(w, job);
        return;
    }
    struct job told = *job;
    told.value[Q_HOURS] = hours;
    told.from[Q_HOURS] = FROM_DERIVED;
    planfile_job(w, &told);
}

void json_smallest(struct json_out *w, const struct accel *a, int count)
{
    jw_key(w, "smallest");
    jw_obj(w);
    jw_kstr(w, "gpu", a != NULL ? a->id : NULL);
    jw_knum(w, "count", a != NULL ? count : UNKNOWN);
    jw_obj_end(w);
}

void json_need(struct json_out *w, const struct need *n)
{
    jw_key(w, "need");
    jw_obj(w);
    jw_knum(w, "flops_per_run", n->flops_per_run);
    jw_knum(w, "dataset_gb", n->dataset_gb);
    jw_knum(w, "host_ram_gb", n->host_ram_gb);
    jw_knum(w, "network_gbps", n->network_gbps);
    jw_knum(w, "storage_gbs", n->storage_gbs);
    json_smallest(w, n->smallest, n->smallest_count);
    jw_obj_end(w);
}

void json_power(struct json_out *w, const struct power *p)
{
    jw_key(w, "power");
    jw_obj(w);
    jw_knum(w, "dc_w", p->dc_w);
    jw_knum(w, "wall_w", p->wall_w);
    jw_knum(w, "psu_w", p->psu_w);
    jw_knum(w, "circuit_w", p->circuit_w);
    jw_obj_end(w);
}

void json_confidence(struct json_out *w, char confidence)
{
    char text[2] = {confidence, '\0'};
    jw_kstr(w, "confidence", text[0] != '\0' ? text : NULL);
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
    /* a card with two memories is two devices to a program */
    jw_knum(w, "devices", per_node * nodes * (a->memory_pools > 1 ? a->memory_pools : 1));
    jw_knum(w, "memory_gib", a->memory_gb);
    jw_obj_end(w);
}

void json_layout(struct json_out *w, const struct sizing *z, int copies)
{
    const struct layout *l = &z->layout;
    int dp = l->dp * (copies > 1 ? copies : 1);
    bool sized = known(z->per_gpu_gib.typical); /* else nothing was laid out */
    const struct {
        const char *key;
        double n;
    } ranks[] = {{"tp", l->tp}, {"pp", l->pp}, {"dp", dp}, {"ep", l->ep}, {"cp", l->cp}},
      batch[] = {{"micro_batch", l->micro_batch},
                 {"grad_accum", l->grad_accum},
                 {"global_batch", l->global_batch}};

    jw_key(w, "layout");
    jw_obj(w);
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++)
        jw_knum(w, ranks[i].key, sized ? ranks[i].n : UNKNOWN);
    jw_kstr(w, "sharding", sized ? sharding_word(l->sharding) : NULL);
    jw_kstr(w, "recompute", sized ? recompute_word(l->recompute) : NULL);
    jw_kstr(w, "offload", sized ? offload_word(l->offload) : NULL);
    for (size_t i = 0; i < sizeof batch / sizeof batch[0]; i++)
        jw_knum(w, batch[i].key, sized ? batch[i].n : UNKNOWN);
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

/* Only where there is one: decoding with a draft. */
static void json_draft(struct json_out *w, const struct sizing *z)
{
    if (!known(z->draft_tokens))
        return;
    jw_key(w, "draft");
    jw_obj(w);
    jw_knum(w, "tokens", z->draft_tokens);
    jw_knum(w, "acceptance", z->draft_acceptance);
    jw_knum(w, "tokens_per_pass", z->draft_yield);
    jw_knum(w, "gain", z->draft_gain);
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
    jw_kstr(w, "bound_by", z->bound != BOUND_UNKNOWN ? bound_word(z->bound) : NULL);
    json_draft(w, z);
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
    jw_key(w, "upgrades");
    jw_arr(w);
    for (size_t i = 0; i < v->step_n; i++) {
        const struct next_step *x = &v->step[i];
        jw_obj(w);
        json_msg(w, "what", o, &x->what);
        jw_kstr(w, "verdict", verdict_word(x->verdict));
        jw_knum(w, "speed_ratio", x->speed_ratio);
        jw_knum(w, "cost", x->cost);
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_obj_end(w);
}
