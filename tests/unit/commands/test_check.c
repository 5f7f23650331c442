/* dlrig check from end to end: the machines that their makers published, bills of our own read
 * again, measured figures, this and other machines, the policy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "tests/support/spawn.h"

#define REFERENCE DLRIG_SOURCE_DIR "/tests/data/reference/"
#define DAY " --as-of 2026-11-30"
#define LORA " --task finetune --model llama-3.1-8b --method lora" DAY

struct answer {
    struct spawned s;
    struct json_doc *doc;
    const struct json *root;
};

static void ask(struct answer *a, const char *input, const char *line)
{
    struct err_info e;
    spawn_line(&a->s, &(struct spawn_how){.input = input}, line);
    a->doc = NULL;
    a->root = NULL;
    if (json_parse(a->s.out, a->s.out_len, 64u << 20, &a->doc, &e) == OK)
        a->root = json_root(a->doc);
    if (a->root == NULL)
        fail_msg("%s: no JSON: %s", line, a->s.err);
}

static void done(struct answer *a)
{
    json_free(a->doc);
    spawned_free(&a->s);
}

static const struct json *finding(const struct answer *a, const char *id)
{
    const struct json *list = json_get(a->root, "findings");
    for (const struct json *f = json_at(list, 0); f != NULL; f = json_next(f))
        if (strcmp(json_string(json_get(f, "id")), id) == 0)
            return f;
    return NULL;
}

static void severity_is(const struct answer *a, const char *what, const char *id,
                        const char *severity)
{
    const struct json *f = finding(a, id);
    const char *got = f != NULL ? json_string(json_get(f, "severity")) : "none";
    if (strcmp(got, severity) != 0)
        fail_msg("%s: %s is %s, not %s", what, id, got, severity);
}

/* --- machines of their makers ----------------------------------------------------------------- */
static void published_machines_get_their_verdicts(void **state)
{
    static const struct {
        const char *file, *place;
        int code;
        const char *id, *severity, *second, *second_severity;
    } rows[] = {
        {"r01-budget-rig", "server-room", 1, "desktop-lanes", "error", "ram-vs-vram", "error"},
        {"r02-pro-tier", "server-room", 1, "psu-margin", "error", "memory-channels-unfilled",
         "warning"},
        {"r03-ripper", "office", 0, "psu-margin", "unknown", "ram-vs-vram", "none"},
        {"r05-four-3090-blower", "office", 1, "psu-margin", "error", "socket-circuit", "error"},
        {"r06-wopr", "server-room", 0, "psu-margin", "warning", "two-supplies", "warning"},
        {"r07-eight-4090d", "server-room", 0, "psu-margin", "none", "desktop-lanes", "none"},
        {"r08-tinybox-green-v1", "server-room", 1, "psu-margin", "error", "ram-vs-vram", "warning"},
        {"r09-tinybox-red-v2", "server-room", 1, "psu-margin", "error", "ram-vs-vram", "none"},
        {"r10-tinybox-green-v2", "server-room", 1, "psu-margin", "error", "ram-vs-vram", "warning"},
        {"r11-dgx-a100", "server-room", 0, "psu-margin", "none", "socket-circuit", "none"},
        {"r12-dgx-b200", "server-room", 0, "psu-margin", "none", "socket-circuit", "none"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct answer a;
        char line[512];
        snprintf(line, sizeof line,
                 "check " REFERENCE "%s.csv --format json --country US --place %s" LORA,
                 rows[i].file, rows[i].place);
        ask(&a, NULL, line);
        if (a.s.code != rows[i].code)
            fail_msg("%s: exit code %d", rows[i].file, a.s.code);
        severity_is(&a, rows[i].file, rows[i].id, rows[i].severity);
        severity_is(&a, rows[i].file, rows[i].second, rows[i].second_severity);
        const struct json *counts = json_get(a.root, "counts");
        assert_true(json_number(json_get(counts, "unknown_lines")) < 1);
        done(&a);
    }
}

/* The remedy of a supply that is too small names the limit on the cards. */
static void a_power_limit_is_the_remedy(void **state)
{
    struct answer a;
    (void)state;
    ask(&a, NULL,
        "check " REFERENCE "r09-tinybox-red-v2.csv --format json --place server-room" LORA);
    const char *remedy = json_string(json_get(finding(&a, "psu-margin"), "remedy"));
    assert_non_null(strstr(remedy, "power limit"));
    double load = json_number(json_get(json_get(a.root, "power"), "dc_w"));
    assert_true(load > 1620 && load < 1680); /* 4 x 304 W and the host */
    done(&a);
    ask(&a, "kind,name,qty,watts\ngpu,RX 9070 XT,4,200\npsu,X,1,1600\n",
        "check - --format json --country DE --place office" DAY);
    severity_is(&a, "limited to 200 W", "psu-margin", "none");
    done(&a);
}

/* Lists as shops write them: makers, counts and money of China, mains of China, kits, N+N supplies,
 * turbo cards; what decides nothing is no unknown part. */
static void lists_of_shops(void **state)
{
    struct answer a;
    (void)state;
    ask(&a,
        "CPU：AMD EPYC 7302 ×1  2200元\n主板：华擎 ROMED8-2T  4500元\n"
        "内存：三星 32G DDR4 3200 RECC ×8  单价 450\n显卡：RTX 4090 24G 涡轮 ×4  单价 16000\n"
        "电源：长城 2000W  1200元\n显示器：戴尔 27寸\n合计：80000元\n",
        "check - --format json" DAY);
    const struct json *power = json_get(a.root, "power"), *parts = json_get(a.root, "parts");
    assert_float_equal(json_number(json_get(power, "circuit_w")), 2200, 1); /* 220 V, 10 A */
    assert_float_equal(json_number(json_get(power, "psu_w")), 2000, 1);
    assert_int_equal(json_count(parts), 6);
    assert_string_equal(json_string(json_get(json_at(parts, 1), "name")), "ASRock Rack ROMED8-2T");
    assert_float_equal(json_number(json_get(json_at(parts, 3), "qty")), 4, 0);
    assert_string_equal(json_string(json_get(json_at(parts, 5), "match")), "aside");
    severity_is(&a, "turbo cards are two slots wide", "board-slots", "none");
    severity_is(&a, "turbo cards blow out", "open-fan-crowd", "none");
    severity_is(&a, "prices are those of the list", "stale-price", "none");
    severity_is(&a, "no line is unknown", "unknown-part", "none");
    const char *country =
        json_string(json_get(json_get(json_get(a.root, "job"), "country"), "value"));
    assert_string_equal(country, "CN");
    done(&a);
    ask(&a, "GPU: 2x RTX 3090 (used, eBay)\nRAM: G.Skill Flare X5 64 GB (2 x 32 GB)\n",
        "check - --format json" DAY);
    assert_float_equal(json_number(json_get(json_get(a.root, "machine"), "host_ram_gb")), 64, 0);
    assert_float_equal(json_number(json_get(json_get(a.root, "power"), "circuit_w")), 1440, 1);
    done(&a);
    static const char *const dressed[] = {"RTX 4090 FE", "MSI RTX 4090 Suprim X", "4090 FE"};
    for (size_t i = 0; i < sizeof dressed / sizeof dressed[0]; i++) { /* three cards of that name */
        ask(&a, dressed[i], "check - --format json" DAY);
        assert_string_equal(json_string(json_get(json_get(a.root, "gpu"), "id")),
                            "nvidia-rtx-4090");
        done(&a);
    }
    ask(&a, "8x H100 SXM\n2x Xeon 8480+\n6x 3300W PSU\n", "check - --format json" DAY);
    severity_is(&a, "supplies of a host of modules", "two-supplies", "none");
    done(&a);
    ask(&a, "8x H800 SXM\n2x Intel 8468\n", "check - --format json --country CN" DAY);
    severity_is(&a, "feeds that are not told", "socket-circuit", "unknown");
    assert_int_equal(a.s.code, 0);
    done(&a);
    ask(&a, "GPU：8张 H20 96GB\n电源：2+2 冗余 3000W\n", "check - --format json" DAY);
    severity_is(&a, "two of four may fail", "psu-margin", "none");
    assert_float_equal(json_number(json_get(json_get(a.root, "power"), "psu_w")), 6000, 1);
    done(&a);
}

/* A figure that nothing explains still gets what comes nearest, told as apart. */
static void far_from_everything(void **state)
{
    struct answer a;
    (void)state;
    ask(&a, "name,qty\nRTX 3090,1\nRyzen 9 5950X,1\n",
        "check - --format json --task serve --model qwen3-8b --weights int4 --users 10 "
        "--measured 12tok/s" DAY);
    const struct json *reasons = json_get(json_get(a.root, "measured"), "reasons");
    assert_int_equal(json_count(reasons), 3);
    for (const struct json *x = json_at(reasons, 0); x != NULL; x = json_next(x))
        assert_false(json_bool(json_get(x, "matches"), true));
    done(&a);
}

/* Hard disks in the bays of the case; a box of their own takes them out of it. */
static void bays_of_the_case(void **state)
{
    static const struct {
        const char *name, *qty, *more, *severity;
    } rows[] = {{"Corsair 4000D Airflow", "4", "", "warning"},
                {"Corsair 4000D Airflow", "2", "", "none"},
                {"Fractal Design Define 7 XL", "6", "", "none"},
                {"Corsair 4000D Airflow", "8", "jbod,QNAP TL-D800S,1\n", "none"},
                /* told among the checks that cannot tell */
                {"Phanteks Enthoo Pro 2 Server Edition", "4", "", "none"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct answer a;
        char list[512];
        snprintf(list, sizeof list,
                 "kind,name,qty\ngpu,RTX 4090,1\nboard,ASUS ProArt X670E-Creator WiFi,1\n"
                 "case,%s,1\nhdd,Seagate IronWolf Pro 16 TB,%s\n%s",
                 rows[i].name, rows[i].qty, rows[i].more);
        ask(&a, list, "check - --format json" DAY);
        severity_is(&a, list, "drive-bays", rows[i].severity);
        done(&a);
    }
}

/* The mains behind the verdict are told, unless the user told them. */
static void the_mains_are_told(void **state)
{
    static const struct {
        const char *line, *says; /* NULL: nothing */
    } rows[] = {{"check -" DAY, "220 V and 10 A (China), as the language"},
                {"check - --lang zh" DAY, "市电按 220 V、10 A（中国）计"},
                {"check - --country US" DAY, NULL},
                {"check - --volts 230" DAY, NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct spawned s;
        spawn_line(&s, &(struct spawn_how){.input = "显卡：RTX 4090\n电源：850W\n"}, rows[i].line);
        const char *mains = strstr(s.out, "mains are taken");
        mains = mains != NULL ? mains : strstr(s.out, "市电按");
        if (rows[i].says != NULL ? strstr(s.out, rows[i].says) == NULL : mains != NULL)
            fail_msg("%s: %s", rows[i].line, s.out);
        spawned_free(&s);
    }
}

/* "4 x A100 want at least 2500 W": right only as what remains of redundant supplies. */
static void four_a100_and_2500_watts(void **state)
{
    static const struct {
        const char *card, *psu, *severity;
    } rows[] = {{"A100 PCIe 40GB", "2500,3,no", "none"}, /* 4 x 250 and the host, ATX 3 */
                {"A100 PCIe 80GB", "2500,3,no", "none"}, /* 4 x 300: 1.35 times */
                {"A100 PCIe 80GB", "2500,2,no", "none"}, /* 1.51 times: an older unit wants 1.5 */
                {"A100 SXM4 80GB", "2500,3,no", "warning"}, /* 4 x 400: 1.22 times */
                {"A100 SXM4 80GB", "2500,2,no", "warning"},
                {"A100 SXM4 80GB", "1900,3,no", "error"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct answer a;
        char list[512];
        snprintf(list, sizeof list,
                 "kind,name,qty,watts,atx,redundant,full_power_volts\ngpu,%s,4,,,,\n"
                 "cpu,EPYC 7302,2,,,,\npsu,the supply,1,%s,200\n",
                 rows[i].card, rows[i].psu);
        ask(&a, list, "check - --format json --country CN --place server-room" DAY);
        severity_is(&a, list, "psu-margin", rows[i].severity);
        done(&a);
    }
    struct answer a; /* two of 2500 W, one may fail: what remains carries 1.1 times the load */
    ask(&a,
        "kind,name,qty,watts,redundant\ngpu,A100 SXM4 80GB,4,,\ncpu,EPYC 7302,2,,\n"
        "psu,the supply,2,2500,yes\n",
        "check - --format json --country CN --place server-room" DAY);
    severity_is(&a, "2500 W remain", "psu-margin", "none");
    assert_float_equal(json_number(json_get(json_get(a.root, "power"), "psu_w")), 2500, 1);
    done(&a);
}

static void memory_beside_the_cards(void **state)
{
    struct answer a;
    (void)state;
    ask(&a, "name,qty\nRTX 4090,1\n", "check - --format json --have ram=64 " LORA);
    done(&a);
    ask(&a, NULL, "check --have gpu=4090,ram=2x32@5600 --format json" LORA);
    severity_is(&a, "24 GB with 64 GB", "ram-vs-vram", "none");
    done(&a);
    ask(&a, NULL,
        "check --have gpu=4xnvidia-a100-sxm4-80,ram=8x32@3200 --format json --place "
        "server-room" LORA);
    severity_is(&a, "320 GB with 256 GB", "ram-vs-vram", "warning");
    assert_non_null(strstr(json_string(json_get(finding(&a, "ram-vs-vram"), "message")), "0.8x"));
    done(&a);
}

static void a_plug_and_its_socket(void **state)
{
    static const char list[] = "kind,name,qty,watts,full_power_volts,wall_watts,plug_amps\n"
                               "machine,the workstation,1,,,1850,20\npsu,its supply,1,1850,111,,\n";
    struct answer a;
    (void)state;
    ask(&a, list, "check - --format json --country CA --place office --volts 120 --amps 15" DAY);
    assert_int_equal(a.s.code, 1);
    severity_is(&a, "15 A", "socket-circuit", "error");
    severity_is(&a, "15 A", "plug-circuit", "error");
    done(&a);
    ask(&a, list, "check - --format json --country CA --place office --volts 120 --amps 20" DAY);
    severity_is(&a, "20 A", "socket-circuit", "warning"); /* within a tenth of 1,920 W */
    severity_is(&a, "20 A", "plug-circuit", "none");
    assert_int_equal(a.s.code, 0);
    done(&a);
    ask(&a, list, "check - --format json --country CA --place office --volts 110 --amps 20" DAY);
    assert_true(json_number(json_get(json_get(a.root, "power"), "psu_w")) < 1500);
    done(&a);
}

/* --- our own bills read again ------------------------------------------------------------------
 */
static const struct json *plan_named(const struct json *root, const char *id)
{
    const struct json *p = json_at(json_get(root, "plans"), 0);
    while (p != NULL && strcmp(json_string(json_get(p, "id")), id) != 0)
        p = json_next(p);
    return p;
}

static void same_findings(const struct json *plan, const struct answer *b, const char *what)
{
    const struct json *x = json_at(json_get(plan, "findings"), 0);
    const struct json *y = json_at(json_get(b->root, "findings"), 0);
    static const char *const keys[] = {"id", "severity", "message"};
    for (; x != NULL && y != NULL; x = json_next(x), y = json_next(y))
        for (size_t k = 0; k < 3; k++)
            if (strcmp(json_string(json_get(x, keys[k])), json_string(json_get(y, keys[k]))) != 0)
                fail_msg("%s: \"%s\" became \"%s\"", what, json_string(json_get(x, keys[k])),
                         json_string(json_get(y, keys[k])));
    if (x != NULL || y != NULL)
        fail_msg("%s: another number of findings, at %s", what,
                 json_string(json_get(x != NULL ? x : y, "id")));
}

static void bills_read_again_are_judged_alike(void **state)
{
    static const char *const jobs[] = {
        LORA,
        " --task serve --model llama-3.3-70b --seats 200" DAY,
        " --task train-vision" DAY,
        " --task serve --model deepseek-r1 --weights fp8 --users 8 --place server-room" DAY,
        " --task finetune --model qwen-72b --method full --gpu nvidia-a800-sxm4-80 --country CN "
        "--place server-room" DAY,
        " --task serve --model qwen2.5-32b --weights int4 --gpu nvidia-gb10-dgx-spark" DAY,
    };
    static const char *const forms[] = {"json", "md", "csv", "md --lang zh"};
    (void)state;
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
        struct answer plan, again;
        struct spawned bill;
        char line[640];
        snprintf(line, sizeof line, "plan --where own --format json%s", jobs[j]);
        ask(&plan, NULL, line);
        const char *chosen = json_string(json_get(plan.root, "chosen"));
        const struct json *first = json_at(json_get(plan.root, "plans"), 0);
        const char *id = chosen != NULL ? chosen : json_string(json_get(first, "id"));
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
            snprintf(line, sizeof line, "plan --where own --format %s%s", forms[f], jobs[j]);
            spawn_line(&bill, NULL, line);
            snprintf(line, sizeof line, "check - --where own --format json%s%s%s",
                     f == 2 ? " --choose " : "", f == 2 ? id : "", jobs[j]);
            ask(&again, bill.out, line);
            same_findings(plan_named(plan.root, id), &again, line);
            done(&again);
            spawned_free(&bill);
        }
        done(&plan);
    }
}

/* The bill alone, without its job: what we propose has no error, limits of the cards included. */
static void a_bill_needs_no_job(void **state)
{
    static const char *const jobs[] = {
        "--task finetune --model qwen3-32b --method qlora --gpu rtx-4090x4 --country CN",
        "--task finetune --model qwen2.5-32b --method qlora --gpu nvidia-rtx-3090x4 --country DE",
        "--task serve --model llama-3.1-8b --users 4 --gpu rtx-4060-ti-16 --country DE"};
    static const char *const forms[] = {"md", "csv", "md --lang zh"};
    (void)state;
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++)
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
            struct spawned bill;
            struct answer a;
            char line[512];
            snprintf(line, sizeof line, "plan --where own --top 1 --format %s %s" DAY, forms[f],
                     jobs[j]);
            spawn_line(&bill, NULL, line);
            assert_int_equal(bill.code, 0);
            ask(&a, bill.out,
                j == 0 ? "check - --format json --country CN" DAY
                       : "check - --format json --country DE" DAY);
            if (a.s.code != 0)
                fail_msg("%s: errors in our own bill: %s", line, a.s.out);
            done(&a);
            spawned_free(&bill);
        }
}

/* A whole plan brings its job along. */
static void a_plan_brings_its_job(void **state)
{
    struct spawned plan;
    struct answer a;
    (void)state;
    spawn_line(&plan, NULL, "plan --where own --format json" LORA);
    ask(&a, plan.out, "check - --format json" DAY);
    const struct json *model = json_get(json_get(a.root, "job"), "model");
    assert_string_equal(json_string(json_get(model, "value")), "llama-3.1-8b");
    done(&a);
    spawned_free(&plan);
}

/* --- measured figures --------------------------------------------------------------------------
 */
static void reasons_of_real_cases(void **state)
{
    static const struct {
        const char *name, *list, *line, *place, *reason;
        int within; /* the first so many */
    } rows[] = {
        {"C05",
         "kind,name,qty,module_gb,speed_mts,mem_channels,sockets\ngpu,nvidia-rtx-4090,8,,,,\n"
         "cpu,intel-xeon-gold-6430,2,,,,\nmemory,RDIMM,15,64,4400,,\nboard,the board,1,,,8,2\n",
         "--task serve --model deepseek-r1 --weights q4_k_m --engine ktransformers --users 1 "
         "--measured 3.96tok/s",
         "below", "host-channels", 1},
        {"C17", "name,qty\nhuawei-atlas-300i-duo-96,4\n",
         "--task serve --model qwen3.5-27b --weights w8a8 --engine vllm-ascend --users 8 --input "
         "1024 "
         "--output 1024 --measured 20tok/s",
         "below", "young-software", 2},
        {"C22",
         "kind,name,qty,sockets,psu_count,psu_watts,ports,port_gbps,pcie_gen,lanes,rdma,"
         "infiniband\ngpu,nvidia-v100-sxm2-16,16,,,,,,,,,\nserver,node,2,2,4,2200,,,,,,\n"
         "nic,25GbE,2,,,,1,25,3,16,no,no\n",
         "--task finetune --model 110M --method full --precision fp32 --context 512 --micro-batch "
         "8 "
         "--network 25gbe --nodes-max 2 --measured 0.34h",
         "above", "tcp-network", 1},
        {"C23",
         "kind,name,qty,sockets,psu_count,psu_watts,ports,port_gbps,pcie_gen,lanes,rdma,"
         "infiniband\ngpu,nvidia-a800-sxm4-80,96,,,,,,,,,\nserver,node,12,2,4,3000,,,,,,\n"
         "nic,CX6,48,,,,1,200,4,16,yes,yes\n",
         "--task finetune --model 72B --method full --global-batch 384 --sharding zero3 "
         "--network ib400 --measured 9000tok/s",
         "below", "rdma-off", 3},
        {"C29",
         "kind,name,qty,module_gb,speed_mts\ngpu,hygon-k100-ai,1,,\n"
         "cpu,amd-threadripper-pro-7975wx,1,,\nmemory,RDIMM,8,64,4800\n",
         "--task serve --model deepseek-r1 --weights q4_k_m --engine ktransformers --users 1 "
         "--offload experts --vendors domestic --country CN --measured 1tok/s",
         "below", "young-software", 4},
        {"C31", "name,qty\nnvidia-rtx-3090,2\n",
         "--task serve --model qwen3.5-27b --weights int4 --engine vllm --users 1 "
         "--measured 50tok/s",
         "inside", "link-half", 3},
        {"C40", "name,qty\nnvidia-gb10-dgx-spark,1\n",
         "--task serve --model llama-3.3-70b --weights q4_k_m --users 1 --engine ollama "
         "--measured 4.4tok/s",
         "inside", "card-bandwidth", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct answer a;
        char line[640];
        snprintf(line, sizeof line, "check - --format json %s" DAY, rows[i].line);
        ask(&a, rows[i].list, line);
        const struct json *m = json_get(a.root, "measured");
        const char *place = json_string(json_get(m, "place"));
        if (strcmp(place, rows[i].place) != 0)
            fail_msg("%s: %s, not %s", rows[i].name, place, rows[i].place);
        int at = 0;
        const struct json *r = json_at(json_get(m, "reasons"), 0);
        while (r != NULL && strcmp(json_string(json_get(r, "id")), rows[i].reason) != 0) {
            r = json_next(r);
            at++;
        }
        if (r == NULL || at >= rows[i].within)
            fail_msg("%s: %s is at place %d", rows[i].name, rows[i].reason, r != NULL ? at + 1 : 0);
        done(&a);
    }
}

/* --- policy ---------------------------------------------------------------------------------- */
static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void the_policy_is_judged_with_file_and_line(void **state)
{
    char path[] = "/tmp/dlrig-policy-XXXXXX", line[512];
    int fd = mkstemp(path);
    struct answer a;
    struct spawned s;
    (void)state;
    assert_true(fd >= 0);
    write_file(path, "country = US\n[policy]\nvendors = amd, intel\npsu-margin = 2\n");
    snprintf(line, sizeof line, "check " REFERENCE "r06-wopr.csv --format json --config %s" DAY,
             path);
    ask(&a, NULL, line);
    assert_int_equal(a.s.code, 1);
    severity_is(&a, "policy", "policy", "error");
    const char *message = json_string(json_get(finding(&a, "policy"), "message"));
    assert_non_null(strstr(message, path));
    assert_non_null(strstr(message, "line 3"));
    done(&a);
    write_file(path, "[policy]\nseverity = advice\nvendors = nvidia\npsu-margin = 1\nwatts = 9000\n"
                     "vendors-not = huawei\n");
    ask(&a, NULL, line);
    assert_null(finding(&a, "policy"));
    done(&a);
    write_file(path, "[policy]\nkinds = own\nproviders-not = vast\n");
    snprintf(line, sizeof line, "plan --format json --config %s" LORA, path);
    ask(&a, NULL, line); /* a rented machine breaks line 2 and is never the choice */
    const char *chosen = json_string(json_get(a.root, "chosen"));
    for (const struct json *p = json_at(json_get(a.root, "plans"), 0); p != NULL;
         p = json_next(p)) {
        bool own = strcmp(json_string(json_get(p, "kind")), "own") == 0;
        bool broken = false;
        const struct json *f = json_at(json_get(p, "findings"), 0);
        for (; f != NULL; f = json_next(f))
            broken = broken || strcmp(json_string(json_get(f, "id")), "policy") == 0;
        assert_int_equal(broken, !own);
        if (strcmp(json_string(json_get(p, "id")), chosen) == 0)
            assert_true(own);
    }
    done(&a);
    snprintf(line, sizeof line, "check " REFERENCE "r06-wopr.csv --format json --config %s" DAY,
             path);
    static const char *const bad[] = {
        "[policy]\ncolour = red\n",      "[policy]\npsu-margin = much\n",
        "[policy]\npsu-margin = -1\n",   "[policy]\nvendors =\n",
        "[policy]\nseverity = deadly\n", "[policy]\nkinds = own, bogus\n",
        "[policy]\nkinds-not =  ,\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_file(path, bad[i]);
        spawn_line(&s, NULL, line);
        if (s.code != 2 || strstr(s.err, ":2:") == NULL)
            fail_msg("%s: exit code %d: %s", bad[i], s.code, s.err);
        spawned_free(&s);
    }
    remove(path);
}

/* --- what is there already ------------------------------------------------------------------- */
static void a_file_stands_for_have(void **state)
{
    struct answer a;
    struct spawned s;
    (void)state;
    ask(&a, NULL, "size --have " REFERENCE "r03-ripper.csv --format json" LORA);
    const struct json *have = json_get(json_get(json_get(a.root, "job"), "have"), "value");
    assert_non_null(strstr(json_string(have), "gpu=2xnvidia-rtx-3090,ram=8x32@3200"));
    assert_non_null(strstr(json_string(have), "board=msi-trx40-pro-10g"));
    done(&a);
    spawn_line(&s, &(struct spawn_how){.input = "name,qty\nRTX 4090,2\n"},
               "fits --have - --task serve --format json" DAY);
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "nvidia-rtx-4090"));
    spawned_free(&s);
    /* two lines of one card are two of it; a Chinese list stands in China, unless told */
    ask(&a, "显卡：RTX 4090\n显卡：RTX 4090\n", "size --have - --format json" LORA);
    have = json_get(json_get(json_get(a.root, "job"), "have"), "value");
    assert_string_equal(json_string(have), "gpu=2xnvidia-rtx-4090");
    const struct json *country = json_get(json_get(a.root, "job"), "country");
    assert_string_equal(json_string(json_get(country, "value")), "CN");
    done(&a);
    ask(&a, "显卡：RTX 4090\n", "size --have - --country SG --format json" LORA);
    country = json_get(json_get(a.root, "job"), "country");
    assert_string_equal(json_string(json_get(country, "value")), "SG");
    done(&a);
    spawn_line(&s, &(struct spawn_how){.input = "name,qty\nToaster,2\n"}, "fits --have -" DAY);
    assert_int_equal(s.code, 2);
    assert_non_null(strstr(s.err, "no accelerator"));
    spawned_free(&s);
}

/* A list without a line wants parts, not a header. */
static void an_empty_list_says_so(void **state)
{
    static const char *const empty[] = {"", "\n", " \t\r\n\n"};
    (void)state;
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        struct spawned s;
        spawn_line(&s, &(struct spawn_how){.input = empty[i]}, "check -" DAY);
        assert_int_equal(s.code, 2);
        assert_non_null(strstr(s.err, "no part is named"));
        spawned_free(&s);
    }
}

static void unknown_lines_are_named(void **state)
{
    struct answer a;
    (void)state;
    ask(&a, "name,qty\nRTX 4090,2\nNvidia A6O0O,1\nToaster 3000,1\n", "check - --format json" DAY);
    severity_is(&a, "unknown", "unknown-part", "unknown");
    const struct json *counts = json_get(a.root, "counts");
    assert_float_equal(json_number(json_get(counts, "unknown_lines")), 2, 0);
    done(&a);
}

/* A list as an administrator has it, with nothing spelled as the catalog spells it. */
static void faults_of_a_real_list(void **state)
{
    static const char input[] = "| Part | Qty |\n|---|---|\n| AMD Ryzen 9 7950X | 1 |\n"
                                "| MSI Z790 board | 1 |\n| RTX 3090 with NVLink | 2 |\n"
                                "| 8 TB HDD RAID5 | 6 |\n| Corsair RM550x | 1 |\n"
                                "| 64GB DDR4 | 2 |\n";
    struct answer a;
    (void)state;
    ask(&a, input, "check - --format json" DAY);
    assert_int_equal(a.s.code, 1);
    severity_is(&a, "list", "cpu-socket", "error");
    severity_is(&a, "list", "psu-margin", "error");
    severity_is(&a, "list", "memory-kind", "error");
    severity_is(&a, "list", "raid-single-parity", "warning");
    severity_is(&a, "list", "archive-tier", "none");
    severity_is(&a, "list", "not-modelled", "none"); /* no job, nothing to model */
    severity_is(&a, "list", "unknown-part", "none");
    done(&a);
    ask(&a, "RTX 3090 x2\n850W\n", "check - --format json --lang zh" DAY);
    severity_is(&a, "lines", "psu-margin", "error");
    done(&a);
}

/* Hard disks by the words of their name, also where it has a number of its own; a RAID card. */
static void hard_disks_and_raid_cards_are_known(void **state)
{
    (void)state;
    static const char list[] = "part,qty\nRTX 4090,2\nASUS Pro WS WRX90E-SAGE SE,1\n"
                               "MegaRAID 9560-8i,1\nSamsung 990 PRO 4TB,4\n"
                               "Seagate Exos X24 24TB,6\nHBA 9500-8e,1\n";
    char path[] = "/tmp/dlrig-disks-XXXXXX", line[256];
    int fd = mkstemp(path);
    struct answer a;
    assert_true(fd >= 0 && write(fd, list, sizeof list - 1) == (ssize_t)(sizeof list - 1));
    assert_int_equal(close(fd), 0);
    snprintf(line, sizeof line, "check %s --place server-room --format json", path);
    ask(&a, NULL, line);
    severity_is(&a, "a RAID card", "raid-card-link", "warning");
    severity_is(&a, "hard disks", "archive-tier", "advice");
    const char *text = json_string(json_get(finding(&a, "archive-tier"), "message"));
    assert_non_null(strstr(text, "6 hard disks hold 96 TB"));
    done(&a);
    assert_int_equal(unlink(path), 0);
}

/* Fans by name, number and the names that people use; too few of them are a finding. */
static void case_fans_are_known(void **state)
{
    (void)state;
    static const char list[] = "RTX 4090\nAMD Ryzen 9 7950X\nASUS ProArt X670E-Creator WiFi\n"
                               "Phanteks Enthoo Pro 2 Server Edition\nCorsair AX1600i\n"
                               "Noctua NF-A12x25 x3\nNoctua NF-F12 iPPC-3000\n";
    static const char few[] = "RTX 4090\nASUS ProArt X670E-Creator WiFi\nAMD Ryzen 9 7950X\n"
                              "Phanteks Enthoo Pro 2 Server Edition\nCorsair AX1600i\n"
                              "Noctua NF-A8\n";
    struct answer a;
    ask(&a, list, "check - --format json" DAY);
    severity_is(&a, "fans", "unknown-part", "none");
    severity_is(&a, "fans", "case-airflow", "none");
    const struct json *parts = json_get(a.root, "parts");
    int fans = 0;
    for (const struct json *l = json_at(parts, 0); l != NULL; l = json_next(l))
        if (strcmp(json_string(json_get(l, "kind")), "fan") == 0)
            fans += (int)json_number(json_get(l, "qty"));
    assert_int_equal(fans, 4);
    done(&a);
    ask(&a, few, "check - --format json" DAY);
    severity_is(&a, "one of 80 mm", "case-airflow", "warning");
    done(&a);
}

/* A server of a rack is judged in a machine room where no place is told, a box at a desk is not. */
static void the_place_follows_from_the_machine(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        int code;
    } rows[] = {{"r11-dgx-a100.csv", 0}, {"r12-dgx-b200.csv", 0}, {"r06-wopr.csv", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[512];
        struct answer a;
        snprintf(line, sizeof line, "check " REFERENCE "%s --format json", rows[i].file);
        ask(&a, NULL, line);
        assert_int_equal(a.s.code, rows[i].code);
        done(&a);
    }
    struct answer a;
    ask(&a, NULL, "check " REFERENCE "r11-dgx-a100.csv --place office --format json");
    severity_is(&a, "a DGX in an office", "socket-circuit", "error");
    done(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_disks_and_raid_cards_are_known),
        cmocka_unit_test(case_fans_are_known),
        cmocka_unit_test(the_place_follows_from_the_machine),
        cmocka_unit_test(published_machines_get_their_verdicts),
        cmocka_unit_test(a_power_limit_is_the_remedy),
        cmocka_unit_test(lists_of_shops),
        cmocka_unit_test(the_mains_are_told),
        cmocka_unit_test(far_from_everything),
        cmocka_unit_test(bays_of_the_case),
        cmocka_unit_test(four_a100_and_2500_watts),
        cmocka_unit_test(memory_beside_the_cards),
        cmocka_unit_test(a_plug_and_its_socket),
        cmocka_unit_test(bills_read_again_are_judged_alike),
        cmocka_unit_test(a_bill_needs_no_job),
        cmocka_unit_test(a_plan_brings_its_job),
        cmocka_unit_test(reasons_of_real_cases),
        cmocka_unit_test(the_policy_is_judged_with_file_and_line),
        cmocka_unit_test(a_file_stands_for_have),
        cmocka_unit_test(an_empty_list_says_so),
        cmocka_unit_test(unknown_lines_are_named),
        cmocka_unit_test(faults_of_a_real_list),
    };
    return cmocka_run_group_tests_name("commands/check", tests, NULL, NULL);
}
