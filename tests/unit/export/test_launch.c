/*
 * Launch files: what they say of a layout given by hand (pictures in tests/data/launch, made anew
 * with DLRIG_BLESS=1), that bash, YAML and JSON readers take them, that no name can run anything,
 * and which form refuses which job.
 */
// links: catalog yaml
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yaml.h>

#include "base/file.h"
#include "base/num.h"
#include "tests/unit/export/fixture.h"

struct pair {
    enum question_id id;
    const char *text;
};
struct picture {
    const char *name;
    enum export_format f;
    enum lang lang;
    struct pair job[9];
    const char *card;
    int per_node, nodes;
    struct layout layout;
    const char *cloud; /* NULL: own */
};

#define FSDP .sharding = SHARD_ZERO3

static const struct picture pictures[] = {
    {"vllm-two-cards",
     EXPORT_VLLM,
     LANG_EN,
     {{Q_TASK, "serve"}, {Q_MODEL, "llama-3.3-70b"}, {Q_USERS, "16"}, {Q_KV, "fp8"}},
     "nvidia-rtx-pro-6000-bw-maxq",
     2,
     1,
     {.tp = 2, .pp = 1, .dp = 1, .ep = 1, .cp = 1},
     NULL},
    {"vllm-two-machines",
     EXPORT_VLLM,
     LANG_ZH,
     {{Q_TASK, "serve"}, {Q_MODEL, "deepseek-v3"}, {Q_USERS, "200"}},
     "nvidia-h100-sxm5-80",
     8,
     2,
     {.tp = 8, .pp = 2, .dp = 1, .ep = 8, .cp = 1},
     NULL},
    {"vllm-replicas-slurm",
     EXPORT_SLURM,
     LANG_EN,
     {{Q_TASK, "serve"}, {Q_MODEL, "qwen3-32b"}, {Q_USERS, "64"}, {Q_WEIGHTS, "awq-int4"}},
     "nvidia-l40s",
     4,
     2,
     {.tp = 2, .pp = 1, .dp = 4, .ep = 1, .cp = 1},
     NULL},
    {"llama-experts",
     EXPORT_LLAMA_CPP,
     LANG_EN,
     {{Q_TASK, "serve"},
      {Q_MODEL, "qwen3-30b-a3b"},
      {Q_USERS, "2"},
      {Q_ENGINE, "llama.cpp"},
      {Q_WEIGHTS, "q4_k_m"},
      {Q_KV, "q8_0"},
      {Q_OFFLOAD, "experts"}},
     "nvidia-rtx-4060",
     2,
     1,
     {.tp = 1, .pp = 2, .dp = 1, .ep = 1, .cp = 1, .offload = OFFLOAD_EXPERTS},
     NULL},
    {"llama-replicas-sky",
     EXPORT_SKYPILOT,
     LANG_EN,
     {{Q_TASK, "serve"},
      {Q_MODEL, "llama-3.1-8b"},
      {Q_USERS, "8"},
      {Q_ENGINE, "llama.cpp"},
      {Q_WEIGHTS, "q8_0"}},
     "nvidia-a10g",
     4,
     1,
     {.tp = 1, .pp = 1, .dp = 4, .ep = 1, .cp = 1},
     "aws"},
    {"torchrun-qlora",
     EXPORT_TORCHRUN,
     LANG_EN,
     {{Q_TASK, "finetune"},
      {Q_MODEL, "llama-3.3-70b"},
      {Q_METHOD, "qlora"},
      {Q_TOKENS, "50M"},
      {Q_EPOCHS, "3"}},
     "nvidia-rtx-4090",
     4,
     1,
     {.tp = 1,
      .pp = 1,
      .dp = 4,
      .ep = 1,
      .cp = 1,
      FSDP,
      .recompute = RECOMPUTE_FULL,
      .micro_batch = 1,
      .grad_accum = 4,
      .global_batch = 16},
     NULL},
    {"torchrun-deepspeed",
     EXPORT_TORCHRUN,
     LANG_ZH,
     {{Q_TASK, "finetune"},
      {Q_MODEL, "llama-3.1-8b"},
      {Q_METHOD, "full"},
      {Q_TOKENS, "10M"},
      {Q_TRAINER, "deepspeed-zero3"},
      {Q_OFFLOAD, "cpu"},
      {Q_OPTIMIZER, "adamw-8bit"}},
     "nvidia-rtx-4090",
     8,
     2,
     {.tp = 1,
      .pp = 1,
      .dp = 16,
      .ep = 1,
      .cp = 1,
      FSDP,
      .recompute = RECOMPUTE_SELECTIVE,
      .offload = OFFLOAD_CPU,
      .micro_batch = 2,
      .grad_accum = 4,
      .global_batch = 128},
     NULL},
    {"slurm-megatron",
     EXPORT_SLURM,
     LANG_EN,
     {{Q_TASK, "pretrain"}, {Q_MODEL, "mixtral-8x7b"}, {Q_TOKENS, "200B"}, {Q_TRAINER, "megatron"}},
     "nvidia-h100-sxm5-80",
     8,
     4,
     {.tp = 2,
      .pp = 4,
      .dp = 4,
      .ep = 4,
      .cp = 1,
      .sharding = SHARD_ZERO1,
      .recompute = RECOMPUTE_FULL,
      .kept = 0.5,
      .micro_batch = 1,
      .grad_accum = 32,
      .global_batch = 128},
     NULL},
    {"sky-pretrain-spot",
     EXPORT_SKYPILOT,
     LANG_ZH,
     {{Q_TASK, "pretrain"}, {Q_MODEL, "llama-3.1-8b"}, {Q_TOKENS, "20B"}},
     "nvidia-h100-sxm5-80",
     8,
     2,
     {.tp = 1,
      .pp = 1,
      .dp = 16,
      .ep = 1,
      .cp = 1,
      FSDP,
      .recompute = RECOMPUTE_NONE,
      .micro_batch = 2,
      .grad_accum = 4,
      .global_batch = 128},
     "gcp"},
    {"sky-vision-own",
     EXPORT_SKYPILOT,
     LANG_EN,
     {{Q_TASK, "train-vision"}, {Q_MODEL, "resnet-50"}, {Q_DATA, "150GB"}},
     "nvidia-rtx-5080",
     2,
     1,
     {.tp = 1,
      .pp = 1,
      .dp = 2,
      .ep = 1,
      .cp = 1,
      .micro_batch = 128,
      .grad_accum = 1,
      .global_batch = 256},
     NULL},
};

static struct {
    struct arena arena;
    struct facts facts;
    struct prices prices;
    struct offer offer;
    struct accel accel;
    struct plan plan;
    struct result r;
} hand;

static void resolve(const struct pair *p)
{
    struct answers a;
    struct err_info e = {0};
    answers_init(&a);
    for (; p->text != NULL; p++)
        if (answers_set(&a, p->id, p->text, FROM_GIVEN, &e) != OK)
            fail_msg("answer %s refused", p->text);
    if (job_resolve(&a, &hand.facts, &hand.arena, &hand.r.job, &e) != OK)
        fail_msg("%s", msg_text(LANG_EN, e.msg.id));
}

/* A plan whose layout is the picture's, so that no price or speed of the catalog moves it. */
static const struct result *by_hand(const struct picture *p)
{
    hand.facts = *options(LANG_EN).facts;
    hand.facts.version = "test";
    hand.prices = (struct prices){.newest = "2026-11-30", .oldest = "2026-11-01"};
    memset(&hand.plan, 0, sizeof hand.plan);
    memset(&hand.r, 0, sizeof hand.r);
    resolve(p->job);
    struct plan *x = &hand.plan;
    snprintf(x->id, sizeof x->id, "by-hand-%s", p->name);
    assert_non_null(facts_accel(&hand.facts, p->card));
    hand.accel = *facts_accel(&hand.facts, p->card);
    hand.accel.price.from.date = "2026-11-30";
    x->accel = &hand.accel;
    x->title = msg_make(MSG_VALUE_ALONE, 1, ARG_STR("title"));
    x->per_node = p->per_node;
    x->nodes = x->machines = p->nodes;
    x->sizing.verdict = VERDICT_FITS;
    x->sizing.layout = p->layout;
    x->sizing.hours_per_run = (struct band){20, 24, 30};
    x->sizing.host_ram_need_gb = 120;
    x->sizing.dataset_gb = 150;
    x->sizing.checkpoint_gb = 100;
    x->cost.upfront = 1000;
    x->bom.host_ram_gb = 128;
    x->bom.host_cores = 32;
    hand.offer = (struct offer){.provider = p->cloud, .instance = "machine", .region = "us-east1"};
    hand.offer.currency = "USD";
    hand.offer.price_hour = 10;
    hand.offer.price_month = UNKNOWN;
    hand.offer.from.date = "2026-11-30";
    x->offer = p->cloud != NULL ? &hand.offer : NULL;
    x->kind = p->cloud == NULL ? KIND_OWN : str_eq(p->cloud, "gcp") ? KIND_SPOT : KIND_ON_DEMAND;
    hand.r.facts = &hand.facts;
    hand.r.prices = &hand.prices;
    hand.r.plan = x;
    hand.r.plan_n = 1;
    hand.r.verdict.of = VERDICT_OF_PLAN;
    hand.r.verdict.word = VERDICT_FITS;
    return &hand.r;
}

static enum err write_as(enum export_format f, const struct result *r, enum lang lang,
                         struct str *out, struct err_info *e)
{
    struct export_options o = options(lang);
    o.facts = r->facts;
    o.prices = r->prices;
    str_init(out, 1u << 20);
    return export_plan(f, r, &o, out, e);
}

/* --- readers ------------------------------------------------------------------------------ */
static int bash(const char *flag, const char *text, size_t len)
{
    char path[] = DLRIG_BUILD_DIR "/tests/launch-XXXXXX";
    int fd = mkstemp(path), status = -1;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, len), (ssize_t)len);
    close(fd);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(126);
        execlp("bash", "bash", flag, path, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    unlink(path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void check_shell(const char *what, const char *text, size_t len)
{
    if (bash("-n", text, len) != 0)
        fail_msg("%s: bash does not read it:\n%s", what, text);
}

/* The configuration inside <<'JSON' is JSON, and its batch is that of the plan. */
static void check_json(const char *what, const char *text, const struct layout *l)
{
    const char *from = strstr(text, "<<'JSON'\n");
    if (from == NULL)
        return;
    from += strlen("<<'JSON'\n");
    const char *to = strstr(from, "JSON\n");
    assert_non_null(to);
    struct json_doc *doc = NULL;
    struct err_info e = {0};
    if (json_parse(from, (size_t)(to - from), 1u << 20, &doc, &e) != OK)
        fail_msg("%s: no JSON, line %ld", what, e.line);
    const struct json *all = json_get(json_root(doc), "train_batch_size");
    if (all != NULL && l != NULL)
        assert_true(json_number(all) == l->micro_batch * l->grad_accum * l->dp);
    json_free(doc);
}

static const char *yaml_value(yaml_document_t *doc, yaml_node_t *map, const char *key)
{
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         p++) {
        yaml_node_t *k = yaml_document_get_node(doc, p->key);
        yaml_node_t *v = yaml_document_get_node(doc, p->value);
        if (str_eq((const char *)k->data.scalar.value, key))
            return v->type == YAML_SCALAR_NODE ? (const char *)v->data.scalar.value : "";
    }
    return NULL;
}

static void check_yaml(const char *what, const struct str *text, int nodes)
{
    yaml_parser_t parser;
    yaml_document_t doc;
    assert_true(yaml_parser_initialize(&parser));
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->p, text->len);
    if (!yaml_parser_load(&parser, &doc))
        fail_msg("%s: no YAML, line %zu: %s", what, parser.problem_mark.line + 1, parser.problem);
    yaml_node_t *root = yaml_document_get_root_node(&doc);
    if (nodes > 0) {
        assert_non_null(root);
        assert_int_equal(root->type, YAML_MAPPING_NODE);
        assert_int_equal(strtol(yaml_value(&doc, root, "num_nodes"), NULL, 10), nodes);
        assert_non_null(yaml_value(&doc, root, "resources"));
        const char *run = yaml_value(&doc, root, "run"), *setup = yaml_value(&doc, root, "setup");
        check_shell(what, run, strlen(run));
        check_shell(what, setup, strlen(setup));
        check_json(what, run, NULL);
    }
    yaml_document_delete(&doc);
    yaml_parser_delete(&parser);
}

static void check_text(const char *what, enum export_format f, const struct str *text, int nodes,
                       const struct layout *l)
{
    if (f == EXPORT_SKYPILOT) {
        check_yaml(what, text, nodes);
        return;
    }
    assert_true(str_starts(text->p, "#!/bin/bash\n# "));
    check_shell(what, text->p, text->len);
    check_json(what, text->p, l);
}

/* --- pictures ----------------------------------------------------------------------------- */
static bool blessing(void)
{
    const char *s = getenv("DLRIG_BLESS");
    return s != NULL && *s == '1';
}

static void as_pictured(void **state)
{
    int faults = 0;
    (void)state;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        const struct picture *p = &pictures[i];
        char path[300], *kept = NULL;
        size_t len = 0;
        struct str text;
        struct err_info e = {0};
        arena_init(&hand.arena, 0);
        if (write_as(p->f, by_hand(p), p->lang, &text, &e) != OK)
            fail_msg("%s: refused: %s", p->name, msg_text(LANG_EN, e.msg.id));
        check_text(p->name, p->f, &text, p->nodes, &p->layout);
        snprintf(path, sizeof path, DLRIG_SOURCE_DIR "/tests/data/launch/%s.txt", p->name);
        if (blessing())
            assert_int_equal(file_write(path, text.p, text.len, FILE_REPLACE, false, &e), OK);
        if (file_read(&hand.arena, path, 1u << 20, &kept, &len, &e) != OK ||
            !str_eq(kept, text.p)) {
            print_error("%s is no longer\n%s\n", p->name, text.p);
            faults++;
        }
        str_free(&text);
        arena_free(&hand.arena);
    }
    assert_int_equal(faults, 0);
}

/* What the engine plans by itself, in every form and language: read or refused. */
static void every_plan(void **state)
{
    int written = 0;
    (void)state;
    for (int s = 0; s < SAMPLES; s++) {
        for (int f = EXPORT_SKYPILOT; f <= EXPORT_LLAMA_CPP; f++) {
            for (int lang = 0; lang < 2; lang++) {
                struct str text;
                struct err_info e = {0};
                const struct result *r = sample_plan((enum sample)s);
                enum err rc = write_as((enum export_format)f, r, (enum lang)lang, &text, &e);
                if (rc == OK) {
                    const struct plan *p =
                        r->plan_n > 0 ? &r->plan[r->chosen < 0 ? 0 : r->chosen] : NULL;
                    check_text(sample_name((enum sample)s), (enum export_format)f, &text,
                               p != NULL ? p->nodes : 0, NULL);
                    written++;
                } else {
                    assert_int_equal(rc, ERR_UNSUPPORTED);
                    assert_int_equal(text.len, 0);
                }
                str_free(&text);
            }
        }
    }
    assert_true(written >= 24);
}

/* Names of a user's own model and of a foreign price list: nothing in them is ever run. */
static void names_run_nothing(void **state)
{
    static const char *const marks[] = {"\"; touch ", "$(touch ",  "`touch ",
                                        "}; touch ",  "'; touch ", "\n touch "};
    struct picture p = pictures[0];
    char ran[300], name[400];
    (void)state;
    snprintf(ran, sizeof ran, DLRIG_BUILD_DIR "/tests/launch-ran");
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        for (int f = EXPORT_SLURM; f <= EXPORT_LLAMA_CPP; f++) {
            struct str text;
            struct err_info e = {0};
            struct model evil;
            arena_init(&hand.arena, 0);
            const struct result *r = by_hand(f == EXPORT_TORCHRUN    ? &pictures[5]
                                             : f == EXPORT_LLAMA_CPP ? &pictures[3]
                                                                     : &p);
            snprintf(name, sizeof name, "x%s%s) ` ' } #", marks[i], ran);
            evil = *r->job.model;
            evil.name = evil.repo = evil.id = name;
            hand.r.job.model = &evil;
            hand.plan.title.a[0].str = name;
            assert_int_equal(write_as((enum export_format)f, r, LANG_EN, &text, &e), OK);
            assert_true(bash("--norc", text.p, text.len) != 0); /* stops: something is to fill in */
            if (access(ran, F_OK) == 0)
                fail_msg("ran what stood in a name: %s", text.p);
            str_free(&text);
            arena_free(&hand.arena);
        }
    }
}

static void wrong_forms_name_the_right_ones(void **state)
{
    static const struct {
        int picture;
        enum export_format f;
        const char *named;
    } cases[] = {{5, EXPORT_VLLM, "skypilot, slurm, torchrun"},
                 {5, EXPORT_LLAMA_CPP, "torchrun"},
                 {0, EXPORT_TORCHRUN, "skypilot, slurm, vllm"},
                 {3, EXPORT_VLLM, "skypilot, slurm, llama.cpp"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct str text, why;
        struct err_info e = {0};
        arena_init(&hand.arena, 0);
        const struct result *r = by_hand(&pictures[cases[i].picture]);
        assert_int_equal(write_as(cases[i].f, r, LANG_EN, &text, &e), ERR_UNSUPPORTED);
        assert_int_equal(text.len, 0);
        str_init(&why, 1000);
        msg_render(&why, LANG_EN, &e.msg);
        if (strstr(why.p, cases[i].named) == NULL)
            fail_msg("\"%s\" does not name %s", why.p, cases[i].named);
        str_free(&why);
        str_free(&text);
        arena_free(&hand.arena);
    }
}

/* Values for which the program has no option are refused by name. */
static void no_option_is_said(void **state)
{
    static const struct {
        int picture;
        enum question_id id;
        const char *value;
    } cases[] = {{0, Q_KV, "q4_0"}, {0, Q_WEIGHTS, "q4_k_m"}, {3, Q_KV, "fp8"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct picture p = pictures[cases[i].picture];
        struct str text, why;
        struct err_info e = {0};
        arena_init(&hand.arena, 0);
        const struct result *r = by_hand(&p);
        const struct num_format *fmt = num_format_find(cases[i].value);
        if (cases[i].id == Q_KV)
            hand.r.job.kv = fmt;
        else
            hand.r.job.weights = fmt;
        assert_int_equal(write_as(p.f, r, LANG_EN, &text, &e), ERR_UNSUPPORTED);
        str_init(&why, 1000);
        msg_render(&why, LANG_EN, &e.msg);
        assert_non_null(strstr(why.p, cases[i].value));
        str_free(&why);
        str_free(&text);
        arena_free(&hand.arena);
    }
}

/* Programs refuse bf16 on cards that have no units for it, so they are told fp16. */
static void no_bf16_units_no_bf16(void **state)
{
    static const struct {
        int picture;
        const char *card, *has, *lacks;
    } cases[] = {{0, "nvidia-rtx-4090", "--dtype bfloat16", "--dtype float16"},
                 {0, "nvidia-quadro-rtx-8000", "--dtype float16", "bfloat16"},
                 {5, "nvidia-t4", "--fp16 True", "--bf16"},
                 {7, "nvidia-v100-sxm2-32", "--fp16", "--bf16"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct picture p = pictures[cases[i].picture];
        struct str text;
        struct err_info e = {0};
        p.card = cases[i].card;
        arena_init(&hand.arena, 0);
        assert_int_equal(write_as(p.f, by_hand(&p), LANG_EN, &text, &e), OK);
        if (strstr(text.p, cases[i].has) == NULL || strstr(text.p, cases[i].lacks) != NULL)
            fail_msg("%s on %s:\n%s", p.name, p.card, text.p);
        str_free(&text);
        arena_free(&hand.arena);
    }
}

/* --format vllm of a job that would be served otherwise names the engine to plan for. */
static void asks_for_its_engine(void **state)
{
    (void)state;
    arena_init(&hand.arena, 0);
    const struct result *r = by_hand(&pictures[0]);
    assert_null(export_launch_engine(EXPORT_VLLM, &r->job));
    assert_string_equal(export_launch_engine(EXPORT_LLAMA_CPP, &r->job), "llama.cpp");
    assert_null(export_launch_engine(EXPORT_SLURM, &r->job));
    assert_null(export_launch_engine(EXPORT_MD, &r->job));
    r = by_hand(&pictures[5]);
    assert_null(export_launch_engine(EXPORT_VLLM, &r->job));
    arena_free(&hand.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_pictured),           cmocka_unit_test(every_plan),
        cmocka_unit_test(names_run_nothing),     cmocka_unit_test(wrong_forms_name_the_right_ones),
        cmocka_unit_test(no_option_is_said),     cmocka_unit_test(asks_for_its_engine),
        cmocka_unit_test(no_bf16_units_no_bf16),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
