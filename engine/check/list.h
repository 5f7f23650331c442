/*
 * list.h - a parts list from anywhere: a bill of our own (Markdown, CSV, JSON), a CSV with names
 * and counts, a JSON array, or what was read from this machine. Text in, lines out; files are the
 * application's.
 *
 * A line names a part by id, alias or name; figures that stand beside it (watts, cores ...) win
 * over the catalog's, and make a part of a name that the catalog does not know. Nothing is dropped:
 * a line that names no part stays in the list as unknown, with the nearest names.
 */
#ifndef ENGINE_CHECK_LIST_H
#define ENGINE_CHECK_LIST_H

#include "base/arena.h"
#include "base/err.h"
#include "engine/facts.h"
#include "engine/job/job.h"

#define PARTS_MAX 512
#define PARTS_BYTES_MAX ((size_t)8 << 20)
#define PART_FIGURES_MAX 24
#define PART_NEAR_MAX 3
#define PART_QTY_MAX 100000

struct part_figure { /* a cell beside the name: "watts" = "1600" */
    const char *name, *text;
};

enum part_match {
    MATCH_NONE,   /* no part of the catalog, and no figures that would make one */
    MATCH_EXACT,  /* by id, alias or whole name */
    MATCH_NEAR,   /* by the words of the name, and only one part has them */
    MATCH_FIGURES /* not in the catalog: what the list tells of it counts */
};

struct parts_line {
    enum part_kind kind; /* PART_KINDS: not told and not found */
    const char *id;      /* of the catalog, as the list has it; NULL */
    const char *text;    /* the name as written */
    const char *spec;    /* a column beside the name: figures or the model; NULL */
    const char *brand;   /* a column of makers; NULL */
    bool drive;          /* told as a drive, SSD or disk */
    bool sum;            /* a row of the list that is no part */
    bool aside;          /* a thing that decides nothing: screen, fan, system */
    int qty;
    double price;         /* of one; UNKNOWN */
    const char *currency; /* of the price; NULL */
    double limit_w;       /* each card of a bill of ours is set to; UNKNOWN: none told */
    bool included;        /* comes with the machine of another line */
    long at;              /* line of the file; 0: none */
    const char *path;     /* JSON path, NULL */
    struct part_figure figure[PART_FIGURES_MAX];
    int figure_n;
    /* found by parts_resolve */
    enum part_match match;
    size_t index;     /* in the facts' table of the kind, those of parts_list.facts */
    const char *name; /* as the catalog writes it */
    const char *near[PART_NEAR_MAX];
    int near_n;
    bool by_name; /* with MATCH_FIGURES: read from the name of a product that is not known */
};

struct parts_list {
    struct parts_line *line;
    int n;
    const char *file;            /* for messages */
    const char *country;         /* that its script or its currency tells, "CN"; NULL */
    bool own;                    /* a bill that dlrig wrote: its watts are those of whole lines */
    const struct facts *catalog; /* as it is */
    const struct facts *facts;   /* the same with the parts that the list describes itself */
    const char *job_text;        /* a JSON file with a job in it: the whole text, else NULL */
    size_t job_len;
};

/* parts_read: the lines of a text, whatever its form; file is for messages. plan: of a bill with
 * several plans the one wanted; NULL: the chosen one, else the first with parts. ERR_SYNTAX (file,
 * line), ERR_VALUE (file, path or column), ERR_LIMIT; an empty list is ERR_VALUE. */
enum err parts_read(const char *text, size_t len, const char *file, const char *plan,
                    struct arena *arena, struct parts_list *out, struct err_info *e);

/* parts_resolve: finds every line in the catalog and puts the figures of the list over it; fills
 * match, index, name, near of the lines and list->facts. ERR_VALUE: a figure that is no number, or
 * out of its range. */
enum err parts_resolve(struct parts_list *list, const struct facts *f, struct arena *arena,
                       struct err_info *e);

/* parts_have: the list as the answer to --have, "gpu=2xID,ram=8x64@4800,psu=1400,board=ID,cpu=ID".
 * ERR_VALUE when no accelerator of the catalog is in it, or the text is longer than an answer. */
enum err parts_have(const struct parts_list *list, char out[ANSWER_TEXT_MAX], struct err_info *e);

/* --- inside of engine/check --------------------------------------------------------------------
 */
/* parts_add: a new line, all unknown, kind PART_KINDS, qty 1; NULL: PARTS_MAX reached. */
struct parts_line *parts_add(struct parts_list *list);
/* parts_kind: PART_KINDS when the word is none of ours, in any language we speak. */
enum part_kind parts_kind(const char *word);
/* parts_column: kind, id, name, qty, price, currency, note, or the head itself. */
const char *parts_column(const char *head);
/* parts_put: one cell of a line by the name of its column: kind, id, name, count, price, currency
 * or a figure. false: the count is none (0, not whole, above PART_QTY_MAX). */
bool parts_put(struct parts_line *l, const char *column, const char *text, struct arena *arena);
/* parts_split_count: "2x RTX 4090", "RTX 4090 x2" -> name and count; false: no count in it. */
bool parts_split_count(const char *text, char *name, size_t cap, int *qty);
/* --- written.c: as people write it ------------------------------------------------------------ */
/* parts_written: one line of a text, with its kind, count and price; false: a sum, a head or a
 * footer, no part. */
bool parts_written(struct parts_line *l, const char *text, struct arena *arena);
/* parts_row_done: what the cells of a row are to each other, when all were put; false as above. */
bool parts_row_done(struct parts_line *l, struct arena *arena);
/* parts_row_split: a row that tells a whole machine, "8*H800; 2*Xeon 8468; 2TB DDR5", becomes the
 * lines of one such machine; false: PARTS_MAX. */
bool parts_row_split(struct parts_list *list, int row, struct arena *arena);
bool parts_no_part(const char *text);
/* parts_kind_word: is it a word of a kind, of drives, or of what decides nothing? Kept in l. */
bool parts_kind_word(struct parts_line *l, const char *word);
/* parts_count: "4", "4 块", "×4", "4x"; parts_price: "$549.00 @ shop", "4500元/条"; of one. */
bool parts_count(const char *text, int *qty);
bool parts_price(struct parts_line *l, const char *text, struct arena *arena);
void parts_price_head(struct parts_line *l, const char *head, struct arena *arena);
const char *parts_unlinked(const char *text, struct arena *arena); /* "[name](address)" */
/* parts_plain: folded, makers and families as the catalog writes them ("三星" is "samsung"). */
void parts_plain(struct str *out, const char *text);
enum part_kind parts_drive(const char *text); /* SSD or HDD, as its words tell; PART_KINDS */
/* parts_kit: how many modules of that size the name of a kit tells, "64 GB (2 x 32 GB)"; 1. */
int parts_kit(const char *text, double module_gb);
/* parts_watts: the figure before a W in a text, "limit 420 W"; UNKNOWN. */
double parts_watts(const char *text);
/* parts_memory_gb: GB of one line's kit, "64 GB (2 x 32 GB)", "2x32GB", "32G"; UNKNOWN. */
double parts_memory_gb(const char *text);

enum err parts_fault(const struct parts_list *list, const struct parts_line *l, enum err code,
                     enum msg_id id, const char *text, const char *path, struct err_info *e);

enum err parts_read_csv(const char *text, size_t len, const char *plan, struct arena *arena,
                        struct parts_list *out, struct err_info *e);
enum err parts_read_json(const char *text, size_t len, const char *plan, struct arena *arena,
                         struct parts_list *out, struct err_info *e);
enum err parts_read_md(const char *text, size_t len, struct arena *arena, struct parts_list *out,
                       struct err_info *e);
/* parts_sheet: a table of tabs or semicolons, or without a head, as the text that parts_read_csv
 * takes, of *len bytes; the text itself where it is none. headless: a head was put in front. */
const char *parts_sheet(const char *text, size_t *len, bool *headless, struct arena *arena);
/* parts_read_lines: one name a line, without bullets, table or head. */
enum err parts_read_lines(const char *text, size_t len, struct arena *arena, struct parts_list *out,
                          struct err_info *e);

/* figures_any: does the line tell a figure that its kind has? figures_apply: puts the figures of
 * line l into *f (a copy of the catalog's, whose table of the kind is made anew): over the row
 * `base`, or with SIZE_MAX as a new row; *index gets its place. A new accelerator moves those
 * behind it. */
bool figures_any(const struct parts_line *l);
enum err figures_apply(const struct parts_list *list, struct facts *f, const struct parts_line *l,
                       size_t base, struct arena *arena, size_t *index, struct err_info *e);
/* figure_number: a figure of the line as a number; UNKNOWN when it is not there. */
double figure_number(const struct parts_line *l, const char *name);
const char *figure_text(const struct parts_line *l, const char *name); /* NULL absent */

/* told.c: is the name nothing but figures ("1600W PSU")? They are added to those of the line, and
 * its kind is settled. */
bool names_figures(struct parts_line *l, struct arena *arena);
/* names_figures_within: the same where other words stand around the figures ("Corsair RM750x", "8TB
 * HDD RAID5"): what is read is enough to tell an amount. */
bool names_figures_within(struct parts_line *l, struct arena *arena);
/* hint.c: the socket that a board's chipset or a processor's number tells. */
bool names_hint(struct parts_line *l);
/* names.c: MATCH_NONE, or the part of the line; kind is settled with it.
 * parts_named: id of the part of the catalog that one name as people write it means, with a kind,
 * or with PART_KINDS of any, which *kind then tells; NULL: none, or several of it. */
const char *parts_named(const struct facts *f, const char *name, enum part_kind *kind,
                        struct arena *arena);
enum part_match names_find(const struct facts *f, struct parts_line *l, struct arena *arena);

#endif
