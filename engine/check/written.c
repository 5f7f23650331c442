/*
 * written.c - a part as people write it down: "CPU：AMD EPYC 7302 ×2  2200元", a row of a shop's or
 * a planner's table, "**Video Card** | [name](address) | $549.00 @ shop". What is the kind, the
 * name, the count and the price of it; and what of a list is no part at all: sums, heads, footers.
 */
#include <ctype.h>
#include <string.h>

#include "base/num.h"
#include "base/num_words.h"
#include "base/str.h"
#include "base/text.h"
#include "engine/check/list.h"

/* Makers, families and words of trade as shops in China write them, and what the catalog writes.
 * Longer ones first where one is part of another. */
static const struct {
    const char *zh, *en;
} trade[] = {
    {"cx8", "connectx-8"},
    {"cx7", "connectx-7"},
    {"cx6", "connectx-6"},
    {"cx5", "connectx-5"},
    {"西部数据", "western digital"},
    {"西数", "western digital"},
    {"金士顿", "kingston"},
    {"七彩虹", "colorful"},
    {"海盗船", "corsair"},
    {"美商海盗船", "corsair"},
    {"追风者", "phanteks"},
    {"分形工艺", "fractal design"},
    {"分形", "fractal design"},
    {"酷冷至尊", "cooler master"},
    {"九州风神", "deepcool"},
    {"猫头鹰", "noctua"},
    {"德商必酷", "be quiet!"},
    {"必酷", "be quiet!"},
    {"bequiet", "be quiet!"}, /* makers of two words, written as one */
    {"coolermaster", "cooler master"},
    {"fractaldesign", "fractal design"},
    {"westerndigital", "western digital"},
    {"superflower", "super flower"},
    {"greatwall", "great wall"},
    {"lianli", "lian li"},
    {"lian-li", "lian li"},
    {"gskill", "g.skill"},
    {"skhynix", "sk hynix"},
    {"线程撕裂者", "threadripper"},
    {"撕裂者", "threadripper"},
    {"英特尔", "intel"},
    {"英伟达", "nvidia"},
    {"英睿达", "crucial"},
    {"海力士", "sk hynix"},
    {"铠侠", "kioxia"},
    {"希捷", "seagate"},
    {"东芝", "toshiba"},
    {"三星", "samsung"},
    {"美光", "micron"},
    {"闪迪", "sandisk"},
    {"致态", "zhitai"},
    {"芝奇", "g.skill"},
    {"威刚", "adata"},
    {"十铨", "teamgroup"},
    {"华擎", "asrock"},
    {"华硕", "asus"},
    {"微星", "msi"},
    {"技嘉", "gigabyte"},
    {"影驰", "galax"},
    {"索泰", "zotac"},
    {"蓝宝石", "sapphire"},
    {"讯景", "xfx"},
    {"撼讯", "powercolor"},
    {"耕升", "gainward"},
    {"海韵", "seasonic"},
    {"振华", "super flower"},
    {"长城", "great wall"},
    {"航嘉", "huntkey"},
    {"银欣", "silverstone"},
    {"联力", "lian li"},
    {"恩杰", "nzxt"},
    {"利民", "thermalright"},
    {"乔思伯", "jonsbo"},
    {"超微", "supermicro"},
    {"戴尔", "dell"},
    {"惠普", "hp"},
    {"浪潮", "inspur"},
    {"迈络思", "mellanox"},
    {"至强", "xeon"},
    {"霄龙", "epyc"},
    {"锐龙", "ryzen"},
    {"酷睿", "core"},
    {"昇腾", "ascend"},
    {"钛金", "titanium"},
    {"白金", "platinum"},
    {"铂金", "platinum"},
    {"金牌", "gold"},
    {"涡轮", "blower"},
};

/* Things of a desk that decide nothing of what a machine can do. */
static const char *const asides[] = {"fan controller",
                                     "operating system",
                                     "os",
                                     "software",
                                     "monitor",
                                     "keyboard",
                                     "mouse",
                                     "headphones",
                                     "speakers",
                                     "webcam",
                                     "optical drive",
                                     "sound card",
                                     "thermal compound",
                                     "thermal paste",
                                     "case accessory",
                                     "external storage",
                                     "wireless network adapter",
                                     "custom",
                                     "操作系统",
                                     "系统",
                                     "软件",
                                     "显示器",
                                     "键盘",
                                     "鼠标",
                                     "键鼠",
                                     "键鼠套装",
                                     "音箱",
                                     "硅脂",
                                     "声卡",
                                     "运费",
                                     "质保",
                                     "安装费"};

/* A drive, of a kind that its name tells. */
static const char *const drives[] = {"storage", "drive",    "drives", "disk",       "boot drive",
                                     "硬盘",    "存储",     "系统盘", "数据盘",     "缓存盘",
                                     "磁盘",    "系统硬盘", "os ssd", "data drive", "system drive"};

/* How a sum or a footer of a list begins. */
static const char *const sums[] = {"total",    "subtotal", "grand total", "sum",  "合计",
                                   "总计",     "总价",     "总金额",      "小计", "共计",
                                   "总共",     "税费",     "预算",        "tax",  "base total",
                                   "shipping", "mail-in",  "promo"};
static const char *const footers[] = {"http://",       "https://",       "generated by",
                                      "pcpartpicker ", "prices include", "price breakdown"};

static const char *const titles[] = {"清单", "配置单", "报价单", "方案"};

/* Measure words behind a count. */
static const char *const measures[] = {"块", "颗", "条", "个", "台", "张",  "把", "根",
                                       "套", "只", "片", "支", "枚", "pcs", "pc"};
#define N(TABLE) (sizeof(TABLE) / sizeof(TABLE)[0])

/* A word of letters stands apart from others; one of Chinese need not. */
static bool stands_at(const char *from, const char *p, const char *word)
{
    if (!str_starts(p, word))
        return false;
    bool letters = (unsigned char)*word < 0x80;
    return !letters || ((p == from || !isalnum((unsigned char)p[-1])) &&
                        !isalnum((unsigned char)p[strlen(word)]));
}

void parts_plain(struct str *out, const char *text)
{
    struct str s;
    str_init(&s, 4096);
    text_fold(&s, text);
    for (const char *p = s.p; *p != '\0';) {
        size_t i = 0;
        while (i < N(trade) && !stands_at(s.p, p, trade[i].zh))
            i++;
        if (i == N(trade)) {
            str_addc(out, *p++);
            continue;
        }
        str_addf(out, " %s ", trade[i].en);
        p += strlen(trade[i].zh);
    }
    str_free(&s);
}

static bool blank_at(const char *p, size_t *n)
{
    static const char *const wide[] = {"　", "\xC2\xA0", "，", "；"};
    *n = 1;
    if (*p == ' ' || *p == '\t' || *p == '\r')
        return true;
    for (size_t i = 0; i < N(wide); i++)
        if (str_starts(p, wide[i])) {
            *n = strlen(wide[i]);
            return true;
        }
    return false;
}

/* Without the blanks, stars, ticks and bars around it. */
static const char *bare(const char *text, size_t n, struct arena *arena)
{
    while (n > 0 && strchr(" \t\r*`|", *text) != NULL)
        text++, n--;
    while (n > 0 && strchr(" \t\r*`|", text[n - 1]) != NULL)
        n--;
    return arena_strndup(arena, text, n);
}

static bool among(const char *const *list, size_t n, const char *word)
{
    struct str s;
    bool found = false;
    str_init(&s, 512);
    text_fold(&s, word);
    for (size_t i = 0; i < n && !found; i++)
        found = str_eq(list[i], s.p);
    str_free(&s);
    return found;
}

bool parts_kind_word(struct parts_line *l, const char *word)
{
    enum part_kind k = parts_kind(word);
    if (k != PART_KINDS) {
        l->kind = k;
        return true;
    }
    l->drive = l->drive || among(drives, N(drives), word);
    l->aside = l->aside || among(asides, N(asides), word);
    return l->drive || l->aside;
}

static bool words_end(const char *p, size_t n)
{
    const size_t wide = strlen("：");
    return n > 1 && (p[n - 1] == ':' || (n > wide && str_eq(p + n - wide, "：")));
}

bool parts_no_part(const char *text)
{
    struct str s;
    bool no = false;
    str_init(&s, 4096);
    text_fold(&s, text);
    const char *p = s.p + strspn(s.p, " *_|");
    for (size_t i = 0; i < N(footers) && !no; i++)
        no = str_starts(p, footers[i]);
    for (size_t i = 0; i < N(sums) && !no; i++) {
        if (!str_starts(p, sums[i]))
            continue;
        const char *rest = p + strlen(sums[i]);
        rest += strspn(rest, " *_|:");
        rest += str_starts(rest, "：") ? strlen("：") : 0;
        rest += strspn(rest, " ~");
        rest += str_starts(rest, "约") ? strlen("约") : 0;
        no = *rest == '\0' || strchr("$0123456789", *rest) != NULL || str_starts(rest, "¥") ||
             str_starts(rest, "￥") || str_starts(rest, "€") || str_starts(rest, "£");
    }
    /* a title in words alone: "一、配置清单" */
    bool words = strpbrk(p, "0123456789abcdefghijklmnopqrstuvwxyz") == NULL;
    size_t n = strlen(p); /* "Build:" */
    no = no || (words_end(p, n) && strcspn(p, "0123456789") == n);
    for (size_t i = 0; i < N(titles) && words && !no; i++)
        no = strstr(p, titles[i]) != NULL;
    no = no || (p[strspn(p, "#=-_* ")] == '\0' && *p != '\0') || str_starts(p, "# ") ||
         str_starts(p, "## ");
    str_free(&s);
    return no;
}

const char *parts_unlinked(const char *text, struct arena *arena)
{
    if (strstr(text, "](") == NULL && strstr(text, "**") == NULL)
        return text;
    struct str s;
    str_init(&s, PARTS_BYTES_MAX);
    for (const char *p = text; *p != '\0'; p++) {
        const char *mid = *p == '[' ? strstr(p, "](") : NULL;
        const char *end = mid != NULL ? strchr(mid, ')') : NULL;
        if (end != NULL) {
            str_addn(&s, p + 1, (size_t)(mid - p - 1));
            p = end;
        } else if (p[0] == '*' && p[1] == '*') {
            p++;
        } else {
            str_addc(&s, *p);
        }
    }
    const char *out = arena_strndup(arena, s.p, s.len);
    str_free(&s);
    return out != NULL ? out : text;
}

/* "两张", "一块": a count in words with its measure. */
static bool count_in_words(const char *text, int *qty)
{
    static const struct {
        const char *word;
        int n;
    } words[] = {{"一", 1}, {"两", 2}, {"二", 2}, {"双", 2}, {"三", 3}, {"四", 4},
                 {"五", 5}, {"六", 6}, {"七", 7}, {"八", 8}, {"九", 9}, {"十", 10}};
    for (size_t i = 0; i < N(words); i++) {
        if (!str_starts(text, words[i].word) ||
            !among(measures, N(measures), text + strlen(words[i].word)))
            continue;
        *qty = words[i].n;
        return true;
    }
    return false;
}

bool parts_count(const char *text, int *qty)
{
    if (count_in_words(text, qty))
        return true;
    size_t d = strspn(text, "0123456789");
    double x;
    char digits[16];
    const char *rest = text + d + strspn(text + d, " ");
    if (d == 0 && str_starts(text, "×"))
        return parts_count(text + strlen("×"), qty);
    if (d == 0 && *text != '\0' && strchr("xX*", *text) != NULL)
        return isdigit((unsigned char)text[1]) && parts_count(text + 1, qty);
    if (d == 0 || d >= sizeof digits)
        return false;
    bool good = *rest == '\0' || str_case_eq(rest, "x") || str_eq(rest, "×") ||
                among(measures, N(measures), rest);
    memcpy(digits, text, d);
    digits[d] = '\0';
    if (!good || num_parse(digits, NUM_INT, &x, NULL) != NUM_OK || x < 1 || x > PART_QTY_MAX)
        return false;
    *qty = (int)x;
    return true;
}

bool parts_price(struct parts_line *l, const char *text, struct arena *arena)
{
    char iso[4];
    double x;
    if (!num_price(text, &x, iso))
        return false;
    l->price = x;
    if (iso[0] != '\0' && l->currency == NULL)
        l->currency = arena_strdup(arena, iso);
    return true;
}

/* "单价（万元）", "Price (USD)": what a head says of the amounts below it. */
void parts_price_head(struct parts_line *l, const char *head, struct arena *arena)
{
    char iso[4];
    size_t n;
    const char *open = strpbrk(head, "(/");
    open = open != NULL ? open + 1 : strstr(head, "（");
    if (open == NULL || !known(l->price))
        return;
    open += str_starts(open, "（") ? strlen("（") : 0;
    if (str_starts(open, "万")) {
        l->price *= 1e4;
        open += strlen("万");
    }
    n = num_currency_at(open, iso);
    if (n > 0 && l->currency == NULL)
        l->currency = arena_strdup(arena, iso);
}

/* "显卡 4090D", "电源1000W": Chinese words of a kind need no mark behind them, but the words "主板" and
 * "固态硬盘" alone are the kind, not "固态" of the latter. */
static size_t han_in_front(struct parts_line *l, const char *text, struct arena *arena)
{
    enum { HAN_BYTES = 3, HAN_MOST = 5 };
    size_t n = 0;
    while (n < HAN_BYTES * HAN_MOST && (unsigned char)text[n] >= 0xE4 &&
           (unsigned char)text[n] <= 0xE9 && text[n + 1] != '\0' && text[n + 2] != '\0')
        n += HAN_BYTES;
    const char *word = n > 0 && text[n] != '\0' ? arena_strndup(arena, text, n) : NULL;
    return word != NULL && parts_kind_word(l, word) ? n : 0;
}

/* "CPU: ", "显卡：", "Memory - ": the kind in front of a name; the bytes to pass over. */
static size_t kind_in_front(struct parts_line *l, const char *text, struct arena *arena)
{
    static const char *const marks[] = {"：", ":", " - ", " – ", "\t", "|", "=", "  ", "　"};
    enum { FRONT_MOST = 48 };
    for (size_t i = 0; i < N(marks); i++) {
        const char *at = strstr(text, marks[i]);
        if (at == NULL || at == text || at - text > FRONT_MOST)
            continue;
        const char *word = bare(text, (size_t)(at - text), arena);
        if (word != NULL && parts_kind_word(l, word))
            return (size_t)(at - text) + strlen(marks[i]);
    }
    return han_in_front(l, text, arena);
}

/* "1. ", "2) ", "3、", "- " in front of a line. */
static size_t number_in_front(const char *p)
{
    size_t d = strspn(p, "0123456789"), n = d;
    if ((*p == '-' || *p == '*' || *p == '+') && p[1] == ' ')
        return 2;
    if (str_starts(p, "• "))
        return strlen("• ");
    if (d == 0 || d > 2)
        return 0;
    if (str_starts(p + n, "、"))
        return n + strlen("、");
    return (p[n] == '.' || p[n] == ')') && p[n + 1] == ' ' ? n + 2 : 0;
}

/* What a word of the line is, beside the name: a count, an amount of money, a word of either. */
enum word_is { WORD_NAME, WORD_COUNT, WORD_MONEY, WORD_UNIT_PRICE, WORD_OF_COUNT };
static enum word_is word_of(const char *w, bool last, int *qty, struct arena *arena)
{
    static const char *const unit_price[] = {"单价", "单价:", "单价：", "每张",
                                             "每条", "价格",  "售价",   "each"};
    static const char *const of_count[] = {"数量", "数量:", "数量：", "qty", "qty:"};
    struct parts_line money = {.price = UNKNOWN};
    bool bare_number = w[strspn(w, "0123456789")] == '\0';
    if (among(unit_price, N(unit_price), w))
        return WORD_UNIT_PRICE;
    if (among(of_count, N(of_count), w))
        return WORD_OF_COUNT;
    bool sign = str_starts(w, "×") || (last && *w != '\0' && strchr("xX*", *w) != NULL);
    if (parts_count(w, qty) && !bare_number &&
        (sign || (unsigned char)w[strlen(w) - 1] >= 0x80 || str_case_eq(w + strlen(w) - 1, "s")))
        return WORD_COUNT;
    return parts_price(&money, w, arena) && money.currency != NULL ? WORD_MONEY : WORD_NAME;
}

struct words { /* of one line, in its order */
    const char *w[64];
    int n;
};

static size_t leading(const char *p, size_t n)
{
    static const char *const heads[] = {"数量", "单价", "价格", "qty", "Qty"};
    for (size_t i = 0; i < N(heads); i++) {
        size_t k = strlen(heads[i]);
        if (n <= k || !str_starts(p, heads[i]))
            continue;
        size_t mark = str_starts(p + k, "：") ? strlen("：") : p[k] == ':' ? 1 : 0;
        return mark > 0 || isdigit((unsigned char)p[k]) ? k + mark : 0;
    }
    return 0;
}

/* "RTX 4090 x 2" at the end of a line: the sign belongs to the number. */
static bool times_at_the_end(const char *before, const char *p, size_t n)
{
    bool sign = str_case_eq(before, "x") || str_eq(before, "*") || str_eq(before, "×");
    return sign && n > 0 && strspn(p, "0123456789") == n && p[n + strspn(p + n, " \t\r")] == '\0';
}

/* "6500 元": the money belongs to the number before it. */
static bool joins(struct words *out, const char *p, size_t n, struct arena *arena)
{
    char iso[4];
    const char *before = out->n > 0 ? out->w[out->n - 1] : NULL;
    if (before == NULL)
        return false;
    bool money = before[strspn(before, "0123456789.,")] == '\0' && num_currency_at(p, iso) == n;
    if (!money && !times_at_the_end(before, p, n))
        return false;
    struct str s;
    str_init(&s, 256);
    str_add(&s, before);
    str_addn(&s, p, n);
    out->w[out->n - 1] = arena_strndup(arena, s.p, s.len);
    str_free(&s);
    return true;
}

static void cut(const char *p, struct words *out, struct arena *arena)
{
    out->n = 0;
    while (*p != '\0' && out->n < (int)N(out->w)) {
        size_t n = 0, b;
        while (p[n] != '\0' && !blank_at(p + n, &b))
            n++;
        size_t lead = leading(p, n); /* "数量：2" is two words */
        if (lead > 0 && lead < n && out->n + 1 < (int)N(out->w)) {
            out->w[out->n++] = arena_strndup(arena, p, lead);
            p += lead;
            n -= lead;
        }
        if (n > 0 && !(n == 1 && *p == '|') && !joins(out, p, n, arena))
            out->w[out->n++] = arena_strndup(arena, p, n);
        p += n;
        while (*p != '\0' && blank_at(p, &b))
            p += b;
    }
}

/* The price in brackets that planners print: "($549.00 @ Amazon)"; the length without it. */
static size_t price_in_brackets(struct parts_line *l, const char *text, struct arena *arena)
{
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r", text[n - 1]) != NULL)
        n--;
    if (n == 0 || text[n - 1] != ')')
        return n;
    size_t open = n - 1;
    while (open > 0 && text[open] != '(')
        open--;
    struct parts_line money = {.price = UNKNOWN};
    const char *inside = arena_strndup(arena, text + open + 1, n - open - 2);
    if (inside == NULL || !parts_price(&money, inside, arena) || money.currency == NULL)
        return n;
    l->price = money.price;
    l->currency = money.currency;
    return open;
}

/* Counts and prices leave the words; a bare price of several is that of one or of all: unknown. */
static void sort_words(struct parts_line *l, const struct words *words, struct str *name,
                       struct arena *arena)
{
    bool unit_price = false, of_count = false;
    const char *money = NULL;
    int last = words->n - 1, qty = 1;
    while (last > 0 && (word_of(words->w[last], true, &qty, arena) == WORD_MONEY ||
                        word_of(words->w[last - 1], true, &qty, arena) == WORD_UNIT_PRICE))
        last--;
    for (int i = 0; i < words->n; i++) {
        const char *w = words->w[i];
        if (money != NULL && str_eq(w, "@"))
            break; /* the shop */
        switch (word_of(w, i == last || i == words->n - 1, &qty, arena)) {
        case WORD_COUNT: l->qty = qty; continue;
        case WORD_MONEY: money = w; continue;
        case WORD_UNIT_PRICE: unit_price = true; continue;
        case WORD_OF_COUNT: of_count = true; continue;
        case WORD_NAME: break;
        }
        bool number = w[strspn(w, "0123456789.,")] == '\0';
        if (of_count && number && parts_count(w, &qty)) {
            l->qty = qty;
            of_count = false;
        } else if (unit_price && number && money == NULL) {
            money = w;
        } else {
            str_add(name, name->len > 0 ? " " : "");
            str_add(name, w);
        }
    }
    if (money != NULL && (unit_price || l->qty == 1))
        parts_price(l, money, arena);
}

bool parts_written(struct parts_line *l, const char *text, struct arena *arena)
{
    struct words *words = ARENA_NEW(arena, struct words);
    struct str name;
    const char *p = parts_unlinked(text, arena);
    p += number_in_front(p);
    if (parts_no_part(p) || words == NULL)
        return false;
    p += kind_in_front(l, p, arena);
    cut(arena_strndup(arena, p, price_in_brackets(l, p, arena)), words, arena);
    str_init(&name, PARTS_BYTES_MAX);
    sort_words(l, words, &name, arena);
    if (name.len > 0)
        l->text = arena_strndup(arena, name.p, name.len);
    str_free(&name);
    return l->text != NULL;
}

/* The words of a cell "name" may be those of a kind ("显卡"), with the name in the cell beside. */
bool parts_row_done(struct parts_line *l, struct arena *arena)
{
    if (l->sum || (l->text != NULL && l->kind == PART_KINDS && parts_no_part(l->text)))
        return false;
    if (l->text != NULL && l->spec != NULL && parts_kind_word(l, l->text))
        l->text = NULL;
    if (l->text == NULL && l->spec != NULL) {
        l->text = l->spec;
        l->spec = NULL;
    }
    if (l->text != NULL && l->brand != NULL && !str_starts(l->text, l->brand)) {
        struct str s;
        str_init(&s, 4096);
        str_addf(&s, "%s %s", l->brand, l->text);
        l->text = arena_strndup(arena, s.p, s.len);
        str_free(&s);
    }
    return true;
}

/* The pieces of a text between the signs that part it; 0: it is one. */
static int pieces_of(const char *text, const char *out[], size_t length[], int most)
{
    static const char *const marks[] = {"；", ";", "\n", "、", "，", ","};
    for (size_t m = 0; m < N(marks); m++) {
        int n = 0, counted = 0;
        char name[256];
        for (const char *p = text; p != NULL && n < most;) {
            const char *stop = strstr(p, marks[m]);
            size_t len = stop != NULL ? (size_t)(stop - p) : strlen(p);
            char one[256];
            int qty;
            p += strspn(p, " ");
            len = stop != NULL ? (size_t)(stop - p) : strlen(p);
            if (len > 0 && len < sizeof one) {
                memcpy(one, p, len);
                one[len] = '\0';
                counted += parts_split_count(one, name, sizeof name, &qty);
                out[n] = p;
                length[n++] = len;
            }
            p = stop != NULL ? stop + strlen(marks[m]) : NULL;
        }
        if (n >= 3 && counted >= 2)
            return n;
    }
    return 0;
}

bool parts_row_split(struct parts_list *list, int row, struct arena *arena)
{
    enum { PIECES = 32 };
    const char *piece[PIECES];
    size_t length[PIECES];
    const char *text = list->line[row].text;
    int n = text != NULL && list->line[row].kind == PART_PLATFORM
                ? pieces_of(text, piece, length, PIECES)
                : 0;
    for (int i = 0; i < n; i++) {
        struct parts_line *l = parts_add(list);
        if (l == NULL)
            return false;
        l->at = list->line[row].at;
        if (!parts_written(l, arena_strndup(arena, piece[i], length[i]), arena))
            list->n--;
    }
    list->line[row].aside = list->line[row].aside || n > 0; /* told by its parts */
    return true;
}

enum part_kind parts_drive(const char *text)
{
    static const char *const hdd[] = {"hdd",      "hard", "rpm",       "机械",      "7200", "5400",
                                      "ironwolf", "exos", "ultrastar", "barracuda", "酷狼", "银河"};
    static const char *const ssd[] = {"ssd",   "nvme",  "m.2",  "u.2",     "solid",
                                      "固态",  "evo",   "980",  "990 pro", "sn850",
                                      "sn770", "sn740", "pm9a", "tiplus"};
    struct str s;
    enum part_kind k = PART_KINDS;
    str_init(&s, 4096);
    text_fold(&s, text);
    for (size_t i = 0; i < N(hdd); i++)
        k = strstr(s.p, hdd[i]) != NULL ? PART_HDD : k;
    for (size_t i = 0; i < N(ssd); i++)
        k = strstr(s.p, ssd[i]) != NULL ? PART_SSD : k;
    str_free(&s);
    return k;
}

static bool digits_before(const char *from, const char *p, int *out)
{
    const char *b = p;
    while (b > from && b[-1] == ' ')
        b--;
    const char *d = b;
    while (d > from && isdigit((unsigned char)d[-1]))
        d--;
    char text[8];
    double x;
    if (d == b || (size_t)(b - d) >= sizeof text)
        return false;
    memcpy(text, d, (size_t)(b - d));
    text[b - d] = '\0';
    bool good = num_parse(text, NUM_INT, &x, NULL) == NUM_OK && x >= 1 && x <= 64;
    *out = good ? (int)x : 0;
    return good;
}

/* The numbers around each x: "2 x 32 GB". */
static bool kit_at(const char *from, const char *p, int *modules, double *gb)
{
    size_t sign = *p == 'x' || *p == '*' ? 1 : str_starts(p, "×") ? strlen("×") : 0;
    char text[8] = "";
    if (sign == 0 || !digits_before(from, p, modules))
        return false;
    const char *q = p + sign + strspn(p + sign, " ");
    size_t d = strspn(q, "0123456789");
    if (d == 0 || d >= sizeof text)
        return false;
    memcpy(text, q, d);
    return num_parse(text, NUM_INT, gb, NULL) == NUM_OK;
}

int parts_kit(const char *text, double module_gb)
{
    struct str s;
    int n = 1, a;
    double gb;
    str_init(&s, 4096);
    text_fold(&s, text);
    for (const char *p = s.p; *p != '\0'; p++)
        if (kit_at(s.p, p, &a, &gb) && gb == module_gb)
            n = a;
    str_free(&s);
    return n;
}

double parts_memory_gb(const char *text)
{
    struct str s;
    int a;
    double gb, sum = UNKNOWN;
    str_init(&s, 4096);
    text_fold(&s, text);
    for (const char *p = s.p; *p != '\0' && !known(sum); p++)
        if (kit_at(s.p, p, &a, &gb))
            sum = a * gb;
    for (const char *p = s.p; *p != '\0' && !known(sum); p++) {
        size_t d = p > s.p && isalnum((unsigned char)p[-1]) ? 0 : strspn(p, "0123456789");
        const char *unit = p + d + strspn(p + d, " ");
        char digits[8] = "";
        if (d == 0 || d >= sizeof digits || *unit != 'g' || (unit[1] != 'b' && isalpha(unit[1])))
            continue;
        memcpy(digits, p, d);
        if (num_parse(digits, NUM_INT, &gb, NULL) == NUM_OK)
            sum = gb;
    }
    str_free(&s);
    return sum;
}

double parts_watts(const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        size_t n = isdigit((unsigned char)*p) ? strspn(p, "0123456789,.") : 0;
        char digits[16];
        double w;
        const char *unit = p + n + strspn(p + n, " ");
        if (n == 0)
            continue;
        if (n < sizeof digits && *unit == 'W' && !isalnum((unsigned char)unit[1])) {
            memcpy(digits, p, n);
            digits[n] = '\0';
            return num_parse(digits, NUM_PLAIN, &w, NULL) == NUM_OK ? w : UNKNOWN;
        }
        p += n - 1;
    }
    return UNKNOWN;
}
