/*
 * net.c - a net that the catalog does not have, from what its row tells: parameters,
 * multiply-adds, pictures or speech.
 */
#include "engine/validate/net.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"

bool word_in(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

void blank_model(struct model *m)
{
    *m = (struct model){
        .kind = MODEL_DECODER, .gated_mlp = TRI_UNKNOWN, .tied_embeddings = TRI_UNKNOWN};
    double *numbers[] = {&m->layers,
                         &m->hidden,
                         &m->intermediate,
                         &m->moe_intermediate,
                         &m->dense_layers,
                         &m->heads,
                         &m->kv_heads,
                         &m->head_dim,
                         &m->v_head_dim,
                         &m->vocab,
                         &m->max_context,
                         &m->full_attn_layers,
                         &m->swa_layers,
                         &m->linear_attn_layers,
                         &m->sliding_window,
                         &m->mla_kv_rank,
                         &m->mla_q_rank,
                         &m->qk_rope_dim,
                         &m->qk_nope_dim,
                         &m->experts,
                         &m->experts_per_token,
                         &m->shared_experts,
                         &m->kv_elems_per_token_full,
                         &m->kv_elems_per_token_swa,
                         &m->linear_state_elems_per_seq,
                         &m->fwd_gmacs,
                         &m->macts_m,
                         &m->input_size};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        *numbers[i] = UNKNOWN;
}

/* Multiply-adds of a net as a row prints them, "70.8 GFLOPs per image": what is called FLOPs of a
 * net are its multiply-adds, except that pages of the YOLO family count two for each. */
static double told_gmacs(const struct setup *s)
{
    static const char *const units[] = {" GFLOP", " GFlop", " Gflop", " GMAC", " GMac", NULL};
    static const char *const yolo[] = {"YOLO", "yolo", NULL};
    const char *n = s->cell[CELL_NOTES];
    for (const char *const *u = units; *u; u++) {
        const char *end = strstr(n, *u), *p = end;
        while (p && p > n && ((p[-1] >= '0' && p[-1] <= '9') || p[-1] == '.'))
            p--;
        char number[16];
        double x;
        if (!end || p == end || (size_t)(end - p) >= sizeof number)
            continue;
        memcpy(number, p, (size_t)(end - p));
        number[end - p] = '\0';
        bool doubled = strstr(*u, "F") || strstr(*u, "f");
        doubled = doubled && word_in(s->cell[CELL_MODEL], yolo);
        if (num_plain(number, &x) == NUM_OK && x > 0)
            return doubled ? x / 2 : x;
    }
    return UNKNOWN;
}

/* Nets of convolutions over speech (arXiv 1904.03288, 2006.06873). */
static bool speech_net(const struct setup *s)
{
    static const char *const words[] = {"speech",   "Speech",      "audio",
                                        "LJSpeech", "LibriSpeech", NULL};
    return word_in(s->cell[CELL_NOTES], words);
}

/* A net that the catalog does not have, with its parameters and multiply-adds as the row tells. */
bool made_up_net(struct setup *s)
{
    static const char *const attention[] = {"ViT", "vit", "Swin", "swin", "ormer", NULL};
    static const char *const yolo[] = {"YOLO", "yolo", NULL};
    static const char *const boxes[] = {"YOLO", "yolo", "CNN", "DETR", "Det", "SSD", NULL};
    struct model *m = &s->model;
    const char *name = s->cell[CELL_MODEL];
    double gmacs = told_gmacs(s), n = setup_num(s, CELL_PARAMS);
    static const char *const others[] = {"DiT", "Sora", "GAN", "GNN", "Flow", "Diffusion", NULL};
    bool net = s->job.task == TASK_TRAIN_VISION || strstr(s->cell[CELL_FRAMEWORK], "timm");
    net = net && !word_in(name, others);
    if (!known(n) || n <= 0 || (!known(gmacs) && !net))
        return false;
    blank_model(m);
    s->rough = !known(gmacs);
    if (s->rough && speech_net(s)) { /* every weight at every second frame of 10 ms, 12 s long */
        gmacs = n * 600;
        m->macts_m = 1.2 * gmacs;
    } else if (s->rough) {
        gmacs = n * 160; /* as ResNet-50 of 224 x 224: 4.1 G of 25.6 M */
    }
    m->id = m->name = "row";
    m->family = word_in(name, yolo) ? "YOLO" : "row";
    m->kind = word_in(name, boxes)       ? MODEL_DETECTION
              : word_in(name, attention) ? MODEL_VIT
                                         : MODEL_CNN;
    m->params_b = m->active_params_b = n;
    m->fwd_gmacs = gmacs;
    return true;
}
