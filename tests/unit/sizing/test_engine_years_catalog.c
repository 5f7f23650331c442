/* links: catalog */
/* Engines as they were when a figure was measured, and the counters of programs, over the shipped
 * catalog: a row's date, notes and words choose the class of its factors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/validate/validate.h"
#include "tests/support/shipped.h"
#include "tests/support/validated.h"

#define HEAD                                                                                       \
    "case_id,kind,task,model_id,accelerator,num_accelerators,weight_quant,micro_batch,input_len,"  \
    "output_len,concurrency,tp,framework,metric,value,unit,how_measured,setup_notes,source_date\n"

/* The only row behind the head, as it comes out. */
static struct validation_row row_of(const char *cells)
{
    return validated_covered(HEAD, cells);
}

static double ms_of(const char *cells)
{
    struct validation_row r = row_of(cells);
    return strcmp(r.metric, "tpot") == 0 ? r.typical : 1e3 / r.typical;
}

static void within(const char *cells, double share)
{
    struct validation_row r = row_of(cells);
    if (fabs(r.error) > share)
        fail_msg("%s: %.4g against %.4g", cells, r.typical, r.measured);
}

/* 32 layers: launches of 68 us without captured graphs against 42, 1.1 times as long for packed
 * weights: 32 x 26 x 1.1 us = 0.915 ms. Sampling in Python: 3.5 ms against 0.6. */
static void graphs_shorten_the_launches_of_ggml(void **state)
{
    (void)state;
#define GGML(by, notes, date)                                                                      \
    "a,decode,inference,llama-7b,RTX 3090 Ti,1,Q4_0,1,0,128,1,," by                                \
    ",decode_tokens_per_s,127.43,tokens/s,," notes "," date
    double old = ms_of(GGML("llama.cpp", "", "2024-01")),
           now = ms_of(GGML("llama.cpp", "", "2025"));
    assert_true(fabs(old - now - 0.9152) < 1e-3);
    double python = ms_of(GGML("llama-cpp-python", "", "2023-10"));
    assert_true(fabs(python - old - 2.9) < 1e-3);
    assert_true(fabs(ms_of(GGML("llama.cpp", "llama-cpp-python 0.2.11", "2023-10")) - python) <
                1e-6);
    assert_true(fabs(ms_of(GGML("llama.cpp Metal", "", "2023-10")) - now) < 1e-6);
    assert_true(fabs(ms_of(GGML("llama.cpp", "", "2023")) - old) < 1e-6);
    within(GGML("llama.cpp", "", "2024-01"), 0.05);
}

/* Prompts: packed weights at 0.93 of the 16-bit rate in int8, at 0.87 before (RTX 3080 of August
 * 2024: 3,807 tokens/s of Llama 3.1 8B). */
#define PROMPT(by, date)                                                                           \
    "a,throughput,inference,llama-3.1-8b,RTX 3080,1,Q4_K_M,1,512,0,1,," by                         \
    ",prefill_tokens_per_s,3806.89,tokens/s,,," date
static void prompts_in_int8(void **state)
{
    (void)state;
    double now = row_of(PROMPT("llama.cpp b3622", "2024-08")).typical;
    double old = row_of(PROMPT("llama.cpp b2900", "2024-06")).typical;
    assert_true(now / old > 0.93 / 0.87 && now / old < 1.15); /* no scores in memory besides */
    assert_true(fabs(row_of(PROMPT("llama.cpp Vulkan", "2025")).typical / now - 0.66 / 0.93) <
                1e-6);
    within(PROMPT("llama.cpp b3622", "2024-08"), 0.15);
}

#define LONG(card, n, quant, tokens, measured)                                                     \
    "a,throughput,inference,llama-3-8b," card "," n "," quant ",1," tokens ",0,1,,"                \
    "llama.cpp (layer split),prefill_tokens_per_s," measured ",tokens/s,,,2024-05"

/* Without fused attention the scores of 32 layers and heads are moved eight times in fp32: 8,192
 * tokens take 8 * 32 * 32 * 4 * 3840 bytes more than 512, 134 us at 936 GB/s of an RTX 3090, beside
 * 2 GFLOP; 150 us were measured, 104 on an RTX 4090
 * (XiongjieDai/GPU-Benchmarks-on-LLM-Inference:README.md, May 2024). */
static void scores_in_memory_slow_long_prompts(void **state)
{
    (void)state;
    const char *near = LONG("RTX 3090", "1", "F16", "512", "4444.65"),
               *far = LONG("RTX 3090", "1", "F16", "8192", "2667.14");
    double more_us = 1e6 / row_of(far).typical - 1e6 / row_of(near).typical;
    assert_true(more_us > 134 && more_us < 134 + 40);
    within(near, 0.1);
    within(far, 0.1);
    within(LONG("RTX 4090", "1", "F16", "512", "9382.00"), 0.1);
    within(LONG("RTX 4090", "1", "F16", "8192", "4744.18"), 0.15);
}

#define WRITE(card, tokens, date, measured)                                                        \
    "a,decode,inference,llama-3-8b," card ",1,Q4_K_M,1,0," tokens ",1,,llama.cpp (layer split),"   \
    "decode_tokens_per_s," measured ",tokens/s,,," date

/* A token that is written then reads the keys again for the other queries of a group: 2.2 times of
 * 0.5 GB at 4,096 tokens in NVIDIA's kernels, seven times in Apple's. 8,192 tokens beside 512 took
 * 1.4 ms more on an RTX 4090 and 5.8 on an M2 Ultra (the same page). */
static void keys_are_read_again_without_fused_attention(void **state)
{
    (void)state;
    double mac = ms_of(WRITE("M2 Ultra 76-Core GPU", "8192", "2024-05", "54.13")) -
                 ms_of(WRITE("M2 Ultra 76-Core GPU", "512", "2024-05", "78.81"));
    double card = ms_of(WRITE("RTX 4090", "8192", "2024-05", "110.66")) -
                  ms_of(WRITE("RTX 4090", "512", "2024-05", "130.58"));
    assert_true(mac > 4.5 && mac < 7);
    assert_true(card > 1 && card < 1.8);
    double fused = ms_of(WRITE("RTX 4090", "8192", "2026", "110.66")) -
                   ms_of(WRITE("RTX 4090", "512", "2026", "130.58"));
    assert_true(fused < 0.7);
    within(WRITE("M3 Max 40-Core GPU", "8192", "2024-05", "36.12"), 0.15);
}

/* The same cores of Ada Lovelace at 130, 250 and 300 W: the power rules what they multiply, the
 * dense rates would be apart by 3.4. */
static void power_rules_the_prompts_of_ada(void **state)
{
    (void)state;
    const char *small = LONG("RTX 4000 Ada", "1", "F16", "512", "3121.67"),
               *large = LONG("RTX 6000 Ada", "1", "F16", "512", "6663.13");
    double apart = row_of(large).typical / row_of(small).typical;
    assert_true(apart > 2.1 && apart < 2.5);
    within(small, 0.15);
    within(large, 0.15);
    within(LONG("RTX 5000 Ada", "1", "F16", "512", "6160.57"), 0.15);
}

/* A chunk goes through the cards one after the other: one chunk of 512 gains nothing by a layer
 * split, sixteen chunks do, and no more than four are under way. */
static void chunks_fill_a_layer_split(void **state)
{
    (void)state;
    double one = row_of(LONG("RTX 4090", "1", "Q4_K_M", "512", "7138.99")).typical;
    double split = row_of(LONG("RTX 4090", "4", "Q4_K_M", "512", "6748.96")).typical;
    assert_true(fabs(split / one - 1) < 0.02);
    double far = row_of(LONG("RTX 4090", "1", "Q4_K_M", "8192", "4039.68")).typical;
    double four = row_of(LONG("RTX 4090", "4", "Q4_K_M", "8192", "10993.75")).typical;
    double eight = row_of(LONG("RTX 4090", "8", "Q4_K_M", "8192", "13802.08")).typical;
    assert_true(four / far > 2.3 && four / far < 3 && fabs(eight / four - 1) < 0.02);
}

/* Scores in fp32 until January 2024: 0.72 of the rate that came then. */
static void prompts_before_2024(void **state)
{
    (void)state;
    double then = row_of(PROMPT("llama.cpp", "2023-12")).typical,
           later = row_of(PROMPT("llama.cpp", "2024-01")).typical;
    assert_true(then / later > 0.71 && then / later < 0.76);
}

/* vLLM launched 80 layers of 600 us, 48 ms, one by one until its version of mid December 2023; the
 * weights over four cards and the cache are read meanwhile. */
static void graphs_of_vllm(void **state)
{
    (void)state;
#define VLLM(notes, date)                                                                          \
    "a,decode,serve,llama-2-70b,A100 80GB PCIe,4,fp16,,8,256,1,4,vLLM,decode_tokens_per_s,17.64,"  \
    "tokens/s,," notes "," date
    double old = ms_of(VLLM("", "2023-11")), now = ms_of(VLLM("", "2026"));
    assert_true(old > 48 && old < 54);
    assert_true(now < 34);
    assert_true(fabs(ms_of(VLLM("enforce_eager=True", "2026")) - old) < 1e-6);
    within(VLLM("", "2023-12"), 0.15);
}

/* ExLlama before its second version gathers the cache and writes the scores: two passes more. 30B
 * in 4 bits at 1,984 tokens: 3.2 GB of cache, 3.4 ms a pass at 0.92 of 1,008 GB/s. */
static void exllama_before_its_second_version(void **state)
{
    (void)state;
#define EXL(by, card, in, value)                                                                   \
    "a,decode,inference,llama-33b," card ",1,int4 GPTQ,1," in ",128,1,," by                        \
    ",decode_tokens_per_s," value ",tokens/s,,,2023-05"
    double first = ms_of(EXL("ExLlama", "RTX 4090 24GB", "1920", "32"));
    double second = ms_of(EXL("ExLlamaV2", "RTX 4090 24GB", "1920", "32"));
    assert_true(first - second > 6 && first - second < 14);
    assert_true(fabs(ms_of(EXL("ExLlama v2 0.1", "RTX 4090 24GB", "1920", "32")) - second) < 1e-6);
    within(EXL("ExLlama", "RTX 4090 24GB", "1920", "32"), 0.15);
    within(EXL("ExLlama", "RTX A6000 48GB", "8904", "12"), 0.15);
}

/* Desktops start kernels sooner: 32 layers x 260 us x 0.6 = 5.0 ms on RTX 4090, below what the
 * memory needs; 8.3 ms beside an A100. */
static void launches_of_desktops(void **state)
{
    (void)state;
    within("a,decode,inference,llama-2-7b,RTX 4090,1,int4 AWQ,1,64,64,,,AutoAWQ,"
           "decode_tokens_per_s,198.848,tokens/s,,,2023-11",
           0.15);
    within("a,decode,inference,llama-2-7b,A100 80GB,1,int4 AWQ,1,,512,,,AutoAWQ,"
           "decode_tokens_per_s,116.94,tokens/s,,,2024-01",
           0.1);
    within(
        "a,decode,inference,llama-3-8b,RTX 4090,1,fp16,1,,,,,HF Transformers,tpot,17.07,ms,,,2024",
        0.1);
    double injected =
        ms_of("a,decode,inference,mistral-7b-v0.1,A100 80GB,1,fp16,1,,512,,,DeepSpeed,"
              "decode_tokens_per_s,79.88,tokens/s,,,2024-01");
    assert_true(fabs(injected - 12.5) < 0.6);
}

/* Compiled programs without Python: 7B in 4 bits on RTX 4090 in 4.9 to 5.2 ms. */
static void programs_without_python(void **state)
{
    (void)state;
    within("a,decode,inference,llama-2-7b,RTX 4090,1,int4,1,8,256,,,MLC LLM,decode_tokens_per_s,"
           "204.8,tokens/s,,,2023-10",
           0.1);
    within("a,decode,inference,llama-7b,RTX 4090,1,int4 GPTQ,1,,,1,,ExLlamaV2,decode_tokens_per_s,"
           "198,tokens/s,,,2024-05",
           0.1);
}

/* The driver's context, 0.9 GiB, is in what the driver reports and not in what PyTorch does. */
static void whose_counter(void **state)
{
    (void)state;
#define MEMORY(how)                                                                                \
    "a,infer_memory,inference,mistral-7b-v0.1,A100 80GB,1,fp16,1,,512,,,HF Transformers,"          \
    "peak_memory,15976,MiB," how ",,2024-01"
    double torch = row_of(MEMORY("torch reserved")).typical;
    assert_true(fabs(row_of(MEMORY("GPU memory consumption")).typical - torch - 921.6) < 1);
    assert_true(fabs(row_of(MEMORY("pynvml")).typical - torch - 921.6) < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_shorten_the_launches_of_ggml),
        cmocka_unit_test(prompts_in_int8),
        cmocka_unit_test(scores_in_memory_slow_long_prompts),
        cmocka_unit_test(keys_are_read_again_without_fused_attention),
        cmocka_unit_test(power_rules_the_prompts_of_ada),
        cmocka_unit_test(chunks_fill_a_layer_split),
        cmocka_unit_test(prompts_before_2024),
        cmocka_unit_test(graphs_of_vllm),
        cmocka_unit_test(exllama_before_its_second_version),
        cmocka_unit_test(launches_of_desktops),
        cmocka_unit_test(programs_without_python),
        cmocka_unit_test(whose_counter),
    };
    return cmocka_run_group_tests_name("sizing: engines of their years", tests, shipped_load,
                                       shipped_unload);
}
