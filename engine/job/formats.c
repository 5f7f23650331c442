#include "base/str.h"
#include "engine/job/job.h"

/*
 * Bits per weight. Block formats are exact: scales and minima of a block over its weights. The
 * GGUF mixes (q4_k_m and the like) come from the sizes of published files. Embeddings and head stay
 * wider: 16 bits where the tool leaves them alone; in GGUF the input embedding has the base type
 * and the head Q6_K (6.5625 bits), so the mean of both stands here.
 */
#define FILES                                                                                      \
    "file sizes of Llama 3 70B: github.com/XiongjieDai/GPU-Benchmarks-on-LLM-Inference, 2024-05"
#define LLAMA_CPP "ggml-org/llama.cpp: tools/quantize/README.md, Llama 2 70B"
#define GGML "ggml-org/llama.cpp: ggml/src/ggml-common.h, block layouts, 2026-08"
#define IEEE "width of the format"
#define FP8_PAPER "arXiv 2209.05433; vLLM keeps embeddings and head in 16 bits"
#define GPTQ "arXiv 2210.17323, groups of 128: 4 bits, 16-bit scale, 4-bit zero and padding"
#define AWQ "arXiv 2306.00978, groups of 128: 4 bits, 16-bit scale, 4-bit zero"
#define QLORA "arXiv 2305.14314, blocks of 64"
#define OCP_MX "OCP Microscaling Formats 1.0: 32 elements share 8 bits of scale"
#define NV_FP4 "NVIDIA Transformer Engine: 16 elements share an E4M3 scale"
#define MLX "ml-explore/mlx: groups of 64, 16-bit scale and bias"

static const struct num_format formats[] = {
    {"fp64", 64, 64, "fp64", IEEE},
    {"fp32", 32, 32, "fp32", IEEE},
    {"tf32", 32, 32, "tf32", IEEE},
    {"bf16", 16, 16, "bf16", IEEE},
    {"fp16", 16, 16, "fp16", IEEE},
    {"fp8", 8, 16, "fp8", FP8_PAPER},
    {"fp4", 4.5, 16, "fp4", NV_FP4},
    {"int8", 8, 16, "int8", "W8A8: a scale per channel, below 0.03 bits"},
    {"gptq-int8", 8.25, 16, "fp16", GPTQ},
    {"int4", 4.25, 16, "fp16", GPTQ},
    {"awq-int4", 4.15625, 16, "fp16", AWQ},
    {"nf4", 4.5, 16, "bf16", QLORA},
    {"nf4-dq", 4.127, 16, "bf16", QLORA},
    {"mxfp4", 4.25, 16, "bf16", OCP_MX},
    {"mxfp4_moe", 4.25, 8.5, "fp16", LLAMA_CPP}, /* what is not an expert is q8_0 */
    {"nvfp4", 4.5, 16, "fp4", NV_FP4},
    {"mlx-4bit", 4.5, 4.5, "fp16", MLX},
    {"q8_0", 8.5, 8.5, "fp16", GGML},
    {"q6_k", 6.5625, 6.5625, "fp16", GGML},
    {"q5_1", 6, 6.28125, "fp16", GGML},
    {"q5_0", 5.5, 6.03125, "fp16", GGML},
    {"q4_1", 5, 5.78125, "fp16", GGML},
    {"q4_0", 4.5, 5.53125, "fp16", GGML},
    {"q5_k_m", 5.65, 6.03125, "fp16", LLAMA_CPP},
    {"q5_k_s", 5.5, 6.03125, "fp16", FILES},
    {"q4_k_m", 4.8, 5.53125, "fp16", FILES},
    {"q4_k_s", 4.53, 5.53125, "fp16", LLAMA_CPP},
    {"q3_k_l", 4.19, 5, "fp16", LLAMA_CPP},
    {"q3_k_m", 3.85, 5, "fp16", FILES},
    {"q3_k_s", 3.46, 5, "fp16", FILES},
    {"q2_k", 2.94, 4.59375, "fp16", FILES},
    {"iq4_nl", 4.5, 5.53125, "fp16", GGML},
    {"iq4_xs", 4.25, 5.53125, "fp16", GGML},
    {"iq3_s", 3.4375, 5, "fp16", GGML},
    {"iq3_xxs", 3.0625, 5, "fp16", GGML},
    {"iq3_m", 3.59, 5, "fp16", FILES},
    {"iq3_xs", 3.28, 5, "fp16", FILES},
    {"iq2_m", 2.68, 4.59375, "fp16", FILES},
    {"iq2_s", 2.46, 4.59375, "fp16", FILES},
    {"iq2_xs", 2.33, 4.59375, "fp16", FILES},
    {"iq2_xxs", 2.0625, 4.59375, "fp16", GGML},
    {"iq1_m", 1.82, 4.59375, "fp16", FILES},
    {"iq1_s", 1.65, 4.59375, "fp16", FILES},
};

const struct num_format *num_format_find(const char *id)
{
    for (size_t i = 0; id && i < sizeof formats / sizeof formats[0]; i++) {
        if (str_case_eq(formats[i].id, id)) {
            return &formats[i];
        }
    }
    return NULL;
}

bool num_format_is_gguf(const struct num_format *fmt)
{
    return fmt->id[0] == 'q' || str_starts(fmt->id, "iq");
}
