/*
 * planfile.h - the job as JSON text: plan files (dlrig.job/1), whole plans (dlrig.plan/1), and bare
 * objects {"model": "llama-3.1-8b", "tokens": "50M"}. Text in, text out: files are the
 * application's.
 *
 *     { "schema": "dlrig.job/1", "as_of": "2026-11-30",
 *       "job": { "context": {"value": 4096, "unit": "tokens", "from": "given"}, ... },
 *       "edits": [ {"op": "swap", "kind": "ssd", "id": "", "to": "...", "qty": 0} ],
 *       "chosen": "own-nvidia-rtx-4090-2" }
 *
 * A number without a unit is read as on the command line ("data": 120 is 120 GB); with the unit of
 * the table it is the value in that unit. A list may be an array of words.
 */
#ifndef ENGINE_JOB_PLANFILE_H
#define ENGINE_JOB_PLANFILE_H

#include "base/json.h"
#include "engine/build/build.h"
#include "engine/job/job.h"

#define PLANFILE_MAX_BYTES (16u << 20)
#define PLANFILE_CHOSEN_MAX 64

struct plan_file {
    struct answers answers;
    struct edits edits;
    char chosen[PLANFILE_CHOSEN_MAX]; /* "" = none */
    char as_of[11];                   /* YYYY-MM-DD or "" */
    long line[Q_COUNT];               /* where an answer stands in the file, 0 = it does not */
    const char *under;                /* JSON path of the answers: "job", or "" for a bare object */
};

/* planfile_read: ERR_SYNTAX (file and line), ERR_VALUE (file and JSON path such as job.context),
 * ERR_LIMIT. *out is untouched on an error. file is only for messages. */
enum err planfile_read(const char *text, size_t len, const char *file, struct plan_file *out,
                       struct err_info *e);

/* planfile_write: pretty JSON with a last newline. job NULL: only the answers that are set are
 * written, else every value of the job with where it comes from. */
void planfile_write(struct str *out, const struct plan_file *p, const struct job *job);

/* planfile_job: value of the key "job": { ID: {"value", "unit", "from"} ... } of a resolved job. */
void planfile_job(struct json_out *w, const struct job *job);
void planfile_edits(struct json_out *w, const struct edits *edits); /* value of "edits" */

const char *answer_from_word(enum answer_from from); /* "given" ... */

#endif
