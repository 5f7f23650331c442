/*
 * wish.c - what a job asks of the machine around the cards.
 *
 * Memory: training 1.5 x VRAM (a third of the MLPerf Training 2.1 and 4.0 hosts have less, the
 * median has 2.9), at least 64 GB; serving 1.2 x the model file + 48 GB and half the VRAM.
 * Cores: 4 a card and at least 8 for serving and language models, 8 for images and speech, 16 for
 * video (quartiles of the same hosts: 9, 14, 16 a card). Drives: system, data set and five
 * checkpoints; of data sets larger than a DGX node's cache (8 x 3.84 TB) that much, beside hard
 * disks with all of it.
 * Read rate: 1.5 x what the loader takes. UPS: in an office that is not a person's own, since
 * machine rooms have theirs and a private desk seldom wants one.
 */
#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/cost/cost.h"

#define RAM_FLOOR_GB 64.0
#define TRAIN_RAM_OF_VRAM 1.5
#define SERVE_RAM_OF_VRAM 0.5
#define SYSTEM_SPACE_GB 500.0 /* system, drivers, containers, caches */
#define STORAGE_LEAST_GB 1000.0
#define CHECKPOINTS 5.0 /* three kept, one being written, one spare */
#define READ_RESERVE 1.5

static double or_zero(double x)
{
    return known(x) && x > 0 ? x : 0;
}

static double more(double a, double b)
{
    return b > a ? b : a;
}

static double model_file_gb(const struct job *job)
{
    if (job->model == NULL || job->weights == NULL)
        return 0;
    return or_zero(model_weight_bytes(job->model, job->weights)) / GB;
}

static double ram_gb(const struct job *job, const struct sizing *z, const struct shape *s)
{
    double vram = or_zero(s->accel->memory_gb) * s->per_node, ram = RAM_FLOOR_GB;
    if (job->training)
        ram = more(ram, TRAIN_RAM_OF_VRAM * vram);
    else
        ram = more(more(ram, 1.2 * model_file_gb(job) + 16 + 32), SERVE_RAM_OF_VRAM * vram);
    if (z != NULL)
        ram = more(ram, or_zero(z->host_ram_need_gb));
    return ram;
}

static double cores(const struct job *job, const struct shape *s)
{
    double each = 4;
    if (job->task == TASK_TRAIN_VISION || job->task == TASK_TRAIN_DIFFUSION ||
        job->task == TASK_TRAIN_SPEECH || job->task == TASK_TRAIN_RECSYS)
        each = job->model != NULL && job->model->kind == MODEL_VIDEO ? 16 : 8;
    return more(8, each * s->per_node);
}

static double storage_gb(const struct job *job, const struct sizing *z)
{
    double gb = SYSTEM_SPACE_GB + 2 * model_file_gb(job);
    if (z != NULL) {
        gb += or_zero(z->dataset_gb) + or_zero(z->drive_gb);
        if (job->training)
            gb += CHECKPOINTS * or_zero(z->checkpoint_gb);
    }
    return num_clamp(gb, STORAGE_LEAST_GB, LOCAL_CACHE_GB);
}

/* On hard disks: what the user keeps, and a data set beyond the cache of a node, from which what is
 * read next is copied. */
static double archive_gb(const struct job *job, const struct sizing *z)
{
    double set = z != NULL ? or_zero(z->dataset_gb) : 0;
    return more(or_zero(job->archive_bytes) / GB, set > LOCAL_CACHE_GB ? set : 0);
}

void build_wish_of(const struct job *job, const struct sizing *z, const struct shape *s,
                   struct build_wish *out)
{
    *out = (struct build_wish){.accel = s->accel, .per_node = s->per_node, .nodes = s->nodes};
    out->host_ram_gb = ram_gb(job, z, s);
    out->host_cores = cores(job, s);
    out->storage_gb = storage_gb(job, z);
    out->archive_gb = archive_gb(job, z);
    out->storage_read_gbs = z != NULL ? READ_RESERVE * or_zero(z->storage_need_gbs) : 0;
    if (s->nodes > 1) { /* what the shape was sized with, else what it needs */
        out->network_gbps = known(s->net_gbps) ? s->net_gbps : or_zero(job->network_gbps);
        out->network_ib = job->network_ib;
        if (z != NULL && !known(s->net_gbps))
            out->network_gbps = more(out->network_gbps, or_zero(z->network_need_gbps));
    }
    out->training = job->training;
    if (z != NULL && job->training) /* hourly, as the finding on endurance has it */
        out->write_tb = or_zero(z->checkpoint_gb) / 1000.0 *
                        or_zero(job_hours_per_month(job, z, NULL)) * or_zero(job->months);
    out->place = job->place;
    struct circuit c = circuit_of(job->country, job->place, job->volts, job->amps);
    out->volts = c.volts;
    out->amps = c.amps;
    out->noise_db = job->noise_db;
    double machines = s->nodes * (known(job->quantity) && job->quantity > 1 ? job->quantity : 1);
    out->rack_units = known(job->rack_units) ? job->rack_units / machines : 0;
    out->ups = job->place == PLACE_OFFICE && job->buyer != BUYER_PERSON;
    /* cards on cables in a mining frame are nothing for a firm or an authority */
    out->no_open_frame = job->buyer == BUYER_ENTERPRISE || job->buyer == BUYER_STATE;
    out->new_only = job->new_only;
    out->currency = job->currency;
    out->country = job->country;
}
