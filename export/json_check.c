/* json_check.c - dlrig.check/1: a machine that was judged. */
#include "base/num.h"
#include "export/check.h"
#include "export/parts.h"

static void write_line(struct json_out *w, const struct parts_line *l)
{
    static const char *const match[] = {"none", "exact", "near", "figures"};
    jw_obj(w);
    jw_kstr(w, "kind", l->kind == PART_KINDS ? NULL : part_kind_word(l->kind));
    jw_kstr(w, "text", l->text != NULL ? l->text : l->id);
    jw_kstr(w, "name", l->match == MATCH_NONE ? NULL : l->name);
    jw_knum(w, "qty", l->qty);
    jw_kstr(w, "match", l->aside ? "aside" : match[l->match]);
    jw_key(w, "near");
    jw_arr(w);
    for (int i = 0; i < l->near_n; i++)
        jw_str(w, l->near[i]);
    jw_arr_end(w);
    jw_knum(w, "line", l->at > 0 ? (double)l->at : UNKNOWN);
    jw_obj_end(w);
}

static void write_parts(struct json_out *w, const struct check_result *r)
{
    jw_key(w, "parts");
    jw_arr(w);
    for (int i = 0; i < r->list->n; i++)
        write_line(w, &r->list->line[i]);
    jw_arr_end(w);
}

static void write_machine(struct json_out *w, const struct check_result *r)
{
    const struct bom *b = &r->machine.bom;
    jw_key(w, "machine");
    jw_obj(w);
    jw_knum(w, "machines", r->machine.machines);
    jw_knum(w, "host_ram_gb", b->host_ram_gb);
    jw_knum(w, "host_ram_gbs", b->host_ram_gbs);
    jw_knum(w, "host_cores", b->host_cores);
    jw_knum(w, "gpu_lanes", b->gpu_lanes);
    jw_knum(w, "gpu_pcie_gen", b->gpu_pcie_gen);
    jw_knum(w, "storage_gb", b->storage_gb);
    jw_knum(w, "network_gbps", b->nic_gbps);
    jw_obj_end(w);
}

static const char *place_word(enum measured_place p)
{
    static const char *const words[] = {"unknown", "below", "inside", "above"};
    return words[p];
}

static void write_measured(struct json_out *w, const struct check_result *r,
                           const struct export_options *o)
{
    static const char *const units[] = {"tokens/s", "tokens/s", "steps/s", "samples/s",
                                        "h",        "GiB",      "W"};
    const struct measured_result *m = &r->measured;
    jw_key(w, "measured");
    if (!m->given) {
        jw_null(w);
        return;
    }
    jw_obj(w);
    jw_knum(w, "value", m->m.value);
    jw_kstr(w, "unit", units[m->m.unit]);
    json_band(w, "expected", &m->band);
    jw_kstr(w, "place", place_word(m->place));
    jw_knum(w, "ratio", m->ratio);
    jw_key(w, "reasons");
    jw_arr(w);
    for (int i = 0; i < m->reason_n; i++) {
        const struct reason *x = &m->reason[i];
        jw_obj(w);
        jw_kstr(w, "id", x->id);
        json_msg(w, "why", o, &x->why);
        json_msg(w, "remedy", o, &x->remedy);
        jw_knum(w, "expected", x->expected);
        jw_knum(w, "ratio", x->factor);
        jw_kbool(w, "matches", x->matches);
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_obj_end(w);
}

static void write_upgrades(struct json_out *w, const struct check_result *r,
                           const struct export_options *o)
{
    jw_key(w, "upgrades");
    jw_arr(w);
    for (int i = 0; i < r->upgrade_n; i++) {
        const struct upgrade *u = &r->upgrade[i];
        jw_obj(w);
        json_msg(w, "what", o, &u->what);
        json_msg(w, "effect", o, &u->effect);
        jw_knum(w, "cost", u->cost);
        jw_kstr(w, "currency", r->job.currency);
        jw_kstr(w, "verdict", r->job_given ? verdict_word(u->verdict) : NULL);
        jw_knum(w, "speed_ratio", u->speed_ratio);
        jw_kbool(w, "mends", u->mends);
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

void check_json(const struct check_result *r, const struct export_options *o, struct str *out)
{
    const struct sizing *z = &r->verdict.sizing;
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    json_envelope(&w, "dlrig.check/1", o);
    json_job(&w, &r->job, r->job_given ? z : NULL);
    json_verdict(&w, o, &r->verdict);
    if (r->machine.cards.n > 0) {
        json_gpu(&w, r->machine.card, r->machine.per_node, r->machine.machines);
    } else {
        jw_key(&w, "gpu");
        jw_null(&w);
    }
    write_parts(&w, r);
    write_machine(&w, r);
    if (r->job_given) {
        json_layout(&w, z, 1);
        json_memory(&w, z);
        json_speed(&w, z);
    }
    json_power(&w, &r->machine.bom.power);
    write_measured(&w, r, o);
    write_upgrades(&w, r, o);
    jw_key(&w, "counts");
    jw_obj(&w);
    jw_knum(&w, "errors", r->plan.errors);
    jw_knum(&w, "warnings", r->plan.warnings);
    jw_knum(&w, "advices", r->plan.advices);
    jw_knum(&w, "unknowns", r->plan.unknowns);
    jw_knum(&w, "unknown_lines", r->unknown_lines);
    jw_obj_end(&w);
    json_findings(&w, o, r->plan.finding, r->plan.finding_n);
    jw_obj_end(&w);
    str_addc(out, '\n');
}
