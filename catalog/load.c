#include "catalog/load.h"

#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "catalog/load_row.h"
#include "catalog/schema.h"

static void load_about(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "about", "version, date");
    if (rows_next(&r)) {
        l->f->version = take_text(&r);
        l->f->date = take_text(&r);
    }
    rows_end(&r);
}

static enum err load_all(struct loader *l)
{
    load_counts(l);
    load_about(l);
    load_price_tables(l);
    load_accelerators(l);
    load_models(l);
    load_parts(l);
    load_fittings(l);
    load_money(l);
    load_software(l);
    load_offers(l);
    if (l->err == OK && arena_failed(l->arena))
        l->err = err_set(l->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return l->err;
}

/* lay_own: what is wrong with the user's file goes to *own_e; the catalog is then loaded alone. */
static enum err lay_own(struct loader *l, struct own *own, const char *path,
                        const struct db_wait *wait, struct err_info *own_e)
{
    enum err err = own_read(own, path, wait, l->arena, own_e);

    if (err == OK)
        err = own_judge(own, l->db, own_e);
    if (err == OK)
        l->err = own_overlay(own, l->db, l->e);
    if (err == OK && own->good > 0)
        l->own = own;
    return err;
}

enum err catalog_load_own(const char *path, const char *own_path, const struct db_wait *wait,
                          struct own_note *note, struct arena *a, struct facts *f, struct prices *p,
                          struct err_info *e)
{
    struct loader l = {.arena = a, .f = f, .p = p, .e = e};
    struct own own = {.arena = NULL};
    struct err_info own_e = {0};
    enum err own_err = OK;

    memset(f, 0, sizeof *f);
    memset(p, 0, sizeof *p);
    l.intern = ARENA_ARRAY(a, const char *, INTERN_SLOTS);
    if (l.intern == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    l.err = db_open(&l.db, path, CATALOG_APPLICATION_ID, CATALOG_FORMAT, e);
    if (l.err != OK)
        return l.err;
    if (!str_empty(own_path) && file_exists(own_path))
        own_err = lay_own(&l, &own, own_path, wait, &own_e);
    if (note != NULL)
        *note = (struct own_note){own.rows, own.good, own.strays, own.newer};
    (void)load_all(&l);
    db_close(l.db);
    if (l.err != OK) {
        memset(f, 0, sizeof *f);
        memset(p, 0, sizeof *p);
    } else if (own_err != OK) {
        err_copy(e, &own_e);
        l.err = own_err;
    }
    return l.err;
}

enum err catalog_load(const char *path, struct arena *a, struct facts *f, struct prices *p,
                      struct err_info *e)
{
    return catalog_load_own(path, NULL, NULL, NULL, a, f, p, e);
}
