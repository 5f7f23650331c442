/*
 * write.h - the export of the plan on the screen, into a file that is whole or not there.
 */
#ifndef APP_WRITE_H
#define APP_WRITE_H

#include "app/model.h"

/* write_export: m->result as m->export_format to m->export_path. ERR_EXISTS unless
 * m->export_force; ERR_IO; ERR_UNSUPPORTED. */
enum err write_export(const struct ui *m, struct err_info *e);

#endif
