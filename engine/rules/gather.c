/*
 * gather.c - facts of the job, the card, the shape and the sizing, for plans and judged machines
 * alike. What only a plan knows (parts, offer, price) is in gather_plan.c.
 */
#include "engine/rules/gather.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/rules/gather_parts.h"

void fact_yes(struct rule_facts *rf, enum fact_id id, bool yes)
{
    rf->f[id] = yes ? 1.0 : 0.0;
}

void fact_tri(struct rule_facts *rf, enum fact_id id, enum tri t)
{
    rf->f[id] = t == TRI_UNKNOWN ? UNKNOWN : t == TRI_YES ? 1.0 : 0.0;
}

void fact_text(struct rule_facts *rf, enum fact_id id, const char *text)
{
    rf->text[id] = str_empty(text) ? NULL : text;
    rf->f[id] = rf->text[id] ? 1.0 : UNKNOWN;
}

void fact_money(struct rule_facts *rf, enum fact_id id, double amount, const char *currency)
{
    rf->f[id] = amount;
    rf->text[id] = currency;
}

/* --- job ------------------------------------------------------------------------------------- */

static bool computes_in(const struct num_format *fmt, const char *precision)
{
    return fmt && str_eq(fmt->compute, precision);
}

static void gather_formats(const struct job *j, struct rule_facts *rf)
{
    bool fp8 = computes_in(j->precision, "fp8") || computes_in(j->weights, "fp8");
    bool bf16 = computes_in(j->precision, "bf16");
    fact_yes(rf, F_WANTS_FP8, fp8 || (j->needs & NEED_FP8) != 0);
    fact_yes(rf, F_NEEDS_FP8, (j->needs & NEED_FP8) != 0);
    fact_yes(rf, F_WANTS_BF16, bf16 || (j->needs & NEED_BF16) != 0);
    fact_yes(rf, F_BF16_ASKED,
             (bf16 && j->from[Q_PRECISION] == FROM_GIVEN) || (j->needs & NEED_BF16) != 0);
    fact_yes(rf, F_WANTS_FP4, computes_in(j->precision, "fp4") || computes_in(j->weights, "fp4"));
    fact_yes(rf, F_WANTS_INT8,
             computes_in(j->precision, "int8") || computes_in(j->weights, "int8"));
    fact_yes(rf, F_WANTS_FP64, computes_in(j->precision, "fp64") || (j->needs & NEED_FP64) != 0);
    fact_yes(rf, F_WANTS_RT, (j->needs & NEED_RT) != 0);
    fact_yes(rf, F_WANTS_DISPLAY, (j->needs & NEED_DISPLAY) != 0);
    fact_yes(rf, F_WANTS_CUDA, (j->needs & NEED_CUDA) != 0);
    fact_yes(rf, F_WANTS_ECC, (j->needs & NEED_ECC) != 0);
    fact_yes(rf, F_WANTS_P2P, (j->needs & NEED_P2P) != 0);
    rf->f[F_WEIGHT_BITS] = j->weights ? j->weights->body_bits : UNKNOWN;
}

static void gather_wishes(const struct job *j, const struct facts *f, struct rule_facts *rf)
{
    fact_yes(rf, F_HAS_DEADLINE, known(j->deadline_h));
    rf->f[F_DEADLINE] = j->deadline_h;
    fact_yes(rf, F_HAS_TPS_WISH, known(j->tps));
    rf->f[F_TPS_WISH] = j->tps;
    fact_yes(rf, F_HAS_TTFT_WISH, known(j->ttft_s));
    rf->f[F_TTFT_WISH] = j->ttft_s * 1000.0;
    rf->f[F_USERS] = j->users;
    fact_yes(rf, F_HAS_BUDGET, known(j->budget));
    fact_money(rf, F_BUDGET, facts_convert(f, j->budget, j->budget_currency, j->currency, NULL),
               j->currency);
    fact_yes(rf, F_HAS_BUDGET_MONTH, known(j->budget_month));
    fact_money(rf, F_BUDGET_MONTH,
               facts_convert(f, j->budget_month, j->budget_month_currency, j->currency, NULL),
               j->currency);
    rf->f[F_HORIZON] = j->months;
}

static void gather_job(const struct job *j, const struct facts *f, struct rule_facts *rf)
{
    bool text = j->model && (j->model->kind == MODEL_DECODER || j->model->kind == MODEL_VLM ||
                             j->model->kind == MODEL_ENCODER_DECODER);
    fact_yes(rf, F_TRAINING, j->training);
    fact_yes(rf, F_SERVING, j->serving);
    fact_yes(rf, F_ONLINE, j->task == TASK_SERVE);
    fact_yes(rf, F_PRETRAINING, j->task == TASK_PRETRAIN);
    fact_yes(rf, F_LANGUAGE_MODEL, text);
    const char *form = j->model ? j->model->unknown_architecture : NULL;
    fact_yes(rf, F_ARCHITECTURE_KNOWN, form == NULL);
    fact_text(rf, F_ARCHITECTURE, form);
    fact_yes(rf, F_TRAINS_WEIGHTS, j->training && j->method == METHOD_FULL);
    fact_yes(rf, F_OFFLOADS, j->offload != OFFLOAD_NONE);
    if (j->engine)
        fact_yes(rf, F_BATCHES, j->engine->batches);
    fact_yes(rf, F_DRAFTS, j->drafts != DRAFT_NONE);
    fact_yes(rf, F_DRAFT_NAMED, j->draft != NULL);
    rf->f[F_DRAFT_VOCAB] = j->draft ? j->draft->vocab : UNKNOWN;
    rf->f[F_MODEL_VOCAB] = j->model ? j->model->vocab : UNKNOWN;
    gather_formats(j, rf);
    gather_wishes(j, f, rf);
    fact_yes(rf, F_COMPANY,
             j->buyer == BUYER_STARTUP || j->buyer == BUYER_ENTERPRISE || j->buyer == BUYER_STATE);
    fact_yes(rf, F_STATE_BUYER, j->buyer == BUYER_STATE);
    fact_yes(rf, F_CHINA, j->country && str_starts(j->country, "CN"));
    fact_yes(rf, F_DOMESTIC_ONLY, j->domestic_only);
    fact_yes(rf, F_DATA_STAYS, j->data_stays);
    fact_yes(rf, F_INTERRUPTIBLE, j->interruptible);
    fact_yes(rf, F_LIVING_SPACE, j->place == PLACE_DESK || j->place == PLACE_OFFICE);
    fact_yes(rf, F_DATA_CENTRE, j->place == PLACE_SERVER_ROOM || j->place == PLACE_COLO);
    /* the usual limit of a place is no wish: only what was asked for can be missed */
    fact_yes(rf, F_CIRCUIT_GIVEN, j->from[Q_AMPS] == FROM_GIVEN || j->from[Q_PLACE] == FROM_GIVEN);
    fact_yes(rf, F_SHARED_CARD, j->task == TASK_LEARN && j->buyer != BUYER_PERSON);
    fact_yes(rf, F_GROSS, j->gross);
    fact_yes(rf, F_NEW_ATTENTION, j->model && j->model->sparse_attention);
    fact_yes(rf, F_HAS_NOISE_LIMIT, known(j->noise_db) && j->from[Q_NOISE] == FROM_GIVEN);
    rf->f[F_NOISE_LIMIT] = j->noise_db;
}

/* --- card ------------------------------------------------------------------------------------ */

/* Words of the authored export notes, first match counts. Whatever else it says, a note of a
 * product that the buyer's own country makes, or that calls itself allowed, is no control. */
static enum tri export_state(const char *note)
{
    static const struct {
        const char *word;
        enum tri state;
    } words[] = {{"not on the list", TRI_NO}, {"Chinese product", TRI_NO}, {"not sold", TRI_NO},
                 {"banned", TRI_YES},         {"licence", TRI_YES},        {"pause", TRI_YES},
                 {"halted", TRI_YES},         {"stopped", TRI_YES},        {"over the", TRI_YES},
                 {"allowed", TRI_NO}};
    for (size_t i = 0; note && i < sizeof words / sizeof words[0]; i++) {
        if (strstr(note, words[i].word)) {
            return words[i].state;
        }
    }
    return TRI_UNKNOWN;
}

/* export_date: the last YYYY-MM[-DD] that the note names, else the date of the row. */
static void export_date(const struct accel *a, struct rule_facts *rf)
{
    char *to = rf->date[0];
    bool found = false;
    for (const char *p = a->export_note; p && (p = strstr(p, "20")) != NULL; p++) {
        size_t n = strspn(p, "0123456789-");
        if (n >= 7 && n <= 10 && p[4] == '-') {
            memcpy(to, p, n);
            to[n] = '\0';
            found = true;
            p += n - 1;
        }
    }
    fact_text(rf, F_EXPORT_DATE, found ? to : a->from.date);
}

static double pick_16bit(const struct accel *a)
{
    return known(a->bf16_tflops) && a->bf16_tflops > 0 ? a->bf16_tflops : a->fp16_tflops;
}

static void gather_rates(const struct accel *a, struct rule_facts *rf)
{
    rf->f[F_CARD_GB] = a->memory_gb;
    rf->f[F_BANDWIDTH] = a->memory_bandwidth_gbs;
    rf->f[F_CARD_TFLOPS] = pick_16bit(a);
    rf->f[F_FP8] = a->fp8_tflops;
    rf->f[F_BF16] = a->bf16_tflops;
    rf->f[F_FP16] = a->fp16_tflops;
    rf->f[F_FP32] = a->fp32_tflops;
    rf->f[F_FP64] = a->fp64_tflops;
    rf->f[F_FP4] = a->fp4_tflops;
    rf->f[F_INT8] = a->int8_tops;
    rf->f[F_CARD_LINK] = a->link_bandwidth_gbs;
    fact_tri(rf, F_P2P, a->p2p);
    fact_tri(rf, F_CARD_ECC, a->ecc);
    rf->f[F_CARD_W] = a->tdp_w;
    rf->f[F_EPS_PLUG] = a->conn_eps;
    rf->f[F_PLUG_16PIN] = a->conn_12v2x6;
    fact_tri(rf, F_HAS_RT, a->has_rt);
    fact_tri(rf, F_HAS_DISPLAY, a->has_display);
}

static bool status_is(const struct accel *a, const char *word)
{
    return a->status && str_starts(a->status, word);
}

/* A consumer card, by what tells it from a workstation or data-centre card of the same stack:
 * it sits in a slot and its memory has no error correction (or has it off as delivered). */
static enum tri consumer_card(const struct accel *a, enum tri cuda)
{
    if (cuda == TRI_NO || a->form != FORM_PCIE || a->ecc == TRI_YES) {
        return TRI_NO;
    }
    return cuda == TRI_YES && a->ecc == TRI_NO ? TRI_YES : TRI_UNKNOWN;
}

/* gather_form: where it fits, who shares and serves it. */
static void gather_form(const struct accel *a, struct rule_facts *rf)
{
    rf->f[F_SLOT_WIDTH] = a->slot_width;
    rf->f[F_CARD_PCIE_LANES] = a->pcie_lanes;
    rf->f[F_CARD_PCIE_GEN] = a->pcie_gen;
    fact_tri(rf, F_INFERENCE_ONLY, a->inference_only);
    if (a->form != FORM_UNKNOWN) {
        bool mezzanine = a->form_text && strstr(a->form_text, "mezzanine") != NULL;
        fact_yes(rf, F_MODULE_CARD, a->form == FORM_SXM || a->form == FORM_OAM || mezzanine);
        fact_yes(rf, F_SOC_CARD, a->form == FORM_SOC);
    }
    rf->f[F_MIG] = a->mig_slices;
    fact_tri(rf, F_ENGINE_LISTED, a->engine_listed);
    fact_tri(rf, F_ARM_HOST, a->arm_host);
    fact_tri(rf, F_MESH_LINK, a->link_mesh);
    /* both directions over the links to all others: one way over one of them */
    rf->f[F_PEER_LINK] = a->link_bandwidth_gbs / (a->max_link_gpus - 1.0) / 2.0;
    rf->f[F_CARD_PSU] = a->recommended_psu_w;
    fact_yes(rf, F_HAS_CARD_PSU, known(a->recommended_psu_w));
    fact_tri(rf, F_CN_ONLY, a->cn_only);
}

static void gather_card(const struct accel *a, struct rule_facts *rf)
{
    enum tri cuda = str_empty(a->stack) ? TRI_UNKNOWN : TRI_NO;
    if (cuda == TRI_NO && (str_starts(a->stack, "CUDA") || str_starts(a->stack, "JetPack"))) {
        cuda = TRI_YES;
    }
    gather_rates(a, rf);
    fact_tri(rf, F_IS_CUDA, cuda);
    fact_tri(rf, F_CUDA13, a->cuda13);
    rf->f[F_CUDA_CC] = a->cuda_cc;
    fact_text(rf, F_STACK, a->stack);
    fact_tri(rf, F_DOMESTIC_CHIP, a->domestic_cn);
    fact_tri(rf, F_CONSUMER, consumer_card(a, cuda));
    fact_yes(rf, F_GREY_MARKET, status_is(a, "grey"));
    fact_yes(rf, F_OLD_STOCK, status_is(a, "used") || status_is(a, "eol"));
    fact_yes(rf, F_ANNOUNCED, status_is(a, "announced"));
    fact_tri(rf, F_EXPORT_CONTROL, export_state(a->export_note));
    export_date(a, rf);
    if (a->cooling != COOLING_UNKNOWN) {
        fact_yes(rf, F_PASSIVE, a->cooling == COOLING_PASSIVE && a->form == FORM_PCIE);
        fact_yes(rf, F_OPEN_FAN, a->cooling == COOLING_OPEN_FAN);
        fact_yes(rf, F_LIQUID_CARD, a->cooling == COOLING_LIQUID);
    }
    gather_form(a, rf);
    /* 15 mm behind the card; a straight plug wants 35 mm before its cable bends, open-fan cards
     * carry theirs on the side. */
    rf->f[F_CARD_LENGTH] = a->length_mm + 15.0 + (a->cooling == COOLING_OPEN_FAN ? 0.0 : 35.0);
}

/* --- shape and sizing ------------------------------------------------------------------------ */

static void gather_shape(const struct job *j, const struct shape *s, const struct sizing *z,
                         struct rule_facts *rf)
{
    const struct layout *l = &z->layout;
    int split = (l->tp > 1 ? l->tp : 1) * (l->pp > 1 ? l->pp : 1) * (l->ep > 1 ? l->ep : 1) *
                (l->cp > 1 ? l->cp : 1);
    double pools = s->accel->memory_pools > 1 ? s->accel->memory_pools : 1.0;
    int devices = (int)(s->per_node * s->nodes * pools);
    bool exchange = j->training || l->sharding != SHARD_NONE;
    rf->f[F_DEVICES] = devices;
    rf->f[F_PER_NODE] = s->per_node;
    rf->f[F_NODES] = s->nodes;
    rf->f[F_TENSOR_PARALLEL] = l->tp > 1 ? l->tp : 1;
    fact_yes(rf, F_CARDS_TALK, devices > 1 && (exchange || split > 1));
    fact_yes(rf, F_NODES_TALK, s->nodes > 1 && (exchange || split > s->per_node));
    fact_yes(rf, F_REPLICATED, l->sharding != SHARD_ZERO3 && split == 1);
    fact_yes(rf, F_MIXED, s->mixed);
    if (s->mixed) /* bridges join cards of one kind */
        rf->f[F_CARD_LINK] = 0;
    fact_yes(rf, F_LINK_IS_PCIE, s->link_is_pcie);
    rf->f[F_LINK_SPEED] = s->link_gbs;
    rf->f[F_NET] = s->net_gbps;
    fact_tri(rf, F_RDMA, s->rdma);
    rf->f[F_HOST_RAM] = s->host_ram_gb;
    rf->f[F_HOST_RAM_GBS] = s->host_ram_gbs;
    rf->f[F_HOST_CORES] = s->host_cores;
    rf->f[F_VRAM_NODE] = s->per_node * s->accel->memory_gb;
    rf->f[F_VRAM] = s->per_node * s->nodes * s->accel->memory_gb;
    rf->f[F_USABLE_ALL] =
        s->mixed && known(s->mixed_usable_gib) ? s->mixed_usable_gib : devices * z->usable_gib;
}

/* Need with weights in 4 bits: a typical group-wise format stores 4.5 bits a weight. */
static double need_4bit(const struct job *j, const struct sizing *z)
{
    double bits = j->weights ? j->weights->body_bits : UNKNOWN;
    double weights = z->line_gib[MEM_WEIGHTS];
    return z->per_gpu_gib.typical - weights * (1.0 - 4.5 / bits);
}

/* The prompts of all requests come at once and are read one after the other: what the last one
 * waits. Each machine of several takes its share. */
static void gather_burst(const struct job *j, const struct sizing *z, struct rule_facts *rf)
{
    double ways = z->layout.dp > 1 ? z->layout.dp : 1;
    bool prompts = known(j->input_len) && z->bound != BOUND_UNKNOWN;
    rf->f[F_BURST_WAIT] =
        prompts ? 1000.0 * j->users * j->input_len / (z->prefill_tps * ways) : 0.0;
}

static void gather_bounds(const struct job *j, const struct sizing *z, struct rule_facts *rf)
{
    if (z->bound != BOUND_UNKNOWN) {
        fact_yes(rf, F_BOUND_BANDWIDTH, z->bound == BOUND_MEMORY_BANDWIDTH);
        fact_yes(rf, F_BOUND_LINK, z->bound == BOUND_COMMUNICATION);
        fact_yes(rf, F_BOUND_HOST, z->bound == BOUND_HOST_MEMORY);
        fact_yes(rf, F_BOUND_LOADER, z->bound == BOUND_LOADER);
    } else { /* nothing was computed that could be bound: the verdict says why, or the card */
        bool speed_wanting = j->serving && known(z->max_users) && !known(rf->f[F_BANDWIDTH]);
        if (!speed_wanting)
            fact_yes(rf, F_BOUND_BANDWIDTH, false);
        fact_yes(rf, F_BOUND_LINK, false);
        fact_yes(rf, F_BOUND_HOST, false);
        fact_yes(rf, F_BOUND_LOADER, false);
    }
    rf->f[F_DRAFT_GAIN] = z->draft_gain;
    rf->f[F_PER_USER] = z->per_user;
    rf->f[F_TTFT] = z->ttft_ms;
    rf->f[F_MAX_USERS] = z->max_users;
    gather_burst(j, z, rf);
    rf->f[F_COMM_SHARE] = z->comm_share;
    rf->f[F_SPLIT_LOSS] = z->split_loss;
    fact_yes(rf, F_HAS_TIME, known(z->hours_per_run.typical));
    rf->f[F_HOURS] = z->hours_per_run.typical;
    rf->f[F_HOURS_HIGH] = z->hours_per_run.high;
}

/* Cores a card wants, by the work of its loader (MLPerf hosts, quartiles 9 / 14 / 16 a card): the
 * figures that a planned machine is built with. */
static double cores_need(const struct job *j, int per_node)
{
    bool decodes = j->task == TASK_TRAIN_VISION || j->task == TASK_TRAIN_DIFFUSION ||
                   j->task == TASK_TRAIN_SPEECH || j->task == TASK_TRAIN_RECSYS;
    bool video = j->model && j->model->kind == MODEL_VIDEO;
    double each = !decodes ? 4.0 : video ? 16.0 : 8.0;
    return each * per_node;
}

static void gather_sizing(const struct job *j, const struct shape *s, const struct sizing *z,
                          struct rule_facts *rf)
{
    gather_shape(j, s, z, rf);
    fact_yes(rf, F_MODELLED, z->verdict != VERDICT_NOT_MODELLED);
    fact_yes(rf, F_VALIDATED, z->basis == BASIS_MEASURED);
    fact_yes(rf, F_FORM_MEASURED, z->basis != BASIS_NO_FORM);
    fact_yes(rf, F_CLASS_MEASURED, z->basis != BASIS_NO_CLASS);
    fact_yes(rf, F_LAYERS_KNOWN, z->basis != BASIS_NO_SHAPE);
    fact_yes(rf, F_CARD_MEASURED, z->basis != BASIS_NO_CARD);
    fact_yes(rf, F_SHARD_FITS, z->verdict == VERDICT_DEPENDS);
    rf->f[F_NEED] = z->per_gpu_gib.typical;
    rf->f[F_NEED_COPY] = known(z->copy_gib) ? z->copy_gib : z->per_gpu_gib.typical;
    rf->f[F_NEED_HIGH] = z->per_gpu_gib.high;
    rf->f[F_NEED_4BIT] = need_4bit(j, z);
    rf->f[F_USABLE] = z->usable_gib;
    rf->f[F_MAX_MICRO_BATCH] = z->max_micro_batch;
    gather_bounds(j, z, rf);
    rf->f[F_HOST_NEED] = z->host_ram_need_gb;
    rf->f[F_STORAGE_NEED] = z->storage_need_gbs;
    rf->f[F_NET_NEED] = z->network_need_gbps;
    rf->f[F_CHECKPOINT] = z->checkpoint_gb;
    /* the data once and five checkpoints: three kept, one being written, one spare */
    rf->f[F_SPACE_NEED] =
        (known(z->dataset_gb) ? z->dataset_gb : 0.0) + 5.0 * z->checkpoint_gb + z->drive_gb;
    rf->f[F_DRIVE_NEED] = z->drive_gb;
    rf->f[F_DATA_SIZE] = known(z->dataset_gb) ? z->dataset_gb : 0.0;
    /* two bytes a parameter, however they are kept on the card */
    rf->f[F_GRADIENTS] = j->model ? 2.0 * j->model->params_b : UNKNOWN;
    rf->f[F_CORES_NEED] = cores_need(j, s->per_node);
    /* reads of small samples; those of a megabyte and more, and text in long files, count as none
     */
    double sample = job_sample_bytes(j);
    bool small = j->task == TASK_TRAIN_VISION && sample < 1e6;
    rf->f[F_SMALL_READS] = small ? z->storage_need_gbs * 1e9 / sample : 0.0;
}

/* Nothing beyond card and sizing is part of the answer until somebody says so. */
static void gather_off(struct rule_facts *rf)
{
    static const enum fact_id off[] = {
        F_HAS_LORA_WAY, F_HAS_SMALLEST, F_HAS_BUILD,    F_IS_RENT,     F_AT_HAND,    F_HAS_HOST,
        F_JUDGES_POWER, F_JUDGES_PSU,   F_JUDGES_CORES, F_HAS_MODULES, F_HAS_DRIVES, F_RACK_SERVER,
        F_HAS_PSU_PART, F_HAS_COOLER,   F_HAS_UPS,      F_HAS_CASE,    F_HAS_PRICE,  F_HAS_MEDIAN,
        F_SPOT,         F_COMMUNITY,    F_IS_BOARD,     F_HAS_CPU,     F_HAS_NIC,    F_RISERS,
        F_SWITCHED,     F_ASKING,       F_ON_DEMAND,    F_ABROAD,      F_HOLDS_DATA, F_LINE_UNKNOWN,
        F_HAS_PLUG,     F_POLICY_BREACH};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        fact_yes(rf, off[i], false);
    }
}

void gather_base(const struct job *j, const struct facts *f, const struct shape *s,
                 const struct sizing *z, struct rule_facts *rf)
{
    rule_facts_init(rf);
    gather_off(rf);
    gather_job(j, f, rf);
    gather_card(s->accel, rf);
    const struct software *soft = facts_software(f, s->accel);
    fact_text(rf, F_DRIVER_TOOL, soft != NULL ? soft->tool : NULL);
    gather_sizing(j, s, z, rf);
}

void rules_gather_need(const struct need *need, struct rule_facts *rf)
{
    if (need && need->lora_card) {
        fact_yes(rf, F_HAS_LORA_WAY, true);
        fact_text(rf, F_LORA_CARD, accel_label(need->lora_card));
        rf->f[F_LORA_GIB] = need->lora_gib;
    }
    if (!need || !need->smallest) {
        return;
    }
    const struct accel *a = need->smallest;
    fact_yes(rf, F_HAS_SMALLEST, true);
    fact_text(rf, F_SMALLEST, accel_label(a));
    rf->f[F_SMALLEST_COUNT] = need->smallest_count;
    rf->f[F_SMALLEST_GB] = a->memory_gb;
    rf->f[F_SMALLEST_TFLOPS] = pick_16bit(a);
    rf->f[F_SMALLEST_VRAM] = need->smallest_count * a->memory_gb;
}

/* --- a judged machine ------------------------------------------------------------------------ */

static const struct hardware *have_of(const struct job *j, const struct shape *s)
{
    for (int i = 0; i < j->have.n; i++) {
        if (j->have.group[i].accel == s->accel) {
            return &j->have;
        }
    }
    return NULL;
}

static double cards_at_hand(const struct hardware *h, double *watts)
{
    double n = 0.0;
    *watts = 0.0;
    for (int i = 0; i < h->n; i++) {
        int count = h->group[i].count > 0 ? h->group[i].count : 1;
        n += count;
        *watts += count * h->group[i].accel->tdp_w;
    }
    return n;
}

/* Load of a machine at hand by the load model of the build. A CPU that was not named counts as a
 * desktop one of 125 W, the usual base power of the upper desktop class. */
static double have_load(const struct hardware *h)
{
    double cards;
    cards_at_hand(h, &cards);
    bool told = h->cpu && known(h->cpu->tdp_w);
    struct load l = {.gpu_w = cards,
                     .gpus = 1,
                     .cpus = 1,
                     .udimm = 2,
                     .m2 = 1,
                     .cpu_tdp_w = told ? h->cpu->tdp_w : 125.0,
                     .server = h->platform && !h->platform->is_board};
    return load_watts(&l);
}

/* The power a card may draw so that the machine stays below the circuit: what the rest leaves. */
void gather_card_limit(double load_w, double cards_w, double cards, struct rule_facts *rf)
{
    double circuit_dc = rf->f[F_CIRCUIT] * load_w / rf->f[F_WALL];
    rf->f[F_CARD_LIMIT] = floor((circuit_dc - (load_w - cards_w)) / cards / 5.0) * 5.0;
}

static void gather_have(const struct job *j, const struct hardware *h, struct rule_facts *rf)
{
    struct circuit c = circuit_of(j->country, j->place, j->volts, j->amps);
    fact_yes(rf, F_AT_HAND, true);
    fact_yes(rf, F_HAS_HOST, true);
    fact_yes(rf, F_JUDGES_POWER, true);
    fact_yes(rf, F_JUDGES_PSU, true);
    fact_yes(rf, F_JUDGES_CORES, h->cpu && known(h->cpu->cores));
    rf->f[F_PSU_USABLE] = rf->f[F_PSU_RATED] = h->psu_w;
    fact_yes(rf, F_PSU_REDUNDANT, false);
    rf->f[F_PSU_LOAD] = have_load(h);
    rf->f[F_WALL] = rf->f[F_PSU_LOAD] / psu_efficiency(NULL, c.volts);
    rf->f[F_CIRCUIT] = c.watts;
    double cards_w, cards = cards_at_hand(h, &cards_w);
    gather_card_limit(rf->f[F_PSU_LOAD], cards_w, cards, rf);
    if (h->platform) {
        gather_chassis(h->platform, rf);
    }
}

/* Ring all-reduce: each machine sends and receives 2 (N-1)/N of the bytes. */
void gather_exchange(struct rule_facts *rf)
{
    double n = rf->f[F_NODES];
    rf->f[F_EXCHANGE] = 2.0 * (n - 1.0) / n * rf->f[F_GRADIENTS] * 8.0 / rf->f[F_NET];
}

void rules_gather_sizing(const struct job *job, const struct facts *f, const struct shape *s,
                         const struct sizing *z, struct rule_facts *out)
{
    gather_base(job, f, s, z, out);
    out->f[F_MACHINES] = s->nodes;
    gather_exchange(out);
    const struct hardware *h = have_of(job, s);
    if (h) {
        gather_have(job, h, out);
    }
}
