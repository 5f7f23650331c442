/* regions.c - the regions that a job names, against those of the offers. */
#include <string.h>

#include "base/text.h"
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

static enum err unknown_region(const char *name, const struct near *x, struct err_info *e)
{
    struct fault fault =
        fault_begin(e, ERR_USAGE, x->n > 0 ? MSG_PLAN_REGION_NEAR : MSG_PLAN_REGION_UNKNOWN);
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
            return unknown_region(name, &x, e);
    }
    return OK;
}
