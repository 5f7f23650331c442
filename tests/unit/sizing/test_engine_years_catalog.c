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

#include "engine/validate.h"
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

/* Prompts: packed weights at the 16-bit rate in int8, 0.8 of it before; the rest is the same
 * (RTX 3080 of August 2024: 3,807 tokens/s of Llama 3.1 8B). */
static void prompts_in_int8(void **state)
{
    (void)state;
#define PROMPT(by, date)                                                                           \
    "a,throughput,inference,llama-3.1-8b,RTX 3080,1,Q4_K_M,1,512,0,1,," by                         \
    ",prefill_tokens_per_s,3806.89,tokens/s,,," date
    double now = row_of(PROMPT("llama.cpp b3622", "2024-08")).typical;
    double old = row_of(PROMPT("llama.cpp b2900", "2024-06")).typical;
    assert_true(fabs(now / old - 1 / 0.8) < 1e-3);
    assert_true(fabs(row_of(PROMPT("llama.cpp Vulkan", "2025")).typical / old - 0.66 / 0.8) < 1e-6);
    within(PROMPT("llama.cpp b3622", "2024-08"), 0.15);
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
        cmocka_unit_test(graphs_of_vllm),
        cmocka_unit_test(exllama_before_its_second_version),
        cmocka_unit_test(launches_of_desktops),
        cmocka_unit_test(programs_without_python),
        cmocka_unit_test(whose_counter),
    };
    return cmocka_run_group_tests_name("sizing: engines of their years", tests, shipped_load,
                                       shipped_unload);
}
