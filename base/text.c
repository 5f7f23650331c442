#include "base/text.h"

#include <string.h>
#include <utf8proc.h>

#include "base/str.h"
#include "base/text_data.h"

/*
 * Everything here walks the text cluster by cluster through next_cluster(), which cleans on the
 * way, so that what is measured, clipped and drawn is always the same sequence.
 */
#define CLUSTER_MAX 16 /* code points; longer clusters are cut, only floods of marks have them */
#define MARKS_MAX 2    /* combining marks kept on one base character */
#define REPLACEMENT 0xFFFD

/* Set once at start from the terminal's answer. */
static bool ambiguous_wide;

void text_ambiguous_wide(bool wide)
{
    ambiguous_wide = wide;
}

bool text_is_ambiguous_wide(void)
{
    return ambiguous_wide;
}

/* --- decoding ----------------------------------------------------------------------------- */
int32_t text_next(const char **p)
{
    const unsigned char *s = (const unsigned char *)*p;
    utf8proc_int32_t cp;

    if (*s < 0x80) {
        if (*s)
            (*p)++;
        return *s;
    }
    utf8proc_ssize_t n = utf8proc_iterate(s, -1, &cp);
    if (n <= 0 || cp < 0) {
        (*p)++;
        return REPLACEMENT;
    }
    *p += n;
    return cp;
}

bool text_valid(const char *s)
{
    const unsigned char *p = (const unsigned char *)s;
    utf8proc_int32_t cp;

    while (*p) {
        if (*p < 0x80) {
            p++;
            continue;
        }
        utf8proc_ssize_t n = utf8proc_iterate(p, -1, &cp);
        if (n <= 0)
            return false;
        p += n;
    }
    return true;
}

/* Whole eights of bytes at p that are ASCII and none of them NUL: a byte above 0x80 has its upper
 * bit set, and taking 1 from each byte sets that of a NUL. */
static size_t plain_bytes(const unsigned char *p, size_t len)
{
    const uint64_t upper = 0x8080808080808080u, one = 0x0101010101010101u;
    size_t i = 0;
    uint64_t x;

    for (; len - i >= sizeof x; i += sizeof x) {
        memcpy(&x, p + i, sizeof x);
        if (((x | (x - one)) & upper) != 0)
            break;
    }
    return i;
}

size_t text_valid_bytes(const char *s, size_t len)
{
    const unsigned char *p = (const unsigned char *)s;
    size_t i = 0;

    while (i < len) {
        utf8proc_int32_t cp;
        i += plain_bytes(p + i, len - i);
        if (i == len)
            break;
        if (p[i] < 0x80) {
            if (p[i] == 0)
                return i;
            i++;
            continue;
        }
        utf8proc_ssize_t n = utf8proc_iterate(p + i, (utf8proc_ssize_t)(len - i), &cp);
        if (n <= 0)
            return i;
        i += (size_t)n;
    }
    return len;
}

/* --- cleaning ----------------------------------------------------------------------------- */
/* What a code point becomes: itself, a blank, or 0 = dropped. */
static int32_t clean_cp(int32_t cp)
{
    if (cp >= 0x20 && cp < 0x7F)
        return cp;
    if (cp == '\t' || cp == '\n' || cp == '\r' || cp == 0x2028 || cp == 0x2029)
        return ' ';
    if (cp < 0x20 || (cp >= 0x7F && cp <= 0x9F)) /* C0, DEL, C1 */
        return 0;
    if (cp == 0xAD || cp == 0x61C || cp == 0x180E || (cp >= 0x200B && cp <= 0x200F) ||
        (cp >= 0x202A && cp <= 0x202E) || (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF ||
        (cp >= 0xFFF9 && cp <= 0xFFFB)) /* invisible, bidi controls */
        return 0;
    /* variation selectors, skin tones, tags: terminals disagree about the width they give */
    if ((cp >= 0xFE00 && cp <= 0xFE0F) || (cp >= 0x1F3FB && cp <= 0x1F3FF) ||
        (cp >= 0xE0000 && cp <= 0xE0FFF))
        return 0;
    if ((cp & 0xFFFE) == 0xFFFE || (cp >= 0xFDD0 && cp <= 0xFDEF)) /* noncharacters */
        return REPLACEMENT;
    return cp;
}

static bool is_mark(int32_t cp)
{
    if (cp < 0x300)
        return false;
    utf8proc_category_t c = utf8proc_category(cp);
    return c == UTF8PROC_CATEGORY_MN || c == UTF8PROC_CATEGORY_ME;
}

int text_width_cp(int32_t cp)
{
    if (cp < 0x7F)
        return cp >= 0x20;
    if (clean_cp(cp) == 0)
        return 0;
    int w = utf8proc_charwidth(cp);
    if (w == 1 && ambiguous_wide) {
        size_t lo = 0, hi = text_ambiguous_count;
        while (lo < hi) {
            size_t mid = lo + (hi - lo) / 2;
            if (cp > text_ambiguous[mid].last)
                lo = mid + 1;
            else
                hi = mid;
        }
        if (lo < text_ambiguous_count && cp >= text_ambiguous[lo].first)
            return 2;
    }
    return w < 0 ? 0 : w;
}

struct cluster {
    int32_t cp[CLUSTER_MAX];
    int n;
    int width; /* cells */
};

/* Canonical composition of a base with at most MARKS_MAX marks, without allocating. */
static void compose(struct cluster *c)
{
    utf8proc_int32_t buf[64];
    utf8proc_ssize_t n = 0;
    int boundclass = 0;
    const utf8proc_option_t how = UTF8PROC_DECOMPOSE | UTF8PROC_STABLE;

    for (int i = 0; i < c->n; i++) {
        utf8proc_ssize_t room = (utf8proc_ssize_t)(sizeof buf / sizeof buf[0]) - n - 1;
        utf8proc_ssize_t k = utf8proc_decompose_char(c->cp[i], buf + n, room, how, &boundclass);
        if (k < 0 || k > room)
            return;
        n += k;
    }
    for (utf8proc_ssize_t i = 1; i < n; i++) { /* canonical order of marks: a stable sort */
        utf8proc_int32_t cp = buf[i];
        utf8proc_propval_t cc = utf8proc_get_property(cp)->combining_class;
        utf8proc_ssize_t j = i;
        while (cc > 0 && j > 0 && utf8proc_get_property(buf[j - 1])->combining_class > cc) {
            buf[j] = buf[j - 1];
            j--;
        }
        buf[j] = cp;
    }
    n = utf8proc_normalize_utf32(buf, n, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    if (n <= 0 || n > CLUSTER_MAX)
        return;
    for (utf8proc_ssize_t i = 0; i < n; i++)
        c->cp[i] = buf[i];
    c->n = (int)n;
}

static bool plain(char c)
{
    return c >= 0x20 && c < 0x7F;
}

/* Next cleaned cluster at *p; false at the end. Dropped characters belong to the cluster before
 * them, or to the next when none came yet. */
static bool next_cluster(const char **p, struct cluster *c)
{
    utf8proc_int32_t state = 0;
    int32_t last = 0;
    int marks = 0;

    c->n = 0;
    c->width = 0;
    if (plain((*p)[0]) && plain((*p)[1])) { /* nothing of ASCII joins the character before it */
        c->cp[c->n++] = *(*p)++;
        c->width = 1;
        return true;
    }
    for (;;) {
        const char *at = *p;
        int32_t raw = text_next(&at);
        if (raw == 0)
            break;
        int32_t cp = clean_cp(raw);
        bool mark = cp != 0 && is_mark(cp);
        if (cp != 0 && c->n > 0) {
            if (utf8proc_grapheme_break_stateful(last, cp, &state))
                break;
        }
        *p = at;
        if (cp == 0 || (mark && (c->n == 0 || marks >= MARKS_MAX)))
            continue; /* dropped; a mark without a base too */
        if (mark)
            marks++;
        last = cp;
        c->cp[c->n++] = cp;
        if (c->n >= CLUSTER_MAX)
            break;
    }
    if (c->n == 0)
        return false;
    if (marks > 0)
        compose(c);
    for (int i = 0; i < c->n; i++)
        c->width += text_width_cp(c->cp[i]);
    return true;
}

static size_t encode(int32_t cp, char out[4])
{
    utf8proc_uint8_t b[4];
    utf8proc_ssize_t n = utf8proc_encode_char(cp, b);

    if (n <= 0)
        return 0;
    memcpy(out, b, (size_t)n);
    return (size_t)n;
}

static void put_cp(struct str *out, int32_t cp)
{
    char b[4];

    str_addn(out, b, encode(cp, b));
}

static void put_cluster(struct str *out, const struct cluster *c)
{
    for (int i = 0; i < c->n; i++)
        put_cp(out, c->cp[i]);
}

void text_clean(struct str *out, const char *s)
{
    struct cluster c;

    while (s && next_cluster(&s, &c))
        put_cluster(out, &c);
}

/* Most names are nothing but printable ASCII, and clean as they are. */
static bool copy_plain(char *dst, size_t cap, const char *s)
{
    size_t n = 0;

    while (plain(s[n]) && n + 1 < cap)
        n++;
    if (s[n] != '\0')
        return false;
    memcpy(dst, s, n + 1);
    return true;
}

bool text_clean_buf(char *dst, size_t cap, const char *s)
{
    struct cluster c;
    size_t n = 0;

    if (cap == 0)
        return false;
    dst[0] = '\0';
    if (s && copy_plain(dst, cap, s))
        return true;
    while (s && next_cluster(&s, &c)) {
        char b[4 * CLUSTER_MAX];
        size_t k = 0;
        for (int i = 0; i < c.n; i++)
            k += encode(c.cp[i], b + k);
        if (n + k >= cap)
            return false;
        memcpy(dst + n, b, k);
        n += k;
        dst[n] = '\0';
    }
    return true;
}

/* --- measuring and clipping ----------------------------------------------------------------- */
int text_width(const char *s)
{
    struct cluster c;
    int w = 0;

    while (s && w < INT32_MAX - 64 && next_cluster(&s, &c))
        w += c.width;
    return w;
}

size_t text_cluster(const char *s)
{
    const char *p = s;
    struct cluster c;

    next_cluster(&p, &c);
    return (size_t)(p - s);
}

int text_cluster_width(const char *s)
{
    struct cluster c;

    return next_cluster(&s, &c) ? c.width : 0;
}

int text_clip(struct str *out, const char *s, int cells, bool ascii)
{
    struct cluster c;
    int used = 0;

    if (!s || cells <= 0)
        return 0;
    /* measured only as far as needed: texts may be long, lines are not */
    const char *p = s;
    int w = 0;
    while (w <= cells && next_cluster(&p, &c))
        w += c.width;
    bool cut = w > cells;
    int room = cut ? cells - 1 : cells;
    while (next_cluster(&s, &c) && used + c.width <= room) {
        put_cluster(out, &c);
        used += c.width;
    }
    if (cut) {
        /* U+2026 takes two cells where ambiguous characters are wide */
        str_add(out, ascii || ambiguous_wide ? "~" : "…");
        used++;
    }
    return used;
}

void text_pad(struct str *out, const char *s, int cells, int align, bool ascii)
{
    if (cells <= 0)
        return;
    int w = 0;
    const char *p = s;
    struct cluster c;
    while (p && w < cells && next_cluster(&p, &c))
        w += c.width;
    /* a cut text may still leave one cell, where a wide character did not fit */
    int before = w >= cells || align < 0 ? 0 : align > 0 ? cells - w : (cells - w) / 2;
    str_repeat(out, " ", (size_t)before);
    int used = text_clip(out, s, cells - before, ascii);
    if (used < cells - before)
        str_repeat(out, " ", (size_t)(cells - before - used));
}

/* --- searching ------------------------------------------------------------------------------ */
void text_fold(struct str *out, const char *s)
{
    const utf8proc_option_t how = UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                  UTF8PROC_STRIPMARK | UTF8PROC_IGNORE;
    struct cluster c;

    while (s && next_cluster(&s, &c)) {
        for (int i = 0; i < c.n; i++) {
            utf8proc_int32_t buf[32];
            int boundclass = 0;
            utf8proc_ssize_t n = utf8proc_decompose_char(c.cp[i], buf, 32, how, &boundclass);
            if (n > 32)
                n = 0;
            for (utf8proc_ssize_t k = 0; k < n; k++)
                put_cp(out, buf[k]);
        }
    }
}

static bool has_word(const char *row, const char *word, size_t len)
{
    for (; *row != '\0'; row++) {
        if (strncmp(row, word, len) == 0)
            return true;
    }
    return false;
}

bool text_has_words(const char *row, const char *words)
{
    words += strspn(words, " ");
    while (*words != '\0') {
        size_t len = strcspn(words, " ");
        if (!has_word(row, words, len))
            return false;
        words += len;
        words += strspn(words, " ");
    }
    return true;
}

#define DISTANCE_MAX 64 /* code points compared; names are shorter */

/* Folded code points of s; -1 when there are more than DISTANCE_MAX. */
static int folded(const char *s, int32_t cp[DISTANCE_MAX])
{
    int n = 0;

    while (*s) {
        int32_t x = clean_cp(text_next(&s));
        if (x == 0)
            continue;
        if (n == DISTANCE_MAX)
            return -1;
        if (x >= 0xFF01 && x <= 0xFF5E)
            x -= 0xFF01 - '!';
        cp[n++] = utf8proc_tolower(x);
    }
    return n;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

int text_distance(const char *a, const char *b, int max)
{
    int32_t x[DISTANCE_MAX], y[DISTANCE_MAX];
    int rows[3][DISTANCE_MAX + 1]; /* two before, before, now */
    int n = folded(a, x), m = folded(b, y);

    if (n < 0 || m < 0)
        return strcmp(a, b) == 0 ? 0 : max + 1;
    if (n - m > max || m - n > max)
        return max + 1;
    for (int j = 0; j <= m; j++)
        rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = rows[i % 3];
        const int *before = rows[(i + 2) % 3];
        const int *two_before = rows[(i + 1) % 3];
        int best = now[0] = i;
        for (int j = 1; j <= m; j++) {
            int d = before[j - 1] + (x[i - 1] != y[j - 1]);
            d = least(d, least(before[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1])
                d = least(d, two_before[j - 2] + 1); /* two letters swapped */
            now[j] = d;
            best = least(best, d);
        }
        if (best > max)
            return max + 1;
    }
    return least(rows[n % 3][m], max + 1);
}

#define LIKE_MOST 2 /* letters that may differ */

bool text_like(const char *row, const char *want)
{
    char word[64];
    for (const char *p = row; *p != '\0';) {
        size_t n = strcspn(p, " -");
        str_copy(word, n + 1 < sizeof word ? n + 1 : sizeof word, p);
        if (strlen(want) >= 4 && text_distance(word, want, LIKE_MOST) <= LIKE_MOST)
            return true;
        p += n + strspn(p + n, " -");
    }
    return false;
}
