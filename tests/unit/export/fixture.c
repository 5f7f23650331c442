#include "tests/unit/export/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "catalog/load.h"

static struct arena store;
static struct facts facts;
static struct prices prices;
static struct moment now;
static const struct result *made[SAMPLES];

struct pair {
    enum question_id id;
    const char *text;
};

static const struct pair jobs[SAMPLES][10] = {
    [SAMPLE_RENT] = {{Q_TASK, "finetune"},
                     {Q_MODEL, "llama-3.3-70b"},
                     {Q_METHOD, "qlora"},
                     {Q_CONTEXT, "4096"},
                     {Q_TOKENS, "50M"},
                     {Q_EPOCHS, "3"}},
    [SAMPLE_OWN] = {{Q_TASK, "finetune"},
                    {Q_MODEL, "llama-3.1-8b"},
                    {Q_METHOD, "lora"},
                    {Q_WHERE, "own"},
                    {Q_RUNS, "8"},
                    {Q_DEADLINE, "7d"}},
    [SAMPLE_SERVE] = {{Q_TASK, "serve"},
                      {Q_MODEL, "qwen2.5-7b"},
                      {Q_USERS, "50"},
                      {Q_INPUT, "1000"},
                      {Q_OUTPUT, "300"},
                      {Q_COUNTRY, "CN"},
                      {Q_CURRENCY, "CNY"}},
    [SAMPLE_NO_PLAN] = {{Q_TASK, "finetune"},
                        {Q_MODEL, "llama-3.1-8b"},
                        {Q_METHOD, "full"},
                        {Q_GPU, "rtx-4090x1"}},
    [SAMPLE_HAVE] = {{Q_TASK, "finetune"},
                     {Q_MODEL, "llama-3.1-8b"},
                     {Q_METHOD, "qlora"},
                     {Q_HAVE, "2xrtx-4090+1xrtx-3090"}},
    [SAMPLE_CLUSTER] = {{Q_TASK, "pretrain"},
                        {Q_MODEL, "llama-3.1-8b"},
                        {Q_TOKENS, "200B"},
                        {Q_GPU, "nvidia-h100-sxm5-80x8"},
                        {Q_NODES_MAX, "8"}},
    [SAMPLE_OTHER] = {{Q_TASK, "other"}, {Q_DATA, "2TB"}},
};

const char *sample_name(enum sample s)
{
    static const char *const names[SAMPLES] = {"rent", "own",     "serve", "no plan",
                                               "have", "cluster", "other"};
    return names[s];
}

int fixture_load(void **state)
{
    struct err_info e = {0};
    int32_t days;
    (void)state;
    arena_init(&store, 0);
    assert_true(date_parse("2026-11-30", &days));
    now.unix_s = (int64_t)days * 86400 + 28800;
    if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &store, &facts, &prices, &e) != OK)
        fail_msg("the built catalog does not load");
    return 0;
}

int fixture_unload(void **state)
{
    (void)state;
    memset(made, 0, sizeof made);
    arena_free(&store);
    return 0;
}

static void answer(struct answers *a, enum question_id id, const char *text)
{
    struct err_info e = {0};
    if (answers_set(a, id, text, FROM_GIVEN, &e) != OK)
        fail_msg("answer %s refused", text);
}

const struct result *sample_plan(enum sample s)
{
    struct err_info e = {0};
    struct answers a;
    if (made[s] != NULL)
        return made[s];
    answers_init(&a);
    for (const struct pair *p = jobs[s]; p->text != NULL; p++)
        answer(&a, p->id, p->text);
    made[s] = engine_run(&a, &facts, &prices, now, NULL, &store, &e);
    if (made[s] == NULL)
        fail_msg("%s: %s", sample_name(s), msg_text(LANG_EN, e.msg.id));
    return made[s];
}

const struct size_result *sample_size(const char *task, const char *gpu)
{
    struct err_info e = {0};
    struct answers a;
    answers_init(&a);
    answer(&a, Q_MODEL, "llama-3.1-8b");
    if (task != NULL)
        answer(&a, Q_TASK, task);
    if (gpu != NULL)
        answer(&a, Q_GPU, gpu);
    const struct size_result *r = engine_size(&a, &facts, &prices, now, &store, &e);
    if (r == NULL)
        fail_msg("size: %s", msg_text(LANG_EN, e.msg.id));
    return r;
}

const struct fits_result *sample_fits(const char *gpu)
{
    struct err_info e = {0};
    struct answers a;
    answers_init(&a);
    answer(&a, Q_GPU, gpu);
    const struct fits_result *r = engine_fits(&a, &facts, &store, &e);
    if (r == NULL)
        fail_msg("fits: %s", msg_text(LANG_EN, e.msg.id));
    return r;
}

size_t sample_offers(const struct offer **out, size_t n)
{
    size_t i = 0;
    for (; i < n && i < prices.offer_n; i++)
        out[i] = &prices.offer[i * (prices.offer_n / n)];
    return i;
}

struct export_options options(enum lang lang)
{
    return (struct export_options){.lang = lang,
                                   .generated = "2026-11-30T08:00:00Z",
                                   .now = now,
                                   .facts = &facts,
                                   .prices = &prices};
}

struct str plan_as(enum export_format f, const struct result *r, enum lang lang)
{
    struct export_options o = options(lang);
    struct err_info e = {0};
    struct str out;
    str_init(&out, 32u << 20);
    o.facts = r->facts;
    o.prices = r->prices;
    if (export_plan(f, r, &o, &out, &e) != OK)
        fail_msg("export_plan as %s failed", export_format_word(f));
    return out;
}

struct json_doc *parsed(const struct str *text)
{
    struct json_doc *doc = NULL;
    struct err_info e = {0};
    if (json_parse(text->p, text->len, (size_t)64 << 20, &doc, &e) != OK)
        fail_msg("not JSON, line %ld: %.300s", e.line, text->p);
    return doc;
}

/* --- by hand -------------------------------------------------------------------------- */
static struct {
    struct facts facts;
    struct prices prices;
    struct accel accel;
    struct model model;
    struct offer offer;
    struct finding finding[4];
    struct change change;
    struct plan plan[2];
    struct result result;
    struct size_item item;
    struct size_result size;
} x;

static const struct origin nowhere = {.source = NASTY};

static void nothing_known(struct sizing *z)
{
    *z = (struct sizing){.verdict = VERDICT_UNKNOWN, .usable_gib = UNKNOWN};
    z->reason = msg_make(MSG_VALUE_ALONE, 1, ARG_STR(NASTY));
    z->per_gpu_gib = z->speed = z->hours_per_run = (struct band){UNKNOWN, UNKNOWN, UNKNOWN};
    for (int i = 0; i < MEM_LINES; i++)
        z->line_gib[i] = UNKNOWN;
    z->per_user = z->ttft_ms = z->tpot_ms = z->prefill_tps = UNKNOWN;
    z->max_users = z->max_context = z->max_micro_batch = UNKNOWN;
    z->flops_per_run = z->host_ram_need_gb = z->storage_need_gbs = z->network_need_gbps = UNKNOWN;
    z->checkpoint_gb = z->dataset_gb = z->comm_share = z->split_loss = UNKNOWN;
    z->layout = (struct layout){.tp = 1, .pp = 1, .dp = 1, .ep = 1, .cp = 1};
    z->layout.micro_batch = z->layout.grad_accum = z->layout.global_batch = UNKNOWN;
}

static void nothing_costs(struct cost *c)
{
    *c = (struct cost){.currency = "USD", .n = 1};
    c->upfront = c->per_month = c->horizon_months = c->per_run = c->estimate_share = UNKNOWN;
    c->hours_per_month = UNKNOWN;
    c->total = (struct band){UNKNOWN, UNKNOWN, UNKNOWN};
    c->line[0] = (struct cost_line){"compute", MSG_COL_COST, UNKNOWN, NULL};
}

static void long_bill(struct bom *b)
{
    memset(b, 0, sizeof *b);
    b->n = BOM_MAX;
    b->machines = 1;
    b->power = (struct power){.dc_w = UNKNOWN, .wall_w = UNKNOWN, .psu_w = UNKNOWN};
    b->power.circuit_w = UNKNOWN;
    for (int i = 0; i < BOM_MAX; i++)
        b->line[i] = (struct bom_line){.kind = (enum part_kind)(i % PART_KINDS),
                                       .id = NASTY,
                                       .name = NASTY,
                                       .qty = 1,
                                       .unit_price = UNKNOWN,
                                       .low = UNKNOWN,
                                       .high = UNKNOWN,
                                       .currency = "USD",
                                       .quoted = UNKNOWN,
                                       .watts = UNKNOWN,
                                       .from = nowhere,
                                       .locked = true,
                                       .estimate = true,
                                       .unverified = true};
}

static void nasty_plan(struct plan *p, const struct offer *offer)
{
    memset(p, 0, sizeof *p);
    str_copy(p->id, sizeof p->id, offer != NULL ? "spot|=x" : "own-\"x\"-x1");
    p->kind = offer != NULL ? KIND_SPOT : KIND_OWN;
    p->rank = 1 + (offer != NULL);
    p->title = p->reason = msg_make(MSG_VALUE_ALONE, 1, ARG_STR(NASTY));
    p->accel = &x.accel;
    p->per_node = p->nodes = p->machines = 1;
    p->offer = offer;
    nothing_known(&p->sizing);
    nothing_costs(&p->cost);
    long_bill(&p->bom);
    p->finding = x.finding;
    p->finding_n = 4;
    p->price_age_days = -1;
}

static void nasty_facts(void)
{
    x.accel = (struct accel){.id = "a|b", .name = NASTY, .memory_gb = UNKNOWN};
    x.accel.usable_gib = x.accel.price.amount = UNKNOWN;
    x.model = (struct model){.id = "m", .name = NASTY, .params_b = UNKNOWN};
    x.offer = (struct offer){.provider = NASTY, .instance = NASTY, .region = NULL};
    x.offer.kind = KIND_SPOT;
    x.offer.currency = "XXX";
    x.offer.price_hour = x.offer.price_month = x.offer.gpu_count = UNKNOWN;
    x.offer.from = nowhere;
    x.facts = (struct facts){.version = "v|1", .accel = &x.accel, .accel_n = 1};
    for (int i = 0; i < 4; i++) {
        x.finding[i] = (struct finding){.rule = "no-nvlink", .severity = (enum severity)i};
        x.finding[i].message = msg_make(MSG_VALUE_ALONE, 1, ARG_STR(NASTY));
        x.finding[i].remedy = x.finding[i].message;
        x.finding[i].source = NASTY;
    }
    x.change = (struct change){.speed_ratio = UNKNOWN, .cost_per_run = UNKNOWN};
    x.change.what = x.change.effect = x.finding[0].message;
}

static void nasty_job(struct job *job)
{
    memset(job, 0, sizeof *job);
    job->task = TASK_FINETUNE;
    job->training = true;
    job->model = &x.model;
    job->currency = "USD";
    job->deadline_h = job->runs_per_month = job->hours_per_day = job->months = UNKNOWN;
    for (int i = 0; i < Q_COUNT; i++) {
        job->value[i] = UNKNOWN;
        job->text[i] = NASTY;
        job->from[i] = (enum answer_from)(i % 3);
    }
}

const struct result *extreme_result(size_t plans)
{
    memset(&x, 0, sizeof x);
    nasty_facts();
    nasty_plan(&x.plan[0], NULL);
    nasty_plan(&x.plan[1], &x.offer);
    struct result *r = &x.result;
    r->now = now;
    r->facts = &x.facts;
    r->prices = &x.prices;
    nasty_job(&r->job);
    r->need = (struct need){UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NULL, 0,
                            NULL,    UNKNOWN, UNKNOWN};
    r->plan = x.plan;
    r->plan_n = plans;
    r->chosen = plans > 0 ? 0 : -1;
    r->verdict.of = VERDICT_OF_PLAN;
    r->verdict.reason = r->verdict.smallest_change = x.finding[0].message;
    nothing_known(&r->verdict.sizing);
    r->verdict.change = &x.change;
    r->verdict.change_n = 1;
    r->decision.ovr = (struct own_vs_rent){UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, false};
    r->decision.text = x.finding[0].message;
    return r;
}

const struct size_result *extreme_size(void)
{
    (void)extreme_result(0);
    x.item = (struct size_item){.power_w = UNKNOWN, .change = &x.change, .change_n = 1};
    x.item.shape = (struct shape){.accel = &x.accel, .per_node = 1, .nodes = 1};
    x.item.finding = x.finding;
    x.item.finding_n = 4;
    nothing_known(&x.item.sizing);
    x.size.item = &x.item;
    x.size.item_n = 1;
    nasty_job(&x.size.job);
    x.size.verdict = x.result.verdict;
    x.size.verdict.of = VERDICT_OF_GPU;
    x.size.verdict.shape = x.item.shape;
    return &x.size;
}
