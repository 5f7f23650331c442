#include "base/csv.h"

#include <csv.h>
#include <string.h>

#include "base/arena.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"

/*
 * libcsv knows no lines, trims blanks, takes a lone CR for the end of a row, and an unclosed quote
 * makes it swallow the rest of the file. So it is fed line by line: the parity of quotes tells
 * whether a row goes on in the next line, and a field is capped.
 */
#define FIELD_MAX ((size_t)1 << 20)
#define COLUMNS_MAX 512
#define GROW_BYTES 16384        /* of a field that is being read */
#define ROW_MAX (4 * FIELD_MAX) /* bytes of one row with its quotes */

struct csv {
    struct arena arena; /* holds the reader itself and the header */
    struct csv_parser parser;
    const char *p, *end;
    char file[256];
    long line;         /* of p */
    long row_line;     /* where the current row began */
    struct str fields; /* of the current row, each with its NUL */
    size_t at[COLUMNS_MAX];
    size_t n;
    bool too_many, too_large, lenient;
    size_t columns;
    char **names;
};

static void on_field(void *data, size_t len, void *ctx)
{
    struct csv *c = ctx;

    if (len > FIELD_MAX) {
        c->too_large = true;
        return;
    }
    if (c->n >= COLUMNS_MAX) {
        c->too_many = true;
        return;
    }
    c->at[c->n++] = c->fields.len;
    str_addn(&c->fields, data, len);
    str_addc(&c->fields, '\0');
}

static int never(unsigned char b)
{
    (void)b;
    return 0;
}

static int is_newline(unsigned char b)
{
    return b == '\n';
}

static bool start_parser(struct csv *c)
{
    if (csv_init(&c->parser, CSV_STRICT) != 0)
        return false;
    csv_set_blk_size(&c->parser, GROW_BYTES);
    csv_set_space_func(&c->parser, never);
    csv_set_term_func(&c->parser, is_newline);
    return true;
}

static enum err fail(struct csv *c, struct err_info *e, enum err code, enum msg_id id)
{
    err_where(e, c->file, c->row_line, NULL);
    return err_set(e, code, id, 0, NULL);
}

static enum err fail_number(struct csv *c, struct err_info *e, enum msg_id id, double limit)
{
    err_where(e, c->file, c->row_line, NULL);
    return err_set(e, ERR_LIMIT, id, 1, &ARG_INT(limit));
}

/* After a fault the parser starts anew behind the current line. */
static enum err restart(struct csv *c, struct err_info *e, enum err rc)
{
    csv_free(&c->parser);
    if (!start_parser(c))
        return fail(c, e, ERR_NOMEM, MSG_ERR_MEMORY);
    return rc;
}

/* Takes the line at p: its bytes without the line end, and the line end (0 to 2 bytes). */
static void take_line(struct csv *c, const char **text, size_t *len, size_t *end_len)
{
    const char *nl = memchr(c->p, '\n', (size_t)(c->end - c->p));
    const char *stop = nl ? nl : c->end;

    *text = c->p;
    *len = (size_t)(stop - c->p);
    *end_len = nl ? 1 : 0;
    if (*len > 0 && c->p[*len - 1] == '\r') {
        (*len)--;
        (*end_len)++;
    }
    c->p = nl ? nl + 1 : c->end;
    c->line++;
}

static bool feed(struct csv *c, const char *bytes, size_t n)
{
    return csv_parse(&c->parser, bytes, n, on_field, NULL, c) == n;
}

static bool odd_quotes(const char *s, size_t n)
{
    bool odd = false;

    for (const char *q = s; (q = memchr(q, '"', (size_t)(s + n - q))) != NULL; q++)
        odd = !odd;
    return odd;
}

/* An unclosed quote swallows the rest: the row is told where it began, and reading goes on behind
 * its first line. */
static enum err unclosed(struct csv *c, struct err_info *e, const char *second_line, enum err rc)
{
    c->p = second_line;
    c->line = c->row_line + 1;
    return restart(c, e, rc);
}

/* A line without a quote is its cells and the commas between them: most lines are. */
static void split_plain(struct csv *c, const char *text, size_t len)
{
    size_t at = c->fields.len;

    str_addn(&c->fields, text, len);
    str_addc(&c->fields, '\0');
    if (c->fields.failed)
        return;
    for (char *p = c->fields.p + at, *end = p + len, *stop; p <= end; p = stop + 1) {
        stop = memchr(p, ',', (size_t)(end - p));
        stop = stop != NULL ? stop : end;
        *stop = '\0';
        if ((size_t)(stop - p) > FIELD_MAX)
            c->too_large = true;
        else if (c->n >= COLUMNS_MAX)
            c->too_many = true;
        else
            c->at[c->n++] = (size_t)(p - c->fields.p);
    }
}

static enum err parse_row(struct csv *c, struct err_info *e)
{
    const char *second_line = NULL;
    size_t bytes = 0;
    bool inside = false;

    do {
        const char *text;
        size_t len, end_len;
        if (c->p >= c->end)
            return unclosed(c, e, second_line, fail(c, e, ERR_SYNTAX, MSG_CSV_UNCLOSED));
        take_line(c, &text, &len, &end_len);
        if (!second_line)
            second_line = c->p;
        bytes += len + end_len;
        if (bytes > ROW_MAX)
            return unclosed(c, e, second_line,
                            fail_number(c, e, MSG_CSV_FIELD_LARGE, (double)FIELD_MAX));
        size_t valid = text_valid_bytes(text, len);
        if (valid < len)
            return restart(
                c, e, fail(c, e, ERR_SYNTAX, text[valid] ? MSG_TEXT_NOT_UTF8 : MSG_TEXT_CONTROL));
        if (!inside && memchr(text, '"', len) == NULL) {
            split_plain(c, text, len);
            break;
        }
        inside = inside != odd_quotes(text, len);
        if (!feed(c, text, len) || !(inside ? feed(c, text + len, end_len) : feed(c, "\n", 1)))
            return restart(c, e,
                           csv_error(&c->parser) == CSV_EPARSE
                               ? fail(c, e, ERR_SYNTAX, MSG_CSV_QUOTE)
                               : fail(c, e, ERR_NOMEM, MSG_ERR_MEMORY));
    } while (inside);
    if (c->too_large)
        return restart(c, e, fail_number(c, e, MSG_CSV_FIELD_LARGE, (double)FIELD_MAX));
    if (c->too_many)
        return restart(c, e, fail_number(c, e, MSG_CSV_COLUMNS, COLUMNS_MAX));
    if (c->fields.failed)
        return restart(c, e, fail(c, e, ERR_NOMEM, MSG_ERR_MEMORY));
    return OK;
}

/* Reads one row, over empty lines; *more false at the end of the text. */
static enum err read_row(struct csv *c, bool *more, struct err_info *e)
{
    str_clear(&c->fields);
    c->n = 0;
    c->too_many = c->too_large = false;
    *more = false;
    while (c->p < c->end &&
           (*c->p == '\n' || (*c->p == '\r' && c->p + 1 < c->end && c->p[1] == '\n'))) {
        c->p += *c->p == '\r' ? 2 : 1;
        c->line++;
    }
    c->row_line = c->line;
    if (c->p >= c->end)
        return OK;
    *more = true;
    return parse_row(c, e);
}

static enum err read_header(struct csv *c, struct err_info *e)
{
    bool more;
    enum err rc = read_row(c, &more, e);

    if (rc != OK)
        return rc;
    if (!more)
        return fail(c, e, ERR_SYNTAX, MSG_CSV_EMPTY);
    c->names = ARENA_ARRAY(&c->arena, char *, c->n);
    for (size_t i = 0; i < c->n && c->names; i++)
        c->names[i] = arena_strdup(&c->arena, c->fields.p + c->at[i]);
    if (arena_failed(&c->arena))
        return fail(c, e, ERR_NOMEM, MSG_ERR_MEMORY);
    c->columns = c->n;
    c->n = 0; /* the header is no row */
    for (size_t i = 1; i < c->columns; i++) {
        for (size_t k = 0; k < i && c->names[i][0]; k++) {
            if (strcmp(c->names[i], c->names[k]) != 0)
                continue;
            err_where(e, c->file, c->row_line, NULL);
            return err_set(e, ERR_SYNTAX, MSG_CSV_TWICE, 1, &ARG_STR(err_detail(e, c->names[i])));
        }
    }
    return OK;
}

enum err csv_open(struct csv **out, const char *text, size_t len, const char *file,
                  struct err_info *e)
{
    struct arena own;

    *out = NULL;
    arena_init(&own, 0);
    struct csv *c = ARENA_NEW(&own, struct csv);
    if (!c) {
        err_where(e, file, 0, NULL);
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    }
    c->arena = own;
    str_copy(c->file, sizeof c->file, file);
    str_init(&c->fields, ROW_MAX + COLUMNS_MAX);
    c->p = text;
    c->end = text + len;
    c->line = c->row_line = 1;
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        c->p += 3;
    enum err rc = start_parser(c) ? read_header(c, e) : fail(c, e, ERR_NOMEM, MSG_ERR_MEMORY);
    if (rc != OK) {
        csv_close(c);
        return rc;
    }
    *out = c;
    return OK;
}

void csv_close(struct csv *c)
{
    if (!c)
        return;
    struct arena own = c->arena; /* c lies in it */
    csv_free(&c->parser);
    str_free(&c->fields);
    arena_free(&own);
}

void csv_more(struct csv *c, const char *text, size_t len)
{
    c->p = text;
    c->end = text + len;
}

void csv_lenient(struct csv *c)
{
    c->lenient = true;
}

size_t csv_columns(const struct csv *c)
{
    return c->columns;
}

const char *csv_column_name(const struct csv *c, size_t i)
{
    return i < c->columns ? c->names[i] : "";
}

int csv_find(const struct csv *c, const char *column)
{
    for (size_t i = 0; i < c->columns; i++) {
        if (c->names[i][0] && strcmp(c->names[i], column) == 0)
            return (int)i;
    }
    return -1;
}

enum err csv_next(struct csv *c, bool *more, struct err_info *e)
{
    enum err rc = read_row(c, more, e);

    if (rc != OK) {
        c->n = 0;
        return rc;
    }
    if (*more && c->n != c->columns && !(c->lenient && c->n > c->columns)) {
        struct msg_arg args[] = {ARG_INT(c->n), ARG_INT(c->columns)};
        err_where(e, c->file, c->row_line, NULL);
        return err_set(e, ERR_SYNTAX, MSG_CSV_FIELDS, 2, args);
    }
    return OK;
}

long csv_line(const struct csv *c)
{
    return c->row_line;
}

const char *csv_field(const struct csv *c, int column)
{
    if (column < 0 || (size_t)column >= c->n)
        return "";
    return c->fields.p + c->at[column];
}

/* --- writing ---------------------------------------------------------------------------------- */
static void put_quoted(struct str *out, const char *prefix, const char *field)
{
    size_t n = strlen(field);
    bool quote =
        strpbrk(field, ",\"\r\n") || *prefix || (n > 0 && (field[0] == ' ' || field[n - 1] == ' '));

    if (!quote) {
        str_addn(out, field, n);
        return;
    }
    str_addc(out, '"');
    str_add(out, prefix);
    for (const char *p = field; *p; p++) {
        if (*p == '"')
            str_addc(out, '"');
        str_addc(out, *p);
    }
    str_addc(out, '"');
}

static void separate(struct str *out, bool *first)
{
    if (!*first)
        str_addc(out, ',');
    *first = false;
}

void csv_put_exact(struct str *out, bool *first, const char *field)
{
    separate(out, first);
    put_quoted(out, "", field ? field : "");
}

/* Spreadsheets run a cell that begins like a formula; an apostrophe makes it text (OWASP "CSV
 * Injection"). A plain number is none. */
void csv_put(struct str *out, bool *first, const char *field)
{
    double x;
    const char *f = field ? field : "";
    bool formula = *f && strchr("=+-@\t\r", *f) && num_plain(f, &x) != NUM_OK;

    separate(out, first);
    put_quoted(out, formula ? "'" : "", f);
}

void csv_put_num(struct str *out, bool *first, double x)
{
    separate(out, first);
    if (isfinite(x))
        num_json(out, x);
}

void csv_end(struct str *out, bool *first)
{
    str_addc(out, '\n');
    *first = true;
}
