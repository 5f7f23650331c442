/*
 * feed.c - the table of formats, and the way of the bytes to their parsers: unpacked, recognised,
 * cut into pieces that end with a line.
 */
#include "pricing/feed.h"

#include <string.h>
#include <zlib.h>

#include "base/arena.h"
#include "pricing/feed_parse.h"

#define SNIFF_BYTES 8192                /* of the text, or all of it */
#define PIECE_BYTES ((size_t)256 << 10) /* of a text that streams */
#define ROW_BYTES ((size_t)4 << 20)     /* a quote that is not closed so long never will be */
#define TEXT_BYTES ((size_t)64 << 20)   /* before the format is known */
#define UNPACK_BYTES 65536
#define GZIP_WINDOW (15 + 16)
#define MB 1048576.0

/* Order: what is sure first; price lists of any kind last. */
const struct feed_kind feed_kinds[] = {
    {"skypilot", (size_t)48 << 20, false, feed_skypilot_sniff, feed_skypilot_read},
    {"azure-retail", (size_t)32 << 20, false, feed_azure_sniff, feed_azure_read},
    {"aliyun", (size_t)48 << 20, false, feed_aliyun_sniff, feed_aliyun_read},
    {"aliyun-map", (size_t)16 << 20, false, feed_aliyun_map_sniff, feed_aliyun_map_read},
    {"gpurentalprices", (size_t)8 << 20, false, feed_gpurental_sniff, feed_gpurental_read},
    {"vast", (size_t)32 << 20, false, feed_vast_sniff, feed_vast_read},
    {"aws-spot", (size_t)32 << 20, false, feed_aws_spot_sniff, feed_aws_spot_read},
    {"fx", (size_t)8 << 20, false, feed_fx_sniff, feed_fx_read},
    {"list", (size_t)4 << 30, true, feed_list_sniff, feed_list_read},
};
const size_t feed_kind_count = sizeof feed_kinds / sizeof feed_kinds[0];

const struct feed_kind *feed_kind_find(const char *word)
{
    for (size_t i = 0; i < feed_kind_count; i++)
        if (str_eq(feed_kinds[i].word, word))
            return &feed_kinds[i];
    return NULL;
}

/* --- the parser ------------------------------------------------------------------------------ */
struct feed_parser {
    struct arena arena; /* holds the parser itself */
    const struct feed_kind *kind;
    struct feed_about about;
    struct feed_sink sink;
    struct feed_input in;
    struct str text; /* not yet read */
    size_t unpacked; /* bytes of the whole text so far */
    bool started, packed, ended;
    unsigned char magic[2];
    size_t magic_n;
    z_stream z;
};

enum err feed_start(struct feed_parser **out, const struct feed_kind *kind,
                    const struct feed_about *about, const struct feed_sink *sink,
                    struct err_info *e)
{
    struct arena own;

    arena_init(&own, 0);
    struct feed_parser *p = *out = ARENA_NEW(&own, struct feed_parser);
    if (p == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    p->arena = own;
    p->kind = kind;
    p->about = *about;
    p->sink = *sink;
    p->in = (struct feed_input){
        .first = true, .about = &p->about, .sink = &p->sink, .arena = &p->arena};
    str_init(&p->text, (size_t)1 << 30);
    str_init(&p->in.next, 4096);
    feed_find_day(&p->in);
    return OK;
}

void feed_free(struct feed_parser *p)
{
    if (p == NULL)
        return;
    if (p->packed)
        inflateEnd(&p->z);
    if (p->in.state != NULL && p->in.drop != NULL)
        p->in.drop(p->in.state);
    str_free(&p->text);
    str_free(&p->in.next);
    struct arena own = p->arena; /* p lies in it */
    arena_free(&own);
}

const struct feed_kind *feed_kind_of(const struct feed_parser *p)
{
    return p->kind;
}

const char *feed_next(const struct feed_parser *p)
{
    return p->in.next.len > 0 ? p->in.next.p : NULL;
}

/* --- the text -------------------------------------------------------------------------------- */
static enum err fail(struct feed_parser *p, enum err code, enum msg_id id, struct err_info *e)
{
    err_where(e, p->about.place, 0, NULL);
    return err_set(e, code, id, 0, NULL);
}

static enum err too_large(struct feed_parser *p, size_t max, struct err_info *e)
{
    err_where(e, p->about.place, 0, NULL);
    return err_set(e, ERR_LIMIT, MSG_FEED_LARGE, 1, &ARG_INT((double)max / MB));
}

static bool is_known(const char *text)
{
    for (size_t i = 0; i < feed_kind_count; i++)
        if (feed_kinds[i].sniff(text, strlen(text)))
            return true;
    return false;
}

/* What spreadsheets put between columns instead of commas, when that is all that keeps the first
 * line from being one that is known; NULL: it is not. */
static const char *other_separator(const char *text)
{
    static const char *const sign[][2] = {{";", ";"}, {"\t", "Tab"}};
    const char *found = NULL;

    for (size_t i = 0; i < 2 && found == NULL; i++) {
        struct str line;
        size_t n = strcspn(text, "\r\n");
        if (n > SNIFF_BYTES || memchr(text, ',', n) != NULL || memchr(text, *sign[i][0], n) == NULL)
            continue;
        str_init(&line, SNIFF_BYTES);
        str_addn(&line, text, n);
        for (char *s = line.p; (s = strchr(s, *sign[i][0])) != NULL;)
            *s = ',';
        if (is_known(line.p))
            found = sign[i][1];
        str_free(&line);
    }
    return found;
}

static enum err unknown_format(struct feed_parser *p, struct err_info *e)
{
    const char *bom = "\xEF\xBB\xBF", *text = p->text.p;
    struct str words;

    if (strspn(text, " \t\r\n") == p->text.len)
        return fail(p, ERR_VALUE, MSG_FEED_NOTHING, e);
    if (str_starts(text, "PK\003\004"))
        return fail(p, ERR_VALUE, MSG_FEED_ZIP, e);
    if (str_starts(text, "\xFF\xFE") || str_starts(text, "\xFE\xFF"))
        return fail(p, ERR_VALUE, MSG_FEED_ENCODING, e);
    const char *sign = other_separator(str_starts(text, bom) ? text + strlen(bom) : text);
    if (sign != NULL) {
        err_where(e, p->about.place, 0, NULL);
        return err_set(e, ERR_VALUE, MSG_FEED_SEPARATOR, 1, &ARG_STR(sign));
    }
    str_init(&words, 1024);
    for (size_t i = 0; i < feed_kind_count; i++)
        str_addf(&words, "%s%s", i > 0 ? ", " : "", feed_kinds[i].word);
    err_where(e, p->about.place, 0, NULL);
    enum err rc = err_set(e, ERR_VALUE, MSG_FEED_UNKNOWN, 1, &ARG_STR(err_detail(e, words.p)));
    str_free(&words);
    return rc;
}

/* Hands the first n bytes of the text to the kind's reader. */
static enum err read_piece(struct feed_parser *p, size_t n, bool last, struct err_info *e)
{
    struct feed_input *in = &p->in;
    char after = p->text.p[n];
    enum err rc;

    if (after != '\0')
        p->text.p[n] = '\0';
    in->text = p->text.p;
    in->len = n;
    in->last = last;
    rc = p->kind->read(in, e);
    in->first = false;
    if (after != '\0')
        p->text.p[n] = after;
    if (n > 0)
        memmove(p->text.p, p->text.p + n, p->text.len - n + 1);
    p->text.len -= n;
    return rc;
}

/* Length of the part that ends with a row: behind the last line end outside of quotes. */
static size_t whole_rows(const struct str *text)
{
    size_t end = 0;
    bool inside = false;

    if (memchr(text->p, '"', text->len) == NULL) { /* as most lists are: no line end is inside */
        for (end = text->len; end > 0 && text->p[end - 1] != '\n';)
            end--;
        return end == 0 && text->len > ROW_BYTES ? text->len : end;
    }
    for (size_t i = 0; i < text->len; i++) {
        if (text->p[i] == '"')
            inside = !inside;
        else if (text->p[i] == '\n' && !inside)
            end = i + 1;
    }
    if (end == 0 && text->len > ROW_BYTES)
        for (end = text->len; end > 0 && text->p[end - 1] != '\n';)
            end--;
    return end == 0 && text->len > ROW_BYTES ? text->len : end;
}

static void recognise(struct feed_parser *p)
{
    const char *text = p->text.p;

    if (str_starts(text, "\xEF\xBB\xBF"))
        text += 3;
    text += strspn(text, " \t\r\n");
    for (size_t i = 0; p->kind == NULL && i < feed_kind_count; i++)
        if (feed_kinds[i].sniff(text, strlen(text)))
            p->kind = &feed_kinds[i];
}

static enum err take_text(struct feed_parser *p, const char *bytes, size_t n, struct err_info *e)
{
    size_t max = p->kind != NULL ? p->kind->max_bytes : TEXT_BYTES;

    p->unpacked += n;
    if (p->unpacked > max)
        return too_large(p, max, e);
    str_addn(&p->text, bytes, n);
    if (p->text.failed)
        return fail(p, ERR_NOMEM, MSG_ERR_MEMORY, e);
    if (p->kind == NULL && p->text.len >= SNIFF_BYTES) {
        recognise(p);
        if (p->kind == NULL)
            return unknown_format(p, e);
    }
    if (p->kind == NULL || !p->kind->streams || p->text.len < PIECE_BYTES)
        return OK;
    size_t rows = whole_rows(&p->text);
    return rows > 0 ? read_piece(p, rows, false, e) : OK;
}

/* --- gzip ------------------------------------------------------------------------------------ */
static enum err unpack(struct feed_parser *p, const char *bytes, size_t n, struct err_info *e)
{
    unsigned char out[UNPACK_BYTES], in[UNPACK_BYTES];
    enum err rc = OK;

    while (rc == OK && n > 0 && !p->ended) {
        size_t part = n < sizeof in ? n : sizeof in;

        memcpy(in, bytes, part);
        bytes += part;
        n -= part;
        p->z.next_in = in;
        p->z.avail_in = (unsigned)part;
        do {
            p->z.next_out = out;
            p->z.avail_out = sizeof out;
            int z = inflate(&p->z, Z_NO_FLUSH);
            if (z != Z_OK && z != Z_STREAM_END && z != Z_BUF_ERROR)
                return fail(p, ERR_SYNTAX, MSG_FEED_GZIP, e);
            p->ended = z == Z_STREAM_END;
            rc = take_text(p, (const char *)out, sizeof out - p->z.avail_out, e);
        } while (rc == OK && p->z.avail_out == 0 && !p->ended);
    }
    return rc;
}

static enum err take_magic(struct feed_parser *p, struct err_info *e)
{
    p->started = true;
    if (p->magic_n < 2 || p->magic[0] != 0x1f || p->magic[1] != 0x8b)
        return take_text(p, (const char *)p->magic, p->magic_n, e);
    if (inflateInit2(&p->z, GZIP_WINDOW) != Z_OK)
        return fail(p, ERR_NOMEM, MSG_ERR_MEMORY, e);
    p->packed = true;
    return unpack(p, (const char *)p->magic, p->magic_n, e);
}

enum err feed_push(struct feed_parser *p, const char *bytes, size_t n, struct err_info *e)
{
    enum err rc = OK;

    while (!p->started && n > 0) {
        p->magic[p->magic_n++] = (unsigned char)*bytes++;
        n--;
        if (p->magic_n == sizeof p->magic)
            rc = take_magic(p, e);
    }
    if (rc != OK || n == 0)
        return rc;
    return p->packed ? unpack(p, bytes, n, e) : take_text(p, bytes, n, e);
}

enum err feed_end(struct feed_parser *p, struct err_info *e)
{
    enum err rc = p->started ? OK : take_magic(p, e);

    if (rc == OK && p->packed && !p->ended)
        return fail(p, ERR_SYNTAX, MSG_FEED_CUT, e);
    if (rc == OK && p->kind == NULL) {
        recognise(p);
        if (p->kind == NULL)
            return unknown_format(p, e);
    }
    if (rc == OK && p->unpacked > p->kind->max_bytes)
        return too_large(p, p->kind->max_bytes, e);
    return rc == OK ? read_piece(p, p->text.len, true, e) : rc;
}

enum err feed_read(const struct feed_kind *kind, const char *text, size_t len,
                   const struct feed_about *about, const struct feed_sink *sink, struct err_info *e)
{
    struct feed_parser *p;
    enum err rc = feed_start(&p, kind, about, sink, e);

    if (rc == OK)
        rc = feed_push(p, text, len, e);
    if (rc == OK)
        rc = feed_end(p, e);
    feed_free(p);
    return rc;
}
