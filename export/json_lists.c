/* json_lists.c - dlrig.offers/1 and dlrig.rules/1. */
#include <string.h>

#include "base/num.h"
#include "export/parts.h"

/* Beyond the contract, only when asked for: what the job costs there, what a group spans. */
static void write_rate(struct json_out *w, const struct offer_rate *r)
{
    jw_kstr(w, "verdict", verdict_word(r->verdict));
    jw_knum(w, "usd_per_million", r->per_million);
}

static void write_offer(struct json_out *w, const struct facts *f, const struct offer *x,
                        const struct offer_rate *rate)
{
    const struct accel *a = &f->accel[x->accel];
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
    json_confidence(w, x->from.confidence);
    if (rate != NULL)
        write_rate(w, rate);
    jw_obj_end(w);
}

static void write_groups(struct json_out *w, const struct offers_page *p)
{
    jw_key(w, "groups");
    jw_arr(w);
    for (size_t i = 0; i < p->n; i++) {
        jw_obj(w);
        jw_kstr(w, "key", p->group[i].key);
        jw_knum(w, "offers", (double)p->group[i].n);
        jw_knum(w, "usd_gpu_hour_min", p->group[i].low);
        jw_knum(w, "usd_gpu_hour_max", p->group[i].high);
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

void offers_json(const struct offers_page *p, const struct export_options *o, struct str *out)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.offers/1");
    jw_knum(&w, "hidden", (double)p->hidden);
    if (p->of_job != NULL) { /* the cards that the job asks for are a filter */
        jw_kstr(&w, "cards_of_job", p->of_job);
        jw_knum(&w, "hidden_by_cards_of_job", (double)p->of_job_hidden);
    }
    jw_key(&w, "offers");
    jw_arr(&w);
    for (size_t i = 0; i < p->n; i++)
        write_offer(&w, o->facts, p->offer[i], p->rate != NULL ? &p->rate[i] : NULL);
    jw_arr_end(&w);
    if (p->group != NULL)
        write_groups(&w, p);
    jw_obj_end(&w);
    str_addc(out, '\n');
}

/* "PSU-01, PSU-02" as an array. */
static void write_list(struct json_out *w, const char *list)
{
    struct str one;
    str_init(&one, 256);
    jw_arr(w);
    for (const char *p = list; !str_empty(p);) {
        p += strspn(p, " ,");
        size_t n = strcspn(p, ",");
        str_clear(&one);
        str_addn(&one, p, n);
        if (n > 0)
            jw_str(w, one.p);
        p += n;
    }
    jw_arr_end(w);
    str_free(&one);
}

/* The message of the gravest outcome, with the names of facts where a finding has figures. */
static void write_words(struct json_out *w, const char *key, size_t rule, enum lang lang)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    rules_outcome_text(rule, 0, false, lang, &s);
    jw_kstr(w, key, s.p);
    str_free(&s);
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
        write_words(&w, "en", i, LANG_EN);
        write_words(&w, "zh", i, LANG_ZH);
        jw_kstr(&w, "source", x.source);
        jw_kstr(&w, "seed", x.seed);
        jw_key(&w, "aliases");
        write_list(&w, x.aliases);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(out, '\n');
}
