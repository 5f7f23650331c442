/*
 * advice.c - the short operating part at the end of a bill: what to install, what to watch, what
 * the room needs, what to ask the seller. One row of the table an item: when it applies and what it
 * says; figures come from the plan, names of drivers and images from the catalog.
 */
#include <math.h>

#include "export/parts.h"

#define UPLINK_MBITS 100.0 /* of the example: what an office line gives */
#define BTU_PER_W 3.412    /* BTU/h a watt, NIST SP 811 */
#define WARM_W 1000.0      /* from here a desk or an office feels the heat */
#define LARGE_GB 1.0       /* smaller sets are copied in no time */

struct advice {
    const struct result *r;
    const struct plan *p;
    const struct job *job;
    const struct sizing *z;
    const struct software *s; /* NULL: not in the catalog */
};

/* --- when ------------------------------------------------------------------------------- */
static bool own(const struct advice *a)
{
    return a->p->offer == NULL;
}

static bool rented(const struct advice *a)
{
    return a->p->offer != NULL;
}

static bool has_software(const struct advice *a)
{
    return a->s != NULL;
}

static bool no_software(const struct advice *a)
{
    return a->s == NULL;
}

static bool trains_on_data(const struct advice *a)
{
    return a->job->training && known(a->z->dataset_gb) && a->z->dataset_gb >= LARGE_GB;
}

static bool uploads(const struct advice *a)
{
    return rented(a) && known(a->z->dataset_gb) && a->z->dataset_gb >= LARGE_GB;
}

static bool trains(const struct advice *a)
{
    return a->job->training;
}

static bool serves(const struct advice *a)
{
    return a->job->serving;
}

static bool fleet(const struct advice *a)
{
    return a->p->nodes > 1;
}

static double heat_w(const struct advice *a)
{
    double w = a->p->bom.power.wall_w;
    return known(w) && a->p->bom.machines > 0 ? w * a->p->bom.machines : UNKNOWN;
}

static bool own_power(const struct advice *a)
{
    return own(a) && known(heat_w(a));
}

static bool warm_room(const struct advice *a)
{
    bool people = a->job->place == PLACE_DESK || a->job->place == PLACE_OFFICE;
    return own_power(a) && people && heat_w(a) > WARM_W;
}

static bool has_ups(const struct advice *a)
{
    for (int i = 0; i < a->p->bom.n; i++)
        if (a->p->bom.line[i].kind == PART_UPS)
            return true;
    return false;
}

static bool with_ups(const struct advice *a)
{
    return own(a) && has_ups(a);
}

static bool without_ups(const struct advice *a)
{
    return own_power(a) && !has_ups(a);
}

static bool checkpoints(const struct advice *a)
{
    return a->job->training && known(a->z->checkpoint_gb) && a->z->checkpoint_gb > 0;
}

static bool spot(const struct advice *a)
{
    return a->p->kind == KIND_SPOT && checkpoints(a);
}

static bool domestic(const struct advice *a)
{
    return a->p->accel->domestic_cn == TRI_YES;
}

static bool bought(const struct advice *a)
{
    return own(a) && a->r->verdict.of != VERDICT_OF_HAVE;
}

static bool bought_used(const struct advice *a)
{
    return bought(a) && (a->job->used_only || a->p->accel->price.used);
}

static bool bought_in_china(const struct advice *a)
{
    return bought(a) && str_starts(a->job->country != NULL ? a->job->country : "", "CN");
}

static bool controlled(const struct advice *a)
{
    return bought_in_china(a) && !domestic(a) && !str_empty(a->p->accel->export_note);
}

/* --- what --------------------------------------------------------------------------------- */
static struct msg_arg word(const char *text)
{
    return str_empty(text) ? ARG_MSG(MSG_VERDICT_UNKNOWN) : ARG_STR(text);
}

static struct msg_arg tool(const struct advice *a)
{
    return word(a->s != NULL ? a->s->tool : NULL);
}

static struct msg say_software(const struct advice *a)
{
    return msg_make(MSG_ADVICE_SOFTWARE, 3, word(a->s->driver), word(a->s->toolkit),
                    word(a->s->framework));
}

static struct msg say_image(const struct advice *a)
{
    const char *engine = a->job->engine != NULL ? a->job->engine->id : "";
    const char *image = !a->job->serving              ? a->s->image_train
                        : str_eq(engine, "llama.cpp") ? a->s->image_llamacpp
                                                      : a->s->image_vllm;
    return msg_make(MSG_ADVICE_IMAGE, 3, word(image), ARG_STR(a->s->tool),
                    ARG_INT(a->p->per_node * a->p->nodes));
}

static struct msg say_no_software(const struct advice *a)
{
    return msg_make(MSG_ADVICE_NO_SOFTWARE, 1, ARG_STR(accel_label(a->p->accel)));
}

static struct msg say_data(const struct advice *a)
{
    return msg_make(MSG_ADVICE_DATA, 2, ARG_GB(a->z->dataset_gb), ARG_GBS(a->z->storage_need_gbs));
}

static struct msg say_upload(const struct advice *a)
{
    double hours = a->z->dataset_gb * 8e9 / (UPLINK_MBITS * 1e6) / 3600;
    return msg_make(MSG_ADVICE_UPLOAD, 2, ARG_GB(a->z->dataset_gb), ARG_HOURS(hours));
}

static struct msg say_watch(const struct advice *a)
{
    return msg_make(MSG_ADVICE_WATCH, 1, tool(a));
}

static struct msg say_fleet(const struct advice *a)
{
    return msg_make(MSG_ADVICE_FLEET, 2, ARG_INT(a->p->nodes), ARG_GBPS(a->z->network_need_gbps));
}

static struct msg say_heat(const struct advice *a)
{
    return msg_make(MSG_ADVICE_HEAT, 2, ARG_WATT(heat_w(a)), ARG_INT(heat_w(a) * BTU_PER_W));
}

static struct msg say_no_ups(const struct advice *a)
{
    return msg_make(MSG_ADVICE_NO_UPS, 1, ARG_WATT(heat_w(a)));
}

static struct msg say_checkpoints(const struct advice *a)
{
    return msg_make(MSG_ADVICE_CHECKPOINTS, 2, ARG_GB(a->z->checkpoint_gb),
                    ARG_GB(3 * a->z->checkpoint_gb));
}

static struct msg say_acceptance(const struct advice *a)
{
    return msg_make(MSG_ADVICE_ACCEPTANCE, 2, ARG_INT(a->p->per_node * a->p->nodes), tool(a));
}

static struct msg say_migration(const struct advice *a)
{
    return msg_make(MSG_ADVICE_MIGRATE_VERSIONS, 1, word(a->s != NULL ? a->s->framework : NULL));
}

#define FROM_CATALOG "software" /* the source stands in the row of the catalog */
static const struct {
    bool (*when)(const struct advice *a); /* NULL: always */
    enum msg_id label;
    struct msg (*say)(const struct advice *a); /* NULL: plain text without figures */
    enum msg_id plain;
    const char *source; /* NULL: practice, no figure in it */
} items[] = {
    {has_software, MSG_ADVICE_L_SOFTWARE, say_software, MSG_NONE, FROM_CATALOG},
    {has_software, MSG_ADVICE_L_IMAGE, say_image, MSG_NONE, FROM_CATALOG},
    {no_software, MSG_ADVICE_L_SOFTWARE, say_no_software, MSG_NONE, NULL},
    {rented, MSG_ADVICE_L_IMAGE, NULL, MSG_ADVICE_RENTED, NULL},
    {trains_on_data, MSG_ADVICE_L_DATA, say_data, MSG_NONE, NULL},
    {uploads, MSG_ADVICE_L_DATA, say_upload, MSG_NONE, NULL},
    {fleet, MSG_ADVICE_L_NETWORK, say_fleet, MSG_NONE, NULL},
    {NULL, MSG_ADVICE_L_WATCH, say_watch, MSG_NONE,
     "https://docs.nvidia.com/deploy/nvidia-smi/ (utilization: a kernel was executing)"},
    {trains, MSG_ADVICE_L_WATCH, NULL, MSG_ADVICE_CAUSES_TRAIN, NULL},
    {serves, MSG_ADVICE_L_WATCH, NULL, MSG_ADVICE_CAUSES_SERVE, NULL},
    {own_power, MSG_ADVICE_L_ROOM, say_heat, MSG_NONE,
     "ASHRAE TC 9.9, Thermal Guidelines for Data Processing Environments (18 to 27 C)"},
    {warm_room, MSG_ADVICE_L_ROOM, NULL, MSG_ADVICE_WARM_ROOM, NULL},
    {with_ups, MSG_ADVICE_L_POWER, NULL, MSG_ADVICE_UPS, NULL},
    {without_ups, MSG_ADVICE_L_POWER, say_no_ups, MSG_NONE, NULL},
    {checkpoints, MSG_ADVICE_L_BACKUP, say_checkpoints, MSG_NONE, NULL},
    {spot, MSG_ADVICE_L_BACKUP, NULL, MSG_ADVICE_SPOT, NULL},
    {own, MSG_ADVICE_L_BACKUP, NULL, MSG_ADVICE_BACKUP_OWN, NULL},
    {rented, MSG_ADVICE_L_BACKUP, NULL, MSG_ADVICE_BACKUP_RENTED, NULL},
    {domestic, MSG_ADVICE_L_MIGRATE, say_migration, MSG_NONE, FROM_CATALOG},
    {domestic, MSG_ADVICE_L_MIGRATE, NULL, MSG_ADVICE_MIGRATE_CODE, NULL},
    {domestic, MSG_ADVICE_L_MIGRATE, NULL, MSG_ADVICE_MIGRATE_MODEL, NULL},
    {domestic, MSG_ADVICE_L_MIGRATE, NULL, MSG_ADVICE_MIGRATE_TEST, NULL},
    {bought, MSG_ADVICE_L_SELLER, NULL, MSG_ADVICE_SELLER, NULL},
    {bought_in_china, MSG_ADVICE_L_SELLER, NULL, MSG_ADVICE_SELLER_CHINA, NULL},
    {controlled, MSG_ADVICE_L_SELLER, NULL, MSG_ADVICE_SELLER_EXPORT, NULL},
    {bought_used, MSG_ADVICE_L_SELLER, NULL, MSG_ADVICE_SELLER_USED, NULL},
    {bought, MSG_ADVICE_L_SELLER, say_acceptance, MSG_NONE, NULL},
};

void report_advice(struct doc *d, const struct result *r, const struct plan *p)
{
    const struct advice a = {
        .r = r, .p = p, .job = &r->job, .z = &p->sizing, .s = facts_software(r->facts, p->accel)};
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_heading(d, MSG_ADVICE_TITLE);
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        if (items[i].when != NULL && !items[i].when(&a))
            continue;
        struct msg m = items[i].say != NULL ? items[i].say(&a) : msg_make(items[i].plain, 0);
        bool row = items[i].source != NULL && str_eq(items[i].source, FROM_CATALOG);
        str_clear(&s);
        put_strong(d, &s, items[i].label, "advice");
        put_id(d, &s, MSG_PUNCT_COLON);
        put_msg(d, &s, &m);
        text_stop(&s, d->lang);
        if (row && a.s != NULL)
            put_ref(d, &s, a.s->from.source, a.s->from.date);
        else if (!row)
            put_ref(d, &s, items[i].source, NULL);
        text_trim(&s);
        doc_bullet(d, s.p);
    }
    str_free(&s);
}
