#include <math.h>
#include <string.h>

#include "tests/unit/job/job_test.h"

static void nothing_answered_is_a_real_job(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS(NULL)), OK);
    const struct job *j = &t->job;
    assert_int_equal(j->task, TASK_FINETUNE);
    assert_true(j->training && !j->serving);
    assert_string_equal(j->model->id, "llama-3.1-8b");
    assert_int_equal(j->method, METHOD_LORA);
    assert_string_equal(j->precision->id, "bf16");
    assert_string_equal(j->weights->id, "bf16");
    assert_string_equal(j->engine->id, "transformers");
    assert_true(j->context == 4096 && j->tokens == 50e6 && j->epochs == 1 && j->lora_rank == 16);
    assert_true(j->runs_per_month == 1);
    assert_false(known(j->micro_batch));
    assert_false(known(j->budget));
    assert_string_equal(j->country, "US");
    assert_ptr_equal(j->region, facts_region(&t->facts.facts, "US"));
    assert_string_equal(j->currency, "USD");
    assert_true(j->volts == 120 && j->amps == 15);
    assert_true(j->hours_per_day == 6 && j->months == 48 && j->any_vendor);
    assert_true(j->discount_rate == 0.08);
    assert_int_equal(j->from[Q_TASK], FROM_DEFAULT);
    assert_string_equal(j->shown[Q_CONTEXT], "4k");
    assert_string_equal(j->shown[Q_TOKENS], "50M");
    assert_string_equal(j->shown[Q_BUDGET], "");
    assert_false(j->sharding_given);
    assert_false(j->recompute_given);
}

/* Every task resolves by itself and with the texts of what it resolved to. */
static void every_task_has_defaults(void **state)
{
    struct job_test *t = *state;
    for (int task = 0; task < TASK_COUNT; task++) {
        const char *word = task_word((enum task)task);
        if (job_try(t, PAIRS("task", word)) != OK) {
            fail_msg("%s: %s", word, job_error(t));
        }
        const struct job *j = &t->job;
        assert_int_equal(j->task, task);
        assert_non_null(j->engine);
        assert_non_null(j->precision);
        bool none = task == TASK_HPC || task == TASK_OTHER;
        assert_true(none == (j->model == NULL));
        assert_true(none == (!j->training && !j->serving));
        bool work = known(j->tokens) || known(j->samples) || known(j->users);
        assert_true(none || work);
        assert_int_equal(j->from[Q_TASK], FROM_GIVEN);
        struct answers again;
        answers_init(&again);
        for (int i = 0; i < Q_COUNT; i++) {
            if (j->text[i] &&
                answers_set(&again, (enum question_id)i, j->text[i], FROM_GIVEN, &t->e) != OK) {
                fail_msg("%s: %s", word, job_error(t));
            }
        }
        static struct job second;
        assert_int_equal(job_resolve(&again, &t->facts.facts, &t->arena, &second, &t->e), OK);
        for (int i = 0; i < Q_COUNT; i++) {
            assert_string_equal(second.shown[i], j->shown[i]);
        }
    }
}

/* Work with an end counts in runs, work around the clock in hours; both told, the runs win. */
static void hours_told_without_runs(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("task", "generate-media", "hours", "24")), OK);
    assert_false(known(t->job.runs_per_month));
    assert_true(t->job.hours_per_day == 24);
    assert_int_equal(job_try(t, PAIRS("task", "generate-media", "hours", "24", "runs", "3")), OK);
    assert_true(t->job.runs_per_month == 3);
    assert_int_equal(job_try(t, PAIRS("task", "generate-media")), OK);
    assert_true(t->job.runs_per_month == 1);
}

/* State money in China buys domestic chips, unless cards were named or the machine is rented. */
static void state_buyers_in_china(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("task", "serve", "country", "CN", "buyer", "state")), OK);
    assert_true(t->job.domestic_only && !t->job.any_vendor);
    assert_int_equal(t->job.from[Q_VENDORS], FROM_DEFAULT);
    assert_int_equal(
        job_try(t, PAIRS("task", "serve", "country", "CN", "buyer", "state", "vendors", "any")),
        OK);
    assert_true(t->job.any_vendor && !t->job.domestic_only);
    assert_int_equal(
        job_try(t, PAIRS("task", "serve", "country", "CN", "buyer", "state", "where", "cloud")),
        OK);
    assert_true(t->job.any_vendor);
    assert_int_equal(job_try(t, PAIRS("task", "serve", "country", "DE", "buyer", "state")), OK);
    assert_true(t->job.any_vendor);
}

/* Double precision is needed for scientific work unless another one is told. */
static void scientific_precision(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("task", "hpc")), OK);
    assert_true(t->job.needs == NEED_FP64);
    assert_int_equal(job_try(t, PAIRS("task", "hpc", "precision", "fp32")), OK);
    assert_true(t->job.needs == 0);
}

static void defaults_follow_the_task(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("task", "serve", "model", "qwen2.5-7b")), OK);
    assert_true(t->job.context == 8192 && t->job.input_len == 1000 && t->job.output_len == 300);
    assert_true(t->job.users == 10 && t->job.hours_per_day == 24);
    assert_string_equal(t->job.engine->id, "vllm");
    assert_false(known(t->job.tokens));

    assert_int_equal(job_try(t, PAIRS("task", "serve", "model", "deepseek-v3")), OK);
    assert_string_equal(t->job.weights->id, "fp8"); /* as published */
    assert_string_equal(t->job.precision->id, "fp8");

    assert_int_equal(job_try(t, PAIRS("task", "finetune", "method", "qlora")), OK);
    assert_string_equal(t->job.weights->id, "nf4");
    assert_string_equal(t->job.precision->id, "bf16");

    assert_int_equal(job_try(t, PAIRS("task", "train-vision")), OK);
    assert_string_equal(t->job.model->id, "resnet-50");
    assert_int_equal(t->job.method, METHOD_FULL);
    assert_int_equal(t->job.optimizer, OPT_SGDM);
    assert_true(t->job.samples == 1.28e6 && t->job.epochs == 90 && t->job.image_size == 224);
    assert_false(known(t->job.context));

    assert_int_equal(job_try(t, PAIRS("task", "pretrain", "model", "llama-3.2-1b")), OK);
    assert_true(t->job.sharding_given);
    assert_int_equal(t->job.sharding, SHARD_ZERO3);
    assert_true(fabs(t->job.tokens - 20 * 1.236e9) < 1); /* 20 tokens a parameter */
    assert_int_equal(t->job.from[Q_TOKENS], FROM_DERIVED);

    assert_int_equal(job_try(t, PAIRS("task", "train-speech")), OK);
    assert_true(t->job.context == 448 && t->job.clip_seconds == 30);

    assert_int_equal(job_try(t, PAIRS("task", "hpc")), OK);
    assert_string_equal(t->job.precision->id, "fp64");

    assert_int_equal(job_try(t, PAIRS("task", "serve", "weights", "q4_k_m")), OK);
    assert_string_equal(t->job.engine->id, "llama.cpp");
    assert_int_equal(job_try(t, PAIRS("task", "serve", "precision", "fp8")), OK);
    assert_string_equal(t->job.weights->id, "fp8");
    assert_int_equal(job_try(t, PAIRS("task", "serve", "input", "20k", "output", "2k")), OK);
    assert_true(t->job.context == 22 * 1024);
}

static void defaults_follow_buyer_and_country(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *buyer;
        double months;
        enum place place;
        bool gross;
    } rows[] = {{"person", 36, PLACE_DESK, true},
                {"startup", 48, PLACE_OFFICE, false},
                {"enterprise", 48, PLACE_SERVER_ROOM, false},
                {"lab", 60, PLACE_SERVER_ROOM, true},
                {"state", 60, PLACE_SERVER_ROOM, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(job_try(t, PAIRS("buyer", rows[i].buyer)), OK);
        assert_true(t->job.months == rows[i].months);
        assert_int_equal(t->job.place, rows[i].place);
        assert_int_equal(t->job.gross, rows[i].gross);
    }
    static const struct {
        const char *country, *place;
        double volts, amps;
    } mains[] = {
        {"US", "desk", 120, 15},       {"US-TX", "desk", 120, 15},     {"CN", "desk", 220, 10},
        {"CN-33", "office", 220, 10},  {"DE", "desk", 230, 16},        {"GB", "desk", 230, 13},
        {"JP", "desk", 100, 15},       {"US", "server-room", 208, 30}, {"DE", "colo", 230, 32},
        {"zhejiang", "desk", 220, 10}, {"us", "desk", 120, 15},        {"中国", "desk", 220, 10}};
    for (size_t i = 0; i < sizeof mains / sizeof mains[0]; i++) {
        assert_int_equal(job_try(t, PAIRS("country", mains[i].country, "place", mains[i].place)),
                         OK);
        assert_true(t->job.volts == mains[i].volts && t->job.amps == mains[i].amps);
        assert_non_null(t->job.region);
    }
    assert_int_equal(job_try(t, PAIRS("amps", "20")), OK);
    assert_true(t->job.amps == 20 && t->job.volts == 120);
}

static void users_come_from_seats_or_rate(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *name[3], *value[3];
        double users;
        enum answer_from from;
    } rows[] = {
        {{"seats"}, {"200"}, 16, FROM_DERIVED},
        {{"seats"}, {"201"}, 17, FROM_DERIVED},
        {{"seats"}, {"3"}, 1, FROM_DERIVED},
        {{"seats", "peak-share"}, {"100", "7%"}, 7, FROM_DERIVED},
        {{"seats", "users"}, {"200", "50"}, 50, FROM_GIVEN},
        {{"rps"}, {"2"}, 30, FROM_DERIVED}, /* 300 tokens at 20 a second */
        {{"rps", "tps", "ttft"}, {"2", "30", "1s"}, 22, FROM_DERIVED},
        {{"users"}, {"50"}, 50, FROM_GIVEN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *pairs[9] = {"task", "serve"};
        int n = 2;
        for (int k = 0; k < 3 && rows[i].name[k]; k++) {
            pairs[n++] = rows[i].name[k];
            pairs[n++] = rows[i].value[k];
        }
        pairs[n] = NULL;
        assert_int_equal(job_try(t, pairs), OK);
        if (t->job.users != rows[i].users) {
            fail_msg("row %zu: %g users", i, t->job.users);
        }
        assert_int_equal(t->job.from[Q_USERS], rows[i].from);
    }
}

static void sizes_make_a_model(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *text;
        double params, active, experts;
    } rows[] = {
        {"13B", 13, 13, 0},        {"70b", 70, 70, 0},          {"0.5b", 0.5, 0.5, 0},
        {"135M", 0.135, 0.135, 0}, {"1T", 1000, 1000, 0},       {"30B-A3B", 30, 3, 0},
        {"8x7B", 45.22, 12.46, 8}, {"8x22b", 142.12, 39.16, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(job_try(t, PAIRS("model", rows[i].text)), OK);
        const struct model *m = t->job.model;
        if (fabs(m->params_b - rows[i].params) > 1e-9 ||
            fabs(m->active_params_b - rows[i].active) > 1e-9) {
            fail_msg("%s: %g, %g", rows[i].text, m->params_b, m->active_params_b);
        }
        assert_false(known(m->layers));
        assert_true(rows[i].experts > 0 ? m->experts == rows[i].experts : !known(m->experts));
        assert_string_equal(m->from.source, "size given by you");
        assert_string_equal(t->job.shown[Q_MODEL], rows[i].text);
    }
    /* Mixtral 8x7B has 46.7 B parameters and 12.9 B active ones */
    assert_int_equal(job_try(t, PAIRS("model", "8x7B")), OK);
    assert_true(fabs(t->job.model->params_b / 46.7 - 1) < 0.05);
    assert_true(fabs(t->job.model->active_params_b / 12.9 - 1) < 0.05);
}

static void unknown_names_are_refused_with_near_ones(void **state)
{
    struct job_test *t = *state;
    job_refused(t, ERR_USAGE, "did you mean llama-3.1-8b", PAIRS("model", "llama-3.1-8c"));
    job_refused(t, ERR_USAGE, "model: \"0B\"", PAIRS("model", "0B"));
    job_refused(t, ERR_USAGE, "model", PAIRS("model", "1x7B"));
    job_refused(t, ERR_USAGE, "model", PAIRS("model", "7B-A13B"));
    job_refused(t, ERR_USAGE, "model", PAIRS("model", "13B and more"));
    job_refused(t, ERR_USAGE, "vllm", PAIRS("task", "serve", "engine", "vlm"));
    job_refused(t, ERR_USAGE, "trainer", PAIRS("trainer", "transformer"));
    job_refused(t, ERR_USAGE, "country", PAIRS("country", "XX"));
    job_refused(t, ERR_USAGE, "providers: \"awss\"", PAIRS("providers", "aws,!awss"));
    job_refused(t, ERR_USAGE, "no exchange rate is known for ZZZ", PAIRS("currency", "ZZZ"));
    job_refused(t, ERR_USAGE, "draft-model: \"lama-9\" is unknown",
                PAIRS("task", "serve", "model", "llama-3.1-8b", "draft-model", "lama-9"));
    job_refused(t, ERR_USAGE, "budget: no exchange rate is known for KRW",
                PAIRS("budget", "10000KRW"));
    job_refused(t, ERR_USAGE, "vendors", PAIRS("vendors", "Nvidea"));
    job_refused(t, ERR_USAGE, "network", PAIRS("network", "carrier pigeon"));
    job_refused(t, ERR_USAGE, "network", PAIRS("network", "25gbe+magic"));
    job_refused(t, ERR_UNSUPPORTED, "has not been read", PAIRS("model", "./my/config.json"));
    job_refused(t, ERR_UNSUPPORTED, "has not been read", PAIRS("model", "model.JSON"));
}

struct contradiction {
    const char *part;
    const char *pairs[11];
};

static void contradictions_are_refused_with_a_reason(void **state)
{
    struct job_test *t = *state;
    static const struct contradiction rows[] = {
        {"context: 262,144 is more than the 131,072 that Llama-3.1-8B",
         {"model", "llama-3.1-8b", "context", "256k"}},
        {"micro-batch 32 is larger than global-batch 16",
         {"micro-batch", "32", "global-batch", "16"}},
        {"not a multiple of micro-batch 3 x 4",
         {"micro-batch", "3", "global-batch", "16", "dp", "4"}},
        {"QLoRA quantises the linear layers",
         {"task", "learn", "model", "resnet-50", "method", "qlora"}},
        {"weights bf16 are not", {"method", "qlora", "weights", "bf16"}},
        {"LoRA on weights of nf4 is QLoRA", {"method", "lora", "weights", "nf4"}},
        {"full training changes every weight", {"method", "full", "weights", "int4"}},
        {"lora-rank 4,096 is larger than the hidden size 2,048",
         {"model", "llama-3.2-1b", "lora-rank", "4096"}},
        {"is not smaller than Llama-3.2-1B",
         {"task", "serve", "model", "llama-3.2-1b", "draft-model", "llama-3.1-8b"}},
        {"is no model that writes text token by token",
         {"task", "serve", "model", "llama-3.1-8b", "draft-model", "resnet-50"}},
        {"does not check proposed tokens",
         {"task", "serve", "model", "llama-3.1-8b", "engine", "llama.cpp", "weights", "q4_k_m",
          "draft-model", "eagle"}},
        {"data-stays yes and where cloud exclude", {"data-stays", "yes", "where", "cloud"}},
        {"offload nvme is for training", {"task", "serve", "offload", "nvme"}},
        {"offload experts is for running", {"offload", "experts"}},
        {"Llama-3.1-8B has no experts", {"task", "serve", "offload", "experts"}},
        {"tp x pp x cp = 8 needs more cards than the 2", {"gpu", "4090x2", "tp", "4", "pp", "2"}},
        {"dp 4 copies of tp x pp x cp = 1 are 4 cards, named are 8", {"gpu", "4090x8", "dp", "4"}},
        {"cp = 3 leaves 2 of the 8 cards", {"gpu", "4090x8", "model", "13B", "pp", "3"}},
        {"cp = 3 leaves 1 of the 16 cards", {"gpu", "4090x8", "nodes", "2", "cp", "3"}},
        {"tp 2: resnet50 is no language",
         {"task", "train-vision", "model", "resnet-50", "tp", "2"}},
        {"cp 2: serving is sized with", {"task", "serve", "cp", "2"}},
        {"ep 2: serving is sized with", {"task", "serve", "model", "deepseek-v3", "ep", "2"}},
        {"tp 5 does not divide the 32", {"model", "llama-3.1-8b", "tp", "5"}},
        {"pp 64 is more than the 32 layers", {"model", "llama-3.1-8b", "pp", "64"}},
        {"ep 8", {"model", "llama-3.1-8b", "ep", "8"}},
        {"nodes 4 is more than nodes-max 2", {"nodes", "4", "nodes-max", "2"}},
        {"users 50 is more than seats 10", {"task", "serve", "seats", "10", "users", "50"}},
        {"which vendors \"domestic\" rules out", {"gpu", "4090", "vendors", "domestic"}},
        {"is not a model for the task finetune; take --task train-vision",
         {"task", "finetune", "model", "resnet-50"}},
        {"is not a model for the task serve; take --task generate-media",
         {"task", "serve", "model", "sdxl"}},
        {"vLLM does not train; for example transformers", {"task", "finetune", "engine", "vllm"}},
        {"FSDP does not serve; for example vllm", {"task", "serve", "engine", "fsdp"}},
        {"vLLM does not load weights of q4_k_m",
         {"task", "serve", "engine", "vllm", "weights", "q4_k_m"}},
        {"vLLM keeps nothing in host memory",
         {"task", "serve", "model", "deepseek-v3", "engine", "vllm", "offload", "experts"}},
        {"input and output together are 9,000 tokens",
         {"task", "serve", "input", "8000", "output", "1000", "context", "8k"}},
        {"context: 132,000 is more than", {"task", "serve", "context", "132000"}},
        {"gpu: \"4090,,3090\" names no card", {"gpu", "4090,,3090"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        job_refused(t, ERR_USAGE, rows[i].part, rows[i].pairs);
    }
}

/* The other side of each: what looks alike and is allowed. */
static void what_is_no_contradiction_is_accepted(void **state)
{
    struct job_test *t = *state;
    static const char *const rows[][9] = {
        {"model", "llama-3.1-8b", "context", "128k"},
        {"micro-batch", "16", "global-batch", "16"},
        {"micro-batch", "2", "global-batch", "16", "dp", "4"},
        {"method", "qlora", "weights", "int4"},
        {"method", "full", "weights", "fp8"},
        {"data-stays", "yes", "where", "own"},
        {"offload", "nvme"},
        {"task", "serve", "model", "deepseek-v3", "offload", "experts", "weights", "q4_k_m"},
        {"gpu", "4090x2", "tp", "2"},
        {"gpu", "4090", "tp", "2"},        /* count is free */
        {"model", "13B", "context", "1m"}, /* limit unknown */
        {"model", "deepseek-v3", "ep", "8"},
        {"gpu", "910b", "vendors", "domestic"},
        {"gpu", "a100", "precision", "fp8"},                      /* a finding, not an error */
        {"task", "serve", "lora-rank", "64", "micro-batch", "4"}, /* not asked, not lost */
        {"task", "learn", "model", "resnet-50"},
        {"task", "other", "model", "llama-3.1-8b"},
        {"task", "train-vision", "model", "vit-l-16", "method", "lora"},
        {"budget", "20000CNY", "currency", "eur"},
        {"vendors", "nvidia,amd"},
        {"providers", "!aws,alibaba", "regions", "us-east-1,!cn-north-1"},
        {"have", "none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (job_try(t, rows[i]) != OK) {
            fail_msg("row %zu: %s", i, job_error(t));
        }
    }
}

static void site_and_policy_are_typed(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("needs", "rt,ecc", "network", "ib400", "vendors", "domestic",
                                      "condition", "used", "interruptible", "yes")),
                     OK);
    assert_int_equal(t->job.needs, NEED_RT | NEED_ECC);
    assert_true(t->job.network_gbps == 400 && t->job.network_rdma);
    assert_true(t->job.domestic_only && !t->job.any_vendor && t->job.used_only);
    assert_true(t->job.interruptible);
    assert_int_equal(job_try(t, PAIRS("network", "25gbe", "budget", "20000CNY", "currency", "cny",
                                      "needs", "display,cuda,p2p,fp8,bf16,fp64")),
                     OK);
    assert_true(t->job.network_gbps == 25 && !t->job.network_rdma);
    assert_string_equal(t->job.budget_currency, "CNY");
    assert_string_equal(t->job.currency, "CNY");
    assert_int_equal(t->job.needs,
                     NEED_DISPLAY | NEED_CUDA | NEED_P2P | NEED_FP8 | NEED_BF16 | NEED_FP64);
    static const char *const yuan[] = {"RMB", "rmb", "cny", "\u5143"}; /* as amounts are written */
    for (size_t i = 0; i < sizeof yuan / sizeof yuan[0]; i++) {
        assert_int_equal(job_try(t, PAIRS("currency", yuan[i])), OK);
        assert_string_equal(t->job.currency, "CNY");
    }
    assert_int_equal(job_try(t, PAIRS("network", "100gbe+rdma", "providers", "AWS,!runpod")), OK);
    assert_true(t->job.network_gbps == 100 && t->job.network_rdma);
    assert_string_equal(t->job.providers, "aws,!runpod");
    assert_int_equal(job_try(t, PAIRS("network", "none")), OK);
    assert_true(t->job.network_gbps == 0);
}

/* A data set says how much work there is when nobody counted it. */
static void the_size_of_the_data_set_counts_the_work(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("task", "finetune", "data", "9GB")), OK);
    assert_close(t->job.tokens, 2e9);
    assert_int_equal(t->job.from[Q_TOKENS], FROM_DERIVED);
    assert_int_equal(
        job_try(t, PAIRS("task", "train-vision", "model", "resnet-50", "data", "11GB")), OK);
    assert_close(t->job.samples, 1e5);
    assert_int_equal(job_try(t, PAIRS("task", "train-vision", "model", "resnet-50", "data", "11GB",
                                      "samples", "50k")),
                     OK);
    assert_close(t->job.samples, 5e4);
    assert_close(job_sample_bytes(&t->job), 220e3);
}

/* Who reads along needs a readable rate; a rate of requests is reckoned with a comfortable one. */
static void readers_get_a_readable_rate(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("task", "serve")), OK);
    assert_close(t->job.tps, 5);
    assert_int_equal(t->job.from[Q_TPS], FROM_DEFAULT);
    assert_int_equal(job_try(t, PAIRS("task", "serve", "tps", "30")), OK);
    assert_close(t->job.tps, 30);
    assert_int_equal(job_try(t, PAIRS("task", "batch-inference")), OK);
    assert_false(known(t->job.tps));
}

static void samples_of_text_become_tokens(void **state)
{
    struct job_test *t = *state;
    assert_int_equal(job_try(t, PAIRS("samples", "10k", "context", "2k")), OK);
    assert_true(t->job.tokens == 10000.0 * 2048);
    assert_int_equal(t->job.from[Q_TOKENS], FROM_DERIVED);
}

static void questions_hide_when_they_make_no_sense(void **state)
{
    struct job_test *t = *state;
    static const struct {
        enum question_id id;
        const char *task;
        bool seen;
    } rows[] = {
        {Q_TOKENS, "finetune", true},
        {Q_TOKENS, "serve", false},
        {Q_USERS, "serve", true},
        {Q_USERS, "finetune", false},
        {Q_METHOD, "finetune", true},
        {Q_METHOD, "train-vision", false},
        {Q_METHOD, "serve", false},
        {Q_WEIGHTS, "serve", true},
        {Q_WEIGHTS, "finetune", false},
        {Q_IMAGE_SIZE, "train-vision", true},
        {Q_IMAGE_SIZE, "serve", false},
        {Q_MODEL, "hpc", false},
        {Q_SAMPLES, "train-vision", true},
        {Q_SAMPLES, "finetune", false},
        {Q_SAMPLES, "batch-inference", true},
        {Q_SEATS, "serve", true},
        {Q_SEATS, "batch-inference", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(job_try(t, PAIRS("task", rows[i].task)), OK);
        const struct question *q = question_get(rows[i].id);
        if (q->visible(&t->job) != rows[i].seen) {
            fail_msg("%s under %s", q->name, rows[i].task);
        }
    }
}

/* A catalog without the rows: an error that says so, never a half job. */
static void poor_catalogs_are_told(void **state)
{
    struct job_test *t = *state;
    t->facts.facts.engine_n = 0;
    job_refused(t, ERR_USAGE, "no engine", PAIRS("task", "finetune"));
    small_facts_new(&t->facts);
    t->facts.facts.model_n = 0;
    job_refused(t, ERR_USAGE, "no model", PAIRS("task", "finetune"));
    small_facts_new(&t->facts);
    t->facts.facts.factor_n = 0;
    t->facts.facts.region_n = 0;
    assert_int_equal(job_try(t, PAIRS("task", "finetune")), OK);
    assert_null(t->job.region);
    assert_true(t->job.discount_rate == 0.08);
}

static void memory_that_runs_out_is_told(void **state)
{
    struct job_test *t = *state;
    struct arena small;
    arena_init(&small, 64);
    job_set(t, PAIRS("model", "13B"));
    assert_int_equal(job_resolve(&t->answers, &t->facts.facts, &small, &t->job, &t->e), ERR_NOMEM);
    arena_free(&small);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, job_test_setup, job_test_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_answered_is_a_real_job),
        TEST(every_task_has_defaults),
        TEST(defaults_follow_the_task),
        TEST(defaults_follow_buyer_and_country),
        TEST(users_come_from_seats_or_rate),
        TEST(sizes_make_a_model),
        TEST(unknown_names_are_refused_with_near_ones),
        TEST(contradictions_are_refused_with_a_reason),
        TEST(what_is_no_contradiction_is_accepted),
        TEST(site_and_policy_are_typed),
        TEST(the_size_of_the_data_set_counts_the_work),
        TEST(readers_get_a_readable_rate),
        TEST(samples_of_text_become_tokens),
        TEST(questions_hide_when_they_make_no_sense),
        TEST(poor_catalogs_are_told),
        TEST(hours_told_without_runs),
        TEST(state_buyers_in_china),
        TEST(scientific_precision),
        TEST(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
