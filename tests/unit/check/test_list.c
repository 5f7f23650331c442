/* A parts list in every form, and files that nobody should trust. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/check/list.h"

static struct arena arena;
static struct parts_list list;
static struct err_info error;

static enum err read_text(const char *text, size_t len, const char *plan)
{
    arena_free(&arena);
    arena_init(&arena, 0);
    err_clear(&error);
    return parts_read(text, len, "box.txt", plan, &arena, &list, &error);
}

static enum err reads(const char *text)
{
    return read_text(text, strlen(text), NULL);
}

static void line_is(int i, enum part_kind kind, const char *text, int qty)
{
    assert_true(i < list.n);
    assert_int_equal(list.line[i].kind, kind);
    assert_string_equal(list.line[i].text, text);
    assert_int_equal(list.line[i].qty, qty);
}

static void csv_with_words_of_two_languages(void **state)
{
    (void)state;
    assert_int_equal(reads("kind,name,qty,watts\ngpu,RTX 4090,2,300\n电源,Big One,1,1600\n"), OK);
    line_is(0, PART_GPU, "RTX 4090", 2);
    line_is(1, PART_PSU, "Big One", 1);
    assert_string_equal(figure_text(&list.line[0], "watts"), "300");
    assert_int_equal(list.line[1].at, 3);
    assert_false(list.own);
    assert_int_equal(reads("类型,名称,数量\n显卡,RTX 3090,4\n"), OK);
    line_is(0, PART_GPU, "RTX 3090", 4);
}

static void csv_of_our_own_takes_one_plan(void **state)
{
    static const char text[] = "plan,rank,kind,verdict,line,part_kind,part,name,qty,watts\n"
                               "rent-x,1,on-demand,fits,1,service,,eight of them,1,\n"
                               "own-a,2,own,fits,1,gpu,card-a,Card A,1,450\n"
                               "own-a,2,own,fits,2,psu,psu-a,Supply A,1,0\n"
                               "own-b,3,own,fits,1,gpu,card-b,Card B,2,900\n";
    (void)state;
    assert_int_equal(reads(text), OK);
    assert_true(list.own);
    assert_int_equal(list.n, 2);
    line_is(0, PART_GPU, "Card A", 1);
    assert_string_equal(list.line[0].id, "card-a");
    assert_int_equal(list.line[0].figure_n, 0); /* watts of a whole line are no figure of a part */
    assert_int_equal(read_text(text, strlen(text), "own-b"), OK);
    assert_int_equal(list.n, 1);
    line_is(0, PART_GPU, "Card B", 2);
    assert_int_equal(read_text(text, strlen(text), "own-c"), ERR_VALUE);
}

static void json_in_three_forms(void **state)
{
    (void)state;
    assert_int_equal(reads("[\"2x RTX 4090\", {\"kind\":\"psu\",\"name\":\"X\",\"watts\":1200}]"),
                     OK);
    assert_string_equal(list.line[0].text, "2x RTX 4090");
    line_is(1, PART_PSU, "X", 1);
    assert_float_equal(figure_number(&list.line[1], "watts"), 1200, 0);
    assert_int_equal(reads("{\"parts\":[{\"name\":\"A\",\"qty\":3}]}"), OK);
    assert_int_equal(list.line[0].qty, 3);
    assert_int_equal(
        reads("{\"chosen\":\"b\",\"job\":{},\"plans\":[{\"id\":\"a\",\"kind\":\"own\",\"bom\":[{"
              "\"name\":\"A\"}]},"
              "{\"id\":\"b\",\"kind\":\"own\",\"bom\":[{\"name\":\"B\",\"watts\":9}]}]}"),
        OK);
    assert_true(list.own);
    assert_string_equal(list.line[0].text, "B");
    assert_int_equal(list.line[0].figure_n, 0);
    assert_non_null(list.job_text);
    assert_string_equal(list.line[0].path, "plans[1].bom[0]");
}

static void markdown_tables_and_bullets(void **state)
{
    (void)state;
    assert_int_equal(reads("# Box\n\ntext | with bar\n\n| Kind | Part | Qty | Unit price |\n"
                           "|---|---|---:|---:|\n| **accelerator** | RTX \\| 4090 | 2 | $1 |\n"
                           "| power supply | 2700 W (2+2) | 4 | included |\n\n| Other | Table |\n"
                           "|---|---|\n| a | b |\n"),
                     OK);
    assert_true(list.own);
    assert_int_equal(list.n, 2);
    line_is(0, PART_GPU, "RTX | 4090", 2);
    assert_true(list.line[1].included);
    assert_int_equal(list.line[0].at, 7);
    assert_int_equal(reads("| 类别 | 部件 | 数量 |\n|---|---|---|\n| 电源 | X | 1 |\n"), OK);
    line_is(0, PART_PSU, "X", 1);
    assert_int_equal(reads("- 2x RTX 3090\n- Ryzen 9 9950X\n"), OK);
    assert_int_equal(list.n, 2);
}

static void counts_beside_names(void **state)
{
    static const struct {
        const char *text, *name;
        int qty;
    } good[] = {{"2x RTX 4090", "RTX 4090", 2},
                {"RTX 4090 x2", "RTX 4090", 2},
                {"4 × A100", "A100", 4},
                {"8*H100", "H100", 8}};
    static const char *const none[] = {"RTX 4090", "x2", "Radeon RX 7900 XTX", "0x card", "2x"};
    char name[64];
    int qty;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(parts_split_count(good[i].text, name, sizeof name, &qty));
        assert_string_equal(name, good[i].name);
        assert_int_equal(qty, good[i].qty);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(parts_split_count(none[i], name, sizeof name, &qty));
}

/* "1600W PSU" is no product: it is judged by what it tells. One word more and it is one. */
static void names_that_are_figures(void **state)
{
    (void)state;
    static const struct {
        enum part_kind told, kind; /* PART_KINDS: not told; no figures */
        const char *text, *figure, *value;
    } names[] = {{PART_PSU, PART_PSU, "1600W PSU", "watts", "1600"},
                 {PART_KINDS, PART_PSU, "1600 W power supply", "watts", "1600"},
                 {PART_KINDS, PART_PSU, "1.2kW 电源", "watts", "1200"},
                 {PART_PSU, PART_PSU, "850W 80 Plus Gold", "watts", "850"},
                 {PART_KINDS, PART_MEMORY, "64GB DDR5", "total_gb", "64"},
                 {PART_KINDS, PART_MEMORY, "64GB DDR5", "generation", "DDR5"},
                 {PART_MEMORY, PART_MEMORY, "8x32GB DDR4 ECC RDIMM", "modules", "8"},
                 {PART_MEMORY, PART_MEMORY, "8x32GB DDR4 ECC RDIMM", "module_gb", "32"},
                 {PART_MEMORY, PART_MEMORY, "8x32GB DDR4 ECC RDIMM", "registered", "yes"},
                 {PART_KINDS, PART_SSD, "2 TB NVMe SSD", "capacity_gb", "2000"},
                 {PART_KINDS, PART_HDD, "16TB SATA HDD", "capacity_gb", "16000"},
                 {PART_KINDS, PART_UPS, "3 kVA UPS", "va", "3000"},
                 {PART_PSU, PART_KINDS, "Corsair 1600W", NULL, NULL},
                 {PART_KINDS, PART_PSU, "1600W", "watts", "1600"}, /* what else is told in watts */
                 {PART_KINDS, PART_KINDS, "RTX 4090 24GB", NULL, NULL},
                 {PART_PSU, PART_KINDS, "PSU", NULL, NULL},
                 {PART_GPU, PART_KINDS, "64GB DDR5", NULL, NULL}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct arena a;
        arena_init(&a, 0);
        struct parts_line l = {.kind = names[i].told, .text = names[i].text, .qty = 1};
        bool ok = names_figures(&l, &a);
        if (ok != (names[i].kind != PART_KINDS))
            fail_msg("%s: %s", names[i].text, ok ? "taken" : "not taken");
        if (ok) {
            assert_int_equal(l.kind, names[i].kind);
            assert_string_equal(figure_text(&l, names[i].figure), names[i].value);
        }
        arena_free(&a);
    }
}

static void tells(const char *name, enum part_kind kind, const char *figure, const char *text)
{
    char csv[160];
    snprintf(csv, sizeof csv, "name,qty\n%s,1\n", name);
    assert_int_equal(reads(csv), OK);
    struct parts_line *l = &list.line[0];
    bool found = names_figures(l, &arena) || names_figures_within(l, &arena) || names_hint(l);
    if (kind == PART_KINDS && found)
        fail_msg("%s: nothing is told, and kind %d was read", name, (int)l->kind);
    if (kind == PART_KINDS)
        return;
    if (!found || l->kind != kind || !str_eq(figure_text(l, figure), text))
        fail_msg("%s: kind %d, %s is %s", name, (int)l->kind, figure, figure_text(l, figure));
}

/* Products that are in no catalog still tell watts, sizes and sockets. */
static void names_that_tell_something(void **state)
{
    (void)state;
    tells("Corsair RM750x", PART_PSU, "watts", "750");
    tells("Seasonic Focus GX-1000", PART_PSU, "watts", "1000");
    tells("Great Wall 1250W 电源", PART_PSU, "watts", "1250");
    tells("850W", PART_PSU, "watts", "850");
    tells("Corsair 4000D Airflow", PART_KINDS, NULL, NULL);
    tells("G.Skill Trident Z5 32GB DDR5-6000", PART_MEMORY, "total_gb", "32");
    tells("Kingston Fury 2x16GB DDR4", PART_MEMORY, "modules", "2");
    tells("Dell server with 512 GB RAM", PART_KINDS, NULL, NULL);
    tells("金百达 32G*2 DDR5 6400", PART_MEMORY, "modules", "2");
    tells("Crucial 16GBx4 DDR4", PART_MEMORY, "module_gb", "16");
    tells("8TB 机械硬盘 RAID5", PART_HDD, "raid", "5");
    tells("Toshiba N300 8 TB HDD", PART_HDD, "capacity_gb", "8000");
    tells("ASUS ROG Maximus Z790 Hero", PART_PLATFORM, "socket", "LGA1700");
    tells("华硕 X670E", PART_PLATFORM, "mem_type", "DDR5 UDIMM");
    tells("MSI B550M Pro", PART_PLATFORM, "socket", "AM4");
    tells("Intel i9-13900K", PART_CPU, "socket", "LGA1700");
    tells("Core Ultra 5 225F", PART_CPU, "socket", "LGA1851");
    tells("i7-9800X", PART_CPU, "socket", "LGA2066");
    tells("Ryzen 5 3600", PART_CPU, "socket", "AM4");
    tells("Ryzen 7 7840HS", PART_KINDS, NULL, NULL); /* soldered */
    tells("Threadripper 3970X", PART_CPU, "socket", "sTRX4");
    tells("Threadripper PRO 3975WX", PART_CPU, "socket", "sWRX8");
    tells("EPYC 7551P", PART_CPU, "socket", "SP3");
    tells("Xeon Silver 4210R", PART_CPU, "socket", "LGA3647");
    tells("Xeon E-2388G", PART_KINDS, NULL, NULL);
    tells("Seasonic Platinum 1300", PART_KINDS, NULL, NULL);
    tells("NVMe cable for 4 TB SSD", PART_KINDS, NULL, NULL);
}

static void names_alone_one_a_line(void **state)
{
    (void)state;
    assert_int_equal(reads("2x RTX A6000\n\n  EPYC 7402\r\n8x 32GB DDR4 ECC\n"), OK);
    assert_int_equal(list.n, 3);
    assert_string_equal(list.line[1].text, "EPYC 7402");
    assert_int_equal(list.line[1].at, 3);
    assert_int_equal(reads("name\nRTX 4090\n"), OK); /* a table of one column */
    assert_int_equal(list.n, 1);
    assert_int_equal(reads("RTX 4090, 24 GB\nEPYC\n"), ERR_SYNTAX);
}

static void bad_files_name_the_line(void **state)
{
    static const struct {
        const char *text;
        enum err code;
        long line;
    } bad[] = {{"name,qty\nA,1\nB,0\n", ERR_VALUE, 3},
               {"name,qty\nA,two\n", ERR_VALUE, 2},
               {"name,qty\nA,1,9\n", ERR_SYNTAX, 2},
               {"name,qty\n\"A,1\n", ERR_SYNTAX, 2},
               {"price,colour\n1,red\n", ERR_SYNTAX, 1},
               {"[{\"name\":\"A\",\"qty\":1.5}]", ERR_VALUE, 1},
               {"[1]", ERR_VALUE, 1},
               {"{\"plans\":[]}", ERR_VALUE, 1},
               {"[{\"name\":\n", ERR_SYNTAX, 2},
               {"name,qty\n", ERR_VALUE, 0},
               {"", ERR_VALUE, 0},
               {"\n \t\r\n", ERR_VALUE, 0},
               {"- \n- \n", ERR_VALUE, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        enum err rc = reads(bad[i].text);
        if (rc != bad[i].code || error.line != bad[i].line)
            fail_msg("%zu: error %d line %ld", i, (int)rc, error.line);
        assert_string_equal(error.file, "box.txt");
        assert_int_equal(err_exit_code(rc), 2);
    }
}

static void hostile_bytes_are_refused(void **state)
{
    (void)state;
    assert_int_equal(read_text("name,qty\nA\0B,1\n", 15, NULL), ERR_SYNTAX);
    assert_int_equal(error.line, 2);
    assert_int_equal(reads("name,qty\nA,1\nB\xff,1\n"), ERR_SYNTAX);
    assert_int_equal(error.line, 3);
    struct str s;
    str_init(&s, 32u << 20);
    str_add(&s, "name,qty\n");
    str_repeat(&s, "A,1\n", 1000000);
    assert_int_equal(read_text(s.p, s.len, NULL), ERR_LIMIT);
    str_clear(&s);
    str_repeat(&s, "x", PARTS_BYTES_MAX + 1);
    assert_int_equal(read_text(s.p, s.len, NULL), ERR_LIMIT);
    str_clear(&s);
    str_repeat(&s, "[", 100000);
    assert_int_not_equal(read_text(s.p, s.len, NULL), OK);
    str_clear(&s);
    str_add(&s, "| name | qty |\n|---|---|\n");
    str_repeat(&s, "| A | 1 |\n", 600);
    assert_int_equal(read_text(s.p, s.len, NULL), ERR_LIMIT);
    str_clear(&s);
    str_repeat(&s, "|", 200000);
    str_add(&s, "\n|---|---|\n");
    assert_int_equal(read_text(s.p, s.len, NULL), ERR_VALUE);
    str_free(&s);
}

/* Any cut and any changed byte of good files: an answer or an error, never more. */
static void damaged_files_never_crash(void **state)
{
    static const char *const good[] = {
        "kind,name,qty,watts\ngpu,RTX 4090,2,300\npsu,\"Big, One\",1,1600\n",
        "{\"plans\":[{\"id\":\"a\",\"kind\":\"own\",\"bom\":[{\"kind\":\"gpu\",\"name\":\"A\"}]}]}",
        "| Kind | Part | Qty |\n|---|---|---|\n| GPU | 2x A | 2 |\n"};
    (void)state;
    for (size_t g = 0; g < 3; g++) {
        size_t n = strlen(good[g]);
        char *copy = malloc(n + 1);
        assert_non_null(copy);
        for (size_t i = 0; i <= n; i++) {
            memcpy(copy, good[g], n + 1);
            read_text(copy, i, NULL);
            for (unsigned b = 0; i < n && b < 256; b += 5) {
                copy[i] = (char)b;
                read_text(copy, n, NULL);
            }
        }
        free(copy);
    }
}

static int teardown(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_with_words_of_two_languages),
        cmocka_unit_test(csv_of_our_own_takes_one_plan),
        cmocka_unit_test(json_in_three_forms),
        cmocka_unit_test(markdown_tables_and_bullets),
        cmocka_unit_test(counts_beside_names),
        cmocka_unit_test(names_that_are_figures),
        cmocka_unit_test(names_that_tell_something),
        cmocka_unit_test(names_alone_one_a_line),
        cmocka_unit_test(bad_files_name_the_line),
        cmocka_unit_test(hostile_bytes_are_refused),
        cmocka_unit_test(damaged_files_never_crash),
    };
    return cmocka_run_group_tests_name("check/list", tests, NULL, teardown);
}
