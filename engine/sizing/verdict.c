/*
 * verdict.c - the verdict on a layout and its reason in figures.
 *
 * fits: the high estimate stays within what a program gets of the card; tight: only the typical one
 * does; depends: no layout of the chosen trainer fits, but a sharded one would. A class without at
 * least three published rows behind it (factor rows validated.*, column cases) is not validated
 * unless it is refused anyhow.
 */
#include "engine/sizing/answer.h"

static const char *class_id(const struct sz *z)
{
    bool train = z->job->training;
    switch (z->family) {
    case FAMILY_LLM:
        if (z->model->kind == MODEL_ENCODER_DECODER)
            return train ? "validated.encoder-decoder-train" : "validated.encoder-decoder-serve";
        return train ? "validated.text-train" : "validated.text-serve";
    case FAMILY_CONV: return train ? "validated.conv-train" : "validated.conv-infer";
    case FAMILY_VIT: return train ? "validated.vit-train" : "validated.vit-infer";
    case FAMILY_DETECTION:
        return segments_by_attention(z->model) ? "validated.none" : "validated.detection";
    case FAMILY_DIFFUSION: return train ? "validated.diffusion-train" : "validated.generate";
    case FAMILY_VIDEO: return "validated.video";
    case FAMILY_SPEECH: return "validated.speech";
    case FAMILY_RECSYS: return "validated.recsys";
    case FAMILY_NONE: default: return "validated.none";
    }
}

static bool class_validated(struct sz *z)
{
    const struct factor *row = coef_row(z, class_id(z));
    return row && known(row->cases) && row->cases >= 3;
}

static enum basis basis_of(struct sz *z, const struct found *w)
{
    if (z->model->unknown_architecture)
        return BASIS_NO_FORM;
    if (!class_validated(z))
        return BASIS_NO_CLASS;
    if (z->d.guessed)
        return BASIS_NO_SHAPE;
    if (w->step.general)
        return BASIS_NO_CARD;
    return z->lacking ? BASIS_NO_FACTOR : BASIS_MEASURED;
}

static enum msg_id kind_of_need(const struct sz *z)
{
    if (!z->job->training)
        return MSG_SZ_SERVING;
    if (z->job->method == METHOD_LORA)
        return MSG_SZ_LORA;
    return z->job->method == METHOD_QLORA ? MSG_SZ_QLORA : MSG_SZ_FULL;
}

static void refuse(struct sz *z, const struct found *w, const struct found *sharded,
                   struct sizing *out)
{
    struct msg_arg need = ARG_GIB(w->mem.total), has = ARG_GIB(z->usable_gib);
    bool helps = sharded && (sharded->fits || sharded->tight);
    if (helps) {
        out->verdict = VERDICT_DEPENDS;
        out->sharded = sharded->layout;
        out->reason = msg_make(MSG_SZ_DEPENDS, 5, need, has, ARG_INT(z->cards),
                               ARG_STR(sharding_word(sharded->layout.sharding)),
                               ARG_GIB(sharded->mem.total));
        return;
    }
    out->verdict = VERDICT_DOES_NOT_FIT;
    out->bound = BOUND_MEMORY_SIZE;
    if (sharded)
        out->reason = msg_make(MSG_SZ_NOT_EVEN_SHARDED, 4, need, has, ARG_INT(z->cards),
                               ARG_GIB(sharded->mem.total));
    else
        out->reason = msg_make(MSG_SZ_DOES_NOT_FIT, 4, ARG_MSG(kind_of_need(z)), need, has,
                               ARG_GIB(w->mem.gib[MEM_WEIGHTS]));
}

void judge(struct sz *z, const struct found *w, const struct found *sharded, struct sizing *out)
{
    out->basis = basis_of(z, w);
    struct msg_arg kind = ARG_MSG(kind_of_need(z));
    if (!w->fits && !w->tight) {
        refuse(z, w, sharded, out);
        return;
    }
    const char *form = z->model->unknown_architecture;
    if (form) {
        out->verdict = VERDICT_NOT_VALIDATED;
        out->reason = msg_make(MSG_SZ_UNKNOWN_ARCH, 5, kind, ARG_GIB(w->mem.total),
                               ARG_GIB(w->mem.band.high), ARG_GIB(z->usable_gib), ARG_STR(form));
        return;
    }
    if (out->basis == BASIS_NO_CLASS) {
        out->verdict = VERDICT_NOT_VALIDATED;
        out->reason = msg_make(MSG_SZ_NOT_VALIDATED, 4, kind, ARG_GIB(w->mem.total),
                               ARG_GIB(w->mem.band.high), ARG_GIB(z->usable_gib));
        return;
    }
    out->verdict = w->fits ? VERDICT_FITS : VERDICT_TIGHT;
    out->reason = msg_make(w->fits ? MSG_SZ_FITS : MSG_SZ_TIGHT, 4, kind, ARG_GIB(w->mem.total),
                           ARG_GIB(w->mem.band.high), ARG_GIB(z->usable_gib));
}

void judge_not_modelled(const struct sz *z, struct sizing *out)
{
    out->verdict = VERDICT_NOT_MODELLED;
    out->reason = msg_make(MSG_SZ_NOT_MODELLED, 1, ARG_STR(task_word(z->job->task)));
}

void judge_unknown_card(const struct sz *z, struct sizing *out)
{
    out->verdict = VERDICT_UNKNOWN;
    const char *name = z->shape->accel ? accel_label(z->shape->accel) : NULL;
    out->reason = msg_make(MSG_SZ_UNKNOWN_CARD, 1, ARG_STR(name));
}

/* Which figures are missing, and who can give them. */
static enum msg_id what_settles(const struct sz *z)
{
    switch (z->family) {
    case FAMILY_LLM: case FAMILY_DIFFUSION: case FAMILY_VIDEO:
        return known(z->model->params_b) ? MSG_SZ_UNKNOWN_MODEL : MSG_SZ_UNKNOWN_SIZE;
    case FAMILY_CONV: case FAMILY_VIT: case FAMILY_DETECTION: return MSG_SZ_UNKNOWN_PICTURES;
    case FAMILY_SPEECH: return MSG_SZ_UNKNOWN_SPEECH;
    case FAMILY_RECSYS: case FAMILY_NONE: default: return MSG_SZ_UNKNOWN_MODEL;
    }
}

void judge_no_layout(const struct sz *z, struct sizing *out)
{
    const struct job *j = z->job;
    out->verdict = VERDICT_DOES_NOT_FIT;
    out->reason = msg_make(MSG_SZ_NO_LAYOUT, 5, ARG_INT(z->cards), ARG_INT(j->tp > 0 ? j->tp : 1),
                           ARG_INT(j->pp > 0 ? j->pp : 1), ARG_INT(j->cp > 0 ? j->cp : 1),
                           ARG_INT(z->shape->per_node));
}

void judge_unknown_model(const struct sz *z, struct sizing *out)
{
    out->verdict = VERDICT_UNKNOWN;
    out->reason = msg_make(what_settles(z), 1, ARG_STR(z->model ? z->model->name : NULL));
}
