/*
 * msgc.c - message compiler: lang/<code>/<area>.msg of every language to one C table.
 *
 *     msgc --out DIR --lang en FILE... --lang zh FILE... [--lang xx FILE...]
 *
 * Writes DIR/messages.h (enum msg_id) and DIR/messages.c (msg_tables, msg_names, msg_lang_codes,
 * msg_lang_count). The first language is the master: its ids in its order make the enum.
 *
 * A message is a line `some-id = text with {1} {2}`. `#` opens a comment line, a line beginning
 * with a blank continues the text before it, escapes are \n \t \s (blank) \\ and \{ (a brace that
 * is none of a placeholder). `{1:row|rows}` is one of two forms, as argument 1 shows as 1 or not; a
 * language may have it or not. Two ideographs meeting at a line break are joined without a blank.
 *
 * Every fault of a run is told as `file:line: what`, then the exit code is 1 and nothing is
 * written: an id missing in a language or unknown to the master, differing placeholders, an id
 * twice, a bad escape, a bad placeholder, a control character, invalid UTF-8, an empty text.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX (4u << 20)
#define IDEOGRAPHS_FROM 0x2E80u

struct message {
    char *id;
    char *text;
    const char *file;
    long line;
    unsigned places; /* bit n set: {n} occurs */
    unsigned forms;  /* bit n set: {n:one|more} occurs */
};

struct language {
    const char *code;
    const char *first_file;
    struct message *all;
    size_t n;
    size_t cap;
};

struct run {
    const char *out_dir;
    struct language *languages;
    size_t n;
    long faults;
};

__attribute__((format(printf, 4, 5))) static void fault(struct run *run, const char *file,
                                                        long line, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "%s:%ld: ", file, line);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    run->faults++;
}

static void *grow(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);
    if (!p) {
        fputs("msgc: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

static char *copy_bytes(const char *from, size_t n)
{
    char *p = grow(NULL, n + 1);
    memcpy(p, from, n);
    p[n] = '\0';
    return p;
}

/* decode: bytes of the UTF-8 character at s (at most n bytes there), 0 when it is not one. */
static size_t decode(const unsigned char *s, size_t n, uint32_t *cp)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t len = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    if (len == 0 || s[0] > 0xF4 || len > n) {
        return 0;
    }
    uint32_t c = len == 1 ? s[0] : s[0] & (0x7Fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            return 0;
        }
        c = (c << 6) | (s[i] & 0x3Fu);
    }
    if (len > 1 && (c < least[len] || (c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF)) {
        return 0;
    }
    *cp = c;
    return len;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* check_bytes: UTF-8 and control characters of one line. */
static void check_bytes(struct run *run, const char *file, long line, const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        uint32_t cp = 0;
        size_t len = decode((const unsigned char *)s + i, n - i, &cp);
        if (len == 0) {
            fault(run, file, line, "invalid UTF-8 at byte %zu of the line", i + 1);
            return;
        }
        if ((cp < 0x20 && cp != '\t') || (cp >= 0x7F && cp < 0xA0)) {
            fault(run, file, line, "control character 0x%02X in the text", (unsigned)cp);
            return;
        }
        i += len;
    }
}

/* check_id: lower-case words joined with '-', and no name that the C side uses itself. */
static void check_id(struct run *run, const char *file, long line, const char *id)
{
    static const char *const reserved[] = {"none", "count", "args-max"};
    bool good = id[0] >= 'a' && id[0] <= 'z';
    for (const char *p = id; *p; p++) {
        bool word = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');
        good = good && (word || (*p == '-' && p[1] != '-' && p[1] != '\0'));
    }
    if (!good) {
        fault(run, file, line, "bad id '%s': lower-case words and digits joined with '-'", id);
    }
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (strcmp(id, reserved[i]) == 0) {
            fault(run, file, line, "the id '%s' is reserved", id);
        }
    }
}

/* form_of_number: "{1:row|rows}", two forms and nothing else in it. */
static bool form_of_number(const char *p)
{
    if (p[1] < '1' || p[1] > '9' || p[2] != ':') {
        return false;
    }
    size_t one = strcspn(p + 3, "|{}\\");
    const char *many = p + 3 + one;
    return one > 0 && *many == '|' && many[1] != '}' && many[1 + strcspn(many + 1, "|{}\\")] == '}';
}

/* finish: turns the raw text of m into its final bytes and notes its placeholders. */
static void finish(struct run *run, struct message *m)
{
    char *to = m->text;
    for (const char *p = m->text; *p; p++) {
        if (*p == '\\') {
            p++;
            if (*p == 'n' || *p == 't' || *p == 's') {
                *to++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : ' ';
            } else if (*p == '\\' || *p == '{') {
                *to++ = *p;
            } else if (*p == '\0') {
                fault(run, m->file, m->line, "%s: bad escape: '\\' at the end", m->id);
                break;
            } else {
                fault(run, m->file, m->line, "%s: bad escape '\\%c'", m->id, *p);
            }
            continue;
        }
        if (*p == '{' && p[1] >= '0' && p[1] <= '9') {
            if (form_of_number(p)) {
                m->forms |= 1u << (p[1] - '0');
            } else if (p[1] == '0' || p[2] != '}') {
                fault(run, m->file, m->line, "%s: bad placeholder: {1} to {9}", m->id);
            } else {
                m->places |= 1u << (p[1] - '0');
            }
        }
        *to++ = *p;
    }
    *to = '\0';
    if (m->text[0] == '\0') {
        fault(run, m->file, m->line, "%s: empty text", m->id);
    }
    if ((m->forms & ~m->places) != 0) {
        fault(run, m->file, m->line, "%s: a form of a figure that does not stand there", m->id);
    }
}

/* joint: what stands between a text and its continuation line. */
static const char *joint(const char *before, const char *after)
{
    size_t n = strlen(before);
    uint32_t last = ' ', first = ' ';
    size_t at = n;
    while (at > 0 && ((unsigned char)before[at - 1] & 0xC0) == 0x80) {
        at--;
    }
    if (at > 0) {
        at--;
        decode((const unsigned char *)before + at, n - at, &last);
    }
    decode((const unsigned char *)after, strlen(after), &first);
    bool line_break = n >= 2 && strcmp(before + n - 2, "\\n") == 0;
    bool ideographs = last >= IDEOGRAPHS_FROM && first >= IDEOGRAPHS_FROM;
    return n == 0 || line_break || ideographs ? "" : " ";
}

static void continue_text(struct message *m, const char *more)
{
    const char *between = joint(m->text, more);
    size_t have = strlen(m->text), gap = strlen(between), add = strlen(more);
    m->text = grow(m->text, have + gap + add + 1);
    memcpy(m->text + have, between, gap);
    memcpy(m->text + have + gap, more, add + 1);
}

/* take_line: one line without its end; blanks at the end are already gone. */
static void take_line(struct run *run, struct language *lang, const char *file, long line, char *s,
                      bool *open)
{
    size_t n = strlen(s);
    check_bytes(run, file, line, s, n);
    if (n == 0) {
        *open = false;
        return;
    }
    if (s[0] == '#') {
        return;
    }
    if (is_blank(s[0])) {
        while (is_blank(*s)) {
            s++;
        }
        if (*open) {
            continue_text(&lang->all[lang->n - 1], s);
        } else {
            fault(run, file, line, "continuation line without a message before it");
        }
        return;
    }
    char *equal = strchr(s, '=');
    if (!equal) {
        fault(run, file, line, "no '=' in the line: id = text");
        *open = false;
        return;
    }
    char *id_end = equal;
    while (id_end > s && is_blank(id_end[-1])) {
        id_end--;
    }
    char *text = equal + 1;
    while (is_blank(*text)) {
        text++;
    }
    if (lang->n == lang->cap) {
        lang->cap = lang->cap ? lang->cap * 2 : 256;
        lang->all = grow(lang->all, lang->cap * sizeof lang->all[0]);
    }
    struct message *m = &lang->all[lang->n++];
    *m = (struct message){
        copy_bytes(s, (size_t)(id_end - s)), copy_bytes(text, strlen(text)), file, line, 0, 0};
    check_id(run, file, line, m->id);
    *open = true;
}

static char *read_file(struct run *run, const char *file, size_t *size)
{
    FILE *f = fopen(file, "rb");
    if (!f) {
        fault(run, file, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    char *bytes = grow(NULL, FILE_BYTES_MAX + 1);
    *size = fread(bytes, 1, FILE_BYTES_MAX + 1, f);
    bool bad = ferror(f) != 0;
    fclose(f);
    if (bad || *size > FILE_BYTES_MAX) {
        fault(run, file, 0, bad ? "cannot be read" : "larger than 4 MiB");
        free(bytes);
        return NULL;
    }
    bytes[*size] = '\0';
    return bytes;
}

static void take_file(struct run *run, struct language *lang, const char *file)
{
    size_t size = 0;
    char *bytes = read_file(run, file, &size);
    if (!bytes) {
        return;
    }
    bool open = false;
    long line = 0;
    size_t first = lang->n;
    char *end = bytes + size;
    for (char *s = bytes; s < end;) {
        char *stop = memchr(s, '\n', (size_t)(end - s));
        char *next = stop ? stop + 1 : end;
        stop = stop ? stop : end;
        line++;
        if (memchr(s, '\0', (size_t)(stop - s))) {
            fault(run, file, line, "control character 0x00 in the text");
        }
        while (stop > s && is_blank(stop[-1])) {
            stop--;
        }
        *stop = '\0';
        take_line(run, lang, file, line, s, &open);
        s = next;
    }
    for (size_t i = first; i < lang->n; i++) {
        finish(run, &lang->all[i]);
    }
    free(bytes);
}

static int by_id(const void *a, const void *b)
{
    const struct message *const *x = a, *const *y = b;
    int order = strcmp((*x)->id, (*y)->id);
    return order ? order : (*x > *y) - (*x < *y);
}

/* sorted: pointers to the messages of a language by id; ids that occur twice are told. */
static struct message **sorted(struct run *run, struct language *lang)
{
    struct message **index = grow(NULL, (lang->n + 1) * sizeof index[0]);
    for (size_t i = 0; i < lang->n; i++) {
        index[i] = &lang->all[i];
    }
    qsort(index, lang->n, sizeof index[0], by_id);
    for (size_t i = 1; i < lang->n; i++) {
        if (strcmp(index[i - 1]->id, index[i]->id) == 0) {
            fault(run, index[i]->file, index[i]->line, "the id '%s' stands twice, first at %s:%ld",
                  index[i]->id, index[i - 1]->file, index[i - 1]->line);
        }
    }
    return index;
}

static struct message *find(struct message **index, size_t n, const char *id)
{
    size_t lo = 0;
    while (lo < n) {
        size_t mid = lo + (n - lo) / 2;
        int order = strcmp(index[mid]->id, id);
        if (order == 0) {
            return index[mid];
        }
        if (order < 0) {
            lo = mid + 1;
        } else {
            n = mid;
        }
    }
    return NULL;
}

static void places_text(char out[48], unsigned places)
{
    size_t n = 0;
    for (unsigned i = 1; i <= 9; i++) {
        if (places & (1u << i)) {
            n += (size_t)snprintf(out + n, 48 - n, "{%u}", i);
        }
    }
    if (n == 0) {
        snprintf(out, 48, "none");
    }
}

/* compare: every id of the master in the other language, with the same placeholders. */
static void compare(struct run *run, struct language *master, struct message **master_index,
                    struct language *other, struct message **index)
{
    for (size_t i = 0; i < master->n; i++) {
        struct message *m = &master->all[i];
        struct message *o = find(index, other->n, m->id);
        if (!o) {
            fault(run, m->file, m->line, "the id '%s' is missing in %s", m->id, other->code);
        } else if (o->places != m->places) {
            char here[48], there[48];
            places_text(here, o->places);
            places_text(there, m->places);
            fault(run, o->file, o->line, "%s: placeholders differ: %s here, %s in %s", o->id, here,
                  there, master->code);
        }
    }
    for (size_t i = 0; i < other->n; i++) {
        struct message *o = &other->all[i];
        if (!find(master_index, master->n, o->id)) {
            fault(run, o->file, o->line, "the id '%s' is missing in %s", o->id, master->code);
        }
    }
}

static void write_literal(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        switch (*s) {
        case '\n': fputs("\\n", f); break;
        case '\t': fputs("\\t", f); break;
        case '"': fputs("\\\"", f); break;
        case '\\': fputs("\\\\", f); break;
        case '?': fputs("\\?", f); break; /* no trigraphs */
        default: fputc(*s, f); break;
        }
    }
    fputc('"', f);
}

static void write_header(FILE *f, const struct language *master)
{
    fputs("/* Made by tools/msgc.c from the files in lang/; do not edit. */\n"
          "#ifndef LANG_MESSAGES_H\n#define LANG_MESSAGES_H\n\n"
          "enum msg_id {\n    MSG_NONE = 0,\n",
          f);
    for (size_t i = 0; i < master->n; i++) {
        fputs("    MSG_", f);
        for (const char *p = master->all[i].id; *p; p++) {
            bool lower = *p >= 'a' && *p <= 'z';
            fputc(lower ? *p - 'a' + 'A' : *p == '-' ? '_' : *p, f);
        }
        fputs(",\n", f);
    }
    fputs("    MSG_COUNT\n};\n\n"
          "/* Texts by language and id, names by id; the first language is English. */\n"
          "extern const char *const *const msg_tables[];\n"
          "extern const char *const msg_names[];\n"
          "extern const char *const msg_lang_codes[];\n"
          "extern const int msg_lang_count;\n\n#endif\n",
          f);
}

static void write_tables(FILE *f, const struct run *run, struct message ***indexes)
{
    const struct language *master = &run->languages[0];
    fputs("/* Made by tools/msgc.c from the files in lang/; do not edit. */\n"
          "#include \"lang/messages.h\"\n",
          f);
    for (size_t l = 0; l < run->n; l++) {
        const struct language *lang = &run->languages[l];
        fprintf(f, "\nstatic const char *const texts_%zu[] = { /* %s */\n    \"\",\n", l,
                lang->code);
        for (size_t i = 0; i < master->n; i++) {
            fputs("    ", f);
            write_literal(f, find(indexes[l], lang->n, master->all[i].id)->text);
            fputs(",\n", f);
        }
        fputs("};\n", f);
    }
    fputs("\nconst char *const *const msg_tables[] = {", f);
    for (size_t l = 0; l < run->n; l++) {
        fprintf(f, "%stexts_%zu", l ? ", " : "", l);
    }
    fputs("};\nconst char *const msg_lang_codes[] = {", f);
    for (size_t l = 0; l < run->n; l++) {
        fprintf(f, "%s\"%s\"", l ? ", " : "", run->languages[l].code);
    }
    fprintf(f, "};\nconst int msg_lang_count = %zu;\n\nconst char *const msg_names[] = {\n",
            run->n);
    fputs("    \"none\",\n", f);
    for (size_t i = 0; i < master->n; i++) {
        fprintf(f, "    \"%s\",\n", master->all[i].id);
    }
    fputs("};\n", f);
}

/* same_bytes: true when the file at path holds exactly what f holds. */
static bool same_bytes(const char *path, FILE *f)
{
    FILE *old = fopen(path, "rb");
    if (!old) {
        return false;
    }
    rewind(f);
    int a, b;
    do {
        a = getc(old);
        b = getc(f);
    } while (a == b && a != EOF);
    fclose(old);
    return a == b;
}

/* put: copies f to DIR/name; an unchanged header keeps its time, so that nothing is rebuilt. */
static bool put(const char *dir, const char *name, FILE *f, bool keep_if_same)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s", dir, name);
    if (n < 0 || (size_t)n >= sizeof path) {
        fputs("msgc: the path of --out is too long\n", stderr);
        return false;
    }
    if (keep_if_same && same_bytes(path, f)) {
        return true;
    }
    FILE *out = fopen(path, "wb");
    if (!out) {
        fprintf(stderr, "msgc: %s: %s\n", path, strerror(errno));
        return false;
    }
    rewind(f);
    for (int c; (c = getc(f)) != EOF;) {
        putc(c, out);
    }
    bool good = !ferror(out) && !ferror(f);
    good = fclose(out) == 0 && good;
    if (!good) {
        fprintf(stderr, "msgc: %s could not be written\n", path);
    }
    return good;
}

static bool write_all(struct run *run, struct message ***indexes)
{
    FILE *header = tmpfile();
    FILE *tables = tmpfile();
    bool good = header && tables;
    if (good) {
        write_header(header, &run->languages[0]);
        write_tables(tables, run, indexes);
        good = put(run->out_dir, "messages.h", header, true) &&
               put(run->out_dir, "messages.c", tables, false);
    } else {
        perror("msgc: temporary file");
    }
    if (header) {
        fclose(header);
    }
    if (tables) {
        fclose(tables);
    }
    return good;
}

/* arguments: fills run and reads the files; false on wrong use. */
static bool arguments(struct run *run, int argc, char **argv)
{
    struct language *lang = NULL;
    run->languages = grow(NULL, ((size_t)argc + 1) * sizeof run->languages[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--out") == 0 && i + 1 < argc) {
            run->out_dir = argv[++i];
        } else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc) {
            lang = &run->languages[run->n++];
            *lang = (struct language){.code = argv[++i]};
        } else if (lang && argv[i][0] != '-') {
            lang->first_file = lang->first_file ? lang->first_file : argv[i];
            take_file(run, lang, argv[i]);
        } else {
            return false;
        }
    }
    return run->out_dir && run->n > 0;
}

int main(int argc, char **argv)
{
    struct run run = {0};
    if (!arguments(&run, argc, argv)) {
        fputs("usage: msgc --out DIR --lang CODE FILE... [--lang CODE FILE...]...\n", stderr);
        return 2;
    }
    struct message ***indexes = grow(NULL, run.n * sizeof indexes[0]);
    for (size_t l = 0; l < run.n; l++) {
        indexes[l] = sorted(&run, &run.languages[l]);
    }
    for (size_t l = 1; l < run.n; l++) {
        compare(&run, &run.languages[0], indexes[0], &run.languages[l], indexes[l]);
    }
    bool good = run.faults == 0 && write_all(&run, indexes);
    if (run.faults) {
        fprintf(stderr, "msgc: %ld fault%s in the messages\n", run.faults,
                run.faults == 1 ? "" : "s");
    }
    for (size_t l = 0; l < run.n; l++) {
        for (size_t i = 0; i < run.languages[l].n; i++) {
            free(run.languages[l].all[i].id);
            free(run.languages[l].all[i].text);
        }
        free(run.languages[l].all);
        free(indexes[l]);
    }
    free(indexes);
    free(run.languages);
    return good ? 0 : 1;
}
