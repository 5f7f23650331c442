/*
 * parts.h - inside of engine/build: look-up tables over the catalog, the machine under
 * construction, and the checks that the solver, the edits and the pickers share.
 *
 * A check answers with enum why: WHY_NONE, or the first rule that is broken. The values stand in
 * the order in which a candidate meets the checks: of many candidates the one that came furthest
 * names the reason that the user reads (why_message in why.c).
 */
#ifndef ENGINE_BUILD_PARTS_H
#define ENGINE_BUILD_PARTS_H

#include "engine/build/build.h"

/* Sound level of rack GPU servers in dB(A): 80-95 in makers' acoustics statements and reviews. */
#define RACK_SERVER_DB 85.0

enum why {
    WHY_NONE,
    /* the card itself */
    WHY_CLOUD_ONLY,
    WHY_NOT_SOLD,
    WHY_NOT_NEW,
    WHY_RACK_MODULE,
    WHY_BARE_MODULE,
    WHY_NO_WATTS,
    WHY_ONE_A_MACHINE,
    /* platform */
    WHY_EMPTY,
    WHY_FORM,
    WHY_MADE_FOR,
    WHY_BOARD_COUNT,
    WHY_PASSIVE,
    WHY_OPEN_FAN_DUCT,
    WHY_LIQUID,
    WHY_COUNT,
    WHY_X16,
    WHY_TDP,
    WHY_PLACE,
    WHY_NOISE,
    /* inside */
    WHY_MEMORY_KIND,
    WHY_MEMORY_SIZE,
    WHY_DRIVES,
    WHY_NIC,
    WHY_SWITCH,
    WHY_CPU,
    WHY_CORES,
    WHY_CPU_MEMORY,
    WHY_LANES,
    WHY_COOLER,
    WHY_CASE_FORM,
    WHY_CASE_COUNT,
    WHY_CASE_LENGTH,
    WHY_CASE_SLOTS,
    WHY_CASE_RACK,
    WHY_RADIATOR,
    WHY_SUPPLY_CASE,
    WHY_SUPPLY,
    WHY_CONNECTORS,
    WHY_SUPPLY_SERVER,
    WHY_CIRCUIT,
    WHY_UPS,
    /* pickers only */
    WHY_SOCKET,
    WHY_BRINGS_OWN,
    WHY_COUNT_OF_REASONS
};

struct part_ref { /* a part of one table and its price in the wish's currency */
    int index;
    double price; /* UNKNOWN last */
};
struct part_list {
    struct part_ref *ref;
    int n;
};

struct platform_info {
    const struct platform *p;
    double price;
    bool ducted;          /* a server chassis that pulls air through passive cards */
    bool rack, tower;     /* by height or kind */
    bool desktop;         /* chipset board: 16 lanes for cards, the rest on the chipset */
    double nic_x16;       /* slots for network cards that the maker names; UNKNOWN */
    double lan_gbps;      /* best network already there; 0 none told */
    int psu_n, psu_spare; /* supplies, and how many of them may fail; -1 unknown */
    bool liquid;
    int board_rank;                       /* board_form_rank */
    bool listed;                          /* the lists are made */
    struct part_list cpu, memory, cooler; /* those that fit, cheapest first */
};
struct chassis_words {
    int rank, places; /* chassis_form_rank, chassis_psu_places */
    bool open;
};

struct build_tables {
    const struct facts *f;
    const char *currency;
    struct platform_info *platform;
    int platform_n;
    struct chassis_words *chassis_words; /* by index in the facts, as the next two */
    bool *ssd_m2, *psu_atx;
    struct part_list psu, chassis, ssd, nic, net_switch, ups; /* cheapest first */
};

/* Money with parts that nobody priced: fewer unknown parts first, then the sum. */
struct sum {
    double money;
    int unknown;
};
void sum_add(struct sum *s, double unit_price, double qty);
bool sum_less(const struct sum *a, const struct sum *b);

struct memory_choice {
    const struct memory_part *part;
    int kits, modules;      /* one machine */
    double total_gb, price; /* unit price of a kit */
};
struct drive_choice {
    const struct ssd *ssd;
    int qty; /* 0: none */
    double price;
};
struct net_choice {
    const struct nic *nic;       /* NULL: what is on the board */
    int qty;                     /* cards a machine */
    double price, gbps;          /* of a card; of the machine */
    const struct net_switch *sw; /* NULL: none or direct cables */
    int switches;
    double switch_price;
    int cables; /* whole cluster */
    double cable_gbps;
};

struct case_list {        /* cases with room for board and cards, whatever CPU and cooler */
    struct part_ref *ref; /* cheapest first */
    int n;
    enum why far; /* of those without room the furthest reason */
};

struct forced { /* what the user's edits fix; NULL/-1: free */
    const struct platform *platform;
    const struct cpu *cpu;
    const struct cooler *cooler;
    const struct memory_part *memory;
    const struct ssd *ssd;
    const struct psu *psu;
    const struct chassis *chassis;
    const struct nic *nic;
    int qty[PART_KINDS]; /* -1 free */
    bool dropped[PART_KINDS], locked[PART_KINDS], any;
};

struct machine {             /* one candidate, filled step by step */
    const struct forced *fx; /* NULL: nothing is fixed */
    const struct build_tables *t;
    const struct build_wish *w;
    const struct platform_info *p;
    int gpus;
    struct circuit site; /* socket or feed of the place */
    const struct case_list *cases; /* boards, while they are solved */
    const struct cpu *cpu;
    double cpu_price;
    int sockets;
    struct memory_choice memory;
    struct drive_choice system, data;
    bool mirrored; /* two system drives hold the same */
    struct net_choice net;
    const struct cooler *cooler;
    double cooler_price;
    const struct chassis *chassis;
    double chassis_price;
    const struct psu *psu;
    double psu_price;
    int psu_qty;
    const struct ups *ups;
    double ups_price;
    int ups_qty;
    bool risers, switched;
    double gpu_lanes, lanes_used, lanes_cpu;
    struct power power;
    int rank;        /* 0 keeps every margin; 1 throttles after a failed supply, needs several
                      * ATX units, or nobody tells what the chassis cools; 2 sold whole, contents
                      * untold */
    struct sum cost; /* one machine with its share of the switches, without the cards */
    enum why why;
};

/* --- match.c: what the words of the tables mean ----------------------------------------------- */
bool text_has(const char *text, const char *part); /* any case; NULL has nothing */
bool text_begins(const char *text, const char *part);
bool cpu_fits_platform(const struct platform *p, const struct cpu *c, enum why *why);
bool memory_fits_kind(const char *mem_type, const struct memory_part *m);
bool cooler_fits_socket(const struct cooler *c, const char *socket);
bool board_is_desktop(const struct platform *p);
/* platform_form: does the platform take cards of this form? *exact gets the number of cards that
 * a baseboard carries, 0 where any number up to gpu_max may be put in. */
enum why platform_form(const struct platform *p, const struct accel *a, int gpus, int *exact);
int board_form_rank(const struct platform *p);   /* 1 ATX .. 4 SSI-EEB; conservative if unknown */
int chassis_form_rank(const struct chassis *c);  /* largest board it takes; 0 unknown */
int chassis_psu_places(const struct chassis *c); /* places for ATX supplies */
bool chassis_is_open(const struct chassis *c);
double parse_x16_slots(const char *nic_slots); /* UNKNOWN when none are named */
double parse_lan_gbps(const char *nic_slots);  /* 0 when none is named */
void parse_redundancy(const struct platform *p, int *n, int *spare);

/* --- tables.c --------------------------------------------------------------------------------- */
double price_in(const struct facts *f, const struct price *p, const char *currency);
const struct build_tables *tables_make(const struct facts *f, const char *currency,
                                       const struct build_wish *only, struct arena *arena);
struct part_list list_make(struct arena *arena, size_t n);
void list_sort(struct part_list *l);
double list_price_of(const struct part_list *l, int index); /* UNKNOWN when absent */

/* --- fit.c ------------------------------------------------------------------------------------ */
enum why accel_sold_alone(const struct accel *a, const struct build_wish *w);
bool accel_is_machine(const struct accel *a); /* a whole computer, not a card */
double card_width(const struct accel *a);     /* slots; 2 when unknown */
double card_link_lanes(const struct accel *a);
enum why platform_fits(const struct platform_info *p, const struct build_wish *w, int gpus);
/* lanes_fit: fills gpu_lanes, lanes_used, lanes_cpu, switched of m; needs cpu, drives and net. */
enum why lanes_fit(struct machine *m);
double lanes_of_cpus(const struct platform_info *p, const struct cpu *c);

/* --- inside.c: memory, drives ----------------------------------------------------------------- */
enum why memory_choose(struct machine *m);
int memory_modules(const struct platform_info *p, const struct memory_part *part, double need_gb);
double memory_rate_gbs(const struct platform_info *p, const struct cpu *c,
                       const struct memory_part *part, int modules);
int memory_channels(const struct platform_info *p);
enum why memory_max(const struct platform_info *p, const struct cpu *c, double total_gb,
                    double module_gb);
enum why drives_choose(struct machine *m);
bool ssd_is_m2(const struct ssd *s);

/* --- network.c -------------------------------------------------------------------------------- */
enum why network_choose(struct machine *m);
double nic_usable_gbps(const struct nic *n, double host_gen); /* of its ports and its host link */

/* --- supply.c: cooler, case, supply, UPS ------------------------------------------------------ */
enum why chassis_fits(const struct machine *m, const struct chassis *c);
void cases_find(const struct machine *m, struct case_list *out);
bool cooler_takes(const struct cooler *c, const struct cpu *cpu);
enum why housing_choose(struct machine *m);   /* boards: cooler, case, supply */
/* housing_least: the least that cooler, case and supply of this board and these cards can cost with
 * any CPU; parts without a price count as nothing. */
double housing_least(const struct machine *m);
enum why supply_of_server(struct machine *m); /* servers: what stands in the table */
enum why psu_fits(const struct machine *m, const struct psu *p, int qty);
enum why circuit_fits(struct machine *m);
/* circuit_cannot: a board that no supply in any number can run at the site; needs power.dc_w. */
bool circuit_cannot(const struct machine *m);
enum why ups_choose(struct machine *m);
void machine_load(struct machine *m);       /* power.dc_w */
bool card_side_plug(const struct accel *a); /* power plug on the long edge */

/* --- bill.c, edits.c, why.c ------------------------------------------------------------------- */
void bill_write(const struct machine *m, struct arena *arena, struct bom *out);
void bill_soc(const struct build_tables *t, const struct build_wish *w, struct arena *arena,
              struct bom *out);
void forced_of(const struct facts *f, const struct edits *e, struct forced *out);
void edits_apply(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
                 struct machine *m);
void edits_lines(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
                 struct arena *arena, struct bom *out);
/* part_find: a part of any kind by id; false when the catalog has none. */
struct part_view {
    const char *id, *name, *vendor;
    const struct price *price;
    const struct origin *from;
    double watts; /* of one */
};
bool part_view_at(const struct facts *f, enum part_kind kind, size_t i, struct part_view *out);
bool part_find(const struct facts *f, enum part_kind kind, const char *id, struct part_view *out);
const struct extra *extra_find(const struct facts *f, const char *id);  /* NULL unknown */
const char *part_title(const struct part_view *v, struct arena *arena); /* vendor and model */
const char *title_join(struct arena *a, const char *first, const char *second);
void line_price(const struct build_tables *t, struct bom_line *l, const struct price *price,
                const struct origin *part);
/* solve: the cheapest machine under the rules; WHY_NONE and *best, or the reason and the candidate
 * that came furthest in *best. */
enum why solve(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
               struct arena *arena, struct machine *best);
struct msg why_message(enum why why, const struct machine *m, struct arena *arena);

#endif
