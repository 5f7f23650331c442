/* links: catalog */
/* The words of published tables: models by any of the ways to write them, formats that only a name
 * tells, processors as cards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/validate/validate.h"
#include "engine/validate/card.h"
#include "engine/validate/host.h"
#include "engine/validate/metric.h"
#include "engine/validate/model.h"
#include "engine/validate/words.h"
#include "tests/support/shipped.h"

static const char *id_of(const char *name, double params_b)
{
    const struct model *m = validate_model(&shipped.facts, name, params_b);
    return m ? m->id : "none";
}

static void a_model_by_any_of_its_names(void **state)
{
    (void)state;
    static const struct { const char *name, *id; } want[] = {
        {"GPT-OSS 120B", "gpt-oss-120b"},
        {"gpt-oss:20b", "gpt-oss-20b"},
        {"DeepSeek-R1-0528", "deepseek-r1"},
        {"DeepSeekV3", "deepseek-v3"},
        {"deepseek-ai/DeepSeek-V3-0324", "deepseek-v3"},
        {"Qwen3-14B-AWQ", "qwen3-14b"},
        {"Qwen3_30B_a3B", "qwen3-30b-a3b"},
        {"Qwen3 MoE 30B", "qwen3-30b-a3b"},
        {"Qwen3-235B-A22B-Instruct-2507-FP8", "qwen3-235b-a22b"},
        {"meta-llama/Llama-2-7b-chat-hf", "llama-2-7b"},
        {"llama 7B mostly Q4_0", "llama-7b"},
        {"LLAMA3_70B", "llama-3-70b"},
        {"LLaMA V3.1 8B", "llama-3.1-8b"},
        {"Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "llama-3.1-8b"},
        {"Llama-4-Maverick-17B-128E-Instruct", "llama-4-maverick"},
        {"Mistral-7B-Instruct-v0.2", "mistral-7b-v0.1"},
        {"NVIDIA-Nemotron-3-Nano-30B-A3B", "nemotron-3-nano-30b-a3b"},
        {"Nemotron_3_Super", "nemotron-3-super-120b-a12b"},
        {"GLM-4-9B-Chat", "glm-4-9b"},
        {"Phi-3-mini-4k-instruct", "phi-3-mini"},
        {"Stable Diffusion v2 (v5.0)", "sd-2.1"},
        {"ResNet-50 90 epochs", "resnet-50"},
        {"Vicuna 7B", "llama-2-7b"},
        {"Command R", "command-r"},
        {"Command R+", "command-r-plus"},
        {"OLMoE-1B-7B-0924-Instruct", "olmoe-1b-7b"},
        {"Qwen1.5-MoE-A2.7B-Chat", "qwen1.5-moe-a2.7b"},
        {"Phi-3.5-mini-instruct", "phi-3.5-mini"},
        {"facebook/opt-13b", "opt-13b"},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_string_equal(id_of(want[i].name, UNKNOWN), want[i].id);
}

/* One net by the ways that papers, model zoos and repositories write it. */
static void a_net_by_any_of_its_names(void **state)
{
    (void)state;
    static const struct { const char *name, *id; } want[] = {
        {"ResNeXt101-32x4d", "resnext-101-32x4d"},
        {"ResNeXt-101 (32x8d)", "resnext-101-32x8d"},
        {"resnext101_64x4d", "resnext-101-64x4d"},
        {"SE-ResNeXt101-32x4d", "seresnext-101-32x4d"},
        {"Wide-ResNet-101-2", "wide-resnet-101-2"},
        {"ResNet101", "resnet-101"},
        {"ResNet-50 v1.5", "resnet-50"},
        {"ViT-Base/16", "vit-b-16"},
        {"vit_b_16", "vit-b-16"},
        {"ViT-B/16 224x224", "vit-b-16"},
        {"google/vit-base-patch16-224-in21k", "vit-b-16"},
        {"Vision Transformer L/16", "vit-l-16"},
        {"vit_large_patch16_384", "vit-l-16-384"},
        {"ViT-g/14", "vit-giant-14"},
        {"ViT-G/14", "vit-gigantic-14"},
        {"ViT-Ti/16", "vit-ti-16"},
        {"DeiT-Small", "deit-s"},
        {"BEiT-L/16", "beit-l-16"},
        {"MAE ViT-L/16", "mae-vit-l-16"},
        {"DINOv2 ViT-g/14", "none"},
        {"swin_transformer tiny", "swin-t"},
        {"Swin-B (ImageNet-22k)", "swin-b"},
        {"swin-s-p4-w7", "swin-s"},
        {"Swin Transformer V2 Base", "swinv2-b"},
        {"ConvNeXt-XL", "convnext-xl"},
        {"EfficientNet v2-S", "efficientnetv2-s"},
        {"EfficientNetB5", "efficientnet-b5"},
        {"EfficientNet-B7", "efficientnet-b7"},
        {"MobileNet V2", "mobilenetv2"},
        {"RegNetY-16GF", "regnety-16gf"},
        {"DenseNet121", "densenet-121"},
        {"VGG16-BN", "vgg-16"},
        {"Inception-v3", "inception-v3"},
        {"FCN R-101-D8", "fcn-r101-d8"},
        {"fcn_resnet50", "fcn-r50-d8"},
        {"PSPNet R-50-D8", "pspnet-r50-d8"},
        {"DeepLabV3+ (ResNet-101)", "deeplabv3plus-r101-d8"},
        {"UPerNet Swin-T", "upernet-swin-t"},
        {"SegFormer-B2", "segformer-b2"},
        {"YOLOv5m-seg", "yolov5m-seg"},
        {"YOLO v8 medium", "yolov8m"},
        {"YOLOv7", "yolov7"},
        {"YOLOX-S", "yolox-s"},
        {"YOLOv5x6", "yolov5x6"},
        {"Faster R-CNN (ResNet-50 FPN)", "faster-rcnn-r50-fpn"},
        {"fasterrcnn_resnet50_fpn", "faster-rcnn-r50-fpn"},
        {"Mask R-CNN R-101-FPN", "mask-rcnn-r101-fpn"},
        {"Cascade Mask R-CNN Swin-T", "cascade-mask-rcnn-swin-t"},
        {"Deformable DETR R50", "deformable-detr-r50"},
        {"Mask2Former Swin-L", "mask2former-swin-l"},
        {"distilbert-base-uncased", "distilbert-base"},
        {"xlm-roberta-large", "xlm-roberta-large"},
        {"Transformer-big", "transformer-big"},
        {"HuBERT-Large", "hubert-large"},
        {"Conformer-L", "conformer-l"},
        {"DiT-XL/2", "dit-xl-2"},
        {"Llama 3.1 34B", "none"},
        {"ResNeXt-77", "none"},
        {"ViT-B/19", "none"},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_string_equal(id_of(want[i].name, UNKNOWN), want[i].id);
    assert_string_equal(id_of("ViT Base/16", 0.3), "none"); /* another size */
}

/* Another generation, another size or another family is another model. */
static void no_model_by_half_a_name(void **state)
{
    (void)state;
    static const char *const none[] = {"Llama 3.1 34B", "Qwen4-8B", "DeepSeek-V9", "Gemma 3 99B",
                                       "Apertus-8B", "Llama", "8B", ""};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_string_equal(id_of(none[i], UNKNOWN), "none");
    assert_string_equal(id_of("Llama-3.1-8B-Instruct-hf", 4.5), "none"); /* pruned to 4.5e9 */
    assert_string_equal(id_of("Llama-3.1-8B-Instruct-hf", 8.03), "llama-3.1-8b");
}

static void a_size_in_a_name(void **state)
{
    (void)state;
    double all, active;
    assert_true(named_params("Seed-OSS-36B", &all, &active));
    assert_true(all == 36 && active == 36);
    assert_true(named_params("Ling-flash-100B-A6.1B", &all, &active));
    assert_true(all == 100 && active == 6.1);
    assert_true(named_params("bloomz-7b1", &all, &active));
    assert_true(fabs(all - 7.1) < 1e-9);
    assert_true(named_params("mixture 8x22B", &all, &active));
    assert_true(all == 176);
    assert_true(named_params("SmolLM-360M", &all, &active));
    assert_true(fabs(all - 0.36) < 1e-9);
    assert_false(named_params("a model without size", &all, &active));
}

static void a_format_in_a_name(void **state)
{
    (void)state;
    struct setup s = {.f = &shipped.facts};
    assert_string_equal(named_format(&s, "Qwen3-14B-AWQ")->id, "awq-int4");
    assert_string_equal(named_format(&s, "Qwen2.5-32B-Instruct-GPTQ-Int8")->id, "gptq-int8");
    assert_string_equal(named_format(&s, "phi-4-Q4_K_M.gguf")->id, "q4_k_m");
    assert_string_equal(named_format(&s, "llama3:70b-instruct-q8_0")->id, "q8_0");
    assert_string_equal(named_format(&s, "DeepSeek-R1-NVFP4")->id, "nvfp4");
    assert_null(named_format(&s, "Llama-3.1-8B-Instruct"));
    assert_string_equal(format_of(&s, "4-bit (MLX)")->id, "mlx-4bit");
    assert_string_equal(format_of(&s, "Q5_K_XL")->id, "q5_k_m");
    assert_string_equal(format_of(&s, "6bit")->id, "q6_k");
}

static struct setup row(const char *card, const char *framework)
{
    struct setup s = {.f = &shipped.facts};
    for (int i = 0; i < CELLS; i++)
        s.cell[i] = "";
    s.cell[CELL_ACCEL] = card;
    s.cell[CELL_FRAMEWORK] = framework;
    return s;
}

/* 2 channels x 8 bytes x 5200 MT/s = 83.2 GB/s; 16 cores x 4.5 GHz x 32 = 2.304 TFLOP/s.
 * 12 x 8 x 6400 = 614.4 GB/s. 2 x 8 x 2133 = 34.1 GB/s. */
static void a_processor_as_a_card(void **state)
{
    (void)state;
    struct accel a;
    struct setup s = row("Ryzen 9 7950X (CPU)", "llama.cpp");
    assert_true(host_runs(&s) && host_card(&s, &a));
    assert_true(fabs(a.memory_bandwidth_gbs - 83.2) < 1e-6);
    assert_true(fabs(a.fp32_tflops - 2.304) < 1e-9);
    assert_string_equal(a.efficiency_class, "host-cpu");
    s = row("EPYC 9965 (CPU), 12x DDR5-6400", "llama.cpp");
    assert_true(host_card(&s, &a));
    assert_true(fabs(a.memory_bandwidth_gbs - 614.4) < 1e-6);
    s = row("Ryzen 7 5800X (CPU), 2x DDR4-2133", "");
    assert_true(host_card(&s, &a));
    assert_true(fabs(a.memory_bandwidth_gbs - 34.128) < 1e-6);
    s = row("2x Xeon Platinum 8480+", ""); /* two sockets x 8 x 8 x 4800 = 614.4 GB/s */
    assert_true(host_runs(&s) && host_card(&s, &a));
    assert_true(fabs(a.memory_bandwidth_gbs - 614.4) < 1e-6);
    s = row("M2 Max (CPU)", "llama.cpp (CPU)"); /* the cores share the chip's memory */
    assert_true(host_runs(&s) && host_card(&s, &a));
    assert_true(a.memory_bandwidth_gbs == 400);
    assert_string_equal(a.efficiency_class, "host-unified");
    s = row("RTX 4090", "llama.cpp");
    assert_false(host_runs(&s));
    s = row("Ryzen AI Max+ 395", "llama.cpp Vulkan"); /* computes on its graphics part */
    assert_false(host_runs(&s));
}

static struct validation run(const char *csv, struct arena *arena)
{
    struct validation v;
    struct err_info e = {.code = OK};
    assert_int_equal(validate_run(&shipped.facts, csv, strlen(csv), "t.csv", arena, &v, &e), OK);
    return v;
}

#define COLUMNS                                                                                    \
    "case_id,kind,task,metric,value,unit,model,accelerator,num_accelerators,weight_quant,"         \
    "kv_dtype,micro_batch,seq_len,input_len,output_len,concurrency,framework,setup_notes\n"

/* How many and the machine around them are no part of a card's name. */
static void cards_by_the_number(void **state)
{
    (void)state;
    static const struct { const char *text, *id; int n; } want[] = {
        {"H100 SXM 80GB", "nvidia-h100-sxm5-80", 0},
        {"8x H100 SXM", "nvidia-h100-sxm5-80", 8},
        {"8xA100-SXM4-80GB", "nvidia-a100-sxm4-80", 8},
        {"4 x A100 80GB", "nvidia-a100-sxm4-80", 4},
        {"RTX 4090 x2", "nvidia-rtx-4090", 2},
        {"4x4090", "nvidia-rtx-4090", 4},
        {"4090", "nvidia-rtx-4090", 0},
        {"HGX B200", "nvidia-b200-sxm-180", 0},
        {"DGX Spark", "nvidia-gb10-dgx-spark", 0},
        {"GH200 480GB", "nvidia-gh200-96", 0},
        {"8\xc3\x97H100", "nvidia-h100-sxm5-80", 8},
        {"TPUv3-8", "google-tpu-v3", 0},
        {"TPU v5litepod-256", "google-tpu-v5e", 0},
        {"Ascend910B3", "huawei-ascend-910b3", 0},
        {"AWS g5.12xlarge", "nvidia-a10g", 4},
        {"a2-highgpu-8g", "nvidia-a100-sxm4-40", 8},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const struct accel *a = validate_card(&shipped.facts, want[i].text);
        if (!a || strcmp(a->id, want[i].id) != 0 || card_count(want[i].text) != want[i].n)
            fail_msg("%s: %s, %d", want[i].text, a ? a->id : "none", card_count(want[i].text));
    }
}

/* Twice the steps take twice as long; 1280 x 720 has 0.879 of the pixels of 1024 x 1024. Over four
 * cards a picture takes (1 + 3 x share) / 4 of the time on one. */
static void pictures_as_the_notes_tell(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    const char *row = "throughput,inference,infer_latency,10,s,FLUX.1-dev,H100 SXM 80GB";
    char csv[2048];
    snprintf(csv, sizeof csv,
             COLUMNS "A,%s,1,,,1,,,,,diffusers,\"1024x1024, 14 steps\"\n"
                     "B,%s,1,,,1,,,,,diffusers,\"1024x1024, 28 steps\"\n"
                     "C,%s,1,,,1,,,,,diffusers,1024x1024\n"
                     "D,%s,1,,,1,,,,,diffusers,\"1280x720, 28 steps\"\n"
                     "E,%s,4,,,1,,,,,diffusers,\"1024x1024, 28 steps\"\n",
             row, row, row, row, row);
    struct validation v = run(csv, &a);
    for (size_t i = 0; i < v.n; i++)
        assert_true(v.row[i].covered);
    assert_true(fabs(v.row[1].typical / v.row[0].typical - 2) < 1e-9);
    assert_true(fabs(v.row[2].typical / v.row[1].typical - 1) < 1e-9); /* 28 are usual */
    double less = v.row[3].typical / v.row[1].typical;
    assert_true(less > 0.82 && less < 0.9); /* 3,856 of 4,352 places, and those attend to fewer */
    double share = facts_factor(&shipped.facts, "efficiency", "media.serial-share")->typical;
    double four = v.row[4].typical / v.row[1].typical;
    assert_true(fabs(four / ((1 + 3 * share) / 4) - 1) < 0.03); /* and what many cards cost */
    arena_free(&a);
}

/* Checkpoints of 8 and 4 bits that TensorRT-LLM serves name a cache of 8 bits. */
static void a_cache_as_the_checkpoint_tells(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    const char *csv = COLUMNS
        "A,infer_memory,serve,kv_cache_bytes,1,MiB,Llama-3.1-8B,H100 SXM 80GB,1,fp8,,,1000,,,,"
        "TensorRT-LLM 1.0,\n"
        "B,infer_memory,serve,kv_cache_bytes,1,MiB,Llama-3.1-8B,H100 SXM 80GB,1,fp8,,,1000,,,,"
        "vLLM,\n"
        "C,infer_memory,serve,kv_cache_bytes,1,MiB,Llama-3.1-8B,H100 SXM 80GB,1,fp8,fp16,,1000,,,,"
        "TensorRT-LLM 1.0,\n";
    struct validation v = run(csv, &a); /* 32 layers x 8 heads x 128 x 2 x 1000 elements */
    assert_true(fabs(v.row[0].typical - 65.536e6 / 1048576) < 1e-3);
    assert_true(fabs(v.row[1].typical / v.row[0].typical - 2) < 1e-9);
    assert_true(fabs(v.row[2].typical / v.row[0].typical - 2) < 1e-9);
    arena_free(&a);
}

/* A quarter of the layers in host memory, told in layers or in percent; half takes longer. Words
 * about experts tell no share of the layers. */
static void a_share_of_the_layers_in_host_memory(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    const char *row = "decode,inference,decode_tokens_per_s,8,tok/s,Llama-2-70B,RTX 4090,1,q4_k_m";
    char csv[2048];
    snprintf(csv, sizeof csv,
             COLUMNS "A,%s,,,,512,128,1,llama.cpp,20 of 80 layers in system RAM\n"
                     "B,%s,,,,512,128,1,llama.cpp,25.0 %% of the model on the CPU\n"
                     "C,%s,,,,512,128,1,llama.cpp,25%% on CPU\n"
                     "D,%s,,,,512,128,1,llama.cpp,40 of 80 layers in system RAM\n",
             row, row, row, row);
    struct validation v = run(csv, &a);
    for (size_t i = 0; i < v.n; i++)
        assert_true(v.row[i].covered);
    assert_true(fabs(v.row[1].typical / v.row[0].typical - 1) < 1e-9);
    assert_true(fabs(v.row[2].typical / v.row[0].typical - 1) < 1e-9);
    double ratio = v.row[0].typical / v.row[3].typical; /* host memory takes nearly all the time */
    assert_true(ratio > 1.6 && ratio < 2);
    arena_free(&a);
}

/* openai/whisper holds 32 bits whatever it computes in: 1.543e9 x 2 bytes = 3.09 GB more than a
 * program that keeps 16, and PyTorch 0.6 GiB, 0.64 GB, more of buffers than CTranslate2. */
static void whisper_of_the_first_program(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    const char *csv = COLUMNS
        "A,infer_memory,inference,peak_memory,10,GB,Whisper large-v3,A100 SXM 80GB,1,fp16,,1,,,,,"
        "faster-whisper,\n"
        "B,infer_memory,inference,peak_memory,10,GB,Whisper large-v3,A100 SXM 80GB,1,fp16,,1,,,,,"
        "openai/whisper,\n";
    struct validation v = run(csv, &a);
    assert_true(v.row[0].covered && v.row[1].covered);
    assert_true(fabs(v.row[1].typical - v.row[0].typical - 3.73) < 0.4); /* and what pages cost */
    arena_free(&a);
}

/* GB that are not told to be 1e9 bytes may be GiB, 7.4 % more: the low end is lower
 * by that. A counter that is only guessed may be the driver's, with its context: the high end is
 * higher; one that is told is not. */
static void what_a_source_leaves_open(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    const char *row = "Llama-2-7B,A100 SXM 80GB,1,bf16,,1,2048,,,,HF Transformers,,";
    char csv[2048];
    snprintf(csv, sizeof csv,
             "case_id,kind,task,metric,value,unit,model,accelerator,num_accelerators,weight_quant,"
             "kv_dtype,micro_batch,seq_len,input_len,output_len,concurrency,framework,setup_notes,"
             "how_measured\n"
             "A,infer_memory,inference,peak_memory,15,GB,%stable of 1e9 bytes\n"
             "B,infer_memory,inference,peak_memory,15,GB,%s\n"
             "C,infer_memory,inference,peak_memory,15,GB,%storch reserved 1e9\n",
             row, row, row);
    struct validation v = run(csv, &a);
    for (size_t i = 0; i < v.n; i++)
        assert_true(v.row[i].covered);
    assert_true(fabs(v.row[1].low / v.row[0].low - 1e9 / 1073741824) < 1e-9);
    assert_true(fabs(v.row[1].high / v.row[0].high - 1) < 1e-9);
    assert_true(fabs(v.row[2].typical / v.row[0].typical - 1) < 1e-9);
    assert_true(v.row[2].high < v.row[0].high - 0.5); /* GB of a context of CUDA */
    arena_free(&a);
}

static void the_word_for_a_figure(void **state)
{
    (void)state;
    static const struct {
        const char *text, *kind;
        bool trains;
        const char *unit, *want;
    } rows[] = {
        {"Tokens per second", "decode", false, "tok/s", "decode_tokens_per_s"},
        {"tokens_per_s", "throughput", false, "tok/s", "output_tokens_per_s_total"},
        {"tokens_per_s", "throughput", true, "tok/s", "train_tokens_per_s"},
        {"throughput", "throughput", false, "images/s", "infer_samples_per_s"},
        {"throughput", "throughput", false, "tokens/s", "output_tokens_per_s_total"},
        {"TTFT (ms)", "throughput", false, "ms", "ttft"},
        {"ITL", "decode", false, "ms", "tpot"},
        {"peak VRAM (GB)", "infer_memory", false, "GB", "peak_memory"},
        {"memory", "train_memory", true, "GB", "peak_memory_per_gpu"},
        {"model_size", "infer_memory", false, "GB", "weight_file_size"},
        {"seconds_per_iteration", "throughput", true, "s", "seconds_per_iteration"},
        {"watts", "throughput", false, "W", "watts"}, /* not known: as it stands */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(
            validate_metric(rows[i].text, rows[i].kind, rows[i].trains, rows[i].unit),
            rows[i].want);
}

/* 32 layers x 2 x 8 heads x 128 x 2 bytes = 131,072 bytes a token. An encoder writes nothing: the
 * batch doubled takes twice the time but for its launches, 24 layers of 55 us; a rate is its
 * inverse. */
static void what_is_read_alone(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    const char *bert = "throughput,inference,latency,10,ms,BERT-large,A100 SXM 40GB,1,,,";
    char csv[2048];
    snprintf(csv, sizeof csv,
             COLUMNS "A,infer_memory,inference,kv_cache_per_token,128,KiB,Llama-3.1-8B,,1,bf16,,,,"
                     ",,,,\nB,%s16,384,,,,TensorRT,\nC,%s32,384,,,,TensorRT,\n"
                     "D,throughput,inference,throughput,900,sequences/s,BERT-large,"
                     "A100 SXM 40GB,1,,,32,384,,,,TensorRT,\n",
             bert, bert);
    struct validation v = run(csv, &a);
    for (size_t i = 0; i < v.n; i++)
        assert_true(v.row[i].covered);
    assert_true(fabs(v.row[0].typical - 128) < 1e-9);
    double launches = 24 * 0.055;
    assert_true(fabs((v.row[2].typical - launches) / (v.row[1].typical - launches) - 2) < 1e-6);
    assert_true(fabs(v.row[3].typical * v.row[2].typical / 32e3 - 1) < 1e-6);
    arena_free(&a);
}

static void the_word_for_an_engine(void **state)
{
    (void)state;
    static const struct { const char *framework, *notes, *weights, *id, *class; } want[] = {
        {"vLLM 0.11", "enforce-eager", "bf16", "vllm", "vllm-eager"},
        {"vLLM 0.11", "", "bf16", "vllm", "vllm"},
        {"SGLang 0.5.3", "", "fp8", "sglang", "sglang-05"},
        {"SGLang 0.4", "", "fp8", "sglang", "sglang"},
        {"gpt-fast", "", "bf16", "transformers-generate", "gpt-fast"},
        {"HF Transformers (bitsandbytes)", "", "int8", "transformers-generate",
         "transformers-generate-llmint8"},
        {"HF Transformers (bitsandbytes)", "", "nf4", "transformers-generate",
         "transformers-generate-bnb"},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct setup s = row("H100 SXM 80GB", want[i].framework);
        s.cell[CELL_NOTES] = want[i].notes;
        s.cell[CELL_WEIGHTS] = want[i].weights;
        const struct framework *f = framework_of(&s);
        assert_non_null(f);
        assert_string_equal(f->engine, want[i].id);
        if (strcmp(want[i].id, want[i].class) == 0)
            assert_null(f->klass);
        else
            assert_string_equal(f->klass, want[i].class);
    }
}

/* The task that no column tells follows from the kind, the figure, the adapter and the format: each
 * row gives the figure that it gives with its task, and the table says what it has not. */
static void a_task_that_no_column_tells(void **state)
{
    (void)state;
    static const struct { const char *task, *kind, *rest; } rows[] = {
        {"inference", "decode",
         "decode_tokens_per_s,100,tokens/s,Llama-3.1-8B,RTX 4090,1,q4_0,,,,,1,llama.cpp,"},
        {"serve", "throughput",
         "output_tokens_per_s_total,2000,tokens/s,Llama-3.1-8B,H100 SXM 80GB,1,bf16,,,1024,128,64,"
         "vLLM,"},
        {"qlora", "train_memory",
         "peak_memory_per_gpu,12,GiB,Llama-3.1-8B,RTX 4090,1,nf4,2,2048,,,,HF Trainer + PEFT,"},
        {"lora", "train_memory",
         "peak_memory_per_gpu,20,GiB,Llama-3.1-8B,RTX 4090,1,,2,1024,,,,HF Trainer + PEFT,"
         "LoRA r=16"},
        {"full_ft", "train_memory",
         "peak_memory_per_gpu,60,GiB,Llama-3.2-1B,A100 80GB,1,,2,1024,,,,torchtune,"},
        {"pretrain", "throughput",
         "train_tokens_per_s_per_gpu,9000,tokens/s/GPU,Llama-3.1-8B,H100 SXM 80GB,64,,1,8192,,,,"
         "torchtitan,"},
        {"train", "throughput",
         "train_samples_per_s,2500,images/s,resnet-50,A100 SXM 40GB,1,,128,,,,,PyTorch,"},
    };
    static const char head[] =
        "case_id,kind,task,metric,value,unit,model,accelerator,num_accelerators,weight_quant,"
        "micro_batch,seq_len,input_len,output_len,concurrency,framework,setup_notes\n";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena a;
        char told[800], open[800];
        arena_init(&a, 0);
        snprintf(told, sizeof told, "%sx,%s,%s,%s\n", head, rows[i].kind, rows[i].task,
                 rows[i].rest);
        snprintf(open, sizeof open, "%sx,%s,,%s\n", head, rows[i].kind, rows[i].rest);
        struct validation with = run(told, &a), without = run(open, &a);
        if (!with.row[0].covered || with.row[0].typical != without.row[0].typical)
            fail_msg("%s: %f with its task, %f without", rows[i].task, with.row[0].typical,
                     without.row[0].typical);
        assert_non_null(strstr(without.absent, "optimizer, "));
        assert_null(strstr(without.absent, "seq_len"));
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_by_any_of_its_names),
        cmocka_unit_test(a_net_by_any_of_its_names),
        cmocka_unit_test(no_model_by_half_a_name),
        cmocka_unit_test(a_size_in_a_name),
        cmocka_unit_test(a_format_in_a_name),
        cmocka_unit_test(a_processor_as_a_card),
        cmocka_unit_test(cards_by_the_number),
        cmocka_unit_test(pictures_as_the_notes_tell),
        cmocka_unit_test(a_cache_as_the_checkpoint_tells),
        cmocka_unit_test(a_share_of_the_layers_in_host_memory),
        cmocka_unit_test(whisper_of_the_first_program),
        cmocka_unit_test(the_word_for_an_engine),
        cmocka_unit_test(the_word_for_a_figure),
        cmocka_unit_test(what_a_source_leaves_open),
        cmocka_unit_test(what_is_read_alone),
        cmocka_unit_test(a_task_that_no_column_tells),
    };
    return cmocka_run_group_tests_name("sizing: names", tests, shipped_load, shipped_unload);
}
