#include "catalog/load.h"

#include <string.h>

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

enum err catalog_load(const char *path, struct arena *a, struct facts *f, struct prices *p,
                      struct err_info *e)
{
    struct loader l = {.arena = a, .f = f, .p = p, .e = e};

    memset(f, 0, sizeof *f);
    memset(p, 0, sizeof *p);
    l.intern = ARENA_ARRAY(a, const char *, INTERN_SLOTS);
    if (l.intern == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    l.err = db_open(&l.db, path, CATALOG_APPLICATION_ID, CATALOG_FORMAT, e);
    if (l.err != OK)
        return l.err;
    load_counts(&l);
    load_about(&l);
    load_price_tables(&l);
    load_accelerators(&l);
    load_models(&l);
    load_parts(&l);
    load_fittings(&l);
    load_money(&l);
    load_software(&l);
    load_offers(&l);
    db_close(l.db);
    if (l.err == OK && arena_failed(a))
        l.err = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (l.err != OK) {
        memset(f, 0, sizeof *f);
        memset(p, 0, sizeof *p);
    }
    return l.err;
}
