#include "engine/job/kinds.h"

#define K(kind) (1u << (kind))
#define TEXT_KINDS (K(MODEL_DECODER) | K(MODEL_ENCODER) | K(MODEL_ENCODER_DECODER) | K(MODEL_VLM))
#define IMAGE_KINDS (K(MODEL_CNN) | K(MODEL_VIT) | K(MODEL_DETECTION) | K(MODEL_SEGMENTATION))
#define MEDIA_KINDS (K(MODEL_DIFFUSION) | K(MODEL_VIDEO))
#define ALL_KINDS (~0u)

/* What each task can be done with; the first task whose row fits is offered instead. */
static const struct {
    unsigned kinds;
    bool trains, serves;
} tasks[TASK_COUNT] = {
    [TASK_LEARN] = {ALL_KINDS, true, false},
    [TASK_TRAIN_VISION] = {IMAGE_KINDS | K(MODEL_VLM) | K(MODEL_OTHER), true, false},
    [TASK_TRAIN_DIFFUSION] = {MEDIA_KINDS | K(MODEL_OTHER), true, false},
    [TASK_TRAIN_SPEECH] = {K(MODEL_SPEECH) | K(MODEL_OTHER), true, false},
    [TASK_TRAIN_RECSYS] = {K(MODEL_RECSYS) | K(MODEL_OTHER), true, false},
    [TASK_GENERATE_MEDIA] = {MEDIA_KINDS | K(MODEL_OTHER), false, true},
    [TASK_FINETUNE] = {TEXT_KINDS | K(MODEL_OTHER), true, false},
    [TASK_PRETRAIN] = {TEXT_KINDS | K(MODEL_OTHER), true, false},
    [TASK_SERVE] = {ALL_KINDS & ~MEDIA_KINDS, false, true},
    [TASK_BATCH_INFERENCE] = {ALL_KINDS & ~MEDIA_KINDS, false, true},
    [TASK_HPC] = {ALL_KINDS, false, false},
    [TASK_OTHER] = {ALL_KINDS, false, false},
};

static bool is_a(const struct model *m, unsigned kinds)
{
    return m && (K(m->kind) & kinds) != 0;
}

bool model_is_text(const struct model *m)
{
    return is_a(m, TEXT_KINDS);
}

bool model_is_image(const struct model *m)
{
    return is_a(m, IMAGE_KINDS | MEDIA_KINDS);
}

bool model_has_linear(const struct model *m)
{
    unsigned none = K(MODEL_CNN) | K(MODEL_DETECTION) | K(MODEL_SEGMENTATION) | K(MODEL_RECSYS);
    return m && !is_a(m, none);
}

bool model_has_experts(const struct model *m)
{
    return m && known(m->experts) && m->experts > 1;
}

bool task_suits(enum task t, const struct model *m, enum task *instead)
{
    if (!m || is_a(m, tasks[t].kinds)) {
        return true;
    }
    for (int other = TASK_TRAIN_VISION; other < TASK_COUNT; other++) {
        bool same_side = tasks[other].trains == tasks[t].trains;
        if (same_side && is_a(m, tasks[other].kinds)) {
            *instead = (enum task)other;
            return false;
        }
    }
    *instead = TASK_OTHER;
    return false;
}

bool task_trains(enum task t)
{
    return tasks[t].trains;
}

bool task_serves(enum task t)
{
    return tasks[t].serves;
}
