/*
 * pile.h - rows sorted by a key of bytes, more of them than fit into memory. Sorted pieces lie in
 * one buffer while there is room and then in a file without a name, beside the price file; reading
 * merges them. The rows of a batch can be thrown away again until the batch ends.
 *
 *     struct pile *p = pile_new(dir, PILE_BYTES);
 *     pile_add(p, key, key_n, body, n, e); ...       batch 0
 *     pile_end(p, true, e);
 *     pile_rewind(p, e);
 *     while (pile_next(p, &row, e) == OK && row.key != NULL) ...
 *     pile_free(p);
 */
#ifndef PRICING_PILE_H
#define PRICING_PILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define PILE_BYTES ((size_t)12 << 20)   /* of the buffer */
#define PILE_ROW_MAX ((size_t)64 << 10) /* key and body of one row */

struct pile_row {
    const unsigned char *key, *body; /* key NULL: the end; both valid until the next call */
    size_t key_n, n;
    int batch;
};

struct pile;
/* pile_new: dir: folder of the nameless file, if one is needed. NULL: out of memory. */
struct pile *pile_new(const char *dir, size_t buffer_bytes);
void pile_free(struct pile *p); /* NULL allowed */
/* pile_add: copies. ERR_LIMIT: larger than PILE_ROW_MAX. ERR_IO: the file. */
enum err pile_add(struct pile *p, const void *key, size_t key_n, const void *body, size_t n,
                  struct err_info *e);
/* pile_void: throws away what the current batch has so far. */
enum err pile_void(struct pile *p, struct err_info *e);
/* pile_end: the batch is complete; its rows are kept or thrown away. The next batch has the next
 * number. */
enum err pile_end(struct pile *p, bool keep, struct err_info *e);
/* pile_rewind: no more rows; reading begins (again) at the least key. Rows of one key come in the
 * order of the batches and, within a batch, as they were added. */
enum err pile_rewind(struct pile *p, struct err_info *e);
enum err pile_next(struct pile *p, struct pile_row *out, struct err_info *e);

#endif
