/*
 * habits.c - what programs did unasked when a row was measured: fused attention or scores
 * in memory, the counter that they print.
 */
#include "engine/validate/habits.h"

#include <string.h>

#include "base/str.h"
#include "engine/validate/words.h"

#define UPCAST_IN_LOSS 202410 /* Transformers 4.45: logits are made fp32 by the loss, not before */

#define FLASH_IN_NEMO 202309 /* NeMo 1.20 */

/* Attention kept its scores in memory until it was fused: in eager encoders up to version 4.40 of
 * Transformers, in its decoders up to 4.36 (December 2023: scaled_dot_product_attention), unless
 * the row names a fused kernel; and where a row says so. */
const char *attention_class(const struct setup *s, const char *klass)
{
    static const char *const apart[][2] = {{"pytorch-ddp", "pytorch-ddp-unfused"},
                                           {"transformers", "transformers-unfused"},
                                           {"deepspeed", "deepspeed-unfused"},
                                           {"tensorflow", "tensorflow-unfused"}};
    static const char *const fused[] = {"flash", "sdpa", "xformers", "efficient",
                                        "cudnn", "TE",   "fused",    NULL};
    static const char *const eager[] = {"eager",    "math",    "none",     "naive", "vanilla",
                                        "standard", "without", "no flash", NULL};
    static const char *const told[] = {"without SDPA", "eager attention", "no flash",
                                       "no SDPA",      "without flash",   NULL};
    const char *cell = s->cell[CELL_ATTENTION], *notes = s->cell[CELL_NOTES];
    bool scores = mentions_any(cell, eager) || mentions_any(notes, told);
    bool old = setup_year(s) < 2024 && !mentions_any(cell, fused);
    bool encodes = s->job.model->kind == MODEL_ENCODER;
    bool decodes = s->job.model->kind == MODEL_DECODER || s->job.model->kind == MODEL_VLM;
    if (!s->job.training || !(encodes || decodes))
        return klass;
    bool first_nemo = str_eq(klass, "megatron") && setup_month(s) < FLASH_IN_NEMO &&
                      strstr(s->cell[CELL_FRAMEWORK], "NeMo") && decodes;
    if (first_nemo && !mentions_any(cell, fused))
        return "megatron-unfused";
    if (!scores && !(old && encodes) && !(old && decodes && str_eq(klass, "transformers")))
        return str_eq(klass, "transformers") && decodes && setup_month(s) < UPCAST_IN_LOSS
                   ? "transformers-2024"
                   : klass;
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        if (str_eq(klass, apart[i][0]))
            return apart[i][1];
    return klass;
}

bool encoders_away(const struct setup *s)
{
    static const char *const told[] = {
        "latents prepared", "cached beforehand", "latents cached", "cached latents",
        "precomputed",      "pre-computed",      "precached",      NULL};
    static const char *const always[] = {"SimpleTuner", "musubi", NULL}; /* their README files */
    return s->job.training && (mentions_any(s->cell[CELL_NOTES], told) ||
                               mentions_any(s->cell[CELL_FRAMEWORK], always));
}

/* Weights that are held in 16 bits have gradients and moments of 16 bits, too: torch.optim.AdamW
 * makes its states like the parameter. Trainers with master weights of their own do not. */
static bool held_narrow(const struct setup *s)
{
    static const char *const wide[] = {"fp32", "32-bit", "32bit", NULL};
    static const char *const told[] = {"held in bf16", "weights in bf16", "model in bf16",
                                       "loaded in bf16", NULL};
    const struct job *j = &s->job;
    const char *klass = j->engine->efficiency_class;
    bool plain = str_starts(klass, "transformers") || str_starts(klass, "pytorch-ddp") ||
                 str_starts(klass, "diffusers");
    bool named = !says_nothing(s->cell[CELL_WEIGHTS]) && j->weights->body_bits == 16;
    return j->training && j->method == METHOD_FULL && j->optimizer == OPT_ADAMW && plain &&
           (named || mentions_any(s->cell[CELL_NOTES], told)) &&
           !mentions_any(s->cell[CELL_OPTIMIZER], wide);
}

/* GaLore: moments of a projection to a quarter of the rows (rank 1024 of 4096, arXiv 2403.03507)
 * and the projection itself in 16 bits; Q-GaLore packs it in 4 (arXiv 2407.08296). Updates layer by
 * layer hold no gradients, nor do those of LOMO. */
static void projected_states(struct setup *s)
{
    static const char *const galore[] = {"GaLore", NULL}, *const packs[] = {"Q-GaLore", NULL};
    static const char *const narrow[] = {"8-bit", "8bit", NULL};
    static const char *const layers[] = {"per layer", "per-layer",   "layerwise", "layer-wise",
                                         "LOMO",      "in backward", NULL};
    const char *o = s->cell[CELL_OPTIMIZER];
    if (s->job.method != METHOD_FULL)
        return;
    if (mentions_any(o, galore)) {
        double moment = mentions_any(o, narrow) ? 1 : 4;
        s->job.state_bytes = 0.25 * (2 * moment + (mentions_any(o, packs) ? 0.5 : 2));
    }
    static const char *const halves[] = {"moments in bf16", "bf16 moments", NULL};
    if (mentions_any(o, halves) && str_starts(s->job.engine->efficiency_class, "megatron"))
        s->job.state_bytes = 4 + 2 + 2; /* master weights stay fp32 */
    if (mentions_any(o, layers) && str_eq(s->job.engine->efficiency_class, "pytorch-ddp"))
        s->engine.efficiency_class = "pytorch-ddp-fused-step";
}

void trained_as_told(struct setup *s)
{
    static const char *const fused[] = {"Liger", "cut cross",          "CutCrossEntropy",
                                        "CCE",   "fused linear cross", "chunked cross",
                                        NULL};
    struct job *j = &s->job;
    if (!j->training)
        return;
    j->fused_loss =
        mentions_any(s->cell[CELL_NOTES], fused) || mentions_any(s->cell[CELL_FRAMEWORK], fused);
    if (held_narrow(s))
        j->optimizer = OPT_ADAMW_BF16;
    projected_states(s);
}

bool usual_sharding(const struct setup *s, enum sharding *out)
{
    const struct job *j = &s->job;
    bool several = s->shape.per_node * s->shape.nodes > 1;
    bool always = s->engine.shards && !s->engine.replicates && !s->engine.tensor_parallel;
    bool silent =
        says_nothing(s->cell[CELL_SHARDING]) && !str_case_eq(s->cell[CELL_SHARDING], "none");
    *out = (enum sharding)s->engine.shard_stage;
    bool large = j->method == METHOD_FULL && /* states of mixed precision: arXiv 1910.02054 */
                 16 * j->model->params_b > s->shape.accel->memory_gb;
    bool needed = large || j->offload != OFFLOAD_NONE; /* its recipes for one card do not offload */
    return j->training && several && always && silent && needed && j->tp <= 1 && j->pp <= 1;
}

/* Switched on unless asked otherwise: LitGPT's recipes that shard (their FSDPStrategy names an
 * activation_checkpointing_policy), PEFT's prepare_model_for_kbit_training, LLaMA-Factory, Unsloth,
 * Axolotl's configurations of adapters and most scripts of the Hugging Face trainer; and Megatron
 * before it could recompute the attention alone (arXiv 2205.05198), where ranks split the model. */
bool usual_recompute(const struct setup *s, enum recompute *out)
{
    static const char *const always[] = {"LLaMA-Factory", "LlamaFactory", "Unsloth",
                                         "XTuner",        "ms-swift",     NULL};
    static const char *const adapters[] = {"Axolotl", NULL};
    const char *by = s->cell[CELL_FRAMEWORK], *klass = s->job.engine->efficiency_class;
    bool packed = s->job.method == METHOD_QLORA, adapts = s->job.method != METHOD_FULL;
    bool litgpt = str_starts(klass, "litgpt") && s->job.sharding == SHARD_ZERO3 &&
                  s->shape.per_node * s->shape.nodes > 1;
    bool early = str_starts(klass, "megatron-unfused") && (s->job.tp > 1 || s->job.pp > 1);
    static const char *const scripts[] = {"HF ", "Hugging", "TRL", NULL};
    enum model_kind kind = s->job.model->kind;
    bool text = kind == MODEL_DECODER || kind == MODEL_VLM || kind == MODEL_ENCODER_DECODER;
    bool demo = adapts && text && mentions_any(by, scripts) && str_starts(klass, "transformers") &&
                s->job.offload == OFFLOAD_NONE;
    /* LitGPT's scripts name a policy for blocks to FSDP alone: one card keeps what it computed. */
    if (s->job.training && str_starts(klass, "litgpt") && !litgpt) {
        *out = RECOMPUTE_NONE;
        return true;
    }
    bool on = demo || mentions_any(by, always) || (adapts && mentions_any(by, adapters)) ||
              litgpt || early || (packed && str_starts(klass, "transformers"));
    *out = RECOMPUTE_FULL;
    return s->job.training && on;
}

/* Whose counter a figure of memory was read from: by how it was measured, or by what the program
 * prints of itself. */
void memory_counter(struct setup *s)
{
    static const char *const counted_by_torch[] = {
        "torch", "reserved", "allocated", "iteration", "max GPU RAM", "cuda_memory_max", NULL};
    static const char *const print_reserved[] = {"LitGPT",    "HF Transformers", "torchtitan",
                                                 "torchtune", "prime-rl",        NULL};
    static const char *const print_allocated[] = {
        "detectron2", "MMDetection", "MMSegmentation", "MMPretrain", "MMClassification",
        "MMAction",   "MMPose",      "MMRotate",       "mmcv",       "mmdet",
        NULL};
    static const char *const peak_words[] = {"peak", "allocated", "active", NULL};
    const char *how = s->cell[CELL_HOW], *framework = s->cell[CELL_FRAMEWORK];
    static const char *const counted_by_driver[] = {
        "nvidia-smi", "with the CUDA context",  "NVML",   "gpustat",
        "nvitop",     "GPU memory consumption", "driver", NULL};
    bool driver = mentions_any(how, counted_by_driver);
    bool torch =
        mentions_any(how, counted_by_torch) || mentions_any(s->named_metric, counted_by_torch);
    s->torch_memory = !driver && (torch || mentions_any(framework, print_reserved) ||
                                  mentions_any(framework, print_allocated));
    s->counter_open = s->job.serving && s->torch_memory && !torch;
    s->allocated = !driver && (mentions_any(framework, print_allocated) ||
                               mentions_any(s->named_metric, peak_words + 1) ||
                               (mentions_any(how, counted_by_torch) &&
                                mentions_any(how, peak_words) && !strstr(how, "reserved")));
    static const char *const lengths[] = {"to the longest",
                                          "to its longest",
                                          "longest of the batch",
                                          "variable length",
                                          "varying length",
                                          "dynamic padding",
                                          NULL};
    static const char *const unused[] = {"cached memory", "caching allocator", "allocator cache",
                                         NULL};
    s->cached = s->job.training && mentions_any(s->cell[CELL_NOTES], unused);
    s->ragged = s->job.training && mentions_any(s->cell[CELL_NOTES], lengths);
}
