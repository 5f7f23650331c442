/* Files read with a limit, written whole or not at all; XDG places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/str.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static char home[512]; /* folder of one test */

static int make_home(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    snprintf(home, sizeof home, "%s/dlrig-file-XXXXXX", tmp ? tmp : "/tmp");
    return mkdtemp(home) ? 0 : -1;
}

static const char *in_home(const char *name)
{
    static char paths[4][1024];
    static int at;
    char *p = paths[at++ % 4];

    snprintf(p, sizeof paths[0], "%s/%s", home, name);
    return p;
}

static int entries(const char *dir)
{
    DIR *d = opendir(dir);
    int n = 0;

    assert_non_null(d);
    while (readdir(d))
        n++;
    closedir(d);
    return n - 2; /* . and .. */
}

static int remove_home(void **state)
{
    DIR *d = opendir(home);
    struct dirent *entry;

    (void)state;
    while (d && (entry = readdir(d)) != NULL) {
        if (entry->d_name[0] == '.' && (!entry->d_name[1] || entry->d_name[1] == '.'))
            continue;
        if (remove(in_home(entry->d_name)) != 0) /* a folder that is not empty is left */
            continue;
    }
    if (d)
        closedir(d);
    rmdir(home);
    return 0;
}

static void holds(const char *path, const char *expected)
{
    struct arena a;
    char *text;
    size_t len;

    arena_init(&a, 0);
    assert_int_equal(file_read(&a, path, 1 << 20, &text, &len, NULL), OK);
    assert_string_equal(text, expected);
    assert_int_equal(len, strlen(expected));
    arena_free(&a);
}

static mode_t mode_of(const char *path)
{
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    return st.st_mode & 0777;
}

static void write_new_and_replace(void **state)
{
    const char *path = in_home("计划 one.json");
    struct err_info e = {0};

    (void)state;
    assert_false(file_exists(path));
    assert_int_equal(file_write(path, "first", 5, FILE_NEW, false, &e), OK);
    holds(path, "first");
    assert_int_equal(file_write(path, "second", 6, FILE_NEW, false, &e), ERR_EXISTS);
    assert_string_equal(e.file, path);
    assert_int_equal(err_exit_code(e.code), 5);
    holds(path, "first");
    assert_int_equal(file_write(path, "second", 6, FILE_REPLACE, false, &e), OK);
    holds(path, "second");
    assert_int_equal(file_write(path, "", 0, FILE_REPLACE, false, &e), OK);
    holds(path, "");
    assert_int_equal(file_write(in_home("fresh"), "x", 1, FILE_REPLACE, false, &e), OK);
    assert_int_equal(entries(home), 2); /* no temporary file left */
}

static void modes(void **state)
{
    (void)state;
    mode_t before = umask(022);
    assert_int_equal(file_write(in_home("a"), "x", 1, FILE_NEW, false, NULL), OK);
    assert_int_equal(mode_of(in_home("a")), 0644);
    umask(077);
    assert_int_equal(file_write(in_home("b"), "x", 1, FILE_NEW, false, NULL), OK);
    assert_int_equal(mode_of(in_home("b")), 0600);
    umask(0);
    assert_int_equal(file_write(in_home("c"), "x", 1, FILE_NEW, true, NULL), OK);
    assert_int_equal(mode_of(in_home("c")), 0600);
    assert_int_equal(chmod(in_home("a"), 0640), 0);
    umask(077);
    assert_int_equal(file_write(in_home("a"), "y", 1, FILE_REPLACE, false, NULL), OK);
    assert_int_equal(mode_of(in_home("a")), 0640); /* as it was */
    assert_int_equal(file_write(in_home("a"), "z", 1, FILE_REPLACE, true, NULL), OK);
    assert_int_equal(mode_of(in_home("a")), 0600); /* secrets are closed whatever was there */
    umask(before);
}

static void links(void **state)
{
    struct err_info e = {0};
    struct stat st;

    (void)state;
    assert_int_equal(file_write(in_home("real"), "old", 3, FILE_NEW, false, &e), OK);
    assert_int_equal(symlink("real", in_home("link")), 0);
    assert_int_equal(file_write(in_home("link"), "new", 3, FILE_NEW, false, &e), ERR_EXISTS);
    assert_int_equal(file_write(in_home("link"), "new", 3, FILE_REPLACE, false, &e), OK);
    assert_int_equal(lstat(in_home("link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode)); /* still a link */
    holds(in_home("real"), "new");
    assert_int_equal(symlink("nowhere", in_home("dangling")), 0);
    assert_int_equal(file_write(in_home("dangling"), "x", 1, FILE_REPLACE, false, &e), ERR_IO);
    assert_int_equal(e.msg.id, MSG_FILE_DANGLING);
    assert_int_equal(file_write(in_home("dangling"), "x", 1, FILE_NEW, false, &e), ERR_IO);
    assert_false(file_exists(in_home("nowhere")));
    assert_int_equal(symlink("loop", in_home("loop")), 0);
    assert_int_equal(file_write(in_home("loop"), "x", 1, FILE_REPLACE, false, &e), ERR_IO);
    assert_string_equal(e.detail, strerror(ELOOP));
    assert_int_equal(entries(home), 4);
}

static void what_is_no_file_is_refused(void **state)
{
    struct err_info e = {0};

    (void)state;
    assert_int_equal(mkdir(in_home("folder"), 0700), 0);
    assert_int_equal(mkfifo(in_home("pipe"), 0600), 0);
    const char *const paths[] = {in_home("folder"), in_home("pipe"), "/dev/full"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        for (int mode = FILE_NEW; mode <= FILE_REPLACE; mode++) {
            enum err rc = file_write(paths[i], "x", 1, (enum file_mode)mode, false, &e);
            assert_int_equal(rc, ERR_IO);
            assert_int_equal(e.msg.id, MSG_FILE_NOT_REGULAR);
        }
    }
    assert_int_equal(file_write(in_home("no/such"), "x", 1, FILE_NEW, false, &e), ERR_IO);
    assert_string_equal(e.detail, strerror(ENOENT));
    assert_int_equal(file_write("", "x", 1, FILE_NEW, false, &e), ERR_IO);
    char name[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(file_write(in_home(name), "x", 1, FILE_NEW, false, &e), ERR_IO);
    assert_string_equal(e.detail, strerror(ENAMETOOLONG));
    name[255] = '\0'; /* the longest name there can be: no room for a suffix, none needed */
    assert_int_equal(file_write(in_home(name), "x", 1, FILE_NEW, false, &e), OK);
    assert_int_equal(file_write(in_home(name), "y", 1, FILE_REPLACE, false, &e), OK);
    assert_int_equal(entries(home), 3);
}

/* In a child that may write 1,000 bytes a file: the system then answers like a full disk. */
static void a_full_disk_leaves_the_old_file(void **state)
{
    const char *path = in_home("bill.md");
    int status;

    (void)state;
    assert_int_equal(file_write(path, "old", 3, FILE_NEW, false, NULL), OK);
    pid_t pid = fork();
    if (pid == 0) {
        static char big[4000];
        struct rlimit limit = {1000, 1000};
        struct err_info e = {0};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        memset(big, 'x', sizeof big);
        bool replace = file_write(path, big, sizeof big, FILE_REPLACE, false, &e) == ERR_IO &&
                       e.msg.id == MSG_FILE_WRITE_FAILED &&
                       strcmp(e.detail, strerror(EFBIG)) == 0 && strcmp(e.file, path) == 0;
        bool fresh = file_write(in_home("new"), big, sizeof big, FILE_NEW, false, &e) == ERR_IO;
        _exit(replace && fresh ? 0 : 1);
    }
    assert_true(waitpid(pid, &status, 0) == pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    holds(path, "old");
    assert_int_equal(entries(home), 1);
}

static void an_unwritable_folder(void **state)
{
    struct err_info e = {0};

    (void)state;
    if (geteuid() == 0) {
        /* the superuser may write everywhere but where the kernel makes no files */
        assert_int_equal(file_write("/proc/dlrig-test", "x", 1, FILE_NEW, false, &e), ERR_IO);
        assert_true(e.detail[0]);
        return;
    }
    assert_int_equal(chmod(home, 0500), 0);
    assert_int_equal(file_write(in_home("x"), "x", 1, FILE_NEW, false, &e), ERR_IO);
    assert_string_equal(e.detail, strerror(EACCES));
    assert_int_equal(chmod(home, 0700), 0);
}

/* Eight processes want the same new name: one gets it, seven are told, the file is whole. */
static void one_writer_gets_a_new_name(void **state)
{
    const char *path = in_home("race");
    static char text[50000];
    int won = 0;
    pid_t pids[8];

    (void)state;
    memset(text, 'r', sizeof text - 1);
    for (size_t i = 0; i < COUNT(pids); i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            enum err rc = file_write(path, text, sizeof text - 1, FILE_NEW, false, NULL);
            _exit(rc == OK ? 0 : rc == ERR_EXISTS ? 1 : 2);
        }
    }
    for (size_t i = 0; i < COUNT(pids); i++) {
        int status;
        assert_true(waitpid(pids[i], &status, 0) == pids[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
        won += WEXITSTATUS(status) == 0;
    }
    assert_int_equal(won, 1);
    holds(path, text);
    assert_int_equal(entries(home), 1);
}

static void reading(void **state)
{
    struct arena a;
    struct err_info e = {0};
    char *text;
    size_t len;

    (void)state;
    arena_init(&a, 0);
    assert_int_equal(file_write(in_home("f"), "a\0b", 3, FILE_NEW, false, &e), OK);
    assert_int_equal(file_read(&a, in_home("f"), 3, &text, &len, &e), OK);
    assert_int_equal(len, 3);
    assert_memory_equal(text, "a\0b", 4);
    assert_int_equal(file_read(&a, in_home("f"), 2, &text, &len, &e), ERR_LIMIT);
    assert_null(text);
    assert_int_equal(file_read(&a, "/dev/null/.config/none", 9, &text, &len, &e), ERR_NOT_FOUND);
    assert_int_equal(file_read(&a, in_home("none"), 9, &text, &len, &e), ERR_NOT_FOUND);
    assert_string_equal(e.file, in_home("none"));
    assert_int_equal(file_read(&a, home, 9, &text, &len, &e), ERR_IO);
    assert_string_equal(e.detail, strerror(EISDIR));
    assert_int_equal(file_read(&a, "/dev/zero", 100000, &text, &len, &e), ERR_LIMIT);
    assert_int_equal(file_read(&a, "/dev/null", 9, &text, &len, &e), OK);
    assert_int_equal(len, 0);
    assert_string_equal(text, "");
    arena_free(&a);
}

static void reading_a_pipe(void **state)
{
    const char *path = in_home("pipe");
    struct arena a;
    char *text;
    size_t len;

    (void)state;
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t pid = fork();
    if (pid == 0) {
        int fd = open(path, O_WRONLY);
        for (int i = 0; i < 1000 && fd >= 0; i++) {
            if (write(fd, "0123456789", 10) != 10)
                _exit(1);
        }
        _exit(0);
    }
    arena_init(&a, 0);
    assert_int_equal(file_read(&a, path, 10000, &text, &len, NULL), OK);
    assert_int_equal(len, 10000);
    assert_memory_equal(text + 9990, "0123456789", 11);
    arena_free(&a);
    assert_true(waitpid(pid, NULL, 0) == pid);
}

static void folders(void **state)
{
    struct err_info e = {0};

    (void)state;
    mode_t before = umask(022);
    assert_int_equal(file_mkdirs(in_home("a/b/c/"), &e), OK);
    assert_int_equal(mode_of(in_home("a/b/c")), 0700);
    assert_int_equal(file_mkdirs(in_home("a/b/c"), &e), OK);
    umask(before);
    assert_int_equal(file_write(in_home("file"), "x", 1, FILE_NEW, false, &e), OK);
    assert_int_equal(file_mkdirs(in_home("file/d"), &e), ERR_IO);
    assert_string_equal(e.detail, strerror(ENOTDIR));
    assert_int_equal(file_mkdirs("", &e), ERR_IO);
    assert_int_equal(file_mkdirs("/", &e), OK);
    rmdir(in_home("a/b/c"));
    rmdir(in_home("a/b"));
}

static void locks(void **state)
{
    const char *path = in_home("lock");
    int status;
    int fd = file_lock(path);

    (void)state;
    assert_true(fd >= 0);
    pid_t pid = fork();
    if (pid == 0)
        _exit(file_lock(path) == -1 ? 0 : 1);
    assert_true(waitpid(pid, &status, 0) == pid);
    assert_int_equal(status, 0);
    file_unlock(fd);
    pid = fork();
    if (pid == 0)
        _exit(file_lock(path) >= 0 ? 0 : 1);
    assert_true(waitpid(pid, &status, 0) == pid);
    assert_int_equal(status, 0);
    assert_int_equal(file_lock(in_home("no/such")), -1);
    file_unlock(-1);
}

static void joining(void **state)
{
    char out[10];

    (void)state;
    assert_true(path_join(out, sizeof out, "/a", "b"));
    assert_string_equal(out, "/a/b");
    assert_true(path_join(out, sizeof out, "/", "b"));
    assert_string_equal(out, "/b");
    assert_true(path_join(out, sizeof out, "", "b"));
    assert_string_equal(out, "b");
    assert_true(path_join(out, sizeof out, "/1234", "678"));
    assert_string_equal(out, "/1234/678");
    assert_false(path_join(out, sizeof out, "/1234", "6789"));
    assert_string_equal(out, "");
}

static void places(void **state)
{
    struct xdg_env env = {.home = "/home/u"};
    char out[64], small[8];

    (void)state;
    assert_true(xdg_dir(&env, XDG_CONFIG, out, sizeof out));
    assert_string_equal(out, "/home/u/.config/dlrig");
    assert_true(xdg_dir(&env, XDG_DATA, out, sizeof out));
    assert_string_equal(out, "/home/u/.local/share/dlrig");
    assert_true(xdg_dir(&env, XDG_STATE, out, sizeof out));
    assert_string_equal(out, "/home/u/.local/state/dlrig");
    env.cache_home = "/var/cache/u 显";
    assert_true(xdg_dir(&env, XDG_CACHE, out, sizeof out));
    assert_string_equal(out, "/var/cache/u 显/dlrig");
    env.cache_home = "relative"; /* ignored, as the specification says */
    assert_true(xdg_dir(&env, XDG_CACHE, out, sizeof out));
    assert_string_equal(out, "/home/u/.cache/dlrig");
    env.cache_home = "";
    assert_true(xdg_dir(&env, XDG_CACHE, out, sizeof out));
    assert_string_equal(out, "/home/u/.cache/dlrig");
    assert_false(xdg_dir(&env, XDG_CACHE, small, sizeof small));
    env.home = NULL;
    assert_false(xdg_dir(&env, XDG_CACHE, out, sizeof out));
    assert_string_equal(out, "");
    env.home = "not/absolute";
    assert_false(xdg_dir(&env, XDG_DATA, out, sizeof out));
    env.data_home = "/d";
    assert_true(xdg_dir(&env, XDG_DATA, out, sizeof out));
    assert_string_equal(out, "/d/dlrig");
}

#define IN_HOME(test) cmocka_unit_test_setup_teardown(test, make_home, remove_home)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_HOME(write_new_and_replace),
        IN_HOME(modes),
        IN_HOME(links),
        IN_HOME(what_is_no_file_is_refused),
        IN_HOME(a_full_disk_leaves_the_old_file),
        IN_HOME(an_unwritable_folder),
        IN_HOME(one_writer_gets_a_new_name),
        IN_HOME(reading),
        IN_HOME(reading_a_pipe),
        IN_HOME(folders),
        IN_HOME(locks),
        cmocka_unit_test(joining),
        cmocka_unit_test(places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
