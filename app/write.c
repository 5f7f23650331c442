#include "app/write.h"

#include "base/file.h"
#include "base/str.h"

#define EXPORT_BYTES (16u << 20)

enum err write_export(const struct ui *m, struct err_info *e)
{
    enum export_format f = (enum export_format)m->export_format;
    if (m->export_moved ? m->files.moved == NULL : m->result == NULL)
        return err_set(e, ERR_NOT_FOUND, MSG_TUI_NO_PLAN, 0, NULL);
    bool machine = f == EXPORT_JSON || f == EXPORT_CSV;
    struct export_options o = {.lang = machine ? m->machine_lang : m->lang,
                               .generated = m->generated,
                               .now = m->now,
                               .facts = m->facts,
                               .prices = m->prices};
    struct str text;
    str_init(&text, EXPORT_BYTES);
    enum err rc = m->export_moved ? export_compare(f, m->files.moved, &o, &text, e)
                                  : export_plan(f, m->result, &o, &text, e);
    if (rc == OK)
        rc = file_write(m->export_path, text.p, text.len, m->export_force ? FILE_REPLACE : FILE_NEW,
                        false, e);
    str_free(&text);
    return rc;
}
