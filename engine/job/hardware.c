#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/job/answers.h"
#include "engine/job/fault.h"
#include "engine/job/job.h"
#include "engine/job/names.h"

#define COUNT_MAX 1024 /* cards of one kind in a machine */
#define MODULES_MAX 128
#define RAM_MAX_GB 1e6
#define PSU_MAX_W 1e6
#define CHANNELS_MAX 8       /* of one socket, when nobody tells */
#define BYTES_PER_TRANSFER 8 /* a memory channel is 64 bits wide */

/* One parse: where names are looked up and what the question is called in messages. */
struct parse {
    const char *question;
    enum hardware_form form;
    const struct facts *f;
    struct hardware *out;
    struct err_info *e;
    double modules, module_gb, speed_mts; /* of ram= */
};

static enum err bad(const struct parse *p, enum msg_id id, const char *text, struct msg_arg third)
{
    struct fault x = fault_begin(p->e, ERR_USAGE, id);
    fault_arg(&x, ARG_STR(p->question));
    fault_user(&x, text);
    fault_arg(&x, third);
    return fault_end(&x);
}

/* trimmed: copies n bytes without blanks at both ends; false when it does not fit. */
static bool trimmed(char *out, size_t cap, const char *from, size_t n)
{
    while (n > 0 && *from == ' ') {
        from++;
        n--;
    }
    while (n > 0 && from[n - 1] == ' ') {
        n--;
    }
    if (n >= cap) {
        return false;
    }
    memcpy(out, from, n);
    out[n] = '\0';
    return true;
}

static const struct accel *accel_named(const struct facts *f, const char *name)
{
    const char *id = *name ? facts_resolve(f, "accelerators", name, NULL) : NULL;
    return id ? facts_accel(f, id) : NULL;
}

/* digits_value: value of n decimal digits, above the limit as soon as it is passed; 0, which is no
 * count, where they begin with 0. */
static double digits_value(const char *s, size_t n)
{
    double x = 0;
    for (size_t i = 0; i < n && x <= 1e9 && s[0] != '0'; i++) {
        x = x * 10 + (s[i] - '0');
    }
    return x;
}

/*
 * split_behind / split_before: "NAMExN" and "NxNAME". True when the text has that form; *name and
 * *count are set then. x0 and huge counts have the form too, so that the message can name them.
 */
static bool split_behind(const char *text, char *name, size_t cap, double *count)
{
    size_t n = strlen(text), at = n;
    while (at > 0 && isdigit((unsigned char)text[at - 1])) {
        at--;
    }
    size_t x = at;
    while (x > 0 && text[x - 1] == ' ') {
        x--;
    }
    if (at == n || x == 0 || !strchr("xX*", text[x - 1])) {
        return false;
    }
    *count = digits_value(text + at, n - at);
    return trimmed(name, cap, text, x - 1) && name[0];
}

static bool split_before(const char *text, char *name, size_t cap, double *count)
{
    size_t n = 0;
    while (isdigit((unsigned char)text[n])) {
        n++;
    }
    size_t x = n;
    while (text[x] == ' ') {
        x++;
    }
    if (n == 0 || !text[x] || !strchr("xX*", text[x])) {
        return false;
    }
    *count = digits_value(text, n);
    return trimmed(name, cap, text + x + 1, strlen(text + x + 1)) && name[0];
}

static enum err add_card(struct parse *p, const struct accel *a, double count, const char *text)
{
    if (!(count >= 0 && count <= COUNT_MAX)) {
        return bad(p, MSG_JOB_COUNT, text, ARG_INT(COUNT_MAX));
    }
    for (int i = 0; p->form == HARDWARE_HAVE && i < p->out->n; i++) {
        if (p->out->group[i].accel == a && p->out->group[i].count + count <= COUNT_MAX) {
            p->out->group[i].count += (int)count;
            return OK;
        }
    }
    if (p->out->n == CARD_GROUPS) {
        struct fault x = fault_begin(p->e, ERR_USAGE, MSG_JOB_CARDS_MANY);
        fault_arg(&x, ARG_STR(p->question));
        fault_arg(&x, ARG_INT(CARD_GROUPS));
        return fault_end(&x);
    }
    p->out->group[p->out->n++] = (struct card_group){a, (int)count};
    return OK;
}

/* take_card: one item. A whole that is a name wins over a count in it. */
static enum err take_card(struct parse *p, const char *text)
{
    const struct accel *a = accel_named(p->f, text);
    if (a) {
        return add_card(p, a, p->form == HARDWARE_HAVE ? 1 : 0, text);
    }
    char name[ANSWER_TEXT_MAX], longest[ANSWER_TEXT_MAX];
    double count = 0;
    const char *unknown = text;
    bool (*const split[])(const char *, char *, size_t, double *) = {split_behind, split_before};
    for (size_t i = 0; i < 2; i++) {
        if (!split[i](text, name, sizeof name, &count)) {
            continue;
        }
        a = accel_named(p->f, name);
        if (a) {
            return count >= 1 ? add_card(p, a, count, text)
                              : bad(p, MSG_JOB_COUNT, text, ARG_INT(COUNT_MAX));
        }
        if (!strpbrk(name, "0123456789")) {
            continue; /* "rtx4091" is a name that is not known, no 4,091 cards "rt" */
        }
        if (unknown == text || strlen(name) > strlen(unknown)) {
            str_copy(longest, sizeof longest, name); /* 2x4090 also reads as 4090 times "2" */
            unknown = longest;
        }
    }
    return job_name_unknown(p->f, "accelerators", p->question, unknown, p->e);
}

static enum err take_cards(struct parse *p, const char *text, char between)
{
    char item[ANSWER_TEXT_MAX];
    const char *from = text;
    for (;;) {
        const char *end = strchr(from, between);
        size_t n = end ? (size_t)(end - from) : strlen(from);
        if (!trimmed(item, sizeof item, from, n) || !item[0]) {
            return bad(p, MSG_JOB_CARDS_NONE, text, ARG_STR("4090x2"));
        }
        enum err result = take_card(p, item);
        if (result != OK || !end) {
            return result;
        }
        from = end + 1;
    }
}

/* --- keys of a whole machine ---------------------------------------------------------------- */
static enum err take_gpu(struct parse *p, const char *value)
{
    return take_cards(p, value, '+');
}

/* take_ram: "256", "256GB", "8x64", "8x64GB@4800". */
static enum err take_ram(struct parse *p, const char *value)
{
    char text[ANSWER_TEXT_MAX], size[ANSWER_TEXT_MAX];
    str_copy(text, sizeof text, value);
    char *at = strchr(text, '@');
    double bytes = 0;
    p->modules = 1;
    if (at) {
        *at = '\0';
        enum num_err ok = num_parse(at + 1, NUM_INT, &p->speed_mts, NULL);
        if (ok != NUM_OK || p->speed_mts < 200 || p->speed_mts > 50000) {
            return bad(p, MSG_JOB_SYNTAX, value, ARG_STR("ram=8x64@4800"));
        }
    }
    bool counted = split_before(text, size, sizeof size, &p->modules);
    enum num_err ok = num_parse(counted ? size : text, NUM_BYTES, &bytes, NULL);
    double gb = p->modules * bytes / GB;
    bool sound = p->modules >= 1 && p->modules <= MODULES_MAX && gb >= 1 && gb <= RAM_MAX_GB;
    if (ok != NUM_OK || !sound) {
        return bad(p, MSG_JOB_SYNTAX, value, ARG_STR("ram=8x64@4800"));
    }
    p->modules = counted ? p->modules : UNKNOWN;
    p->out->ram_gb = gb;
    return OK;
}

/* take_psu: "1400", "1400W", "2x1600". */
static enum err take_psu(struct parse *p, const char *value)
{
    char each[ANSWER_TEXT_MAX];
    double n = 1, watts = 0;
    bool counted = split_before(value, each, sizeof each, &n);
    enum num_err ok = num_parse(counted ? each : value, NUM_WATTS, &watts, NULL);
    if (ok != NUM_OK || n < 1 || n > 64 || watts < 50 || n * watts > PSU_MAX_W) {
        return bad(p, MSG_JOB_SYNTAX, value, ARG_STR("psu=1400"));
    }
    p->out->psu_w = n * watts;
    return OK;
}

/* take_pcie: "3x16", "4.0x8", "3": generation and lanes of the slots of the cards. */
static enum err take_pcie(struct parse *p, const char *value)
{
    char text[ANSWER_TEXT_MAX];
    double lanes = UNKNOWN, gen = 0;
    str_copy(text, sizeof text, value);
    char *x = strpbrk(text, "xX");
    bool sound = true;
    if (x) {
        *x = '\0';
        sound = num_parse(x + 1, NUM_INT, &lanes, NULL) == NUM_OK &&
                (lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8 || lanes == 16);
    }
    size_t n = strlen(text);
    if (n > 2 && str_eq(text + n - 2, ".0"))
        text[n - 2] = '\0';
    sound = sound && num_parse(text, NUM_INT, &gen, NULL) == NUM_OK && gen >= 1 && gen <= 7;
    if (!sound)
        return bad(p, MSG_JOB_SYNTAX, value, ARG_STR("pcie=4x16"));
    p->out->slot_gen = gen;
    p->out->slot_lanes = lanes;
    return OK;
}

static enum err take_board(struct parse *p, const char *value)
{
    const char *id = facts_resolve(p->f, "platforms", value, NULL);
    for (size_t i = 0; id && i < p->f->platform_n; i++) {
        if (str_eq(p->f->platform[i].id, id)) {
            p->out->platform = &p->f->platform[i];
            return OK;
        }
    }
    return job_name_unknown(p->f, "platforms", p->question, value, p->e);
}

static enum err take_cpu(struct parse *p, const char *value)
{
    const char *id = facts_resolve(p->f, "cpus", value, NULL);
    for (size_t i = 0; id && i < p->f->cpu_n; i++) {
        if (str_eq(p->f->cpu[i].id, id)) {
            p->out->cpu = &p->f->cpu[i];
            return OK;
        }
    }
    return job_name_unknown(p->f, "cpus", p->question, value, p->e);
}

static const struct {
    const char *key;
    enum err (*take)(struct parse *p, const char *value);
} keys[] = {
    {"gpu", take_gpu},   {"ram", take_ram},     {"psu", take_psu},
    {"pcie", take_pcie}, {"board", take_board}, {"cpu", take_cpu},
};
#define KEYS (sizeof keys / sizeof keys[0])

static enum err take_key(struct parse *p, char *item, bool seen[KEYS])
{
    char *equal = strchr(item, '=');
    char key[16] = "";
    bool named = equal && trimmed(key, sizeof key, item, (size_t)(equal - item));
    for (size_t i = 0; named && i < KEYS; i++) {
        if (!str_case_eq(keys[i].key, key)) {
            continue;
        }
        if (seen[i]) {
            return bad(p, MSG_JOB_KEY_TWICE, key, ARG_STR(""));
        }
        seen[i] = true;
        const char *value = equal + 1;
        while (*value == ' ') {
            value++;
        }
        return *value ? keys[i].take(p, value)
                      : bad(p, MSG_JOB_SYNTAX, item, ARG_STR("gpu=2x4090,ram=8x64,pcie=2x16"));
    }
    return bad(p, MSG_JOB_KEY, item, ARG_STR("gpu, ram, psu, pcie, board, cpu"));
}

/*
 * host_bandwidth: channels in use x 8 bytes x transfers a second. The channels are those of the
 * board or the processor, as far as modules fill them; without either one channel a module is
 * taken, up to eight, which is derived and may be twice too much: desktop boards have two.
 */
static double host_bandwidth(struct parse *p)
{
    const struct hardware *h = p->out;
    double channels = UNKNOWN;
    if (h->platform && known(h->platform->mem_channels_per_socket)) {
        double sockets = known(h->platform->sockets) ? h->platform->sockets : 1;
        channels = sockets * h->platform->mem_channels_per_socket;
    } else if (h->cpu && known(h->cpu->mem_channels)) {
        channels = h->cpu->mem_channels;
    } else if (known(p->modules)) {
        channels = p->modules < CHANNELS_MAX ? p->modules : CHANNELS_MAX;
        p->out->ram_channels_guessed = p->modules > 2;
    }
    double filled = p->modules < channels ? p->modules : channels;
    return known(p->modules) && known(channels) && known(p->speed_mts)
               ? filled * BYTES_PER_TRANSFER * p->speed_mts / 1000
               : UNKNOWN;
}

static enum err take_machine(struct parse *p, const char *text)
{
    bool seen[KEYS] = {false};
    char item[ANSWER_TEXT_MAX];
    for (const char *from = text; answer_list_next(&from, item, sizeof item);) {
        enum err result = take_key(p, item, seen);
        if (result != OK) {
            return result;
        }
    }
    p->out->ram_channels_gbs = host_bandwidth(p);
    if (!known(p->out->slot_gen) && p->out->platform)
        p->out->slot_gen = p->out->platform->pcie_gen;
    return OK;
}

static bool is_file(const char *text)
{
    size_t n = strlen(text);
    return strchr(text, '/') || (n > 5 && str_case_eq(text + n - 5, ".json")) ||
           (n > 4 && str_case_eq(text + n - 4, ".csv"));
}

enum err hardware_parse(const char *text, enum hardware_form form, const struct facts *f,
                        struct arena *arena, struct hardware *out, struct err_info *e)
{
    *out = (struct hardware){.ram_gb = UNKNOWN,
                             .ram_channels_gbs = UNKNOWN,
                             .psu_w = UNKNOWN,
                             .slot_gen = UNKNOWN,
                             .slot_lanes = UNKNOWN};
    struct parse p = {.question = form == HARDWARE_GPU ? "gpu" : "have",
                      .form = form,
                      .f = f,
                      .out = out,
                      .e = e,
                      .modules = UNKNOWN,
                      .speed_mts = UNKNOWN};
    enum err result;
    if (form == HARDWARE_HAVE && is_file(text)) {
        struct fault x = fault_begin(e, ERR_UNSUPPORTED, MSG_JOB_PARTS_FILE);
        fault_arg(&x, ARG_STR(p.question));
        fault_user(&x, text);
        return fault_end(&x);
    }
    if (form == HARDWARE_GPU) {
        result = strchr(text, '+') ? bad(&p, MSG_JOB_CARDS_PLUS, text, ARG_STR(""))
                                   : take_cards(&p, text, ',');
    } else {
        result = strchr(text, '=') ? take_machine(&p, text) : take_cards(&p, text, '+');
    }
    if (result == OK) {
        out->text = arena_strdup(arena, text);
    }
    return result;
}
