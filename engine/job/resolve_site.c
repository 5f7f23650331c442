#include <ctype.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/job/answers.h"
#include "engine/job/choices.h"
#include "engine/job/fault.h"
#include "engine/job/names.h"
#include "engine/job/nearest.h"
#include "engine/job/resolve.h"

/* --- place and circuit ----------------------------------------------------------------------- */
static enum err take_country(struct resolve *r)
{
    struct job *j = r->j;
    const char *name = job_text(r, Q_COUNTRY, "US");
    const char *code = facts_resolve(r->f, "regions", name, NULL);
    char upper[16];
    if (!code && strlen(name) < sizeof upper) {
        for (size_t i = 0; i <= strlen(name); i++) {
            upper[i] = (char)toupper((unsigned char)name[i]);
        }
        code = facts_resolve(r->f, "regions", upper, NULL);
    }
    if (!code && r->a->a[Q_COUNTRY].set) {
        return job_name_unknown(r->f, "regions", "country", name, r->e);
    }
    job_note(r, Q_COUNTRY, code ? code : name);
    j->country = j->text[Q_COUNTRY];
    j->region = code ? facts_region(r->f, code) : NULL;
    return OK;
}

static enum err take_place(struct resolve *r)
{
    struct job *j = r->j;
    j->where = (enum where)job_choice(r, Q_WHERE, WHERE_ANY);
    j->data_stays = job_yes(r, Q_DATA_STAYS, false);
    j->stays_share = job_number(r, Q_STAYS_SHARE, j->data_stays ? 1 : 0);
    if (j->stays_share >= 1)
        j->data_stays = true;
    enum err result = take_country(r);
    if (result != OK) {
        return result;
    }
    j->buyer = (enum buyer)job_choice(r, Q_BUYER, (int)default_buyer(j->task));
    j->place = (enum place)job_choice(r, Q_PLACE, (int)default_place(j->buyer));
    struct mains mains = default_mains(j->country, j->place);
    j->volts = job_number(r, Q_VOLTS, mains.volts);
    j->amps = job_number(r, Q_AMPS, mains.amps);
    j->noise_db = job_number(r, Q_NOISE, default_noise(j->place));
    j->rack_units = job_number(r, Q_RACK_UNITS, UNKNOWN);
    return OK;
}

/* --- policy ---------------------------------------------------------------------------------- */
static bool vendor_known(const struct facts *f, const char *name)
{
    for (size_t i = 0; i < f->accel_n; i++) {
        if (str_case_eq(f->accel[i].vendor, name)) {
            return true;
        }
    }
    return false;
}

/* State money in China buys domestic chips for new data centres (ettoday.net, 2025-11-06). Who
 * names cards, or rents, is not told otherwise: a finding speaks of it. */
static const char *default_vendors(struct resolve *r)
{
    const struct job *j = r->j;
    bool state = j->buyer == BUYER_STATE && str_starts(j->country, "CN");
    bool named = job_answered(r, Q_GPU) || job_answered(r, Q_HAVE);
    return state && !named && j->where != WHERE_CLOUD ? "domestic" : "any";
}

static enum err take_vendors(struct resolve *r)
{
    struct job *j = r->j;
    const char *text = job_text(r, Q_VENDORS, default_vendors(r));
    j->vendors = text;
    char item[ANSWER_TEXT_MAX];
    for (const char *p = text; answer_list_next(&p, item, sizeof item);) {
        if (str_eq(item, "any")) {
            j->any_vendor = true;
        } else if (str_eq(item, "domestic")) {
            j->domestic_only = true;
        } else if (!vendor_known(r->f, item)) {
            return job_refuse(r, MSG_JOB_VENDORS_NONE, 1, ARG_STR(item));
        }
    }
    if (j->any_vendor) {
        j->domestic_only = false;
        j->vendors = NULL;
    }
    return OK;
}

/* take_providers: every name of the list must be one of the catalog; ! before it rules it out. */
static enum err take_providers(struct resolve *r)
{
    struct job *j = r->j;
    j->providers = job_text(r, Q_PROVIDERS, NULL);
    j->regions = job_text(r, Q_REGIONS, NULL);
    struct str all;
    str_init(&all, ANSWER_TEXT_MAX);
    char item[ANSWER_TEXT_MAX];
    for (const char *p = j->providers; p && answer_list_next(&p, item, sizeof item);) {
        const char *name = item[0] == '!' ? item + 1 : item;
        const char *id = facts_resolve(r->f, "providers", name, NULL);
        if (!id) {
            str_free(&all);
            return job_name_unknown(r->f, "providers", "providers", name, r->e);
        }
        str_add(&all, all.len ? "," : "");
        str_add(&all, item[0] == '!' ? "!" : "");
        str_add(&all, id);
    }
    if (j->providers) {
        job_note(r, Q_PROVIDERS, all.p);
        j->providers = j->text[Q_PROVIDERS];
    }
    str_free(&all);
    return OK;
}

/* take_network: "25gbe", "100gbe+rdma", "ib400", "none". */
static enum err take_network(struct resolve *r)
{
    struct job *j = r->j;
    const char *text = job_text(r, Q_NETWORK, NULL);
    j->network_gbps = UNKNOWN;
    if (!text) {
        return OK;
    }
    char speed[ANSWER_TEXT_MAX];
    str_copy(speed, sizeof speed, text);
    if (str_case_eq(speed, "none")) {
        j->network_gbps = 0;
        return OK;
    }
    char *plus = strchr(speed, '+');
    if (plus) {
        *plus = '\0';
        j->network_rdma = str_case_eq(plus + 1, "rdma") || str_case_eq(plus + 1, "roce");
    }
    const char *number = speed;
    if (tolower((unsigned char)number[0]) == 'i' && tolower((unsigned char)number[1]) == 'b') {
        j->network_rdma = j->network_ib = true;
        number += 2;
    }
    double gbps;
    bool good = num_parse(number, NUM_GBPS, &gbps, NULL) == NUM_OK && gbps > 0 && gbps <= 1e6;
    if (!good || (plus && !j->network_rdma)) {
        return job_refuse(r, MSG_JOB_SYNTAX, 3, ARG_STR("network"), ARG_STR(text),
                          ARG_STR("100gbe+rdma"));
    }
    j->network_gbps = gbps;
    return OK;
}

static void take_needs(struct resolve *r)
{
    const char *text = job_text(r, Q_NEEDS, NULL);
    char item[ANSWER_TEXT_MAX];
    for (const char *p = text; p && answer_list_next(&p, item, sizeof item);) {
        int at = choice_index(choices_needs, item);
        r->j->needs |= at >= 0 ? 1u << at : 0;
    }
}

/* Double precision is what the task is about: cards that only imitate it do not do the job. */
static void derive_needs(struct resolve *r)
{
    bool lower = job_answered(r, Q_PRECISION) && !str_eq(r->a->a[Q_PRECISION].text, "fp64");
    if (r->j->task == TASK_HPC && r->j->needs == 0 && !lower)
        r->j->needs = NEED_FP64;
}

static enum err take_policy(struct resolve *r)
{
    struct job *j = r->j;
    enum err result = take_vendors(r);
    result = result == OK ? take_providers(r) : result;
    result = result == OK ? take_network(r) : result;
    take_needs(r);
    derive_needs(r);
    j->interruptible = job_yes(r, Q_INTERRUPTIBLE, false);
    j->nodes_max = (int)job_number(r, Q_NODES_MAX, 0);
    if (j->nodes_max == 0) {
        job_note(r, Q_NODES_MAX, NULL);
        j->value[Q_NODES_MAX] = UNKNOWN;
    }
    j->quantity = job_number(r, Q_QUANTITY, 1);
    bool firm = j->buyer == BUYER_LAB || j->buyer == BUYER_ENTERPRISE || j->buyer == BUYER_STATE;
    int condition = job_choice(r, Q_CONDITION, firm ? 1 : 0);
    j->new_only = condition == 1;
    j->used_only = condition == 2;
    return result;
}

/* --- money ----------------------------------------------------------------------------------- */
static bool currency_known(const struct facts *f, const char *iso)
{
    return str_eq(iso, "USD") || known(facts_convert(f, 1, iso, "USD", NULL));
}

static enum err take_currency(struct resolve *r)
{
    struct job *j = r->j;
    const char *text = job_text(r, Q_CURRENCY, "USD");
    char iso[4] = "", one[ANSWER_TEXT_MAX + 1] = "1";
    double amount;
    str_copy(one + 1, sizeof one - 1, text);
    bool word = num_parse(one, NUM_MONEY, &amount, iso) == NUM_OK && iso[0]; /* also RMB, $ */
    bool three = !word && strlen(text) == 3;
    for (size_t i = 0; three && i < 3; i++) {
        iso[i] = (char)toupper((unsigned char)text[i]);
    }
    if (!iso[0] || !currency_known(r->f, iso)) {
        return job_refuse(r, MSG_JOB_CURRENCY, 2, ARG_STR("currency"), ARG_STR(text));
    }
    job_note(r, Q_CURRENCY, iso);
    j->currency = j->text[Q_CURRENCY];
    return OK;
}

static enum err take_budget(struct resolve *r, enum question_id id, double *amount,
                            const char **currency)
{
    *amount = job_number(r, id, UNKNOWN);
    const char *iso = r->a->a[id].currency;
    *currency = str_empty(iso) ? r->j->currency : arena_strdup(r->arena, iso);
    if (known(*amount) && *currency && !currency_known(r->f, *currency)) {
        return job_refuse(r, MSG_JOB_CURRENCY, 2, ARG_STR(question_get(id)->name),
                          ARG_STR(*currency));
    }
    return OK;
}

/* A load that goes up and down tells the hours: those of its peak, were it even. */
static enum err take_load(struct resolve *r)
{
    struct job *j = r->j;
    const char *text = job_text(r, Q_LOAD, NULL);
    j->load.n = 0;
    if (text == NULL) {
        j->hours_per_day = job_number(r, Q_HOURS, r->d->hours_per_day);
        return OK;
    }
    if (!load_read(text, &j->load))
        return job_refuse(r, MSG_JOB_SYNTAX, 3, ARG_STR("load"), ARG_STR(text),
                          ARG_STR("8x4h,1x20h"));
    double even = load_unit_hours(&j->load) / load_peak(&j->load);
    bool given = job_answered(r, Q_HOURS); /* of a file: those of the runs, derived */
    double told = job_number(r, Q_HOURS, UNKNOWN);
    if (given && fabs(told - even) > 0.01 * even)
        return job_refuse(r, MSG_COST_LOAD_HOURS, 2, ARG_STR(text), ARG_NUM(even));
    j->hours_per_day = given ? told : job_follows(r, Q_HOURS, even);
    return OK;
}

/* What speaks for a side beside the money: only when it is told. */
static void take_leanings(struct resolve *r)
{
    struct job *j = r->j;
    j->sensitivity = r->a->a[Q_SENSITIVITY].set ? job_choice(r, Q_SENSITIVITY, 0) : -1;
    j->technology = r->a->a[Q_TECHNOLOGY].set ? job_choice(r, Q_TECHNOLOGY, 0) : -1;
    j->fabric = !r->a->a[Q_FABRIC].set        ? TRI_UNKNOWN
                : job_yes(r, Q_FABRIC, false) ? TRI_YES
                                              : TRI_NO;
    static const enum question_id open[] = {Q_SENSITIVITY, Q_TECHNOLOGY, Q_FABRIC};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        if (!r->a->a[open[i]].set)
            job_note(r, open[i], NULL);
}

static enum err take_money(struct resolve *r)
{
    struct job *j = r->j;
    enum err result = take_currency(r);
    if (result == OK) {
        result = take_budget(r, Q_BUDGET, &j->budget, &j->budget_currency);
    }
    if (result == OK) {
        result = take_budget(r, Q_BUDGET_MONTH, &j->budget_month, &j->budget_month_currency);
    }
    result = result == OK ? take_load(r) : result;
    j->staff_fte = job_number(r, Q_STAFF, UNKNOWN);
    j->months = job_number(r, Q_MONTHS, default_months(j->buyer));
    const struct factor *rate = facts_factor(r->f, "tco", "finance.discount_rate");
    j->discount_rate = job_number(
        r, Q_DISCOUNT_RATE, rate && known(rate->typical) ? rate->typical : DISCOUNT_RATE_DEFAULT);
    j->gross = job_choice(r, Q_TAX, default_gross(j->buyer) ? 1 : 0) == 1;
    j->profit_tax = job_number(r, Q_PROFIT_TAX, 0);
    j->nvaie = job_choice(r, Q_LICENCE, 0) == 1;
    j->support_always = job_choice(r, Q_SUPPORT, 0) == 1;
    take_leanings(r);
    return result;
}

/* --- layout wishes --------------------------------------------------------------------------- */
static void take_layout(struct resolve *r)
{
    struct job *j = r->j;
    const struct {
        enum question_id id;
        int *to;
    } wishes[] = {{Q_NODES, &j->nodes}, {Q_TP, &j->tp}, {Q_PP, &j->pp},
                  {Q_DP, &j->dp},       {Q_EP, &j->ep}, {Q_CP, &j->cp}};
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        double x = job_number(r, wishes[i].id, UNKNOWN);
        *wishes[i].to = known(x) ? (int)x : 0;
    }
}

enum err resolve_site(struct resolve *r)
{
    enum err result = take_place(r);
    result = result == OK ? take_policy(r) : result;
    result = result == OK ? take_money(r) : result;
    take_layout(r);
    return result;
}
