/* loop_copy.c - the value copied, into a file beside the session. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "tui/loop_parts.h"

void loop_copy(struct tui *t)
{
    char path[640], text[sizeof t->m.copied + 1];
    struct err_info e = {0};
    const char *dir = t->c->state_dir;
    snprintf(text, sizeof text, "%s\n", t->m.copied);
    if (dir[0] != '\0' && path_join(path, sizeof path, dir, "copied.txt") &&
        file_mkdirs(dir, &e) == OK)
        file_write(path, text, strlen(text), FILE_REPLACE, true, &e);
    if (e.code != OK)
        step(t, &(struct event){.kind = EV_FAILED, .error = &e});
}
