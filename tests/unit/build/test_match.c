/* Guards the grammar of the cells of the part tables. */
#include "engine/build/parts.h"
#include "tests/unit/build/small_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void slots_for_network_cards(void **state)
{
    (void)state;
    assert_true(parse_x16_slots("8 LP x16 + 2 FH x16") == 10);
    assert_true(parse_x16_slots("OCP + x16") == 1);
    assert_true(parse_x16_slots("1x x16 + AIOM") == 1);
    assert_true(parse_x16_slots("4-8 x16") == 4);
    assert_true(parse_x16_slots("3 x16 FHHL") == 3);
    assert_false(known(parse_x16_slots("2x 10 GbE")));
    assert_false(known(parse_x16_slots(NULL)));
}

static void network_on_the_board(void **state)
{
    (void)state;
    assert_true(parse_lan_gbps("1x 10 GbE + 1x 2.5 GbE") == 10);
    assert_true(parse_lan_gbps("1x 2.5 GbE") == 2.5);
    assert_true(parse_lan_gbps("2x 10 GbE X550") == 10);
    assert_true(parse_lan_gbps("10 GbE + 2.5 GbE") == 10);
    assert_true(parse_lan_gbps("8x CX-7 400G + 2 dual-port 400G") == 3200);
    assert_true(parse_lan_gbps("8x 400G IB") == 3200);
    assert_true(parse_lan_gbps("8 LP x16 + 2 FH x16") == 0);
    assert_true(parse_lan_gbps(NULL) == 0);
}

static void redundancy(void **state)
{
    (void)state;
    int n, spare;
    struct platform p = {.psu_count = 6, .psu_redundancy = "4+2"};
    parse_redundancy(&p, &n, &spare);
    assert_int_equal(n, 6);
    assert_int_equal(spare, 2);
    p.psu_redundancy = "none";
    parse_redundancy(&p, &n, &spare);
    assert_int_equal(spare, 0);
    p.psu_redundancy = NULL;
    p.psu_count = UNKNOWN;
    parse_redundancy(&p, &n, &spare);
    assert_int_equal(n, -1);
    assert_int_equal(spare, -1);
}

static bool takes(const char *socket, const char *families, const char *cpu_socket,
                  const char *family, const char *model)
{
    struct platform p = {.socket_type = socket, .cpu_families = families, .sockets = 1};
    struct cpu c = {.socket = cpu_socket, .family = family, .model = model, .max_sockets = 2};
    enum why why;
    return cpu_fits_platform(&p, &c, &why);
}

static void cpu_families(void **state)
{
    (void)state;
    assert_true(takes("SP5", "EPYC 9004/9005", "SP5", "turin", "AMD EPYC 9355"));
    assert_false(takes("SP5", "EPYC 9004", "SP5", "turin", "AMD EPYC 9355"));
    assert_true(takes("SP3", "EPYC 7002/7003", "SP3", "milan", "AMD EPYC 7313"));
    assert_true(takes("LGA4677", "Xeon Scalable 4th/5th gen", "LGA4677", "emr", "x"));
    assert_false(takes("LGA4677", "Xeon Scalable 4th/5th gen", "LGA4677", "w3400", "x"));
    assert_true(takes("LGA4677", "Xeon W-3400/3500", "LGA4677", "w3400", "x"));
    assert_true(takes("sTR5", "Threadripper PRO 7000/9000WX", "sTR5", "tr9000wx", "x"));
    assert_false(takes("sTR5", "Threadripper PRO 7000/9000WX", "sTR5", "tr9000", "x"));
    assert_true(takes("sTR5", "Threadripper 7000/9000", "sTR5", "tr7000", "x"));
    assert_false(takes("AM5", "Ryzen 7000/9000", "AM5", "ryzen5000", "x"));
    assert_true(takes("AM5", "EPYC 4004 / Ryzen 7000", "AM5", "epyc4004", "x"));
    assert_false(takes("AM5", "Ryzen 7000/9000", "SP5", "genoa", "x"));
    assert_true(takes("SP3", "EPYC 7742", "SP3", "rome", "AMD EPYC 7742"));
    assert_true(takes("Kunpeng BGA", "Kunpeng 920", "soldered/BGA", "kunpeng", "x"));
    assert_true(
        takes("SP5 or LGA4677", "EPYC 9004 or Xeon Scalable 4th gen", "LGA4677", "spr", "x"));
}

static void two_sockets_want_a_cpu_for_two(void **state)
{
    (void)state;
    struct platform p = {.socket_type = "SP5", .cpu_families = "EPYC 9004", .sockets = 2};
    struct cpu c = {.socket = "SP5", .family = "genoa", .max_sockets = 1};
    enum why why;
    assert_false(cpu_fits_platform(&p, &c, &why));
    c.max_sockets = 2;
    assert_true(cpu_fits_platform(&p, &c, &why));
}

static void memory_kinds(void **state)
{
    (void)state;
    struct memory_part m = {.generation = "DDR5", .module_type = "RDIMM"};
    assert_true(memory_fits_kind("DDR5 RDIMM", &m));
    assert_true(memory_fits_kind("DDR5 RDIMM/MRDIMM", &m));
    assert_false(memory_fits_kind("DDR5 UDIMM", &m));
    assert_false(memory_fits_kind("DDR4 RDIMM/LRDIMM", &m));
    m.module_type = "LRDIMM";
    assert_false(memory_fits_kind("DDR5 RDIMM", &m));
    m.module_type = "MRDIMM";
    assert_false(memory_fits_kind("DDR5 RDIMM", &m));
    m.module_type = "ECC UDIMM";
    assert_true(memory_fits_kind("DDR5 ECC UDIMM", &m));
    assert_true(memory_fits_kind("DDR5/DDR4 UDIMM", &m));
    m.module_type = "3DS RDIMM";
    assert_true(memory_fits_kind("DDR5 RDIMM", &m));
    m.module_type = NULL;
    assert_false(memory_fits_kind("DDR5 RDIMM", &m));
}

static enum why form(const char *cell, const char *made_for, const struct accel *a, int n)
{
    struct platform p = {.gpu_form = cell, .made_for = made_for, .gpu_max = 8};
    int exact;
    return platform_form(&p, a, n, &exact);
}

static void forms_of_cards(void **state)
{
    (void)state;
    struct accel sxm5 = {.name = "H100", .form = FORM_SXM, .form_text = "SXM5", .max_link_gpus = 8};
    struct accel sxm4 = {
        .name = "A100", .form = FORM_SXM, .form_text = "SXM4", .max_link_gpus = 16};
    struct accel oam = {
        .name = "Instinct MI300X", .form = FORM_OAM, .form_text = "OAM", .max_link_gpus = 8};
    struct accel npu = {
        .name = "Ascend 910B3", .form = FORM_OTHER, .form_text = "mezzanine", .max_link_gpus = 8};
    struct accel card = {.name = "L40S", .form = FORM_PCIE, .form_text = "PCIe", .slot_width = 2};
    assert_int_equal(form("hgx sxm5", NULL, &sxm5, 8), WHY_NONE);
    assert_int_equal(form("hgx sxm5", NULL, &sxm4, 8), WHY_FORM);
    assert_int_equal(form("hgx sxm5", NULL, &sxm5, 4), WHY_BOARD_COUNT);
    assert_int_equal(form("pcie or hgx 4 sxm4", NULL, &sxm4, 4), WHY_NONE);
    assert_int_equal(form("pcie or hgx 4 sxm4", NULL, &card, 3), WHY_NONE);
    assert_int_equal(form("hgx sxm5 or oam", "H100;MI300X", &oam, 8), WHY_NONE);
    assert_int_equal(form("oam", "MI325X", &oam, 8), WHY_MADE_FOR);
    assert_int_equal(form("oam", NULL, &oam, 8), WHY_MADE_FOR);
    assert_int_equal(form("npu Ascend 910B", NULL, &npu, 8), WHY_NONE);
    assert_int_equal(form("npu Ascend 910C", NULL, &npu, 8), WHY_FORM);
    assert_int_equal(form("hgx b300", NULL, &sxm5, 8), WHY_FORM);
    assert_int_equal(form("pcie", NULL, &sxm5, 8), WHY_FORM);
    sxm5.max_link_gpus = 4; /* a variant for boards of four */
    assert_int_equal(form("hgx sxm5", NULL, &sxm5, 8), WHY_MADE_FOR);
}

static void systems_sold_whole(void **state)
{
    (void)state;
    struct platform p = {.gpu_form = "hgx sxm5",
                         .is_complete = true,
                         .gpu_max = 8,
                         .includes_accel = "h100",
                         .includes_count = 8};
    struct accel a = {.id = "h100", .name = "H100", .form = FORM_SXM, .form_text = "SXM5"};
    int exact;
    assert_int_equal(platform_form(&p, &a, 8, &exact), WHY_NONE);
    assert_int_equal(platform_form(&p, &a, 4, &exact), WHY_BOARD_COUNT);
    a.id = "h200";
    assert_int_equal(platform_form(&p, &a, 8, &exact), WHY_FORM);
}

static void cases_and_boards(void **state)
{
    (void)state;
    struct chassis c = {.kind = "mid tower", .motherboard = "ATX", .psu_fit = "ATX 220 mm"};
    assert_int_equal(chassis_form_rank(&c), 1);
    assert_int_equal(chassis_psu_places(&c), 1);
    c.motherboard = "E-ATX/SSI-EEB";
    c.psu_fit = "2x ATX or redundant";
    assert_int_equal(chassis_form_rank(&c), 4);
    assert_int_equal(chassis_psu_places(&c), 2);
    c.motherboard = "E-ATX 305x277";
    c.psu_fit = "2x 3200 W CRPS";
    assert_int_equal(chassis_form_rank(&c), 2);
    assert_int_equal(chassis_psu_places(&c), 0);
    struct platform p = {.form_factor = "CEB"};
    assert_int_equal(board_form_rank(&p), 2);
    p.form_factor = NULL; /* unknown: the largest usual for the socket */
    p.socket_type = "sTR5";
    assert_int_equal(board_form_rank(&p), 4);
    p.socket_type = "AM5";
    assert_int_equal(board_form_rank(&p), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_for_network_cards),
        cmocka_unit_test(network_on_the_board),
        cmocka_unit_test(redundancy),
        cmocka_unit_test(cpu_families),
        cmocka_unit_test(two_sockets_want_a_cpu_for_two),
        cmocka_unit_test(memory_kinds),
        cmocka_unit_test(forms_of_cards),
        cmocka_unit_test(systems_sold_whole),
        cmocka_unit_test(cases_and_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
