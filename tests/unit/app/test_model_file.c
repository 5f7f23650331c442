/* The model question answered with a file: read into the facts, from the screen too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "app/model_file.h"
#include "base/file.h"
#include "base/str.h"
#include "unit/app/desk.h"

#define FOLDER DLRIG_BUILD_DIR "/tests/home/models"
/* longer than any name of the catalog: a path typed must not be cut short by the filter */
#define LONG_FOLDER                                                                                \
    FOLDER "/a-folder-with-a-name-of-one-hundred-letters-and-more-as-they-stand-on-"               \
           "shared-disks-of-many-users-and-projects"
#define SMALL                                                                                      \
    "{\"model_type\":\"llama\",\"hidden_size\":2048,\"num_hidden_layers\":%d,"                     \
    "\"intermediate_size\":8192,\"num_attention_heads\":32,\"vocab_size\":32000}"

static void write_model_in(const char *folder, const char *name, int layers)
{
    char path[1024], text[512];
    struct err_info e = {0};
    assert_int_equal(file_mkdirs(folder, &e), OK);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(text, sizeof text, SMALL, layers);
    assert_int_equal(file_write(path, text, strlen(text), FILE_REPLACE, false, &e), OK);
}

static void write_model(const char *name, int layers)
{
    write_model_in(FOLDER, name, layers);
}

static int open_desk(void **state)
{
    static struct desk d;
    *state = &d;
    return desk_open(&d) ? 0 : -1;
}

static int close_desk(void **state)
{
    desk_close(*state);
    return 0;
}

static void sorted(const struct facts *f)
{
    for (size_t i = 1; i < f->model_n; i++)
        assert_true(strcmp(f->model[i - 1].id, f->model[i].id) < 0);
}

static void a_file_becomes_a_model_of_its_path(void **state)
{
    struct desk *d = *state;
    struct err_info e = {0};
    size_t before = d->facts.model_n;
    write_model("config.json", 16);
    assert_int_equal(model_file_add(&d->facts, &d->arena, FOLDER "/config.json", NULL, &e), OK);
    const struct model *m = facts_model(&d->facts, FOLDER "/config.json");
    assert_non_null(m);
    assert_true(m->layers == 16);
    assert_true(d->facts.model_n == before + 1);
    sorted(&d->facts);
    /* read again after a change: replaced, and what was pointed to stays whole */
    write_model("config.json", 24);
    assert_int_equal(model_file_add(&d->facts, &d->arena, FOLDER "/config.json", NULL, &e), OK);
    assert_true(d->facts.model_n == before + 1);
    assert_true(facts_model(&d->facts, FOLDER "/config.json")->layers == 24);
    assert_true(m->layers == 16);
    /* the folder means the file in it, ~/ is home */
    assert_int_equal(model_file_add(&d->facts, &d->arena, FOLDER, NULL, &e), OK);
    assert_int_equal(model_file_add(&d->facts, &d->arena, "~/models/config.json",
                                    DLRIG_BUILD_DIR "/tests/home", &e),
                     OK);
    assert_true(d->facts.model_n == before + 3);
    sorted(&d->facts);
}

static void what_cannot_be_read_is_wrong_use(void **state)
{
    struct desk *d = *state;
    struct err_info e = {0};
    assert_int_equal(model_file_add(&d->facts, &d->arena, FOLDER "/none.json", NULL, &e),
                     ERR_NOT_FOUND);
    assert_int_equal(err_exit_code(e.code), 2);
    write_model("config.json", 0);
    assert_int_equal(model_file_add(&d->facts, &d->arena, FOLDER "/config.json", NULL, &e),
                     ERR_VALUE);
    assert_string_equal(e.path, "num_hidden_layers");
    assert_string_equal(e.file, FOLDER "/config.json");
}

static void only_paths_are_files(void **state)
{
    struct desk *d = *state;
    struct answers a;
    struct err_info e = {0};
    size_t before = d->facts.model_n;
    answers_init(&a);
    assert_int_equal(model_file_take(&d->facts, &d->arena, &a, NULL, &e), OK);
    assert_int_equal(answers_set(&a, Q_MODEL, "llama-3.1-8b", FROM_GIVEN, &e), OK);
    assert_int_equal(model_file_take(&d->facts, &d->arena, &a, NULL, &e), OK);
    assert_true(d->facts.model_n == before);
    write_model("config.json", 16);
    assert_int_equal(answers_set(&a, Q_MODEL, FOLDER "/config.json", FROM_GIVEN, &e), OK);
    assert_int_equal(model_file_take(&d->facts, &d->arena, &a, NULL, &e), OK);
    assert_true(d->facts.model_n == before + 1);
}

static void the_screen_takes_a_path(void **state)
{
    struct desk *d = *state;
    write_model_in(LONG_FOLDER, "config.json", 16);
    press(d, "2 /");
    type(d, LONG_FOLDER "/config.json");
    press(d, "Enter Enter");
    assert_true((d->seen & FX_MODEL) != 0);
    assert_string_equal(d->m.doc.answers.a[Q_MODEL].text, LONG_FOLDER "/config.json");
    assert_non_null(d->m.result);
    assert_string_equal(d->m.result->job.model->id, LONG_FOLDER "/config.json");
}

static void the_screen_says_what_is_wrong_with_it(void **state)
{
    struct desk *d = *state;
    press(d, "2 /");
    type(d, FOLDER "/none.json");
    press(d, "Enter Enter");
    assert_true((d->seen & FX_MODEL) != 0);
    assert_false(d->m.doc.answers.a[Q_MODEL].set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_becomes_a_model_of_its_path, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_is_wrong_use, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(only_paths_are_files, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(the_screen_takes_a_path, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(the_screen_says_what_is_wrong_with_it, open_desk,
                                        close_desk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
