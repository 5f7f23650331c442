/* Where output goes: files whole or not at all, pipes that close, disks that are full, and the same
 * bytes in every locale and time zone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/spawn.h"

#define JOB "plan --task finetune --model llama-3.1-8b --as-of 2026-11-30 --top 3 "

struct folder {
    char dir[32];
};

static void in(const struct folder *f, const char *name, char *out, size_t cap)
{
    snprintf(out, cap, "%s/%s", f->dir, name);
}

static int setup(void **state)
{
    static struct folder f;
    memcpy(f.dir, "/tmp/dlrig-test-XXXXXX", 23);
    if (mkdtemp(f.dir) == NULL)
        return -1;
    *state = &f;
    return 0;
}

static int entries(const struct folder *f)
{
    DIR *d = opendir(f->dir);
    int n = 0;
    assert_non_null(d);
    for (struct dirent *x; (x = readdir(d)) != NULL;)
        n += strcmp(x->d_name, ".") != 0 && strcmp(x->d_name, "..") != 0;
    closedir(d);
    return n;
}

static int teardown(void **state)
{
    const struct folder *f = (const struct folder *)*state;
    char path[512];
    DIR *d = opendir(f->dir);
    if (d == NULL)
        return -1;
    for (struct dirent *x; (x = readdir(d)) != NULL;) {
        if (x->d_name[0] == '.' && (x->d_name[1] == '\0' || x->d_name[1] == '.'))
            continue;
        snprintf(path, sizeof path, "%s/%s", f->dir, x->d_name);
        remove(path);
    }
    closedir(d);
    return rmdir(f->dir);
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static char *get(const char *path, size_t *len)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *text = calloc(1, 1u << 22);
    assert_non_null(text);
    *len = fread(text, 1, (1u << 22) - 1, f);
    fclose(f);
    return text;
}

static void holds(const char *path, const char *expected)
{
    size_t len;
    char *text = get(path, &len);
    assert_string_equal(text, expected);
    free(text);
}

/* Runs with --out path; the exit code and whether a word stands in the error. */
static void run_out(const struct spawn_how *how, const char *path, const char *more, int code,
                    const char *says)
{
    char line[512];
    struct spawned s;
    snprintf(line, sizeof line, JOB "--format csv --out %s %s", path, more);
    spawn_line(&s, how, line);
    if (s.code != code)
        fail_msg("%s %s: exit code %d, not %d: %s", path, more, s.code, code, s.err);
    assert_int_equal(s.out_len, 0);
    if (code != 0) {
        assert_non_null(strstr(s.err, path));
        assert_non_null(strstr(s.err, says));
    } else {
        assert_int_equal(s.err_len, 0);
    }
    spawned_free(&s);
}

static mode_t mode_of(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return st.st_mode & 0777;
}

static void a_new_file_has_the_modes_of_the_umask(void **state)
{
    const struct folder *f = (const struct folder *)*state;
    char path[128];
    in(f, "open.csv", path, sizeof path);
    run_out(&(struct spawn_how){.umask = 022}, path, "", 0, "");
    assert_int_equal(mode_of(path), 0644);
    in(f, "closed.csv", path, sizeof path);
    run_out(&(struct spawn_how){.umask = 077}, path, "", 0, "");
    assert_int_equal(mode_of(path), 0600);
    assert_int_equal(entries(f), 2);
}

static void an_old_file_needs_force_and_keeps_its_mode(void **state)
{
    const struct folder *f = (const struct folder *)*state;
    char path[128];
    in(f, "bill.csv", path, sizeof path);
    put(path, "precious\n");
    chmod(path, 0640);
    run_out(NULL, path, "", 5, "--force");
    holds(path, "precious\n");
    run_out(NULL, path, "--force", 0, "");
    assert_int_equal(mode_of(path), 0640);
    size_t len;
    char *text = get(path, &len);
    assert_int_equal(strncmp(text, "plan", 4), 0);
    assert_int_equal(text[len - 1], '\n');
    free(text);
    assert_int_equal(entries(f), 1);
}

static void a_link_is_followed_once(void **state)
{
    const struct folder *f = (const struct folder *)*state;
    char real[128], link[128], dangling[128];
    struct stat st;
    in(f, "real.csv", real, sizeof real);
    in(f, "link.csv", link, sizeof link);
    in(f, "dangling.csv", dangling, sizeof dangling);
    put(real, "precious\n");
    chmod(real, 0600);
    assert_int_equal(symlink("real.csv", link), 0);
    assert_int_equal(symlink("nowhere.csv", dangling), 0);
    run_out(NULL, link, "", 5, "--force");
    holds(real, "precious\n");
    run_out(NULL, link, "--force", 0, "");
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode)); /* the link is still one */
    assert_int_equal(mode_of(real), 0600);
    run_out(NULL, dangling, "", 5, "link");
    run_out(NULL, dangling, "--force", 5, "link");
    assert_int_equal(entries(f), 3);
}

static void what_is_no_file_is_refused(void **state)
{
    const struct folder *f = (const struct folder *)*state;
    char fifo[128];
    in(f, "fifo", fifo, sizeof fifo);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    run_out(NULL, fifo, "", 5, "regular");
    run_out(NULL, fifo, "--force", 5, "regular");
    run_out(NULL, f->dir, "", 5, "regular");
    run_out(NULL, f->dir, "--force", 5, "regular");
    run_out(NULL, "/dev/full", "--force", 5, "regular");
    assert_int_equal(entries(f), 1);
}

static void a_full_disk_leaves_the_old_file(void **state)
{
    const struct folder *f = (const struct folder *)*state;
    struct spawn_how how = {.file_limit = 512};
    char path[128];
    in(f, "bill.csv", path, sizeof path);
    put(path, "precious\n");
    run_out(&how, path, "--force", 5, "");
    holds(path, "precious\n");
    in(f, "new.csv", path, sizeof path);
    run_out(&how, path, "", 5, "");
    assert_int_equal(entries(f), 1); /* nothing half written, no temporary file */
}

static void standard_output_that_fails(void **state)
{
    struct spawned s;
    (void)state;
    spawn_line(&s, &(struct spawn_how){.out_path = "/dev/full"}, JOB "--format json");
    assert_int_equal(s.code, 5);
    assert_int_equal(count_lines(s.err), 1);
    spawned_free(&s);
    spawn_line(&s, &(struct spawn_how){.out_closed = true}, JOB "--format json");
    assert_int_equal(s.code, 5);
    assert_int_equal(count_lines(s.err), 1);
    spawned_free(&s);
}

static void a_closed_pipe_ends_quietly(void **state)
{
    static const char *const lines[] = {JOB "--format json", "offers", "help",
                                        "catalog list offers --format csv", "--version"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct spawned s;
        spawn_line(&s, &(struct spawn_how){.out_closed_pipe = true}, lines[i]);
        assert_int_equal(s.signal, 0);
        assert_int_equal(s.code, 0);
        assert_string_equal(s.err, "");
        spawned_free(&s);
    }
}

/* Every format, on a pipe: no control byte, a newline at the end, the text of the file the same. */
static void no_escapes_on_a_pipe(void **state)
{
    static const char *const lines[] = {JOB "--format text",
                                        JOB "--format md",
                                        JOB "--format line",
                                        JOB "--format csv",
                                        "size --model llama-3.1-8b",
                                        "fits --gpu rtx-4090 --task serve",
                                        "offers --count 8",
                                        "offers --format md",
                                        "catalog list",
                                        "catalog list accelerators",
                                        "catalog show rtx-4090",
                                        "explain --list",
                                        "explain psu-margin",
                                        "explain memory.total",
                                        "doctor",
                                        "help",
                                        "help plan",
                                        "help job",
                                        "validate"};
    const struct folder *f = (const struct folder *)*state;
    char path[128], line[512];
    in(f, "same.txt", path, sizeof path);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct spawned s;
        const char *const env[] = {"TERM=xterm-256color", "COLORTERM=truecolor", "DLRIG_LANG=zh",
                                   NULL};
        spawn_line(&s, &(struct spawn_how){.env = env}, lines[i]);
        if (s.code != 0)
            fail_msg("%s: exit code %d: %s", lines[i], s.code, s.err);
        if (has_escape(s.out, s.out_len))
            fail_msg("%s: a control byte", lines[i]);
        assert_true(s.out_len > 1 && s.out[s.out_len - 1] == '\n');
        if (strncmp(lines[i], "help", 4) == 0) {
            spawned_free(&s);
            continue;
        }
        struct spawned t;
        snprintf(line, sizeof line, "%s --out %s --force", lines[i], path);
        spawn_line(&t, &(struct spawn_how){.env = env}, line);
        assert_int_equal(t.code, 0);
        size_t len;
        char *text = get(path, &len);
        assert_int_equal(len, s.out_len);
        assert_memory_equal(text, s.out, len);
        free(text);
        spawned_free(&s);
        spawned_free(&t);
    }
}

/* What is not compared: the moment of the run. */
static void blank_generated(char *text)
{
    char *p = strstr(text, "\"generated\"");
    if (p != NULL)
        memset(p, '-', strcspn(p, "\n"));
}

static void same_bytes_everywhere(void **state)
{
    static const char *const places[][6] = {
        {"LANG=C", "TZ=UTC", NULL},
        {"LC_ALL=zh_CN.UTF-8", "TZ=Asia/Shanghai", NULL},
        {"LANG=de_DE.UTF-8", "LC_NUMERIC=de_DE.UTF-8", "TZ=America/Los_Angeles", NULL},
        {"LANG=zh_CN.UTF-8", "TERM=dumb", "COLUMNS=20", "TZ=Pacific/Kiritimati", NULL},
    };
    static const char *const lines[] = {
        JOB "--format json", JOB "--format csv", "offers --count 8 --format csv",
        "size --model llama-3.1-8b --as-of 2026-11-30 --format json",
        "fits --gpu rtx-4090 --as-of 2026-11-30 --format json"};
    (void)state;
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        struct spawned first = {0};
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            struct spawned s;
            spawn_line(&s, &(struct spawn_how){.env = places[i]}, lines[k]);
            assert_int_equal(s.code, 0);
            blank_generated(s.out);
            if (i == 0) {
                first = s;
                continue;
            }
            assert_string_equal(s.out, first.out);
            spawned_free(&s);
        }
        spawned_free(&first);
    }
}

/* json speaks --lang and nothing else; text follows the locale. */
static void language_of_formats(void **state)
{
    static const char *const zh[] = {"LANG=zh_CN.UTF-8", NULL};
    const struct spawn_how how = {.env = zh};
    struct spawned s;
    (void)state;
    spawn_line(&s, &how, JOB "--format text");
    assert_non_null(strstr(s.out, "显存"));
    spawned_free(&s);
    spawn_line(&s, &how, JOB "--format text --lang en");
    assert_null(strstr(s.out, "显存"));
    spawned_free(&s);
    spawn_line(&s, &how, "--lang zh " JOB "--format json");
    assert_non_null(strstr(s.out, "显存"));
    spawned_free(&s);
}

/* The JSON of a plan is a plan file: read again, it gives the same plan. */
static void a_plan_reads_back(void **state)
{
    const struct folder *f = (const struct folder *)*state;
    char path[128], line[512];
    struct spawned a, b;
    in(f, "plan.json", path, sizeof path);
    spawn_line(&a, NULL, JOB "--gpu rtx-4090x2 --country DE --currency EUR --format json");
    put(path, a.out);
    snprintf(line, sizeof line, "plan --job %s --as-of 2026-11-30 --top 3 --format json", path);
    spawn_line(&b, NULL, line);
    assert_int_equal(a.code, b.code);
    blank_generated(a.out);
    blank_generated(b.out);
    assert_string_equal(a.out, b.out);
    spawned_free(&a);
    spawned_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_file_has_the_modes_of_the_umask, setup, teardown),
        cmocka_unit_test_setup_teardown(an_old_file_needs_force_and_keeps_its_mode, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_link_is_followed_once, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_the_old_file, setup, teardown),
        cmocka_unit_test(standard_output_that_fails),
        cmocka_unit_test(a_closed_pipe_ends_quietly),
        cmocka_unit_test_setup_teardown(no_escapes_on_a_pipe, setup, teardown),
        cmocka_unit_test(same_bytes_everywhere),
        cmocka_unit_test(language_of_formats),
        cmocka_unit_test_setup_teardown(a_plan_reads_back, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
