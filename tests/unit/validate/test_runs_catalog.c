/* links: catalog */
/* test_runs_catalog.c - steps of long pipelines and exchanges, shares of runs, and what trainers
 * print of themselves, worked by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "engine/sizing/parts.h"
#include "engine/validate/validate.h"
#include "tests/support/shipped.h"
#include "tests/support/validated.h"
#include "tests/support/sized.h"

/* Everything but products and exchange takes no time. */
static void bare(struct sized *s)
{
    static const char *const endless[] = {"attention.default", "stream.default"};
    static const char *const none[] = {"speed.element-passes.default", "speed.loss-bytes.default",
                                       "speed.launch-us.default", "speed.step-ms.default",
                                       "link.latency-gpu"};
    sized_init(s);
    for (size_t i = 0; i < sizeof endless / sizeof endless[0]; i++)
        sized_factor(s, endless[i], 1e9);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        sized_factor(s, none[i], 0);
    sized_factor(s, "gemm.bf16.default", 0.5);
    sized_factor(s, "gemm-moe.default", 1);
    sized_factor(s, "speed.trainer.default", 1);
    sized_factor(s, "comm.gradient-hidden.default", 1e9);
    s->engine[3].efficiency_class = "mega";
}

static struct step step_of(struct sized *s, const char *model, const struct layout *l)
{
    struct step step;
    struct sz z;
    struct job j = sized_job(s, model, METHOD_FULL);
    j.engine = &s->engine[3];
    j.optimizer = OPT_SGD;
    struct shape shape = shape_of(&s->accel[0], 8, 1);
    sz_init(&z, &j, &s->facts, &shape);
    assert_true(time_train(&z, l, &step));
    return step;
}

/* 80 layers over 4 stages are 20 each, and the last has the head beside them: 128,256 x 8192 =
 * 1.051e9 parameters to the 68.45e9 / 4 = 17.1e9 of its layers, 6.1 %. In 78 layers the fullest
 * of 4 stages has 20, the last one less: the head is no more work. */
static void the_head_is_work_of_the_last_stage(void **state)
{
    (void)state;
    struct sized s;
    bare(&s);
    struct layout l = {.tp = 2, .pp = 4, .cp = 1, .ep = 1, .dp = 1, .micro_batch = 1,
                       .grad_accum = 4, .sharding = SHARD_ZERO1};
    struct model *m = sized_model(&s, "llama-70b");
    double even = step_of(&s, "llama-70b", &l).compute_s;
    m->vocab = 8; /* no head to speak of */
    m->params_b -= 2 * 128256.0 * 8192 / 1e9;
    double bare_even = step_of(&s, "llama-70b", &l).compute_s;
    near(even / bare_even, 1 + 1.051 / 17.11, 0.01);
    m->layers = 78;
    double odd = step_of(&s, "llama-70b", &l).compute_s;
    m->vocab = 128256;
    m->params_b += 2 * 128256.0 * 8192 / 1e9;
    near(step_of(&s, "llama-70b", &l).compute_s / odd, 1 + 1.051 / 17.11 / 4, 0.01);
}

/* With stages a tenth of the exchange with the experts shows; alone, all of it. */
static void an_exchange_hides_behind_a_pipeline(void **state)
{
    (void)state;
    struct sized s;
    bare(&s);
    struct layout l = {.tp = 1, .pp = 1, .cp = 1, .ep = 4, .dp = 4, .micro_batch = 1,
                       .grad_accum = 4, .sharding = SHARD_ZERO1};
    sized_factor(&s, "comm.expert-shown.default", 0.1);
    double tenth = step_of(&s, "moe-30b", &l).comm_s;
    sized_factor(&s, "comm.expert-shown.default", 0.9);
    assert_true(tenth > 0);
    near(step_of(&s, "moe-30b", &l).comm_s, tenth, 1e-9);
    l.pp = 2;
    double most = step_of(&s, "moe-30b", &l).comm_s;
    sized_factor(&s, "comm.expert-shown.default", 0.1);
    tenth = step_of(&s, "moe-30b", &l).comm_s;
    sized_factor(&s, "comm.expert-shown.default", 0); /* gradients remain */
    double rest = step_of(&s, "moe-30b", &l).comm_s;
    near((most - rest) / (tenth - rest), 9, 1e-6);
}

static const char head[] =
    "case_id,kind,task,model,params_b,accelerator,num_accelerators,precision,micro_batch,"
    "global_batch,seq_len,tp,pp,cp,dp,sharding,act_ckpt,framework,tokens_b,metric,value,unit,"
    "setup_notes,source_date\n";

static struct validation_row one(const char *rest)
{
    char row[512];
    assert_true(snprintf(row, sizeof row, "A,%s", rest) < (int)sizeof row);
    return validated_covered(head, row);
}

/* Llama-2-7B at 1,048,576 tokens, a token: 6 x 6.61e9 of products, 6 L h s = 8.25e11 of scores that
 * the mask leaves, twice that as NeMo's first formula counts them; Megatron-Bridge counts half. */
static void trainers_count_the_whole_square(void **state)
{
    (void)state;
    static const char set_up[] = "throughput,pretrain,Llama-2-7B,,H100 SXM 80GB,1024,fp8,1,4,"
                                 "1048576,8,1,32,4,zero1,none,%s,,%s,100,%s,,2025-03";
    char text[512];
    snprintf(text, sizeof text, set_up, "NeMo 24.03", "tokens/s/GPU", "tokens/s/GPU");
    double rate = one(text).typical;
    snprintf(text, sizeof text, set_up, "NeMo 24.03", "TFLOP/s/GPU", "TFLOP/s/GPU");
    near(one(text).typical, rate * (6 * 6.61e9 + 2 * 6 * 32 * 4096 * 1048576.0) / 1e12, 0.01);
    snprintf(text, sizeof text, set_up, "Megatron-Bridge 25.09", "TFLOP/s/GPU", "TFLOP/s/GPU");
    near(one(text).typical, rate * (6 * 6.61e9 + 6 * 32 * 4096 * 1048576.0) / 1e12, 0.01);
}

/* "vocabulary 250k" is 250,000 words. */
static void a_number_of_thousands(void **state)
{
    (void)state;
    static const char set_up[] = "train_memory,pretrain,GPT-like 20B,20,A100 SXM 80GB,8,bf16,1,"
                                 "2048,2048,8,1,1,1,zero1,none,Megatron-LM,,peak_memory_per_gpu,"
                                 "68,GB,\"hidden 14400, heads 32, layers 8, vocabulary %s\",2024";
    char text[512];
    snprintf(text, sizeof text, set_up, "250k");
    double thousands = one(text).typical;
    snprintf(text, sizeof text, set_up, "250000");
    near(thousands, one(text).typical, 1e-9);
    snprintf(text, sizeof text, set_up, "250");
    assert_true(one(text).typical < 0.99 * thousands);
}

/* 16,384 tokens of 128,256 words, five bytes less since torchtitan compiles its loss: 9.8 GiB, and
 * the allocator's 5 %. */
static void a_loss_that_is_compiled(void **state)
{
    (void)state;
    static const char set_up[] = "train_memory,pretrain,Llama-3.1-8B,,H200 SXM 141GB,64,fp8,2,128,"
                                 "8192,,,,64,fsdp2,selective,torchtitan,,peak_memory_per_gpu,47,"
                                 "GiB,,%s";
    char text[512];
    snprintf(text, sizeof text, set_up, "2024-12");
    double before = one(text).typical;
    snprintf(text, sizeof text, set_up, "2025-06");
    near(before - one(text).typical, 16384 * 128256.0 * 5 * 1.05 / GIB, 0.02);
}

static double kept(const char *rest)
{
    return one(rest).typical;
}

/* A run of a language model on hundreds of cards keeps 0.72 of its time, one of a day or less 0.98;
 * nets of pictures on several machines wait for their pictures. */
static void shares_of_a_run(void **state)
{
    (void)state;
    static const char text[] = "train_time,pretrain,Llama-2-7B,,A100 SXM 80GB,512,bf16,2,1024,4096,"
                               "1,1,1,512,zero1,none,Megatron-LM,%s,wall_hours,100,h,,2024";
    const struct factor *many = facts_factor(&shipped.facts, "efficiency",
                                             "train.availability-many");
    const struct factor *few = facts_factor(&shipped.facts, "efficiency", "train.availability");
    char rest[512];
    snprintf(rest, sizeof rest, text, "1000");
    double month = kept(rest);
    snprintf(rest, sizeof rest, text, "10");
    near(month / kept(rest) / 100, few->typical / many->typical, 1e-6);
    assert_true(many->cases >= 20 && many->high / many->low > 1.8);
    static const char net[] = "train_time,train,vit-b-16,,V100 SXM 32GB,%s,fp16 AMP,32,%s,,,,,,,,"
                              "PyTorch,,wall_hours,7,h,ImageNet 300 epochs,2022";
    const struct factor *nets = facts_factor(&shipped.facts, "efficiency",
                                             "train.availability-nets-many");
    const struct factor *day = facts_factor(&shipped.facts, "efficiency",
                                            "train.availability-nets");
    snprintf(rest, sizeof rest, net, "8", "256");
    double one_machine = kept(rest);
    snprintf(rest, sizeof rest, net, "32", "1024");
    double slower = kept(rest) * 4 / one_machine;
    assert_true(slower > 0.98 * day->typical / nets->typical);
}

/* 7.3e9 parameters of 16 bytes do not fit a card: who always shards has sharded them, and nobody
 * computes the layers twice for it. */
static void a_trainer_that_always_shards(void **state)
{
    (void)state;
    static const char text[] = "throughput,pretrain,OLMo-2-7B,,H100 SXM 80GB,64,bf16,,,4096,,,,,%s,"
                               ",PyTorch FSDP,,tokens/s/GPU,10000,tokens/s/GPU,,2025";
    char rest[512];
    snprintf(rest, sizeof rest, text, "");
    double silent = one(rest).typical;
    snprintf(rest, sizeof rest, text, "fsdp");
    near(silent, one(rest).typical, 1e-9);
}

/* DeepSpeed's engine around the same stages, recomputed alike before attention was fused. */
static void another_engine_around_megatron(void **state)
{
    (void)state;
    static const char text[] = "throughput,pretrain,GPT-3 175B,,A100 SXM 80GB,64,bf16,1,512,2048,8,"
                               "8,1,1,zero1,,%s,,tokens/s/GPU,100,tokens/s/GPU,,2022";
    char rest[512];
    snprintf(rest, sizeof rest, text, "Megatron-LM");
    double alone = one(rest).typical;
    snprintf(rest, sizeof rest, text, "Megatron-DeepSpeed");
    double ratio = one(rest).typical / alone;
    assert_true(ratio > 0.85 && ratio < 0.93); /* 0.68 to 0.78, less what they do not touch */
}

/* Megatron-Bridge before 26.06: 48 layers x 3 passes x 150 us x 19 = 0.41 s for one sequence of
 * 4096 tokens, whatever the card can do; its table of 26.06 no longer shows it. */
static void experts_wait_for_their_launches(void **state)
{
    (void)state;
    static const char text[] = "throughput,pretrain,Qwen3-30B-A3B,,B200,8,fp8,1,512,4096,1,1,1,8,"
                               "zero1,none,%s,,tokens/s/GPU,9691,tokens/s/GPU,,%s";
    char rest[512];
    snprintf(rest, sizeof rest, text, "Megatron-Bridge", "2026-04");
    double single = one(rest).typical;
    near(single, 4096 / (48 * 3 * 150e-6 * 19), 0.06); /* beside it: exchange and step */
    snprintf(rest, sizeof rest, text, "Megatron-Bridge", "2026-06");
    assert_true(one(rest).typical > 2 * single);
}

/* Experts gain less from 8 bits in the tables before 26.06, as casts for each would cost. */
static void experts_of_eight_bits_are_cast_apart(void **state)
{
    (void)state;
    static const char text[] = "throughput,pretrain,Qwen3-30B-A3B,,B200,8,%s,8,512,4096,1,1,1,8,"
                               "zero1,none,Megatron-Bridge,,tokens/s/GPU,26859,tokens/s/GPU,,%s";
    double rate[4];
    for (size_t i = 0; i < 4; i++) {
        char rest[512];
        snprintf(rest, sizeof rest, text, i < 2 ? "fp8" : "bf16", i % 2 ? "2026-06" : "2026-04");
        rate[i] = one(rest).typical;
    }
    assert_true(rate[0] < 0.95 * rate[1] && rate[0] > 0.82 * rate[1]);
    near(rate[2], rate[3], 1e-9);
}

/* LitGPT's scripts recompute under FSDP only: what a row does not tell is nothing on one card. */
static void one_card_of_litgpt_recomputes_nothing(void **state)
{
    (void)state;
    static const char text[] = "train_memory,lora,Llama-2-7B,,A100 SXM 80GB,1,bf16,4,,%s,,,,,,%s,"
                               "LitGPT,,peak_memory_per_gpu,20,GB,,2024";
    char rest[512];
    snprintf(rest, sizeof rest, text, "", ""); /* nor the length of the longest sample of Alpaca */
    double silent = one(rest).typical;
    snprintf(rest, sizeof rest, text, "1304", "none");
    near(silent, one(rest).typical, 1e-9);
    snprintf(rest, sizeof rest, text, "1304", "full");
    assert_true(one(rest).typical < 0.9 * silent);
}

/* Three passes over a set take three times one, not nine: the job multiplies by its epochs. */
static void epochs_count_once(void **state)
{
    (void)state;
    static const char text[] = "train_time,full_ft,bert-base,,V100 SXM 16GB,1,fp32,32,32,128,,,,,,"
                               "none,HF Trainer,,wall_hours,2.9,h,%s,2021";
    char rest[512];
    snprintf(rest, sizeof rest, text, "1 epoch of GLUE QQP");
    double once = one(rest).typical;
    snprintf(rest, sizeof rest, text, "3 epochs of GLUE QQP");
    near(one(rest).typical / once, 3, 1e-6);
    near(one(rest).typical, 2.9, 0.5); /* huggingface/transformers: QQP on one V100, 2:54 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_is_work_of_the_last_stage),
        cmocka_unit_test(an_exchange_hides_behind_a_pipeline),
        cmocka_unit_test(trainers_count_the_whole_square),
        cmocka_unit_test(a_number_of_thousands),
        cmocka_unit_test(a_loss_that_is_compiled),
        cmocka_unit_test(shares_of_a_run),
        cmocka_unit_test(a_trainer_that_always_shards),
        cmocka_unit_test(another_engine_around_megatron),
        cmocka_unit_test(experts_wait_for_their_launches),
        cmocka_unit_test(experts_of_eight_bits_are_cast_apart),
        cmocka_unit_test(one_card_of_litgpt_recomputes_nothing),
        cmocka_unit_test(epochs_count_once),
    };
    return cmocka_run_group_tests_name("sizing: runs and steps", tests, shipped_load,
                                       shipped_unload);
}
