#include <math.h>

#include "base/num.h"
#include "engine/job/kinds.h"
#include "engine/job/resolve.h"

/* Bytes of one sample as it is stored: a photograph, a clip of 16-bit speech at 16 kHz, a row of 13
 * numbers, 26 categories and a label. */
double job_sample_bytes(const struct job *j)
{
    if (known(j->data_bytes) && known(j->samples) && j->samples > 0 &&
        j->from[Q_SAMPLES] != FROM_DERIVED)
        return j->data_bytes / j->samples;
    if (j->model && j->model->kind == MODEL_SPEECH)
        return SPEECH_BYTES_PER_S * (known(j->clip_seconds) ? j->clip_seconds : 30);
    if (j->model && j->model->kind == MODEL_RECSYS)
        return (13 + 26 + 1) * 4;
    return IMAGE_BYTES;
}

/* How many samples the data set holds; UNKNOWN when its size was not told. */
static double samples_in_data(struct resolve *r)
{
    return job_answered(r, Q_DATA) ? floor(r->j->data_bytes / job_sample_bytes(r->j)) : UNKNOWN;
}

static double take_samples(struct resolve *r, double usual)
{
    double held = samples_in_data(r);
    if (!job_answered(r, Q_SAMPLES) && held >= 1)
        return job_derived(r, Q_SAMPLES, held);
    return job_number(r, Q_SAMPLES, usual);
}

/* --- training: how much ---------------------------------------------------------------------- */
/*
 * Text is counted in tokens. Samples of text are full contexts; a model that is pre-trained gets
 * as many tokens as suit its size. Everything else is counted in samples.
 */
static void take_work(struct resolve *r)
{
    struct job *j = r->j;
    bool text = model_is_text(j->model);
    j->tokens = j->samples = UNKNOWN;
    j->data_bytes = job_number(r, Q_DATA, UNKNOWN);
    j->archive_bytes = job_number(r, Q_ARCHIVE, UNKNOWN);
    j->epochs =
        j->training ? job_number(r, Q_EPOCHS, known(r->d->epochs) ? r->d->epochs : 1) : UNKNOWN;
    if (j->training && text) {
        if (r->a->a[Q_TOKENS].set) {
            j->tokens = job_number(r, Q_TOKENS, UNKNOWN);
        } else if (r->a->a[Q_SAMPLES].set) {
            j->samples = job_number(r, Q_SAMPLES, UNKNOWN);
            j->tokens = job_derived(r, Q_TOKENS, j->samples * j->context);
        } else if (j->data_bytes >= TEXT_BYTES_PER_TOKEN) {
            j->tokens = job_derived(r, Q_TOKENS, floor(j->data_bytes / TEXT_BYTES_PER_TOKEN));
        } else if (j->task == TASK_PRETRAIN) {
            double active = j->model->active_params_b;
            j->tokens = job_derived(r, Q_TOKENS, PRETRAIN_TOKENS_PER_PARAM * active * 1e9);
        } else {
            j->tokens = job_number(r, Q_TOKENS, known(r->d->tokens) ? r->d->tokens : 50e6);
        }
    } else if (j->training) {
        double usual = known(r->d->samples) ? r->d->samples : 10000;
        j->samples = take_samples(r, usual);
    } else if (j->task == TASK_BATCH_INFERENCE || j->task == TASK_GENERATE_MEDIA) {
        j->samples = text ? job_number(r, Q_SAMPLES, r->d->samples)
                          : take_samples(r, r->d->samples);
    }
    bool runs = j->training || known(j->samples);
    /* Plans are compared on equal work, so a job with an end has a number of runs: one a month, a
     * pre-training one a year. Hours a day that were told without runs are work without an end. */
    double usual_runs = j->task == TASK_PRETRAIN ? 1.0 / 12.0 : 1.0;
    bool by_hours = job_answered(r, Q_HOURS) && !job_answered(r, Q_RUNS);
    j->runs_per_month = runs && !by_hours ? job_number(r, Q_RUNS, usual_runs) : UNKNOWN;
    j->deadline_h = runs ? job_number(r, Q_DEADLINE, UNKNOWN) : UNKNOWN;
}

/* --- serving: how many ----------------------------------------------------------------------- */
/*
 * Requests in flight: as given; else seats x share at the same moment; else by Little's law from
 * the rate and the time that an answer takes; else the default.
 */
static void take_load(struct resolve *r)
{
    struct job *j = r->j;
    bool online = j->task == TASK_SERVE;
    j->users = j->rps = j->seats = j->peak_share = j->ttft_s = j->tps = UNKNOWN;
    if (!j->serving) {
        return;
    }
    if (online) {
        j->seats = job_number(r, Q_SEATS, UNKNOWN);
        j->rps = job_number(r, Q_RPS, UNKNOWN);
        j->ttft_s = job_number(r, Q_TTFT, UNKNOWN);
        bool reads = j->model && model_is_text(j->model) && j->model->kind != MODEL_ENCODER;
        j->tps = job_number(r, Q_TPS, reads ? READABLE_TPS : UNKNOWN);
    }
    if (known(j->seats)) {
        j->peak_share = job_number(r, Q_PEAK_SHARE, PEAK_SHARE_DEFAULT);
    }
    if (r->a->a[Q_USERS].set) {
        j->users = job_number(r, Q_USERS, UNKNOWN);
    } else if (known(j->seats)) {
        /* less a hair, so that 100 x 0.07 is 7 and not 8 */
        j->users = job_derived(r, Q_USERS, fmax(1, ceil(j->seats * j->peak_share - 1e-9)));
    } else if (known(j->rps) && known(j->output_len)) {
        double wait = known(j->ttft_s) ? j->ttft_s : 0;
        double each = j->output_len / (job_answered(r, Q_TPS) ? j->tps : READING_TPS);
        j->users = job_derived(r, Q_USERS, fmax(1, ceil(j->rps * (wait + each) - 1e-9)));
    } else {
        /* nobody waits for a batch: it runs as many at once as there is room for */
        j->users = job_number(r, Q_USERS, j->task == TASK_BATCH_INFERENCE ? UNKNOWN : r->d->users);
    }
}

enum err resolve_scale(struct resolve *r)
{
    take_work(r);
    take_load(r);
    return OK;
}
