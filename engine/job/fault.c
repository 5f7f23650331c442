#include "engine/job/fault.h"

#include <string.h>

#include "base/str.h"

#define AS_TYPED 60

struct fault fault_begin(struct err_info *e, enum err code, enum msg_id id)
{
    struct fault x = {.e = e, .code = code, .id = id};
    if (e) {
        err_where(e, NULL, 0, NULL);
        e->detail[0] = '\0';
    }
    return x;
}

static void add(struct fault *x, const char *text, size_t most)
{
    size_t room = x->e ? sizeof x->e->detail - x->used : 0;
    if (room < 2) {
        fault_arg(x, ARG_STR("..."));
        return;
    }
    char *to = x->e->detail + x->used;
    str_copy(to, most < room ? most : room, text ? text : "");
    x->used += strlen(to) + 1;
    fault_arg(x, ARG_STR(to));
}

void fault_str(struct fault *x, const char *text)
{
    add(x, text, sizeof x->e->detail);
}

void fault_user(struct fault *x, const char *text)
{
    add(x, text, AS_TYPED + 1);
}

void fault_arg(struct fault *x, struct msg_arg a)
{
    if (x->n < MSG_ARGS_MAX) {
        x->a[x->n++] = a;
    }
}

enum err fault_end(struct fault *x)
{
    return err_set(x->e, x->code, x->id, x->n, x->a);
}
