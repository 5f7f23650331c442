/*
 * load_accel.c - accelerators and models, with what is derived from their cells.
 *
 * Usable memory, where the table has none (one pool; GiB):
 *   sold GB x 0.99, what drivers and page tables leave of it;
 *   x 0.9375 more for passive cards with GDDR5 or GDDR6 and ECC, which keep the check bits in the
 *   same memory (T4, A10, L4, A40: nvidia-smi shows 15/16);
 *   unified memory x 0.75, the share that macOS gives to the GPU by default;
 *   other memory shared with the CPU (LPDDR on a chip with its own CPU) x 0.9.
 */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/load_row.h"

#define CUDA13_OLDEST 7.5 /* CUDA 13 dropped Maxwell, Pascal and Volta */

static enum gpu_form parse_form(const char *text)
{
    static const struct {
        const char *begin;
        enum gpu_form form;
    } forms[] = {
        {"PCIe", FORM_PCIE}, {"SXM", FORM_SXM}, {"OAM", FORM_OAM},
        {"MXM", FORM_MXM},   {"SoC", FORM_SOC},
    };

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (str_starts(text, forms[i].begin))
            return forms[i].form;
    return text == NULL ? FORM_UNKNOWN : FORM_OTHER;
}

static enum cooling parse_cooling(const char *text)
{
    if (text == NULL)
        return COOLING_UNKNOWN;
    if (str_starts(text, "passive"))
        return COOLING_PASSIVE;
    if (str_starts(text, "blower"))
        return COOLING_BLOWER;
    if (str_starts(text, "axial"))
        return COOLING_OPEN_FAN;
    return str_starts(text, "liquid") ? COOLING_LIQUID : COOLING_UNKNOWN;
}

/* connector: one of "16-pin", "12-pin", "8-pin", "6-pin", "EPS 8-pin", "8-pin EPS", n times. The
 * 12-pin of 2020 comes with a cable from two 8-pin plugs; a 6-pin takes one of them. */
static bool connector(struct accel *a, const char *text, size_t len, double n)
{
    char word[32];

    if (len == 0 || len >= sizeof word)
        return false;
    memcpy(word, text, len);
    word[len] = '\0';
    if (strstr(word, "EPS") != NULL)
        a->conn_eps += n;
    else if (str_eq(word, "16-pin"))
        a->conn_12v2x6 += n;
    else if (str_eq(word, "12-pin"))
        a->conn_8pin += 2 * n;
    else if (str_eq(word, "8-pin") || str_eq(word, "6-pin"))
        a->conn_8pin += n;
    else
        return false;
    return true;
}

static void parse_connectors(struct accel *a)
{
    const char *p = a->power_connectors;

    a->conn_12v2x6 = a->conn_8pin = a->conn_eps = 0;
    if (p != NULL && (str_eq(p, "none") || str_starts(p, "board")))
        return;
    while (p != NULL && *p != '\0') {
        const char *end = strstr(p, " + ");
        size_t len = end != NULL ? (size_t)(end - p) : strlen(p);
        double n = 1;

        if (p[0] >= '1' && p[0] <= '9' && p[1] == 'x' && p[2] == ' ') {
            n = p[0] - '0';
            p += 3;
            len -= 3;
        }
        if (!connector(a, p, len, n))
            break;
        if (end == NULL)
            return;
        p = end + 3;
    }
    a->conn_12v2x6 = a->conn_8pin = a->conn_eps = UNKNOWN;
}

static double derived_usable(const struct accel *a)
{
    double gib = a->memory_gb / a->memory_pools;
    const char *type = a->memory_type;

    if (type != NULL && strstr(type, "unified") != NULL)
        return gib * 0.75;
    if (a->form == FORM_SOC)
        return gib * 0.9;
    if (a->ecc == TRI_YES && a->cooling == COOLING_PASSIVE &&
        (str_starts(type, "GDDR5") || str_starts(type, "GDDR6")))
        return gib * 0.99 * 0.9375;
    return gib * 0.99;
}

static void derive(struct accel *a)
{
    a->form = parse_form(a->form_text);
    if (!known(a->memory_pools) || a->memory_pools < 1)
        a->memory_pools = 1;
    parse_connectors(a);
    a->cuda_cc = UNKNOWN;
    if (a->compute_capability != NULL)
        (void)num_plain(a->compute_capability, &a->cuda_cc);
    if (a->stack == NULL || strstr(a->stack, "CUDA") == NULL)
        a->cuda_cc = UNKNOWN;
    a->cuda13 = !known(a->cuda_cc) ? TRI_UNKNOWN : a->cuda_cc >= CUDA13_OLDEST ? TRI_YES : TRI_NO;
    if (!known(a->usable_gib))
        a->usable_gib = derived_usable(a);
}

/* The name has this word already, by itself: "22GB" in "2080 Ti 22GB", not "2GB". */
static bool has_word(const char *name, const char *word, size_t n)
{
    static const char ends[] = " (),;";
    for (const char *p = name; *p != '\0';) {
        size_t len = strcspn(p, ends);
        if (len == n && strncmp(p, word, n) == 0)
            return true;
        p += len;
        p += strspn(p, ends);
    }
    return false;
}

/* Name with the part of the variant that tells cards of one name apart, each word of it once:
 * "A100 SXM4 80GB", "2080 Ti 22GB" of "22GB (modified)". */
static const char *label_of(struct arena *arena, const struct accel *a)
{
    struct str s;

    if (str_empty(a->variant))
        return a->name;
    size_t end = strcspn(a->variant, "(,;");
    str_init(&s, 256);
    str_add(&s, a->name);
    for (size_t i = 0; i < end;) {
        size_t n = strcspn(a->variant + i, " (,;");
        if (n > 0 && !has_word(a->name, a->variant + i, n)) {
            str_addc(&s, ' ');
            str_addn(&s, a->variant + i, n);
        }
        i += n > 0 ? n : 1;
    }
    const char *out = arena_strdup(arena, s.p);
    str_free(&s);
    return out;
}

void load_accelerators(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "accelerators",
              "id, vendor, name, variant, architecture, release_year, form_factor, slot_width, "
              "length_mm, memory_gb, memory_pools, usable_gib, memory_type, ecc, "
              "memory_bandwidth_gbs, fp64_tflops, fp32_tflops, tf32_tflops_dense, "
              "fp16_tflops_dense, bf16_tflops_dense, fp8_tflops_dense, fp4_tflops_dense, "
              "int8_tops_dense, tdp_w, power_connectors, recommended_psu_w, pcie_gen, pcie_lanes, "
              "link_type, link_bandwidth_gbs, max_link_gpus, p2p_over_pcie, cooling, "
              "software_stack, compute_capability, driver_note, export_note, status, domestic_cn, "
              "cn_only, inference_only, mig_slices, link_mesh, arm_host, engine_listed, has_rt, "
              "has_display, efficiency_class, source, as_of, "
              "confidence, price_usd, price_as_of, NULL, price_scale, price_class, no_price");
    l->f->accel = ROWS_ARRAY(l, &r, struct accel);
    while (rows_next(&r)) {
        struct accel *a = &l->f->accel[l->f->accel_n++];
        struct price_cell cell;

        a->id = take_text(&r);
        a->vendor = take_shared(&r);
        a->name = take_text(&r);
        a->variant = take_text(&r);
        a->label = label_of(l->arena, a);
        a->architecture = take_shared(&r);
        a->release_year = take_number(&r);
        a->form_text = take_shared(&r);
        a->slot_width = take_number(&r);
        a->length_mm = take_number(&r);
        a->memory_gb = take_number(&r);
        a->memory_pools = take_number(&r);
        a->usable_gib = take_number(&r);
        a->memory_type = take_shared(&r);
        a->ecc = take_tri(&r);
        a->memory_bandwidth_gbs = take_number(&r);
        a->fp64_tflops = take_number(&r);
        a->fp32_tflops = take_number(&r);
        a->tf32_tflops = take_number(&r);
        a->fp16_tflops = take_number(&r);
        a->bf16_tflops = take_number(&r);
        a->fp8_tflops = take_number(&r);
        a->fp4_tflops = take_number(&r);
        a->int8_tops = take_number(&r);
        a->tdp_w = take_number(&r);
        a->power_connectors = take_shared(&r);
        a->recommended_psu_w = take_number(&r);
        a->pcie_gen = take_number(&r);
        a->pcie_lanes = take_number(&r);
        a->link_type = take_shared(&r);
        a->link_bandwidth_gbs = take_number(&r);
        a->max_link_gpus = take_number(&r);
        a->p2p = take_tri(&r);
        a->cooling = parse_cooling(take_shared(&r));
        a->stack = take_shared(&r);
        a->compute_capability = take_shared(&r);
        a->driver_note = take_shared(&r);
        a->export_note = take_shared(&r);
        a->status = take_shared(&r);
        a->domestic_cn = take_tri(&r);
        a->cn_only = take_tri(&r);
        a->inference_only = take_tri(&r);
        a->mig_slices = take_number(&r);
        a->link_mesh = take_tri(&r);
        a->arm_host = take_tri(&r);
        a->engine_listed = take_tri(&r);
        a->has_rt = take_tri(&r);
        a->has_display = take_tri(&r);
        a->efficiency_class = take_shared(&r);
        a->from = take_origin(&r);
        cell = take_price_cell(&r);
        cell.source = a->from.source;
        a->no_price = take_shared(&r);
        derive(a);
        a->price = load_price(l, "accelerators", a->id, &cell, a->memory_gb, true);
    }
    rows_end(&r);
}
