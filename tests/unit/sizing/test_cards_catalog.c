/* links: catalog */
/* What a program gets of a card, and dense rates only: published figures of common cards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/sizing/sizing.h"
#include "tests/support/shipped.h"

/* GiB as CUDA or the vendor's planner reports: sold GB are GiB less a reserve; GDDR with ECC loses
 * 1/16 (L4, A10, L40S, T4); 288 GB of B300 and MI355X are decimal. */
static void usable_memory_by_card(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        double gib;
    } want[] = {
        {"nvidia-a100-sxm4-80", 79.2},
        {"nvidia-a100-sxm4-40", 39.6},
        {"nvidia-h100-sxm5-80", 79.6},
        {"nvidia-h200-sxm-141", 140.4},
        {"nvidia-b200-sxm-180", 179.1},
        {"nvidia-b300-sxm-270", 268.6},
        {"nvidia-gb200-186", 185.0},
        {"nvidia-l40s", 45.0},
        {"nvidia-l4", 22.5},
        {"nvidia-a10", 22.5},
        {"nvidia-rtx-4090", 24.0},
        {"nvidia-rtx-5090", 31.8},
        {"amd-mi300x-192", 192.0},
        {"amd-mi355x-288", 268.2},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const struct accel *a = facts_accel(&shipped.facts, want[i].id);
        if (!a || !(fabs(a->usable_gib - want[i].gib) <= 0.01 * want[i].gib))
            fail_msg("%s: %.2f GiB, want %.2f", want[i].id, a ? a->usable_gib : 0, want[i].gib);
    }
    for (size_t i = 0; i < shipped.facts.accel_n; i++) { /* never more than is sold */
        const struct accel *a = &shipped.facts.accel[i];
        double pools = known(a->memory_pools) && a->memory_pools >= 1 ? a->memory_pools : 1;
        if (known(a->usable_gib) && known(a->memory_gb))
            assert_true(a->usable_gib <= a->memory_gb / pools + 1e-9);
    }
}

static void rates_are_dense(void **state)
{
    (void)state;
    static const struct {
        const char *id, *format;
        double tflops;
    } want[] = {
        {"nvidia-h100-sxm5-80", "bf16", 989.4},
        {"nvidia-h100-sxm5-80", "fp8", 1979},
        {"nvidia-a100-sxm4-80", "bf16", 312},
        {"nvidia-a100-sxm4-80", "fp8", 0},
        {"nvidia-rtx-4090", "bf16", 165.2},
        {"nvidia-b200-sxm-180", "bf16", 2250},
        {"nvidia-b200-sxm-180", "fp4", 9000},
        {"nvidia-b300-sxm-270", "int8", 153.5},
        {"nvidia-l4", "fp16", 121},
        {"amd-mi300x-192", "bf16", 1307.4},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        double x = accel_peak_tflops(facts_accel(&shipped.facts, want[i].id), want[i].format);
        if (!(fabs(x - want[i].tflops) <= 0.01 * want[i].tflops + 1e-9))
            fail_msg("%s %s: %.1f, want %.1f", want[i].id, want[i].format, x, want[i].tflops);
    }
    for (size_t i = 0; i < shipped.facts.accel_n; i++) { /* a sparse rate would stand out */
        const struct accel *a = &shipped.facts.accel[i];
        if (known(a->fp8_tflops) && known(a->bf16_tflops) && a->bf16_tflops > 0)
            assert_true(a->fp8_tflops <= 4.5 * a->bf16_tflops);
        if (known(a->fp4_tflops) && known(a->fp8_tflops) && a->fp8_tflops > 0)
            assert_true(a->fp4_tflops <= 4.1 * a->fp8_tflops);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usable_memory_by_card),
        cmocka_unit_test(rates_are_dense),
    };
    return cmocka_run_group_tests_name("sizing: cards", tests, shipped_load, shipped_unload);
}
