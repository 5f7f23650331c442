#include "base/str.h"
#include "engine/job/kinds.h"
#include "engine/job/names.h"
#include "engine/job/resolve.h"

static const struct model *default_model(const struct resolve *r)
{
    for (size_t i = 0; i < sizeof r->d->models / sizeof r->d->models[0] && r->d->models[i]; i++) {
        const struct model *m = facts_model(r->f, r->d->models[i]);
        if (m) {
            return m;
        }
    }
    for (size_t i = 0; i < r->f->model_n; i++) {
        if (r->d->kinds & (1u << r->f->model[i].kind)) {
            return &r->f->model[i];
        }
    }
    return NULL;
}

static enum err take_model(struct resolve *r)
{
    struct job *j = r->j;
    bool wanted = j->task != TASK_HPC && j->task != TASK_OTHER;
    const struct answer *a = &r->a->a[Q_MODEL];
    if (!wanted && !(a->set && j->task == TASK_OTHER)) {
        return OK;
    }
    if (a->set) {
        enum err result = model_from_text(r->f, r->arena, "model", a->text, &j->model, r->e);
        if (result != OK) {
            return result;
        }
    } else {
        j->model = default_model(r);
        if (!j->model) {
            return job_refuse(r, MSG_JOB_NO_MODEL, 1, ARG_STR(task_word(j->task)));
        }
    }
    job_text(r, Q_MODEL, NULL);
    job_note(r, Q_MODEL, j->model->id);
    enum task instead;
    if (!task_suits(j->task, j->model, &instead)) {
        if (!r->a->a[Q_TASK].set) { /* a model alone tells what is done with it */
            j->task = instead;
            job_note(r, Q_TASK, task_word(instead));
            return OK;
        }
        return job_refuse(r, MSG_JOB_TASK_MODEL, 3, ARG_STR(j->model->name),
                          ARG_STR(task_word(j->task)), ARG_STR(task_word(instead)));
    }
    return OK;
}

static void no_hardware(struct hardware *h)
{
    *h = (struct hardware){.ram_gb = UNKNOWN,
                           .ram_channels_gbs = UNKNOWN,
                           .psu_w = UNKNOWN,
                           .slot_gen = UNKNOWN,
                           .slot_lanes = UNKNOWN};
}

static enum err take_hardware(struct resolve *r)
{
    struct job *j = r->j;
    no_hardware(&j->have);
    no_hardware(&j->gpu);
    const char *have = job_text(r, Q_HAVE, NULL);
    if (have && !str_case_eq(have, "none") && !str_eq(have, "-") && !str_eq(have, "无")) {
        enum err result = hardware_parse(have, HARDWARE_HAVE, r->f, r->arena, &j->have, r->e);
        if (result != OK) {
            return result;
        }
    }
    const char *gpu = job_text(r, Q_GPU, NULL);
    return gpu ? hardware_parse(gpu, HARDWARE_GPU, r->f, r->arena, &j->gpu, r->e) : OK;
}

enum err resolve_model(struct resolve *r)
{
    struct job *j = r->j;
    j->task = (enum task)job_choice(r, Q_TASK, TASK_FINETUNE);
    r->d = task_defaults(j->task);
    enum err result = take_model(r);
    r->d = task_defaults(j->task);
    j->training = task_trains(j->task);
    j->serving = task_serves(j->task);
    return result == OK ? take_hardware(r) : result;
}
