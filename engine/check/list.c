/*
 * list.c - a parts list: which form a text has, its lines and their cells.
 */
#include "engine/check/list.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "engine/job/fault.h"

/* Words of a column or a kind, in the languages of the world that we read. */
struct words {
    const char *const *word; /* NULL-ended */
};
#define WORDS(...)                                                                                 \
    {                                                                                              \
        (const char *const[])                                                                      \
        {                                                                                          \
            __VA_ARGS__, NULL                                                                      \
        }                                                                                          \
    }

static const struct words kind_words[PART_KINDS] = {
    [PART_GPU] = WORDS("gpu", "gpus", "accelerator", "card", "graphics card", "video card", "vga",
                       "显卡", "加速卡", "GPU卡", "算力卡", "图形卡", "npu"),
    [PART_PLATFORM] =
        WORDS("platform", "board", "motherboard", "mainboard", "server", "barebone",
              "board or server", "machine", "workstation", "mobo", "mb", "主板", "服务器",
              "主板或服务器", "整机", "服务器平台", "GPU服务器", "服务器主机", "平台"),
    [PART_CPU] = WORDS("cpu", "processor", "处理器"),
    [PART_COOLER] = WORDS("cooler", "cpu cooler", "cpu fan", "heatsink", "散热器", "散热",
                          "CPU散热器", "CPU散热", "水冷", "风冷"),
    [PART_MEMORY] = WORDS("memory", "ram", "dimm", "内存", "内存条"),
    [PART_SSD] =
        WORDS("ssd", "nvme", "m.2", "u.2", "solid state drive", "固态硬盘", "固态", "SSD硬盘"),
    [PART_HDD] = WORDS("hdd", "hard disk", "hard drive", "机械硬盘"),
    [PART_PSU] = WORDS("psu", "power supply", "supply", "power-supply", "电源"),
    [PART_CASE] = WORDS("case", "chassis", "frame", "机箱"),
    [PART_FAN] = WORDS("fan", "fans", "case fan", "case fans", "风扇", "机箱风扇"),
    [PART_NIC] = WORDS("nic", "network card", "network", "wired network adapter", "网卡"),
    [PART_SWITCH] = WORDS("switch", "交换机"),
    [PART_CABLE] = WORDS("cable", "riser", "adapter", "bridge", "线缆", "转接线"),
    [PART_UPS] = WORDS("ups", "不间断电源"),
    [PART_RACK] = WORDS("rack", "cabinet", "pdu", "enclosure", "jbod", "机柜", "硬盘柜", "磁盘柜"),
    [PART_SPARE] = WORDS("spare", "spares", "备件"),
    [PART_SERVICE] = WORDS("service", "rent", "instance", "服务"),
};

static const struct {
    const char *column;
    struct words words;
} columns[] = {
    {"kind", WORDS("kind", "type", "category", "part_kind", "component", "类别", "类型", "种类")},
    {"id", WORDS("id", "part", "part_id", "sku", "编号")},
    {"name", WORDS("name", "item", "product", "description", "title", "部件", "名称", "配件",
                   "品名", "设备名称", "产品名称", "商品", "组件", "配置项", "selection", "choice",
                   "part name", "chosen part", "hardware")},
    {"spec", WORDS("model", "spec", "specs", "specification", "型号", "规格", "规格型号",
                   "型号规格", "产品型号", "参数", "配置", "技术参数", "选型")},
    {"brand", WORDS("brand", "maker", "manufacturer", "vendor", "make", "品牌", "厂商")},
    {"qty",
     WORDS("qty", "count", "quantity", "number", "pieces", "pcs", "n", "数量", "个数", "件数")},
    {"price",
     WORDS("price", "unit_price", "unit price", "price_usd", "单价", "价格", "报价", "售价")},
    {"currency", WORDS("currency", "币种", "货币")},
    {"note", WORDS("note", "notes", "remark", "comment", "备注", "说明")},
};

static bool same_word(const char *a, const char *b)
{
    struct str x, y;
    str_init(&x, 256);
    str_init(&y, 256);
    text_fold(&x, a);
    text_fold(&y, b);
    bool same = strcmp(x.p, y.p) == 0;
    str_free(&x);
    str_free(&y);
    return same;
}

static bool among(const struct words *w, const char *word)
{
    for (size_t i = 0; w->word != NULL && w->word[i] != NULL; i++)
        if (same_word(w->word[i], word))
            return true;
    return false;
}

static bool of_language(enum part_kind k, const char *word)
{
    enum msg_id id = part_kind_label(k);
    return same_word(msg_text(LANG_EN, id), word) || same_word(msg_text(LANG_ZH, id), word);
}

enum part_kind parts_kind(const char *word)
{
    for (int k = 0; !str_empty(word) && k < PART_KINDS; k++)
        if (of_language((enum part_kind)k, word) || among(&kind_words[k], word))
            return (enum part_kind)k;
    return PART_KINDS;
}

/* "单价（元）", "Price (USD)": the word before the unit. */
static const char *head_word(const char *head, struct str *s)
{
    size_t n = strcspn(head, "(");
    const char *wide = strstr(head, "（");
    n = wide != NULL && (size_t)(wide - head) < n ? (size_t)(wide - head) : n;
    while (n > 0 && head[n - 1] == ' ')
        n--;
    str_addn(s, head, n);
    return s->p;
}

static const char *column_of(const char *head)
{
    static const struct {
        const char *column;
        enum msg_id id;
    } ours[] = {{"kind", MSG_COL_KIND},
                {"name", MSG_COL_PART},
                {"qty", MSG_COL_QTY},
                {"price", MSG_COL_UNIT},
                {"note", MSG_COL_NOTE}};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (same_word(msg_text(LANG_EN, ours[i].id), head) ||
            same_word(msg_text(LANG_ZH, ours[i].id), head))
            return ours[i].column;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (among(&columns[i].words, head))
            return columns[i].column;
    return NULL;
}

/* "品牌型号", "产品规格参数": heads of purchase forms are put together from words. */
static const char *column_within(const char *head)
{
    static const struct {
        const char *part, *column; /* NULL: sums of a row say nothing */
    } parts[] = {{"总价", NULL},    {"小计", NULL},   {"合计", NULL},   {"金额", NULL},
                 {"单价", "price"}, {"数量", "qty"},  {"型号", "spec"}, {"规格", "spec"},
                 {"参数", "spec"},  {"配置", "spec"}, {"名称", "name"}, {"部件", "name"},
                 {"配件", "name"},  {"类别", "kind"}, {"类型", "kind"}, {"种类", "kind"}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(head, parts[i].part) != NULL)
            return parts[i].column;
    return NULL;
}

const char *parts_column(const char *head)
{
    struct str s;
    str_init(&s, 256);
    const char *what = column_of(head);
    if (what == NULL)
        what = column_of(head_word(head, &s));
    if (what == NULL)
        what = column_within(head);
    str_free(&s);
    return what != NULL ? what : head;
}

struct parts_line *parts_add(struct parts_list *list)
{
    if (list->n == PARTS_MAX)
        return NULL;
    struct parts_line *l = &list->line[list->n++];
    *l = (struct parts_line){.kind = PART_KINDS, .qty = 1, .price = UNKNOWN, .limit_w = UNKNOWN};
    return l;
}

static const char *trimmed(const char *text, struct arena *arena)
{
    while (*text == ' ' || *text == '\t')
        text++;
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t' || text[n - 1] == '\r'))
        n--;
    return arena_strndup(arena, text, n);
}

static bool included_word(const char *text)
{
    return same_word(text, msg_text(LANG_EN, MSG_NOTE_INCLUDED)) ||
           same_word(text, msg_text(LANG_ZH, MSG_NOTE_INCLUDED));
}

bool parts_put(struct parts_line *l, const char *column, const char *cell, struct arena *arena)
{
    const char *text = parts_unlinked(trimmed(cell, arena), arena);
    const char *what = parts_column(column);
    if (str_empty(text))
        return true;
    if (str_eq(what, "kind")) {
        l->sum = parts_no_part(text);
        if (!parts_kind_word(l, text) && l->text == NULL)
            l->text = text; /* maybe the name itself; kept so that nothing is lost */
    } else if (str_eq(what, "id")) {
        l->id = text;
    } else if (str_eq(what, "name")) {
        l->text = text;
    } else if (str_eq(what, "qty")) {
        return parts_count(text, &l->qty);
    } else if (str_eq(what, "spec")) {
        l->spec = text;
    } else if (str_eq(what, "brand")) {
        l->brand = text;
    } else if (str_eq(what, "price")) {
        l->included = l->included || included_word(text);
        parts_price(l, text, arena);
        parts_price_head(l, column, arena);
        if (str_eq(column, "price_usd") && l->currency == NULL)
            l->currency = "USD";
    } else if (str_eq(what, "currency")) {
        l->currency = text;
    } else if (str_eq(what, "note")) {
        l->limit_w = parts_watts(text);
    } else if (l->figure_n < PART_FIGURES_MAX) {
        l->figure[l->figure_n++] = (struct part_figure){arena_strdup(arena, what), text};
    }
    return true;
}

static bool digits_at(const char *s, size_t n, int *out)
{
    long x = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9' || x > PART_QTY_MAX)
            return false;
        x = x * 10 + (s[i] - '0');
    }
    *out = (int)x;
    return n > 0 && x >= 1 && x <= PART_QTY_MAX;
}

bool parts_split_count(const char *text, char *name, size_t cap, int *qty)
{
    size_t len = strlen(text), d = strspn(text, "0123456789"), b = d;
    while (b < len && text[b] == ' ')
        b++;
    size_t sign = strncmp(text + b, "×", 2) == 0              ? 2
                  : strchr("xX*", text[b]) != NULL && text[b] ? 1
                                                              : 0;
    if (d > 0 && sign > 0 && digits_at(text, d, qty)) {
        b += sign;
        while (text[b] == ' ')
            b++;
        return text[b] != '\0' && str_copy(name, cap, text + b);
    }
    size_t e = len;
    while (e > 0 && text[e - 1] >= '0' && text[e - 1] <= '9')
        e--;
    size_t x = e;
    if (x >= 2 && strncmp(text + x - 2, "×", 2) == 0)
        x -= 2;
    else if (x >= 2 && strchr("xX*", text[x - 1]) != NULL && text[x - 2] == ' ')
        x -= 1;
    else
        return false;
    if (!digits_at(text + e, len - e, qty))
        return false;
    while (x > 0 && text[x - 1] == ' ')
        x--;
    if (x == 0 || x >= cap)
        return false;
    memcpy(name, text, x);
    name[x] = '\0';
    return true;
}

enum err parts_fault(const struct parts_list *list, const struct parts_line *l, enum err code,
                     enum msg_id id, const char *text, const char *path, struct err_info *e)
{
    struct fault x = fault_begin(e, code, id);
    fault_user(&x, text != NULL ? text : "");
    enum err rc = fault_end(&x);
    err_where(e, list->file, l != NULL ? l->at : 0,
              path != NULL ? path
              : l != NULL  ? l->path
                           : NULL);
    return rc;
}

/* --- which form ------------------------------------------------------------------------------ */

static char first_sign(const char *text, size_t len)
{
    size_t i = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (i < len && strchr(" \t\r\n", text[i]) != NULL && text[i] != '\0')
        i++;
    return i < len ? text[i] : '\0';
}

/* A Markdown table has a line of dashes and bars below its head; a list has bullets. */
static bool is_markdown(const char *text, size_t len)
{
    bool bullets = first_sign(text, len) == '-' || first_sign(text, len) == '*';
    for (const char *p = text, *end = text + len; p < end;) {
        const char *nl = (const char *)memchr(p, '\n', (size_t)(end - p));
        size_t n = nl != NULL ? (size_t)(nl - p) : (size_t)(end - p);
        size_t dashes = 0, bars = 0, i = 0;
        for (; i < n && strchr("|-: \r", p[i]) != NULL && p[i] != '\0'; i++) {
            dashes += p[i] == '-';
            bars += p[i] == '|';
        }
        if (i == n && dashes >= 3 && bars >= 2)
            return true;
        p += n + 1;
    }
    return bullets;
}

/* "[" may also begin a link of Markdown: "[Part list](address)". */
static bool is_json(const char *text, size_t len, bool table)
{
    char first = first_sign(text, len), line[256];
    size_t n = len < sizeof line ? len : sizeof line - 1;
    memcpy(line, text, n);
    line[n] = '\0';
    line[strcspn(line + (strspn(line, "\r\n")), "\n")] = '\0';
    return first == '{' || (first == '[' && !table && strstr(line, "](") == NULL);
}

/* Names alone, one a line: no head of a table, no cells, no prose. Kinds may stand in front. */
static bool is_lines(const char *text, size_t len, struct arena *arena)
{
    enum { NAME_MOST = 120 };
    bool first = true;
    for (const char *p = text, *end = text + len; p < end;) {
        const char *nl = (const char *)memchr(p, '\n', (size_t)(end - p));
        size_t n = nl != NULL ? (size_t)(nl - p) : (size_t)(end - p);
        char line[NAME_MOST + 1];
        if (n > NAME_MOST)
            return false;
        memcpy(line, p, n);
        line[n] = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (first && line[0] != '\0') {
            struct parts_line probe = {.kind = PART_KINDS, .qty = 1, .price = UNKNOWN};
            bool kind = parts_written(&probe, line, arena) && probe.kind != PART_KINDS &&
                        strpbrk(line, ":\xEF") != NULL;
            if (!kind && (strpbrk(line, ",;\t|") != NULL || parts_column(line) != line))
                return false;
            first = false;
        }
        p += n + 1;
    }
    return !first;
}

/* The country that the list itself tells: by its script, else by the currency of its prices. A
 * bill of ours is written in any language, so that its script tells nothing. */
static const char *country_of(const struct parts_list *list, const char *text, size_t len)
{
    bool han = false, kana = false, hangul = false;
    for (const char *p = text, *end = text + len; !list->own && p < end;) {
        int32_t c = text_next(&p);
        if (c == 0)
            break;
        han = han || (c >= 0x4E00 && c <= 0x9FFF);
        kana = kana || (c >= 0x3040 && c <= 0x30FF);
        hangul = hangul || (c >= 0xAC00 && c <= 0xD7A3);
    }
    if (kana || hangul || han)
        return kana ? "JP" : hangul ? "KR" : "CN";
    for (int i = 0; i < list->n; i++)
        if (list->line[i].currency != NULL)
            return str_case_eq(list->line[i].currency, "CNY")   ? "CN"
                   : str_case_eq(list->line[i].currency, "EUR") ? "DE"
                   : str_case_eq(list->line[i].currency, "GBP") ? "GB"
                   : str_case_eq(list->line[i].currency, "JPY") ? "JP"
                                                                : NULL;
    return NULL;
}

static long line_of(const char *text, size_t at)
{
    long line = 1;
    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

static bool only_blanks(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && strchr(" \t\r\n", text[i]) != NULL && text[i] != '\0')
        i++;
    return i == len;
}

enum err parts_read(const char *text, size_t len, const char *file, const char *plan,
                    struct arena *arena, struct parts_list *out, struct err_info *e)
{
    *out =
        (struct parts_list){.file = file, .line = ARENA_ARRAY(arena, struct parts_line, PARTS_MAX)};
    if (out->line == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    if (len > PARTS_BYTES_MAX)
        return parts_fault(out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LARGE, "8 MiB", NULL, e);
    if (only_blanks(text, len))
        return parts_fault(out, NULL, ERR_VALUE, MSG_CHECK_FILE_EMPTY, "", NULL, e);
    size_t good = text_valid_bytes(text, len);
    if (good < len) {
        enum err rc = parts_fault(out, NULL, ERR_SYNTAX, MSG_CHECK_FILE_BYTES, "", NULL, e);
        err_where(e, file, line_of(text, good), NULL);
        return rc;
    }
    bool table = is_markdown(text, len);
    enum err rc = is_json(text, len, table)    ? parts_read_json(text, len, plan, arena, out, e)
                  : table                      ? parts_read_md(text, len, arena, out, e)
                  : is_lines(text, len, arena) ? parts_read_lines(text, len, arena, out, e)
                                               : parts_read_csv(text, len, plan, arena, out, e);
    if (rc != OK)
        return rc;
    out->country = country_of(out, text, len);
    if (arena_failed(arena))
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    return out->n > 0 ? OK : parts_fault(out, NULL, ERR_VALUE, MSG_CHECK_FILE_EMPTY, "", NULL, e);
}

/* In a bill of ours the supplies of a server carry the server's id: they come with it. */
static void brought_along(struct parts_list *list)
{
    for (int i = 0; list->own && i < list->n; i++) {
        struct parts_line *l = &list->line[i];
        for (int k = 0; l->kind == PART_PSU && l->id != NULL && k < list->n; k++)
            if (list->line[k].kind == PART_PLATFORM && str_eq(list->line[k].id, l->id))
                l->included = true;
    }
}

/* Rows behind a new accelerator have moved by one. */
static void moved(struct parts_list *list, const struct parts_line *new_one)
{
    for (int i = 0; i < list->n; i++) {
        struct parts_line *l = &list->line[i];
        if (l != new_one && l->kind == PART_GPU && l->match != MATCH_NONE &&
            l->index >= new_one->index)
            l->index++;
    }
}

static enum err take_figures(struct parts_list *list, struct facts *own, struct parts_line *l,
                             struct arena *arena, struct err_info *e)
{
    bool known_part = l->match != MATCH_NONE;
    enum err rc =
        figures_apply(list, own, l, known_part ? l->index : SIZE_MAX, arena, &l->index, e);
    if (rc != OK || known_part)
        return rc;
    l->match = MATCH_FIGURES;
    l->name = l->text;
    if (l->kind == PART_GPU)
        moved(list, l);
    return OK;
}

enum err parts_resolve(struct parts_list *list, const struct facts *f, struct arena *arena,
                       struct err_info *e)
{
    struct facts *own = ARENA_NEW(arena, struct facts);
    enum err rc = OK;
    if (own == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    *own = *f;
    list->facts = own;
    list->catalog = f;
    brought_along(list);
    for (int i = 0; i < list->n; i++)
        if (!(list->line[i].included && list->line[i].kind == PART_PSU))
            list->line[i].match = names_find(f, &list->line[i], arena);
    for (int i = 0; i < list->n && rc == OK && !list->own; i++)
        if (list->line[i].kind != PART_KINDS && !list->line[i].aside && figures_any(&list->line[i]))
            rc = take_figures(list, own, &list->line[i], arena, e);
    return rc == OK && arena_failed(arena) ? err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL) : rc;
}

/* --- as an answer ----------------------------------------------------------------------------- */
struct have { /* the pieces of the answer */
    struct str cards, rest;
    int memory_kinds, modules;
    double module_gb, mts, total_gb, watts;
};

static void have_memory(struct have *h, const struct memory_part *m, int qty)
{
    h->total_gb += m->total_gb * qty;
    h->module_gb = m->module_gb;
    h->mts = m->speed_mts;
    h->modules += known(m->modules) ? (int)m->modules * qty : 0;
    h->memory_kinds++;
}

/* Cards of one kind are told in their first line; 0: it is a later one. */
static int cards_of(const struct parts_list *list, const struct parts_line *l)
{
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        const struct parts_line *x = &list->line[i];
        bool same = x->kind == PART_GPU && x->match != MATCH_NONE && x->match != MATCH_FIGURES &&
                    x->index == l->index;
        if (same && x < l)
            return 0;
        n += same ? x->qty : 0;
    }
    return n;
}

static void have_line(struct have *h, const struct parts_list *list, const struct parts_line *l)
{
    const struct facts *f = list->facts;
    bool of_catalog = l->match == MATCH_EXACT || l->match == MATCH_NEAR;
    switch (l->kind) {
    case PART_GPU:
        if (of_catalog && cards_of(list, l) > 0)
            str_addf(&h->cards, "%s%dx%s", h->cards.len > 0 ? "+" : "", cards_of(list, l),
                     f->accel[l->index].id);
        break;
    case PART_MEMORY: have_memory(h, &f->memory[l->index], l->qty); break;
    case PART_PSU: h->watts += f->psu[l->index].watts * l->qty; break;
    case PART_PLATFORM:
        if (of_catalog)
            str_addf(&h->rest, ",board=%s", f->platform[l->index].id);
        break;
    case PART_CPU:
        if (of_catalog)
            str_addf(&h->rest, ",cpu=%s", f->cpu[l->index].id);
        break;
    default: break; /* the answer knows no more */
    }
}

static void have_text(struct have *h, struct str *out)
{
    str_addf(out, "gpu=%s", h->cards.p);
    if (h->memory_kinds == 1 && known(h->module_gb) && h->modules > 0) {
        str_addf(out, ",ram=%dx", h->modules);
        num_json(out, h->module_gb);
        if (known(h->mts)) {
            str_addc(out, '@');
            num_json(out, h->mts);
        }
    } else if (h->memory_kinds > 0 && known(h->total_gb)) {
        str_add(out, ",ram=");
        num_json(out, h->total_gb);
    }
    if (known(h->watts) && h->watts > 0) {
        str_add(out, ",psu=");
        num_json(out, h->watts);
    }
    str_add(out, h->rest.p);
}

enum err parts_have(const struct parts_list *list, char out[ANSWER_TEXT_MAX], struct err_info *e)
{
    struct have h = {.module_gb = UNKNOWN, .mts = UNKNOWN};
    struct str all;
    str_init(&h.cards, 4096);
    str_init(&h.rest, 4096);
    str_init(&all, 16384);
    for (int i = 0; i < list->n; i++)
        if (list->line[i].match != MATCH_NONE &&
            !(list->line[i].kind == PART_PSU && list->line[i].included))
            have_line(&h, list, &list->line[i]);
    have_text(&h, &all);
    enum err rc = OK;
    if (h.cards.len == 0)
        rc = parts_fault(list, NULL, ERR_VALUE, MSG_CHECK_HAVE_NO_CARD, list->file, NULL, e);
    else if (!str_copy(out, ANSWER_TEXT_MAX, all.p))
        rc = parts_fault(list, NULL, ERR_VALUE, MSG_CHECK_HAVE_LONG, list->file, NULL, e);
    str_free(&h.cards);
    str_free(&h.rest);
    str_free(&all);
    return rc;
}
