/* Every kind of fault planted in the CSV files is told, with file, line, column, value, reason;
 * all of one run together. The shipped files have none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "tests/unit/catalog/folder.h"

struct fixture {
    struct folder folder;
    struct arena arena;
    struct book book;
    struct faults faults;
};

static struct fixture fx;

static int set_up(void **state)
{
    (void)state;
    memset(&fx, 0, sizeof fx);
    arena_init(&fx.arena, 0);
    folder_make(&fx.folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    folder_remove(&fx.folder);
    arena_free(&fx.arena);
    return 0;
}

static void check(void)
{
    folder_check(&fx.folder, &fx.arena, &fx.book, &fx.faults);
}

static void tell_all(void)
{
    struct str text;

    str_init(&text, (size_t)1 << 20);
    for (size_t i = 0; i < fx.faults.n && i < 20; i++)
        fault_line(&text, &fx.faults.fault[i]);
    if (fx.faults.n > 0)
        print_message("%s", text.p);
    str_free(&text);
}

/* expect: exactly one fault, there, with that word in its reason. */
static void expect(const char *file, long line, const char *column, const char *value,
                   const char *reason)
{
    const struct fault *x;

    check();
    x = folder_fault(&fx.faults, file, line, column);
    if (x == NULL || fx.faults.n != 1)
        tell_all();
    assert_non_null(x);
    assert_int_equal(fx.faults.n, 1);
    assert_string_equal(x->value, value);
    assert_non_null(strstr(x->reason, reason));
}

static void the_shipped_files_are_clean(void **state)
{
    (void)state;
    check();
    tell_all();
    assert_int_equal(fx.faults.n, 0);
}

static void unknown_and_missing_column(void **state)
{
    const struct fault *x;

    (void)state;
    folder_header(&fx.folder, "hdds", "rpm", "rpn");
    check();
    assert_int_equal(fx.faults.n, 2);
    x = folder_fault(&fx.faults, "hdds.csv", 1, "rpn");
    assert_non_null(x);
    assert_string_equal(x->reason, "unknown column");
    x = folder_fault(&fx.faults, "hdds.csv", 1, "rpm");
    assert_non_null(x);
    assert_string_equal(x->reason, "missing column");
}

#define SET(table, id, column, value, reason)                                                      \
    expect(table ".csv", folder_set(&fx.folder, table, id, column, value), column, value, reason)

static void not_a_number(void **state)
{
    (void)state;
    SET("cpus", "amd-epyc-9124", "cores", "sixteen", "not a number");
}

static void unit_in_a_number(void **state)
{
    (void)state;
    SET("psus", "crps-2000w", "watts", "2000W", "not a number");
}

static void out_of_range(void **state)
{
    (void)state;
    SET("accelerators", "nvidia-t4", "tdp_w", "70000", "outside 1 to 5000 W");
}

static void negative_rate(void **state)
{
    (void)state;
    SET("accelerators", "nvidia-t4", "fp8_tflops_dense", "-1", "outside 0 to");
}

static void not_whole(void **state)
{
    (void)state;
    SET("models", "llama-3.1-8b", "layers", "32.5", "not a whole number");
}

static void not_a_flag(void **state)
{
    (void)state;
    SET("engines", NULL, "shards", "maybe", "not 0, 1");
}

static void word_outside_the_list(void **state)
{
    (void)state;
    SET("models", "llama-3.1-8b", "class", "llm", "not one of decoder|encoder");
}

static void bad_date(void **state)
{
    (void)state;
    SET("offers", NULL, "date", "2026-13-01", "not a date");
}

static void bad_currency(void **state)
{
    (void)state;
    SET("offers", NULL, "currency", "usd", "three capital letters");
}

static void bad_id(void **state)
{
    (void)state;
    SET("raid_hba", "dell-h755n", "id", "Dell H755N", "lower case letters");
}

static void blank_at_the_edge(void **state)
{
    (void)state;
    SET("coolers", "noctua-nh-d15", "name", "Noctua NH-D15 ", "blank");
}

static void missing_source(void **state)
{
    long line = folder_set(&fx.folder, "models", "resnet-50", "source", "");

    (void)state;
    expect("models.csv", line, "source", "", "must not be empty");
}

static void price_without_a_day(void **state)
{
    long line = folder_set(&fx.folder, "cases", "corsair-4000d-airflow", "price_as_of", "");

    (void)state;
    expect("cases.csv", line, "price_as_of", "", "where price_usd is given");
}

static void dangling_class(void **state)
{
    (void)state;
    SET("ups", "eaton-9px6k", "price_class", "ups-of-dreams", "no such id in class_estimates");
}

static void dangling_alias(void **state)
{
    (void)state;
    SET("aliases", "gn9", "id", "nvidia-t5", "no such id in accelerators");
}

static void dangling_card_of_an_instance(void **state)
{
    (void)state;
    SET("instances", "aws", "accelerator", "nvidia-h101", "no such id in accelerators");
}

static void low_above_typical(void **state)
{
    long line = folder_set(&fx.folder, "class_estimates", "hdd", "low", "1000");

    (void)state;
    check();
    tell_all();
    assert_int_equal(fx.faults.n, 1);
    assert_non_null(folder_fault(&fx.faults, "class_estimates.csv", line, "typical"));
}

static void double_id(void **state)
{
    long line = folder_set(&fx.folder, "switches", "qm8790", "id", "qm8700");
    const struct fault *x;

    (void)state;
    check();
    x = folder_fault(&fx.faults, "switches.csv", 0, "id");
    assert_non_null(x);
    assert_int_equal(fx.faults.n, 1);
    assert_true(line >= x->line);
    assert_string_equal(x->value, "qm8700");
    assert_non_null(strstr(x->reason, "stands already in line"));
}

static void double_offer(void **state)
{
    long line;

    (void)state;
    (void)folder_append(&fx.folder, "offers",
                        "aws,p5.48xlarge,mars-1,spot,USD,1.5,,,,2026-01-01,skypilot-v9-aws,C");
    line = folder_append(&fx.folder, "offers",
                         "aws,p5.48xlarge,mars-1,spot,USD,2.5,,,,2026-01-02,skypilot-v9-aws,C");
    expect("offers.csv", line, "provider", "aws p5.48xlarge mars-1 spot", "stands already");
}

static void an_offer_of_an_unknown_machine(void **state)
{
    long line = folder_append(&fx.folder, "offers",
                              "aws,p9.test,mars-1,spot,USD,1.5,,,,2026-01-01,skypilot-v9-aws,C");

    (void)state;
    expect("offers.csv", line, "instance", "p9.test", "no such id in instances");
}

static void another_number_of_fields(void **state)
{
    long line = folder_append(&fx.folder, "hdds", "some-drive,Maker,Name");

    (void)state;
    check();
    tell_all();
    assert_int_equal(fx.faults.n, 1);
    assert_int_equal(fx.faults.fault[0].line, line);
    assert_string_equal(fx.faults.fault[0].file, "hdds.csv");
}

static void missing_and_strange_files(void **state)
{
    (void)state;
    folder_delete(&fx.folder, "raid_hba");
    folder_write(&fx.folder, "accelerater.csv", "id\nx\n");
    check();
    assert_int_equal(fx.faults.n, 2);
    assert_non_null(folder_fault(&fx.faults, "raid_hba.csv", 0, NULL));
    assert_non_null(folder_fault(&fx.faults, "accelerater.csv", 0, NULL));
}

static void an_empty_file_is_a_fault(void **state)
{
    (void)state;
    folder_write(&fx.folder, "raid_hba.csv", "");
    check();
    assert_non_null(folder_fault(&fx.faults, "raid_hba.csv", 0, NULL));
}

static void not_utf8(void **state)
{
    long line = folder_set(&fx.folder, "nics", "x540-t2", "model", "X540\xff");

    (void)state;
    expect("nics.csv", line, "", "", "UTF-8");
}

static void all_faults_of_a_run_are_told(void **state)
{
    long a = folder_set(&fx.folder, "cpus", "amd-epyc-9124", "cores", "x");
    long b = folder_set(&fx.folder, "cpus", "amd-epyc-9254", "tdp_w", "-5");
    long c = folder_set(&fx.folder, "models", "gpt2", "source", "");
    long d = folder_set(&fx.folder, "accelerators", "nvidia-t4", "price_class", "none");
    struct str line;

    (void)state;
    check();
    assert_int_equal(fx.faults.n, 4);
    assert_non_null(folder_fault(&fx.faults, "cpus.csv", a, "cores"));
    assert_non_null(folder_fault(&fx.faults, "cpus.csv", b, "tdp_w"));
    assert_non_null(folder_fault(&fx.faults, "models.csv", c, "source"));
    assert_non_null(folder_fault(&fx.faults, "accelerators.csv", d, "price_class"));
    str_init(&line, 4096);
    fault_line(&line, folder_fault(&fx.faults, "cpus.csv", a, "cores"));
    assert_non_null(strstr(line.p, "cpus.csv:"));
    assert_non_null(strstr(line.p, ": cores: x: not a number\n"));
    str_free(&line);
}

static void sorted_they_stand_as_the_author_reads(void **state)
{
    static const char *const column[] = {"confidence", "watts", "redundant", "price_class",
                                         "source"};

    (void)state;
    folder_set(&fx.folder, "psus", "crps-2000w", "source", "");
    folder_set(&fx.folder, "psus", "crps-2000w", "price_class", "none"); /* looked up last */
    folder_set(&fx.folder, "psus", "crps-2000w", "redundant", "7");
    folder_set(&fx.folder, "psus", "crps-2000w", "watts", "x");
    folder_set(&fx.folder, "psus", "crps-1600w", "confidence", "Z");
    folder_set(&fx.folder, "cpus", "amd-epyc-9124", "cores", "x");
    check();
    assert_int_equal(fx.faults.n, 6);
    faults_sort(&fx.faults, &fx.book);
    size_t k = 0;
    for (size_t i = 0; i < fx.faults.n; i++)
        if (str_eq(fx.faults.fault[i].file, "psus.csv"))
            assert_string_equal(fx.faults.fault[i].column, column[k++]);
    assert_int_equal(k, 5);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_shipped_files_are_clean),
        TEST(unknown_and_missing_column),
        TEST(not_a_number),
        TEST(unit_in_a_number),
        TEST(out_of_range),
        TEST(negative_rate),
        TEST(not_whole),
        TEST(not_a_flag),
        TEST(word_outside_the_list),
        TEST(bad_date),
        TEST(bad_currency),
        TEST(bad_id),
        TEST(blank_at_the_edge),
        TEST(missing_source),
        TEST(price_without_a_day),
        TEST(dangling_class),
        TEST(dangling_alias),
        TEST(dangling_card_of_an_instance),
        TEST(low_above_typical),
        TEST(double_id),
        TEST(double_offer),
        TEST(an_offer_of_an_unknown_machine),
        TEST(another_number_of_fields),
        TEST(missing_and_strange_files),
        TEST(an_empty_file_is_a_fault),
        TEST(not_utf8),
        TEST(all_faults_of_a_run_are_told),
        TEST(sorted_they_stand_as_the_author_reads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
