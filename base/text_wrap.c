#include "base/text.h"

#include <string.h>

#include "base/text_data.h"

/*
 * Line breaking for English and Chinese: at blanks, and between two characters of which one is
 * ideographic or full-width, but no line begins with a closing mark or ends with an opening one
 * (W3C "Requirements for Chinese Text Layout", section 3.1.3; Unicode UAX 14 classes CL, CP, EX,
 * NS, OP).
 */
static bool one_of(int32_t cp, const char *ascii, const char *set)
{
    int32_t x;

    if (cp < 0x80) /* most are: the others need not be decoded for them */
        return cp != 0 && strchr(ascii, cp) != NULL;
    while ((x = text_next(&set)) != 0) {
        if (x == cp)
            return true;
    }
    return false;
}

static bool closing(int32_t cp)
{
    return one_of(cp, ")]},.;:!?%",
                  "°、。，．：；！？）］｝｠〕〉》」』】〙〗〛〟’”·…—‥～％‰℃々ー"
                  "ぁぃぅぇぉっゃゅょァィゥェォッャュョ＞／");
}

static bool opening(int32_t cp)
{
    return one_of(cp, "([{$", "£€¥（［｛｟〔〈《「『【〘〖〚〝‘“＜＄￥￡");
}

static bool wide(int32_t cp)
{
    return cp >= 0x1100 && text_width_cp(cp) == 2;
}

static bool may_break(int32_t before, int32_t after)
{
    if (closing(after) || opening(before))
        return false;
    return wide(before) || wide(after);
}

static bool blank(int32_t cp)
{
    return cp == ' ' || cp == '\t' || cp == '\r' || cp == 0x3000;
}

/* Blanks at p; with a newline after them the newline too. */
static size_t blanks_at(const char *p)
{
    const char *start = p;

    while (*p) {
        const char *next = p;
        int32_t cp = text_next(&next);
        if (cp == '\n')
            return (size_t)(next - start);
        if (!blank(cp))
            break;
        p = next;
    }
    return (size_t)(p - start);
}

size_t text_wrap(const char *s, int cells, size_t *skip)
{
    const char *p = s;
    size_t best = 0;    /* last place where the line may end */
    size_t cut = 0;     /* last place where a word that is too long is cut: before no stop */
    bool found = false; /* best is one */
    int32_t before = 0; /* last code point of the cluster before p */
    int used = 0;

    *skip = 0;
    while (*p) {
        const char *next = p;
        int32_t cp = text_next(&next);
        if (cp == '\n') {
            *skip = 1;
            return (size_t)(p - s);
        }
        if (p > s && blank(cp) && !blank(before)) {
            best = (size_t)(p - s);
            found = true;
        } else if (p > s && !blank(cp) && !blank(before) && may_break(before, cp)) {
            best = (size_t)(p - s);
            found = true;
        }
        if (p > s && !closing(cp) && !opening(before))
            cut = (size_t)(p - s);
        size_t n = text_cluster(p);
        int w = text_cluster_width(p);
        if (used + w > cells && p > s) {
            /* blanks may hang over the end; a word that alone is longer is cut */
            size_t len = found ? best : cut > 0 ? cut : (size_t)(p - s);
            *skip = blanks_at(s + len);
            return len;
        }
        used += w;
        for (const char *q = p; q < p + n;) {
            int32_t x = text_next(&q);
            if (text_width_cp(x) > 0)
                before = x;
        }
        p += n;
    }
    size_t len = (size_t)(p - s);
    return len;
}
