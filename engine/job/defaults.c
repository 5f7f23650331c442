#include "engine/job/defaults.h"

#include <string.h>

#include "base/str.h"

#define K(kind) (1u << (kind))
#define TEXT K(MODEL_DECODER)
#define NONE UNKNOWN

/*
 * Sizes of typical data sets: ImageNet-1k has 1.28 million images and is gone through 90 times
 * for ResNet-50; a speech set of 100 hours is 12,000 windows of 30 s; Criteo Kaggle has 45.8
 * million clicks. Office prompts of 1000 tokens and answers of 300.
 */
static const struct task_defaults rows[TASK_COUNT] = {
    [TASK_LEARN] = {{"qwen2.5-1.5b", "qwen2.5-0.5b"}, TEXT, METHOD_LORA, 2048, 5e6, NONE, 1, NONE,
                    NONE, NONE, NONE, 3, {"transformers"}, false},
    [TASK_TRAIN_VISION] = {{"resnet-50"}, K(MODEL_CNN) | K(MODEL_VIT), METHOD_FULL, NONE, NONE,
                           1.28e6, 90, NONE, NONE, NONE, NONE, 8, {"pytorch-ddp"}, false},
    [TASK_TRAIN_DIFFUSION] = {{"sdxl", "sd-1.5"}, K(MODEL_DIFFUSION), METHOD_LORA, NONE, NONE, 2000,
                              10, NONE, NONE, NONE, NONE, 4, {"diffusers-train"}, false},
    [TASK_TRAIN_SPEECH] = {{"whisper-large-v3"}, K(MODEL_SPEECH), METHOD_FULL, NONE, NONE, 12000, 3,
                           30, NONE, NONE, NONE, 6, {"transformers"}, false},
    [TASK_TRAIN_RECSYS] = {{"dlrm-criteo-1tb"}, K(MODEL_RECSYS), METHOD_FULL, NONE, NONE, 45.8e6, 1,
                           NONE, NONE, NONE, NONE, 6, {"torchrec", "fsdp"}, true},
    [TASK_GENERATE_MEDIA] = {{"sdxl", "flux.1-dev"}, K(MODEL_DIFFUSION), METHOD_FULL, NONE, NONE,
                             1000, NONE, NONE, 1, NONE, NONE, 6, {"diffusers"}, false},
    [TASK_FINETUNE] = {{"llama-3.1-8b", "qwen2.5-7b"}, TEXT, METHOD_LORA, 4096, 50e6, NONE, 1, NONE,
                       NONE, NONE, NONE, 6, {"transformers"}, false},
    [TASK_PRETRAIN] = {{"llama-3.2-1b", "tinyllama-1.1b"}, TEXT, METHOD_FULL, 4096, NONE, NONE, 1,
                       NONE, NONE, NONE, NONE, 24, {"fsdp", "torchtitan"}, true},
    [TASK_SERVE] = {{"llama-3.1-8b", "qwen2.5-7b"}, TEXT, METHOD_FULL, 8192, NONE, NONE, NONE, 30,
                    10, 1000, 300, 24, {"vllm", "llama.cpp"}, false},
    [TASK_BATCH_INFERENCE] = {{"llama-3.1-8b", "qwen2.5-7b"}, TEXT, METHOD_FULL, 8192, NONE, 1e5,
                              NONE, 30, 32, 1000, 300, 8, {"vllm", "llama.cpp"}, false},
    [TASK_HPC] = {{NULL}, 0, METHOD_FULL, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 12,
                  {"pytorch-ddp", "transformers"}, false},
    [TASK_OTHER] = {{NULL}, 0, METHOD_FULL, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 6,
                    {"pytorch-ddp", "transformers"}, false},
};

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

struct mains mains_of(const char *country, enum place place)
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

double months_of(enum buyer buyer)
{
    switch (buyer) {
    case BUYER_PERSON:
        return 36;
    case BUYER_STARTUP:
    case BUYER_ENTERPRISE:
        return 48;
    case BUYER_LAB:
    case BUYER_STATE:
        return 60;
    }
    return 36;
}

enum place place_of(enum buyer buyer)
{
    switch (buyer) {
    case BUYER_PERSON:
        return PLACE_DESK;
    case BUYER_STARTUP:
        return PLACE_OFFICE;
    case BUYER_LAB:
    case BUYER_ENTERPRISE:
    case BUYER_STATE:
        return PLACE_SERVER_ROOM;
    }
    return PLACE_DESK;
}

bool gross_of(enum buyer buyer)
{
    return buyer != BUYER_STARTUP && buyer != BUYER_ENTERPRISE;
}

double noise_of(enum place place)
{
    return place == PLACE_DESK ? 45 : place == PLACE_OFFICE ? 50 : UNKNOWN;
}

enum buyer buyer_of(enum task task)
{
    return task == TASK_LEARN || task == TASK_GENERATE_MEDIA ? BUYER_PERSON : BUYER_STARTUP;
}
