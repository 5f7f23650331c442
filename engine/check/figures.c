/*
 * figures.c - figures that a list tells beside a name: "watts", "cores", "lanes" ... They win over
 * the catalog's row; a name that the catalog does not know becomes a part of these figures alone,
 * everything else of it unknown.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/check/list.h"

enum figure_type {
    FIG_OF_MACHINE /* read by machine.c */,
    FIG_NUM,
    FIG_YES,
    FIG_TEXT,
    FIG_COOLING,
    FIG_FORM
};
struct figure {
    const char *name;
    enum part_kind kind;
    enum figure_type type;
    size_t offset;
    double max; /* of numbers; the least is 0 */
};
#define NUM(NAME, KIND, STRUCT, FIELD, MAX)                                                        \
    {                                                                                              \
        NAME, KIND, FIG_NUM, offsetof(struct STRUCT, FIELD), MAX                                   \
    }
#define YES(NAME, KIND, STRUCT, FIELD)                                                             \
    {                                                                                              \
        NAME, KIND, FIG_YES, offsetof(struct STRUCT, FIELD), 0                                     \
    }
#define TEXT(NAME, KIND, STRUCT, FIELD)                                                            \
    {                                                                                              \
        NAME, KIND, FIG_TEXT, offsetof(struct STRUCT, FIELD), 0                                    \
    }

static const struct figure figures[] = {
    NUM("watts", PART_GPU, accel, tdp_w, 5000), /* the limit of one card */
    NUM("tdp", PART_GPU, accel, tdp_w, 5000),
    NUM("memory_gb", PART_GPU, accel, memory_gb, 4096),
    NUM("bandwidth_gbs", PART_GPU, accel, memory_bandwidth_gbs, 1e6),
    NUM("fp16_tflops", PART_GPU, accel, fp16_tflops, 1e6),
    NUM("bf16_tflops", PART_GPU, accel, bf16_tflops, 1e6),
    NUM("fp32_tflops", PART_GPU, accel, fp32_tflops, 1e6),
    NUM("slot_width", PART_GPU, accel, slot_width, 16),
    NUM("length_mm", PART_GPU, accel, length_mm, 2000),
    NUM("lanes", PART_GPU, accel, pcie_lanes, 32), /* of the slot or cable it hangs on */
    NUM("pcie_gen", PART_GPU, accel, pcie_gen, 8),
    NUM("conn_12v2x6", PART_GPU, accel, conn_12v2x6, 8),
    NUM("conn_8pin", PART_GPU, accel, conn_8pin, 8),
    NUM("conn_eps", PART_GPU, accel, conn_eps, 8),
    {"cooling", PART_GPU, FIG_COOLING, offsetof(struct accel, cooling), 0},
    {"form", PART_GPU, FIG_FORM, offsetof(struct accel, form), 0},
    NUM("sockets", PART_PLATFORM, platform, sockets, 16),
    NUM("mem_slots", PART_PLATFORM, platform, mem_slots, 256),
    NUM("mem_channels", PART_PLATFORM, platform, mem_channels_per_socket, 64),
    NUM("max_mem_gb", PART_PLATFORM, platform, max_mem_gb, 1e6),
    NUM("gpu_max", PART_PLATFORM, platform, gpu_max, 64),
    NUM("x16_slots", PART_PLATFORM, platform, pcie_x16_electrical, 64),
    NUM("pcie_gen", PART_PLATFORM, platform, pcie_gen, 8),
    NUM("max_gpu_watts", PART_PLATFORM, platform, max_gpu_tdp_w, 5000),
    NUM("nvme_bays", PART_PLATFORM, platform, nvme_bays, 256),
    NUM("m2_slots", PART_PLATFORM, platform, m2_slots, 32),
    NUM("psu_count", PART_PLATFORM, platform, psu_count, 32),
    NUM("psu_watts", PART_PLATFORM, platform, psu_w, 20000),
    NUM("rack_u", PART_PLATFORM, platform, rack_u, 60),
    {"wall_watts", PART_PLATFORM, FIG_OF_MACHINE, 0, 1e6},
    {"plug_amps", PART_PLATFORM, FIG_OF_MACHINE, 0, 200},
    {"noise_db", PART_PLATFORM, FIG_OF_MACHINE, 0, 150},
    {"wall_watts", PART_PSU, FIG_OF_MACHINE, 0, 1e6},
    {"plug_amps", PART_PSU, FIG_OF_MACHINE, 0, 200},
    TEXT("psu_redundancy", PART_PLATFORM, platform, psu_redundancy),
    TEXT("cooling", PART_PLATFORM, platform, cooling),
    TEXT("socket", PART_PLATFORM, platform, socket_type),
    TEXT("form", PART_PLATFORM, platform, form_factor),
    TEXT("mem_type", PART_PLATFORM, platform, mem_type),
    NUM("cores", PART_CPU, cpu, cores, 4096),
    NUM("tdp", PART_CPU, cpu, tdp_w, 2000),
    NUM("watts", PART_CPU, cpu, tdp_w, 2000),
    NUM("base_ghz", PART_CPU, cpu, base_ghz, 20),
    NUM("lanes", PART_CPU, cpu, pcie_lanes, 512),
    NUM("pcie_gen", PART_CPU, cpu, pcie_gen, 8),
    NUM("mem_channels", PART_CPU, cpu, mem_channels, 64),
    NUM("speed_mts", PART_CPU, cpu, mem_speed_mts, 20000),
    NUM("max_mem_gb", PART_CPU, cpu, max_mem_gb, 1e6),
    NUM("max_sockets", PART_CPU, cpu, max_sockets, 16),
    TEXT("socket", PART_CPU, cpu, socket),
    NUM("max_tdp", PART_COOLER, cooler, max_tdp_w, 5000),
    NUM("watts", PART_COOLER, cooler, max_tdp_w, 5000),
    NUM("height_mm", PART_COOLER, cooler, height_mm, 1000),
    NUM("radiator_mm", PART_COOLER, cooler, radiator_mm, 2000),
    NUM("module_gb", PART_MEMORY, memory_part, module_gb, 4096),
    NUM("modules", PART_MEMORY, memory_part, modules, 64), /* of a kit */
    NUM("speed_mts", PART_MEMORY, memory_part, speed_mts, 20000),
    NUM("total_gb", PART_MEMORY, memory_part, total_gb, 1e6), /* where modules are not told */
    YES("ecc", PART_MEMORY, memory_part, ecc),
    YES("registered", PART_MEMORY, memory_part, registered),
    TEXT("generation", PART_MEMORY, memory_part, generation),
    NUM("capacity_gb", PART_SSD, ssd, capacity_gb, 1e6),
    NUM("read_mbs", PART_SSD, ssd, seq_read_mbs, 1e6),
    NUM("write_mbs", PART_SSD, ssd, seq_write_mbs, 1e6),
    NUM("tbw", PART_SSD, ssd, tbw, 1e7),
    NUM("dwpd", PART_SSD, ssd, dwpd, 1000),
    TEXT("form", PART_SSD, ssd, form_factor),
    NUM("capacity_gb", PART_HDD, hdd, capacity_gb, 1e6),
    {"raid", PART_HDD, FIG_OF_MACHINE, 0, 60}, /* the level that the drives are bound by */
    NUM("read_mbs", PART_HDD, hdd, sustained_mbs, 1e6),
    NUM("watts", PART_PSU, psu, watts, 20000),
    NUM("atx", PART_PSU, psu, atx_version, 9),
    NUM("conn_12v2x6", PART_PSU, psu, conn_12v2x6, 64),
    NUM("conn_8pin", PART_PSU, psu, conn_8pin, 64),
    NUM("full_power_volts", PART_PSU, psu, min_input_v_full_power, 480),
    NUM("low_mains_watts", PART_PSU, psu, low_mains_w, 20000),
    TEXT("efficiency", PART_PSU, psu, efficiency),
    TEXT("form", PART_PSU, psu, form_factor),
    YES("redundant", PART_PSU, psu, redundant),
    {"spare_units", PART_PSU, FIG_OF_MACHINE, 0, 16}, /* of those told, so many may fail */
    NUM("max_gpu_length_mm", PART_CASE, chassis, max_gpu_length_mm, 2000),
    NUM("slots", PART_CASE, chassis, expansion_slots, 64),
    NUM("gpu_max", PART_CASE, chassis, practical_gpu_count, 64),
    NUM("radiator_mm", PART_CASE, chassis, max_radiator_mm, 2000),
    NUM("rack_u", PART_CASE, chassis, rack_u, 60),
    NUM("bays_35", PART_CASE, chassis, bays_35, 64),
    NUM("size_mm", PART_FAN, fan, size_mm, 300),
    NUM("airflow_m3h", PART_FAN, fan, airflow_m3h, 5000),
    NUM("rpm", PART_FAN, fan, max_rpm, 60000),
    NUM("noise_db", PART_FAN, fan, noise_db, 150),
    NUM("watts", PART_FAN, fan, power_w, 500),
    NUM("ports", PART_NIC, nic, ports, 64),
    NUM("port_gbps", PART_NIC, nic, port_gbps, 3200),
    NUM("pcie_gen", PART_NIC, nic, pcie_gen, 8),
    NUM("lanes", PART_NIC, nic, pcie_lanes, 32),
    NUM("watts", PART_NIC, nic, power_w, 500),
    TEXT("infiniband", PART_NIC, nic, infiniband),
    TEXT("rdma", PART_NIC, nic, rdma_ethernet),
    NUM("watts", PART_UPS, ups, watts, 1e6),
    NUM("va", PART_UPS, ups, va, 1e6),
    NUM("volts", PART_UPS, ups, input_v, 1000),
    TEXT("topology", PART_UPS, ups, topology),
};

static const struct figure *figure_find(enum part_kind kind, const char *name)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (figures[i].kind == kind && str_case_eq(figures[i].name, name))
            return &figures[i];
    return NULL;
}

bool figures_any(const struct parts_line *l)
{
    for (int i = 0; i < l->figure_n; i++)
        if (figure_find(l->kind, l->figure[i].name) != NULL)
            return true;
    return known(l->price);
}

const char *figure_text(const struct parts_line *l, const char *name)
{
    for (int i = 0; i < l->figure_n; i++)
        if (str_case_eq(l->figure[i].name, name))
            return l->figure[i].text;
    return NULL;
}

double figure_number(const struct parts_line *l, const char *name)
{
    double x;
    const char *text = figure_text(l, name);
    return text != NULL && num_parse(text, NUM_PLAIN, &x, NULL) == NUM_OK ? x : UNKNOWN;
}

/* --- rows of which nothing is known ----------------------------------------------------------- */
#define U UNKNOWN
#define NO_PRICE                                                                                   \
    {                                                                                              \
        .amount = U, .low = U, .high = U                                                           \
    }
static const struct accel no_accel = {.release_year = U,
                                      .slot_width = U,
                                      .length_mm = U,
                                      .memory_gb = U,
                                      .memory_pools = U,
                                      .usable_gib = U,
                                      .ecc = TRI_UNKNOWN,
                                      .memory_bandwidth_gbs = U,
                                      .fp64_tflops = U,
                                      .fp32_tflops = U,
                                      .tf32_tflops = U,
                                      .fp16_tflops = U,
                                      .bf16_tflops = U,
                                      .fp8_tflops = U,
                                      .fp4_tflops = U,
                                      .int8_tops = U,
                                      .tdp_w = U,
                                      .conn_12v2x6 = U,
                                      .conn_8pin = U,
                                      .conn_eps = U,
                                      .recommended_psu_w = U,
                                      .pcie_gen = U,
                                      .pcie_lanes = U,
                                      .link_bandwidth_gbs = U,
                                      .max_link_gpus = U,
                                      .p2p = TRI_UNKNOWN,
                                      .cuda_cc = U,
                                      .domestic_cn = TRI_UNKNOWN,
                                      .cn_only = TRI_UNKNOWN,
                                      .inference_only = TRI_UNKNOWN,
                                      .has_rt = TRI_UNKNOWN,
                                      .has_display = TRI_UNKNOWN,
                                      .cuda13 = TRI_UNKNOWN,
                                      .efficiency_class = "default",
                                      .form = FORM_PCIE,
                                      .price = NO_PRICE};
static const struct platform no_platform = {.kind = "motherboard",
                                            .is_board = true,
                                            .sockets = U,
                                            .mem_slots = U,
                                            .mem_channels_per_socket = U,
                                            .max_mem_gb = U,
                                            .gpu_max = U,
                                            .pcie_dual_width_gpus = U,
                                            .pcie_x16_electrical = U,
                                            .pcie_gen = U,
                                            .max_gpu_tdp_w = U,
                                            .nvme_bays = U,
                                            .m2_slots = U,
                                            .psu_count = U,
                                            .psu_w = U,
                                            .rack_u = U,
                                            .includes_count = U,
                                            .price = NO_PRICE};
static const struct cpu no_cpu = {.cores = U,
                                  .threads = U,
                                  .base_ghz = U,
                                  .boost_ghz = U,
                                  .tdp_w = U,
                                  .mem_speed_mts = U,
                                  .mem_channels = U,
                                  .max_mem_gb = U,
                                  .pcie_gen = U,
                                  .pcie_lanes = U,
                                  .max_sockets = U,
                                  .price = NO_PRICE};
static const struct memory_part no_memory = {.module_gb = U,
                                             .modules = 1,
                                             .total_gb = U,
                                             .speed_mts = U,
                                             .ecc = TRI_UNKNOWN,
                                             .registered = TRI_UNKNOWN,
                                             .price = NO_PRICE};
static const struct ssd no_ssd = {.capacity_gb = U,
                                  .pcie_gen = U,
                                  .seq_read_mbs = U,
                                  .seq_write_mbs = U,
                                  .tbw = U,
                                  .dwpd = U,
                                  .plp = TRI_UNKNOWN,
                                  .form_factor = "M.2-2280",
                                  .price = NO_PRICE};
static const struct hdd no_hdd = {.capacity_gb = U, .sustained_mbs = U, .price = NO_PRICE};
static const struct psu no_psu = {.watts = U,
                                  .atx_version = U,
                                  .conn_12v2x6 = U,
                                  .conn_8pin = U,
                                  .min_input_v_full_power = U,
                                  .low_mains_w = U,
                                  .redundant = TRI_UNKNOWN,
                                  .form_factor = "ATX",
                                  .price = NO_PRICE};
static const struct chassis no_chassis = {.max_gpu_length_mm = U,
                                          .expansion_slots = U,
                                          .practical_gpu_count = U,
                                          .volume_l = U,
                                          .rack_u = U,
                                          .max_radiator_mm = U,
                                          .bays_35 = U,
                                          .price = NO_PRICE};
static const struct cooler no_cooler = {.max_tdp_w = U,
                                        .height_mm = U,
                                        .radiator_mm = U,
                                        .noise_db = U,
                                        .rack_u = U,
                                        .price = NO_PRICE};
static const struct fan no_fan = {.size_mm = U,
                                  .thickness_mm = U,
                                  .max_rpm = U,
                                  .airflow_m3h = U,
                                  .pressure_mmh2o = U,
                                  .noise_db = U,
                                  .power_w = U,
                                  .price = NO_PRICE};
static const struct nic no_nic = {.ports = U,
                                  .port_gbps = U,
                                  .total_gbps = U,
                                  .pcie_gen = U,
                                  .pcie_lanes = U,
                                  .power_w = U,
                                  .price = NO_PRICE};
static const struct ups no_ups = {.va = U, .watts = U, .input_v = U, .price = NO_PRICE};

/* The tables of the facts that a list may add to. */
struct own_table {
    enum part_kind kind;
    size_t size, rows, count; /* of a row; where array and count stand in struct facts */
    const void *blank;
    size_t id, name, price;
};
#define TABLE(KIND, STRUCT, FIELD, NAME, BLANK)                                                    \
    {                                                                                              \
        KIND, sizeof(struct STRUCT), offsetof(struct facts, FIELD),                                \
            offsetof(struct facts, FIELD##_n), &(BLANK), offsetof(struct STRUCT, id),              \
            offsetof(struct STRUCT, NAME), offsetof(struct STRUCT, price)                          \
    }
static const struct own_table own_tables[] = {
    TABLE(PART_GPU, accel, accel, label, no_accel),
    TABLE(PART_PLATFORM, platform, platform, model, no_platform),
    TABLE(PART_CPU, cpu, cpu, model, no_cpu),
    TABLE(PART_COOLER, cooler, cooler, name, no_cooler),
    TABLE(PART_MEMORY, memory_part, memory, name, no_memory),
    TABLE(PART_SSD, ssd, ssd, name, no_ssd),
    TABLE(PART_HDD, hdd, hdd, name, no_hdd),
    TABLE(PART_PSU, psu, psu, name, no_psu),
    TABLE(PART_CASE, chassis, chassis, name, no_chassis),
    TABLE(PART_FAN, fan, fan, name, no_fan),
    TABLE(PART_NIC, nic, nic, model, no_nic),
    TABLE(PART_UPS, ups, ups, name, no_ups),
};

static const struct own_table *own_table_of(enum part_kind kind)
{
    for (size_t i = 0; i < sizeof own_tables / sizeof own_tables[0]; i++)
        if (own_tables[i].kind == kind)
            return &own_tables[i];
    return NULL;
}

/* --- one more row ----------------------------------------------------------------------------- */
static bool yes_no(const char *text, enum tri *out)
{
    static const char *const yes[] = {"yes", "true", "1", "是"}, *const no[] = {"no", "false", "0",
                                                                                "否"};
    for (size_t i = 0; i < 4; i++) {
        if (str_case_eq(text, yes[i]) || str_case_eq(text, no[i])) {
            *out = str_case_eq(text, yes[i]) ? TRI_YES : TRI_NO;
            return true;
        }
    }
    return false;
}

static bool cooling_of(const char *text, enum cooling *out)
{
    static const struct {
        const char *word;
        enum cooling c;
    } words[] = {{"passive", COOLING_PASSIVE},   {"blower", COOLING_BLOWER},
                 {"open-fan", COOLING_OPEN_FAN}, {"open fan", COOLING_OPEN_FAN},
                 {"fans", COOLING_OPEN_FAN},     {"liquid", COOLING_LIQUID},
                 {"water", COOLING_LIQUID}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_case_eq(text, words[i].word)) {
            *out = words[i].c;
            return true;
        }
    return false;
}

static bool form_of(const char *text, enum gpu_form *out)
{
    static const struct {
        const char *word;
        enum gpu_form f;
    } words[] = {{"pcie", FORM_PCIE}, {"sxm", FORM_SXM}, {"oam", FORM_OAM}, {"soc", FORM_SOC}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_case_eq(text, words[i].word)) {
            *out = words[i].f;
            return true;
        }
    return false;
}

static bool put(const struct figure *f, const char *text, unsigned char *row)
{
    double x;
    void *at = row + f->offset;
    switch (f->type) {
    case FIG_OF_MACHINE:
        return num_parse(text, NUM_PLAIN, &x, NULL) == NUM_OK && x >= 0 && x <= f->max;
    case FIG_NUM:
        if (num_parse(text, NUM_PLAIN, &x, NULL) != NUM_OK || x < 0 || x > f->max)
            return false;
        memcpy(at, &x, sizeof x);
        return true;
    case FIG_YES: return yes_no(text, (enum tri *)at);
    case FIG_TEXT: memcpy(at, &text, sizeof text); return true;
    case FIG_COOLING: return cooling_of(text, (enum cooling *)at);
    case FIG_FORM: return form_of(text, (enum gpu_form *)at);
    }
    return false;
}

/* What follows from the figures of a row that is none of the catalog's. */
static void derive(enum part_kind kind, bool new_row, unsigned char *row)
{
    if (kind == PART_GPU && new_row) {
        struct accel *a = (struct accel *)(void *)row;
        a->usable_gib = a->memory_gb - 1.0; /* what driver and context of a card keep, GiB */
        a->form_text = "PCIe";
    }
    if (kind == PART_MEMORY) {
        struct memory_part *m = (struct memory_part *)(void *)row;
        if (known(m->module_gb))
            m->total_gb = m->module_gb * m->modules;
    }
    if (kind == PART_PLATFORM && new_row) {
        struct platform *p = (struct platform *)(void *)row;
        p->is_board = !known(p->psu_w); /* brings its own supplies: a whole machine */
        p->kind = p->is_board ? "motherboard" : "server";
        p->gpu_form = "pcie";
    }
}

/* A price without a sign is in the money of the others, or of the country that the list tells. */
static const char *currency_of(const struct parts_list *list, const struct parts_line *l)
{
    static const char *const money[][2] = {
        {"CN", "CNY"}, {"JP", "JPY"}, {"KR", "KRW"}, {"DE", "EUR"}, {"GB", "GBP"}};
    const char *told = l->currency;
    for (int i = 0; i < list->n && told == NULL; i++)
        told = list->line[i].currency;
    for (size_t i = 0; i < sizeof money / sizeof money[0] && told == NULL; i++)
        if (str_eq(list->country, money[i][0]))
            told = money[i][1];
    return told != NULL ? told : "USD";
}

static void take_price(const struct parts_list *list, const struct parts_line *l,
                       unsigned char *price)
{
    struct price p = {
        .amount = l->price, .low = l->price, .high = l->price, .currency = currency_of(list, l)};
    memcpy(price, &p, sizeof p);
}

/* A name of its own in the table, so that lines alike in name stay apart. */
static const char *own_id(const struct own_table *t, const unsigned char *rows, size_t n,
                          const char *name, struct arena *arena)
{
    for (size_t i = 0; i < n; i++) {
        const char *id;
        memcpy(&id, rows + i * t->size + t->id, sizeof id);
        if (str_eq(id, name)) {
            char text[160];
            snprintf(text, sizeof text, "%.120s #%zu", name, n);
            return arena_strdup(arena, text);
        }
    }
    return name;
}

/* Accelerators are looked up by halves: a new one goes where its id belongs. */
static size_t place_of(enum part_kind kind, const unsigned char *rows, size_t n, const char *id)
{
    const struct accel *a = (const struct accel *)(const void *)rows;
    size_t at = n;
    while (kind == PART_GPU && at > 0 && strcmp(a[at - 1].id, id) > 0)
        at--;
    return at;
}

static enum err take_figures(const struct parts_list *list, const struct parts_line *l,
                             unsigned char *row, struct err_info *e)
{
    for (int i = 0; i < l->figure_n; i++) {
        const struct figure *x = figure_find(l->kind, l->figure[i].name);
        if (x != NULL && !put(x, l->figure[i].text, row))
            return parts_fault(list, l, ERR_VALUE, MSG_CHECK_FIGURE, l->figure[i].text,
                               l->figure[i].name, e);
    }
    return OK;
}

enum err figures_apply(const struct parts_list *list, struct facts *f, const struct parts_line *l,
                       size_t base, struct arena *arena, size_t *index, struct err_info *e)
{
    const struct own_table *t = own_table_of(l->kind);
    if (t == NULL)
        return OK;
    unsigned char *facts = (unsigned char *)f, *old;
    size_t n;
    memcpy(&old, facts + t->rows, sizeof old);
    memcpy(&n, facts + t->count, sizeof n);
    unsigned char *rows = (unsigned char *)arena_alloc_array(arena, n + 1, t->size);
    if (rows == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    if (n > 0)
        memcpy(rows, old, n * t->size);
    size_t at = base;
    if (base == SIZE_MAX) {
        const char *name = l->text != NULL ? l->text : l->id;
        const char *id = own_id(t, rows, n, name != NULL ? name : part_kind_word(l->kind), arena);
        at = place_of(l->kind, rows, n, id);
        memmove(rows + (at + 1) * t->size, rows + at * t->size, (n - at) * t->size);
        memcpy(rows + at * t->size, t->blank, t->size);
        memcpy(rows + at * t->size + t->id, &id, sizeof id);
        memcpy(rows + at * t->size + t->name, &name, sizeof name);
        n++;
    }
    if (known(l->price))
        take_price(list, l, rows + at * t->size + t->price);
    enum err rc = take_figures(list, l, rows + at * t->size, e);
    if (rc != OK)
        return rc;
    derive(l->kind, base == SIZE_MAX, rows + at * t->size);
    memcpy(facts + t->rows, &rows, sizeof rows);
    memcpy(facts + t->count, &n, sizeof n);
    *index = at;
    return OK;
}
