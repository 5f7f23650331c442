/*
 * build.c - the public functions: one machine, the parts that may stand in for a line.
 */
#include "base/str.h"
#include "engine/build/parts.h"

static void blank(struct bom *out)
{
    *out = (struct bom){0};
}

/* A number told for a line without its part: the part is the one that would stand there. */
static void pin_counted(const struct build_tables *t, const struct build_wish *w, struct forced *fx,
                        struct arena *arena)
{
    static const enum part_kind kinds[] = {PART_MEMORY, PART_SSD, PART_PSU, PART_NIC};
    struct forced free = *fx;
    struct machine m;
    bool any = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        any = any || free.qty[kinds[i]] >= 0;
        free.qty[kinds[i]] = -1;
    }
    if (!any || solve(t, w, &free, arena, &m) != WHY_NONE)
        return;
    if (fx->qty[PART_MEMORY] >= 0 && fx->memory == NULL)
        fx->memory = m.memory.part;
    if (fx->qty[PART_SSD] >= 0 && fx->ssd == NULL)
        fx->ssd = m.data.ssd != NULL ? m.data.ssd : m.system.ssd;
    if (fx->qty[PART_PSU] >= 0 && fx->psu == NULL)
        fx->psu = m.psu;
    if (fx->qty[PART_NIC] >= 0 && fx->nic == NULL)
        fx->nic = m.net.nic;
}

/* A machine with the user's edits: around the fixed parts if the rules allow it, else around the
 * fixed platform, else as it would be without edits, with the fixed parts put in. */
static enum why with_edits(const struct build_tables *t, const struct build_wish *w,
                           struct forced *fx, struct arena *arena, struct machine *m)
{
    pin_counted(t, w, fx, arena);
    enum why why = solve(t, w, fx, arena, m);
    if (why == WHY_NONE)
        return why;
    struct forced platform = {0};
    platform.platform = fx->platform;
    enum why again = fx->platform != NULL ? solve(t, w, &platform, arena, m) : why;
    if (again != WHY_NONE)
        again = solve(t, w, NULL, arena, m);
    if (again == WHY_NONE)
        edits_apply(t, w, fx, m);
    return again;
}

/* Edits on the cards themselves: their kind and their number. */
static void edit_cards(const struct facts *f, struct build_wish *w)
{
    for (int i = 0; w->edits != NULL && i < w->edits->n; i++) {
        const struct edit *e = &w->edits->e[i];
        if (e->kind != PART_GPU || edit_void(w->edits, i))
            continue;
        bool other = e->op == EDIT_SWAP || (e->op == EDIT_ADD && edit_fills_gap(w->edits, i));
        const struct accel *a = other ? facts_accel(f, e->to) : NULL;
        if (a != NULL)
            w->accel = a;
        int nodes = w->nodes > 0 ? w->nodes : 1;
        if (e->op == EDIT_QTY && e->qty >= nodes)
            w->per_node = e->qty / nodes;
    }
}

/* Checkpoints wear drives out. Where those of the machine do not last, others are chosen on the
 * same board, if any last; else the finding tells how long they do. */
static void outlast(const struct build_tables *t, struct build_wish *w, const struct forced *fx,
                    struct arena *arena, struct machine *m)
{
    struct forced same = *fx;
    struct machine longer = {.t = t, .w = w, .gpus = w->per_node};
    if (!(w->write_tb > 0) || m->p->p->is_complete || drives_last(m))
        return;
    same.platform = m->p->p;
    w->lasting = true;
    if (solve(t, w, &same, arena, &longer) == WHY_NONE && longer.rank <= m->rank)
        *m = longer;
    w->lasting = false;
}

enum err build_machine(const struct facts *f, const struct build_wish *wish, struct arena *arena,
                       struct bom *out, struct msg *why)
{
    struct build_wish w = *wish;
    blank(out);
    *why = (struct msg){.id = MSG_NONE};
    w.nodes = w.nodes > 0 ? w.nodes : 1;
    edit_cards(f, &w);
    const struct build_tables *t = w.tables;
    if (t == NULL || t->f != f)
        t = tables_make(f, w.currency, &w, arena);
    if (t == NULL)
        return ERR_NOMEM;
    struct forced fx;
    struct archive archive;
    forced_of(f, w.edits, &fx);
    if (archive_choose(t, &w, &fx, &archive)) {
        w.archive = &archive;
        if (!(w.archive_gb > 0)) /* drives put in by hand */
            w.archive_gb = archive_usable_gb(archive.hdd, archive.drives);
    }
    struct machine m = {.t = t, .w = &w, .gpus = w.per_node};
    enum why reason = accel_sold_alone(w.accel, &w);
    if (reason == WHY_NONE && accel_is_machine(w.accel)) {
        bill_soc(t, &w, arena, out);
        edits_lines(t, &w, &fx, arena, out);
        return arena_failed(arena) ? ERR_NOMEM : OK;
    }
    if (reason == WHY_NONE)
        reason = fx.any ? with_edits(t, &w, &fx, arena, &m) : solve(t, &w, NULL, arena, &m);
    if (reason != WHY_NONE) {
        *why = why_message(reason, &m, arena);
        return arena_failed(arena) ? ERR_NOMEM : ERR_NOT_FOUND;
    }
    outlast(t, &w, &fx, arena, &m);
    bill_write(&m, arena, out);
    if (fx.any)
        edits_lines(t, &w, &fx, arena, out);
    return arena_failed(arena) ? ERR_NOMEM : OK;
}
