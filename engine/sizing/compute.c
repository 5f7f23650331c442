/*
 * compute.c - arithmetic per token and the rate at which a card can do it.
 *
 * Forward FLOP per token = 2 x multiplied parameters + attention 4 L s q, s the mean number of
 * tokens looked at (half the context when causal). arXiv 2104.04473, 2205.05198.
 */
#include "engine/sizing/parts.h"

#include <string.h>

double attention_flops(const struct dims *d, double context, bool causal)
{
    double mean = causal ? context / 2 : context;
    double near = d->window > 0 ? fmin(mean, d->window) : mean;
    double linear = d->linear_layers * 4 * d->hidden * 128; /* state update, heads of 128 */
    return 4 * d->q * (d->full_layers * mean + d->swa_layers * near) + linear;
}

double attention_flops_token(const struct sz *z, double context, bool causal)
{
    return attention_flops(&z->d, context, causal);
}

double flops_fwd_token(const struct sz *z, double context)
{
    bool causal = z->model && z->model->kind != MODEL_ENCODER;
    return 2 * z->d.mm_active + attention_flops_token(z, context, causal);
}

/* A card without the unit, or with a slower one than fp32, computes in the next format that it has:
 * fp4 > fp8 > bf16 > fp16 > fp32.
 * int8 and tf32 fall to fp16 and fp32. An unknown rate counts as absent. */
static struct peak peak_find(const struct sz *z, const char *asked)
{
    static const struct { const char *want, *next; } steps[] = {
        {"fp4", "fp8"}, {"fp8", "bf16"}, {"int8", "fp16"}, {"bf16", "fp16"},
        {"fp16", "fp32"}, {"tf32", "fp32"}};
    const char *p = asked;
    for (int hops = 0; hops < 6; hops++) {
        double t = accel_peak_tflops(z->shape->accel, p);
        double wide = z->shape->accel->fp32_tflops;
        if (p[0] != 't' && known(t) && t > 0 && known(wide) && t < wide)
            t = 0; /* slower than fp32: nobody computes in it (Pascal) */
        if (known(t) && t > 0)
            return (struct peak){asked, p, t * 1e12};
        const char *next = NULL;
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
            if (strcmp(steps[i].want, p) == 0)
                next = steps[i].next;
        if (!next)
            break;
        p = next;
    }
    return (struct peak){asked, NULL, UNKNOWN};
}

double peak_flops(struct sz *z, const char *precision, const char **used)
{
    const char *asked = precision ? precision : "bf16";
    struct peak *at = &z->peak[0];
    if (at->asked && at->asked != asked)
        at = &z->peak[1];
    if (at->asked != asked)
        *at = peak_find(z, asked);
    if (used)
        *used = at->used;
    return at->flops;
}

const char *rate_class(const char *unit)
{
    return unit && strcmp(unit, "fp16") == 0 ? "bf16" : unit;
}
