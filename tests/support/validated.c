#include "tests/support/validated.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "tests/support/shipped.h"

struct validation validated(const char *head, const char *rows)
{
    struct err_info e = {.code = OK};
    struct validation v;
    struct str csv;

    str_init(&csv, 1 << 16);
    str_addf(&csv, "%s%s", head, rows);
    assert_false(csv.failed);
    assert_int_equal(
        validate_run(&shipped.facts, csv.p, csv.len, "t.csv", &shipped.results, &v, &e), OK);
    str_free(&csv);
    return v;
}

struct validation_row validated_row(const char *head, const char *row)
{
    struct str line;

    str_init(&line, 1 << 12);
    str_addf(&line, "%s\n", row);
    assert_false(line.failed);
    struct validation v = validated(head, line.p);
    str_free(&line);
    assert_int_equal(v.n, 1);
    return v.row[0];
}

struct validation_row validated_covered(const char *head, const char *row)
{
    struct validation_row r = validated_row(head, row);

    if (!r.covered)
        fail_msg("%s: %s", row, validate_reason_word(r.reason));
    return r;
}
