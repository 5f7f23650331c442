/* fail.c - errors of the command line, with the nearest names to a mistyped one. */
#include <string.h>

#include "base/text.h"
#include "commands/command.h"
#include "engine/job/fault.h"
#include "engine/job/nearest.h"

#define NEAR_MAX 3

enum err cli_fail(struct err_info *e, enum err code, enum msg_id id, const char *a, const char *b,
                  const char *c)
{
    struct fault x = fault_begin(e, code, id);
    if (a != NULL)
        fault_user(&x, a);
    if (a != NULL && b != NULL)
        fault_str(&x, b);
    if (a != NULL && b != NULL && c != NULL)
        fault_str(&x, c);
    return fault_end(&x);
}

/* The closest first; equal ones in the order of the table. Returns how many. */
static size_t nearest(const char *name, const char *const *names, size_t n,
                      const char *out[NEAR_MAX])
{
    size_t len = strlen(name);
    int limit = len < 4 ? 1 : len < 9 ? 2 : (int)(len / 3);
    int distance[NEAR_MAX];
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        int d = text_distance(name, names[i], limit);
        if (len > 2 && str_starts(names[i], name))
            d = 1; /* the beginning of a name */
        if (d > limit || str_empty(names[i]))
            continue;
        size_t at = found;
        while (at > 0 && distance[at - 1] > d)
            at--;
        if (at == NEAR_MAX)
            continue;
        for (size_t k = found < NEAR_MAX ? found : NEAR_MAX - 1; k > at; k--) {
            out[k] = out[k - 1];
            distance[k] = distance[k - 1];
        }
        out[at] = names[i];
        distance[at] = d;
        found += found < NEAR_MAX;
    }
    return found;
}

enum err cli_unknown(struct err_info *e, const char *name, const char *const *names, size_t n,
                     enum msg_id near, enum msg_id none, const char *where)
{
    const char *best[NEAR_MAX];
    size_t found = nearest(name, names, n, best);
    if (found == 0)
        return cli_fail(e, ERR_USAGE, none, name, where, NULL);

    struct str list;
    str_init(&list, 256);
    nearest_join(&list, best, found);
    enum err rc = where != NULL ? cli_fail(e, ERR_USAGE, near, name, where, list.p)
                                : cli_fail(e, ERR_USAGE, near, name, list.p, NULL);
    str_free(&list);
    return rc;
}
