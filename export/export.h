/*
 * export.h - a result as text for people (Markdown, plain text, one line) and for programs (JSON,
 * CSV). Reads results, writes strings; knows neither files nor the catalog.
 *
 * Text formats open with the verdict line, then the job: verdict, reason in figures, smallest
 * change, price with its day. JSON and CSV follow the published contract (dlrig.plan/1 and
 * others): unknown is null or an empty cell, never 0.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/err.h"
#include "base/str.h"
#include "engine/offers.h"
#include "engine/result.h"

enum export_format {
    EXPORT_MD,
    EXPORT_JSON,
    EXPORT_CSV,
    EXPORT_TEXT,
    EXPORT_LINE,
    EXPORT_SVG,
    EXPORT_HTML,
    EXPORT_SKYPILOT, /* launch files: the plan as the engines' own scripts and tasks */
    EXPORT_SLURM,
    EXPORT_TORCHRUN,
    EXPORT_VLLM,
    EXPORT_LLAMA_CPP,
    EXPORT_FORMATS
};

struct export_options {
    enum lang lang;
    bool ascii;            /* no characters outside ASCII in frames and marks */
    const char *generated; /* moment written into JSON, "YYYY-MM-DDThh:mm:ssZ" */
    struct moment now;     /* of the run: as_of, ages */
    const struct facts *facts;
    const struct prices *prices;
    bool explain; /* size: traces too */
    int cells;    /* width of plain text, 0: as wide as ever; comparisons only */
};

const char *export_format_word(enum export_format f); /* "md" ... */
bool export_format_find(const char *word, enum export_format *out);
const char *export_format_ending(enum export_format f); /* of file names, ".md" ... */
enum msg_id export_format_about(enum export_format f);  /* what it is, for lists */
/* export_launch_engine: the engine that the job must name for this form to serve it; NULL: it
 * does, or no engine would help. */
const char *export_launch_engine(enum export_format f, const struct job *job);

/* Each appends to out. ERR_UNSUPPORTED when the format is not made for that result; ERR_NOMEM when
 * the string hit its maximum. */
enum err export_plan(enum export_format f, const struct result *r, const struct export_options *o,
                     struct str *out, struct err_info *e);
enum err export_size(enum export_format f, const struct size_result *r,
                     const struct export_options *o, struct str *out, struct err_info *e);
enum err export_fits(enum export_format f, const struct fits_result *r,
                     const struct export_options *o, struct str *out, struct err_info *e);
/* offers: rows in the order given; hidden = rows that filters took away. Group and rate, one for
 * each row, may be NULL. cells 0: as wide as other text. */
enum offer_column { OFFER_BY_OTHER, OFFER_BY_VRAM, OFFER_BY_TFLOPS, OFFER_BY_BANDWIDTH };
struct offers_page {
    const struct offer *const *offer;
    size_t n, hidden, stale;
    const char *of_job;       /* cards that the job asks for and that filter the list; NULL: none */
    size_t of_job_hidden;     /* offers of other cards that would stand here without it */
    const struct offers_group *group;
    enum msg_id group_head;
    const struct offer_rate *rate;
    const char *unit;         /* of the job's rate, "tokens/s" */
    const char *currency;     /* of prices per figure and of groups */
    enum offer_column by;     /* a column that is shown however narrow the table is */
    const char *const *trend; /* of each row, its price over time as bars, "" none; NULL: of none */
    const struct msg *loosen; /* n == 0: what each filter keeps out */
    int loosen_n, cells;
};
enum err export_offers(enum export_format f, const struct offers_page *p,
                       const struct export_options *o, struct str *out, struct err_info *e);
/* rules: the whole table (`explain --list`). */
enum err export_rules(enum export_format f, const struct export_options *o, struct str *out,
                      struct err_info *e);

/* Pieces that screens share with the text formats. */
void export_verdict_line(struct str *out, enum lang lang, const struct verdict_block *v,
                         const struct job *job);
/* export_title: the plan's title with the provider's name in the language; export_plan_title
 * appends its text. */
struct msg export_title(const struct facts *f, const struct plan *p, enum lang lang);
void export_plan_title(struct str *out, enum lang lang, const struct facts *f,
                       const struct plan *p);
const char *export_provider(const struct facts *f, const struct offer *o, enum lang lang);
/* export_line_name: the name of a part on a bill; cables and cabinets have one in each language. */
const char *export_line_name(const struct bom_line *l, enum lang lang);
/* export_hardware: the machine at hand, "2x RTX 4090 + 1x RTX 3090". */
void export_hardware(struct str *out, const struct hardware *h, const struct shape *s);
/* export_layout: "tensor 2 · sharding: ZeRO-3", or one card without a split. */
void export_layout(struct str *out, enum lang lang, const struct layout *l, const struct job *job);
void export_job_line(struct str *out, enum lang lang, const struct job *job);
enum msg_id export_verdict_msg(enum verdict v);  /* "fits" / "跑得动" ... */
/* export_verdict_block_msg: of a verdict; "fits, but not as asked" where a wish is missed. */
enum msg_id export_verdict_block_msg(const struct verdict_block *v);
enum msg_id export_part_msg(enum part_kind k);   /* "CPU", "电源" ... */
enum msg_id export_mem_msg(enum mem_line_id id); /* "weights" / "权重" ... */
enum msg_id export_severity_msg(enum severity s);

#endif
