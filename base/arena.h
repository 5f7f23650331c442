/*
 * arena.h - memory with one lifetime. Freed or reset as a whole; never piece by piece.
 *
 * Out of memory (or above max) sets a flag and returns NULL; callers that would write through the
 * pointer test it, everyone else tests arena_failed() once at the end.
 *
 *     struct arena a; arena_init(&a, 64u << 20);
 *     struct plan *p = ARENA_ARRAY(&a, struct plan, n);
 *     arena_free(&a);
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;
struct arena {
    struct arena_block *head;
    size_t used; /* bytes handed out since init or reset */
    size_t max;  /* limit in bytes, 0 = none */
    bool failed;
};

void arena_init(struct arena *a, size_t max_bytes);
void arena_reset(struct arena *a); /* keeps the blocks for reuse, clears failed */
void arena_free(struct arena *a);
/* arena_alloc: n zeroed bytes aligned to 16, or NULL (flag set). n == 0 gives a unique pointer. */
void *arena_alloc(struct arena *a, size_t n);
/* arena_alloc_array: count * size with overflow check. */
void *arena_alloc_array(struct arena *a, size_t count, size_t size);
char *arena_strdup(struct arena *a, const char *s); /* NULL in, NULL out */
char *arena_strndup(struct arena *a, const char *s, size_t n);
bool arena_failed(const struct arena *a);

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc_array((a), (n), sizeof(type)))

#endif
