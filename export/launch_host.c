/*
 * launch_host.c - the same command as a script of its own, as a Slurm batch script and as a
 * SkyPilot task.
 *
 * Forms: https://slurm.schedmd.com/sbatch.html, https://slurm.schedmd.com/srun.html;
 * https://docs.skypilot.co/en/latest/reference/yaml-spec.html and
 * https://docs.skypilot.co/en/latest/reservations/existing-machines.html (infra: ssh/POOL).
 */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "export/launch.h"

#define DISK_LEAST_GB 256 /* SkyPilot's own default */

/* Does a process of one machine have to know the others? */
static bool talks(const struct launch *x)
{
    return x->nodes > 1 && (x->work == WORK_TRAIN || x->layout.tp * x->layout.pp > x->per_node);
}

void launch_script(const struct launch *x, struct str *out)
{
    enum lang lang = x->o->lang;
    str_add(out, "#!/bin/bash\n");
    launch_comments(x, out);
    if (x->p == NULL) {
        str_add(out, "exit 1\n");
        return;
    }
    if (x->nodes > 1) {
        struct msg m = msg_make(MSG_LAUNCH_ON_EACH, 1, ARG_INT(x->nodes));
        script_comment(out, lang, &m);
    }
    str_add(out, "set -euo pipefail\n\n");
    launch_variables(x, out);
    if (talks(x)) {
        struct msg m = msg_make(MSG_LAUNCH_FILL_MASTER, 0);
        script_fill(out, "MASTER_ADDR", lang, &m);
        if (x->work != WORK_TRAIN) {
            m = msg_make(MSG_LAUNCH_FILL_RANK, 0);
            script_fill(out, "NODE_RANK", lang, &m);
        }
    }
    str_addc(out, '\n');
    launch_body(x, out);
}

/* --- Slurm -------------------------------------------------------------------------------- */
/* D-HH:MM:SS with a seventh to spare; nothing for a server or an unknown time. */
static void slurm_time(const struct launch *x, struct str *out)
{
    double hours = x->z->hours_per_run.high;
    if (x->work != WORK_TRAIN || !known(hours))
        return;
    double minutes = ceil(hours * 60 * 8 / 7);
    double days = floor(minutes / 1440), rest = minutes - days * 1440;
    str_addf(out, "#SBATCH --time=%.0f-%02.0f:%02.0f:00\n", days, floor(rest / 60), fmod(rest, 60));
}

static void slurm_head(const struct launch *x, struct str *out)
{
    double ram = x->p->bom.host_ram_gb, cores = x->p->bom.host_cores;
    str_add(out, "#SBATCH --job-name=");
    launch_name(x, out);
    str_addf(out, "\n#SBATCH --nodes=%d\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node=%d\n",
             x->nodes, x->per_node);
    if (x->p->offer == NULL && known(cores) && cores >= 1)
        str_addf(out, "#SBATCH --cpus-per-task=%.0f\n", cores);
    if (x->p->offer != NULL && known(x->p->offer->vcpus) && x->p->offer->vcpus >= 1)
        str_addf(out, "#SBATCH --cpus-per-task=%.0f\n", x->p->offer->vcpus);
    if (known(x->z->host_ram_need_gb) && x->z->host_ram_need_gb > 0) {
        double need = ceil(x->z->host_ram_need_gb);
        str_addf(out, "#SBATCH --mem=%.0fG\n", known(ram) && ram > 0 ? fmin(need, ram) : need);
    }
    slurm_time(x, out);
    str_add(out, "#SBATCH --output=%x-%j.out\n");
    if (x->p->kind == KIND_SPOT)
        str_add(out, "#SBATCH --requeue\n");
}

/* Each variable of the file between two texts. */
static void names_of_variables(const struct launch *x, const char *before, const char *after,
                               struct str *out)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    launch_variables(x, &s);
    for (const char *p = s.p; *p != '\0';) {
        size_t name = strcspn(p, "="), line = strcspn(p, "\n");
        str_add(out, before);
        str_addn(out, p, name);
        str_add(out, after);
        p += line + (p[line] == '\n');
    }
    str_free(&s);
}

void launch_slurm(const struct launch *x, struct str *out)
{
    str_add(out, "#!/bin/bash\n");
    launch_comments(x, out);
    if (x->p == NULL) {
        str_add(out, "exit 1\n");
        return;
    }
    slurm_head(x, out);
    str_add(out, "set -euo pipefail\n\n");
    launch_variables(x, out);
    if (x->nodes == 1) {
        str_addc(out, '\n');
        launch_body(x, out);
        return;
    }
    if (talks(x))
        str_add(out,
                "MASTER_ADDR=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n");
    str_add(out, "export");
    names_of_variables(x, " ", "", out);
    str_add(out, talks(x) ? " MASTER_ADDR\n" : "\n");
    str_add(out, "\nRUN=$(cat <<'RUN'\nset -euo pipefail\n");
    if (talks(x) && x->work != WORK_TRAIN)
        str_add(out, "NODE_RANK=$SLURM_NODEID\n");
    launch_body(x, out);
    str_add(out, "RUN\n)\nsrun --kill-on-bad-exit=1 bash -c \"$RUN\"\n");
}

/* --- SkyPilot ----------------------------------------------------------------------------- */
/* Clouds that SkyPilot knows, under its names (docs: "Cloud accounts", catalogs v8). */
static const struct {
    const char *ours, *sky;
    bool regions; /* our regions are its regions */
} clouds[] = {
    {"aws", "aws", true},
    {"azure", "azure", true},
    {"gcp", "gcp", true},
    {"lambda", "lambda", true},
    {"oci", "oci", true},
    {"nebius", "nebius", true},
    {"runpod", "runpod", false},
    {"vast", "vast", false},
    {"cudo", "cudo", false},
    {"verda", "verda", false},
    {"hyperstack", "hyperstack", false},
    {"seeweb", "seeweb", false},
    {"shadeform", "shadeform", false},
    {"primeintellect", "primeintellect", false},
    {"jarvislabs", "jarvislabs", false},
    {"digitalocean", "do", false},
    {"yotta", "yotta", false},
};

static void yaml_text(struct str *out, const char *key, const char *value)
{
    struct json_out w;
    str_addf(out, "%s: ", key);
    jw_init(&w, out, false); /* a JSON string is a YAML string */
    jw_str(&w, value);
    str_addc(out, '\n');
}

static void sky_infra(const struct launch *x, struct str *out)
{
    const struct offer *offer = x->p->offer;
    if (offer == NULL) {
        struct msg m = msg_make(MSG_LAUNCH_FILL_POOL, 0);
        str_add(out, "  infra: ssh/FILL-IN-YOUR-POOL  ");
        script_comment(out, x->o->lang, &m);
        return;
    }
    for (size_t i = 0; i < sizeof clouds / sizeof clouds[0]; i++) {
        if (!str_eq(clouds[i].ours, offer->provider))
            continue;
        bool place = clouds[i].regions && script_word(offer->region);
        str_addf(out, "  infra: %s%s%s\n", clouds[i].sky, place ? "/" : "",
                 place ? offer->region : "");
        return;
    }
    struct msg m = msg_make(MSG_LAUNCH_OTHER_CLOUD, 1,
                            ARG_STR(export_provider(x->r->facts, offer, x->o->lang)));
    str_add(out, "  ");
    script_comment(out, x->o->lang, &m);
}

static void sky_card(const struct launch *x, struct str *out)
{
    const struct accel *a = x->p->accel;
    if (script_word(a->sky_name)) {
        str_addf(out, "  accelerators: %s:%d\n", a->sky_name, x->per_node);
        return;
    }
    struct msg m = msg_make(MSG_LAUNCH_FILL_CARD, 1, ARG_STR(accel_label(a)));
    str_addf(out, "  accelerators: FILL-IN-NAME:%d  ", x->per_node);
    script_comment(out, x->o->lang, &m);
}

static double sky_disk(const struct launch *x)
{
    double gb = 100; /* system, images */
    if (x->job->model != NULL && x->job->weights != NULL)
        gb += 1.2 * model_weight_bytes(x->job->model, x->job->weights) / GB;
    if (known(x->z->dataset_gb))
        gb += x->z->dataset_gb;
    if (x->work == WORK_TRAIN && known(x->z->checkpoint_gb))
        gb += 3 * x->z->checkpoint_gb;
    return known(gb) ? fmax(DISK_LEAST_GB, ceil(gb / 64) * 64) : DISK_LEAST_GB;
}

/* Where pip's own wheels are for other cards, the image of the card's maker. */
static const char *sky_image(const struct launch *x)
{
    const struct software *s = x->software;
    if (x->work != WORK_VLLM || s == NULL || str_eq(s->stack, "CUDA") || str_empty(s->image_vllm))
        return NULL;
    return s->image_vllm;
}

static void sky_resources(const struct launch *x, struct str *out)
{
    double ram = x->z->host_ram_need_gb;
    str_add(out, "resources:\n");
    sky_infra(x, out);
    sky_card(x, out);
    if (known(ram) && ram > 0)
        str_addf(out, "  memory: %.0f+\n", ceil(ram));
    if (sky_image(x) != NULL)
        str_addf(out, "  image_id: docker:%s\n", sky_image(x));
    if (x->p->kind == KIND_SPOT)
        str_add(out, "  use_spot: true\n");
    str_addf(out, "  disk_size: %.0f\n", sky_disk(x));
    if (x->work != WORK_TRAIN)
        str_addf(out, "  ports: %d\n", x->work == WORK_LLAMA ? 8080 : 8000);
    if (x->nodes > 1)
        str_add(out, "  network_tier: best\n");
}

static void sky_setup(const struct launch *x, struct str *out)
{
    const char *stack = x->software != NULL ? x->software->stack : "";
    const char *backend = str_eq(stack, "CUDA")       ? "CUDA"
                          : str_starts(stack, "ROCm") ? "HIP"
                                                      : "VULKAN";
    str_add(out, "setup: |\n");
    if (x->work == WORK_VLLM && sky_image(x) != NULL)
        str_add(out, "  vllm --version\n"); /* is in the image */
    else if (x->work == WORK_VLLM)
        str_add(out, "  pip install vllm\n");
    else if (x->work == WORK_TRAIN && train_is_megatron(x))
        str_add(out, "  pip install megatron-core transformers\n");
    else if (x->work == WORK_TRAIN)
        str_add(out, "  pip install trl peft bitsandbytes deepspeed\n");
    else
        str_addf(out,
                 "  git clone --depth 1 https://github.com/ggml-org/llama.cpp\n"
                 "  cmake -S llama.cpp -B build -DGGML_%s=ON\n"
                 "  cmake --build build --config Release -j --target llama-server\n",
                 backend);
}

/* Every line two blanks in: YAML takes them off again. */
static void indented(struct str *out, const char *text)
{
    for (const char *p = text; *p != '\0';) {
        size_t n = strcspn(p, "\n");
        if (n > 0)
            str_add(out, "  ");
        str_addn(out, p, n);
        str_addc(out, '\n');
        p += n + (p[n] == '\n');
    }
}

static void sky_run(const struct launch *x, struct str *out)
{
    struct str s;
    str_init(&s, 64u << 10);
    str_add(&s, "set -euo pipefail\n");
    if (x->work == WORK_LLAMA)
        str_add(&s, "PATH=\"$PWD/build/bin:$PATH\"\n");
    launch_variables(x, &s);
    if (talks(x))
        str_add(&s, "MASTER_ADDR=$(echo \"$SKYPILOT_NODE_IPS\" | head -n 1)\n");
    if (talks(x) && x->work != WORK_TRAIN)
        str_add(&s, "NODE_RANK=$SKYPILOT_NODE_RANK\n");
    launch_body(x, &s);
    str_add(out, "run: |\n");
    indented(out, s.p);
    if (s.failed)
        out->failed = true;
    str_free(&s);
}

void launch_skypilot(const struct launch *x, struct str *out)
{
    struct str name;
    launch_comments(x, out);
    if (x->p == NULL)
        return;
    if (x->p->offer != NULL) {
        struct msg m = msg_make(MSG_LAUNCH_PRICED, 1, ARG_STR(x->p->offer->instance));
        script_comment(out, x->o->lang, &m);
    }
    str_init(&name, 200);
    launch_name(x, &name);
    yaml_text(out, "name", name.p);
    str_free(&name);
    str_addf(out, "num_nodes: %d\n", x->nodes);
    sky_resources(x, out);
    str_add(out, "envs:\n");
    names_of_variables(x, "  ", ": \"\"\n", out); /* empty: what the run below says */
    sky_setup(x, out);
    sky_run(x, out);
}
