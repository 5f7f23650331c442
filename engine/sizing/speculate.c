/*
 * speculate.c - decoding with a draft: something cheap proposes k tokens a request, the model
 * checks all of them in one pass and keeps those up to the first that it would not have said
 * itself.
 *
 *     tokens a round = 1 + acceptance x k
 *     seconds a round = k x step of the draft + one pass of the model over k + 1 tokens a request
 *
 * acceptance = share of the proposed tokens that are kept, as servers log it. Nobody told: a token
 * is kept with chance a, so 1 + a + ... + a^k tokens a round (arXiv 2211.17192, equation 1). The
 * pass of the model reads its weights once, however many tokens it checks, but computes all of
 * them: it pays while bandwidth is the limit and costs when a large batch has made arithmetic the
 * limit. Of experts it touches those that all checked tokens pick.
 *
 * The draft is a model of its own, or a head on the model: one layer and the matrix that joins
 * hidden state and token, 2 h x h (SafeAILab/EAGLE: README.md: 0.24 B on a 7B, 0.99 B on a 70B;
 * arXiv 2412.19437, section 2.2), which shares embeddings and output head.
 */
#include "engine/sizing/parts.h"

/* Dimensions of a head on the model. */
static struct dims head_on(const struct dims *d)
{
    struct dims h = *d;
    h.n = d->layer_n + 2 * d->hidden * d->hidden;
    double share = d->active > 0 && d->n > 0 ? (d->active - d->emb) / fmax(1, d->n - d->emb) : 1;
    h.active = d->moe ? h.n * num_clamp(share, 0, 1) : h.n;
    h.mm_active = h.active + d->head;
    h.layers = 1;
    h.full_layers = 1;
    h.swa_layers = h.linear_layers = 0;
    h.emb = 0;
    if (d->moe)
        h.experts_n = fmin(d->experts_n / fmax(1, d->layers), 0.98 * h.n);
    return h;
}

/* Mean share kept of k proposals, each kept with chance a once all before it were. */
double draft_share(double a, double k)
{
    if (a >= 1)
        return 1;
    return a * (1 - pow(a, k)) / (1 - a) / k;
}

void draft_open(struct sz *z)
{
    const struct job *j = z->job;
    struct draft_net *r = &z->draft;
    bool text = z->family == FAMILY_LLM && z->d.ok && j->serving && j->weights;
    if (j->drafts == DRAFT_NONE || !text) {
        r->on = false;
        return;
    }
    r->on = true;
    r->model = j->drafts == DRAFT_MODEL ? j->draft : NULL;
    r->d = r->model ? dims_of(r->model) : head_on(&z->d);
    r->weight_bytes =
        r->model ? dims_weight_bytes(&r->d, j->weights) : r->d.n * j->weights->body_bits / 8;
    const char *usual = j->drafts == DRAFT_MTP ? "speculate.tokens-mtp" : "speculate.tokens";
    r->tokens = known(j->draft_tokens) ? j->draft_tokens : coef_value(z, usual, 3);
    r->share = known(j->draft_acceptance)
                   ? j->draft_acceptance
                   : draft_share(coef_value(z, "speculate.chance", 0.7), r->tokens);
}

/* Tokens that a round yields for one request. */
double draft_yield(const struct sz *z)
{
    return z->draft.on ? 1 + z->draft.share * z->draft.tokens : 1;
}

/* Tokens that the model computes a request and step. */
double draft_rows(const struct sz *z)
{
    return z->draft.on ? 1 + z->draft.tokens : 1;
}

/* Bytes of the draft's own cache for one request. */
double draft_kv_bytes(const struct sz *z, double tokens)
{
    const struct num_format *kv = z->job->kv;
    if (!z->draft.on)
        return 0;
    if (z->draft.model)
        return model_kv_bytes(z->draft.model, kv, tokens);
    double owners = fmax(1, z->d.full_layers + z->d.swa_layers);
    return model_kv_bytes_per_token(z->model, kv) / owners * tokens;
}

/* Bytes that one proposal of n requests reads of the draft. */
double draft_read_bytes(const struct sz *z, double n)
{
    const struct dims *d = &z->draft.d;
    double emb_bits = z->job->weights->embedding_bits;
    double head = d->head * (known(emb_bits) ? emb_bits : 16) / 8;
    double read = z->draft.weight_bytes;
    if (!z->draft.model)
        read += head; /* the model's own, shared */
    else if (z->draft.model->tied_embeddings != TRI_YES)
        read -= head; /* rows of the input embedding are looked up */
    if (!d->moe)
        return read;
    double touched = 1 - pow(1 - d->topk / d->experts, n);
    return read - fmin(d->experts_n * z->job->weights->body_bits / 8, read) * (1 - touched);
}
