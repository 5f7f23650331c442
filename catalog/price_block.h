/*
 * price_block.h - offers of the price file as bytes: some dozens of them in the order of their keys
 * make a block that fits into one page of the file. A row says only what differs from the row
 * above; so a million rows are written and read in the time that SQLite takes for its columns of a
 * few of them. Pure: bytes in, rows out. Blocks may come from a file that others have touched:
 * a sum tells damage, and no length in them is believed.
 *
 * Block: u32 rows, u64 sum of what follows, then the rows. Row: u32 codes (2 bits each: numbers,
 * texts, rdma, rank), u8 confidence, u16 bytes of the key that are those of the row above, u16
 * bytes of the rest, that rest, numbers, texts with their NUL. Little endian.
 */
#ifndef CATALOG_PRICE_BLOCK_H
#define CATALOG_PRICE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/facts.h"

#define PRICE_KEY_MAX 1280     /* bytes of a key: six texts, each with its NUL */
#define PRICE_TEXT_MAX 255     /* of a text that is no part of the key; longer ones are cut */
#define PRICE_PAST_MAX 3072    /* of the past */
#define PRICE_BLOCK_BYTES 3960 /* with its first key a leaf of 4096 bytes; a long row has more */
#define PRICE_BLOCK_ROOM 8192  /* the longest row fits */

/* An offer as the price file has it. */
struct price_row {
    const char *provider, *instance, *region, *zone, *kind, *feed; /* the key; never NULL */
    const char *gpu, *currency, *date, *source;                    /* never NULL; "" not known */
    const char *link, *past;                                       /* NULL: none */
    double gpu_count, vcpus, ram_gib, network_gbps;                /* UNKNOWN */
    double price_hour, price_month; /* of the whole machine, in currency; UNKNOWN */
    double weight;                  /* offer_weight */
    enum tri rdma;
    enum source_rank rank;
    char confidence; /* 0: none */
    int accel;       /* index of gpu in the facts, where somebody looked it up; else -1 */
};

/* price_row_is: it is of that key, whatever its feed; NULL is "". */
bool price_row_is(const struct price_row *x, const char *provider, const char *instance,
                  const char *region, const char *zone, const char *kind);

/* --- writing --- */
struct price_block {
    unsigned char bytes[PRICE_BLOCK_ROOM], key[PRICE_KEY_MAX], first[PRICE_KEY_MAX];
    size_t n, rows, key_n, first_n; /* first: the key of the first row, without its feed */
    struct price_row last;          /* its texts lie in bytes */
};
void price_block_clear(struct price_block *b);
/* price_block_put: false: the block is full (never when it is empty), or the key is too long. */
bool price_block_put(struct price_block *b, const struct price_row *x);
/* price_block_seal: number and sum are filled in; the block is bytes[0..n). */
void price_block_seal(struct price_block *b);

/* price_key: provider, instance, region, zone, kind, each with its NUL, in the order of the file
 * when compared byte by byte; NULL is "". Its length, 0 when it is longer than cap. */
size_t price_key(unsigned char *out, size_t cap, const char *provider, const char *instance,
                 const char *region, const char *zone, const char *kind);
/* price_key_order: of two keys: below, 0, above. */
int price_key_order(const unsigned char *a, size_t a_n, const unsigned char *b, size_t b_n);

/* --- reading --- */
struct price_walk {
    const unsigned char *p, *end;
    size_t left; /* rows */
    unsigned char key[PRICE_KEY_MAX];
    size_t key_n, short_n; /* short_n: of the key without its feed */
    struct price_row row;  /* the one at hand; texts valid until the next, and while bytes are */
};
/* price_walk_open: false: not a block, or damaged. */
bool price_walk_open(struct price_walk *w, const void *bytes, size_t n);
/* price_walk_next: *more false behind the last row. false: damaged. */
bool price_walk_next(struct price_walk *w, bool *more);

#endif
