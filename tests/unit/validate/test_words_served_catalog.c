/* links: catalog */
/* What tables of inference call their cards, formats, programs and figures, and what a benchmark of
 * a server does to them, over the shipped catalog. */
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
    "case_id,kind,task,model_id,accelerator,num_accelerators,precision,weight_quant,micro_batch,"  \
    "input_len,output_len,concurrency,framework,metric,value,unit,setup_notes,source_date\n"

static struct validation_row any_row(const char *cells)
{
    return validated_row(HEAD, cells);
}

static double figure(const char *cells)
{
    struct validation_row r = any_row(cells);
    if (!r.covered)
        fail_msg("%s: %s", cells, validate_reason_word(r.reason));
    return r.typical;
}

static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-6 * fabs(b);
}

/* The word in the place of the cells' only percent sign. */
static double with(const char *shape, const char *word)
{
    char cells[512];
    const char *at = strchr(shape, '%');
    assert_non_null(at);
    assert_true(snprintf(cells, sizeof cells, "%.*s%s%s", (int)(at - shape), shape, word, at + 1) <
                (int)sizeof cells);
    return figure(cells);
}

/* Each pair is the same. */
static void formats_have_many_names(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"GGUF Q4_K_M", "Q4_K_M"},
                                           {"UD-IQ3_XXS", "IQ3_XXS"},
                                           {"UD-Q6_K_XL", "Q6_K"},
                                           {"Q4_0_4_8", "Q4_0"},
                                           {"MLX 4bit", "mlx-4bit"},
                                           {"MLX-8bit", "Q8_0"},
                                           {"bitsandbytes 4-bit", "nf4"},
                                           {"bnb int8", "int8"},
                                           {"load_in_8bit", "int8"},
                                           {"torch.bfloat16", "bf16"},
                                           {"Marlin int4", "int4"},
                                           {"INT4 (torchao)", "int4"},
                                           {"GPTQ-4bit-128g", "int4"},
                                           {"gptq 8bit", "gptq-int8"},
                                           {"AWQ-int4", "awq-int4"},
                                           {"FP8-dynamic", "fp8"},
                                           {"NVFP4 W4A4", "nvfp4"},
                                           {"w4a16 g128", "int4"},
                                           {"16-bit", "fp16"},
                                           {"BF16 (unquantized)", "bf16"},
                                           {"q4f16_1", "Q4_K_M"},
                                           {"int4 AWQ", "awq-int4"},
                                           {"fp8 (experts fp4)", "mxfp4"},
                                           {"3.9 bits per weight mix", "3.9 bpw"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        static const char shape[] = "a,infer_memory,inference,llama-3.1-8b,,,,%,,,,,llama.cpp,"
                                    "weight_file_size,5,GB,,2025";
        double a = with(shape, pairs[i][0]), b = with(shape, pairs[i][1]);
        if (!same(a, b))
            fail_msg("%s: %.4g, %s: %.4g", pairs[i][0], a, pairs[i][1], b);
    }
    /* EXL: body 5 bits, embedding 16 and head 6, 2 x 525 M of 8,030 M: 5.676 GB */
    assert_true(fabs(figure("a,infer_memory,inference,llama-3.1-8b,,,,EXL3 5.0 bpw,,,,,ExLlamaV3,"
                            "weight_file_size,5,GB,,2026") /
                         ((6.979 * 5 + 1.051 * 11) / 8) -
                     1) < 0.005);
}

static void cards_have_many_names(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"RTX3080Ti", "RTX 3080 Ti"},
        {"RTX 3090Ti", "RTX 3090 Ti"},
        {"GTX1080Ti", "GTX 1080 Ti"},
        {"RX 7900XTX", "RX 7900 XTX"},
        {"4070Ti Super", "RTX 4070 Ti Super"},
        {"RTX6000Ada", "RTX 6000 Ada"},
        {"NVIDIA H100 80GB HBM3", "H100 SXM"},
        {"A100 80 GB", "A100 SXM 80GB"},
        {"A100 40G", "A100 SXM 40GB"},
        {"Mac mini M4", "M4"},
        {"MacBook Air M2", "M2"},
        {"M4 Max 32-core", "M4 Max"},
        {"g5.xlarge", "A10G"},
        {"Apple M4 Max (16-core CPU, 40-core GPU, 128GB)", "M4 Max"},
        {"g4dn.xlarge", "T4"},
        {"p4d.24xlarge", "A100 40GB"},
        {"Colab T4", "T4"},
        {"NVIDIA A10G Tensor Core", "A10G"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        static const char shape[] = "a,decode,inference,llama-2-7b,\"%\",1,,Q4_0,,,,1,llama.cpp,"
                                    "decode_tokens_per_s,5,tokens/s,,2025";
        double a = with(shape, pairs[i][0]), b = with(shape, pairs[i][1]);
        if (!same(a, b))
            fail_msg("%s: %.4g, %s: %.4g", pairs[i][0], a, pairs[i][1], b);
    }
}

/* Processors by their usual memory: 4.27 GT/s of 32 bits are 17.1 GB/s; 82 of 512 are read. */
static void processors_without_a_row(void **state)
{
    (void)state;
    static const char shape[] = "a,decode,inference,llama-3.2-3b,%,1,,Q4_K_M,,,,1,llama.cpp,"
                                "decode_tokens_per_s,4.6,tokens/s,,2025";
    double pi = with(shape, "Raspberry Pi 5"), desk = with(shape, "i9-14900K");
    assert_true(pi > 3.5 && pi < 6);
    assert_true(desk / pi > 4.5 && desk / pi < 5.6); /* 89.6 / 17.1 */
    assert_true(with(shape, "CPU only") > 0);
}

static void programs_have_many_names(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"Transformers 4.40", "HF Transformers"},
                                           {"Hugging Face Transformers", "HF Transformers"},
                                           {"PyTorch eager", "HF Transformers"},
                                           {"HF Accelerate", "HF Transformers"},
                                           {"text-generation-inference", "vLLM"},
                                           {"TurboMind", "LMDeploy"},
                                           {"trtllm", "TensorRT-LLM"},
                                           {"TensorRT LLM 1.0", "TensorRT-LLM"},
                                           {"Aphrodite Engine", "vLLM"},
                                           {"TabbyAPI", "ExLlamaV2"},
                                           {"ExLlamaV3 (TabbyAPI)", "ExLlamaV2"},
                                           {"LM Studio", "llama.cpp"},
                                           {"koboldcpp", "llama.cpp"},
                                           {"torchao (gpt-fast style)", "gpt-fast"},
                                           {"DeepSpeed-MII", "vLLM"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        static const char shape[] = "a,decode,inference,llama-2-7b,A100 80GB,1,,fp16,,,,1,%,"
                                    "decode_tokens_per_s,5,tokens/s,,2025";
        double a = with(shape, pairs[i][0]), b = with(shape, pairs[i][1]);
        if (!same(a, b))
            fail_msg("%s: %.4g, %s: %.4g", pairs[i][0], a, pairs[i][1], b);
    }
    assert_true(same(figure("a,decode,inference,llama-2-7b,RTX 4090,1,,,,,,1,Ollama 0.5,"
                            "decode_tokens_per_s,5,tokens/s,,2025"),
                     figure("a,decode,inference,llama-2-7b,RTX 4090,1,,Q4_K_M,,,,1,ollama,"
                            "decode_tokens_per_s,5,tokens/s,,2025")));
}

/* 1,280 prompts, answers of 124 tokens, 256 at once: the last ends after H(256), ln 256 + 0.577 =
 * 6.12 answers' steps, 5.12 of them at about the pace of a single request. Of experts few requests
 * touch nearly all, so that the end costs more than its single steps would. */
static void real_conversations_end_one_by_one(void **state)
{
    (void)state;
#define SERVED(users, metric, notes)                                                               \
    "a,throughput,serve,llama-3.1-8b,H100 SXM 80GB,1,fp8,fp8,,221,124," users                      \
    ",vLLM 0.6.0," metric ",8113.93,tokens/s," notes ",2024-09"
    double full = figure(SERVED("256", "output_tokens_per_s_total", ""));
    double one = 1 / figure(SERVED("1", "output_tokens_per_s_total", ""));
    double drained = figure(SERVED("256", "output_tokens_per_s_total", "1280 ShareGPT requests"));
    double work = 1280 * 124 / full, tail = 124 * one * 5.12;
    assert_true(fabs(drained / (1280 * 124 / (work + tail)) - 1) < 0.1);
    assert_true(drained < 0.9 * full);
    double more =
        figure(SERVED("256", "output_tokens_per_s_total", "\"100,000 ShareGPT requests\""));
    assert_true(more > 0.98 * full && more < full);
#define EXPERTS_OF(notes)                                                                          \
    "a,throughput,serve,gpt-oss-120b,H100 SXM 80GB,4,,MXFP4,,215,196,1000,vLLM 0.11.0,"            \
    "output_tokens_per_s_total,9000,tokens/s," notes ",2025-11"
    assert_true(figure(EXPERTS_OF("\"ShareGPT, 1,000 requests\"")) < 0.8 * figure(EXPERTS_OF("")));
}

/* 25 requests of 5,000 tokens that write 500: a token waits for 24 x 10 tokens of prompts. */
static void tokens_wait_for_the_prompts_of_others(void **state)
{
    (void)state;
#define LOADED(task, users, metric)                                                                \
    "a,decode," task ",llama-3.3-70b,H100 SXM 80GB,2,,fp8,,5000,500," users                        \
    ",TensorRT-LLM," metric ",38.75,ms,,2025"
    double alone = figure(LOADED("inference", "25", "tpot"));
    double served = figure(LOADED("serve", "25", "tpot"));
    double rate = figure("a,throughput,serve,llama-3.3-70b,H100 SXM 80GB,2,,fp8,,5000,500,25,"
                         "TensorRT-LLM,prefill_tokens_per_s,9000,tokens/s,,2025");
    assert_true(fabs(served - alone - 1e3 * 24 * 10 / rate) < 0.5);
    assert_true(fabs(served / 38.75 - 1) < 0.1);
    double first = figure(LOADED("serve", "1", "ttft")),
           burst = figure(LOADED("serve", "8", "ttft"));
    assert_true(fabs(burst / first - 4.5) < 0.3); /* the mean of 1 to 8 prompts */
}

/* Steps a second: U-Net of SD 1.5, two passes of 0.42 TMAC each; eager 15 ms a pass beside a
 * server's processor: 33 steps. */
static void steps_of_a_denoiser(void **state)
{
    (void)state;
#define STEPS(card, by, value)                                                                     \
    "a,throughput,inference,sd-1.5," card ",1,fp16,,1,,,," by ",iterations_per_s," value           \
    ",it/s,512x512,2023"
    double eager = figure(STEPS("A100 SXM 80GB", "diffusers", "31.19"));
    assert_true(fabs(eager - 1e3 / 30) < 0.01);
    assert_true(fabs(figure(STEPS("RTX 3090", "diffusers", "22.5")) / 22.5 - 1) < 0.15);
    assert_true(fabs(figure(STEPS("RTX 3090", "stable-fast", "31.5")) / 31.5 - 1) < 0.15);
    assert_true(fabs(figure(STEPS("RTX 4090", "AITemplate", "65.7")) / 65.7 - 1) < 0.15);
}

/* Experts at the rate of what the notes tell: 16 x 8 bytes x 4.8 GT/s are 614 GB/s. */
static void memory_beside_the_cards(void **state)
{
    (void)state;
#define EXPERTS(notes)                                                                             \
    "a,decode,inference,deepseek-v3,RTX 4090,1,,Q4_K_M,,1930,300,1,"                               \
    "ktransformers 0.2.1 (experts in system RAM),decode_tokens_per_s,13.4,tokens/s," notes         \
    ",2025-02"
    double told = figure(EXPERTS("\"Xeon Gold 6454S, 16x DDR5-4800\""));
    assert_true(fabs(told / 13.4 - 1) < 0.25);
    assert_true(told > 4 * figure(EXPERTS("")));
    double desk = figure("a,decode,inference,llama-3.1-70b,RTX 4080,1,,Q4_K_M,,,,1,llama.cpp,"
                         "decode_tokens_per_s,4,tokens/s,\"64 GB DDR5-6000\",2026");
    double plain = figure("a,decode,inference,llama-3.1-70b,RTX 4080,1,,Q4_K_M,,,,1,llama.cpp,"
                          "decode_tokens_per_s,4,tokens/s,,2026");
    assert_true(desk / plain > 1.3 && desk / plain < 1.5); /* 96 / 64 of most of a step */
}

/* Figures as tables name them; each pair is the same. */
static void figures_have_many_names(void **state)
{
    (void)state;
    static const char *const rates[][2] = {
        {"Mean TPOT (ms),100,ms", "tpot,100,ms"},
        {"P50 ITL,100,ms", "tpot,100,ms"},
        {"median_ttft_ms,100,ms", "ttft,100,ms"},
        {"tok/s,100,tok/s", "output_tokens_per_s_total,100,tokens/s"},
        {"Output token throughput (tok/s),100,tok/s", "output_tokens_per_s_total,100,tokens/s"},
        {"Total Token throughput (tok/s),100,tok/s",
         "prompt_plus_generated_tokens_per_s,100,tokens/s"},
        {"req/s,100,req/s", "requests_per_s,100,req/s"},
        {"pp1024,100,t/s", "prefill_tokens_per_s,100,tokens/s"},
        {"tps/user,100,tok/s", "decode_tokens_per_s,100,tokens/s"},
        {"tokens/s/gpu,100,tok/s", "output_tokens_per_s_per_gpu,100,tokens/s"},
        {"mean_e2el_ms,100,ms", "request_latency,100,ms"}};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        static const char shape[] = "a,throughput,serve,llama-3.1-8b,H100 SXM,1,,bf16,,512,128,8,"
                                    "vLLM,%,,2026";
        double a = with(shape, rates[i][0]), b = with(shape, rates[i][1]);
        if (!same(a, b))
            fail_msg("%s: %.4g, %s: %.4g", rates[i][0], a, rates[i][1], b);
    }
    static const char *const sizes[][2] = {
        {"vram usage (GB)", "peak_memory"},
        {"memory footprint", "peak_memory"},
        {"peak RAM", "peak_memory"},
        {"model weights memory", "weights_per_gpu"},
        {"GGUF size", "weight_file_size"},
        {"available KV cache memory", "available_kv_memory_per_gpu"}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        static const char shape[] = "a,infer_memory,inference,llama-3.1-8b,H100 SXM,1,,bf16,1,512,"
                                    "128,1,vLLM,%,20,GB,,2026";
        double a = with(shape, sizes[i][0]), b = with(shape, sizes[i][1]);
        if (!same(a, b))
            fail_msg("%s: %.4g, %s: %.4g", sizes[i][0], a, sizes[i][1], b);
    }
    assert_false(any_row("a,infer_memory,inference,llama-3.1-8b,H100 SXM,1,,bf16,1,512,128,1,vLLM,"
                         "compute buffer,20,GB,,2026")
                     .covered);
    double step = figure("a,throughput,inference,sd-1.5,A100 SXM,1,fp16,,1,,,,diffusers,s/it,0.03,"
                         "s/it,512x512,2024");
    assert_true(fabs(step - 0.03) < 1e-5);
}

/* MXFP4 multiplies with activations of 8 bits on B200, in 16 on H200: prompts at 0.47 of 4,500 and
 * 0.55 of 989 TFLOP/s, the rest alike. */
static void mxfp4_by_card(void **state)
{
    (void)state;
#define OSS(card, weights)                                                                         \
    "a,throughput,serve,gpt-oss-20b," card ",1,," weights                                          \
    ",,4096,1,1,TensorRT-LLM 1.2,prefill_tokens_per_s,9000,tokens/s,,2026"
    double narrow = figure(OSS("B200 180GB", "MXFP4")), wide = figure(OSS("B200 180GB", "int4"));
    assert_true(fabs(narrow / wide - 2) < 0.02); /* fp8 against bf16 */
    assert_true(same(figure(OSS("H200 SXM", "MXFP4")), figure(OSS("H200 SXM", "int4"))));
}

/* "4-bit class" is what the row's words pack in: embedding and head of Qwen2.5-7B, 1.09 of 7.62
 * billion, stay in 16 bits under bitsandbytes: (6.53 x 4.5 + 1.09 x 16) / 8 = 5.85 GB. */
static void four_bits_of_some_kind(void **state)
{
    (void)state;
#define FOUR(by, notes)                                                                            \
    "a,infer_memory,inference,qwen2.5-7b,RTX 4060,1,,4-bit class,1,,,1," by                        \
    ",weights_per_gpu,5.59,GB," notes ",2025"
    assert_true(fabs(figure(FOUR("vLLM 0.7.3", "bitsandbytes 4-bit")) / 5.85 - 1) < 0.02);
    double awq = figure(FOUR("vLLM", "an AWQ checkpoint")), plain = figure(FOUR("vLLM", ""));
    assert_true(fabs(plain - awq - 6.53 * (4.25 - 4.15625) / 8) < 0.02);
    assert_true(figure(FOUR("llama.cpp", "")) < awq); /* tables of 5.5 bits, one on the host */
}

/* vLLM takes 256 requests at once on an A100 however many came, and as many as it is told. */
static void as_many_as_the_program_runs(void **state)
{
    (void)state;
#define MANY(users, notes)                                                                         \
    "a,throughput,serve,qwen3-8b,A100 SXM 80GB,1,,bf16,,200,200," users                            \
    ",vLLM 0.11.0,output_tokens_per_s_total,5000,tokens/s," notes ",2025-11"
    double usual = figure(MANY("1000", ""));
    assert_true(same(figure(MANY("256", "")), usual));
    assert_false(same(figure(MANY("1000", "max-num-seqs 1024")), usual));
}

/* vLLM keeps a tenth of the card out of weights and cache: beside the 63 GB of gpt-oss-120b an H100
 * has room for less than half of the requests that all of its memory would hold. A version that
 * starts kernels one by one is known by its number, too. */
static void as_many_as_the_pool_holds(void **state)
{
    (void)state;
#define POOL(by, users)                                                                            \
    "a,throughput,serve,gpt-oss-120b,H100 SXM 80GB,1,bf16,MXFP4,,215,196," users "," by            \
    ",output_tokens_per_s_total,3000,tokens/s,,2025-11"
    double most = figure(POOL("vLLM 0.11", "saturated"));
    assert_true(same(figure(POOL("vLLM 0.11", "1000")), most));
    assert_true(same(figure(POOL("vLLM 0.11", "200")), most)); /* a whole card holds twice that */
    assert_true(figure(POOL("vLLM 0.11", "100")) < 0.9 * most);
    assert_true(figure(POOL("TensorRT-LLM 1.0", "200")) >
                1.1 * figure(POOL("TensorRT-LLM 1.0", "150")));
    static const char eager[] = "a,throughput,serve,qwen3-8b,Ascend 910B,1,bf16,bf16,,200,200,4,%,"
                                "output_tokens_per_s_total,100,tokens/s,,2025-11";
    assert_true(with(eager, "vllm-ascend 0.9.1") < 0.5 * with(eager, "vllm-ascend 0.11"));
}

/* vLLM tries top-k and top-p of a full batch before it lays out the cache: 1,024 rows of 151,936
 * words in 20 bytes, 2.9 GiB; 8.11 of each card are left for the cache (vllm issue 21348). */
static void a_full_batch_is_tried_first(void **state)
{
    (void)state;
    double room = figure("a,infer_memory,serve,qwen3-235b-a22b,H100 SXM 80GB,4,,fp8,,,,,vLLM,"
                         "available_kv_memory_per_gpu,8.11,GiB,,2025-07");
    assert_true(fabs(room / 8.11 - 1) < 0.15);
}

/* Products of 1,024 requests take longer than the weights; each layer looks at the cache after
 * them: 1,024 tokens more of each are 1,024 x 1,024 x 64 KiB at 0.82 of 4.8 TB/s, 17.5 ms. */
static void the_cache_is_read_after_the_products(void **state)
{
    (void)state;
    static const char shape[] = "a,decode,inference,llama-3.1-8b,H200 SXM 141GB,1,fp8,fp8,1024,%,2,"
                                "1024,TensorRT-LLM 1.0,tpot,20,ms,,2025";
    double near = with(shape, "128"), far = with(shape, "1152");
    double read = 1024.0 * 1024 * 32 * 8 * 128 * 2 / (0.82 * 4.8e12) * 1e3;
    assert_true(fabs((far - near) / read - 1) < 0.01);
}

/* 20 GB beside 20 GB: what is likely to fit stays on the card, but ollama is wary and moves layers
 * to host memory, which reads ten times slower. */
static void layers_that_hardly_fit(void **state)
{
    (void)state;
    static const char shape[] = "a,decode,inference,qwen3-32b,RX 7900 XT,1,,Q4_K_M,,,,1,%,"
                                "decode_tokens_per_s,31.6,tokens/s,,2026-07";
    double plain = with(shape, "llama.cpp"), wary = with(shape, "ollama");
    assert_true(fabs(plain / 31.6 - 1) < 0.15);
    assert_true(wary < 0.8 * plain && wary > 0.4 * plain);
}

/* A laptop's RTX 5070 reads 384 GB/s, the desktop's card 672; launches are the same. */
static void chips_of_laptops(void **state)
{
    (void)state;
    static const char shape[] = "a,decode,inference,llama-3.2-3b,\"%\",1,,Q8_0,,,,1,llama.cpp,"
                                "decode_tokens_per_s,5,tokens/s,,2026";
    double desk = 1 / with(shape, "RTX 5070"), lap = 1 / with(shape, "RTX 5070 Laptop GPU");
    double read = 3.21e9 * 8.5 / 8 / 0.87 * (1 / 384e9 - 1 / 672e9);
    assert_true(fabs((lap - desk) / read - 1) < 0.05);
}

/* Transformers: AWQ 1.35 times and GPTQ of 8 bits 1,130 us a layer where bf16 takes 830; 28 layers
 * of Qwen2.5-1.5B: 32 ms a token (31.3 and 30.7 measured). */
static void packed_layers_of_transformers(void **state)
{
    (void)state;
    static const char shape[] = "a,decode,inference,qwen2.5-1.5b,A100 SXM 80GB,1,,%,1,1,2048,1,"
                                "HF Transformers,decode_tokens_per_s,31.7,tokens/s,,2024-10";
    assert_true(fabs(1e3 / with(shape, "int4 AWQ") - 28 * 0.83 * 1.35 - 0.6) < 0.2);
    assert_true(fabs(1e3 / with(shape, "int8 GPTQ") - 28 * 1.13 - 0.6) < 0.2);
    assert_true(fabs(1e3 / with(shape, "bf16") - 28 * 0.83 - 0.6) < 0.2);
}

/* Tables of single layers are looked up: 4.5 of 8 billion parameters of Gemma 4 E4B are read. */
static void tables_of_layers_are_not_read(void **state)
{
    (void)state;
    double r = figure("a,decode,inference,gemma-4-e4b,RTX 4090 24GB,1,,Q4_K_M,,,,1,llama.cpp,"
                      "decode_tokens_per_s,177,tokens/s,,2026");
    assert_true(fabs(r / 177 - 1) < 0.15);
}

/* Layers over several cards run without a captured graph: 32 x 42 us x 1.1 x 0.6 = 0.89 ms more. */
static void no_graph_over_several_cards(void **state)
{
    (void)state;
#define SPLIT(n)                                                                                   \
    "a,decode,inference,llama-3-8b,RTX 4090," n ",,Q4_K_M,1,0,1024,1,"                             \
    "llama.cpp (layer split),decode_tokens_per_s,120,tokens/s,,2024-05"
    double one = 1e3 / figure(SPLIT("1")), four = 1e3 / figure(SPLIT("4"));
    assert_true(four - one > -0.1 && four - one < 1.2);
}

/* Eager nets in NCHW move what they write twice as often as in NHWC: resnet34 12,206 a second on
 * RTX 5090, efficientnet_b0 13,282 (huggingface/pytorch-image-models: results). */
static void layouts_of_eager_nets(void **state)
{
    (void)state;
#define NET(id, precision, value)                                                                  \
    "a,throughput,inference," id ",RTX 5090,1," precision ",,1024,,,,PyTorch / timm,"              \
    "infer_samples_per_s," value ",images/s,input 224x224,2025"
    assert_true(fabs(figure(NET("efficientnet-b0", "fp16 AMP", "13282")) / 13282 - 1) < 0.1);
    double last = figure(NET("resnet-50", "fp16 AMP channels_last", "9000"));
    assert_true(figure(NET("resnet-50", "fp16 AMP", "8000")) < 0.85 * last);
    /* compiled: 12,401, and densenet169, which gathers what it wrote before, 8,285 */
    double fused = figure(NET("resnet-50", "fp16 AMP compiled", "12401"));
    assert_true(fused > 1.3 * last && fabs(fused / 12401 - 1) < 0.15);
    double gathers = figure(NET("densenet-169", "fp16 AMP compiled", "8285"));
    assert_true(fabs(gathers / 8285 - 1) < 0.15);
}

/* A trainer of detectors computes in fp32 unless mixed precision is told (Detectron2 v0.1.2 on
 * eight V100: 62 pictures a second; facebookresearch/detectron2: docs/notes/benchmarks.md). */
static void detectors_are_wide_unless_told(void **state)
{
    (void)state;
#define DETECTOR(precision)                                                                        \
    "a,throughput,train,mask-rcnn-r50-fpn,V100 SXM 32GB,8," precision ",,2,,,,Detectron2 v0.1.2,"  \
    "train_samples_per_s,62,images/s,COCO,2020"
    double untold = figure(DETECTOR(""));
    assert_true(same(untold, figure(DETECTOR("fp32"))));
    assert_true(fabs(untold / 62 - 1) < 0.3);
    assert_true(figure(DETECTOR("fp16 AMP")) > 1.2 * untold);
}

/* A figure of memory does not need the card. */
static void memory_on_a_card_that_is_not_named(void **state)
{
    (void)state;
    double a =
        figure("a,infer_memory,inference,llama-2-7b,\"Jetson (model not stated)\",1,,Q4_0,1,,"
               "128,1,llama.cpp,peak_memory,5268,MB,,2023");
    double b = figure("a,infer_memory,inference,llama-2-7b,,1,,Q4_0,1,,128,1,llama.cpp,peak_memory,"
                      "5268,MB,,2023");
    assert_true(same(a, b));
    assert_false(any_row("a,decode,inference,llama-2-7b,\"80GB GPU\",1,,Q4_0,1,,128,1,llama.cpp,"
                         "decode_tokens_per_s,50,tokens/s,,2023")
                     .covered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_have_many_names),
        cmocka_unit_test(cards_have_many_names),
        cmocka_unit_test(processors_without_a_row),
        cmocka_unit_test(programs_have_many_names),
        cmocka_unit_test(real_conversations_end_one_by_one),
        cmocka_unit_test(tokens_wait_for_the_prompts_of_others),
        cmocka_unit_test(steps_of_a_denoiser),
        cmocka_unit_test(memory_beside_the_cards),
        cmocka_unit_test(figures_have_many_names),
        cmocka_unit_test(mxfp4_by_card),
        cmocka_unit_test(four_bits_of_some_kind),
        cmocka_unit_test(as_many_as_the_program_runs),
        cmocka_unit_test(as_many_as_the_pool_holds),
        cmocka_unit_test(a_full_batch_is_tried_first),
        cmocka_unit_test(the_cache_is_read_after_the_products),
        cmocka_unit_test(layers_that_hardly_fit),
        cmocka_unit_test(chips_of_laptops),
        cmocka_unit_test(packed_layers_of_transformers),
        cmocka_unit_test(tables_of_layers_are_not_read),
        cmocka_unit_test(no_graph_over_several_cards),
        cmocka_unit_test(layouts_of_eager_nets),
        cmocka_unit_test(detectors_are_wide_unless_told),
        cmocka_unit_test(memory_on_a_card_that_is_not_named),
    };
    return cmocka_run_group_tests_name("sizing: words of tables of inference", tests, shipped_load,
                                       shipped_unload);
}
