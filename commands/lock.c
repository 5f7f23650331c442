#include "commands/lock.h"

#include <string.h>

#include "base/num.h"
#include "engine/build/parts.h"

#define PIECES_MAX 10000
#define NAMES_MAX 2048

static void edit_add(struct edits *edits, enum edit_op op, enum part_kind kind, const char *id,
                     int qty)
{
    if (edits->n == EDITS_MAX)
        return;
    struct edit *x = &edits->e[edits->n++];
    *x = (struct edit){.op = op, .kind = kind, .qty = qty, .all = true};
    if (op == EDIT_SWAP || op == EDIT_ADD)
        str_copy(x->to, sizeof x->to, id);
    else if (op == EDIT_LOCK)
        str_copy(x->id, sizeof x->id, id);
}

/* A line of that kind is not in every machine: then it is put in. */
static bool is_extra(enum part_kind kind)
{
    return kind == PART_FAN || kind == PART_HDD || kind == PART_UPS || kind == PART_CABLE ||
           kind == PART_RACK;
}

static void lock_part(struct edits *edits, enum part_kind kind, const char *id, int qty)
{
    if (id != NULL && is_extra(kind)) {
        edit_add(edits, EDIT_ADD, kind, id, qty);
        edit_add(edits, EDIT_LOCK, kind, "", 0);
        return;
    }
    if (id != NULL)
        edit_add(edits, EDIT_SWAP, kind, id, 0);
    edit_add(edits, EDIT_LOCK, kind, "", 0);
    edit_add(edits, EDIT_QTY, kind, "", qty);
}

static enum err lock_card(struct answers *a, const char *id, int qty, const char *text,
                          struct err_info *e)
{
    struct str gpu;
    enum err rc;

    if (id == NULL && (!a->a[Q_GPU].set || strchr(a->a[Q_GPU].text, ',') != NULL))
        return cli_fail(e, ERR_USAGE, MSG_LOCK_WHICH_CARD, text, NULL, NULL);
    str_init(&gpu, ANSWER_TEXT_MAX);
    str_addf(&gpu, "%sx%d", id != NULL ? id : a->a[Q_GPU].text, qty);
    rc = answers_set(a, Q_GPU, gpu.p, FROM_GIVEN, e);
    str_free(&gpu);
    return rc;
}

static enum err unknown_part(const struct facts *f, const char *name, struct err_info *e)
{
    const char *names[NAMES_MAX];
    struct part_view v;
    size_t n = 0;

    for (int k = 0; k < PART_KINDS; k++) {
        if (n < NAMES_MAX)
            names[n++] = part_kind_word((enum part_kind)k);
        for (size_t i = 0; n < NAMES_MAX && part_view_at(f, (enum part_kind)k, i, &v); i++)
            names[n++] = v.id;
    }
    return cli_unknown(e, name, names, n, MSG_LOCK_PART_NEAR, MSG_LOCK_PART, NULL);
}

static enum err read_lock(struct run *r, const char *text, struct answers *a, struct edits *edits,
                          struct err_info *e)
{
    const struct facts *f = &r->ctx->facts;
    const char *equal = strrchr(text, '=');
    char name[96];
    double n;

    if (equal == NULL || equal == text || (size_t)(equal - text) >= sizeof name ||
        num_parse(equal + 1, NUM_INT, &n, NULL) != NUM_OK || n < 1 || n > PIECES_MAX)
        return cli_fail(e, ERR_USAGE, MSG_LOCK_FORM, text, NULL, NULL);
    memcpy(name, text, (size_t)(equal - text));
    name[equal - text] = '\0';
    for (int k = 0; k < PART_KINDS; k++) {
        enum part_kind kind = (enum part_kind)k;
        struct part_view v;
        bool whole = str_case_eq(name, part_kind_word(kind));
        if (!whole && !part_find(f, kind, name, &v))
            continue;
        const char *id = whole ? NULL : v.id;
        if (kind == PART_GPU)
            return lock_card(a, id, (int)n, text, e);
        lock_part(edits, kind, id, (int)n);
        return OK;
    }
    const char *card = facts_resolve(f, "accelerators", name, NULL);
    return card != NULL ? lock_card(a, card, (int)n, text, e) : unknown_part(f, name, e);
}

enum err locks_read(struct run *r, struct answers *a, struct edits *edits, struct err_info *e)
{
    const struct cmdline *o = r->opt;
    enum err rc = OK;

    for (int i = 0; i < o->lock_n && rc == OK; i++) {
        if (edits->n + 3 > EDITS_MAX)
            return cli_fail(e, ERR_USAGE, MSG_OPT_MANY, "lock", NULL, NULL);
        rc = read_lock(r, o->lock[i], a, edits, e);
    }
    return rc;
}
