/*
 * memory_serve.c - what serving takes on the busiest card.
 *
 * Weights in their stored format over the cards of one replica; KV cache for the requests that were
 * asked for (not the whole pool that an engine reserves); activations of one prefill chunk, CUDA
 * graphs and the engine's own overhead as factors of the engine (serve.*). Tensor parallelism
 * copies KV heads when there are fewer of them than cards.
 */
#include "engine/sizing/parts.h"

double serve_tokens(const struct sz *z)
{
    const struct job *j = z->job;
    double asked = (known(j->input_len) ? j->input_len : 0) +
                   (known(j->output_len) ? j->output_len : 0);
    if (asked <= 0)
        asked = known(j->context) ? j->context : 2048;
    return asked;
}

/* Requests in flight: users, or what the request rate keeps busy at 20 tokens a second each. */
double serve_users(const struct sz *z)
{
    const struct job *j = z->job;
    if (known(j->users) && j->users >= 1)
        return j->users;
    if (known(j->rps) && j->rps > 0) {
        double out = known(j->output_len) ? j->output_len : 256;
        return fmax(1, ceil(j->rps * out / (known(j->tps) ? j->tps : 20)));
    }
    return 1;
}

static double kv_on_card(struct sz *z, const struct layout *l, double bytes)
{
    double ranks = l->tp;
    if (z->job->attention_dp) /* the requests are shared out, not the heads (arXiv 2412.19437) */
        return bytes / ranks / l->pp;
    bool latent = z->model->mla_kv_rank > 0 || (z->d.kv_heads > 0 && z->d.kv_heads < 1.5);
    if (latent && coef_engine(z, "serve.latent-split", NULL, 0).typical < 0.5)
        ranks = 1;
    else if (z->d.kv_heads > 0)
        ranks = fmin(l->tp, z->d.kv_heads);
    return bytes / ranks / l->pp;
}

/* Bytes of the input embedding where the engine leaves it in host memory (rows are looked up). */
static double embedding_on_host(struct sz *z)
{
    if (coef_engine(z, "serve.embedding-on-host", NULL, 0).typical < 0.5)
        return 0;
    bool shared = z->model->tied_embeddings == TRI_YES && z->model->kind != MODEL_ENCODER;
    double bits = z->job->weights->embedding_bits;
    return shared ? 0 : z->d.head * (known(bits) ? bits : 16) / 8;
}

/* Bytes that each rank holds whole: where ranks share out the requests, not the heads, all but the
 * routed experts (NVIDIA/TensorRT-LLM: docs/source/blogs, attention DP). */
static double held_whole(const struct sz *z, double weights)
{
    if (!z->job->attention_dp || !z->d.moe)
        return 0;
    return fmax(0, weights - z->d.experts_n * z->job->weights->body_bits / 8);
}

/* The draft is split as the model is where layers are split; its cache holds the same tokens. */
static double draft_gib(const struct sz *z, const struct layout *l, double each, double tokens)
{
    double cache = each * draft_kv_bytes(z, tokens);
    if (known(z->context))
        cache = fmax(cache, draft_kv_bytes(z, z->context));
    double heads = z->draft.d.kv_heads > 0 ? fmin(l->tp, z->draft.d.kv_heads) : l->tp;
    return (z->draft.weight_bytes / l->tp + cache / heads) / GIB;
}

void mem_serve(struct sz *z, const struct layout *l, double users, double on_host,
               struct mem *out)
{
    *out = (struct mem){.total = 0};
    const struct dims *d = &z->d;
    double weights = z->weight_bytes - embedding_on_host(z);
    double each = users / fmax(1, l->dp);
    double tokens = serve_tokens(z);
    double state = model_state_bytes(z->model);
    double kv = fmax(1, each) * (model_kv_bytes(z->model, z->job->kv, tokens) - state);
    if (known(z->context)) /* at least one request as long as the longest that is admitted */
        kv = more(kv, model_kv_bytes(z->model, z->job->kv, z->context) - state);
    double copy = coef_engine(z, "serve.kv-copies", NULL, 1).typical;
    double whole = held_whole(z, weights);
    out->gib[MEM_WEIGHTS] = ((weights - whole) / l->tp + whole) / l->pp / GIB;
    out->gib[MEM_KV_CACHE] = kv_on_card(z, l, kv * copy) / GIB;
    out->gib[MEM_STATE] = fmax(1, each) * state / (l->tp * l->pp) / GIB; /* heads are split */
    double chunk = coef_engine(z, "serve.chunk-tokens", NULL, 4096).typical;
    double prompt = known(z->job->input_len) ? fmax(1, z->job->input_len) : tokens;
    chunk = fmin(chunk, fmax(1, each) * fmin(prompt, tokens));
    if (z->draft.on)
        chunk = fmax(chunk, fmax(1, each) * draft_rows(z));
    double width = fmax(d->q, d->hidden) + 1.5 * d->mlp / l->tp; /* gate, up and their product */
    if (d->moe) { /* rows gathered for the experts and their three products; room for all ranks' */
        double ranks = z->job->attention_dp ? l->tp : 1;
        width += ranks * (d->topk * d->hidden + 1.5 * d->mlp);
    }
    out->gib[MEM_ACTIVATIONS] = fmax(0.07, 2 * chunk * width * 2 / GIB);
    double rows = coef_engine(z, "serve.logit-rows", NULL, 256).typical;
    double wide = coef_engine(z, "serve.logit-bytes", NULL, 4).typical; /* gathered on each card */
    out->gib[MEM_LOGITS] = wide * d->vocab * fmin(rows, fmax(1, each)) * draft_rows(z) / GIB;
    double extra = coef_engine(z, "serve.workspace", NULL, 0.5).typical;
    if (z->job->weights && z->job->weights->body_bits < 8)
        extra += coef_engine(z, "serve.unpack-matrices", NULL, 0).typical * d->matrix_n * 2 / GIB;
    out->gib[MEM_WORKSPACE] = extra;
    if (z->draft.on)
        out->gib[MEM_DRAFT] = draft_gib(z, l, fmax(1, each), tokens);
    out->gib[MEM_GRAPHS] = coef_engine(z, "serve.graphs", NULL, 1).typical;
    out->gib[MEM_CONTEXT] = coef_engine(z, "serve.context", NULL, 1).typical;
    if (l->tp * l->pp > 1)
        out->gib[MEM_COMMUNICATION] = coef_value(z, "memory.comm-8", 0.4);
    if (on_host > 0) {
        out->host_gb = weights * on_host * l->dp / GB / z->shape->nodes;
        out->gib[MEM_WEIGHTS] *= 1 - on_host;
        out->gib[MEM_OFFLOAD_BUFFER] = 0.3;
    }
    /* of a size without a shape only the weights are known */
    double sure = out->gib[MEM_WEIGHTS] + out->gib[MEM_DRAFT] + out->gib[MEM_STATE];
    if (!d->guessed)
        sure += out->gib[MEM_KV_CACHE] / fmax(1, copy);
    /* which layers of a packed model stay wider differs from file to file */
    if (z->job->weights && z->job->weights->body_bits < 16)
        sure -= coef_value(z, "serve.format-loose", 0) * out->gib[MEM_WEIGHTS];
    mem_sum(out, sure, 0.02, coef_band(z, "memory-serve"));
}
