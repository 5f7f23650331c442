/*
 * facts.h - what the engine reads of the catalog. catalog/load.c fills it; nothing here is ever
 * written by the engine.
 *
 * Numbers are double; UNKNOWN (NAN) where the source does not tell, 0 where it is known to be
 * none. Strings live as long as the facts; NULL = unknown. Units stand in the names; GB = 1e9
 * bytes, GiB = 2^30 bytes. Arrays are sorted by id.
 */
#ifndef ENGINE_FACTS_H
#define ENGINE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/msg.h"
#include "base/num.h"

enum tri { TRI_UNKNOWN = -1, TRI_NO = 0, TRI_YES = 1 };

struct origin {
    const char *source; /* where the row comes from; never NULL in a built catalog */
    const char *date;   /* YYYY[-MM[-DD]] or NULL */
    char confidence;    /* 'A' read by machine from the maker or shop .. 'D' memory; 0 unknown */
    bool yours;         /* from the user's own database */
};

/* origin_unverified: figures that rest on memory, wholly or in part; marked wherever they show. A
 * row of the user's own is his to answer for. */
bool origin_unverified(const struct origin *o);

/* A purchase price, already chosen by the catalog: own > newest street price > price cell > class
 * estimate. amount UNKNOWN: no price and no class. */
struct price {
    double amount, low, high; /* in currency; low = high = amount for a quoted price */
    const char *currency;     /* ISO 4217 */
    struct origin from;
    bool estimate;        /* from a class table, or scaled from an old price */
    bool used;            /* price of a used part */
    const char *class_id; /* row of the estimates behind it (class or scale), NULL none */
};

/* Sizes, plugs and positions of a part, as far as they are told; rows of their own, because their
 * sources are others than those of the part. */
struct fitting {
    double length_mm, height_mm, width_mm, depth_mm, weight_kg, noise_db; /* width of a case: the
                                    room above the board, up to the panel */
    double eps;               /* EPS 8-pin leads of a supply, sockets of a board */
    double cooler_mm, psu_mm; /* room of a case: height of a CPU cooler, length of a supply */
    const char *slots;        /* of a board: positions of its slots for cards, "1,3,5,7" */
    double fans, fan_mm, fan_places;   /* of a case: fans in its box, size of the places, places */
    double minutes_full, minutes_half; /* of a UPS on its own batteries, at its watts and at half */
    double uplink_lanes; /* of a chassis with PCIe switches: lanes from all of them to the CPUs */
    bool of_class;       /* usual for parts of its kind, not told for this one */
    struct origin from;
};

enum gpu_form { FORM_UNKNOWN, FORM_PCIE, FORM_SXM, FORM_OAM, FORM_MXM, FORM_SOC, FORM_OTHER };
enum cooling { COOLING_UNKNOWN, COOLING_PASSIVE, COOLING_BLOWER, COOLING_OPEN_FAN, COOLING_LIQUID };

struct accel {
    const char *id, *vendor, *name, *variant, *architecture;
    const char *label; /* name and variant as people say it: "A100 SXM4 80GB"; may be NULL */
    double release_year;
    enum gpu_form form;
    const char *form_text;
    double slot_width, length_mm;
    const struct fitting *fit; /* NULL unknown, as in the parts below */
    double memory_gb;          /* as sold; GiB nominal for almost every card */
    double memory_pools;       /* separate memories on the board; memory_gb is their sum */
    double usable_gib;         /* what a program gets (derived by the catalog, see DEVELOPING) */
    const char *memory_type;
    enum tri ecc;
    double memory_bandwidth_gbs;
    double fp64_tflops, fp32_tflops, tf32_tflops, fp16_tflops, bf16_tflops, fp8_tflops, fp4_tflops,
        int8_tops; /* dense, tensor units where there are any */
    double tdp_w;
    const char *power_connectors;
    double conn_12v2x6, conn_8pin, conn_eps; /* parsed counts, UNKNOWN when not parsable */
    double recommended_psu_w;
    double pcie_gen, pcie_lanes;
    const char *link_type;     /* "NVLink 4", "none", ... as authored; NULL unknown */
    double link_bandwidth_gbs; /* GPU to GPU, both directions; 0 = no link */
    double max_link_gpus;
    enum tri p2p; /* peer to peer over PCIe */
    enum cooling cooling;
    const char *stack; /* CUDA, ROCm, CANN, ... */
    const char *compute_capability;
    double cuda_cc; /* 8.9 -> 8.9; UNKNOWN outside CUDA */
    const char *driver_note, *export_note, *status;
    enum tri domestic_cn;    /* made by a Chinese vendor */
    enum tri cn_only;        /* made for sale in China alone */
    enum tri inference_only; /* its software serves models but does not train them */
    double mig_slices;       /* parts with memory of their own that it can be cut into; 0 none */
    enum tri link_mesh;      /* each pair of cards on a board has a link of its own, no switch */
    enum tri arm_host;       /* its host is an Arm machine whatever board is taken */
    enum tri engine_listed;  /* on the support list of vLLM or of its plug-in for the stack */
    enum tri has_rt, has_display;
    enum tri cuda13;              /* still supported by CUDA 13 (UNKNOWN outside CUDA) */
    double licence_years;         /* of NVIDIA AI Enterprise that come with it; 0 none */
    const char *efficiency_class; /* key prefix into factors, never NULL */
    const char *sky_name;         /* what SkyPilot calls it; NULL unknown */
    const char *no_price; /* why it has none: cloud-only, announced, not-found; NULL it has one */
    struct price price;
    struct origin from;
};

enum model_kind {
    MODEL_DECODER,
    MODEL_ENCODER,
    MODEL_ENCODER_DECODER,
    MODEL_CNN,
    MODEL_VIT,
    MODEL_DIFFUSION,
    MODEL_VIDEO,
    MODEL_SPEECH,
    MODEL_RECSYS,
    MODEL_DETECTION,
    MODEL_SEGMENTATION,
    MODEL_VLM,
    MODEL_OTHER
};
enum attention {
    ATT_UNKNOWN,
    ATT_MHA,
    ATT_GQA,
    ATT_MQA,
    ATT_MLA,
    ATT_HYBRID,
    ATT_SLIDING,
    ATT_NONE
};

struct model {
    const char *id, *name, *family;
    enum model_kind kind;
    const char *kind_text;
    double params_b, active_params_b; /* 1e9; active = params for dense */
    double layers, hidden, intermediate, moe_intermediate, dense_layers, heads, kv_heads, head_dim,
        v_head_dim, vocab, max_context;
    enum attention attention;
    bool sparse_attention; /* reads a chosen part of the cache: kernels of its own */
    double full_attn_layers, swa_layers, linear_attn_layers, sliding_window;
    double mla_kv_rank, mla_q_rank, qk_rope_dim, qk_nope_dim;
    double experts, experts_per_token, shared_experts; /* UNKNOWN or 0: dense */
    enum tri gated_mlp, tied_embeddings;
    double kv_elems_per_token_full, kv_elems_per_token_swa, linear_state_elems_per_seq;
    double fwd_gmacs;          /* CNN, ViT: GMAC per forward of one sample at input_size */
    double macts_m;            /* activations per sample in millions, UNKNOWN if not published */
    double input_size;         /* pixels a side; UNKNOWN for text */
    const char *default_dtype; /* published format: bf16, fp16, fp8, fp32, mxfp4 */
    const char *licence, *release, *params_source;
    const char *repo;                 /* on Hugging Face, "org/name"; NULL unknown */
    const char *unknown_architecture; /* of a config.json: a form that is not known; else NULL */
    struct origin from;
};

struct interconnect {
    const char *id, *name, *kind;
    double generation, per_direction_gbs, line_rate_gbps, max_devices, latency_us;
    const char *scope;
    struct origin from;
};

/* --- host parts ------------------------------------------------------------------------------ */
enum part_kind { /* names and order of the bill: JSON "kind" words */
                 PART_GPU,
                 PART_PLATFORM,
                 PART_CPU,
                 PART_COOLER,
                 PART_MEMORY,
                 PART_SSD,
                 PART_HDD,
                 PART_PSU,
                 PART_CASE,
                 PART_FAN,
                 PART_NIC,
                 PART_SWITCH,
                 PART_CABLE,
                 PART_UPS,
                 PART_RACK,
                 PART_SPARE,
                 PART_SERVICE,
                 PART_KINDS
};

struct cpu {
    const char *id, *vendor, *model, *family, *segment, *socket, *mem_type, *ecc;
    double cores, threads, base_ghz, boost_ghz, tdp_w, mem_speed_mts, mem_channels, max_mem_gb,
        pcie_gen, pcie_lanes, max_sockets;
    bool domestic_cn; /* of a Chinese maker */
    struct price price;
    struct origin from;
};
struct platform { /* board, barebone server or complete system */
    const char *id, *vendor, *model, *kind, *socket_type, *cpu_families, *mem_type, *gpu_form,
        *nic_slots, *psu_redundancy, *cooling;
    bool is_board;    /* needs case, PSU and cooler of its own */
    bool is_complete; /* GPUs (and all else) included in the price */
    double sockets, mem_slots, mem_channels_per_socket, max_mem_gb, gpu_max, pcie_dual_width_gpus,
        pcie_x16_electrical, pcie_gen, max_gpu_tdp_w, nvme_bays, m2_slots, psu_count, psu_w, rack_u;
    const char *form_factor;    /* of a board: ATX, E-ATX, CEB, SSI-EEB; NULL unknown */
    const char *includes_accel; /* id of the cards that its price includes; NULL none */
    double includes_count;
    const struct fitting *fit;
    const char *made_for; /* card names it is sold for, separated by ';'; NULL any of gpu_form */
    const char *notes;
    struct price price;
    struct origin from;
};
struct memory_part {
    const char *id, *brand, *name, *generation, *module_type;
    double module_gb, modules, total_gb, speed_mts;
    enum tri ecc, registered;
    struct price price;
    struct origin from;
};
struct ssd {
    const char *id, *brand, *name, *form_factor, *interface, *klass;
    double capacity_gb, pcie_gen, seq_read_mbs, seq_write_mbs, tbw, dwpd;
    enum tri plp;
    struct price price;
    struct origin from;
};
struct hdd {
    const char *id, *brand, *name, *interface;
    double capacity_gb, sustained_mbs;
    struct price price;
    struct origin from;
};
struct controller { /* cards between drives and the machine: host adapters, RAID cards, carriers */
    const char *id, *vendor, *model, *kind; /* kind: "external HBA", "RAID", "M.2 carrier" ... */
    double pcie_gen, pcie_lanes, max_drives, power_w;
    struct price price;
    struct origin from;
};
struct enclosure { /* for hard disks, outside of the machine, with a supply of its own */
    const char *id, *vendor, *model;
    double bays;
    bool brings_card;         /* its host card and cables are in the box */
    double pcie_lanes;        /* of that card */
    double chain;             /* so many on one host card */
    double rack_u;            /* 0: stands on a desk */
    double power_w, noise_db; /* without drives */
    struct price price;
    struct origin from;
};
struct psu {
    const char *id, *brand, *name, *form_factor, *efficiency, *inlet;
    double watts, atx_version, conn_12v2x6, conn_8pin, min_input_v_full_power;
    double low_mains_w; /* at 100-127 V; 0: it does not start there */
    enum tri redundant;
    const struct fitting *fit;
    struct price price;
    struct origin from;
};
struct chassis {
    const char *id, *name, *kind, *motherboard, *psu_fit;
    double max_gpu_length_mm, expansion_slots, practical_gpu_count, volume_l, rack_u;
    double max_radiator_mm; /* longest radiator of a water cooler */
    double bays_35;         /* hard disks it takes as it is sold */
    const struct fitting *fit;
    struct price price;
    struct origin from;
};
struct cooler {
    const char *id, *name, *kind, *sockets;
    double max_tdp_w, height_mm, radiator_mm, noise_db, rack_u;
    const struct fitting *fit;
    struct price price;
    struct origin from;
};
struct fan {
    const char *id, *name;
    bool server; /* for the tunnels of servers: too loud for a case */
    double size_mm, thickness_mm, max_rpm, airflow_m3h, pressure_mmh2o, noise_db, power_w; /* free
                            rate, pressure without any, both at most */
    struct price price;
    struct origin from;
};
struct nic {
    const char *id, *vendor, *model, *infiniband, *rdma_ethernet;
    double ports, port_gbps, total_gbps, pcie_gen, pcie_lanes, power_w;
    struct price price;
    struct origin from;
};
struct net_switch {
    const char *id, *vendor, *model, *protocol;
    double ports, port_gbps, rack_u, power_w;
    struct price price;
    struct origin from;
};
struct extra {                              /* cables, risers, racks: priced by class */
    const char *id, *kind, *name, *name_zh; /* kind: cable (copper) optics bridge
                                               adapter riser rack pdu rails */
    double speed_gbps;                      /* of a link */
    struct price price;
    struct origin from;
};
struct ups {
    const char *id, *brand, *name, *topology, *input_plug;
    double va, watts, input_v;
    const struct fitting *fit;
    struct price price;
    struct origin from;
};

/* --- money, place, factors ------------------------------------------------------------------- */
struct region { /* electricity.csv: country or Chinese province */
    const char *code, *name, *name_zh, *level, *parent, *currency;
    double industrial_kwh, household_kwh; /* in currency per kWh */
    double fx_usd_per_unit, carbon_g_per_kwh;
    struct origin from;
};
struct factor { /* low / typical / high with evidence: tco_defaults, efficiency, class estimates */
    const char *table; /* "tco", "efficiency" or "estimate" */
    const char *id;    /* tco: "group.parameter"; efficiency: class key; unique in table */
    const char *unit;
    double low, typical, high;
    double cases; /* number of measured cases behind it, UNKNOWN for defaults */
    const char *evidence;
    struct origin from;
};
struct fx_rate { /* 1 unit of base = rate units of quote */
    const char *base, *quote;
    double rate;
    struct origin from;
};
struct engine_row {               /* trainers and serving engines: what they really do */
    const char *id, *name, *role; /* role: train | serve */
    int shard_stage; /* of ZeRO: 0 none, 1 optimizer, 2 gradients too, 3 weights too (FSDP) */
    bool replicates, shards, tensor_parallel, pipeline_parallel, layer_split, batches, offload_cpu;
    bool speculates;     /* a draft proposes tokens, the model checks them */
    const char *formats; /* space separated number formats it can load */
    const char *stacks;  /* space separated first words of the software stacks it runs on */
    const char *efficiency_class;
    struct origin from;
};
struct software {           /* what a kind of card needs to run: NULL where it is not known */
    const char *id, *stack; /* stack: first word of accel.stack */
    const char *compute;    /* compute capabilities, separated by blanks; NULL: all others */
    const char *cards;      /* beginnings of card ids, separated by blanks; NULL: all others */
    const char *driver, *toolkit, *framework;
    const char *image_train, *image_vllm, *image_llamacpp;
    const char *tool; /* command that shows the cards at work */
    struct origin from;
};
struct alias {
    const char *name;  /* folded: lower case, single blanks */
    const char *table; /* accelerators, models, platforms, regions ... */
    const char *id;
    const char *note_en, *note_zh; /* the correction, if the name is commonly misused; else NULL */
};
struct history_point {
    const char *date, *accel_id, *type, *kind, *market, *currency, *unit, *source;
    double price;
};
struct discount {
    const char *provider, *scope, *commitment;
    double months;             /* of the term; UNKNOWN: none, or several */
    double low, typical, high; /* fractions */
    struct origin from;
};
struct provider {
    const char *id, *name, *name_zh, *country, *kind, *home_currency, *url;
    const char *names; /* both, for a message: see MSG_PAIR */
    double billing_quantum_s, billing_minimum_s;
    const char *image,
        *image_source;   /* with driver and framework inside, as the provider names it */
    double quota_cards;  /* of a new account, before it asks for more */
    double sales_cards;  /* from so many on an order goes through sales */
    enum tri keeps_card; /* a stopped machine keeps its card */
    struct origin from;
};
struct framework_image { /* of the maker of the cards; sorted by stack */
    const char *stack, *image;
    struct origin from;
};
/* How often a spot machine is taken back. provider "*": the market; accel_id NULL: every card. */
struct spot_term {
    const char *provider, *accel_id;
    double notice_s;
    double low, typical, high; /* stops a month of one machine */
    struct origin from;
};

/* Regions of a provider whose names begin with prefix and that are not sold to everybody: to public
 * bodies of the country, to customers there, or only to those who ask for them. */
enum open_to { OPEN_TO_STATE, OPEN_TO_RESIDENTS, OPEN_TO_LISTED };
struct closed_region {
    const char *provider, *prefix, *country, *name, *name_zh;
    enum open_to open_to;
    struct origin from;
};

enum price_kind {
    KIND_ON_DEMAND,
    KIND_SPOT,
    KIND_MONTH,
    KIND_RESERVED_1Y,
    KIND_RESERVED_3Y,
    KIND_COMMUNITY,
    KIND_OWN,
    KIND_HYBRID,
    KIND_COUNT
};

/* How near the one who tells a price stands to the one who asks it. */
enum source_rank { RANK_YOURS, RANK_CLOUD, RANK_COLLECTOR, RANK_AGGREGATOR };

struct offer {
    const char *provider, *instance, *region, *zone; /* region NULL: everywhere */
    enum price_kind kind;
    int accel; /* index into facts.accel */
    double gpu_count, vcpus, ram_gib, network_gbps, local_disk_gb;
    const char *link; /* "nvlink", "pcie", ... NULL unknown */
    enum tri rdma;
    const struct closed_region *closed; /* NULL: everybody may order there */
    const char *currency;
    double price_hour;     /* whole machine; month packages: price_month / 730 */
    double price_month;    /* UNKNOWN unless a package */
    double min_months;     /* commitment, 0 = none */
    enum source_rank rank; /* of an offer of the price file; those of the catalog: RANK_YOURS */
    struct origin from;
};

struct facts {
    const char *version, *date; /* of the catalog */
    struct accel *accel;
    size_t accel_n;
    struct model *model;
    size_t model_n;
    struct interconnect *interconnect;
    size_t interconnect_n;
    struct cpu *cpu;
    size_t cpu_n;
    struct platform *platform;
    size_t platform_n;
    struct memory_part *memory;
    size_t memory_n;
    struct ssd *ssd;
    size_t ssd_n;
    struct hdd *hdd;
    size_t hdd_n;
    struct controller *controller;
    size_t controller_n;
    struct enclosure *enclosure;
    size_t enclosure_n;
    struct psu *psu;
    size_t psu_n;
    struct chassis *chassis;
    size_t chassis_n;
    struct cooler *cooler;
    size_t cooler_n;
    struct fan *fan;
    size_t fan_n;
    struct nic *nic;
    size_t nic_n;
    struct net_switch *net_switch;
    size_t net_switch_n;
    struct ups *ups;
    size_t ups_n;
    struct extra *extra;
    size_t extra_n;
    struct region *region;
    size_t region_n;
    struct factor *factor;
    size_t factor_n; /* sorted by table, id */
    struct fx_rate *fx;
    size_t fx_n;
    struct engine_row *engine;
    size_t engine_n;
    struct software *software;
    size_t software_n;
    struct alias *alias;
    size_t alias_n; /* sorted by name */
    struct history_point *history;
    size_t history_n;
    struct discount *discount;
    size_t discount_n;
    struct provider *provider;
    size_t provider_n;
    struct closed_region *closed_region; /* sorted by provider, prefix */
    struct framework_image *image;
    size_t image_n;
    struct spot_term *spot_term;
    size_t spot_term_n;
    size_t closed_region_n;
};

struct prices { /* offers of the price file or the shipped ones; sorted by accel, count, kind */
    struct offer *offer;
    size_t offer_n;
    const char *newest, *oldest; /* dates */
};

/* prices_of: the offers of one card (its index in the facts), one beside the other; their count. */
size_t prices_of(const struct prices *p, int accel, const struct offer **first);

/* Look-ups: binary search by id, NULL when absent. */
const struct accel *facts_accel(const struct facts *f, const char *id);
const struct model *facts_model(const struct facts *f, const char *id);
const struct region *facts_region(const struct facts *f, const char *code);
const struct engine_row *facts_engine(const struct facts *f, const char *id);
const struct closed_region *facts_closed_region(const struct facts *f, const char *provider,
                                                const char *region); /* NULL: open to all */
/* facts_image: the framework image to start from on a card at a provider: its own for CUDA, else
 * that of the maker; NULL unknown. *source and *date (may be NULL) tell where that stands. */
const char *facts_image(const struct facts *f, const struct provider *p, const struct accel *a,
                        const char **source);
/* facts_spot_term: of the card at the provider, else of the provider, else of the market; NULL. */
const struct spot_term *facts_spot_term(const struct facts *f, const char *provider,
                                        const char *accel_id);
/* engine_runs_on: does the trainer or engine run on the card's stack as it comes? */
bool engine_runs_on(const struct engine_row *e, const struct accel *a);
const struct provider *facts_provider(const struct facts *f, const char *id);
const struct factor *facts_factor(const struct facts *f, const char *table, const char *id);
/* facts_software: the row that fits a card best: by id, then by compute capability, then by stack
 * alone; NULL: none. */
const struct software *facts_software(const struct facts *f, const struct accel *a);
/* facts_index_count, facts_index_id: the ids of a table ("accelerators", "platforms", ...) in their
 * order; 0 and NULL for an unknown table or an index beyond the end. */
size_t facts_index_count(const struct facts *f, const char *table);
const char *facts_index_id(const struct facts *f, const char *table, size_t i);
/* facts_index_find: the table's own copy of an id, spelled exactly so; NULL when absent. */
const char *facts_index_find(const struct facts *f, const char *table, const char *id);
/* facts_resolve: id or alias of a table, for models also "org/name" -> id, NULL when unknown; *al
 * gets the alias row used. */
const char *facts_resolve(const struct facts *f, const char *table, const char *name,
                          const struct alias **al);
/* facts_net: net of pictures, speech or short texts of which `name` is one of the ways to write it
 * ("ResNeXt101-32x4d", "ViT-Base/16", "FCN R-101-D8"); NULL when it is none. */
const struct model *facts_net(const struct facts *f, const char *name);
/* facts_nearest: up to n nearest ids of a table to a mistyped name; returns how many. */
size_t facts_nearest(const struct facts *f, const char *table, const char *name, const char **out,
                     size_t n);
/* facts_convert: amount in `from` as `to`, crossing over USD or EUR if need be; UNKNOWN when no
 * rate is known. *used gets the first rate row used (may be NULL). */
double facts_convert(const struct facts *f, double amount, const char *from, const char *to,
                     const struct fx_rate **used);
/* accel_label: label, else name, else id; never NULL. */
const char *accel_label(const struct accel *a);
const char *price_kind_word(enum price_kind k); /* "on-demand" ... */
/* price_kind_read: the kind that a word says, ours or a shop's: "按量", "pay as you go"; false when
 * it says none, also for NULL. */
bool price_kind_read(const char *word, enum price_kind *out);
const char *part_kind_word(enum part_kind k);  /* "gpu" ... */
enum msg_id part_kind_label(enum part_kind k); /* "CPU", "电源" ... */

#endif
