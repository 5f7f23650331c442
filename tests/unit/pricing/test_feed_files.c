/* Feeds as they were published (15 SkyPilot catalogs and two whole ones, price lists, answers of
 * the services): which format each is found to be, and how many rows are taken, passed over,
 * without a price, quarantined, refused. They are not part of dlrig; without them this test is
 * skipped, the same traps stand in tests/data/feeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/str.h"
#include "tests/unit/pricing/feed_desk.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* rows = taken + merged + passed + unpriced + odd + refused */
static const struct file {
    const char *path, *kind; /* kind NULL: refused as none of the formats */
    size_t rows, taken, merged, passed, unpriced, odd, refused, rates;
    enum err rc;
} files[] = {
#include "tests/unit/pricing/files_want.h"
};

static bool place(char out[1024], const char *path)
{
    const char *shared = getenv("DLRIG_SHARED");
    char folder[1024];

    return path_join(folder, sizeof folder, shared != NULL ? shared : DLRIG_SOURCE_DIR "/../shared",
                     "data/feeds") &&
           path_join(out, 1024, folder, path);
}

/* As many as are told, or more taken and fewer refused: the catalog learns cards and machines. */
static bool as_wanted(const struct file *is, const struct file *f)
{
    return str_eq(is->kind, f->kind) && is->rc == f->rc && is->rates == f->rates &&
           is->rows >= f->rows && is->taken >= f->taken && is->passed >= f->passed &&
           is->refused <= f->refused && (f->unpriced == 0) == (is->unpriced == 0) &&
           (f->odd == 0) == (is->odd == 0);
}

static void each_file_is_what_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        const struct file *f = &files[i];
        struct feed_seen s;
        struct arena a;
        char path[1024];
        size_t len;

        if (!place(path, f->path) || !file_exists(path)) {
            fprintf(stderr, "skipped: %s is not here\n", f->path);
            skip();
        }
        arena_init(&a, 0);
        const char *text = feed_file(&a, path, &len);
        feed_see(&s, path, text, len, 4096, false);
        const struct judge_counts *c = &s.counts;
        const struct file is = {f->path,     s.kind != NULL ? s.kind->word : NULL,
                                c->rows,     c->accepted + c->unchanged,
                                c->merged,   c->passed,
                                c->unpriced, c->quarantined,
                                c->refused,  s.rates,
                                s.rc};
        if (!as_wanted(&is, f))
            fail_msg("{\"%s\", \"%s\", %zu, %zu, %zu, %zu, %zu, %zu, %zu, %zu, %d},", is.path,
                     is.kind, is.rows, is.taken, is.merged, is.passed, is.unpriced, is.odd,
                     is.refused, is.rates, (int)is.rc);
        assert_int_equal(is.rows,
                         is.taken + is.merged + is.passed + is.unpriced + is.odd + is.refused);
        feed_forget(&s);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_file_is_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, feed_desk_close);
}
