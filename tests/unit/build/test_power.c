/* Guards the load model, supplies at other voltages, margins, efficiency and circuits. */
#include "tests/unit/build/small_parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void near_to(double got, double want, double share)
{
    if (!(fabs(got - want) <= share * want))
        fail_msg("got %.3f, want %.3f", got, want);
}

static void desktop_load_by_hand(void **state)
{
    (void)state;
    /* 450 + 1.1 x 170 + 2 x 5 + 10 + 50 + 60 */
    struct load l = {.gpu_w = 450, .gpus = 1, .cpu_tdp_w = 170, .cpus = 1, .udimm = 2, .m2 = 1};
    near_to(load_watts(&l), 767, 1e-12);
}

static void server_load_by_hand(void **state)
{
    (void)state;
    /* (8 x 350 + 2 x 1.1 x 270 + 16 x 9 + 2 x 10 + 2 x 20 + 50) x 1.15 */
    struct load l = {.gpu_w = 350,
                     .gpus = 8,
                     .cpu_tdp_w = 270,
                     .cpus = 2,
                     .rdimm = 16,
                     .m2 = 2,
                     .u2 = 2,
                     .server = true};
    near_to(load_watts(&l), (2800 + 594 + 144 + 20 + 40 + 50) * 1.15, 1e-12);
}

static void baseboards_meet_published_maxima(void **state)
{
    (void)state;
    /* DGX A100 6.5 kW, DGX H100 10.2 kW, DGX B200 14.3 kW as their user guides print them. */
    struct load a100 = {.gpu_w = 400,
                        .gpus = 8,
                        .cpu_tdp_w = 225,
                        .cpus = 2,
                        .rdimm = 32,
                        .m2 = 2,
                        .u2 = 8,
                        .nic_w = 250,
                        .server = true,
                        .baseboard = true};
    struct load h100 = a100, b200 = a100;
    h100.gpu_w = 700;
    h100.cpu_tdp_w = 350;
    b200.gpu_w = 1000;
    b200.cpu_tdp_w = 350;
    near_to(load_watts(&a100), 6500, 0.07);
    near_to(load_watts(&h100), 10200, 0.07);
    near_to(load_watts(&b200), 14300, 0.07);
}

static void liquid_saves_fans(void **state)
{
    (void)state;
    struct load l = {
        .gpu_w = 700, .gpus = 8, .cpu_tdp_w = 350, .cpus = 2, .server = true, .baseboard = true};
    double air = load_watts(&l);
    l.liquid = true;
    assert_true(load_watts(&l) < air);
}

static void watts_depend_on_voltage(void **state)
{
    (void)state;
    struct psu p = {.watts = 1600, .min_input_v_full_power = 115, .redundant = TRI_NO};
    near_to(psu_watts_at(&p, 230), 1600, 1e-12);
    near_to(psu_watts_at(&p, 120), 1600, 1e-12);
    near_to(psu_watts_at(&p, 100), 1280, 1e-12); /* AX1600i: 1300 W at 100 V */
    p.watts = 2800;
    p.min_input_v_full_power = 200;
    near_to(psu_watts_at(&p, 220), 2800, 1e-12);
    assert_true(psu_watts_at(&p, 120) == 0); /* low_mains_w 0: made for 200-240 V only */
    p.low_mains_w = 1650;
    near_to(psu_watts_at(&p, 100), 1650, 1e-12); /* HELA 2050R */
    near_to(psu_watts_at(&p, 208), 2800, 1e-12);
    p.low_mains_w = UNKNOWN;
    near_to(psu_watts_at(&p, 100), 1300, 1e-12); /* TC-1650T: what ordinary ones give */
    p.watts = 2000;
    p.redundant = TRI_YES;
    near_to(psu_watts_at(&p, 120), 1000, 1e-12); /* CRPS 2000 W: about 1000 W */
    p.redundant = TRI_NO;
    p.watts = 1650;
    p.min_input_v_full_power = UNKNOWN;
    near_to(psu_watts_at(&p, 120), 1300, 1e-12);
    p.watts = UNKNOWN;
    assert_false(known(psu_watts_at(&p, 120)));
}

static void margins_and_efficiency(void **state)
{
    (void)state;
    assert_true(psu_margin(3.1) == 1.25 && psu_margin(3.0) == 1.25);
    assert_true(psu_margin(2.4) == 1.5 && psu_margin(UNKNOWN) == 1.5);
    near_to(psu_efficiency("platinum", 230), 0.92, 1e-12);
    near_to(psu_efficiency("platinum", 120), 0.90, 1e-12);
    near_to(psu_efficiency(NULL, 230), 0.90, 1e-12);
}

static void circuits_by_country(void **state)
{
    (void)state;
    near_to(circuit_watts("US", UNKNOWN, UNKNOWN), 1440, 1e-12); /* 120 V 15 A x 0.8 */
    near_to(circuit_watts("US-CA", 120, 20), 1920, 1e-12);
    near_to(circuit_watts("US", 240, 30), 5760, 1e-12);
    near_to(circuit_watts("JP", UNKNOWN, UNKNOWN), 1500, 1e-12);
    near_to(circuit_watts("CN", UNKNOWN, UNKNOWN), 2200, 1e-12);
    near_to(circuit_watts("CN-44", 220, 16), 3520, 1e-12);
    near_to(circuit_watts("GB", UNKNOWN, UNKNOWN), 2990, 1e-12);
    double eu = circuit_watts("DE", UNKNOWN, UNKNOWN);
    assert_true(eu >= 2900 && eu <= 3202); /* 16 A socket, planned for hours */
    near_to(circuit_of("US", PLACE_SERVER_ROOM, UNKNOWN, UNKNOWN).watts, 4992, 1e-12);
    near_to(circuit_of("DE", PLACE_COLO, UNKNOWN, UNKNOWN).watts, 7360, 1e-12);
    near_to(circuit_watts(NULL, 230, 10), 2001, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(desktop_load_by_hand),
        cmocka_unit_test(server_load_by_hand),
        cmocka_unit_test(baseboards_meet_published_maxima),
        cmocka_unit_test(liquid_saves_fans),
        cmocka_unit_test(watts_depend_on_voltage),
        cmocka_unit_test(margins_and_efficiency),
        cmocka_unit_test(circuits_by_country),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
