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
    WHY_NO_SLOT,
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
    WHY_RACK_UNITS,
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
    WHY_CASE_HIGH,
    WHY_CASE_LENGTH,
    WHY_CASE_SLOTS,
    WHY_CASE_RACK,
    WHY_RADIATOR,
    WHY_COOLER_HEIGHT,
    WHY_SUPPLY_CASE,
    WHY_SUPPLY,
    WHY_CONNECTORS,
    WHY_SUPPLY_SERVER,
    WHY_CIRCUIT,
    WHY_UPS,
    /* pickers only */
    WHY_SOCKET,
    WHY_BRINGS_OWN,
    WHY_FAN_SIZE,
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
    bool liquid, ocp;     /* cooled by it; a place for a card of the OCP kind */
    bool any_card, single_width, no_card; /* platform_slots_words */
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
    bool *ssd_m2, *psu_atx, *switch_ib, *ups_online;
    double *psu_share; /* efficiency by its label, at 200-240 V */
    struct part_list psu, chassis, ssd, nic, net_switch, ups; /* cheapest first */
    struct part_list fan; /* those for cases whose rate is told, cheapest first */
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

/* What memory, drives and network of one platform can be: of two choices the one that costs no less
 * and draws, holds and plugs no less than the other is left out. Cheapest first. */
struct drive_pair {
    struct drive_choice system, data;
    struct sum cost;
};
struct net_try { /* a network card by itself: how many, what joins them, what that costs */
    enum why why;
    struct net_choice choice;
    struct sum cost;
};
/* What platforms of one wish share: drives where places are alike, cards where the links are. */
#define INSIDE_KINDS 24
struct drives_of {
    bool board;
    int m2, bays, n;
    struct drive_pair *pair;
};
struct cards_of {
    bool board;
    double pcie_gen;
    struct net_try *card; /* in the order of the tables */
};
struct inside {
    struct arena *arena;
    struct memory_choice *memory;
    struct drive_pair *drive, *drive_room;
    struct net_choice *net;
    struct sum *memory_cost, *net_cost;
    int memory_n, drive_n, net_n;
    struct drives_of drives[INSIDE_KINDS];
    struct cards_of cards[INSIDE_KINDS];
    struct net_try *card_room;
    int drives_n, cards_n;
};

#define PSU_QTY_MAX 4
struct supply { /* a supply that this wish may use, in order of price */
    const struct psu *psu;
    double price, one_w; /* of one unit; what it gives on the site */
    double share;        /* efficiency at half load */
    int least_qty;       /* units whose plugs suffice for the cards; 0 none */
};

struct case_list {        /* cases with room for board and cards, whatever CPU and cooler */
    struct part_ref *ref; /* cheapest first */
    int n;
    enum why far; /* of those without room the furthest reason */
};

/* Hard disks of all machines together: drives, boxes, host cards. */
struct archive {
    const struct hdd *hdd; /* NULL: none */
    const struct enclosure *box;
    const struct controller *card; /* NULL: in the box */
    int drives, boxes, cards;
    double hdd_price, box_price, card_price;
    double lanes, rack_u, watts; /* watts of drives, boxes and cards, before the boxes' supplies */
    struct sum cost;
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
    const struct net_switch *net_switch;
    const struct ups *ups;
    const struct hdd *hdd;
    int qty[PART_KINDS];            /* of the whole bill; -1 free */
    const char *qty_id[PART_KINDS]; /* the part it was set for, "" the line of that kind */
    bool dropped[PART_KINDS], locked[PART_KINDS], any;
};

struct machine {             /* one candidate, filled step by step */
    const struct forced *fx; /* NULL: nothing is fixed */
    const struct build_tables *t;
    const struct build_wish *w;
    const struct platform_info *p;
    int gpus;
    struct circuit site;           /* socket or feed of the place */
    const struct case_list *cases; /* boards, while they are solved */
    const struct supply *supplies; /* the same */
    int supply_n;
    const struct cpu *cpu;
    double cpu_price;
    int sockets;
    struct memory_choice memory;
    struct drive_choice system, data;
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
    bool risers, switched, over_budget;
    int bridges;
    /* lists as they stand: drives beyond the two sets, cards of several kinds, several supplies */
    int more_m2, more_u2;
    int fans; /* of the list */
    double fans_m3h;
    double cards_w, cards_width, need12, need8, psu_sum_w;
    double gpu_lanes, lanes_used, lanes_cpu;
    double archive_w; /* its share of the hard disks, at the wall */
    struct power power;
    int rank;        /* 0 keeps every margin; 1 throttles after a failed supply, needs several
                      * ATX units, or nobody tells what the chassis cools; 2 sold whole, contents
                      * untold */
    struct sum cost; /* one machine with its share of what joins and holds them, without cards */
    enum why why;
};

/* --- match.c: what the words of the tables mean ----------------------------------------------- */
bool text_has(const char *text, const char *part); /* any case; NULL has nothing */
bool text_begins(const char *text, const char *part);
bool cpu_fits_platform(const struct platform *p, const struct cpu *c, enum why *why);
bool memory_of_generation(const char *mem_type, const struct memory_part *m); /* DDR4, DDR5 */
bool memory_fits_kind(const char *mem_type, const struct memory_part *m);
bool cooler_fits_socket(const struct cooler *c, const char *socket);
bool board_is_desktop(const struct platform *p);
/* platform_slots_words: of the cell gpu_form, read once: it takes any PCIe card (one slot wide
 * if *single), it takes none (*never); neither: platform_form must read it for each card.
 * platform_takes: platform_form, from these where they tell. */
void platform_slots_words(const struct platform *p, bool *any_card, bool *single, bool *never);
enum why platform_takes(const struct platform_info *pi, const struct accel *a, int gpus);
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
bool card_on_cables(const struct platform_info *pi, const struct accel *a, int gpus);
enum why nic_slots_fit(const struct machine *m);
enum why platform_fits(const struct platform_info *p, const struct build_wish *w, int gpus);
/* lanes_fit: fills gpu_lanes, lanes_used, lanes_cpu, switched of m; needs cpu, drives and net. */
enum why lanes_fit(struct machine *m);
double lanes_of_cpus(const struct platform_info *p, const struct cpu *c);

/* --- inside.c: memory, drives ----------------------------------------------------------------- */
/* memory_options, drive_options, net_options: what the platform and the wish allow; 0: none, *far
 * gets the furthest reason. The arrays of *in have room for all parts (inside_room). */
bool inside_room(const struct build_tables *t, struct inside *in, struct arena *arena);
int memory_options(const struct machine *m, struct inside *in, enum why *far);
int drive_options(const struct machine *m, struct inside *in, enum why *far);
int net_options(struct machine *m, struct inside *in, enum why *far);
int memory_modules(const struct platform_info *p, const struct memory_part *part, double need_gb);
double memory_rate_gbs(const struct platform_info *p, const struct cpu *c,
                       const struct memory_part *part, int modules);
int memory_channels(const struct platform_info *p);
enum why memory_max(const struct platform_info *p, const struct cpu *c, double total_gb,
                    double module_gb);
bool ssd_is_m2(const struct ssd *s);
bool drives_last(const struct machine *m); /* by what is known, over the horizon */

/* --- network.c -------------------------------------------------------------------------------- */
double nic_usable_gbps(const struct nic *n, double host_gen); /* of its ports and its host link */

/* --- cases.c ---------------------------------------------------------------------------------- */
const struct chassis_words *chassis_words_of(const struct machine *m, const struct chassis *c);
enum why chassis_fits(const struct machine *m, const struct chassis *c);
enum why chassis_takes_cooler(const struct machine *m, const struct chassis *c);
void cases_find(const struct machine *m, struct case_list *out);

/* --- supply.c: cooler, case and supplies that go together ------------------------------------- */
bool cooler_takes(const struct cooler *c, const struct cpu *cpu);
/* supplies_list: supplies of the wish by price with what they give, without those that another one
 * beats in everything; room for all. */
int supplies_list(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
                  const struct circuit *site, struct supply *out);
/* housing_choose: boards: cooler, case, supply and with it the UPS, on one supply or, several
 * allowed, on two to four. */
enum why housing_choose(struct machine *m, bool several);
/* housing_least: the least that cooler, case and supply of this board and these cards can cost with
 * any CPU; parts without a price count as nothing. m: with the parts that draw least. */
double housing_least(const struct machine *m);
/* ups_least: the same of the UPS; 0 where none is wanted. */
double ups_least(const struct machine *m);
/* housing_possible: can any supply run this board and these cards on the site? m: as above. *rank:
 * 0 one can, 1 several must. */
enum why housing_possible(const struct machine *m, int *rank);
enum why psu_fits(const struct machine *m, const struct psu *p, int qty);

/* --- mains.c: a server's own supplies, the circuit, the UPS ----------------------------------- */
enum why supply_of_server(struct machine *m); /* what stands in the table */
enum why circuit_fits(struct machine *m);
enum why ups_choose(struct machine *m);

/* --- air.c: fans of a case -------------------------------------------------------------------- */
struct fan_choice {
    const struct fan *fan; /* NULL: none is wanted, or nothing of the catalog fits */
    int qty;               /* one machine */
};
/* fans_choose: what the finished machine wants beside the fans that its case brings. */
struct fan_choice fans_choose(const struct machine *m);
bool air_fits(const struct chassis *c, const struct fan *f);
void air_judge(const struct machine *m, struct build_checks *c); /* wanted and moved */

/* --- power.c ---------------------------------------------------------------------------------- */
void machine_load(struct machine *m); /* power.dc_w */
/* psu_share_at: efficiency at the voltage, from the one at 200-240 V. */
double psu_share_at(double share, double volts);
/* card_watts: what one card may draw: its power, or the limit set for it. */
double card_watts(const struct build_wish *w);
double eps_wanted(const struct machine *m); /* leads for processors and cards */
bool card_side_plug(const struct accel *a); /* power plug on the long edge */

/* --- archive.c: hard disks for what is seldom read -------------------------------------------- */
/* archive_parity: of so many drives those that hold no data; archive_drives: the least number that
 * holds so much beside them, 0 beyond all measure. */
int archive_parity(int drives);
int archive_drives(double gb, double each_gb);
double archive_usable_gb(const struct hdd *d, int drives);
/* archive_choose: the cheapest set; false: none wanted, or none holds it at the place. */
bool archive_choose(const struct build_tables *t, const struct build_wish *w,
                    const struct forced *fx, struct archive *out);
void archive_cost(const struct build_wish *w, struct sum *s); /* a machine's share */
double archive_wall_w(double watts, int machines);            /* a machine's share */
/* archive_line_w: what the drives or boxes of a line draw; 0: another line. */
double archive_line_w(const struct facts *f, const struct bom_line *l);

/* --- slots.c ---------------------------------------------------------------------------------- */
struct slots { /* cards in the slots of a board, nearest to the processor first */
    int placed;
    int openings; /* of the case, up to the last one's width */
    int air;      /* free positions between the two nearest cards; -1 fewer than two cards */
};
/* slots_place: false where nobody tells the positions ("1,3,5,7", pitch 20.32 mm). */
bool slots_place(const struct platform *p, int cards, double width, struct slots *out);

/* --- cluster.c: what joins and holds the machines --------------------------------------------- */
/* link_of: the slowest link that carries the rate: copper between machines that stand side by side,
 * else transceivers and fibre. rails_of: does the machine want a rail kit? */
const struct extra *link_of(const struct facts *f, double gbps, int nodes);
bool rails_of(const struct machine *m);
/* management_of: the switches for the management ports; 0: none wanted or none there. */
int management_of(const struct build_tables *t, const struct machine *m,
                  const struct net_switch **sw, double *price);
int racks_of(const struct machine *m); /* cabinets; 0 none */
/* spares_of: units kept on the shelf, in the order GPU, memory, SSD, NIC, PSU. */
enum { SPARE_GPU, SPARE_MEMORY, SPARE_SSD, SPARE_NIC, SPARE_PSU, SPARE_KINDS };
void spares_of(const struct machine *m, int qty[SPARE_KINDS]);
/* cluster_cost: risers, cables, management, cabinets, spares, as the bill lists them; a machine. */
void cluster_cost(const struct machine *m, struct sum *s);
void rails_cost(const struct machine *m, struct sum *s); /* the part of it that hangs on the case */

/* --- bill.c, edits.c, why.c ------------------------------------------------------------------- */
void bill_write(const struct machine *m, struct arena *arena, struct bom *out);
void bill_soc(const struct build_tables *t, const struct build_wish *w, struct arena *arena,
              struct bom *out);
void forced_of(const struct facts *f, const struct edits *e, struct forced *out);
/* bom_judge: figures and checks of a bill from its lines. */
void bom_judge(const struct build_tables *t, const struct build_wish *w, struct bom *b);
void checks_blank(struct build_checks *c);
/* figures: the machine's figures into the bill, its lines left alone. */
void figures(const struct machine *m, struct bom *b);
/* machine_of_bom: the machine of a bill again; m->p is never NULL, but may be a stand-in. */
void machine_of_bom(const struct build_tables *t, const struct build_wish *w, const struct bom *b,
                    struct machine *m);
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
