#include "catalog/schema.h"

#define TEXT(n) {.name = (n), .type = COL_TEXT}
#define NEED(n) {.name = (n), .type = COL_TEXT, .required = true}
#define KEY(n) {.name = (n), .type = COL_TEXT, .required = true, .key = true}
#define ID(n) {.name = (n), .type = COL_ID, .required = true, .key = true}
#define NUM(n, u, lo, hi) {.name = (n), .type = COL_NUMBER, .min = (lo), .max = (hi), .unit = (u)}
#define NUM_NEED(n, u, lo, hi) \
    {.name = (n), .type = COL_NUMBER, .required = true, .min = (lo), .max = (hi), .unit = (u)}
#define WHOLE(n, u, lo, hi) {.name = (n), .type = COL_WHOLE, .min = (lo), .max = (hi), .unit = (u)}
#define WHOLE_NEED(n, u, lo, hi) \
    {.name = (n), .type = COL_WHOLE, .required = true, .min = (lo), .max = (hi), .unit = (u)}
#define FLAG(n) {.name = (n), .type = COL_BOOL}
#define FLAG_NEED(n) {.name = (n), .type = COL_BOOL, .required = true}
#define DATE(n) {.name = (n), .type = COL_DATE}
#define DATE_NEED(n) {.name = (n), .type = COL_DATE, .required = true}
#define DATE_KEY(n) {.name = (n), .type = COL_DATE, .required = true, .key = true}
#define CURRENCY(n) {.name = (n), .type = COL_CURRENCY, .required = true}
#define CURRENCY_KEY(n) {.name = (n), .type = COL_CURRENCY, .required = true, .key = true}
#define WORD(n, w) {.name = (n), .type = COL_WORD, .of = (w)}
#define WORD_NEED(n, w) {.name = (n), .type = COL_WORD, .required = true, .of = (w)}
#define WORD_KEY(n, w) {.name = (n), .type = COL_WORD, .required = true, .key = true, .of = (w)}
#define REF(n, t) {.name = (n), .type = COL_REF, .of = (t)}
#define REF_NEED(n, t) {.name = (n), .type = COL_REF, .required = true, .of = (t)}
#define REF_KEY(n, t) {.name = (n), .type = COL_REF, .required = true, .key = true, .of = (t)}
#define REF_BY_KEY(n, c) {.name = (n), .type = COL_REF_BY, .required = true, .key = true, .of = (c)}
#define REF_BY(n, c) {.name = (n), .type = COL_REF_BY, .required = true, .of = (c)}

#define GRADE "A|B|C|D"
#define SOURCED NEED("source"), DATE_NEED("as_of"), WORD_NEED("confidence", GRADE)
#define SOURCED_ID                                                                                 \
    REF_NEED("source", "sources"), DATE_NEED("as_of"), WORD_NEED("confidence", GRADE)
/* the price cell of a part: weak, because street_prices come before it */
#define PRICED                                                                                     \
    NUM("price_usd", "USD", 0.01, 1e7), DATE("price_as_of"), WORD("price_confidence", GRADE),      \
        REF("price_class", "class_estimates")
#define PRICED_SCALED                                                                              \
    NUM("price_usd", "USD", 0.01, 1e7), DATE("price_as_of"), WORD("price_confidence", GRADE),      \
        REF("price_scale", "class_estimates"), REF("price_class", "class_estimates")

/* clang-format off: columns in running lines, a table in one glance */

static const struct column sources[] = {
    ID("id"), NEED("title"), TEXT("url"), TEXT("version"), DATE_NEED("date"), TEXT("licence"),
    TEXT("attribution"),
};
static const struct column class_estimates[] = {
    ID("id"),
    WORD_NEED("kind", "accelerator|platform|cpu|cooler|memory|ssd|hdd|psu|case|fan|nic|switch|"
                      "cable|ups|rack|scale"),
    WORD_NEED("unit", "unit|bay|GB|TB|W|VA|core|Gbps|factor"),
    NUM_NEED("low", "currency / unit", 0, 1e7), NUM_NEED("typical", "currency / unit", 0, 1e7),
    NUM_NEED("high", "currency / unit", 0, 1e7), CURRENCY("currency"), SOURCED, NEED("evidence"),
};
static const struct column accelerators[] = {
    ID("id"), NEED("vendor"), NEED("name"), TEXT("variant"), NEED("architecture"),
    WHOLE_NEED("release_year", "year", 2010, 2030), NEED("form_factor"),
    NUM("slot_width", "slots", 0.5, 6), NUM("length_mm", "mm", 40, 500),
    NUM("memory_gb", "GB as sold", 0, 2000), WHOLE_NEED("memory_pools", "separate memories", 1, 16),
    NUM("usable_gib", "GiB", 0, 2000), TEXT("usable_source"), TEXT("memory_type"), FLAG("ecc"),
    NUM("memory_bandwidth_gbs", "GB/s", 1, 100000), NUM("fp64_tflops", "TFLOP/s", 0, 1000),
    NUM("fp32_tflops", "TFLOP/s", 0, 2000), NUM("tf32_tflops_dense", "TFLOP/s", 0, 10000),
    NUM("fp16_tflops_dense", "TFLOP/s", 0, 20000), NUM("bf16_tflops_dense", "TFLOP/s", 0, 20000),
    NUM("fp8_tflops_dense", "TFLOP/s", 0, 50000), NUM("fp4_tflops_dense", "TFLOP/s", 0, 100000),
    NUM("int8_tops_dense", "TOP/s", 0, 50000), NUM("tdp_w", "W", 1, 5000),
    TEXT("power_connectors"), NUM("recommended_psu_w", "W", 100, 5000),
    WHOLE("pcie_gen", "generation", 1, 8), WHOLE("pcie_lanes", "lanes", 1, 128), TEXT("link_type"),
    NUM("link_bandwidth_gbs", "GB/s both directions", 0, 20000),
    WHOLE("max_link_gpus", "cards", 1, 100000), FLAG("p2p_over_pcie"), TEXT("cooling"),
    NEED("software_stack"), TEXT("compute_capability"), FLAG("has_rt"), FLAG("has_display"),
    FLAG_NEED("domestic_cn"), FLAG("cn_only"), FLAG("inference_only"),
    WHOLE("mig_slices", "parts", 0, 16), FLAG("link_mesh"), FLAG("arm_host"), FLAG("engine_listed"),
    NEED("efficiency_class"), TEXT("driver_note"), TEXT("export_note"), NEED("status"),
    NUM("msrp_usd", "USD", 1, 1e6),
    NUM("price_usd", "USD", 1, 1e6),
    DATE("price_as_of"), REF("price_scale", "class_estimates"),
    REF("price_class", "class_estimates"),
    WORD("no_price", "cloud-only|announced|not-found"), SOURCED,
};
static const struct column interconnects[] = {
    ID("id"), NEED("name"), NEED("kind"), NUM("generation", "", 0, 100),
    WHOLE("year", "year", 1990, 2030), NUM("per_direction_gbs", "GB/s", 0.01, 10000),
    NUM("bidirectional_gbs", "GB/s", 0.01, 20000), NUM("line_rate_gbps", "Gbit/s", 0.1, 20000),
    TEXT("scope"), WHOLE("max_devices", "devices", 1, 100000), NUM("latency_us", "us", 0.01, 1000),
    TEXT("notes"), SOURCED,
};
static const struct column models[] = {
    ID("id"), NEED("name"), NEED("family"),
    WORD_NEED("class", "decoder|encoder|encoder-decoder|cnn|vit|diffusion|video|speech|recsys|"
                       "detection|segmentation|vlm|other"),
    NEED("kind"), NUM_NEED("params_b", "1e9", 0.0001, 100000),
    NUM_NEED("active_params_b", "1e9", 0.00001, 100000), WHOLE("layers", "layers", 1, 1000),
    WHOLE("hidden", "", 1, 1000000), WHOLE("intermediate", "", 1, 1000000),
    WHOLE("moe_intermediate", "", 1, 1000000), WHOLE("dense_layers", "layers", 0, 1000),
    WHOLE("heads", "heads", 1, 10000), WHOLE("kv_heads", "heads", 1, 10000),
    WHOLE("head_dim", "", 1, 10000), WHOLE("v_head_dim", "", 1, 10000),
    WHOLE("vocab", "tokens", 1, 10000000), WHOLE("max_context", "tokens", 1, 1e9),
    TEXT("attention"), WHOLE("full_attn_layers", "layers", 0, 1000),
    WHOLE("swa_layers", "layers", 0, 1000), WHOLE("linear_attn_layers", "layers", 0, 1000),
    WHOLE("sliding_window", "tokens", 1, 1e9), WHOLE("mla_kv_rank", "", 1, 100000),
    WHOLE("mla_q_rank", "", 1, 100000), WHOLE("qk_rope_dim", "", 1, 10000),
    WHOLE("qk_nope_dim", "", 1, 10000), WHOLE("experts", "", 0, 100000),
    WHOLE("experts_per_token", "", 0, 100000), WHOLE("shared_experts", "", 0, 1000),
    FLAG("gated_mlp"), FLAG("tied_embeddings"),
    NUM("kv_elems_per_token_full", "elements", 0, 1e9),
    NUM("kv_elems_per_token_swa", "elements", 0, 1e9),
    NUM("linear_state_elems_per_seq", "elements", 0, 1e12), NUM("fwd_gmacs", "GMAC", 0, 1e6),
    NUM("macts_m", "1e6 activations", 0, 1e6), TEXT("input_size"), TEXT("default_dtype"),
    TEXT("licence"), TEXT("release"), TEXT("params_source"), SOURCED, TEXT("notes"),
};
static const struct column cpus[] = {
    ID("id"), NEED("vendor"), NEED("model"), NEED("family"), NEED("segment"), NEED("socket"),
    WHOLE_NEED("cores", "cores", 1, 1024), WHOLE("threads", "threads", 1, 2048),
    NUM("base_ghz", "GHz", 0.5, 8), NUM("boost_ghz", "GHz", 0.5, 8),
    NUM("tdp_w", "W", 5, 1000), TEXT("mem_type"), NUM("mem_speed_mts", "MT/s", 800, 20000),
    WHOLE("mem_channels", "channels", 1, 24), NUM("max_mem_gb", "GB", 1, 100000), TEXT("ecc"),
    WHOLE("pcie_gen", "generation", 1, 8), WHOLE("pcie_lanes", "lanes", 1, 256),
    WHOLE("max_sockets", "sockets", 1, 8), PRICED, SOURCED, TEXT("notes"),
};
static const struct column platforms[] = {
    ID("id"), NEED("vendor"), NEED("model"), NEED("kind"), TEXT("form_factor"),
    FLAG_NEED("is_board"), FLAG_NEED("is_complete"), REF("includes_accel", "accelerators"),
    WHOLE("includes_count", "cards", 1, 64), TEXT("made_for"),
    WHOLE_NEED("sockets", "sockets", 1, 8), NEED("socket_type"), TEXT("cpu_families"),
    TEXT("mem_type"),
    WHOLE("mem_slots", "slots", 1, 128), WHOLE("mem_channels_per_socket", "channels", 1, 24),
    NUM("max_mem_gb", "GB", 1, 100000), NEED("gpu_form"), WHOLE_NEED("gpu_max", "cards", 0, 64),
    WHOLE("pcie_dual_width_gpus", "cards", 0, 64), WHOLE("pcie_x16_electrical", "slots", 0, 64),
    WHOLE("pcie_gen", "generation", 1, 8), NUM("max_gpu_tdp_w", "W", 20, 5000),
    WHOLE("nvme_bays", "bays", 0, 128), WHOLE("m2_slots", "slots", 0, 32), TEXT("nic_slots"),
    WHOLE("psu_count", "", 0, 32), NUM("psu_w", "W each", 100, 10000), TEXT("psu_redundancy"),
    NUM("rack_u", "U", 0, 60), TEXT("cooling"), PRICED, SOURCED, TEXT("notes"),
};
static const struct column memory[] = {
    ID("id"), TEXT("brand"), NEED("name"), NEED("generation"), NEED("module_type"),
    NUM_NEED("module_gb", "GB", 1, 1024), WHOLE_NEED("modules", "", 1, 32),
    NUM_NEED("total_gb", "GB", 1, 8192), NUM("speed_mts", "MT/s", 800, 20000),
    NUM("cas_latency", "", 1, 200), FLAG("ecc"), FLAG("registered"), PRICED_SCALED, SOURCED,
    TEXT("notes"),
};
static const struct column ssds[] = {
    ID("id"), TEXT("brand"), NEED("name"), NUM_NEED("capacity_gb", "GB", 1, 1e6),
    NEED("form_factor"), NEED("interface"), WHOLE("pcie_gen", "generation", 1, 8),
    NUM("seq_read_mbs", "MB/s", 1, 1e5), NUM("seq_write_mbs", "MB/s", 1, 1e5),
    NUM("rand_read_iops", "1/s", 1, 1e8), NUM("rand_write_iops", "1/s", 1, 1e8),
    NUM("tbw", "TB", 1, 1e7), NUM("dwpd", "1/day", 0.01, 200), NEED("class"),
    FLAG("power_loss_protection"), PRICED_SCALED, SOURCED, TEXT("notes"),
};
static const struct column hdds[] = {
    ID("id"), TEXT("brand"), NEED("name"), NUM_NEED("capacity_gb", "GB", 1, 1e6),
    NEED("interface"), NUM("rpm", "1/min", 1000, 20000), NUM("sustained_mbs", "MB/s", 1, 5000),
    NUM("cache_mb", "MB", 1, 10000), PRICED_SCALED, SOURCED, TEXT("notes"),
};
static const struct column psus[] = {
    ID("id"), TEXT("brand"), NEED("name"), NEED("form_factor"),
    NUM_NEED("watts", "W", 50, 20000), TEXT("efficiency"), NUM("atx_version", "", 1, 5),
    WHOLE("conn_12v2x6", "connectors", 0, 16), WHOLE("conn_pcie_8pin", "connectors", 0, 32),
    NUM("min_input_v_full_power", "V", 80, 500),
    NUM("low_mains_w", "W", 0, 20000), TEXT("inlet"), FLAG("redundant"), PRICED, SOURCED,
    TEXT("notes"),
};
static const struct column cases[] = {
    ID("id"), NEED("name"), NEED("kind"), NUM("max_gpu_length_mm", "mm", 50, 1000),
    WHOLE("expansion_slots", "slots", 1, 32), TEXT("motherboard"), TEXT("psu_fit"),
    NUM("max_radiator_mm", "mm", 40, 1000), WHOLE("practical_gpu_count", "cards", 0, 32),
    NUM("volume_l", "l", 1, 1000), NUM("rack_u", "U", 0, 60),
    WHOLE("bays_35", "bays", 0, 64), PRICED, SOURCED, TEXT("notes"),
};
static const struct column coolers[] = {
    ID("id"), NEED("name"), NEED("kind"), NEED("sockets"), NUM("max_tdp_w", "W", 10, 2000),
    NUM("height_mm", "mm", 10, 500), NUM("radiator_mm", "mm", 40, 1000),
    NUM("max_noise_db", "dB(A)", 0, 120), NUM("rack_u", "U", 0, 60), PRICED, SOURCED,
    TEXT("notes"),
};
static const struct column fans[] = {
    ID("id"), NEED("name"), WORD_NEED("use", "case|server"), WHOLE_NEED("size_mm", "mm", 20, 300),
    NUM("thickness_mm", "mm", 5, 100), NUM("max_rpm", "1/min", 200, 50000),
    NUM("airflow_m3h", "m3/h", 1, 2000), NUM("pressure_mmh2o", "mmH2O", 0.1, 500),
    NUM("noise_db", "dB(A)", 5, 120), NUM("power_w", "W", 0.1, 200), PRICED, SOURCED,
    TEXT("notes"),
};
static const struct column nics[] = {
    ID("id"), NEED("vendor"), NEED("model"), TEXT("chip"), WHOLE_NEED("ports", "ports", 1, 16),
    NUM_NEED("port_gbps", "Gbit/s", 0.1, 10000), NUM_NEED("total_gbps", "Gbit/s", 0.1, 10000),
    TEXT("infiniband"), TEXT("rdma_ethernet"), WHOLE("pcie_gen", "generation", 1, 8),
    WHOLE("pcie_lanes", "lanes", 1, 64), TEXT("form_factor"), NUM("max_power_w", "W", 0, 500),
    PRICED, SOURCED, TEXT("notes"),
};
static const struct column raid_hba[] = {
    ID("id"), NEED("vendor"), NEED("model"), NEED("kind"), TEXT("drive_interface"),
    WHOLE("pcie_gen", "generation, 0 = software", 0, 8), WHOLE("pcie_lanes", "lanes", 0, 64),
    WHOLE("max_drives", "drives", 0, 1000), NUM("cache_gb", "GB", 0, 1000), TEXT("raid_levels"),
    NUM("power_w", "W", 0, 500), PRICED, SOURCED, TEXT("notes"),
};
static const struct column enclosures[] = {
    ID("id"), NEED("vendor"), NEED("model"), WHOLE_NEED("bays", "bays", 1, 200),
    FLAG("brings_card"), WHOLE("pcie_lanes", "lanes of its card", 1, 16),
    WHOLE_NEED("chain", "boxes on one host card", 1, 64), NUM_NEED("rack_u", "U, 0 = desk", 0, 60),
    NUM("power_w", "W without drives", 0, 2000), NUM("noise_db", "dB(A)", 10, 130), PRICED, SOURCED,
    TEXT("notes"),
};
static const struct column switches[] = {
    ID("id"), NEED("vendor"), NEED("model"), NEED("protocol"),
    WHOLE_NEED("ports", "ports", 1, 2000), NUM_NEED("port_gbps", "Gbit/s", 0.1, 10000),
    NUM("capacity_tbps", "Tbit/s", 0.001, 10000),
    NUM("rack_u", "U, 0 = desktop", 0, 60), NUM("max_power_w", "W", 1, 20000), PRICED, SOURCED,
    TEXT("notes"),
};
static const struct column ups[] = {
    ID("id"), TEXT("brand"), NEED("name"), NEED("topology"), NUM_NEED("va", "VA", 100, 1e6),
    NUM_NEED("watts", "W", 50, 1e6), NEED("input_v"), TEXT("input_plug"), TEXT("form"), PRICED,
    SOURCED, TEXT("notes"),
};
static const struct column cables[] = {
    ID("id"), WORD_NEED("kind", "cable|optics|bridge|adapter|riser|rack|pdu|rails"), NEED("name"),
    NEED("name_zh"),
    NUM("speed_gbps", "Gbit/s", 0.1, 10000), REF_NEED("price_class", "class_estimates"), SOURCED,
};
static const struct column fittings[] = {
    WORD_KEY("item_table", "accelerators|platforms|psus|cases|coolers|ups"),
    REF_BY_KEY("item_id", "item_table"),
    NUM("length_mm", "mm", 20, 1500),
    NUM("height_mm", "mm", 5, 500),
    NUM("width_mm", "mm", 50, 700),
    NUM("depth_mm", "mm", 100, 1500),
    NUM("weight_kg", "kg", 0.05, 3000),
    NUM("noise_db", "dB(A)", 10, 130),
    WHOLE("eps", "leads or sockets", 0, 16),
    NUM("cooler_mm", "mm", 20, 300),
    NUM("psu_mm", "mm", 50, 500),
    TEXT("slots"),
    WHOLE("fans", "fans", 0, 20),
    NUM("fan_mm", "mm", 40, 250),
    WHOLE("fan_places", "places", 0, 30),
    NUM("minutes_full", "min", 0.1, 1000),
    NUM("minutes_half", "min", 0.1, 3000),
    WHOLE("uplink_lanes", "lanes", 1, 256),
    FLAG_NEED("of_class"),
    SOURCED,
};
static const struct column regions[] = {
    KEY("code"), NEED("name"), NEED("name_zh"),
    WORD_NEED("level", "country|province|state|region"), TEXT("parent"), CURRENCY("currency"),
    NUM("industrial_kwh", "currency / kWh", 0, 1000), TEXT("industrial_class"),
    NUM("household_kwh", "currency / kWh", 0, 1000),
    NUM("fx_usd_per_unit", "USD per unit of currency", 1e-6, 10),
    NUM("carbon_g_per_kwh", "g / kWh", 0, 2000), DATE("carbon_year"), TEXT("household_source"),
    TEXT("carbon_source"), SOURCED, TEXT("note"),
};
static const struct column tco_defaults[] = {
    KEY("group"), KEY("parameter"), NEED("unit"), NUM("low", "unit", -1e6, 1e9),
    NUM_NEED("typical", "unit", -1e6, 1e9), NUM("high", "unit", -1e6, 1e9), NEED("source"),
    DATE("date"), WORD_NEED("confidence", GRADE), TEXT("note"),
};
static const struct column efficiency[] = {
    KEY("id"), NEED("unit"), NUM_NEED("low", "unit", 0, 1e9), NUM_NEED("typical", "unit", 0, 1e9),
    NUM_NEED("high", "unit", 0, 1e9), WHOLE("cases", "measurements", 0, 1e6), TEXT("evidence"),
    SOURCED,
};
static const struct column engines[] = {
    ID("id"), NEED("name"), WORD_NEED("role", "train|serve"), FLAG_NEED("replicates"),
    FLAG_NEED("shards"), WORD_NEED("sharding", "none|zero1|zero2|zero3"),
    FLAG_NEED("tensor_parallel"), FLAG_NEED("pipeline_parallel"),
    FLAG_NEED("layer_split"), FLAG_NEED("batches"), FLAG_NEED("offload_cpu"),
    FLAG_NEED("speculates"), NEED("formats"),
    NEED("stacks"), NEED("efficiency_class"), SOURCED,
};
static const struct column providers[] = {
    ID("id"), NEED("name"), NEED("name_zh"), NEED("country"), NEED("kind"),
    CURRENCY("home_currency"), NUM("billing_quantum_s", "s", 1, 1e8),
    NUM("billing_minimum_s", "s", 1, 1e8), TEXT("image"), TEXT("image_source"),
    WHOLE("quota_cards", "cards of a new account", 0, 100000),
    WHOLE("sales_cards", "cards from which on sales is asked", 1, 100000), FLAG("keeps_card"),
    TEXT("docs_url"), SOURCED_ID,
};
static const struct column images[] = {
    KEY("stack"), NEED("image"), SOURCED,
};
static const struct column spot_terms[] = {
    KEY("provider"),
    {.name = "accelerator", .type = COL_REF, .of = "accelerators", .key = true},
    NUM("notice_s", "s", 0, 1e6), NUM_NEED("stops_low", "a month and machine", 0, 1000),
    NUM_NEED("stops_typical", "a month and machine", 0, 1000),
    NUM_NEED("stops_high", "a month and machine", 0, 1000), SOURCED,
};
static const struct column closed_regions[] = {
    REF_KEY("provider", "providers"), KEY("prefix"), NEED("country"),
    WORD_NEED("open_to", "state|residents|listed"), NEED("name"), NEED("name_zh"), SOURCED,
};
static const struct column fx[] = {
    DATE_KEY("date"), CURRENCY_KEY("base"), CURRENCY_KEY("quote"),
    NUM_NEED("rate", "quote per base", 1e-9, 1e9), REF_NEED("source", "sources"),
};
static const struct column discounts[] = {
    ID("id"), NEED("provider"), TEXT("scope"), TEXT("commitment"),
    NUM("term_months", "months", 0, 120), NUM("discount_low", "fraction", -2, 1),
    NUM("discount_typical", "fraction", -2, 1), NUM("discount_high", "fraction", -2, 1),
    TEXT("billing_unit"), TEXT("reclaim_notice"), TEXT("interruption"), NEED("source"),
    DATE("date"), WORD_NEED("confidence", GRADE), TEXT("note"),
};
static const struct column price_history[] = {
    DATE_NEED("date"), REF("accelerator", "accelerators"), NEED("label"),
    WHOLE_NEED("cards", "cards", 1, 1024), WORD_NEED("what", "rental|purchase"), NEED("kind"),
    TEXT("market"), TEXT("commitment"), NUM_NEED("price", "currency / unit", 0, 1e9),
    CURRENCY("currency"), NEED("unit"), NEED("source"), WORD_NEED("confidence", GRADE),
};
static const struct column street_prices[] = {
    WORD_KEY("item_table", "accelerators|cpus|platforms|memory|ssds|hdds|psus|cases|coolers|fans|"
                           "nics|switches|ups"),
    REF_BY_KEY("item_id", "item_table"), DATE_KEY("date"), KEY("market"),
    WORD_KEY("condition", "new|used"), WORD_KEY("kind", "retail|list|quote|sold"),
    WORD_NEED("scope", "part|machine|share|whole|other"),
    {.name = "price", .type = COL_NUMBER, .required = true, .key = true, .min = 0.01, .max = 1e8,
     .unit = "currency"},
    NUM("low", "currency", 0.01, 1e8), NUM("high", "currency", 0.01, 1e8), CURRENCY("currency"),
    NEED("source"), WORD_NEED("confidence", GRADE), TEXT("note"),
};
static const struct column price_evidence[] = {
    ID("id"), NEED("item_table"), NEED("name"), NUM("size", "size_unit", 0, 1e9),
    WORD_NEED("size_unit", "GB|Gbps|unit"), NUM_NEED("price", "currency", 0.01, 1e8),
    CURRENCY("currency"), DATE_NEED("date"), NEED("source"), WORD_NEED("confidence", GRADE),
    TEXT("note"),
};
static const struct column instances[] = {
    REF_KEY("provider", "providers"), KEY("instance"), REF_NEED("accelerator", "accelerators"),
    NUM_NEED("count", "cards", 0.01, 100000), NUM("vcpus", "", 0.1, 10000),
    NUM("ram_gib", "GiB", 0.1, 100000), NUM("local_disk_gb", "GB", 0, 1e7),
    NUM("network_gbps", "Gbit/s", 0.01, 100000), TEXT("link"), FLAG("rdma"), FLAG("dedicated"),
    SOURCED_ID,
};
static const struct column offers[] = {
    REF_KEY("provider", "providers"), KEY("instance"), KEY("region"),
    WORD_KEY("kind", "on-demand|spot|month|reserved-1y|reserved-3y|community"),
    CURRENCY("currency"), NUM("price_hour", "currency / hour, whole machine", 0.001, 1e5),
    NUM("price_month", "currency / month, whole machine", 0.1, 1e8),
    NUM("min_months", "months", 0, 120), WHOLE("zone_count", "zones", 1, 1000),
    DATE_NEED("date"), REF_NEED("source", "sources"), WORD_NEED("confidence", GRADE),
};
static const struct column model_repos[] = {
    REF_KEY("model", "models"), NEED("repo"), SOURCED,
};
static const struct column skypilot_names[] = {
    REF_KEY("accelerator", "accelerators"), NEED("name"), SOURCED,
};
static const struct column software[] = {
    ID("id"), NEED("stack"), TEXT("compute"), TEXT("cards"), TEXT("driver"), TEXT("toolkit"),
    TEXT("framework"), TEXT("image_train"), TEXT("image_vllm"), TEXT("image_llamacpp"),
    NEED("tool"), SOURCED,
};
static const struct column bundles[] = {
    REF_KEY("accelerator", "accelerators"), NEED("licence"),
    NUM_NEED("years", "years", 0.1, 20), SOURCED,
};
/* the columns of catalog/validation/published.csv: what the user measured, for validate own */
static const struct column measurements[] = {
    ID("case_id"), WORD_NEED("kind", "train_memory|infer_memory|throughput|train_time|decode"),
    NEED("task"), TEXT("model_id"), TEXT("model"), NUM("params_b", "1e9", 0.00001, 100000),
    NUM("active_params_b", "1e9", 0.00001, 100000), TEXT("accelerator"),
    NUM("num_accelerators", "cards", 0, 1e9), NUM("gpus_per_node", "cards", 0, 1e9),
    TEXT("interconnect"), TEXT("precision"), TEXT("weight_quant"), TEXT("kv_dtype"),
    TEXT("optimizer"), NUM("micro_batch", "samples", 0, 1e9),
    NUM("global_batch", "samples", 0, 1e9), NUM("grad_accum", "", 0, 1e9),
    NUM("seq_len", "tokens", 0, 1e9), NUM("input_len", "tokens", 0, 1e9),
    NUM("output_len", "tokens", 0, 1e9), TEXT("concurrency"), NUM("tp", "", 0, 1e9),
    NUM("pp", "", 0, 1e9), NUM("cp", "", 0, 1e9), NUM("ep", "", 0, 1e9), NUM("dp", "", 0, 1e9),
    TEXT("sharding"), TEXT("act_ckpt"), NUM("lora_rank", "", 0, 1e9), TEXT("framework"),
    NUM("tokens_b", "1e9 tokens", 0, 1e9), NEED("metric"), NUM_NEED("value", "unit", 0, 1e15),
    NEED("unit"), TEXT("how_measured"), TEXT("setup_notes"), NEED("source"),
    DATE_NEED("source_date"),
};
static const struct column aliases[] = {
    KEY("name"), WORD_KEY("table_name", "accelerators|models|platforms|regions|providers|engines|"
                                        "interconnects|cpus|fans"),
    REF_BY("id", "table_name"), TEXT("note_en"), TEXT("note_zh"),
};

#define TABLE(t, about) {.name = #t, .what = (about), .column = (t), \
                         .columns = sizeof(t) / sizeof((t)[0])
#define BAND .rises = "low,typical,high"

const struct table catalog_tables[] = {
    TABLE(sources, "where offers, instances and rates were read")},
    TABLE(class_estimates, "price of a class of parts, and scales of old prices"),
     BAND},
    TABLE(accelerators, "one row a variant of a card, module or chip; dense rates only"),
     .needs = {{"price_usd", "price_as_of"}, {"usable_gib", "usable_source"}}},
    TABLE(interconnects, "links inside and between machines")},
    TABLE(models, "dimensions of published models")},
    TABLE(cpus, "processors"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(platforms, "boards, barebone servers, complete systems"),
     .needs = {{"price_usd", "price_as_of"}, {"includes_accel", "includes_count"}}},
    TABLE(memory, "memory modules and kits"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(ssds, "solid state drives"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(hdds, "hard disk drives"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(psus, "power supplies"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(cases, "cases and rack chassis"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(coolers, "CPU coolers"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(fans, "fans of cases and servers"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(nics, "network cards"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(raid_hba, "drive controllers"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(enclosures, "boxes for hard disks"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(switches, "network switches"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(ups, "uninterruptible supplies"), .needs = {{"price_usd", "price_as_of"}}},
    TABLE(cables, "links, racks, adapters: priced by class")},
    TABLE(fittings, "sizes, weights, plugs and positions of parts")},
    TABLE(regions, "electricity and carbon by country and province")},
    TABLE(tco_defaults, "assumptions about cost, low, typical, high"), BAND},
    TABLE(efficiency, "measured share of the peak by class"), BAND},
    TABLE(engines, "trainers and serving engines: what they really do")},
    TABLE(providers, "who rents machines out")},
    TABLE(images, "framework images of the makers of cards")},
    TABLE(spot_terms, "how often spot machines are taken back, and at what notice"),
     .rises = "stops_low,stops_typical,stops_high"},
    TABLE(closed_regions, "regions that are not open to every customer")},
    TABLE(fx, "exchange rates")},
    TABLE(discounts, "commitments and their discounts"),
     .rises = "discount_low,discount_typical,discount_high"},
    TABLE(price_history, "dated rents and purchase prices of cards")},
    TABLE(street_prices, "dated purchase prices of cards and parts"), .rises = "low,price,high"},
    TABLE(price_evidence, "prices of no single part: used to derive scales and classes")},
    TABLE(instances, "sizes of rentable machines")},
    TABLE(offers, "rents by provider, instance, region and kind"), .within = "instances"},
    TABLE(model_repos, "where a published model lies on Hugging Face")},
    TABLE(skypilot_names, "what SkyPilot calls a card")},
    TABLE(software, "driver, toolkit and container images by kind of card")},
    TABLE(bundles, "software licences that come with a card")},
    TABLE(measurements, "what was measured on a machine: memory, speed, time")},
    TABLE(aliases, "other names of cards, models, regions; with a note where a name is misused")},
};
const size_t catalog_table_count = sizeof(catalog_tables) / sizeof(catalog_tables[0]);
