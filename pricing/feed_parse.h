/* feed_parse.h - what the parsers of feed_*.c share; nobody else needs it. */
#ifndef PRICING_FEED_PARSE_H
#define PRICING_FEED_PARSE_H

#include "base/arena.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/json_walk.h"
#include "base/str.h"
#include "pricing/feed.h"

/* A whole text, or, for kinds that stream, the next piece of it, cut behind a line. */
struct feed_input {
    const char *text; /* NUL-terminated */
    size_t len;
    bool first, last;
    const struct feed_about *about;
    const struct feed_sink *sink;
    struct arena *arena; /* till feed_free */
    void *state;         /* of a kind that streams, between the pieces */
    void (*drop)(void *state);
    struct str next; /* address of the next page */
    char day[11];    /* what the name of the file tells, else about->date, else "" */
    bool dated;      /* day is told, not only that of the file's last change or of today */
};

/* feed_emit, feed_emit_rate: hand a row over; ERR_NOMEM when it is not wanted. */
enum err feed_emit(struct feed_input *in, const struct feed_row *row, struct err_info *e);
enum err feed_emit_rate(struct feed_input *in, const struct feed_rate *rate, struct err_info *e);
/* feed_no: ERR_VALUE with a sentence about the feed's place. */
enum err feed_no(struct feed_input *in, enum msg_id id, const char *what, struct err_info *e);

/* feed_column: index of the column, whatever its case, or -1. */
int feed_column(const struct csv *c, const char *name);
/* feed_has_columns: the first line of head names all of the columns (separated by '|' where any of
 * several will do); n of them. */
bool feed_has_columns(const char *head, const char *const *columns, size_t n);
/* feed_provider: the cloud of a feed: told, or the name of the file or of its folder. NULL. */
const char *feed_provider(struct feed_input *in);
/* feed_currency: that the name of the file tells (prices.cny.json); NULL. */
const char *feed_currency(struct feed_input *in);
/* feed_find_day: fills in->day: a day in the name of the file, else the one told. */
void feed_find_day(struct feed_input *in);
/* feed_source: a source's name; of a file that tells no day "(file of 2026-11-30)" follows. */
const char *feed_source(struct feed_input *in, const char *name);
/* feed_day: the first ten characters of a moment, if they are a day; "" else. */
void feed_day(char out[11], const char *moment);

/* feed_json: the text as a span whose brackets match; feed_item: one value of it, read. ERR_SYNTAX,
 * ERR_LIMIT with the feed's place. */
enum err feed_json(struct feed_input *in, struct json_span *all, struct err_info *e);
/* feed_items: calls fn for each value of a list; those that cannot be read are told as broken rows.
 * line: where the list begins in the text. */
typedef enum err feed_item_fn(struct feed_input *in, const struct json *item, long line, void *ctx,
                              struct err_info *e);
enum err feed_items(struct feed_input *in, struct json_span list, feed_item_fn *fn, void *ctx,
                    struct err_info *e);
long feed_line_of(const struct feed_input *in, struct json_span s);
/* feed_text: of a member, "" when it is none; a number as text in the arena. */
const char *feed_text(struct feed_input *in, const struct json *object, const char *key);

/* The text of a number for a cell; "" when unknown. */
#define FEED_NUMBER_BYTES 40
const char *feed_number(char out[FEED_NUMBER_BYTES], double x);

bool feed_list_sniff(const char *head, size_t n);
bool feed_skypilot_sniff(const char *head, size_t n);
bool feed_azure_sniff(const char *head, size_t n);
bool feed_aliyun_sniff(const char *head, size_t n);
bool feed_aliyun_map_sniff(const char *head, size_t n);
bool feed_gpurental_sniff(const char *head, size_t n);
bool feed_vast_sniff(const char *head, size_t n);
bool feed_aws_spot_sniff(const char *head, size_t n);
bool feed_fx_sniff(const char *head, size_t n);
enum err feed_list_read(struct feed_input *in, struct err_info *e);
enum err feed_skypilot_read(struct feed_input *in, struct err_info *e);
enum err feed_azure_read(struct feed_input *in, struct err_info *e);
enum err feed_aliyun_read(struct feed_input *in, struct err_info *e);
enum err feed_aliyun_map_read(struct feed_input *in, struct err_info *e);
enum err feed_gpurental_read(struct feed_input *in, struct err_info *e);
enum err feed_vast_read(struct feed_input *in, struct err_info *e);
enum err feed_aws_spot_read(struct feed_input *in, struct err_info *e);
enum err feed_fx_read(struct feed_input *in, struct err_info *e);

#endif
