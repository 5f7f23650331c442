/* store_inside.h - what store.c and store_write.c share; nobody else needs it. */
#ifndef PRICING_STORE_INSIDE_H
#define PRICING_STORE_INSIDE_H

#include "catalog/db.h"
#include "catalog/price_past.h"
#include "catalog/price_rows.h"
#include "pricing/store.h"

#define STORE_PATH_BYTES 4096

#define STORE_CARDS 64
struct store_card { /* of the facts, by the id that a row has */
    char id[48];
    int accel;
};

struct store {
    struct db *db; /* the new file with the old one attached as `old`; dry: the old one; or NULL */
    bool dry, has_old, has_gone;
    const struct facts *f;
    char dir[STORE_PATH_BYTES], path[STORE_PATH_BYTES], fresh[STORE_PATH_BYTES], moment[21];
    int old_format;
    struct price_rows *rows;             /* of the old file */
    struct store_card card[STORE_CARDS]; /* asked for before */
    struct price_writer *writer;         /* of the new one */
    struct stmt *judged, *gone, *was_gone, *back, *rate;
    char gone_past[PAST_BYTES];
    struct best *best;
    size_t old_rows, offer_rows, best_rows; /* of the old file; written */
    store_hook *hook;
    void *hook_ctx;
    struct err_info e;
    enum err err;
};

enum err store_system_error(const char *path, int number, struct err_info *e);
void store_run(struct store *s, const char *sql);
struct stmt *store_prepare(struct store *s, const char *sql);
void store_step_hook(struct store *s, enum store_step step);
/* store_back: of the offer store_gone_past found something. store_end_statements: of both files. */
void store_back(struct store *s, const struct price_row *x);
void store_end_statements(struct store *s);
/* store_writers: the statements that write. */
void store_writers(struct store *s);

#endif
