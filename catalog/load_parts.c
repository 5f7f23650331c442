/*
 * load_parts.c - host parts: processors, platforms, memory, drives, supplies, cases, coolers,
 * network, UPS, cables. Every SELECT ends with the origin and the price cell.
 */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/load_row.h"

#define ORIGIN "source, as_of, confidence"
#define CELL "price_usd, price_as_of, price_confidence, NULL, price_class"
#define CELL_SCALED "price_usd, price_as_of, price_confidence, price_scale, price_class"

/* finish: origin and price, the last columns of every part. */
static void finish(struct rows *r, const char *table, const char *id, double size, bool whole,
                   struct origin *from, struct price *price)
{
    struct price_cell cell;

    *from = take_origin(r);
    cell = take_price_cell(r);
    cell.source = from->source;
    *price = load_price(r->l, table, id, &cell, size, whole);
}

/* Has the name the number as a word of its own? That of "X24" is none. */
static bool has_number(const char *name, const char *number)
{
    size_t n = strlen(number);

    for (const char *p = strstr(name, number); p != NULL; p = strstr(p + 1, number)) {
        bool starts = p == name || p[-1] == ' ' || p[-1] == '(';

        if (starts && (p[n] < '0' || p[n] > '9') && p[n] != '.')
            return true;
    }
    return false;
}

/* One line of products is sold in several sizes: a bill must tell which. The size is appended
 * unless the name has the number already. */
static const char *sold_as(struct loader *l, const char *name, double size, const char *unit)
{
    char number[32], full[200];

    if (name == NULL || !known(size))
        return name;
    snprintf(number, sizeof(number), "%.4g", size);
    if (has_number(name, number))
        return name;
    snprintf(full, sizeof(full), "%s %s %s", name, number, unit);
    return arena_strdup(l->arena, full);
}

static const char *drive_as_sold(struct loader *l, const char *name, double gb)
{
    return gb >= 1000 ? sold_as(l, name, gb / 1000, "TB") : sold_as(l, name, gb, "GB");
}

/* Makers of CPUs in China. */
static bool chinese_cpu(const char *vendor)
{
    static const char *const makers[] = {"Huawei", "Hygon", "Phytium", "Loongson", "Zhaoxin"};

    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (str_eq(vendor, makers[i]))
            return true;
    return false;
}

static void load_cpus(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "cpus",
              "id, vendor, model, family, segment, socket, mem_type, ecc, cores, threads, "
              "base_ghz, boost_ghz, tdp_w, mem_speed_mts, mem_channels, max_mem_gb, pcie_gen, "
              "pcie_lanes, max_sockets, " ORIGIN ", " CELL);
    l->f->cpu = ROWS_ARRAY(l, &r, struct cpu);
    while (rows_next(&r)) {
        struct cpu *x = &l->f->cpu[l->f->cpu_n++];

        x->id = take_text(&r);
        x->vendor = take_shared(&r);
        x->domestic_cn = chinese_cpu(x->vendor);
        x->model = take_text(&r);
        x->family = take_shared(&r);
        x->segment = take_shared(&r);
        x->socket = take_shared(&r);
        x->mem_type = take_shared(&r);
        x->ecc = take_shared(&r);
        x->cores = take_number(&r);
        x->threads = take_number(&r);
        x->base_ghz = take_number(&r);
        x->boost_ghz = take_number(&r);
        x->tdp_w = take_number(&r);
        x->mem_speed_mts = take_number(&r);
        x->mem_channels = take_number(&r);
        x->max_mem_gb = take_number(&r);
        x->pcie_gen = take_number(&r);
        x->pcie_lanes = take_number(&r);
        x->max_sockets = take_number(&r);
        finish(&r, "cpus", x->id, x->cores, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void take_platform_numbers(struct rows *r, struct platform *x)
{
    x->sockets = take_number(r);
    x->mem_slots = take_number(r);
    x->mem_channels_per_socket = take_number(r);
    x->max_mem_gb = take_number(r);
    x->gpu_max = take_number(r);
    x->pcie_dual_width_gpus = take_number(r);
    x->pcie_x16_electrical = take_number(r);
    x->pcie_gen = take_number(r);
    x->max_gpu_tdp_w = take_number(r);
    x->nvme_bays = take_number(r);
    x->m2_slots = take_number(r);
    x->psu_count = take_number(r);
    x->psu_w = take_number(r);
    x->rack_u = take_number(r);
}

static void load_platforms(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "platforms",
              "id, vendor, model, kind, socket_type, cpu_families, mem_type, gpu_form, nic_slots, "
              "psu_redundancy, cooling, form_factor, is_board, is_complete, includes_accel, "
              "includes_count, made_for, notes, sockets, mem_slots, mem_channels_per_socket, "
              "max_mem_gb, gpu_max, pcie_dual_width_gpus, pcie_x16_electrical, pcie_gen, "
              "max_gpu_tdp_w, nvme_bays, m2_slots, psu_count, psu_w, rack_u, " ORIGIN ", " CELL);
    l->f->platform = ROWS_ARRAY(l, &r, struct platform);
    while (rows_next(&r)) {
        struct platform *x = &l->f->platform[l->f->platform_n++];

        x->id = take_text(&r);
        x->vendor = take_shared(&r);
        x->model = take_text(&r);
        x->kind = take_shared(&r);
        x->socket_type = take_shared(&r);
        x->cpu_families = take_shared(&r);
        x->mem_type = take_shared(&r);
        x->gpu_form = take_shared(&r);
        x->nic_slots = take_shared(&r);
        x->psu_redundancy = take_shared(&r);
        x->cooling = take_shared(&r);
        x->form_factor = take_shared(&r);
        x->is_board = take_flag(&r);
        x->is_complete = take_flag(&r);
        x->includes_accel = take_shared(&r);
        x->includes_count = take_number(&r);
        x->made_for = take_text(&r);
        x->notes = take_text(&r);
        take_platform_numbers(&r, x);
        finish(&r, "platforms", x->id, 1, x->is_complete, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_memory(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "memory",
              "id, brand, name, generation, module_type, module_gb, modules, total_gb, speed_mts, "
              "ecc, registered, " ORIGIN ", " CELL_SCALED);
    l->f->memory = ROWS_ARRAY(l, &r, struct memory_part);
    while (rows_next(&r)) {
        struct memory_part *x = &l->f->memory[l->f->memory_n++];

        x->id = take_text(&r);
        x->brand = take_shared(&r);
        x->name = take_text(&r);
        x->generation = take_shared(&r);
        x->module_type = take_shared(&r);
        x->module_gb = take_number(&r);
        x->modules = take_number(&r);
        x->total_gb = take_number(&r);
        x->speed_mts = take_number(&r);
        x->ecc = take_tri(&r);
        x->registered = take_tri(&r);
        finish(&r, "memory", x->id, x->total_gb, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_ssds(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "ssds",
              "id, brand, name, form_factor, interface, class, capacity_gb, pcie_gen, "
              "seq_read_mbs, seq_write_mbs, tbw, dwpd, power_loss_protection, " ORIGIN
              ", " CELL_SCALED);
    l->f->ssd = ROWS_ARRAY(l, &r, struct ssd);
    while (rows_next(&r)) {
        struct ssd *x = &l->f->ssd[l->f->ssd_n++];

        x->id = take_text(&r);
        x->brand = take_shared(&r);
        x->name = take_text(&r);
        x->form_factor = take_shared(&r);
        x->interface = take_shared(&r);
        x->klass = take_shared(&r);
        x->capacity_gb = take_number(&r);
        x->pcie_gen = take_number(&r);
        x->seq_read_mbs = take_number(&r);
        x->seq_write_mbs = take_number(&r);
        x->tbw = take_number(&r);
        x->dwpd = take_number(&r);
        x->plp = take_tri(&r);
        x->name = drive_as_sold(l, x->name, x->capacity_gb);
        finish(&r, "ssds", x->id, x->capacity_gb / 1000, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_hdds(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "hdds",
              "id, brand, name, interface, capacity_gb, sustained_mbs, " ORIGIN ", " CELL_SCALED);
    l->f->hdd = ROWS_ARRAY(l, &r, struct hdd);
    while (rows_next(&r)) {
        struct hdd *x = &l->f->hdd[l->f->hdd_n++];

        x->id = take_text(&r);
        x->brand = take_shared(&r);
        x->name = take_text(&r);
        x->interface = take_shared(&r);
        x->capacity_gb = take_number(&r);
        x->sustained_mbs = take_number(&r);
        x->name = drive_as_sold(l, x->name, x->capacity_gb);
        finish(&r, "hdds", x->id, x->capacity_gb / 1000, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_controllers(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "raid_hba",
              "id, vendor, model, kind, pcie_gen, pcie_lanes, max_drives, power_w, " ORIGIN
              ", " CELL);
    l->f->controller = ROWS_ARRAY(l, &r, struct controller);
    while (rows_next(&r)) {
        struct controller *x = &l->f->controller[l->f->controller_n++];

        x->id = take_text(&r);
        x->vendor = take_shared(&r);
        x->model = take_text(&r);
        x->kind = take_shared(&r);
        x->pcie_gen = take_number(&r);
        x->pcie_lanes = take_number(&r);
        x->max_drives = take_number(&r);
        x->power_w = take_number(&r);
        finish(&r, "raid_hba", x->id, 1, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_enclosures(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "enclosures",
              "id, vendor, model, bays, brings_card, pcie_lanes, chain, rack_u, power_w, "
              "noise_db, " ORIGIN ", " CELL);
    l->f->enclosure = ROWS_ARRAY(l, &r, struct enclosure);
    while (rows_next(&r)) {
        struct enclosure *x = &l->f->enclosure[l->f->enclosure_n++];

        x->id = take_text(&r);
        x->vendor = take_shared(&r);
        x->model = take_text(&r);
        x->bays = take_number(&r);
        x->brings_card = take_tri(&r) == TRI_YES;
        x->pcie_lanes = take_number(&r);
        x->chain = take_number(&r);
        x->rack_u = take_number(&r);
        x->power_w = take_number(&r);
        x->noise_db = take_number(&r);
        finish(&r, "enclosures", x->id, x->bays, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_psus(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "psus",
              "id, brand, name, form_factor, efficiency, inlet, watts, atx_version, conn_12v2x6, "
              "conn_pcie_8pin, min_input_v_full_power, low_mains_w, redundant, " ORIGIN ", " CELL);
    l->f->psu = ROWS_ARRAY(l, &r, struct psu);
    while (rows_next(&r)) {
        struct psu *x = &l->f->psu[l->f->psu_n++];

        x->id = take_text(&r);
        x->brand = take_shared(&r);
        x->name = take_text(&r);
        x->form_factor = take_shared(&r);
        x->efficiency = take_shared(&r);
        x->inlet = take_shared(&r);
        x->watts = take_number(&r);
        x->atx_version = take_number(&r);
        x->conn_12v2x6 = take_number(&r);
        x->conn_8pin = take_number(&r);
        x->min_input_v_full_power = take_number(&r);
        x->low_mains_w = take_number(&r);
        x->redundant = take_tri(&r);
        x->name = sold_as(l, x->name, x->watts, "W");
        finish(&r, "psus", x->id, x->watts, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_cases(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "cases",
              "id, name, kind, motherboard, psu_fit, max_gpu_length_mm, expansion_slots, "
              "practical_gpu_count, volume_l, rack_u, max_radiator_mm, bays_35, " ORIGIN ", " CELL);
    l->f->chassis = ROWS_ARRAY(l, &r, struct chassis);
    while (rows_next(&r)) {
        struct chassis *x = &l->f->chassis[l->f->chassis_n++];

        x->id = take_text(&r);
        x->name = take_text(&r);
        x->kind = take_shared(&r);
        x->motherboard = take_shared(&r);
        x->psu_fit = take_shared(&r);
        x->max_gpu_length_mm = take_number(&r);
        x->expansion_slots = take_number(&r);
        x->practical_gpu_count = take_number(&r);
        x->volume_l = take_number(&r);
        x->rack_u = take_number(&r);
        x->max_radiator_mm = take_number(&r);
        x->bays_35 = take_number(&r);
        finish(&r, "cases", x->id, 1, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_coolers(struct loader *l)
{
    struct rows r;

    load_rows(
        l, &r, "coolers",
        "id, name, kind, sockets, max_tdp_w, height_mm, radiator_mm, max_noise_db, rack_u, " ORIGIN
        ", " CELL);
    l->f->cooler = ROWS_ARRAY(l, &r, struct cooler);
    while (rows_next(&r)) {
        struct cooler *x = &l->f->cooler[l->f->cooler_n++];

        x->id = take_text(&r);
        x->name = take_text(&r);
        x->kind = take_shared(&r);
        x->sockets = take_shared(&r);
        x->max_tdp_w = take_number(&r);
        x->height_mm = take_number(&r);
        x->radiator_mm = take_number(&r);
        x->noise_db = take_number(&r);
        x->rack_u = take_number(&r);
        finish(&r, "coolers", x->id, 1, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_fans(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "fans",
              "id, name, use, size_mm, thickness_mm, max_rpm, airflow_m3h, pressure_mmh2o, "
              "noise_db, power_w, " ORIGIN ", " CELL);
    l->f->fan = ROWS_ARRAY(l, &r, struct fan);
    while (rows_next(&r)) {
        struct fan *x = &l->f->fan[l->f->fan_n++];

        x->id = take_text(&r);
        x->name = take_text(&r);
        x->server = str_eq(take_shared(&r), "server");
        x->size_mm = take_number(&r);
        x->thickness_mm = take_number(&r);
        x->max_rpm = take_number(&r);
        x->airflow_m3h = take_number(&r);
        x->pressure_mmh2o = take_number(&r);
        x->noise_db = take_number(&r);
        x->power_w = take_number(&r);
        finish(&r, "fans", x->id, 1, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_nics(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "nics",
              "id, vendor, model, infiniband, rdma_ethernet, ports, port_gbps, total_gbps, "
              "pcie_gen, pcie_lanes, max_power_w, " ORIGIN ", " CELL);
    l->f->nic = ROWS_ARRAY(l, &r, struct nic);
    while (rows_next(&r)) {
        struct nic *x = &l->f->nic[l->f->nic_n++];

        x->id = take_text(&r);
        x->vendor = take_shared(&r);
        x->model = take_text(&r);
        x->infiniband = take_shared(&r);
        x->rdma_ethernet = take_shared(&r);
        x->ports = take_number(&r);
        x->port_gbps = take_number(&r);
        x->total_gbps = take_number(&r);
        x->pcie_gen = take_number(&r);
        x->pcie_lanes = take_number(&r);
        x->power_w = take_number(&r);
        finish(&r, "nics", x->id, 1, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_switches(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "switches",
              "id, vendor, model, protocol, ports, port_gbps, rack_u, max_power_w, " ORIGIN
              ", " CELL);
    l->f->net_switch = ROWS_ARRAY(l, &r, struct net_switch);
    while (rows_next(&r)) {
        struct net_switch *x = &l->f->net_switch[l->f->net_switch_n++];

        x->id = take_text(&r);
        x->vendor = take_shared(&r);
        x->model = take_text(&r);
        x->protocol = take_shared(&r);
        x->ports = take_number(&r);
        x->port_gbps = take_number(&r);
        x->rack_u = take_number(&r);
        x->power_w = take_number(&r);
        finish(&r, "switches", x->id, x->ports * x->port_gbps, false, &x->from, &x->price);
    }
    rows_end(&r);
}

/* "208/230", "380 3-phase": the first number. */
static double first_volts(const char *text)
{
    char number[8];
    size_t n = text != NULL ? strspn(text, "0123456789") : 0;
    double v;

    if (n == 0 || n >= sizeof number)
        return UNKNOWN;
    memcpy(number, text, n);
    number[n] = '\0';
    return num_plain(number, &v) == NUM_OK ? v : UNKNOWN;
}

static void load_ups(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "ups",
              "id, brand, name, topology, input_plug, va, watts, input_v, " ORIGIN ", " CELL);
    l->f->ups = ROWS_ARRAY(l, &r, struct ups);
    while (rows_next(&r)) {
        struct ups *x = &l->f->ups[l->f->ups_n++];

        x->id = take_text(&r);
        x->brand = take_shared(&r);
        x->name = take_text(&r);
        x->topology = take_shared(&r);
        x->input_plug = take_shared(&r);
        x->va = take_number(&r);
        x->watts = take_number(&r);
        x->input_v = first_volts(take_shared(&r));
        finish(&r, "ups", x->id, x->va, false, &x->from, &x->price);
    }
    rows_end(&r);
}

static void load_extras(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "cables",
              "id, kind, name, name_zh, speed_gbps, " ORIGIN
              ", NULL, NULL, NULL, NULL, price_class");
    l->f->extra = ROWS_ARRAY(l, &r, struct extra);
    while (rows_next(&r)) {
        struct extra *x = &l->f->extra[l->f->extra_n++];
        double size;

        x->id = take_text(&r);
        x->kind = take_shared(&r);
        x->name = take_text(&r);
        x->name_zh = take_text(&r);
        x->speed_gbps = take_number(&r);
        size = known(x->speed_gbps) ? x->speed_gbps : 1;
        finish(&r, NULL, x->id, size, false, &x->from, &x->price);
    }
    rows_end(&r);
}

void load_parts(struct loader *l)
{
    load_cpus(l);
    load_platforms(l);
    load_memory(l);
    load_ssds(l);
    load_hdds(l);
    load_controllers(l);
    load_enclosures(l);
    load_psus(l);
    load_cases(l);
    load_coolers(l);
    load_fans(l);
    load_nics(l);
    load_switches(l);
    load_ups(l);
    load_extras(l);
}
