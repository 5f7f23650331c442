/* regions.c - names that stand in no catalog table: the regions that a job names, and vendors,
 * providers and regions of a policy, against those of the cards and offers. */
#include <string.h>

#include "base/text.h"
#include "engine/check/policy.h"
#include "engine/job/answers.h"
#include "engine/job/fault.h"
#include "engine/job/nearest.h"
#include "engine/plan/planner.h"

#define NEAR 3

struct near {
    const char *name[NEAR];
    int far[NEAR];
    size_t n;
};

static void near_put(struct near *x, const char *name, int far)
{
    for (size_t i = 0; i < x->n; i++)
        if (str_eq(x->name[i], name))
            return;
    size_t at = x->n;
    while (at > 0 &&
           (x->far[at - 1] > far || (x->far[at - 1] == far && strcmp(x->name[at - 1], name) > 0)))
        at--;
    if (at == NEAR)
        return;
    for (size_t k = x->n < NEAR ? x->n : NEAR - 1; k > at; k--) {
        x->name[k] = x->name[k - 1];
        x->far[k] = x->far[k - 1];
    }
    x->name[at] = name;
    x->far[at] = far;
    x->n += x->n < NEAR;
}

static bool region_known(const struct prices *p, const char *name, struct near *x)
{
    int limit = (int)strlen(name) / 2;
    const char *last = NULL;
    for (size_t i = 0; i < p->offer_n; i++) {
        const char *region = p->offer[i].region;
        if (region == NULL || region == last)
            continue;
        last = region;
        if (str_case_eq(region, name))
            return true;
        int far = str_starts(region, name) ? 0 : text_distance(name, region, limit);
        if (far <= limit)
            near_put(x, region, far);
    }
    return false;
}

static enum err unknown_name(enum err code, enum msg_id with_near, enum msg_id alone,
                             const char *name, const struct near *x, struct err_info *e)
{
    struct fault fault = fault_begin(e, code, x->n > 0 ? with_near : alone);
    struct str list;
    str_init(&list, 128);
    nearest_join(&list, x->name, x->n);
    fault_user(&fault, name);
    if (x->n > 0)
        fault_str(&fault, list.p);
    str_free(&list);
    return fault_end(&fault);
}

enum err planner_check_regions(const struct job *job, const struct prices *p, struct err_info *e)
{
    char item[ANSWER_TEXT_MAX];
    for (const char *at = job->regions; at != NULL && answer_list_next(&at, item, sizeof(item));) {
        const char *name = item[0] == '!' ? item + 1 : item;
        struct near x = {.n = 0};
        if (!region_known(p, name, &x))
            return unknown_name(ERR_USAGE, MSG_PLAN_REGION_NEAR, MSG_PLAN_REGION_UNKNOWN, name, &x,
                                e);
    }
    return OK;
}

static bool same_name(const char *word, const char *name, struct near *x)
{
    if (word == NULL)
        return false;
    if (str_case_eq(word, name))
        return true;
    int limit = (int)strlen(name) / 2;
    int far = text_distance(name, word, limit);
    if (far <= limit)
        near_put(x, word, far);
    return false;
}

static bool vendor_known(const struct facts *f, const char *name, struct near *x)
{
    const char *last = NULL;
    for (size_t i = 0; i < f->accel_n; i++) {
        if (f->accel[i].vendor == last)
            continue;
        last = f->accel[i].vendor;
        if (same_name(last, name, x))
            return true;
    }
    return false;
}

/* The ids alone: what a policy forbids under another name would stay allowed. */
static bool provider_known(const struct facts *f, const struct prices *p, const char *name,
                           struct near *x)
{
    const char *last = NULL, *id = facts_resolve(f, "providers", name, NULL);
    if (id != NULL && !str_case_eq(id, name))
        near_put(x, id, 0);
    for (size_t i = 0; i < f->provider_n; i++)
        if (same_name(f->provider[i].id, name, x))
            return true;
    for (size_t i = 0; i < p->offer_n; i++) { /* of a list of one's own */
        if (p->offer[i].provider == last)
            continue;
        last = p->offer[i].provider;
        if (same_name(last, name, x))
            return true;
    }
    return false;
}

struct named {
    const struct facts *f;
    const struct prices *p;
};

static enum err name_is_known(void *ctx, enum policy_name of, const char *name, struct err_info *e)
{
    const struct named *all = (const struct named *)ctx;
    struct near x = {.n = 0};
    bool there = of == POLICY_VENDOR     ? vendor_known(all->f, name, &x)
                 : of == POLICY_PROVIDER ? provider_known(all->f, all->p, name, &x)
                                         : region_known(all->p, name, &x);
    return there ? OK
                 : unknown_name(ERR_VALUE, MSG_POLICY_NAME_NEAR, MSG_POLICY_NAME_UNKNOWN, name, &x,
                                e);
}

enum err policy_check_names(const struct policy *policy, const struct facts *f,
                            const struct prices *p, struct err_info *e)
{
    struct named all = {f, p};
    return policy != NULL ? policy_each_name(policy, name_is_known, &all, e) : OK;
}
