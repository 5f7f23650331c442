/*
 * pick.c - reads answers of dlrig and judges expectations about them; helper of make-cases.
 *
 *     pick FOLDER show FIGURE...       one line a figure: label, tab, values of the first run
 *     pick FOLDER check EXPECTATION... one line each: met or not, tab, what was there
 *
 * FOLDER holds for the runs 1, 2, ... the files N.json (may be empty), N.txt and N.exit.
 *
 * A figure is  LABEL: PATH [PATH...].  An expectation is  [N:]PATH OP VALUE:
 *     verdict.word = does-not-fit          equal, as text or as number; one of several values will
 *     plans[*].gpu.id != nvidia-h100       none of the values is
 *     text ~ smallest change               contains, ASCII case ignored; !~ contains not
 *     speed.typical in 40..65              a number in the range; one of several will do; !in: none
 *     plans[*].cost.per_run within 1..9    every number is; there must be one
 *     speed.typical < 2:speed.typical      compared with a number or with another path
 * Paths: members by dots, [*] every element, [3] by place, [#] how many, [id=x] those whose member
 * has this text. `text` is the plain answer, `exit` the exit code. PATH * PATH and PATH / PATH
 * are calculated.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/num.h"
#include "base/str.h"

#define RUNS_MAX 6
#define VALUES_MAX 512
#define FILE_MAX_BYTES (16u << 20)

struct run {
    struct json_doc *doc;
    const struct json *root; /* NULL: no JSON came out */
    const char *text, *exit;
};

struct value { /* a text or a number */
    const char *text;
    double number;
};

struct values {
    struct value v[VALUES_MAX];
    size_t n;
    bool answered; /* the run gave something to look into */
};

static struct run runs[RUNS_MAX];
static struct arena store;

/* Wrapped lines are joined: what is said counts, not where it breaks. */
static void join_lines(char *text)
{
    char *to = text;
    for (const char *p = text; *p != '\0'; p++) {
        char c = *p == '\n' ? ' ' : *p;
        if (c != ' ' || to == text || to[-1] != ' ')
            *to++ = c;
    }
    *to = '\0';
}

static const char *read_part(const char *folder, int i, const char *ending)
{
    char path[512];
    char *text = NULL;
    size_t len = 0;
    struct err_info e = {0};
    snprintf(path, sizeof(path), "%s/%d.%s", folder, i + 1, ending);
    if (file_read(&store, path, FILE_MAX_BYTES, &text, &len, &e) != OK)
        return NULL;
    while (len > 0 && text[len - 1] == '\n')
        text[--len] = '\0';
    if (str_eq(ending, "txt"))
        join_lines(text);
    return text;
}

static void read_runs(const char *folder)
{
    for (int i = 0; i < RUNS_MAX; i++) {
        const char *json = read_part(folder, i, "json");
        struct err_info e = {0};
        runs[i].text = read_part(folder, i, "txt");
        runs[i].exit = read_part(folder, i, "exit");
        if (json != NULL &&
            json_parse(json, strlen(json), FILE_MAX_BYTES, &runs[i].doc, &e) == OK)
            runs[i].root = json_root(runs[i].doc);
    }
}

static void add(struct values *out, const char *text, double number)
{
    if (out->n < VALUES_MAX)
        out->v[out->n++] = (struct value){text, number};
}

static void add_json(struct values *out, const struct json *v)
{
    switch (json_type(v)) {
    case JSON_STRING: add(out, json_string(v), UNKNOWN); break;
    case JSON_NUMBER: add(out, NULL, json_number(v)); break;
    case JSON_BOOL: add(out, json_bool(v, false) ? "yes" : "no", UNKNOWN); break;
    case JSON_NULL: add(out, "null", UNKNOWN); break;
    default: break; /* arrays and objects have no value of their own */
    }
}

static void walk(const struct json *v, const char *path, struct values *out);

/* "[...]" at path: each element that it names is walked on. */
static void walk_array(const struct json *v, const char *path, struct values *out)
{
    char inside[128];
    size_t n = strcspn(path + 1, "]");
    if (n >= sizeof(inside) || path[n + 1] != ']')
        return;
    memcpy(inside, path + 1, n);
    inside[n] = '\0';
    const char *rest = path + n + 2;
    if (str_eq(inside, "#")) {
        add(out, NULL, (double)json_count(v));
        return;
    }
    char *equals = strchr(inside, '=');
    if (equals != NULL)
        *equals = '\0';
    for (size_t i = 0; i < json_count(v); i++) {
        const struct json *one = json_at(v, i);
        char place[24];
        snprintf(place, sizeof(place), "%zu", i);
        bool wanted = equals != NULL ? str_eq(json_string(json_get(one, inside)), equals + 1)
                                     : str_eq(inside, "*") || str_eq(inside, place);
        if (wanted)
            walk(one, rest, out);
    }
}

static void walk(const struct json *v, const char *path, struct values *out)
{
    if (v == NULL)
        return;
    if (*path == '.')
        path++;
    if (*path == '\0') {
        add_json(out, v);
        return;
    }
    if (*path == '[') {
        if (json_type(v) == JSON_ARRAY)
            walk_array(v, path, out);
        return;
    }
    char key[64];
    size_t n = strcspn(path, ".[");
    if (n >= sizeof(key) || json_type(v) != JSON_OBJECT)
        return;
    memcpy(key, path, n);
    key[n] = '\0';
    walk(json_get(v, key), path + n, out);
}

/* Values of one path; "2:" before it names the run. */
static void evaluate(const char *path, struct values *out)
{
    int i = 0;
    out->n = 0;
    if (path[0] >= '1' && path[0] <= '0' + RUNS_MAX && path[1] == ':') {
        i = path[0] - '1';
        path += 2;
    }
    if (str_eq(path, "text") || str_eq(path, "exit")) {
        const char *text = str_eq(path, "text") ? runs[i].text : runs[i].exit;
        out->answered = text != NULL;
        if (text != NULL)
            add(out, text, UNKNOWN);
    } else {
        out->answered = runs[i].root != NULL;
        walk(runs[i].root, path, out);
    }
}

static struct values scratch;

/* One path, or two with " * " or " / " between: element by element. */
static void evaluate_term(char *term, struct values *out)
{
    char *sign = strstr(term, " * ");
    if (sign == NULL)
        sign = strstr(term, " / ");
    if (sign == NULL) {
        evaluate(term, out);
        return;
    }
    *sign = '\0';
    evaluate(term, out);
    evaluate(sign + 3, &scratch);
    if (scratch.n < out->n)
        out->n = scratch.n;
    for (size_t i = 0; i < out->n; i++) {
        double a = out->v[i].number, b = scratch.v[i].number;
        out->v[i] = (struct value){NULL, sign[1] == '*' ? a * b : a / b};
    }
    *sign = ' ';
}

static const char *shown(const struct value *v, char room[32])
{
    if (v->text != NULL)
        return v->text;
    snprintf(room, 32, "%.4g", v->number);
    return room;
}

static bool read_number(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && *end == '\0';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool contains(const char *text, const char *part)
{
    size_t n = strlen(part);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < n && lower(text[i]) == lower(part[i]))
            i++;
        if (i == n)
            return true;
    }
    return n == 0;
}

static bool equal(const struct value *v, const char *wanted)
{
    double x;
    if (v->text != NULL)
        return str_eq(v->text, wanted);
    return read_number(wanted, &x) && !(v->number < x || v->number > x);
}

static bool within(const struct value *v, const char *range)
{
    char low[64];
    double a, b;
    const char *dots = strstr(range, "..");
    size_t n = dots != NULL ? (size_t)(dots - range) : sizeof(low);
    if (n >= sizeof(low))
        return false;
    memcpy(low, range, n);
    low[n] = '\0';
    if (!read_number(low, &a) || !read_number(dots + 2, &b)) {
        fprintf(stderr, "pick: \"%s\" is no range\n", range);
        exit(2);
    }
    return v->number >= a && v->number <= b;
}

static double limit_of(const char *text)
{
    static struct values other;
    double x;
    if (read_number(text, &x))
        return x;
    evaluate(text, &other);
    return other.n > 0 ? other.v[0].number : UNKNOWN;
}

static bool one_holds(const struct value *v, const char *op, const char *wanted)
{
    if (str_eq(op, "=") || str_eq(op, "!="))
        return equal(v, wanted);
    if (str_eq(op, "~") || str_eq(op, "!~"))
        return v->text != NULL && contains(v->text, wanted);
    if (str_eq(op, "in") || str_eq(op, "!in") || str_eq(op, "within"))
        return within(v, wanted);
    if (str_eq(op, "<"))
        return v->number < limit_of(wanted);
    return v->number > limit_of(wanted);
}

static bool all_hold(const struct values *v, const char *op, const char *wanted)
{
    size_t held = 0;
    for (size_t i = 0; i < v->n; i++)
        held += one_holds(&v->v[i], op, wanted);
    if (op[0] == '!')
        return v->answered && held == 0; /* a run that failed proves nothing */
    return str_eq(op, "within") ? held == v->n && v->n > 0 : held > 0;
}

static void print_values(const struct values *v, bool is_text)
{
    char room[32];
    if (v->n == 0 || is_text) {
        printf("%s\n", v->n == 0 ? "nothing" : "");
        return;
    }
    for (size_t i = 0; i < v->n && i < 8; i++)
        printf("%s%s", i > 0 ? ", " : "", shown(&v->v[i], room));
    printf("%s\n", v->n > 8 ? ", ..." : "");
}

static struct values found;

static void check(const char *expectation)
{
    static const char *const ops[] = {" = ",   " != ",     " ~ ", " !~ ", " in ",
                                      " !in ", " within ", " < ", " > "};
    char line[512], op[16];
    const char *at = NULL;
    size_t width = 0;
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
        const char *here = strstr(expectation, ops[i]);
        if (here != NULL && (at == NULL || here < at)) {
            at = here;
            width = strlen(ops[i]);
        }
    }
    if (at == NULL || !str_copy(line, sizeof(line), expectation)) {
        fprintf(stderr, "pick: \"%s\" is no expectation\n", expectation);
        exit(2);
    }
    snprintf(op, sizeof(op), "%.*s", (int)width - 2, at + 1);
    line[at - expectation] = '\0';
    evaluate_term(line, &found);
    printf("%s\t", all_hold(&found, op, at + width) ? "met" : "not");
    print_values(&found, contains(line, "text"));
}

/* "LABEL: PATH PATH": a line when at least one of the paths has a value. */
static void show(const char *figure)
{
    char room[32], path[128];
    const char *colon = strstr(figure, ": ");
    size_t printed = 0;
    if (colon == NULL)
        return;
    for (const char *p = colon + 2; *p != '\0';) {
        size_t n = strcspn(p, " ");
        snprintf(path, sizeof(path), "%.*s", (int)n, p);
        evaluate(path, &found);
        for (size_t i = 0; i < found.n && i < 12; i++) {
            const char *text = shown(&found.v[i], room);
            if (str_empty(text) || str_eq(text, "null"))
                continue;
            if (printed++ == 0)
                printf("%.*s\t", (int)(colon - figure), figure);
            else
                printf(" / ");
            printf("%s", text);
        }
        p += n + (p[n] == ' ' ? 1 : 0);
    }
    if (printed > 0)
        printf("\n");
}

int main(int argc, char *argv[])
{
    bool shows = argc > 2 && str_eq(argv[2], "show");
    if (argc < 3 || (!shows && !str_eq(argv[2], "check"))) {
        fprintf(stderr, "usage: pick FOLDER show|check WORDS...\n");
        return 2;
    }
    arena_init(&store, 0);
    read_runs(argv[1]);
    for (int i = 3; i < argc; i++) {
        if (shows)
            show(argv[i]);
        else
            check(argv[i]);
    }
    for (int i = 0; i < RUNS_MAX; i++)
        json_free(runs[i].doc);
    arena_free(&store);
    return 0;
}
