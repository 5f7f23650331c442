/* loop_catalog.c - tables of the catalog read for the screen; rows of the user's own written. */
#include "base/str.h"
#include "tui/loop_parts.h"

static void failed(struct tui *t, struct err_info *e)
{
    step(t, &(struct event){.kind = EV_FAILED, .error = e});
}

void loop_browse(struct tui *t)
{
    struct err_info e = {0};

    if (browse_read(&t->m.browse, t->c, &e) != OK)
        failed(t, &e);
    else
        step(t, &(struct event){.kind = EV_TABLE});
}

void loop_form(struct tui *t)
{
    struct err_info e = {0};

    if (form_read(&t->m.form, t->c, &e) != OK)
        failed(t, &e);
    else
        step(t, &(struct event){.kind = EV_FORM});
}

void loop_store(struct tui *t, bool drop)
{
    struct form *f = &t->m.form;
    struct err_info e = {0};
    char key[128];

    enum err rc = drop ? form_drop(f, t->c, &e) : form_store(f, t->c, &e);
    if (rc != OK) {
        failed(t, &e);
        return;
    }
    str_copy(key, sizeof key, drop ? f->like : form_key(f));
    loop_load_anew(t, &e);
    if (!t->leave)
        step(t, &(struct event){.kind = EV_STORED, .code = drop, .text = key, .error = &e});
}
