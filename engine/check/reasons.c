/*
 * reasons.c - the table of reasons and their order.
 *
 * A row says when it may hold at all and computes what the machine would then show: the job or the
 * shape is changed and sized again, so that every figure comes from the same engine as the band.
 * First come the rows whose figure agrees with the measurement within the scatter of published ones
 * (a third), nearest first in steps of that scatter; among equals the one that more of thirty real
 * cases turned out to be. Rows without a figure of their own stand behind those that agree.
 */
#include "engine/check/reasons.h"

#include <math.h>
#include <stdlib.h>

#include "base/str.h"

#define SCATTER 1.35 /* nine in ten published decode rates lie within it */

struct figure {
    double expected;     /* in the unit of the measurement */
    struct msg_arg told; /* the second figure of the text */
};
struct row {
    const char *id;
    enum msg_id why, remedy;
    int seen; /* of thirty real cases */
    bool (*applies)(const struct reasoning *r);
    struct figure (*figure)(const struct reasoning *r);
};

/* --- what if ---------------------------------------------------------------------------------- */
static double sized(const struct reasoning *r, const struct job *job, const struct shape *s)
{
    struct sizing z;
    size_shape(job, r->f, s, NULL, &z);
    return measured_band(r, job, &z).typical;
}

static bool is_rate(const struct reasoning *r)
{
    return r->m->unit != MEASURED_GIB && r->m->unit != MEASURED_WATTS;
}

/* A rate by a factor: hours grow where rates shrink. */
static double slowed(const struct reasoning *r, double by)
{
    return r->m->unit == MEASURED_HOURS ? r->band.typical / by : r->band.typical * by;
}

static bool is_moe(const struct model *m)
{
    return m != NULL && known(m->experts) && m->experts > 1;
}

static bool language(const struct reasoning *r)
{
    const struct model *m = r->job->model;
    return m != NULL &&
           (m->kind == MODEL_DECODER || m->kind == MODEL_VLM || m->kind == MODEL_ENCODER_DECODER);
}

static bool decodes(const struct reasoning *r)
{
    return is_rate(r) && r->job->serving && language(r);
}

static int devices(const struct reasoning *r)
{
    return r->s->per_node * r->s->nodes;
}

/* --- the rows --------------------------------------------------------------------------------- */
static bool inside(const struct reasoning *r)
{
    return r->place == PLACE_INSIDE && is_rate(r);
}

static struct figure as_expected(const struct reasoning *r)
{
    return (struct figure){r->band.typical, ARG_MSG(bound_msg(r->z->bound))};
}

static bool by_bandwidth(const struct reasoning *r)
{
    return decodes(r) && r->z->bound == BOUND_MEMORY_BANDWIDTH && !(r->job->users > 1);
}

static struct figure card_bandwidth(const struct reasoning *r)
{
    return (struct figure){r->band.typical, ARG_GBS(r->s->accel->memory_bandwidth_gbs)};
}

static bool by_host(const struct reasoning *r)
{
    return is_rate(r) && r->job->offload != OFFLOAD_NONE && known(r->s->host_ram_gbs);
}

static struct figure host_bandwidth(const struct reasoning *r)
{
    return (struct figure){r->band.typical, ARG_GBS(r->s->host_ram_gbs)};
}

static struct figure host_part(const struct reasoning *r, double part)
{
    struct shape s = *r->s;
    s.host_ram_gbs *= part;
    return (struct figure){sized(r, r->job, &s), ARG_GBS(s.host_ram_gbs)};
}

static struct figure host_half(const struct reasoning *r)
{
    return host_part(r, 0.5);
}

static bool two_channels(const struct reasoning *r)
{
    return by_host(r) && r->x->bom.mem_channels >= 2;
}

static struct figure one_channel(const struct reasoning *r)
{
    return host_part(r, 1.0 / r->x->bom.mem_channels);
}

static bool two_sockets(const struct reasoning *r)
{
    const struct platform *p = r->x->bom.platform;
    return by_host(r) && p != NULL && known(p->sockets) && p->sockets >= 2;
}

static bool may_offload(const struct reasoning *r)
{
    return is_rate(r) && language(r) && r->job->offload == OFFLOAD_NONE;
}

static struct figure offloaded(const struct reasoning *r)
{
    struct job job = *r->job;
    job.offload = job.serving && is_moe(job.model) ? OFFLOAD_EXPERTS : OFFLOAD_CPU;
    job.from[Q_OFFLOAD] = FROM_GIVEN;
    return (struct figure){sized(r, &job, r->s), ARG_GBS(r->s->host_ram_gbs)};
}

/* More than cards and host memory hold is read from the drives. */
static bool may_swap(const struct reasoning *r)
{
    return decodes(r) && known(r->x->bom.storage_read_gbs) && known(r->s->host_ram_gb) &&
           r->job->weights != NULL &&
           model_weight_bytes(r->job->model, r->job->weights) / GB > 0.8 * r->s->host_ram_gb;
}

static struct figure from_drives(const struct reasoning *r)
{
    struct job job = *r->job;
    struct shape s = *r->s;
    job.offload = is_moe(job.model) ? OFFLOAD_EXPERTS : OFFLOAD_CPU;
    s.host_ram_gbs = r->x->bom.storage_read_gbs;
    return (struct figure){sized(r, &job, &s), ARG_GBS(s.host_ram_gbs)};
}

static bool over_pcie(const struct reasoning *r)
{
    return is_rate(r) && r->s->per_node > 1 && r->s->link_is_pcie && known(r->s->link_gbs);
}

static struct figure link_part(const struct reasoning *r, double part)
{
    struct shape s = *r->s;
    s.link_gbs *= part;
    return (struct figure){sized(r, r->job, &s), ARG_GBS(s.link_gbs)};
}

static struct figure link_half(const struct reasoning *r)
{
    return link_part(r, 0.5);
}

static struct figure link_quarter(const struct reasoning *r)
{
    return link_part(r, 0.25);
}

static struct figure link_sixteenth(const struct reasoning *r)
{
    return link_part(r, 1.0 / 16);
}

static bool split_in_node(const struct reasoning *r)
{
    return is_rate(r) && r->s->per_node > 1 && r->s->nodes == 1;
}

static struct figure one_card(const struct reasoning *r)
{
    struct job job = *r->job;
    struct shape s = *r->s;
    s.per_node = 1;
    job.tp = job.pp = job.dp = job.ep = job.cp = 0;
    return (struct figure){sized(r, &job, &s), ARG_INT(r->s->per_node)};
}

static bool over_network(const struct reasoning *r)
{
    return is_rate(r) && r->s->nodes > 1;
}

static struct figure net_at(const struct reasoning *r, double gbps)
{
    struct shape s = *r->s;
    s.net_gbps = gbps;
    s.rdma = TRI_NO;
    return (struct figure){sized(r, r->job, &s), ARG_GBPS(gbps)};
}

/* Copies by the CPU over sockets: about 25 Gbit/s a machine, also where the port carries 100
 * (github.com/NVIDIA/nccl, question 318, 2020-04). */
static struct figure rdma_off(const struct reasoning *r)
{
    return net_at(r, r->s->net_gbps > 25 ? 25 : r->s->net_gbps);
}

static struct figure over_tcp(const struct reasoning *r)
{
    return net_at(r, 10);
}

static struct figure network_told(const struct reasoning *r)
{
    return (struct figure){r->band.typical, ARG_GBPS(r->s->net_gbps)};
}

static bool network_bound(const struct reasoning *r)
{
    return over_network(r) && (r->z->bound == BOUND_COMMUNICATION || r->z->comm_share > 0.2);
}

static bool many_requests(const struct reasoning *r)
{
    return is_rate(r) && r->job->serving && known(r->job->users) && r->job->users > 1 &&
           r->m->unit == MEASURED_TOKENS;
}

static struct figure one_at_a_time(const struct reasoning *r)
{
    struct job job = *r->job;
    job.users = 1;
    return (struct figure){sized(r, &job, r->s), ARG_INT(r->job->users)};
}

static struct figure of_one_user(const struct reasoning *r)
{
    return (struct figure){r->z->per_user, ARG_INT(r->job->users)};
}

static bool has_prompt(const struct reasoning *r)
{
    return decodes(r) && r->job->task == TASK_SERVE && known(r->z->ttft_ms) &&
           known(r->z->tpot_ms) && known(r->job->output_len);
}

static struct figure with_prompt(const struct reasoning *r)
{
    double out = r->job->output_len * r->z->tpot_ms;
    return (struct figure){slowed(r, out / (out + r->z->ttft_ms)), ARG_MS(r->z->ttft_ms)};
}

static bool is_quantised(const struct reasoning *r)
{
    return decodes(r) && r->job->weights != NULL && r->job->weights->body_bits < 16;
}

static struct figure in_16_bits(const struct reasoning *r)
{
    struct job job = *r->job;
    job.weights = num_format_find("bf16");
    return (struct figure){sized(r, &job, r->s), ARG_STR(r->job->weights->id)};
}

static bool in_16_bit_units(const struct reasoning *r)
{
    return is_rate(r) && r->job->precision != NULL &&
           (str_eq(r->job->precision->compute, "bf16") ||
            str_eq(r->job->precision->compute, "fp16") ||
            str_eq(r->job->precision->compute, "fp8"));
}

static struct figure in_fp32(const struct reasoning *r)
{
    struct job job = *r->job;
    job.precision = num_format_find("fp32");
    if (job.training)
        job.weights = job.precision;
    return (struct figure){sized(r, &job, r->s), ARG_STR(r->job->precision->id)};
}

/* A format that the card's units do not have: its peak in it is 0. */
static bool format_missing(const struct reasoning *r)
{
    return in_16_bit_units(r) && accel_peak_tflops(r->s->accel, r->job->precision->compute) <= 0;
}

/* 600 W cards at 300 W keep 96 % with one request and 70 % with 64; a card of 350 W at 250 W 94 %.
 */
static struct figure half_power(const struct reasoning *r)
{
    double keeps = r->z->bound == BOUND_MEMORY_BANDWIDTH ? 0.96 : 0.70;
    return (struct figure){slowed(r, keeps), ARG_WATT(r->s->accel->tdp_w / 2)};
}

static bool computes(const struct reasoning *r)
{
    return is_rate(r) && known(r->s->accel->tdp_w) && r->band.typical > 0 &&
           r->z->bound != BOUND_HOST_MEMORY;
}

/* After a failed supply or at the limit of heat the clock is braked to a quarter. */
static struct figure braked(const struct reasoning *r)
{
    return (struct figure){slowed(r, 0.25), ARG_PCT(0.25)};
}

static bool cpu_known(const struct reasoning *r)
{
    return is_rate(r) && language(r) && r->x->bom.cpu != NULL && known(r->x->bom.cpu->base_ghz) &&
           known(r->x->bom.host_cores);
}

/* Two fused multiply-adds of eight 32-bit numbers a clock and core. */
static struct figure on_the_cpu(const struct reasoning *r)
{
    double tflops = r->x->bom.host_cores * r->x->bom.cpu->base_ghz * 32 / 1000;
    double peak = accel_peak_tflops(r->s->accel, "bf16");
    if (r->job->serving)
        return (struct figure){offloaded(r).expected, ARG_NUM(tflops)};
    return (struct figure){slowed(r, tflops / (peak * devices(r))), ARG_NUM(tflops)};
}

static bool trains(const struct reasoning *r)
{
    return is_rate(r) && r->job->training;
}

static struct figure single_batch(const struct reasoning *r)
{
    struct job job = *r->job;
    job.micro_batch = 1;
    return (struct figure){sized(r, &job, r->s), ARG_NUM(r->z->layout.micro_batch)};
}

static bool large_batch(const struct reasoning *r)
{
    return trains(r) && r->z->layout.micro_batch > 1;
}

static struct figure one_worker(const struct reasoning *r)
{
    struct shape s = *r->s;
    s.host_cores = 2;
    return (struct figure){sized(r, r->job, &s), ARG_INT(2)};
}

static bool loads_samples(const struct reasoning *r)
{
    return trains(r) && !language(r);
}

static bool young_stack(const struct reasoning *r)
{
    const struct accel *a = r->s->accel;
    return is_rate(r) && !str_empty(a->stack) && !str_starts(a->stack, "CUDA");
}

static struct figure no_figure(const struct reasoning *r)
{
    return (struct figure){UNKNOWN, ARG_STR(r->s->accel->stack)};
}

static bool needs_memory(const struct reasoning *r)
{
    return r->m->unit == MEASURED_GIB;
}

static bool serves_memory(const struct reasoning *r)
{
    return needs_memory(r) && r->job->serving;
}

static struct figure reserved(const struct reasoning *r)
{
    return (struct figure){0.9 * r->s->accel->memory_gb, ARG_PCT(0.9)};
}

static bool has_copy(const struct reasoning *r)
{
    return needs_memory(r) && known(r->z->copy_gib) && devices(r) > 1;
}

static struct figure full_copy(const struct reasoning *r)
{
    return (struct figure){r->z->copy_gib, ARG_INT(devices(r))};
}

static struct figure two_processes(const struct reasoning *r)
{
    return (struct figure){2 * r->band.typical, ARG_INT(2)};
}

#define TEXT(ID) MSG_REASON_##ID, MSG_REASON_##ID##_FIX
static const struct row rows[] = {
    {"as-expected", TEXT(AS_EXPECTED), 3, inside, as_expected},
    {"card-bandwidth", TEXT(CARD_BANDWIDTH), 4, by_bandwidth, card_bandwidth},
    {"host-bandwidth", TEXT(HOST_BANDWIDTH), 4, by_host, host_bandwidth},
    {"host-channels", TEXT(HOST_CHANNELS), 4, by_host, host_half},
    {"one-channel", TEXT(ONE_CHANNEL), 2, two_channels, one_channel},
    {"one-socket", TEXT(ONE_SOCKET), 3, two_sockets, host_half},
    {"host-memory", TEXT(HOST_MEMORY), 3, may_offload, offloaded},
    {"swap", TEXT(SWAP), 1, may_swap, from_drives},
    {"link-half", TEXT(LINK_HALF), 4, over_pcie, link_half},
    {"link-quarter", TEXT(LINK_QUARTER), 3, over_pcie, link_quarter},
    {"link-x1", TEXT(LINK_X1), 1, over_pcie, link_sixteenth},
    {"one-card-works", TEXT(ONE_CARD_WORKS), 2, split_in_node, one_card},
    {"network-bound", TEXT(NETWORK_BOUND), 4, network_bound, network_told},
    {"rdma-off", TEXT(RDMA_OFF), 4, over_network, rdma_off},
    {"tcp-network", TEXT(TCP_NETWORK), 4, over_network, over_tcp},
    {"one-request", TEXT(ONE_REQUEST), 4, many_requests, one_at_a_time},
    {"per-user-told", TEXT(PER_USER_TOLD), 1, many_requests, of_one_user},
    {"prompt-counted", TEXT(PROMPT_COUNTED), 2, has_prompt, with_prompt},
    {"format-16-bit", TEXT(FORMAT_16_BIT), 2, is_quantised, in_16_bits},
    {"format-missing", TEXT(FORMAT_MISSING), 5, format_missing, in_fp32},
    {"no-tensor-units", TEXT(NO_TENSOR_UNITS), 2, in_16_bit_units, in_fp32},
    {"power-limit", TEXT(POWER_LIMIT), 2, computes, half_power},
    {"braked", TEXT(BRAKED), 1, computes, braked},
    {"on-the-cpu", TEXT(ON_THE_CPU), 1, cpu_known, on_the_cpu},
    {"small-batch", TEXT(SMALL_BATCH), 1, large_batch, single_batch},
    {"loader", TEXT(LOADER), 2, loads_samples, one_worker},
    {"young-software", TEXT(YOUNG_SOFTWARE), 6, young_stack, no_figure},
    {"reserved-memory", TEXT(RESERVED_MEMORY), 2, serves_memory, reserved},
    {"full-copy", TEXT(FULL_COPY), 2, has_copy, full_copy},
    {"two-processes", TEXT(TWO_PROCESSES), 1, needs_memory, two_processes},
};
#define ROWS (sizeof rows / sizeof rows[0])

/* --- their order ------------------------------------------------------------------------------ */
struct ranked {
    struct reason r;
    int step, seen, row; /* distance in steps of the scatter */
};

static int by_likelihood(const void *va, const void *vb)
{
    const struct ranked *a = (const struct ranked *)va, *b = (const struct ranked *)vb;
    if (a->step != b->step)
        return a->step - b->step;
    return a->seen != b->seen ? b->seen - a->seen : a->row - b->row;
}

/* A reason that changes nothing here explains nothing; those of the band itself are asked when the
 * figure lies in it. */
static bool explains(const struct reasoning *r, const struct row *row, double expected)
{
    bool same = fabs(expected / r->band.typical - 1) < 0.005;
    if (!known(expected))
        return r->slow || r->place == PLACE_UNKNOWN || row->figure == no_figure;
    if (!(expected > 0))
        return false;
    if (row->figure == as_expected)
        return true;
    if (same) /* the band's own bound: told when the figure is near it */
        return (row->figure == card_bandwidth || row->figure == host_bandwidth ||
                row->figure == network_told);
    return true;
}

static double distance(double measured, double expected)
{
    return fabs(log(measured / expected)) / log(SCATTER);
}

/* A cause without a figure of its own stands behind those that agree; where no published
 * measurement stands behind the figures, agreement says less, and it stands beside them. */
static double distance_of(const struct reasoning *r, double expected)
{
    if (known(expected))
        return distance(r->m->value, expected);
    return r->z->basis == BASIS_MEASURED ? 1.5 : 1.0;
}

#define NEAREST 3
int reasons_rank(const struct reasoning *r, struct reason out[REASONS_MAX])
{
    struct ranked all[ROWS];
    size_t n = 0;
    const struct software *soft = facts_software(r->f, r->s->accel);
    struct msg_arg tool =
        soft != NULL && !str_empty(soft->tool) ? ARG_STR(soft->tool) : ARG_NUM(UNKNOWN);
    for (size_t i = 0; i < ROWS; i++) {
        if (!rows[i].applies(r))
            continue;
        struct figure x = rows[i].figure(r);
        if (!explains(r, &rows[i], x.expected))
            continue;
        struct ranked *k = &all[n++];
        double d = distance_of(r, x.expected);
        *k = (struct ranked){.step = rows[i].figure == as_expected ? -2 : (int)ceil(d) - 1,
                             .seen = rows[i].seen,
                             .row = (int)i};
        struct msg_arg figure = measured_arg(r->m->unit, x.expected, r->arena);
        k->r = (struct reason){.id = rows[i].id,
                               .why = msg_make(rows[i].why, 2, figure, x.told),
                               .remedy = msg_make(rows[i].remedy, 3, figure, x.told, tool),
                               .expected = x.expected,
                               .factor = r->m->value / x.expected,
                               .matches = known(x.expected) && d <= 1};
    }
    qsort(all, n, sizeof all[0], by_likelihood);
    int kept = 0;
    for (size_t i = 0; i < n && kept < REASONS_MAX; i++)
        if (all[i].step <= 4) /* more than a factor of 4.5 away is no reason */
            out[kept++] = all[i].r;
    for (size_t i = 0; i < n && i < NEAREST && kept == (int)i; i++) /* but for want of any */
        out[kept++] = all[i].r;
    return kept;
}
