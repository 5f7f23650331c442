/*
 * build.h - a complete own machine around given cards: board or server, CPU, cooler, memory with
 * every channel filled, drives, supply, case or rack, NIC, switch, UPS; the error rules of slots,
 * lanes, power, cooling and sockets are kept.
 */
#ifndef ENGINE_BUILD_BUILD_H
#define ENGINE_BUILD_BUILD_H

#include "base/arena.h"
#include "base/msg.h"
#include "engine/facts.h"
#include "engine/job/job.h"
#include "engine/sizing/sizing.h"

struct bom_line {
    enum part_kind kind;
    const char *id, *name; /* catalog id; for class estimates the class id */
    const char *name_zh;   /* of things without a maker; NULL: as `name` */
    int qty;
    double unit_price, low, high; /* in currency; UNKNOWN: no price and no class */
    const char *currency;
    double quoted;               /* price of one as its source tells it; UNKNOWN: none */
    const char *quoted_currency; /* its currency; NULL: the price above is the source's own */
    double watts;                /* all qty, at full load; UNKNOWN */
    struct origin from;          /* of the price */
    bool estimate, locked;
    bool included;   /* comes with the machine: its price stands in the platform's line */
    bool owned;      /* there already: nothing to pay */
    bool unverified; /* figures of the part rest on memory */
    bool yours;      /* part or price is of the user's own database */
};

struct power {
    double dc_w, wall_w; /* full load of one machine */
    double psu_w;        /* usable at the site's voltage after redundancy */
    double psu_rated_w;
    int psu_count;
    bool psu_redundant;
    double psu_atx_version;
    double circuit_w; /* of the site after derating, over the circuits used */
    int circuits;     /* 1 at a desk; in a machine room one per supply that must run */
};

/* What does not go together in a machine as it stands, for the rules. TRI_UNKNOWN, -1, UNKNOWN: it
 * cannot be told, or there is nothing to compare. */
struct build_checks {
    unsigned missing; /* bit 1 << kind: nothing of that kind, and the machine needs it */
    int missing_n;
    enum part_kind missing_first;
    int boards, cpus, sockets;        /* of one machine */
    int coolers, cases;               /* the same */
    const char *lost;                 /* part or kind put in by hand that the bill does not keep */
    int lost_want, lost_have;
    enum tri cpu_fits;                /* socket, family and number of sockets of the board */
    enum tri memory_fits;             /* kind of module, of board and processor */
    enum tri memory_room;             /* slots and limits */
    enum tri cooler_fits;             /* socket */
    enum tri board_fits;              /* form, of the case */
    enum tri drives_fit;              /* M.2 places */
    bool in_slots;                    /* cards stand in the slots of a board */
    int slots_placed;                 /* cards that its positions hold without overlap */
    int openings_need, openings_have; /* of the case */
    int air;                          /* free slots between the nearest two cards */
    double air_wanted_m3h, air_m3h;   /* through a closed case, free rates; UNKNOWN: no case, or
                                       * nobody tells its fans */
    bool in_case;                     /* an air cooler in a case: its height and the room */
    double cooler_mm, cooler_room_mm;
    bool psu_in_case;
    double psu_mm, psu_room_mm;
    double eps_need, eps_have; /* leads for the processors */
};

#define BOM_MAX 40
struct bom {
    struct bom_line line[BOM_MAX];
    int n;
    int machines;       /* all quantities are for all machines */
    struct power power; /* of one machine */
    double host_ram_gb, host_cores, host_ram_gbs, pcie_lanes_cpu, pcie_lanes_used, gpu_lanes,
        gpu_pcie_gen; /* as built, one machine */
    double storage_gb, storage_read_gbs, nic_gbps;
    /* hard disks of all machines: what is wanted and held, the rate of those that hold data */
    double archive_want_gb, archive_gb, archive_read_gbs;
    int archive_drives, archive_parity;
    double rack_u, noise_db, volume_l;
    bool pcie_switched; /* cards hang on the chassis's PCIe switches, not on CPU lanes */
    bool risers;        /* cards on cables in an open frame */
    int bridges;        /* NVLink bridges of one machine */
    /* -1 = unknown (most makers of ATX 3 units do not tell 8-pin counts; servers none) */
    int gpu_conn_need_12v, gpu_conn_have_12v, gpu_conn_need_8pin, gpu_conn_have_8pin;
    int gpus; /* cards of one machine as built */
    const struct platform *platform;
    const struct cpu *cpu;
    const struct psu *psu;
    const struct chassis *chassis;
    const struct cooler *cooler;
    const struct memory_part *memory;
    int mem_modules, mem_channels; /* modules put in, channels of the platform, one machine */
    bool complete;                 /* every part needed is there */
    bool one_product;              /* a computer sold as one piece: nothing to put together */
    double card_limit_w;           /* power limit set for each card; UNKNOWN: none */
    struct build_checks checks;
};

/* bom_line_price: what a published bill states: the price of one in the currency of its source. */
double bom_line_price(const struct bom_line *l, const char **currency);

/* One edit by the user's hand, applied in order. */
enum edit_op { EDIT_LOCK, EDIT_UNLOCK, EDIT_SWAP, EDIT_QTY, EDIT_DROP, EDIT_ADD };
struct edit {
    enum edit_op op;
    enum part_kind kind;
    char id[96]; /* part the edit speaks of ("" = the line of that kind) */
    char to[96]; /* EDIT_SWAP, EDIT_ADD: new part */
    int qty;
    bool all; /* of every own plan (--lock), not of the chosen one alone */
};
#define EDITS_MAX 64
struct edits {
    struct edit e[EDITS_MAX];
    int n;
};

/* edits_of_all: those that hold for every own plan. */
void edits_of_all(const struct edits *e, struct edits *out);
/* edit_void: has a later edit taken this one back? An unlock takes back what was locked, swapped or
 * counted on that line, a part added after its line was dropped takes back the drop. */
bool edit_void(const struct edits *e, int i);
/* edit_fills_gap: was the line of its kind dropped before, so that what is added fills the gap? */
bool edit_fills_gap(const struct edits *e, int i);

/* Look-up tables of one catalog and one currency: which parts go together, by price. They keep
 * pointers to both. Made once and shared by all wishes (1 ms); a wish without them makes its own,
 * as far as it needs them. */
struct build_tables;
const struct build_tables *build_tables_make(const struct facts *f, const char *currency,
                                             struct arena *arena);
/* build_tables_serve: are the tables of these facts and this currency? NULL: no. */
bool build_tables_serve(const struct build_tables *t, const struct facts *f, const char *currency);

/* Of a data set so much lies on the fast drives of a machine, as on a DGX A100 to B200 node; of a
 * larger one all of it on hard disks or in object storage besides. */
#define LOCAL_CACHE_GB 30720.0

struct build_wish {
    const struct build_tables *tables; /* of the same facts and currency; NULL: made on the way */
    const struct accel *accel;
    int per_node, nodes;
    double host_ram_gb;                  /* least, one machine */
    double host_cores;                   /* least */
    double storage_gb, storage_read_gbs; /* data drives, one machine */
    double archive_gb;                   /* on hard disks, all machines together; 0: none */
    const struct archive *archive;       /* chosen on the way; NULL: none */
    double network_gbps;                 /* least per node; 0 = management only */
    bool network_ib;                     /* between machines InfiniBand alone */
    bool training;
    enum place place;
    double volts, amps; /* amps UNKNOWN: country default already put in by the job */
    double noise_db;    /* limit, UNKNOWN none */
    bool ups;           /* add a UPS */
    bool no_open_frame; /* cards must not hang in a frame without walls */
    bool new_only;
    const char *currency;        /* prices are compared in it; NULL: USD */
    const char *country;         /* for the circuit of the place; NULL: the common one */
    const char *exclude_vendors; /* reserved for policy; NULL */
    const struct edits *edits;   /* NULL: none */
    double card_limit_w;         /* power limit of a card; 0 or UNKNOWN: none */
    double budget;               /* one machine with its cards, in currency; 0 or UNKNOWN: none */
    int bridges;                 /* between the cards of one machine */
    double write_tb;             /* data drives of one machine take over the horizon; 0: little */
    bool lasting;                /* drives must outlast write_tb */
    double rack_units;           /* one machine may take; 0 or UNKNOWN: any */
    bool off_limits;             /* noise, circuit and rack may be exceeded: the nearest machine */
};
void build_wish_of(const struct job *job, const struct sizing *z, const struct shape *s,
                   struct build_wish *out);

/* build_machine: OK and a full bill that keeps every error rule, or ERR_NOT_FOUND with the named
 * reason in *why (e.g. "no server in the catalog takes 8 cards of 600 W"). Edited lines stay;
 * what breaks by them is left for the rules to find, *why says MSG_NONE. */
enum err build_machine(const struct facts *f, const struct build_wish *w, struct arena *arena,
                       struct bom *out, struct msg *why);

/* build_judge: a machine from a list of parts as it stands, ours or from elsewhere: its figures and
 * bom.checks, nothing chosen and nothing changed; the rules speak about it as about a plan's bill.
 * Quantities are for all w->nodes machines; w->accel: the card that most of them are. A part
 * without id, or with one that the catalog does not have, is a line with a name and no figures.
 * ERR_USAGE: more than BOM_MAX parts. */
struct build_part {
    enum part_kind kind;
    const char *id, *name;
    int qty;
};
enum err build_judge(const struct facts *f, const struct build_wish *w,
                     const struct build_part *part, size_t n, struct arena *arena, struct bom *out);

/* build_options: parts that can stand in for the line of `kind`: compatible ones first (reason
 * MSG_NONE), then the others with the reason. Returns how many were written. */
struct part_option {
    const char *id, *name;
    struct price price;
    struct msg reason;
};
size_t build_options(const struct facts *f, const struct build_wish *w, const struct bom *b,
                     enum part_kind kind, struct arena *arena, struct part_option *out, size_t max);

/* build_bridges: NVLink bridges that join two cards in slots: three between data-centre cards of
 * their third and fourth generation, else one; 0: the cards take none, or are not two. */
int build_bridges(const struct accel *a, int cards);

/* A socket or feed of a place. volts, amps UNKNOWN: what is usual in the country at that place.
 * Sources of the defaults and the derating stand beside the table in circuit.c. */
struct circuit {
    double volts, amps, watts; /* after derating for continuous load */
};
struct circuit circuit_of(const char *country, enum place place, double volts, double amps);
/* circuit_watts: of a desk or office socket, after derating. */
double circuit_watts(const char *country, double volts, double amps);

/* Steady load of one machine in W at full work of every part (load model of power.c). */
struct load {
    double gpu_w;
    int gpus; /* limit of one card */
    double cpu_tdp_w;
    int cpus;
    int udimm, rdimm, m2, u2; /* modules and drives */
    double nic_w;             /* all cards of the network */
    bool server;              /* fans are a share of the rest, else case fans */
    bool baseboard;           /* eight cards behind link switches: their draw with the fans */
    bool liquid;
};
double load_watts(const struct load *l);
/* psu_watts_at: what one unit gives at the mains voltage. UNKNOWN when its watts are. */
double psu_watts_at(const struct psu *p, double volts);
/* psu_efficiency: at half load, by label ("gold" ...) and voltage; UNKNOWN label: 0.90. */
double psu_efficiency(const char *label, double volts);
/* psu_margin: rated watts wanted per watt of load: 1.25 for ATX 3, 1.5 for older ones. */
double psu_margin(double atx_version);

#endif
