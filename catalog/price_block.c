#include "catalog/price_block.h"

#include <stddef.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"

#define HEAD 12 /* of a block: rows, sum */
#define ROW_HEAD 9
#define KEY_PARTS 6

/* What two bits say of a number or a text. */
enum code { NOTHING, AS_ABOVE, SMALL, FULL };
static const size_t numbers[] = {
    offsetof(struct price_row, gpu_count),  offsetof(struct price_row, vcpus),
    offsetof(struct price_row, ram_gib),    offsetof(struct price_row, network_gbps),
    offsetof(struct price_row, price_hour), offsetof(struct price_row, price_month),
    offsetof(struct price_row, weight),
};
static const struct {
    size_t at, max;
    const char *nothing;
} texts[] = {
    {offsetof(struct price_row, gpu), PRICE_TEXT_MAX, ""},
    {offsetof(struct price_row, link), PRICE_TEXT_MAX, NULL},
    {offsetof(struct price_row, currency), PRICE_TEXT_MAX, ""},
    {offsetof(struct price_row, date), PRICE_TEXT_MAX, ""},
    {offsetof(struct price_row, source), PRICE_TEXT_MAX, ""},
    {offsetof(struct price_row, past), PRICE_PAST_MAX, NULL},
};
#define NUMBERS ((int)(sizeof numbers / sizeof numbers[0]))
#define TEXTS ((int)(sizeof texts / sizeof texts[0]))
#define RDMA_SHIFT (2 * (NUMBERS + TEXTS))
#define RANK_SHIFT (RDMA_SHIFT + 2)

static double *number_of(struct price_row *x, int i)
{
    return (double *)(void *)((char *)x + numbers[i]);
}

static const char **text_of(struct price_row *x, int i)
{
    return (const char **)(void *)((char *)x + texts[i].at);
}

/* --- bytes ----------------------------------------------------------------------------------- */
static void put_u(unsigned char *out, uint64_t x, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (unsigned char)(x >> (8 * i));
}

static uint32_t get_u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t get_u64(const unsigned char *p)
{
    return (uint64_t)get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
}

static size_t get_u16(const unsigned char *p)
{
    return (size_t)p[0] | (size_t)p[1] << 8;
}

/* Eight bytes at a time; any bit that changes changes the sum. Against accidents, not malice. */
static uint64_t sum_of(const unsigned char *p, size_t n)
{
    uint64_t h = 0x9e3779b97f4a7c15u ^ n;

    for (; n >= 8; p += 8, n -= 8) {
        h = (h ^ get_u64(p)) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    for (; n > 0; p++, n--)
        h = (h ^ *p) * 0xff51afd7ed558ccdu;
    return h ^ h >> 29;
}

/* --- keys ------------------------------------------------------------------------------------ */
size_t price_key(unsigned char *out, size_t cap, const char *provider, const char *instance,
                 const char *region, const char *zone, const char *kind)
{
    const char *const part[] = {provider, instance, region, zone, kind};
    size_t n = 0;

    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        size_t len = part[i] != NULL ? strlen(part[i]) : 0;
        if (len + 1 > cap - n)
            return 0;
        if (len > 0)
            memcpy(out + n, part[i], len);
        n += len;
        out[n++] = '\0';
    }
    return n;
}

int price_key_order(const unsigned char *a, size_t a_n, const unsigned char *b, size_t b_n)
{
    int c = memcmp(a, b, a_n < b_n ? a_n : b_n);

    return c != 0 ? c : (a_n > b_n) - (a_n < b_n);
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b != NULL ? b : "") == 0;
}

bool price_row_is(const struct price_row *x, const char *provider, const char *instance,
                  const char *region, const char *zone, const char *kind)
{
    return same_text(x->instance, instance) && same_text(x->provider, provider) &&
           same_text(x->region, region) && same_text(x->zone, zone) && same_text(x->kind, kind);
}

/* --- writing --------------------------------------------------------------------------------- */
void price_block_clear(struct price_block *b)
{
    b->n = HEAD;
    b->rows = b->key_n = b->first_n = 0;
    b->last = (struct price_row){.gpu = NULL};
}

struct pen {
    unsigned char *at, *end;
    uint32_t codes;
    bool full;
};

static void pen_bytes(struct pen *p, const void *bytes, size_t n)
{
    if ((size_t)(p->end - p->at) < n) {
        p->full = true;
        return;
    }
    memcpy(p->at, bytes, n);
    p->at += n;
}

static void pen_number(struct pen *p, int shift, double x, double above, bool has_above)
{
    unsigned char b[8];
    uint64_t bits;

    if (!known(x))
        return;
    if (has_above && x == above) {
        p->codes |= (uint32_t)AS_ABOVE << shift;
    } else if (x >= 0 && x <= 255 && x == (double)(unsigned char)x) {
        b[0] = (unsigned char)x;
        p->codes |= (uint32_t)SMALL << shift;
        pen_bytes(p, b, 1);
    } else {
        memcpy(&bits, &x, sizeof bits);
        put_u(b, bits, 8);
        p->codes |= (uint32_t)FULL << shift;
        pen_bytes(p, b, 8);
    }
}

/* *above: where the text of the row above lies in the block; then where this one does. */
static void pen_text(struct pen *p, int shift, const char *text, size_t max, const char **above)
{
    const unsigned char *from = p->at;
    size_t n;

    if (str_empty(text)) {
        *above = NULL;
        return;
    }
    if (*above != NULL && strcmp(text, *above) == 0) {
        p->codes |= (uint32_t)AS_ABOVE << shift;
        return;
    }
    n = strlen(text);
    if (n > max)
        for (n = max; n > 0 && ((unsigned char)text[n] & 0xC0u) == 0x80u;)
            n--; /* not inside of a character */
    p->codes |= (uint32_t)FULL << shift;
    pen_bytes(p, text, n);
    pen_bytes(p, "", 1);
    *above = (const char *)from;
}

static size_t same_bytes(const unsigned char *a, size_t a_n, const unsigned char *b, size_t b_n)
{
    size_t n = 0, most = a_n < b_n ? a_n : b_n;

    while (n < most && a[n] == b[n])
        n++;
    return n;
}

/* x: the row, then what is to be the row above: its texts lie in the block. */
static void put_row(struct pen *p, struct price_row *x, struct price_row *last, bool above)
{
    for (int i = 0; i < NUMBERS; i++)
        pen_number(p, 2 * i, *number_of(x, i), *number_of(last, i), above);
    for (int i = 0; i < TEXTS; i++) {
        const char *text = *text_of(x, i);
        pen_text(p, 2 * (NUMBERS + i), text, texts[i].max, text_of(last, i));
        *text_of(x, i) = *text_of(last, i);
    }
    p->codes |= (uint32_t)(x->rdma + 1) << RDMA_SHIFT | (uint32_t)(x->rank & 3) << RANK_SHIFT;
}

bool price_block_put(struct price_block *b, const struct price_row *x)
{
    unsigned char key[PRICE_KEY_MAX];
    struct price_row row = *x, last = b->last;
    size_t n = price_key(key, sizeof key, x->provider, x->instance, x->region, x->zone, x->kind);
    size_t short_n = n, feed = strlen(x->feed) + 1;
    struct pen p = {.end = b->bytes + (b->rows == 0 ? PRICE_BLOCK_ROOM : PRICE_BLOCK_BYTES)};

    if (n == 0 || feed > sizeof key - n)
        return false;
    memcpy(key + n, x->feed, feed);
    n += feed;
    size_t same = same_bytes(key, n, b->key, b->key_n);
    if ((size_t)(p.end - b->bytes) < b->n + ROW_HEAD + n - same)
        return false;
    unsigned char *head = b->bytes + b->n;
    p.at = head + ROW_HEAD;
    pen_bytes(&p, key + same, n - same);
    put_row(&p, &row, &last, b->rows > 0);
    if (p.full)
        return false;
    put_u(head, p.codes, 4);
    head[4] = (unsigned char)x->confidence;
    put_u(head + 5, same, 2);
    put_u(head + 7, n - same, 2);
    if (b->rows++ == 0) {
        memcpy(b->first, key, short_n);
        b->first_n = short_n;
    }
    b->n = (size_t)(p.at - b->bytes);
    memcpy(b->key + same, key + same, n - same);
    b->key_n = n;
    b->last = row;
    return true;
}

void price_block_seal(struct price_block *b)
{
    put_u(b->bytes, b->rows, 4);
    put_u(b->bytes + 4, sum_of(b->bytes + HEAD, b->n - HEAD), 8);
}

/* --- reading --------------------------------------------------------------------------------- */
bool price_walk_open(struct price_walk *w, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    w->left = w->key_n = 0;
    w->row = (struct price_row){.gpu = "", .currency = "", .date = "", .source = "", .accel = -1};
    if (p == NULL || n < HEAD || get_u64(p + 4) != sum_of(p + HEAD, n - HEAD))
        return false;
    w->left = get_u32(p);
    w->p = p + HEAD;
    w->end = p + n;
    return w->left > 0;
}

/* The key: so many bytes of the one above, then these; six texts in it. */
static bool take_key(struct price_walk *w, size_t same, size_t rest)
{
    const char **part[KEY_PARTS] = {&w->row.provider, &w->row.instance, &w->row.region,
                                    &w->row.zone,     &w->row.kind,     &w->row.feed};
    size_t at = 0;

    if (same > w->key_n || rest > PRICE_KEY_MAX - same || rest > (size_t)(w->end - w->p))
        return false;
    memcpy(w->key + same, w->p, rest);
    w->p += rest;
    w->key_n = same + rest;
    for (int i = 0; i < KEY_PARTS; i++) {
        const unsigned char *nul = memchr(w->key + at, '\0', w->key_n - at);
        if (nul == NULL)
            return false;
        if (i == KEY_PARTS - 1)
            w->short_n = at;
        *part[i] = (const char *)w->key + at;
        at = (size_t)(nul - w->key) + 1;
    }
    return at == w->key_n;
}

static bool take_number(struct price_walk *w, enum code code, double *x)
{
    size_t left = (size_t)(w->end - w->p);
    uint64_t bits;

    switch (code) {
    case NOTHING: *x = UNKNOWN; return true;
    case AS_ABOVE: return true;
    case SMALL:
        if (left < 1)
            return false;
        *x = *w->p++;
        return true;
    case FULL:
        if (left < 8)
            return false;
        bits = get_u64(w->p);
        memcpy(x, &bits, sizeof bits);
        w->p += 8;
        return true;
    }
    return false;
}

static bool take_text(struct price_walk *w, enum code code, const char *nothing, const char **text)
{
    const unsigned char *nul;

    if (code == AS_ABOVE)
        return true;
    if (code != FULL) {
        *text = nothing;
        return code == NOTHING;
    }
    nul = memchr(w->p, '\0', (size_t)(w->end - w->p));
    if (nul == NULL)
        return false;
    *text = (const char *)w->p;
    w->p = nul + 1;
    return true;
}

bool price_walk_next(struct price_walk *w, bool *more)
{
    struct price_row *x = &w->row;
    bool ok;

    *more = w->left > 0;
    if (!*more)
        return w->p == w->end;
    if ((size_t)(w->end - w->p) < ROW_HEAD)
        return false;
    uint32_t codes = get_u32(w->p);
    x->confidence = (char)w->p[4];
    size_t same = get_u16(w->p + 5), rest = get_u16(w->p + 7);
    w->p += ROW_HEAD;
    ok = take_key(w, same, rest);
    for (int i = 0; i < NUMBERS && ok; i++)
        ok = take_number(w, (enum code)(codes >> 2 * i & 3), number_of(x, i));
    for (int i = 0; i < TEXTS && ok; i++)
        ok = take_text(w, (enum code)(codes >> 2 * (NUMBERS + i) & 3), texts[i].nothing,
                       text_of(x, i));
    x->rdma = (enum tri)((int)(codes >> RDMA_SHIFT & 3) - 1);
    x->rank = (enum source_rank)(codes >> RANK_SHIFT & 3);
    x->accel = -1;
    w->left--;
    return ok && x->rdma <= TRI_YES;
}
