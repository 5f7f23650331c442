#include "app/page.h"

#include <string.h>

#include "base/str.h"
#include "base/text.h"

#define TEXT_MAX 8192

void page_begin(struct page *p, struct arena *arena, const char *title)
{
    p->arena = arena;
    p->title = arena_strdup(arena, title);
    p->p = ARENA_ARRAY(arena, struct para, PARAS_MAX);
    p->n = 0;
}

static struct para *add(struct page *p, enum role role, int indent, const char *text)
{
    if (p->p == NULL || p->n >= PARAS_MAX)
        return NULL;
    struct para *x = &p->p[p->n++];
    *x = (struct para){.role = role, .indent = indent};
    x->text = arena_strdup(p->arena, text);
    if (x->text == NULL)
        x->text = "";
    return x;
}

void page_text(struct page *p, enum role role, int indent, const char *text)
{
    add(p, role, indent, text);
}

void page_msg(struct page *p, enum lang lang, enum role role, int indent, const struct msg *m)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    msg_render(&s, lang, m);
    add(p, role, indent, s.p);
    str_free(&s);
}

void page_id(struct page *p, enum lang lang, enum role role, int indent, enum msg_id id)
{
    add(p, role, indent, msg_text(lang, id));
}

void page_pair(struct page *p, int indent, const char *head, int head_cells, enum role role,
               const char *text)
{
    struct para *x = add(p, role, indent, text);
    if (x != NULL) {
        x->head = arena_strdup(p->arena, head);
        x->head_cells = head_cells;
    }
}

void page_gap(struct page *p)
{
    if (p->n > 0 && p->p[p->n - 1].text[0] != '\0')
        add(p, ROLE_TEXT, 0, "");
}

void page_lines(struct page *p, enum role role, const char *text)
{
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        char *line = arena_strndup(p->arena, text, n);
        if (line == NULL || p->n >= PARAS_MAX)
            return;
        struct para *x = add(p, role, 0, "");
        if (x == NULL)
            return;
        x->text = line;
        x->verbatim = true;
        text += n + (text[n] == '\n');
    }
}

static int room(const struct para *x, int cells)
{
    int w = cells - x->indent - (x->head != NULL ? x->head_cells : 0);
    return w < 4 ? 4 : w;
}

/* Lines of one paragraph from `from` on; fn may be NULL. */
static int para_lines(const struct para *x, int cells, int row, int top, int height, page_fn *fn,
                      void *ctx)
{
    int lines = 0;
    const char *s = x->text;
    bool first = true;
    do {
        size_t skip = 0;
        size_t n = x->verbatim ? strlen(s) : text_wrap(s, room(x, cells), &skip);
        int at = row + lines - top;
        if (fn != NULL && at >= 0 && at < height) {
            struct page_line l = {x, first, s, n};
            fn(ctx, at, &l);
        }
        lines++;
        first = false;
        if (n + skip == 0)
            break;
        s += n + skip;
    } while (*s != '\0');
    return lines;
}

int page_height(const struct page *p, int cells)
{
    int rows = 0;
    for (int i = 0; i < p->n; i++)
        rows += para_lines(&p->p[i], cells, 0, 0, 0, NULL, NULL);
    return rows;
}

void page_walk(const struct page *p, int cells, int top, int height, page_fn *fn, void *ctx)
{
    int row = 0;
    for (int i = 0; i < p->n && row < top + height; i++)
        row += para_lines(&p->p[i], cells, row, top, height, fn, ctx);
}
