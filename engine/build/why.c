/*
 * why.c - the named reason, with its figures.
 */
#include "base/str.h"
#include "engine/build/parts.h"

static const struct {
    enum why why;
    enum msg_id id;
} texts[] = {
    {WHY_CLOUD_ONLY, MSG_BUILD_CLOUD_ONLY},
    {WHY_NOT_SOLD, MSG_BUILD_NOT_SOLD},
    {WHY_NOT_NEW, MSG_BUILD_NOT_NEW},
    {WHY_RACK_MODULE, MSG_BUILD_RACK_MODULE},
    {WHY_BARE_MODULE, MSG_BUILD_BARE_MODULE},
    {WHY_NO_WATTS, MSG_BUILD_NO_WATTS},
    {WHY_ONE_A_MACHINE, MSG_BUILD_ONE_A_MACHINE},
    {WHY_NO_SLOT, MSG_BUILD_NO_SLOT},
    {WHY_EMPTY, MSG_BUILD_EMPTY},
    {WHY_FORM, MSG_BUILD_FORM},
    {WHY_MADE_FOR, MSG_BUILD_MADE_FOR},
    {WHY_BOARD_COUNT, MSG_BUILD_BOARD_COUNT},
    {WHY_COUNT, MSG_BUILD_COUNT},
    {WHY_X16, MSG_BUILD_X16},
    {WHY_TDP, MSG_BUILD_TDP},
    {WHY_PASSIVE, MSG_BUILD_PASSIVE},
    {WHY_LIQUID, MSG_BUILD_LIQUID},
    {WHY_OPEN_FAN_DUCT, MSG_BUILD_OPEN_FAN_DUCT},
    {WHY_PLACE, MSG_BUILD_PLACE},
    {WHY_NOISE, MSG_BUILD_NOISE},
    {WHY_RACK_UNITS, MSG_BUILD_RACK_UNITS},
    {WHY_MEMORY_KIND, MSG_BUILD_MEMORY_KIND},
    {WHY_MEMORY_SIZE, MSG_BUILD_MEMORY_SIZE},
    {WHY_DRIVES, MSG_BUILD_DRIVES},
    {WHY_NIC, MSG_BUILD_NIC},
    {WHY_SWITCH, MSG_BUILD_SWITCH},
    {WHY_CPU, MSG_BUILD_CPU},
    {WHY_CORES, MSG_BUILD_CORES},
    {WHY_CPU_MEMORY, MSG_BUILD_CPU_MEMORY},
    {WHY_LANES, MSG_BUILD_LANES},
    {WHY_COOLER, MSG_BUILD_COOLER},
    {WHY_CASE_FORM, MSG_BUILD_CASE_FORM},
    {WHY_CASE_SLOTS, MSG_BUILD_CASE_SLOTS},
    {WHY_CASE_LENGTH, MSG_BUILD_CASE_LENGTH},
    {WHY_CASE_COUNT, MSG_BUILD_CASE_COUNT},
    {WHY_CASE_RACK, MSG_BUILD_CASE_RACK},
    {WHY_CASE_HIGH, MSG_BUILD_CASE_HIGH},
    {WHY_RADIATOR, MSG_BUILD_RADIATOR},
    {WHY_COOLER_HEIGHT, MSG_BUILD_COOLER_HEIGHT},
    {WHY_SUPPLY_CASE, MSG_BUILD_SUPPLY_CASE},
    {WHY_FAN_SIZE, MSG_BUILD_FAN_SIZE},
    {WHY_CONNECTORS, MSG_BUILD_CONNECTORS},
    {WHY_SUPPLY, MSG_BUILD_SUPPLY},
    {WHY_SUPPLY_SERVER, MSG_BUILD_SUPPLY_SERVER},
    {WHY_CIRCUIT, MSG_BUILD_CIRCUIT},
    {WHY_UPS, MSG_BUILD_UPS},
    {WHY_SOCKET, MSG_BUILD_SOCKET},
    {WHY_BRINGS_OWN, MSG_BUILD_BRINGS_OWN},
};

static enum msg_id text_of(enum why why)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].why == why)
            return texts[i].id;
    return MSG_NONE;
}

static enum msg_id place_word(enum place p)
{
    static const enum msg_id words[] = {MSG_BUILD_AT_DESK, MSG_BUILD_AT_OFFICE,
                                        MSG_BUILD_AT_SERVER_ROOM, MSG_BUILD_AT_COLO};
    return words[p];
}

/* Platform that came furthest; its maker's name and model. */
static struct msg_arg platform_arg(const struct machine *m, struct arena *arena)
{
    if (m->p == NULL)
        return ARG_STR("");
    return ARG_STR(title_join(arena, m->p->p->vendor, m->p->p->model));
}

static struct msg power_reason(enum why why, enum msg_id id, const struct machine *m,
                               struct arena *arena)
{
    const struct platform *p = m->p != NULL ? m->p->p : NULL;
    switch (why) {
    case WHY_TDP:
        return msg_make(id, 3, platform_arg(m, arena), ARG_WATT(p ? p->max_gpu_tdp_w : UNKNOWN),
                        ARG_WATT(m->w->accel->tdp_w));
    case WHY_SUPPLY: return msg_make(id, 2, ARG_WATT(m->power.dc_w), ARG_NUM(m->site.volts));
    case WHY_SUPPLY_SERVER:
        return msg_make(id, 3, platform_arg(m, arena), ARG_WATT(m->power.psu_w),
                        ARG_WATT(m->power.dc_w));
    case WHY_CIRCUIT:
        return msg_make(id, 2, ARG_WATT(m->power.wall_w), ARG_WATT(m->power.circuit_w));
    case WHY_UPS: return msg_make(id, 2, ARG_WATT(1.25 * m->power.wall_w), ARG_NUM(m->site.volts));
    default: return msg_make(id, 0);
    }
}

static struct msg inside_reason(enum why why, enum msg_id id, const struct machine *m,
                                struct arena *arena)
{
    struct msg_arg board = platform_arg(m, arena);
    switch (why) {
    case WHY_MEMORY_SIZE: return msg_make(id, 2, board, ARG_GB(m->w->host_ram_gb));
    case WHY_DRIVES:
        return msg_make(id, 3, board, ARG_GB(m->w->storage_gb), ARG_GBS(m->w->storage_read_gbs));
    case WHY_NIC: return msg_make(id, 2, board, ARG_GBPS(m->w->network_gbps));
    case WHY_SWITCH: return msg_make(id, 1, ARG_INT(m->w->nodes));
    case WHY_CORES: return msg_make(id, 2, board, ARG_INT(m->w->host_cores));
    case WHY_COOLER: return msg_make(id, 1, ARG_WATT(m->cpu != NULL ? m->cpu->tdp_w : UNKNOWN));
    case WHY_LANES: return msg_make(id, 3, board, ARG_INT(m->lanes_cpu), ARG_INT(m->gpus));
    default: return msg_make(id, 1, board);
    }
}

struct msg why_message(enum why why, const struct machine *m, struct arena *arena)
{
    enum msg_id id = text_of(why);
    const struct accel *a = m->w->accel;
    struct msg_arg card = ARG_STR(accel_label(a)), n = ARG_INT(m->gpus);
    switch (why) {
    case WHY_NONE: return (struct msg){.id = MSG_NONE};
    case WHY_CLOUD_ONLY:
    case WHY_NOT_SOLD:
    case WHY_NOT_NEW:
    case WHY_RACK_MODULE:
    case WHY_BARE_MODULE:
    case WHY_NO_WATTS:
    case WHY_LIQUID:
    case WHY_MADE_FOR: return msg_make(id, 1, card);
    case WHY_NO_SLOT: return msg_make(id, 2, card, ARG_GB(m->w->archive_gb));
    case WHY_ONE_A_MACHINE:
    case WHY_BOARD_COUNT:
    case WHY_X16:
    case WHY_PASSIVE:
    case WHY_OPEN_FAN_DUCT:
    case WHY_CASE_COUNT:
    case WHY_CONNECTORS: return msg_make(id, 2, card, n);
    case WHY_FORM: return msg_make(id, 2, card, ARG_STR(a->form_text != NULL ? a->form_text : "?"));
    case WHY_COUNT:
    case WHY_CASE_SLOTS: return msg_make(id, 3, card, n, ARG_NUM(card_width(a)));
    case WHY_PLACE: return msg_make(id, 3, card, n, ARG_MSG(place_word(m->w->place)));
    case WHY_NOISE: return msg_make(id, 2, ARG_NUM(RACK_SERVER_DB), ARG_NUM(m->w->noise_db));
    case WHY_RACK_UNITS:
        return msg_make(id, 2, ARG_NUM(m->p != NULL ? m->p->p->rack_u : UNKNOWN),
                        ARG_NUM(m->w->rack_units));
    case WHY_CASE_HIGH: return msg_make(id, 1, ARG_NUM(m->w->rack_units));
    case WHY_CASE_LENGTH: return msg_make(id, 2, card, ARG_NUM(a->length_mm));
    case WHY_TDP:
    case WHY_SUPPLY:
    case WHY_SUPPLY_SERVER:
    case WHY_CIRCUIT:
    case WHY_UPS: return power_reason(why, id, m, arena);
    case WHY_MEMORY_KIND:
    case WHY_MEMORY_SIZE:
    case WHY_DRIVES:
    case WHY_NIC:
    case WHY_SWITCH:
    case WHY_CPU:
    case WHY_CORES:
    case WHY_CPU_MEMORY:
    case WHY_LANES:
    case WHY_COOLER:
    case WHY_CASE_FORM:
    case WHY_SOCKET:
    case WHY_BRINGS_OWN: return inside_reason(why, id, m, arena);
    case WHY_EMPTY:
    case WHY_CASE_RACK:
    case WHY_RADIATOR:
    case WHY_COOLER_HEIGHT:
    case WHY_SUPPLY_CASE:
    case WHY_FAN_SIZE:
    case WHY_COUNT_OF_REASONS: break;
    }
    return msg_make(id, 0);
}
