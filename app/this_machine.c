#include "app/this_machine.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/num.h"
#include "base/str.h"

#define FILE_MAX ((size_t)4 << 20)
#define PATH_BYTES 1024
#define ENTRIES_MAX 1024 /* of a folder */
#define TOOL_MS 2000

struct here {
    const char *root;
    bool ask;
    struct arena *arena;
    struct parts_list *out;
    const char *ids; /* text of pci.ids */
};

static char *slurp(struct here *h, const char *path)
{
    char full[PATH_BYTES];
    char *text;
    size_t n;
    struct err_info e = {0};
    if (snprintf(full, sizeof full, "%s%s", h->root, path) >= (int)sizeof full)
        return NULL;
    if (file_read(h->arena, full, FILE_MAX, &text, &n, &e) != OK)
        return NULL;
    text[strnlen(text, n)] = '\0';
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == ' '))
        text[--n] = '\0';
    return text;
}

static char *slurp_in(struct here *h, const char *dir, const char *entry, const char *name)
{
    char path[PATH_BYTES];
    if (snprintf(path, sizeof path, "%s/%s/%s", dir, entry, name) >= (int)sizeof path)
        return NULL;
    return slurp(h, path);
}

static struct parts_line *add(struct here *h, enum part_kind kind, const char *text, int qty)
{
    struct parts_line *l = parts_add(h->out);
    if (l != NULL) {
        l->kind = kind;
        l->text = text;
        l->qty = qty;
    }
    return l;
}

static void figure(struct here *h, struct parts_line *l, const char *name, double x)
{
    struct str s;
    if (l == NULL || !known(x) || l->figure_n == PART_FIGURES_MAX)
        return;
    str_init(&s, 64);
    num_json(&s, x);
    l->figure[l->figure_n++] = (struct part_figure){name, arena_strdup(h->arena, s.p)};
    str_free(&s);
}

/* Entries of a folder in the order of their names; returns how many. */
static size_t entries(struct here *h, const char *path, char **names)
{
    char full[PATH_BYTES];
    size_t n = 0;
    if (snprintf(full, sizeof full, "%s%s", h->root, path) >= (int)sizeof full)
        return 0;
    DIR *d = opendir(full);
    for (struct dirent *x; d != NULL && n < ENTRIES_MAX && (x = readdir(d)) != NULL;) {
        if (x->d_name[0] == '.')
            continue;
        char *name = arena_strdup(h->arena, x->d_name);
        size_t k = n;
        for (; name != NULL && k > 0 && strcmp(names[k - 1], name) > 0; k--)
            names[k] = names[k - 1];
        if (name != NULL) {
            names[k] = name;
            n++;
        }
    }
    if (d != NULL)
        closedir(d);
    return n;
}

/* --- processor and memory --------------------------------------------------------------------- */

/* The value behind "name : value" of a line; NULL when the line is another. */
static const char *value_of(const char *line, size_t n, const char *name, struct arena *arena)
{
    size_t len = strlen(name);
    if (n <= len || strncmp(line, name, len) != 0 || strchr(" \t:", line[len]) == NULL)
        return NULL;
    const char *colon = (const char *)memchr(line, ':', n);
    if (colon == NULL)
        return NULL;
    colon++;
    while (colon < line + n && (*colon == ' ' || *colon == '\t'))
        colon++;
    return arena_strndup(arena, colon, (size_t)(line + n - colon));
}

/* "Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz", "AMD EPYC 7252 8-Core Processor": the name alone. */
static const char *plain_name(const char *text, struct arena *arena)
{
    static const char *const drop[] = {"(R)", "(TM)", "(r)", "(tm)", " CPU", " Processor"};
    char *name = arena_strdup(arena, text);
    if (name == NULL)
        return text;
    char *at = strstr(name, " @ ");
    if (at != NULL)
        *at = '\0';
    for (size_t i = 0; i < sizeof drop / sizeof drop[0]; i++) {
        size_t n = strlen(drop[i]);
        while ((at = strstr(name, drop[i])) != NULL)
            memmove(at, at + n, strlen(at + n) + 1);
    }
    at = strstr(name, "-Core");
    if (at != NULL) { /* "AMD EPYC 7252 8-Core" */
        while (at > name && at[-1] != ' ')
            at--;
        if (at > name)
            at[-1] = '\0';
    }
    return name;
}

static void processors(struct here *h)
{
    const char *name = NULL, *v, *text = slurp(h, "/proc/cpuinfo");
    bool seen[64] = {false};
    int sockets = 0, threads = 0;
    double cores = UNKNOWN;
    for (const char *p = text; p != NULL && *p != '\0';) {
        size_t n = strcspn(p, "\n");
        if ((v = value_of(p, n, "model name", h->arena)) != NULL)
            name = v;
        else if ((v = value_of(p, n, "cpu cores", h->arena)) != NULL)
            cores = (double)strtol(v, NULL, 10);
        else if ((v = value_of(p, n, "physical id", h->arena)) != NULL) {
            long id = strtol(v, NULL, 10);
            if (id >= 0 && id < 64 && !seen[id]) {
                seen[id] = true;
                sockets++;
            }
        } else if (value_of(p, n, "processor", h->arena) != NULL)
            threads++;
        p += n + (p[n] == '\n');
    }
    if (name == NULL)
        return;
    struct parts_line *l = add(h, PART_CPU, plain_name(name, h->arena), sockets > 0 ? sockets : 1);
    figure(h, l, "cores", known(cores) && cores > 0 ? cores : threads > 0 ? threads : UNKNOWN);
}

static unsigned word_at(const unsigned char *b, size_t at)
{
    return b[at] | (unsigned)b[at + 1] << 8;
}

/* One memory device of SMBIOS (type 17, DSP0134 7.18): MiB and MT/s; 0: an empty slot. */
static double module_of(const char *raw, size_t n, double *mts)
{
    const unsigned char *b = (const unsigned char *)raw;
    if (n < 0x17 || b[0] != 17)
        return 0;
    unsigned size = word_at(b, 0x0c);
    double mib = size == 0 || size == 0xffff ? 0 : size & 0x8000 ? (size & 0x7fff) / 1024.0 : size;
    if (size == 0x7fff && n >= 0x20)
        mib = (double)(word_at(b, 0x1c) | word_at(b, 0x1e) << 16);
    double speed = word_at(b, 0x15);
    if (n >= 0x22 && word_at(b, 0x20) > 0)
        speed = word_at(b, 0x20); /* as configured */
    if (speed > 0)
        *mts = speed;
    return mib;
}

/* Modules by size, where the firmware's table may be read (root), else the total alone. */
static bool modules(struct here *h)
{
    char **names = ARENA_ARRAY(h->arena, char *, ENTRIES_MAX), full[PATH_BYTES];
    struct {
        double mib, mts;
        int n;
    } kind[8] = {{0}};
    int kinds = 0;
    size_t n = names != NULL ? entries(h, "/sys/firmware/dmi/entries", names) : 0;
    for (size_t i = 0; i < n; i++) {
        char *raw;
        size_t len;
        struct err_info e = {0};
        double mts = UNKNOWN;
        if (!str_starts(names[i], "17-") ||
            snprintf(full, sizeof full, "%s/sys/firmware/dmi/entries/%s/raw", h->root, names[i]) >=
                (int)sizeof full ||
            file_read(h->arena, full, 4096, &raw, &len, &e) != OK)
            continue;
        double mib = module_of(raw, len, &mts);
        int k = 0;
        while (k < kinds && (kind[k].mib < mib || kind[k].mib > mib))
            k++;
        if (!(mib > 0) || k == 8)
            continue;
        kinds = k == kinds ? kinds + 1 : kinds;
        kind[k].mib = mib;
        kind[k].mts = mts;
        kind[k].n++;
    }
    for (int k = 0; k < kinds; k++) {
        struct parts_line *l = add(h, PART_MEMORY, "memory", kind[k].n);
        figure(h, l, "module_gb", kind[k].mib / 1024);
        figure(h, l, "modules", 1);
        figure(h, l, "speed_mts", kind[k].mts);
    }
    return kinds > 0;
}

static void memory(struct here *h)
{
    const char *v, *text = slurp(h, "/proc/meminfo");
    if (modules(h))
        return;
    for (const char *p = text; p != NULL && *p != '\0';) {
        size_t n = strcspn(p, "\n");
        if ((v = value_of(p, n, "MemTotal", h->arena)) != NULL) {
            /* the kernel keeps some for itself: up to the next even GiB */
            double gib = strtod(v, NULL) / 1048576;
            figure(h, add(h, PART_MEMORY, "memory", 1), "total_gb", 2 * ceil(gib / 2));
            return;
        }
        p += n + (p[n] == '\n');
    }
}

/* --- cards ------------------------------------------------------------------------------------ */
static unsigned hex_of(const char *text)
{
    return text != NULL ? (unsigned)strtoul(text, NULL, 16) : 0;
}

static bool is_accelerator(unsigned class_code, unsigned vendor)
{
    unsigned base = class_code >> 16;
    bool known_maker = vendor == 0x10de || vendor == 0x1002 || vendor == 0x8086 ||
                       vendor == 0x19e5 || vendor == 0xcabc || vendor == 0x1e27;
    return base == 0x12 || (base == 0x03 && known_maker);
}

/* The driver of NVIDIA tells the name itself: /proc/driver/nvidia/gpus/ADDRESS/information. */
static const char *driver_name(struct here *h, const char *address)
{
    char *text = slurp_in(h, "/proc/driver/nvidia/gpus", address, "information");
    for (const char *p = text; p != NULL && *p != '\0';) {
        size_t n = strcspn(p, "\n");
        const char *v = value_of(p, n, "Model", h->arena);
        if (v != NULL)
            return v;
        p += n + (p[n] == '\n');
    }
    return NULL;
}

static struct parts_line *same_card(struct here *h, const char *name, double lanes)
{
    for (int i = 0; i < h->out->n; i++) {
        struct parts_line *l = &h->out->line[i];
        double was = figure_number(l, "lanes");
        bool same_lanes =
            known(was) == known(lanes) && (!known(was) || !(was < lanes || was > lanes));
        if (l->kind == PART_GPU && str_eq(l->text, name) && same_lanes)
            return l;
    }
    return NULL;
}

static void card(struct here *h, const char *dir, const char *address)
{
    unsigned vendor = hex_of(slurp_in(h, dir, address, "vendor"));
    unsigned device = hex_of(slurp_in(h, dir, address, "device"));
    if (!is_accelerator(hex_of(slurp_in(h, dir, address, "class")), vendor))
        return;
    if (h->ids == NULL) {
        h->ids = slurp(h, "/usr/share/misc/pci.ids");
        h->ids = h->ids != NULL ? h->ids : slurp(h, "/usr/share/hwdata/pci.ids");
        h->ids = h->ids != NULL ? h->ids : "";
    }
    const char *name = driver_name(h, address);
    if (name == NULL)
        name = pci_card_name(vendor, device, h->ids, h->arena);
    if (name == NULL) {
        if (vendor == 0x8086)
            return; /* graphics inside a processor */
        char text[64];
        snprintf(text, sizeof text, "PCI %04x:%04x", vendor, device);
        name = arena_strdup(h->arena, text);
    }
    /* lanes as trained: fewer than the card has tells of the slot; the generation sinks at rest */
    const char *width = slurp_in(h, dir, address, "current_link_width");
    const char *most = slurp_in(h, dir, address, "max_link_width");
    double lanes = width != NULL && most != NULL && strtol(width, NULL, 10) > 0 &&
                           strtol(width, NULL, 10) < strtol(most, NULL, 10)
                       ? (double)strtol(width, NULL, 10)
                       : UNKNOWN;
    struct parts_line *l = same_card(h, name, lanes);
    if (l != NULL) {
        l->qty++;
        return;
    }
    figure(h, add(h, PART_GPU, name, 1), "lanes", lanes);
}

static void cards(struct here *h)
{
    static const char dir[] = "/sys/bus/pci/devices";
    char **names = ARENA_ARRAY(h->arena, char *, ENTRIES_MAX);
    size_t n = names != NULL ? entries(h, dir, names) : 0;
    for (size_t i = 0; i < n; i++)
        card(h, dir, names[i]);
}

/* nvidia-smi tells the memory of cards that share a name ("A100-SXM4-80GB") and their limit. */
static void ask_driver(struct here *h)
{
    static const char *const argv[] = {"nvidia-smi", "--query-gpu=name,power.limit",
                                       "--format=csv,noheader,nounits", NULL};
    char *text = h->ask && h->root[0] == '\0' ? tool_output(argv, TOOL_MS, h->arena) : NULL;
    if (text == NULL)
        return;
    int kept = 0; /* its names are surer than those of the bus */
    for (int i = 0; i < h->out->n; i++)
        if (h->out->line[i].kind != PART_GPU || !str_starts(h->out->line[i].text, "nvidia"))
            h->out->line[kept++] = h->out->line[i];
    h->out->n = kept;
    for (char *p = text; *p != '\0';) {
        size_t n = strcspn(p, "\n");
        char *comma = (char *)memchr(p, ',', n);
        const char *name = comma != NULL ? arena_strndup(h->arena, p, (size_t)(comma - p)) : NULL;
        double watts = comma != NULL ? strtod(comma + 1, NULL) : 0;
        struct parts_line *l = name != NULL ? same_card(h, name, UNKNOWN) : NULL;
        if (l != NULL)
            l->qty++;
        else if (name != NULL)
            figure(h, add(h, PART_GPU, name, 1), "watts", watts > 0 ? watts : UNKNOWN);
        p += n + (p[n] == '\n');
    }
}

/* --- board and drives ------------------------------------------------------------------------- */
static void board(struct here *h)
{
    const char *maker = slurp(h, "/sys/class/dmi/id/board_vendor");
    const char *name = slurp(h, "/sys/class/dmi/id/board_name");
    struct str s;
    if (str_empty(name) || str_eq(name, "Default string"))
        return;
    str_init(&s, 256);
    if (!str_empty(maker))
        str_addf(&s, "%s ", maker);
    str_add(&s, name);
    add(h, PART_PLATFORM, arena_strdup(h->arena, s.p), 1);
    str_free(&s);
}

static void drives(struct here *h)
{
    static const char dir[] = "/sys/class/nvme";
    char **names = ARENA_ARRAY(h->arena, char *, ENTRIES_MAX), block[64];
    size_t n = names != NULL ? entries(h, dir, names) : 0;
    for (size_t i = 0; i < n; i++) {
        const char *model = slurp_in(h, dir, names[i], "model");
        snprintf(block, sizeof block, "%.40sn1", names[i]);
        const char *size = slurp_in(h, "/sys/block", block, "size");
        if (str_empty(model))
            continue;
        struct parts_line *l = add(h, PART_SSD, model, 1);
        figure(h, l, "capacity_gb", size != NULL ? strtod(size, NULL) * 512 / GB : UNKNOWN);
    }
}

enum err this_machine_read(const char *root, bool ask, struct arena *arena, struct parts_list *out,
                           struct err_info *e)
{
    struct here h = {.root = root, .ask = ask, .arena = arena, .out = out};
    *out = (struct parts_list){.file = "this",
                               .line = ARENA_ARRAY(arena, struct parts_line, PARTS_MAX)};
    if (out->line == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    cards(&h);
    ask_driver(&h);
    board(&h);
    processors(&h);
    memory(&h);
    drives(&h);
    if (arena_failed(arena))
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return out->n > 0 ? OK : err_set(e, ERR_VALUE, MSG_CHECK_NOTHING_HERE, 0, NULL);
}
