/* Config files: keys come in order of their lines, and an error has one. */
#include "fuzz.h"

#include "base/ini.h"

static enum err on_key(void *ctx, const char *section, const char *key, const char *value,
                       long line, struct err_info *e)
{
    long *before = ctx;

    (void)section;
    (void)e;
    HOLDS(key[0] && value && line > *before);
    *before = line;
    return OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err_info e = {0};
    long line = 0;

    enum err rc = ini_read((const char *)data, size, "fuzz.ini", on_key, &line, &e);
    HOLDS(rc == OK || (rc == ERR_SYNTAX && e.line > line));
    return 0;
}
