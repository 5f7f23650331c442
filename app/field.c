#include "app/field.h"

#include <string.h>

#include "app/keys.h"
#include "base/str.h"
#include "base/text.h"

void field_set(struct field *f, const char *text)
{
    f->killed[0] = '\0';
    text_clean_buf(f->text, sizeof f->text, text);
    f->caret = strlen(f->text);
    f->offered = false;
}

void field_offer(struct field *f, const char *text)
{
    field_set(f, text);
    f->offered = f->text[0] != '\0';
}

static size_t before(const struct field *f)
{
    size_t at = 0;
    while (at < f->caret) {
        size_t n = text_cluster(f->text + at);
        if (n == 0 || at + n >= f->caret)
            break;
        at += n;
    }
    return at;
}

static void cut(struct field *f, size_t from, size_t to)
{
    memmove(f->text + from, f->text + to, strlen(f->text + to) + 1);
    f->caret = from;
}

static void kill_text(struct field *f, size_t from, size_t to)
{
    if (to <= from)
        return;
    memcpy(f->killed, f->text + from, to - from);
    f->killed[to - from] = '\0';
    cut(f, from, to);
}

static size_t encode(int32_t cp, char out[5])
{
    size_t n = 0;
    if (cp < 0x80) {
        out[n++] = (char)cp;
    } else if (cp < 0x800) {
        out[n++] = (char)(0xc0 | cp >> 6);
        out[n++] = (char)(0x80 | (cp & 0x3f));
    } else if (cp < 0x10000) {
        out[n++] = (char)(0xe0 | cp >> 12);
        out[n++] = (char)(0x80 | (cp >> 6 & 0x3f));
        out[n++] = (char)(0x80 | (cp & 0x3f));
    } else {
        out[n++] = (char)(0xf0 | cp >> 18);
        out[n++] = (char)(0x80 | (cp >> 12 & 0x3f));
        out[n++] = (char)(0x80 | (cp >> 6 & 0x3f));
        out[n++] = (char)(0x80 | (cp & 0x3f));
    }
    out[n] = '\0';
    return n;
}

bool field_insert(struct field *f, int32_t cp)
{
    char bytes[5], clean[16];
    if (cp < 0x20 || cp >= KEY_SPECIAL || (cp >= 0xd800 && cp < 0xe000))
        return false;
    size_t n = encode(cp, bytes);
    text_clean_buf(clean, sizeof clean, bytes);
    if (!str_eq(clean, bytes))
        return false;
    if (f->offered)
        kill_text(f, 0, strlen(f->text)); /* Ctrl-Y brings it back */
    f->offered = false;
    size_t len = strlen(f->text);
    if (len + n >= sizeof f->text)
        return false;
    memmove(f->text + f->caret + n, f->text + f->caret, len - f->caret + 1);
    memcpy(f->text + f->caret, bytes, n);
    f->caret += n;
    return true;
}

static size_t word_before(const struct field *f)
{
    size_t at = f->caret;
    while (at > 0 && f->text[at - 1] == ' ')
        at--;
    while (at > 0 && f->text[at - 1] != ' ')
        at--;
    return at;
}

static size_t word_after(const struct field *f)
{
    size_t at = f->caret;
    while (f->text[at] == ' ')
        at++;
    while (f->text[at] != '\0' && f->text[at] != ' ')
        at++;
    return at;
}

static void yank(struct field *f)
{
    char text[FIELD_BYTES];
    str_copy(text, sizeof text, f->killed);
    for (const char *p = text; *p != '\0';)
        field_insert(f, text_next(&p));
}

static bool deletes(int32_t key)
{
    return key == KC_BACKSPACE || key == KC_DELETE || key == KC_CTRL('h') || key == KC_CTRL('d');
}

bool field_key(struct field *f, int32_t key)
{
    size_t len = strlen(f->text);
    bool offered = f->offered;
    if (key >= KEY_SPECIAL)
        f->offered = false;
    if (offered && deletes(key)) {
        kill_text(f, 0, len);
        return true;
    }
    switch (key) {
    case KC_CTRL('b'):
    case KC_LEFT: f->caret = before(f); return true;
    case KC_CTRL('f'):
    case KC_RIGHT: f->caret += text_cluster(f->text + f->caret); return true;
    case KC_HOME:
    case KC_CTRL('a'): f->caret = 0; return true;
    case KC_END:
    case KC_CTRL('e'): f->caret = len; return true;
    case KC_ALT_B: f->caret = word_before(f); return true;
    case KC_ALT_F: f->caret = word_after(f); return true;
    case KC_CTRL('h'):
    case KC_BACKSPACE:
        if (f->caret > 0)
            cut(f, before(f), f->caret);
        return true;
    case KC_CTRL('d'):
    case KC_DELETE:
        if (f->caret < len)
            cut(f, f->caret, f->caret + text_cluster(f->text + f->caret));
        return true;
    case KC_CTRL('u'): kill_text(f, 0, f->caret); return true;
    case KC_CTRL('k'): kill_text(f, f->caret, len); return true;
    case KC_CTRL('w'): kill_text(f, word_before(f), f->caret); return true;
    case KC_ALT_D: kill_text(f, f->caret, word_after(f)); return true;
    case KC_CTRL('y'): yank(f); return true;
    default: return key < KEY_SPECIAL && field_insert(f, key);
    }
}
