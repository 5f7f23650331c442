#include "engine/job/defaults.h"

#include <string.h>

#include "base/str.h"

#define K(kind) (1u << (kind))
#define TEXT K(MODEL_DECODER)

/*
 * Sizes of typical data sets: ImageNet-1k has 1.28 million images and is gone through 90 times
 * for ResNet-50; a speech set of 100 hours is 12,000 windows of 30 s; Criteo Kaggle has 45.8
 * million clicks. Office prompts of 1000 tokens and answers of 300.
 */
#define ROW(task, m1, m2, kn, me, ctx, tok, smp, ep, clip, use, in, out, h, e1, e2, sh)            \
    [TASK_##task] = {.models = {m1, m2}, .kinds = (kn), .method = METHOD_##me,                     \
                     .context = (ctx), .tokens = (tok), .samples = (smp), .epochs = (ep),          \
                     .clip_seconds = (clip), .users = (use), .input_len = (in),                    \
                     .output_len = (out), .hours_per_day = (h), .engines = {e1, e2},               \
                     .shards = (sh)},
/* clang-format off */
#define _ UNKNOWN
static const struct task_defaults rows[TASK_COUNT] = {
/* task, model, the next best, kinds of model, method,
     context tokens samples epochs clip users in    out  hours  engine, the next best, shards */
ROW(LEARN, "qwen2.5-1.5b", "qwen2.5-0.5b", TEXT, LORA,
     2048,   5e6,   _,      1,     _,   _,    _,    _,   3,     "transformers", NULL, false)
ROW(TRAIN_VISION, "resnet-50", NULL, K(MODEL_CNN) | K(MODEL_VIT), FULL,
     _,      _,     1.28e6, 90,    _,   _,    _,    _,   8,     "pytorch-ddp", NULL, false)
ROW(TRAIN_DIFFUSION, "sdxl", "sd-1.5", K(MODEL_DIFFUSION), LORA,
     _,      _,     2000,   10,    _,   _,    _,    _,   4,     "diffusers-train", NULL, false)
ROW(TRAIN_SPEECH, "whisper-large-v3", NULL, K(MODEL_SPEECH), FULL,
     _,      _,     12000,  3,     30,  _,    _,    _,   6,     "transformers", NULL, false)
ROW(TRAIN_RECSYS, "dlrm-criteo-1tb", NULL, K(MODEL_RECSYS), FULL,
     _,      _,     45.8e6, 1,     _,   _,    _,    _,   6,     "torchrec", "fsdp", true)
ROW(GENERATE_MEDIA, "sdxl", "flux.1-dev", K(MODEL_DIFFUSION), FULL,
     _,      _,     1000,   _,     _,   1,    _,    _,   6,     "diffusers", NULL, false)
ROW(FINETUNE, "llama-3.1-8b", "qwen2.5-7b", TEXT, LORA,
     4096,   50e6,  _,      1,     _,   _,    _,    _,   6,     "transformers", NULL, false)
ROW(PRETRAIN, "llama-3.2-1b", "tinyllama-1.1b", TEXT, FULL,
     4096,   _,     _,      1,     _,   _,    _,    _,   24,    "fsdp", "torchtitan", true)
ROW(SERVE, "llama-3.1-8b", "qwen2.5-7b", TEXT, FULL,
     8192,   _,     _,      _,     30,  10,   1000, 300, 24,    "vllm", "llama.cpp", false)
ROW(BATCH_INFERENCE, "llama-3.1-8b", "qwen2.5-7b", TEXT, FULL,
     8192,   _,     1e5,    _,     30,  32,   1000, 300, 8,     "vllm", "llama.cpp", false)
ROW(HPC, NULL, NULL, 0, FULL,
     _,      _,     _,      _,     _,   _,    _,    _,   12,    "pytorch-ddp", NULL, false)
ROW(OTHER, NULL, NULL, 0, FULL,
     _,      _,     _,      _,     _,   _,    _,    _,   6,     "pytorch-ddp", NULL, false)
};
#undef _
/* clang-format on */

const struct task_defaults *task_defaults(enum task t)
{
    return &rows[t];
}

/* Sockets: NEMA 5-15, GB 2099 (10 A), BS 1363, AS/NZS 3112, CEE 7, JIS C 8303, SN 441011, CEI
 * 23-50, NBR 14136. Racks: 208 V 30 A in North America, 32 A of IEC 60309 elsewhere. */
static const struct {
    const char *country;
    double volts, amps, rack_volts, rack_amps;
} mains[] = {
    {"US", 120, 15, 208, 30}, {"CA", 120, 15, 208, 30}, {"MX", 127, 15, 220, 30},
    {"JP", 100, 15, 200, 30}, {"TW", 110, 15, 220, 30}, {"CN", 220, 10, 220, 32},
    {"HK", 220, 13, 220, 32}, {"GB", 230, 13, 230, 32}, {"IE", 230, 13, 230, 32},
    {"SG", 230, 13, 230, 32}, {"MY", 230, 13, 230, 32}, {"AE", 230, 13, 230, 32},
    {"SA", 230, 13, 230, 32}, {"AU", 230, 10, 230, 32}, {"NZ", 230, 10, 230, 32},
    {"CH", 230, 10, 230, 32}, {"IT", 230, 16, 230, 32}, {"DK", 230, 13, 230, 32},
    {"BR", 220, 10, 220, 32}, {"KR", 220, 16, 220, 32},
};

struct mains default_mains(const char *country, enum place place)
{
    bool rack = place == PLACE_SERVER_ROOM || place == PLACE_COLO;
    for (size_t i = 0; i < sizeof mains / sizeof mains[0]; i++) {
        /* provinces and states are written US-TX, CN-33 */
        if (strncmp(country, mains[i].country, 2) == 0 && (!country[2] || country[2] == '-')) {
            return rack ? (struct mains){mains[i].rack_volts, mains[i].rack_amps}
                        : (struct mains){mains[i].volts, mains[i].amps};
        }
    }
    return rack ? (struct mains){230, 32} : (struct mains){230, 16};
}

double default_months(enum buyer buyer)
{
    switch (buyer) {
    case BUYER_PERSON: return 36;
    case BUYER_STARTUP:
    case BUYER_ENTERPRISE: return 48;
    case BUYER_LAB:
    case BUYER_STATE: return 60;
    }
    return 36;
}

enum place default_place(enum buyer buyer)
{
    switch (buyer) {
    case BUYER_PERSON: return PLACE_DESK;
    case BUYER_STARTUP: return PLACE_OFFICE;
    case BUYER_LAB:
    case BUYER_ENTERPRISE:
    case BUYER_STATE: return PLACE_SERVER_ROOM;
    }
    return PLACE_DESK;
}

bool default_gross(enum buyer buyer)
{
    return buyer != BUYER_STARTUP && buyer != BUYER_ENTERPRISE;
}

double default_noise(enum place place)
{
    return place == PLACE_DESK ? 45 : place == PLACE_OFFICE ? 50 : UNKNOWN;
}

enum buyer default_buyer(enum task task)
{
    return task == TASK_LEARN || task == TASK_GENERATE_MEDIA ? BUYER_PERSON : BUYER_STARTUP;
}
