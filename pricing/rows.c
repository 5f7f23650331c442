#include "pricing/rows.h"

#include <stddef.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/price_block.h"

#define TEXT_MAX 255 /* bytes of one text; the judge cuts them shorter */

static const size_t texts[] = {
    offsetof(struct verdict, offer.provider),
    offsetof(struct verdict, offer.instance),
    offsetof(struct verdict, offer.region),
    offsetof(struct verdict, offer.zone),
    offsetof(struct verdict, offer.link),
    offsetof(struct verdict, offer.currency),
    offsetof(struct verdict, offer.from.date),
    offsetof(struct verdict, offer.from.source),
    offsetof(struct verdict, kind),
    offsetof(struct verdict, gpu),
};
static const size_t numbers[] = {
    offsetof(struct verdict, offer.gpu_count),  offsetof(struct verdict, offer.vcpus),
    offsetof(struct verdict, offer.ram_gib),    offsetof(struct verdict, offer.network_gbps),
    offsetof(struct verdict, offer.price_hour), offsetof(struct verdict, offer.price_month),
    offsetof(struct verdict, expected),         offsetof(struct verdict, elsewhere),
};
#define TEXTS (sizeof texts / sizeof texts[0])
#define NUMBERS (sizeof numbers / sizeof numbers[0])

struct fixed { /* what has no length of its own; memory only, never kept on a disk */
    long line;
    size_t repeats;
    int accel;
    unsigned char reason, held, kind, rank, rdma, confidence, flags, known;
};
enum { UNCHANGED = 1, CHECKED = 2, YOURS = 4 };

static const char **text_of(struct verdict *v, size_t i)
{
    return (const char **)(void *)((char *)v + texts[i]);
}

static double *number_of(struct verdict *v, size_t i)
{
    return (double *)(void *)((char *)v + numbers[i]);
}

size_t row_key_of(unsigned char out[ROW_KEY_MAX], const struct verdict *v)
{
    const struct offer *o = &v->offer;

    return v->reason == JUDGED_NONE ? price_key(out, ROW_KEY_MAX, o->provider, o->instance,
                                                o->region, o->zone, price_kind_word(o->kind))
                                    : 0;
}

size_t row_pack(unsigned char out[ROW_BODY_MAX], const struct verdict *told)
{
    struct verdict v = *told;
    struct fixed f = {.line = v.line,
                      .repeats = v.repeats,
                      .accel = v.offer.accel,
                      .reason = (unsigned char)v.reason,
                      .held = (unsigned char)v.held,
                      .kind = (unsigned char)v.offer.kind,
                      .rank = (unsigned char)v.offer.rank,
                      .rdma = (unsigned char)v.offer.rdma,
                      .confidence = (unsigned char)v.offer.from.confidence,
                      .flags = (unsigned char)((v.unchanged ? UNCHANGED : 0) |
                                               (v.checked ? CHECKED : 0) |
                                               (v.offer.from.yours ? YOURS : 0))};
    size_t n = sizeof f;

    for (size_t i = 0; i < NUMBERS; i++) {
        const double *x = number_of(&v, i);
        if (!known(*x))
            continue;
        f.known = (unsigned char)(f.known | 1u << i);
        memcpy(out + n, x, sizeof *x);
        n += sizeof *x;
    }
    for (size_t i = 0; i < TEXTS; i++) {
        const char *text = *text_of(&v, i);
        size_t len = text != NULL ? strlen(text) : 0;
        if (len > TEXT_MAX)
            len = TEXT_MAX;
        if (len > 0)
            memcpy(out + n, text, len);
        n += len;
        out[n++] = '\0';
    }
    memcpy(out, &f, sizeof f);
    return n;
}

void row_unpack(struct verdict *v, const unsigned char *body)
{
    struct fixed f;

    memcpy(&f, body, sizeof f);
    body += sizeof f;
    *v = (struct verdict){.line = f.line,
                          .repeats = f.repeats,
                          .reason = (enum judge_reason)f.reason,
                          .held = (enum judge_reason)f.held,
                          .unchanged = (f.flags & UNCHANGED) != 0,
                          .checked = (f.flags & CHECKED) != 0};
    v->offer = (struct offer){.kind = (enum price_kind)f.kind,
                              .accel = f.accel,
                              .local_disk_gb = UNKNOWN,
                              .rdma = (enum tri)f.rdma,
                              .rank = (enum source_rank)f.rank};
    v->offer.from.confidence = (char)f.confidence;
    v->offer.from.yours = (f.flags & YOURS) != 0;
    for (size_t i = 0; i < NUMBERS; i++) {
        double *x = number_of(v, i);
        *x = UNKNOWN;
        if ((f.known & 1u << i) == 0)
            continue;
        memcpy(x, body, sizeof *x);
        body += sizeof *x;
    }
    for (size_t i = 0; i < TEXTS; i++) {
        const char *text = (const char *)body;
        *text_of(v, i) = *text != '\0' ? text : NULL;
        body += strlen(text) + 1;
    }
}
