/*
 * resolve.h - inside of job_resolve(): one pass over the questions in their order, each taking its
 * answer or its default, then the checks over all of them.
 */
#ifndef ENGINE_JOB_RESOLVE_H
#define ENGINE_JOB_RESOLVE_H

#include "engine/job/defaults.h"
#include "engine/job/job.h"

struct resolve {
    const struct answers *a;
    const struct facts *f;
    struct arena *arena;
    struct job *j;
    struct err_info *e;
    const struct task_defaults *d;
};

/* job_*: the answer, or the default, noted in job.from, shown, text and value. */
double job_number(struct resolve *r, enum question_id id, double otherwise);
const char *job_text(struct resolve *r, enum question_id id, const char *otherwise); /* or NULL */
int job_choice(struct resolve *r, enum question_id id, int otherwise); /* index into its table */
bool job_yes(struct resolve *r, enum question_id id, bool otherwise);
/* derived: a value that follows from other answers. */
double job_derived(struct resolve *r, enum question_id id, double value);
/* follows: the same, whatever a file has kept. */
double job_follows(struct resolve *r, enum question_id id, double value);
void job_note(struct resolve *r, enum question_id id, const char *text); /* canonical name */
bool job_answered(const struct resolve *r, enum question_id id); /* by the user, not a default */

enum err resolve_model(struct resolve *r);  /* task, model, machine at hand, cards */
enum err resolve_method(struct resolve *r); /* method, formats, engine, batches, lengths */
enum err resolve_scale(struct resolve *r);  /* tokens, samples, users, runs */
enum err resolve_site(struct resolve *r);   /* where, country, circuit, policy, money, layout */
enum err check_job(struct resolve *r);      /* contradictions */

enum err job_refuse(struct resolve *r, enum msg_id id, int n, ...); /* n arguments struct msg_arg */

#endif
