#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Blocks double from 64 KiB to 8 MiB, so that even a gigabyte has few of them and the search for
 * a spare one after a reset stays short. */
#define BLOCK_MIN_BYTES ((size_t)64 << 10)
#define BLOCK_MAX_BYTES ((size_t)8 << 20)
#define ALIGN ((size_t)16)

struct arena_block {
    struct arena_block *next;
    size_t cap;
    size_t used;
    size_t clean; /* from here on never handed out: still zero as it came */
    unsigned char data[];
};

void arena_init(struct arena *a, size_t max_bytes)
{
    a->head = NULL;
    a->used = 0;
    a->max = max_bytes;
    a->failed = false;
}

void arena_reset(struct arena *a)
{
    for (struct arena_block *b = a->head; b; b = b->next)
        b->used = 0;
    a->used = 0;
    a->failed = false;
}

void arena_free(struct arena *a)
{
    struct arena_block *b = a->head;

    while (b) {
        struct arena_block *next = b->next;
        free(b);
        b = next;
    }
    arena_init(a, a->max);
}

/* Makes a block with room for n bytes the head: an empty one kept from before, or a new one. */
static bool next_block(struct arena *a, size_t n)
{
    for (struct arena_block **at = &a->head; *at; at = &(*at)->next) {
        struct arena_block *b = *at;
        if (b->used == 0 && b->cap >= n) {
            *at = b->next;
            b->next = a->head;
            a->head = b;
            return true;
        }
    }
    size_t cap = a->head ? a->head->cap * 2 : BLOCK_MIN_BYTES;
    if (cap > BLOCK_MAX_BYTES)
        cap = BLOCK_MAX_BYTES;
    if (cap < n)
        cap = n;
    if (cap > SIZE_MAX - sizeof(struct arena_block))
        return false;
    struct arena_block *b = calloc(1, sizeof *b + cap);
    if (!b)
        return false;
    b->cap = cap;
    b->next = a->head;
    a->head = b;
    return true;
}

void *arena_alloc(struct arena *a, size_t n)
{
    size_t want = n == 0 ? 1 : n;

    if (want > SIZE_MAX - (ALIGN - 1))
        goto fail;
    want = (want + ALIGN - 1) & ~(ALIGN - 1);
    if (want > SIZE_MAX - a->used || (a->max > 0 && a->used + want > a->max))
        goto fail;
    if (!a->head || a->head->cap - a->head->used < want) {
        if (!next_block(a, want))
            goto fail;
    }
    struct arena_block *b = a->head;
    unsigned char *p = b->data + b->used;
    if (b->used < b->clean) /* large blocks come as untouched pages: those stay untouched */
        memset(p, 0, b->clean - b->used < want ? b->clean - b->used : want);
    b->used += want;
    if (b->used > b->clean)
        b->clean = b->used;
    a->used += want;
    return p;
fail:
    a->failed = true;
    return NULL;
}

void *arena_alloc_array(struct arena *a, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) {
        a->failed = true;
        return NULL;
    }
    return arena_alloc(a, count * size);
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    if (!s)
        return NULL;
    const char *end = memchr(s, '\0', n);
    if (end)
        n = (size_t)(end - s);
    if (n == SIZE_MAX) {
        a->failed = true;
        return NULL;
    }
    char *p = arena_alloc(a, n + 1);
    if (p)
        memcpy(p, s, n);
    return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return s ? arena_strndup(a, s, strlen(s)) : NULL;
}

bool arena_failed(const struct arena *a)
{
    return a->failed;
}
