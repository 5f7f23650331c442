/* Cleaned text is safe, cleaning twice changes nothing, and nothing is wider than it says. */
#include "fuzz.h"

#include "base/str.h"
#include "base/text.h"

static void wraps(const char *s, int cells)
{
    const char *p = s;
    size_t n, skip;

    while ((n = text_wrap(p, cells, &skip)) > 0 || skip > 0) {
        char *line = fuzz_string((const uint8_t *)p, n);
        /* one character at least goes into a line, however narrow */
        HOLDS(text_width(line) <= cells || text_cluster(line) == n);
        free(line);
        p += n + skip;
    }
    HOLDS(!*p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str once, twice;

    if (size == 0)
        return 0;
    int cells = data[0] % 100;
    char *text = fuzz_string(data + 1, size - 1);
    str_init(&once, 8u << 20);
    str_init(&twice, 8u << 20);
    text_ambiguous_wide(data[0] >= 200);
    text_clean(&once, text);
    text_clean(&twice, once.p);
    HOLDS(strcmp(once.p, twice.p) == 0 && text_valid(once.p));
    HOLDS(text_width(text) == text_width(once.p));
    for (const char *p = once.p; *p;) {
        int32_t cp = text_next(&p);
        HOLDS(cp >= 0x20 && !(cp >= 0x7F && cp <= 0x9F) && !(cp >= 0x200B && cp <= 0x200F));
        HOLDS(!(cp >= 0x202A && cp <= 0x202E) && !(cp >= 0x2066 && cp <= 0x2069));
    }
    str_clear(&twice);
    HOLDS(text_clip(&twice, text, cells, size % 2) <= cells && text_width(twice.p) <= cells);
    str_clear(&twice);
    text_pad(&twice, text, cells, size % 3 - 1, size % 2);
    HOLDS(text_width(twice.p) == cells);
    wraps(text, cells);
    str_clear(&twice);
    text_fold(&twice, text);
    HOLDS(text_valid(twice.p));
    HOLDS(text_distance(text, text, 3) == 0);
    str_free(&once);
    str_free(&twice);
    free(text);
    return 0;
}
