/* words.h - private to validate: the words of a source for software and number formats. */
#ifndef ENGINE_VALIDATE_WORDS_H
#define ENGINE_VALIDATE_WORDS_H

#include "engine/validate/setup.h"

/* Framework of a source: trainer or engine of the catalog, and the class of its factors where the
 * set-up differs from what the engine does by default (NULL: its own). */
struct framework {
    const char *text; /* how the source's name begins, any case */
    enum cell where;  /* a cell that must say `word`; unused when word is NULL */
    const char *word;
    int before; /* 0, or only for rows of before this year, or month as 202405 */
    const char *engine, *klass;
};

#define TF32_ASKED_YEAR 2022      /* PyTorch 1.12: tf32 of products only when asked for */
#define FUSED_ATTENTION_YEAR 2023 /* runs published before began without (arXiv 2205.14135) */
#define CAPTURED_GRAPHS_VLLM 202401 /* 0.2.6, mid December 2023: vllm-project/vllm pull 1926 */
#define FUSED_EXPERTS_VLLM 202601 /* 0.14 and after */
#define FUSED_LATENTS_SGLANG 202503 /* FlashMLA and DeepGEMM: sgl-project/sglang 0.4.4 */
#define CAPTURED_GRAPHS_TGI 202403  /* 1.4.1: huggingface/text-generation-inference */
#define CAPTURED_GRAPHS_ASCEND 202510 /* eager up to 0.9: vllm-project/vllm-ascend */
#define HALF_SCORES_GGML 202401     /* softmax in shared memory, scores in fp16: pull 4766 */
#define CAPTURED_GRAPHS_GGML 202405 /* ggml-org/llama.cpp pull 6766 */
#define INT8_PRODUCTS_GGML 202407 /* prompts in int8: pulls 7676, 7860, 7921, 8062 */

/* setup_year: year that the row was published; 9999 when not stated. */
enum optimizer optimizer_of(const struct setup *s);
enum sharding sharding_of(const char *text);
enum recompute recompute_of(const char *text);
int setup_year(const struct setup *s);
/* setup_month: year and month as one number, 202405; June where only the year is told. */
int setup_month(const struct setup *s);
const struct framework *framework_of(const struct setup *s); /* NULL when none is meant */
/* format_of: NULL when unknown. A format of a stated number of bits ("EXL2 4.0bpw") is kept in the
 * setup. */
const struct num_format *format_of(struct setup *s, const char *text);
/* offloads: the optimizer's states lie in host memory. */
bool offloads(const struct setup *s);
/* mentions_any: a text has one of the words, in any case; the list ends with NULL. */
bool mentions_any(const char *text, const char *const *words);
/* says_nothing: an empty cell, or one that says that nothing is known or used. */
bool says_nothing(const char *text);
/* named_format: format that a word of a model's name tells ("Qwen3-14B-AWQ", "x-Q4_K_M.gguf"). */
const struct num_format *named_format(struct setup *s, const char *model);

#endif
