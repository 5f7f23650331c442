#include "app/tables.h"

#include <stddef.h>

#include "base/str.h"

static const struct about {
    const char *table;
    enum msg_id what;
    const char *columns; /* of a list for people; NULL: the first that fit */
} about[] = {
    {"sources", MSG_TABLE_SOURCES, NULL},
    {"class_estimates", MSG_TABLE_CLASS_ESTIMATES, NULL},
    {"accelerators", MSG_TABLE_ACCELERATORS,
     "id memory_gb memory_bandwidth_gbs bf16_tflops_dense fp8_tflops_dense tdp_w link_type "
     "software_stack"},
    {"interconnects", MSG_TABLE_INTERCONNECTS, NULL},
    {"models", MSG_TABLE_MODELS,
     "id params_b active_params_b layers hidden max_context attention default_dtype"},
    {"cpus", MSG_TABLE_CPUS, "id model socket cores mem_channels pcie_lanes tdp_w"},
    {"platforms", MSG_TABLE_PLATFORMS,
     "id kind form_factor socket_type mem_slots gpu_form gpu_max"},
    {"memory", MSG_TABLE_MEMORY, "id generation module_type module_gb modules speed_mts ecc"},
    {"ssds", MSG_TABLE_SSDS,
     "id capacity_gb interface pcie_gen seq_read_mbs seq_write_mbs power_loss_protection"},
    {"hdds", MSG_TABLE_HDDS, NULL},
    {"psus", MSG_TABLE_PSUS, "id form_factor watts efficiency atx_version conn_12v2x6 redundant"},
    {"cases", MSG_TABLE_CASES, NULL},
    {"coolers", MSG_TABLE_COOLERS, NULL},
    {"fans", MSG_TABLE_FANS, "id use size_mm max_rpm airflow_m3h pressure_mmh2o noise_db"},
    {"nics", MSG_TABLE_NICS, NULL},
    {"raid_hba", MSG_TABLE_RAID_HBA, NULL},
    {"enclosures", MSG_TABLE_ENCLOSURES, "id bays brings_card chain rack_u power_w"},
    {"switches", MSG_TABLE_SWITCHES, NULL},
    {"ups", MSG_TABLE_UPS, NULL},
    {"cables", MSG_TABLE_CABLES, NULL},
    {"fittings", MSG_TABLE_FITTINGS, NULL},
    {"regions", MSG_TABLE_REGIONS,
     "code name industrial_kwh household_kwh currency carbon_g_per_kwh"},
    {"tco_defaults", MSG_TABLE_TCO_DEFAULTS, NULL},
    {"efficiency", MSG_TABLE_EFFICIENCY, NULL},
    {"engines", MSG_TABLE_ENGINES,
     "id role sharding tensor_parallel pipeline_parallel batches offload_cpu"},
    {"providers", MSG_TABLE_PROVIDERS, NULL},
    {"fx", MSG_TABLE_FX, NULL},
    {"discounts", MSG_TABLE_DISCOUNTS, NULL},
    {"price_history", MSG_TABLE_PRICE_HISTORY, NULL},
    {"street_prices", MSG_TABLE_STREET_PRICES, NULL},
    {"price_evidence", MSG_TABLE_PRICE_EVIDENCE, NULL},
    {"instances", MSG_TABLE_INSTANCES, NULL},
    {"offers", MSG_TABLE_OFFERS, NULL},
    {"images", MSG_TABLE_IMAGES, NULL},
    {"spot_terms", MSG_TABLE_SPOT_TERMS, NULL},
    {"closed_regions", MSG_TABLE_CLOSED_REGIONS, NULL},
    {"model_repos", MSG_TABLE_MODEL_REPOS, NULL},
    {"skypilot_names", MSG_TABLE_SKYPILOT_NAMES, NULL},
    {"software", MSG_TABLE_SOFTWARE, NULL},
    {"bundles", MSG_TABLE_BUNDLES, NULL},
    {"measurements", MSG_TABLE_MEASUREMENTS,
     "case_id kind model_id accelerator num_accelerators metric value unit"},
    {"aliases", MSG_TABLE_ALIASES, NULL},
};

static const struct about *find(const struct table *t)
{
    for (size_t i = 0; i < sizeof about / sizeof about[0]; i++)
        if (str_eq(about[i].table, t->name))
            return &about[i];
    return NULL;
}

const char *tables_about(const struct table *t, enum lang lang)
{
    const struct about *x = find(t);

    return x != NULL ? msg_text(lang, x->what) : t->what;
}

const char *tables_columns(const struct table *t)
{
    const struct about *x = find(t);

    return x != NULL ? x->columns : NULL;
}
