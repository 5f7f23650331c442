/* Reading ends, lines only grow, and each row written again reads as the same row. */
#include "fuzz.h"

#include "base/csv.h"
#include "base/str.h"

static void same_row_again(const struct csv *c)
{
    struct str s;
    struct csv *again;
    bool first = true, more;

    str_init(&s, 64u << 20);
    for (size_t i = 0; i < csv_columns(c); i++) { /* a header without names twice */
        str_addf(&s, "%sc%zu", i ? "," : "", i);
    }
    str_addc(&s, '\n');
    for (size_t i = 0; i < csv_columns(c); i++)
        csv_put_exact(&s, &first, csv_field(c, (int)i));
    csv_end(&s, &first);
    if (csv_columns(c) > 1 || csv_field(c, 0)[0]) { /* one empty cell alone is an empty line */
        HOLDS(csv_open(&again, s.p, s.len, "again", NULL) == OK);
        HOLDS(csv_next(again, &more, NULL) == OK && more);
        for (size_t i = 0; i < csv_columns(c); i++)
            HOLDS(strcmp(csv_field(again, (int)i), csv_field(c, (int)i)) == 0);
        HOLDS(csv_next(again, &more, NULL) == OK && !more);
        csv_close(again);
    }
    str_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err_info e = {0};
    struct csv *c;
    long before = 0;

    if (csv_open(&c, (const char *)data, size, "fuzz", &e) != OK) {
        HOLDS(!c && e.line >= 1);
        return 0;
    }
    for (size_t rows = 0;; rows++) {
        bool more = false;
        enum err rc = csv_next(c, &more, &e);
        HOLDS(rows <= size + 1);
        if (rc == OK && !more)
            break;
        HOLDS(csv_line(c) > before);
        before = csv_line(c);
        if (rc == OK)
            same_row_again(c);
        else
            HOLDS(e.line == csv_line(c));
    }
    csv_close(c);
    return 0;
}
