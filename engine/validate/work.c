/*
 * work.c - the work that a row's time covers.
 *
 * Long runs state their tokens or epochs. A benchmark to a target quality (MLPerf Training) states
 * neither: how many samples a batch needs until the target is published with the benchmark's
 * reference convergence points (mlcommons/logging), and whoever submits picks the batch that is
 * done first. The same is done here: every published batch is sized, the shortest time counts.
 */
#include "engine/validate/work.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/data_sets.h"

#define IMAGENET_IMAGES 1.281167e6
#define COCO_IMAGES 117266.0 /* of the training set, with annotations */

/* "90 epochs" in the model's name: the data set of image classification is ImageNet-1k. */
static void image_epochs(struct setup *s)
{
    const char *p = strstr(s->cell[CELL_MODEL], " epochs");
    if (!p)
        return;
    double x = 0, unit = 1;
    for (p--; p > s->cell[CELL_MODEL] && *p >= '0' && *p <= '9'; p--, unit *= 10)
        x += (*p - '0') * unit;
    s->job.samples = IMAGENET_IMAGES;
    s->job.epochs = x;
}

/* Number at p, and where it ends. */
static const char *number_at(const char *p, double *x)
{
    for (*x = 0; *p >= '0' && *p <= '9'; p++)
        *x = 10 * *x + (*p - '0');
    return p;
}

/* "32 epochs of 407 million image-text pairs". */
static void noted_epochs(struct setup *s)
{
    const char *p = strstr(s->cell[CELL_NOTES], " epochs of ");
    double epochs = 0, samples = 0, place = 1;
    if (!p)
        return;
    const char *rest = number_at(p + strlen(" epochs of "), &samples);
    for (p--; p >= s->cell[CELL_NOTES] && *p >= '0' && *p <= '9'; p--, place *= 10)
        epochs += (*p - '0') * place;
    if (epochs < 1 || samples < 1 || !str_starts(rest, " million"))
        return;
    s->job.samples = samples * 1e6;
    s->job.epochs = epochs;
}

/* "about 1.2B tokens to quality", "about 3,000 sequences". */
static void noted_work(struct setup *s)
{
    const char *n = s->cell[CELL_NOTES];
    const char *p = strstr(n, "about ");
    if (!p)
        return;
    double x = 0, place = 0;
    for (p += 6; (*p >= '0' && *p <= '9') || *p == '.' || *p == ','; p++) {
        if (*p == '.')
            place = 1;
        else if (*p != ',') {
            x = 10 * x + (*p - '0');
            place *= 10;
        }
    }
    x /= place > 0 ? place : 1;
    if (str_starts(p, "B tokens"))
        s->job.tokens = x * 1e9;
    else if (str_starts(p, " sequences") && strstr(n, "sequence 8192"))
        s->job.tokens = x * 8192;
    if (strstr(n, "sequence 8192"))
        s->job.context = 8192;
}

/* Row WHAT.MODEL of the factors; NULL when there is none. */
static const struct factor *work_factor(const struct setup *s, const char *what)
{
    char id[96];
    const char *model = s->job.model->id ? s->job.model->id : "";
    int n = snprintf(id, sizeof id, "%s.%s", what, model);
    return n > 0 && (size_t)n < sizeof id ? facts_factor(s->f, "efficiency", id) : NULL;
}

/* Epochs of the published recipe of a detector on COCO (factor work-epochs.MODEL). */
static void recipe_epochs(struct setup *s)
{
    const struct factor *row = work_factor(s, "work-epochs");
    if (!row)
        return;
    s->job.samples = COCO_IMAGES;
    s->job.epochs = row->typical;
}

#define MANY_SAMPLES 1e6
#define TRAINER_EPOCHS 3 /* num_train_epochs of Transformers' TrainingArguments unless told */
#define UTTERANCE_S 12.0 /* of LibriSpeech in the mean */
#define WINDOW_S 30.0 /* of speech, what one pass hears */

static bool reads_text(const struct model *m)
{
    return m->kind == MODEL_DECODER || m->kind == MODEL_VLM || m->kind == MODEL_ENCODER ||
           m->kind == MODEL_ENCODER_DECODER;
}

/* Samples of so many passes, as tokens where the model reads text. */
static void set_samples(struct setup *s, double samples, double epochs)
{
    s->job.epochs = epochs;
    if (reads_text(s->job.model))
        s->job.tokens = samples * s->job.context; /* of one pass: the job multiplies */
    else
        s->job.samples = samples;
}

/* The figure is the time of one pass over the data. */
static bool one_epoch(const struct setup *s)
{
    return str_eq(s->cell[CELL_METRIC], "epoch_hours");
}

/* "ImageNet-1k, 100 epochs": the size of the set is published. Texts of a set of samples are as
 * long as the row says; when it does not, their tokens are not known. */
static void data_set_epochs(struct setup *s, const char *text)
{
    struct data_set set;
    double epochs = one_epoch(s) ? 1 : told_epochs(text);
    bool tune = s->job.task == TASK_FINETUNE;
    if (!known(epochs) && !tune && told_amount(text, &set.amount, &set.unit) &&
        set.amount >= MANY_SAMPLES) { /* "2.63B images": seen in all */
        set_samples(s, set.amount, 1);
        return;
    }
    if (!known(epochs) && tune && reads_text(s->job.model))
        epochs = TRAINER_EPOCHS;
    if (!known(epochs) || (!data_set_named(s->f, text, &set) &&
                           !told_amount(text, &set.amount, &set.unit)))
        return;
    if (set.unit == DATA_TOKENS)
        s->job.tokens = set.amount * epochs;
    else if (set.unit == DATA_HOURS)
        set_samples(s, set.amount * 3600 / (s->rough ? UTTERANCE_S : WINDOW_S), epochs);
    else if (!reads_text(s->job.model) || known(setup_num(s, CELL_SEQ)) ||
             s->job.task == TASK_FINETUNE) /* of the length that instructions have */
        set_samples(s, set.amount, epochs);
}

/* "160k iterations" of a batch that the row states. */
static void told_run(struct setup *s, const char *text)
{
    double steps = told_steps(text), batch = s->job.global_batch;
    if (!known(batch) && known(s->job.micro_batch)) /* nothing said of accumulation */
        batch = s->job.micro_batch * s->shape.per_node * s->shape.nodes;
    if (s->job.training && known(steps) && known(batch))
        set_samples(s, steps * batch, 1);
}

static bool is_known(const struct setup *s)
{
    return known(s->job.tokens) || known(s->job.samples);
}

/* What the notes tell, then what the name of the row's model does. */
static void told_work(struct setup *s)
{
    static const enum cell cells[] = {CELL_NOTES, CELL_MODEL, CELL_HOW};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0] && !is_known(s); i++)
        data_set_epochs(s, s->cell[cells[i]]);
    if (!is_known(s))
        told_run(s, s->cell[CELL_NOTES]);
}

bool work_known(struct setup *s)
{
    double tokens = setup_num(s, CELL_TOKENS);
    s->job.tokens = known(tokens) ? tokens * 1e9 : UNKNOWN;
    if (!known(tokens)) {
        image_epochs(s);
        noted_epochs(s);
        noted_work(s);
    }
    if (!is_known(s))
        told_work(s);
    if (!is_known(s))
        recipe_epochs(s);
    if (one_epoch(s) && known(s->job.epochs))
        s->job.epochs = 1;
    return is_known(s);
}

/* The batch that a row work.MODEL.BATCH is about; UNKNOWN for rows of other kinds and models. */
static double batch_of(const struct factor *row, const char *model)
{
    double batch;
    size_t n = strlen(model);
    if (!str_eq(row->table, "efficiency") || !str_starts(row->id, "work."))
        return UNKNOWN;
    const char *rest = row->id + strlen("work.");
    if (strncmp(rest, model, n) != 0 || rest[n] != '.')
        return UNKNOWN;
    return num_plain(rest + n + 1, &batch) == NUM_OK ? batch : UNKNOWN;
}

/* Forward passes of evaluation, as a share of the passes of training. */
static double evaluation_share(const struct setup *s)
{
    const struct factor *row = work_factor(s, "work-evaluation");
    double passes = s->job.method == METHOD_FULL ? 3 : 2;
    return row ? row->typical / passes : 0;
}

static void set_work(struct setup *s, const struct factor *row, double batch, bool text)
{
    const struct factor *length = work_factor(s, "work-length");
    double samples = row->typical * (str_starts(row->unit, "million") ? 1e6 : 1);
    struct job *j = &s->job;
    j->global_batch = batch;
    if (text) {
        j->context = length ? length->typical : j->context;
        j->tokens = samples * j->context;
    } else {
        j->image_size = length ? length->typical : j->image_size;
        j->samples = samples;
        j->epochs = 1;
    }
}

bool work_to_quality(struct setup *s, struct sizing *z)
{
    const char *model = s->job.model->id;
    enum model_kind kind = s->job.model->kind;
    bool text = kind == MODEL_DECODER || kind == MODEL_ENCODER || kind == MODEL_VLM;
    struct job best = s->job;
    bool any = false;
    for (size_t i = 0; model && i < s->f->factor_n; i++) {
        double batch = batch_of(&s->f->factor[i], model);
        if (!known(batch))
            continue;
        struct sizing at;
        set_work(s, &s->f->factor[i], batch, text);
        size_shape(&s->job, s->f, &s->shape, NULL, &at);
        if (!any || at.hours_per_run.typical < z->hours_per_run.typical) {
            *z = at;
            best = s->job;
            any = true;
        }
    }
    s->job = best;
    if (!any)
        return false;
    double more = 1 + evaluation_share(s);
    z->hours_per_run.low *= more;
    z->hours_per_run.typical *= more;
    z->hours_per_run.high *= more;
    return true;
}
