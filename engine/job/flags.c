#include "engine/job/flags.h"

#include <string.h>

#include "base/str.h"
#include "engine/job/fault.h"

static const struct question *question_of(const char *flag, const char **value)
{
    const char *equal = strchr(flag, '=');
    char name[32];
    size_t n = equal ? (size_t)(equal - flag) : strlen(flag);
    if (n >= sizeof name) {
        return NULL;
    }
    memcpy(name, flag, n);
    name[n] = '\0';
    *value = equal ? equal + 1 : NULL;
    return question_find(name);
}

enum err flags_take(struct answers *a, int argc, char *const *argv, int at, int *taken,
                    struct err_info *e)
{
    *taken = 0;
    const char *value = NULL;
    const struct question *q =
        str_starts(argv[at], "--") ? question_of(argv[at] + 2, &value) : NULL;
    if (!q) {
        return OK;
    }
    *taken = value ? 1 : 2;
    if (!value) {
        value = at + 1 < argc ? argv[at + 1] : NULL;
    }
    /* -5 is a value (and refused as one); a word with two dashes is the next flag */
    if (!value || (*taken == 2 && str_starts(value, "--"))) {
        struct fault x = fault_begin(e, ERR_USAGE, MSG_JOB_FLAG_VALUE);
        fault_arg(&x, ARG_STR(q->name));
        fault_arg(&x, ARG_STR(question_example(q)));
        return fault_end(&x);
    }
    return answers_set(a, q->id, value, FROM_GIVEN, e);
}
