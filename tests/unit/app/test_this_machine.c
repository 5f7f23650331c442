/* This machine as the kernel shows it: a made-up tree of /proc and /sys, the PCI ids, tools that
 * hang or fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/this_machine.h"
#include "base/num.h"
#include "base/str.h"

static char root[] = "/tmp/dlrig-root-XXXXXX";
static struct arena arena;
static struct parts_list list;

static void put_bytes(const char *path, const void *bytes, size_t n)
{
    char full[512];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *p = full + strlen(root) + 1; (p = strchr(p, '/')) != NULL; p++) {
        *p = '\0';
        mkdir(full, 0700);
        *p = '/';
    }
    FILE *f = fopen(full, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void put(const char *path, const char *text)
{
    put_bytes(path, text, strlen(text));
}

static void put_card(const char *address, const char *device, const char *class_code,
                     const char *width)
{
    char path[256];
    const char *const names[] = {"vendor", "device", "class", "current_link_width",
                                 "max_link_width"};
    const char *const texts[] = {"0x10de\n", device, class_code, width, "16\n"};
    for (size_t i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/%s", address, names[i]);
        put(path, texts[i]);
    }
}

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, 0);
    return mkdtemp(root) != NULL ? 0 : -1;
}

static int teardown(void **state)
{
    const char *const argv[] = {"rm", "-rf", root, NULL};
    (void)state;
    tool_output(argv, 5000, &arena);
    arena_free(&arena);
    return 0;
}

static const struct parts_line *line_of(enum part_kind kind, int nth)
{
    for (int i = 0; i < list.n; i++)
        if (list.line[i].kind == kind && nth-- == 0)
            return &list.line[i];
    return NULL;
}

static void nothing_there_is_an_error(void **state)
{
    struct err_info e = {0};
    (void)state;
    assert_int_equal(this_machine_read(root, false, &arena, &list, &e), ERR_VALUE);
    assert_int_equal(this_machine_read("/no/such/root", false, &arena, &list, &e), ERR_VALUE);
}

static void a_tree_is_read(void **state)
{
    struct err_info e = {0};
    unsigned char module[0x22] = {17, 0x22};
    (void)state;
    put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz\n"
                         "physical id\t: 0\ncpu cores\t: 32\n\nprocessor\t: 1\nphysical id\t: 1\n"
                         "model name\t: Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz\n");
    put("/proc/meminfo", "MemTotal:       263000000 kB\nMemFree: 1 kB\n");
    put_card("0000:01:00.0", "0x2684\n", "0x030000\n", "16\n");
    put_card("0000:02:00.0", "0x2684\n", "0x030000\n", "16\n");
    put_card("0000:03:00.0", "0x2684\n", "0x030000\n", "4\n");
    put_card("0000:04:00.0", "0x1eb8\n", "0x030200\n", "16\n"); /* by the system's list of names */
    put_card("0000:05:00.0", "0xfff0\n", "0x030000\n", "16\n"); /* by no list */
    put_card("0000:06:00.0", "0x2684\n", "0x040300\n", "16\n"); /* its sound */
    put("/usr/share/misc/pci.ids", "# names\n1002  AMD\n\t1eb8  Other [Wrong]\n10de  NVIDIA\n"
                                   "\t1eb8  TU104GL [Tesla T4]\n\t\t10de 12a2  Board\n");
    put("/sys/class/dmi/id/board_vendor", "ASRock Rack\n");
    put("/sys/class/dmi/id/board_name", "ROMED8-2T\n");
    put("/sys/class/nvme/nvme0/model", "Samsung SSD 990 PRO 2TB                 \n");
    put("/sys/block/nvme0n1/size", "3907029168\n");
    assert_int_equal(this_machine_read(root, false, &arena, &list, &e), OK);
    const struct parts_line *l = line_of(PART_GPU, 0);
    assert_string_equal(l->text, "nvidia-rtx-4090");
    assert_int_equal(l->qty, 2);
    assert_null(figure_text(l, "lanes"));
    l = line_of(PART_GPU, 1);
    assert_int_equal(l->qty, 1);
    assert_string_equal(figure_text(l, "lanes"), "4");
    assert_string_equal(line_of(PART_GPU, 2)->text, "Tesla T4");
    assert_string_equal(line_of(PART_GPU, 3)->text, "PCI 10de:fff0");
    assert_null(line_of(PART_GPU, 4));
    l = line_of(PART_CPU, 0);
    assert_string_equal(l->text, "Intel Xeon Gold 6430");
    assert_int_equal(l->qty, 2);
    assert_float_equal(figure_number(l, "cores"), 32, 0);
    assert_float_equal(figure_number(line_of(PART_MEMORY, 0), "total_gb"), 252, 0);
    assert_string_equal(line_of(PART_PLATFORM, 0)->text, "ASRock Rack ROMED8-2T");
    assert_float_equal(figure_number(line_of(PART_SSD, 0), "capacity_gb"), 2000, 1);

    module[0x0c] = 0xff; /* 64 GiB in the long field, 4,800 MT/s */
    module[0x0d] = 0x7f;
    module[0x1d] = 0x00;
    module[0x1e] = 0x01;
    module[0x15] = 0xc0;
    module[0x16] = 0x12;
    for (int i = 0; i < 3; i++) {
        char path[96];
        snprintf(path, sizeof path, "/sys/firmware/dmi/entries/17-%d/raw", i);
        if (i == 2)
            memset(module + 0x0c, 0, 2); /* an empty slot */
        put_bytes(path, module, sizeof module);
    }
    assert_int_equal(this_machine_read(root, false, &arena, &list, &e), OK);
    l = line_of(PART_MEMORY, 0);
    assert_int_equal(l->qty, 2);
    assert_float_equal(figure_number(l, "module_gb"), 64, 0);
    assert_float_equal(figure_number(l, "speed_mts"), 4800, 0);

    put("/proc/driver/nvidia/gpus/0000:01:00.0/information",
        "Model: \t\t NVIDIA GeForce RTX 4090\nIRQ: 1\n"); /* the driver knows better */
    assert_int_equal(this_machine_read(root, false, &arena, &list, &e), OK);
    assert_string_equal(line_of(PART_GPU, 0)->text, "NVIDIA GeForce RTX 4090");
}

static void files_that_lie(void **state)
{
    struct err_info e = {0};
    (void)state;
    put("/proc/cpuinfo", "model name");
    put("/proc/meminfo", "MemTotal: much\n");
    put("/usr/share/misc/pci.ids", "10de\n\t1eb8  [no end\n");
    put("/sys/class/nvme/nvme0/model", "");
    put_bytes("/sys/firmware/dmi/entries/17-0/raw", "\x11", 1);
    put_bytes("/sys/class/dmi/id/board_name", "a\0b", 3);
    assert_int_equal(this_machine_read(root, false, &arena, &list, &e), OK);
}

static void tools_end_in_time(void **state)
{
    static const char *const hello[] = {"echo", "$HOME; ls", NULL};
    static const char *const hang[] = {"sleep", "60", NULL};
    static const char *const fails[] = {"false", NULL};
    static const char *const none[] = {"dlrig-no-such-tool", NULL};
    static const char *const much[] = {"yes", NULL};
    (void)state;
    assert_string_equal(tool_output(hello, 5000, &arena), "$HOME; ls\n"); /* no shell reads it */
    assert_null(tool_output(hang, 50, &arena));
    assert_null(tool_output(fails, 5000, &arena));
    assert_null(tool_output(none, 5000, &arena));
    assert_null(tool_output(much, 5000, &arena));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_there_is_an_error),
        cmocka_unit_test(a_tree_is_read),
        cmocka_unit_test(files_that_lie),
        cmocka_unit_test(tools_end_in_time),
    };
    return cmocka_run_group_tests_name("app/this_machine", tests, setup, teardown);
}
