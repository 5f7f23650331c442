#include <math.h>
#include <string.h>

#include "tests/unit/job/job_test.h"

struct form {
    const char *text;
    int n;
    struct {
        const char *id;
        int count;
    } group[3];
};

static void check(struct job_test *t, enum hardware_form form, const struct form *row)
{
    struct hardware h;
    if (hardware_parse(row->text, form, &t->facts.facts, &t->arena, &h, &t->e) != OK) {
        fail_msg("%s: %s", row->text, job_error(t));
    }
    assert_int_equal(h.n, row->n);
    for (int i = 0; i < h.n; i++) {
        assert_string_equal(h.group[i].accel->id, row->group[i].id);
        if (h.group[i].count != row->group[i].count) {
            fail_msg("%s: %d", row->text, h.group[i].count);
        }
    }
    assert_string_equal(h.text, row->text);
}

static void gpu_forms(void **state)
{
    struct job_test *t = *state;
    static const struct form rows[] = {
        {"nvidia-rtx-4090", 1, {{"nvidia-rtx-4090", 0}}},
        {"4090", 1, {{"nvidia-rtx-4090", 0}}},
        {"RTX 4090", 1, {{"nvidia-rtx-4090", 0}}},
        {"4090x2", 1, {{"nvidia-rtx-4090", 2}}},
        {"2x4090", 1, {{"nvidia-rtx-4090", 2}}},
        {"2 x RTX 4090", 1, {{"nvidia-rtx-4090", 2}}},
        {"RTX 4090 x 2", 1, {{"nvidia-rtx-4090", 2}}},
        {"4090*2", 1, {{"nvidia-rtx-4090", 2}}},
        {"nvidia-a100-sxm4-80x4", 1, {{"nvidia-a100-sxm4-80", 4}}},
        {"8xh100", 1, {{"nvidia-h100-sxm5-80", 8}}},
        {"a100x8,h100x4", 2, {{"nvidia-a100-sxm4-80", 8}, {"nvidia-h100-sxm5-80", 4}}},
        {"a100, 4090 ,2x3090",
         3,
         {{"nvidia-a100-sxm4-80", 0}, {"nvidia-rtx-4090", 0}, {"nvidia-rtx-3090", 2}}},
        {"4090x1024", 1, {{"nvidia-rtx-4090", 1024}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(t, HARDWARE_GPU, &rows[i]);
    }
}

static void have_forms(void **state)
{
    struct job_test *t = *state;
    static const struct form rows[] = {
        {"4090", 1, {{"nvidia-rtx-4090", 1}}},
        {"4090x2", 1, {{"nvidia-rtx-4090", 2}}},
        {"2x4090+1x3090", 2, {{"nvidia-rtx-4090", 2}, {"nvidia-rtx-3090", 1}}},
        {"4090 + 4090", 1, {{"nvidia-rtx-4090", 2}}}, /* the same card twice is two of it */
        {"gpu=4090", 1, {{"nvidia-rtx-4090", 1}}},
        {"gpu=2x4090+3090,psu=1200", 2, {{"nvidia-rtx-4090", 2}, {"nvidia-rtx-3090", 1}}},
        {"ram=64", 0, {{NULL, 0}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(t, HARDWARE_HAVE, &rows[i]);
    }
}

static void machines_have_memory_and_power(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *text;
        double ram_gb, ram_gbs, psu_w;
        bool cpu;
    } rows[] = {
        {"gpu=4090,ram=8x64@4800,psu=1400", 512, 307.2, 1400, false},
        {"ram=2x32@6000", 64, 96, UNKNOWN, false},
        {"ram=2x32GB@6000", 64, 96, UNKNOWN, false},
        {"ram=1x16@3200", 16, 25.6, UNKNOWN, false},
        {"ram=4x32@3600", 128, 115.2, UNKNOWN, false},
        {"ram=16x64@4400", 1024, 281.6, UNKNOWN, false},
        {"ram=256GB", 256, UNKNOWN, UNKNOWN, false},
        {"ram=256", 256, UNKNOWN, UNKNOWN, false},
        {"ram=1TB", 1000, UNKNOWN, UNKNOWN, false},
        {"ram=12x64@4800,cpu=amd-epyc-9124", 768, 460.8, UNKNOWN, true},
        {"ram=8x64@4800,cpu=amd-epyc-9124", 512, 307.2, UNKNOWN, true},
        {"ram=24x64@4800, cpu=amd-epyc-9124", 1536, 460.8, UNKNOWN, true},
        {"gpu=4090,psu=2x1600W", UNKNOWN, UNKNOWN, 3200, false},
        {"GPU=4090, RAM = 4x16 , PSU= 850w", 64, UNKNOWN, 850, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hardware h;
        if (hardware_parse(rows[i].text, HARDWARE_HAVE, &t->facts.facts, &t->arena, &h, &t->e) !=
            OK) {
            fail_msg("%s: %s", rows[i].text, job_error(t));
        }
        const double got[] = {h.ram_gb, h.ram_channels_gbs, h.psu_w};
        const double want[] = {rows[i].ram_gb, rows[i].ram_gbs, rows[i].psu_w};
        for (int k = 0; k < 3; k++) {
            bool same = known(want[k]) ? fabs(got[k] - want[k]) < 1e-9 : !known(got[k]);
            if (!same) {
                fail_msg("%s: figure %d is %g", rows[i].text, k, got[k]);
            }
        }
        assert_int_equal(h.cpu != NULL, rows[i].cpu);
    }
}

static void slots_have_generation_and_lanes(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *text;
        double gen, lanes;
    } rows[] = {
        {"gpu=4090,pcie=3x16", 3, 16}, {"pcie=4.0x8", 4, 8},           {"PCIe=5X4", 5, 4},
        {"pcie=3", 3, UNKNOWN},        {"gpu=4090", UNKNOWN, UNKNOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hardware h;
        if (hardware_parse(rows[i].text, HARDWARE_HAVE, &t->facts.facts, &t->arena, &h, &t->e) !=
            OK)
            fail_msg("%s: %s", rows[i].text, job_error(t));
        assert_true(known(rows[i].gen) ? h.slot_gen == rows[i].gen : !known(h.slot_gen));
        assert_true(known(rows[i].lanes) ? h.slot_lanes == rows[i].lanes : !known(h.slot_lanes));
    }
}

struct refusal {
    enum hardware_form form;
    enum err code;
    const char *text, *part;
};

static void bad_hardware_is_refused(void **state)
{
    struct job_test *t = *state;
    static const struct refusal rows[] = {
        {HARDWARE_GPU, ERR_USAGE, "4090x0", "gpu: the count in \"4090x0\" must be 1 to 1,024"},
        {HARDWARE_GPU, ERR_USAGE, "0x4090", "count"},
        {HARDWARE_GPU, ERR_USAGE, "4090x00", "count"},
        {HARDWARE_GPU, ERR_USAGE, "4090x1025", "count"},
        {HARDWARE_GPU, ERR_USAGE, "4090x99999999999999999999", "count"},
        {HARDWARE_GPU, ERR_USAGE, "99999999999999999999x4090", "count"},
        {HARDWARE_GPU, ERR_USAGE, "nvidia-rtx-4091", "did you mean nvidia-rtx-4090"},
        {HARDWARE_GPU, ERR_USAGE, "rtx4091",
         "\"rtx4091\" is unknown; did you mean nvidia-rtx-4090"},
        {HARDWARE_GPU, ERR_USAGE, "nvidia-rtx-4091x2", "\"nvidia-rtx-4091\" is unknown"},
        {HARDWARE_GPU, ERR_USAGE, "2xnvidia-rtx-4091", "\"nvidia-rtx-4091\" is unknown"},
        {HARDWARE_GPU, ERR_USAGE, "4090x-2", "unknown"},
        {HARDWARE_GPU, ERR_USAGE, "4090x2x2", "unknown"},
        {HARDWARE_GPU, ERR_USAGE, "x2", "\"x2\" is unknown"},
        {HARDWARE_GPU, ERR_USAGE, "4090x", "\"4090x\" is unknown"},
        {HARDWARE_GPU, ERR_USAGE, "4090x04", "the count in \"4090x04\" must be 1 to 1,024"},
        {HARDWARE_GPU, ERR_USAGE, "04x4090", "the count in \"04x4090\" must be 1 to 1,024"},
        {HARDWARE_HAVE, ERR_USAGE, "4090x02", "the count in \"4090x02\" must be 1 to 1,024"},
        {HARDWARE_GPU, ERR_USAGE, "4090+3090", "--have"},
        {HARDWARE_GPU, ERR_USAGE, ",", "names no card"},
        {HARDWARE_GPU, ERR_USAGE, "4090,", "names no card"},
        {HARDWARE_GPU, ERR_USAGE, "", "names no card"},
        {HARDWARE_GPU, ERR_USAGE, "a100,h100,4090,3090,t4,910b,a100,h100,4090",
         "more than 8 kinds"},
        {HARDWARE_HAVE, ERR_USAGE, "2x4090+", "names no card"},
        {HARDWARE_HAVE, ERR_USAGE, "4090,3090", "unknown"},
        {HARDWARE_HAVE, ERR_USAGE, "gpu=4090,colour=red", "\"colour=red\" is no key"},
        {HARDWARE_HAVE, ERR_USAGE, "gpu=4090,ram", "\"ram\" is no key"},
        {HARDWARE_HAVE, ERR_USAGE, "gpu=4090,ram=", "\"ram=\" is not understood"},
        {HARDWARE_HAVE, ERR_USAGE, "gpu=", "gpu"},
        {HARDWARE_HAVE, ERR_USAGE, "gpu=4090,gpu=3090", "\"gpu\" is given twice"},
        {HARDWARE_HAVE, ERR_USAGE, "ram=8x64@", "ram=8x64@4800"},
        {HARDWARE_HAVE, ERR_USAGE, "ram=0x64", "ram=8x64@4800"},
        {HARDWARE_HAVE, ERR_USAGE, "ram=-64", "ram=8x64@4800"},
        {HARDWARE_HAVE, ERR_USAGE, "ram=8x64@9e9", "ram=8x64@4800"},
        {HARDWARE_HAVE, ERR_USAGE, "pcie=9x16", "pcie=4x16"},
        {HARDWARE_HAVE, ERR_USAGE, "pcie=4x3", "pcie=4x16"},
        {HARDWARE_HAVE, ERR_USAGE, "pcie=x16", "pcie=4x16"},
        {HARDWARE_HAVE, ERR_USAGE, "pcie=3x16x2", "pcie=4x16"},
        {HARDWARE_HAVE, ERR_USAGE, "psu=0", "psu=1400"},
        {HARDWARE_HAVE, ERR_USAGE, "psu=lots", "psu=1400"},
        {HARDWARE_HAVE, ERR_USAGE, "cpu=amd-epyc-9125", "did you mean amd-epyc-9124"},
        {HARDWARE_HAVE, ERR_UNSUPPORTED, "./my-box.json", "is a file"},
        {HARDWARE_HAVE, ERR_UNSUPPORTED, "parts.csv", "is a file"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hardware h;
        enum err got =
            hardware_parse(rows[i].text, rows[i].form, &t->facts.facts, &t->arena, &h, &t->e);
        if (got != rows[i].code || !strstr(job_error(t), rows[i].part)) {
            fail_msg("\"%s\": %s", rows[i].text, got == OK ? "accepted" : job_error(t));
        }
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, job_test_setup, job_test_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gpu_forms),
        TEST(have_forms),
        TEST(machines_have_memory_and_power),
        TEST(slots_have_generation_and_lanes),
        TEST(bad_hardware_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
