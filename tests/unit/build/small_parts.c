#include "tests/unit/build/small_parts.h"

#include <string.h>

#define P(x)                                                                                       \
    {                                                                                              \
        .amount = (x), .low = (x), .high = (x), .currency = "USD", .from = {                       \
            .source = "test",                                                                      \
            .date = "2026-11-01",                                                                  \
            .confidence = 'A'                                                                      \
        }                                                                                          \
    }
#define NO_PRICE                                                                                   \
    {                                                                                              \
        .amount = UNKNOWN, .low = UNKNOWN, .high = UNKNOWN                                         \
    }
#define FROM                                                                                       \
    {                                                                                              \
        .source = "maker's data sheet", .date = "2026-09", .confidence = 'B'                       \
    }

#define CARD(ID, NAME, FORM, TEXT, WIDTH, MM, GB_, W, P12, P8, COOL, PRICE)                        \
    {                                                                                              \
        .id = ID, .name = NAME, .form = FORM, .form_text = TEXT, .slot_width = WIDTH,              \
        .length_mm = MM, .memory_gb = GB_, .tdp_w = W, .conn_12v2x6 = P12, .conn_8pin = P8,        \
        .conn_eps = UNKNOWN, .pcie_gen = 5, .pcie_lanes = 16, .cooling = COOL, .max_link_gpus = 8, \
        .memory_bandwidth_gbs = 1000, .status = "current", .price = P(PRICE), .from = FROM         \
    }

static const struct accel accels[] = {
    CARD("blower-300", "Blower 300", FORM_PCIE, "PCIe", 2, 267, 48, 300, 1, 0, COOLING_BLOWER,
         5000),
    CARD("cloud-chip", "Cloud Chip", FORM_OTHER, "cloud", UNKNOWN, UNKNOWN, 32, 200, UNKNOWN,
         UNKNOWN, COOLING_LIQUID, 1),
    CARD("fan-450", "Fan 450", FORM_PCIE, "PCIe", 3, 304, 24, 450, 1, 0, COOLING_OPEN_FAN, 2000),
    CARD("fan-8pin", "Fan 8pin", FORM_PCIE, "PCIe", 2, 287, 24, 355, 0, 2, COOLING_OPEN_FAN, 900),
    CARD("mezz-750", "Mezz 750", FORM_OAM, "OAM", UNKNOWN, UNKNOWN, 192, 750, UNKNOWN, UNKNOWN,
         COOLING_PASSIVE, 12000),
    CARD("module-10", "Module 10", FORM_SOC, "SoC module", UNKNOWN, UNKNOWN, 32, 60, UNKNOWN,
         UNKNOWN, COOLING_OPEN_FAN, 900),
    CARD("passive-350", "Passive 350", FORM_PCIE, "PCIe", 2, 267, 48, 350, 1, 0, COOLING_PASSIVE,
         7000),
    CARD("passive-600", "Passive 600", FORM_PCIE, "PCIe", 2, 267, 96, 600, 1, 0, COOLING_PASSIVE,
         9000),
    CARD("rack-chip", "Rack Chip", FORM_OTHER, "Superchip module", UNKNOWN, UNKNOWN, 186, 1200,
         UNKNOWN, UNKNOWN, COOLING_LIQUID, 40000),
    CARD("small-box", "Small Box", FORM_SOC, "SoC (mini PC)", UNKNOWN, 150, 128, 240, UNKNOWN,
         UNKNOWN, COOLING_OPEN_FAN, 4000),
    CARD("sxm4-400", "Old SXM", FORM_SXM, "SXM4", UNKNOWN, UNKNOWN, 80, 400, UNKNOWN, UNKNOWN,
         COOLING_PASSIVE, 10000),
    CARD("sxm5-700", "New SXM", FORM_SXM, "SXM5", UNKNOWN, UNKNOWN, 80, 700, UNKNOWN, UNKNOWN,
         COOLING_PASSIVE, 27000),
};

#define BOARD(ID, SIZE, SOCKET, FAMILIES, MEM, SLOTS, CH, MAX, CARDS, WIDE, X16, M2, PRICE)        \
    {                                                                                              \
        .id = ID, .vendor = "Maker", .model = ID, .kind = "motherboard", .is_board = true,         \
        .form_factor = SIZE, .sockets = 1, .socket_type = SOCKET, .cpu_families = FAMILIES,        \
        .mem_type = MEM, .mem_slots = SLOTS, .mem_channels_per_socket = CH, .max_mem_gb = MAX,     \
        .gpu_form = "pcie", .gpu_max = CARDS, .pcie_dual_width_gpus = WIDE,                        \
        .pcie_x16_electrical = X16, .pcie_gen = 5, .max_gpu_tdp_w = UNKNOWN, .nvme_bays = 0,       \
        .m2_slots = M2, .nic_slots = "1x 10 GbE + 1x 2.5 GbE", .psu_count = UNKNOWN,               \
        .psu_w = UNKNOWN, .rack_u = UNKNOWN, .includes_count = UNKNOWN, .price = P(PRICE),         \
        .from = FROM                                                                               \
    }

#define SERVER(ID, KIND, FORMS, CARDS, WIDE, X16, TDP, NICS, PSUS, PSU_W, RED, U, PRICE)           \
    {                                                                                              \
        .id = ID, .vendor = "Maker", .model = ID, .kind = KIND, .sockets = 2,                      \
        .socket_type = "LGA4677", .cpu_families = "Xeon Scalable 4th/5th gen",                     \
        .mem_type = "DDR5 RDIMM", .mem_slots = 32, .mem_channels_per_socket = 8,                   \
        .max_mem_gb = 8192, .gpu_form = FORMS, .gpu_max = CARDS, .pcie_dual_width_gpus = WIDE,     \
        .pcie_x16_electrical = X16, .pcie_gen = 5, .max_gpu_tdp_w = TDP, .nvme_bays = 8,           \
        .m2_slots = 2, .nic_slots = NICS, .psu_count = PSUS, .psu_w = PSU_W,                       \
        .psu_redundancy = RED, .rack_u = U, .cooling = "air", .includes_count = UNKNOWN,           \
        .price = P(PRICE), .from = FROM                                                            \
    }

static const struct platform platforms[] = {
    BOARD("desk-one", "ATX", "AM5", "Ryzen 7000/9000", "DDR5 UDIMM", 4, 2, 192, 1, 1, 1, 2, 160),
    BOARD("desk-two", "ATX", "AM5", "Ryzen 7000/9000", "DDR5 UDIMM", 4, 2, 256, 2, 2, 1, 4, 500),
    SERVER("hgx-8", "barebone server", "hgx sxm5", 8, 0, 10, 700, "8 LP x16 + 2 FH x16", 6, 3000,
           "4+2", 8, 28000),
    SERVER("oam-8", "barebone server", "oam", 8, 0, 10, 750, "8 LP x16 + 2 FH x16", 6, 3000, "4+2",
           8, 26000),
    BOARD("ring-board", "SSI-EEB", "SP3", "EPYC 7002/7003", "DDR4 RDIMM", 8, 8, 2048, 4, 4, 7, 2,
          800),
    SERVER("srv-350", "barebone server", "pcie", 8, 8, 9, 350, "AIOM + 1 x16", 4, 3000, "2+2", 4,
           9000),
    SERVER("srv-600", "barebone server", "pcie", 8, 8, 13, 600, "5 x16", 4, 3200, "2+2", 5, 14000),
    SERVER("tower-4", "tower", "pcie", 4, 4, 7, 350, "2x 10 GbE", 2, 2200, "1+1", 4, 5000),
    BOARD("ws-board", "SSI-EEB", "sTR5", "Threadripper PRO 7000/9000WX", "DDR5 RDIMM", 8, 8, 2048,
          4, 4, 6, 4, 1200),
};

#define CPU(ID, FAMILY, SOCKET, CORES, TDP, MEM, SPEED, CH, MAX, LANES, SOCKETS, PRICE)            \
    {                                                                                              \
        .id = ID, .vendor = "Maker", .model = ID, .family = FAMILY, .socket = SOCKET,              \
        .cores = CORES, .tdp_w = TDP, .mem_type = MEM, .mem_speed_mts = SPEED, .mem_channels = CH, \
        .max_mem_gb = MAX, .pcie_gen = 5, .pcie_lanes = LANES, .max_sockets = SOCKETS,             \
        .base_ghz = 3, .boost_ghz = 4, .threads = 2 * CORES, .price = P(PRICE), .from = FROM       \
    }

static const struct cpu cpus[] = {
    CPU("am5-16", "ryzen9000", "AM5", 16, 170, "DDR5 UDIMM", 5600, 2, 192, 24, 1, 550),
    CPU("am5-8", "ryzen9000", "AM5", 8, 65, "DDR5 UDIMM", 5600, 2, 192, 24, 1, 300),
    CPU("rome-16", "rome", "SP3", 16, 155, "DDR4 RDIMM/LRDIMM", 3200, 8, 4096, 128, 2, 900),
    CPU("spr-16", "spr", "LGA4677", 16, 185, "DDR5 RDIMM", 4800, 8, 4096, 80, 2, 1500),
    CPU("spr-32", "spr", "LGA4677", 32, 270, "DDR5 RDIMM", 4400, 8, 4096, 80, 2, 2100),
    CPU("trp-16", "tr7000wx", "sTR5", 16, 350, "DDR5 RDIMM", 5200, 8, 2048, 128, 1, 1900),
    CPU("trp-32", "tr7000wx", "sTR5", 32, 350, "DDR5 RDIMM", 5200, 8, 2048, 128, 1, 3900),
};

#define MEMORY(ID, GEN, TYPE, EACH, N, SPEED, REG, PRICE)                                          \
    {                                                                                              \
        .id = ID, .name = ID, .generation = GEN, .module_type = TYPE, .module_gb = EACH,           \
        .modules = N, .total_gb = EACH * N, .speed_mts = SPEED, .ecc = REG, .registered = REG,     \
        .price = P(PRICE), .from = FROM                                                            \
    }

static const struct memory_part memories[] = {
    MEMORY("ddr4-32-rdimm", "DDR4", "RDIMM", 32, 1, 3200, TRI_YES, 150),
    MEMORY("ddr5-2x16-udimm", "DDR5", "UDIMM", 16, 2, 5600, TRI_NO, 300),
    MEMORY("ddr5-2x32-udimm", "DDR5", "UDIMM", 32, 2, 5600, TRI_NO, 550),
    MEMORY("ddr5-32-rdimm", "DDR5", "RDIMM", 32, 1, 4800, TRI_YES, 700),
    MEMORY("ddr5-64-rdimm", "DDR5", "RDIMM", 64, 1, 4800, TRI_YES, 1300),
};

#define SSD(ID, FORM, CAP, READ, PRICE)                                                            \
    {                                                                                              \
        .id = ID, .name = ID, .form_factor = FORM, .interface = "PCIe x4", .capacity_gb = CAP,     \
        .pcie_gen = 4, .seq_read_mbs = READ, .seq_write_mbs = 5000, .tbw = 1000, .dwpd = 1,        \
        .price = P(PRICE), .from = FROM                                                            \
    }

static const struct ssd ssds[] = {
    SSD("m2-1t", "M.2-2280", 1000, 7000, 150),
    SSD("m2-4t", "M.2-2280", 4000, 7000, 500),
    SSD("u2-4t", "U.2 2.5in", 3840, 7000, 1500),
    SSD("u2-8t", "U.2 2.5in", 7680, 7000, 2600),
};

#define PSU(ID, W, ATX, P12, P8, MINV, EFF, PRICE)                                                 \
    {                                                                                              \
        .id = ID, .name = ID, .form_factor = "ATX", .watts = W, .atx_version = ATX,                \
        .conn_12v2x6 = P12, .conn_8pin = P8, .min_input_v_full_power = MINV, .efficiency = EFF,    \
        .redundant = TRI_NO, .price = P(PRICE), .from = FROM                                       \
    }

static const struct psu psus[] = {
    PSU("atx2-1600", 1600, 2.4, 0, 9, 115, "titanium", 450),
    PSU("atx3-1200", 1200, 3.1, 2, UNKNOWN, 100, "platinum", 230),
    PSU("atx3-1600", 1600, 3.1, 2, UNKNOWN, 115, "titanium", 400),
    PSU("atx3-2800", 2800, 3.1, 4, UNKNOWN, 200, "titanium", 850),
    PSU("atx3-850", 850, 3.0, 1, UNKNOWN, 100, "gold", 120),
};

#define CASE(ID, KIND, MM, SLOTS, BOARDS, PSUS, RAD, CARDS, U, PRICE)                              \
    {                                                                                              \
        .id = ID, .name = ID, .kind = KIND, .max_gpu_length_mm = MM, .expansion_slots = SLOTS,     \
        .motherboard = BOARDS, .psu_fit = PSUS, .max_radiator_mm = RAD,                            \
        .practical_gpu_count = CARDS, .volume_l = 60, .rack_u = U, .price = P(PRICE), .from = FROM \
    }

static const struct chassis cases[] = {
    CASE("big-tower", "full tower", 490, 9, "E-ATX/SSI-EEB", "2x ATX", 480, 4, UNKNOWN, 300),
    CASE("frame", "open frame", 400, UNKNOWN, "E-ATX on risers", "2-4x ATX", UNKNOWN, 8, UNKNOWN,
         150),
    CASE("mid-tower", "mid tower", 360, 7, "ATX", "ATX 220 mm", 360, 2, UNKNOWN, 100),
    CASE("rack-5u", "rack 5U", 400, 8, "SSI-EEB", "2x ATX or redundant", 360, 4, 5, 400),
};

#define COOLER(ID, KIND, SOCKETS, TDP, MM, RAD, U, PRICE)                                          \
    {                                                                                              \
        .id = ID, .name = ID, .kind = KIND, .sockets = SOCKETS, .max_tdp_w = TDP, .height_mm = MM, \
        .radiator_mm = RAD, .noise_db = UNKNOWN, .rack_u = U, .price = P(PRICE), .from = FROM      \
    }

static const struct cooler coolers[] = {
    COOLER("air-am5", "air tower", "AM4 AM5 LGA1700", 250, 155, UNKNOWN, UNKNOWN, 40),
    COOLER("air-sp3", "air tower", "SP3 LGA4189", 350, 145, UNKNOWN, 4, 80),
    COOLER("aio-tr5", "AIO", "sTR5", 450, UNKNOWN, 360, UNKNOWN, 300),
    COOLER("untold-tr5", "air tower", "sTR5", UNKNOWN, 165, UNKNOWN, UNKNOWN, 100),
};

#define NIC(ID, PORTS, GBPS, IB, ROCE, GEN, LANES, W, PRICE)                                       \
    {                                                                                              \
        .id = ID, .vendor = "Maker", .model = ID, .ports = PORTS, .port_gbps = GBPS,               \
        .total_gbps = (PORTS) * (GBPS), .infiniband = IB, .rdma_ethernet = ROCE, .pcie_gen = GEN,  \
        .pcie_lanes = LANES, .power_w = W, .price = P(PRICE), .from = FROM                         \
    }

static const struct nic nics[] = {
    NIC("nic-10", 1, 10, "no", "no", 3, 4, 6, 100),
    NIC("nic-100", 1, 100, "no", "RoCEv2", 4, 16, 20, 600),
    NIC("nic-400", 1, 400, "NDR", "RoCEv2", 5, 16, 25, 2500),
};

#define SWITCH(ID, PROTO, PORTS, GBPS, PRICE)                                                      \
    {                                                                                              \
        .id = ID, .vendor = "Maker", .model = ID, .protocol = PROTO, .ports = PORTS,               \
        .port_gbps = GBPS, .rack_u = 1, .power_w = 300, .price = P(PRICE), .from = FROM            \
    }

static const struct net_switch switches[] = {
    SWITCH("eth-10", "Ethernet", 8, 10, 500),
    SWITCH("eth-100", "Ethernet", 32, 100, 12000),
    SWITCH("ib-400", "InfiniBand NDR", 64, 400, 40000),
};

static const struct ups upses[] = {
    {.id = "ups-230",
     .name = "ups-230",
     .topology = "online",
     .va = 3000,
     .watts = 2700,
     .input_v = 230,
     .price = P(2500),
     .from = FROM},
    {.id = "ups-desk",
     .name = "ups-desk",
     .topology = "line-interactive, sine",
     .va = 1500,
     .watts = 1350,
     .input_v = 120,
     .price = P(300),
     .from = FROM},
};

static const struct extra extras[] = {
    {.id = "gpu-riser",
     .kind = "riser",
     .name = "riser",
     .speed_gbps = UNKNOWN,
     .price = P(90),
     .from = FROM},
    {.id = "link-100g",
     .kind = "cable",
     .name = "link 100",
     .speed_gbps = 100,
     .price = P(150),
     .from = FROM},
    {.id = "link-10g",
     .kind = "cable",
     .name = "link 10",
     .speed_gbps = 10,
     .price = P(20),
     .from = FROM},
    {.id = "link-400g",
     .kind = "cable",
     .name = "link 400",
     .speed_gbps = 400,
     .price = P(600),
     .from = FROM},
    {.id = "optics-100g",
     .kind = "optics",
     .name = "optics 100",
     .speed_gbps = 100,
     .price = P(320),
     .from = FROM},
    {.id = "pdu",
     .kind = "pdu",
     .name = "pdu",
     .speed_gbps = UNKNOWN,
     .price = P(800),
     .from = FROM},
    {.id = "rails",
     .kind = "rails",
     .name = "rails",
     .speed_gbps = UNKNOWN,
     .price = P(120),
     .from = FROM},
    {.id = "rack-42u",
     .kind = "rack",
     .name = "rack",
     .speed_gbps = UNKNOWN,
     .price = NO_PRICE,
     .from = FROM},
};

static const struct hdd hdds[] = {
    {.id = "hdd-12t", .name = "12 TB", .capacity_gb = 12000, .sustained_mbs = 240, .price = P(560)},
    {.id = "hdd-24t",
     .name = "24 TB",
     .capacity_gb = 24000,
     .sustained_mbs = 285,
     .price = P(1060)},
    {.id = "hdd-8t", .name = "8 TB", .capacity_gb = 8000, .sustained_mbs = 210, .price = P(400)},
};

static const struct enclosure enclosures[] = {
    {.id = "desk-4",
     .model = "4 bays",
     .bays = 4,
     .brings_card = true,
     .pcie_lanes = 2,
     .chain = 1,
     .power_w = 20,
     .noise_db = UNKNOWN,
     .price = P(340)},
    {.id = "desk-8",
     .model = "8 bays",
     .bays = 8,
     .brings_card = true,
     .pcie_lanes = 4,
     .chain = 1,
     .power_w = 30,
     .noise_db = UNKNOWN,
     .price = P(680)},
    {.id = "rack-12",
     .model = "12 bays",
     .bays = 12,
     .brings_card = true,
     .pcie_lanes = 8,
     .chain = 1,
     .rack_u = 2,
     .power_w = 60,
     .noise_db = UNKNOWN,
     .price = P(1200)},
    {.id = "rack-24",
     .model = "24 bays",
     .bays = 24,
     .pcie_lanes = UNKNOWN,
     .chain = 2,
     .rack_u = 4,
     .power_w = 80,
     .noise_db = UNKNOWN,
     .price = P(2300)},
    {.id = "rack-60",
     .model = "60 bays",
     .bays = 60,
     .pcie_lanes = UNKNOWN,
     .chain = 4,
     .rack_u = 4,
     .power_w = 200,
     .noise_db = UNKNOWN,
     .price = P(6000)},
};

static const struct controller controllers[] = {
    {.id = "hba-16e", .kind = "external HBA", .pcie_lanes = 8, .power_w = 10, .price = P(600)},
    {.id = "hba-8e", .kind = "external HBA", .pcie_lanes = 8, .power_w = 9, .price = P(450)},
    {.id = "raid-8i", .kind = "RAID", .pcie_lanes = 8, .power_w = 15, .price = P(90)},
};

#define STOCK(FIELD, ROWS)                                                                         \
    do {                                                                                           \
        memcpy(s->FIELD, ROWS, sizeof ROWS);                                                       \
        s->facts.FIELD = s->FIELD;                                                                 \
        s->facts.FIELD##_n = sizeof ROWS / sizeof ROWS[0];                                         \
    } while (0)

struct shop *shop_new(struct shop *s)
{
    memset(s, 0, sizeof *s);
    STOCK(accel, accels);
    STOCK(platform, platforms);
    STOCK(cpu, cpus);
    STOCK(memory, memories);
    STOCK(ssd, ssds);
    STOCK(psu, psus);
    STOCK(chassis, cases);
    STOCK(cooler, coolers);
    STOCK(nic, nics);
    STOCK(net_switch, switches);
    STOCK(ups, upses);
    STOCK(extra, extras);
    STOCK(hdd, hdds);
    STOCK(enclosure, enclosures);
    STOCK(controller, controllers);
    return s;
}

#define FINDER(NAME, TYPE, FIELD)                                                                  \
    TYPE *NAME(struct shop *s, const char *id)                                                     \
    {                                                                                              \
        for (size_t i = 0; i < s->facts.FIELD##_n; i++)                                            \
            if (strcmp(s->FIELD[i].id, id) == 0)                                                   \
                return &s->FIELD[i];                                                               \
        return NULL;                                                                               \
    }
FINDER(shop_accel, struct accel, accel)
FINDER(shop_platform, struct platform, platform)
FINDER(shop_psu, struct psu, psu)
FINDER(shop_cpu, struct cpu, cpu)
FINDER(shop_chassis, struct chassis, chassis)

struct build_wish shop_wish(struct shop *s, const char *accel, int cards)
{
    return (struct build_wish){.accel = shop_accel(s, accel),
                               .per_node = cards,
                               .nodes = 1,
                               .host_ram_gb = 64,
                               .host_cores = 8,
                               .storage_gb = 1000,
                               .training = true,
                               .place = PLACE_SERVER_ROOM,
                               .volts = 230,
                               .amps = 32,
                               .noise_db = UNKNOWN,
                               .currency = "USD"};
}
