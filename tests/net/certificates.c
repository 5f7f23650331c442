#include "tests/net/certificates.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

extern char **environ;

static const struct {
    const char *name, *subject, *names, *from, *to;
} made[CERT_COUNT] = {
    [CERT_GOOD] = {"good", "/CN=localhost", "good", "20200101000000Z", "20990101000000Z"},
    [CERT_SELF_SIGNED] = {"self", "/CN=localhost", "good", NULL, NULL},
    [CERT_EXPIRED] = {"expired", "/CN=localhost", "good", "20200101000000Z", "20210101000000Z"},
    [CERT_WRONG_NAME] = {"wrong", "/CN=elsewhere.test", "wrong", "20200101000000Z",
                         "20990101000000Z"},
};

const char *certificate_name(enum certificate c)
{
    return made[c].name;
}

bool run_quietly(const char *const *argv)
{
    posix_spawn_file_actions_t quiet;
    pid_t pid;
    int status;

    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0);
    int bad = posix_spawnp(&pid, argv[0], &quiet, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&quiet);
    return bad == 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/* What `openssl ca` wants to know, all of it in one folder. */
static bool write_config(const char *dir, const char *path)
{
    static const char text[] =
        "[ca]\ndefault_ca=mine\n[mine]\ndatabase=%s/index\nrand_serial=yes\ndefault_md=sha256\n"
        "new_certs_dir=%s\npolicy=any\nunique_subject=no\ncertificate=%s/ca.pem\n"
        "private_key=%s/ca.key\n[any]\ncommonName=supplied\n[req]\ndistinguished_name=dn\n[dn]\n"
        "[root]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n"
        "[good]\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n"
        "[wrong]\nsubjectAltName=DNS:elsewhere.test\n";
    char index[256];
    struct err_info e;
    struct str s;

    str_init(&s, 4096);
    str_addf(&s, text, dir, dir, dir, dir);
    bool ok = path_join(index, sizeof index, dir, "index") &&
              file_write(index, "", 0, FILE_REPLACE, true, &e) == OK &&
              file_write(path, s.p, s.len, FILE_REPLACE, true, &e) == OK;
    str_free(&s);
    return ok;
}

static bool self_signed(const char *config, const char *subject, const char *names, const char *key,
                        const char *cert)
{
    const char *const argv[] = {"openssl",
                                "req",
                                "-x509",
                                "-newkey",
                                "ec",
                                "-pkeyopt",
                                "ec_paramgen_curve:prime256v1",
                                "-nodes",
                                "-days",
                                "2",
                                "-config",
                                config,
                                "-extensions",
                                names,
                                "-subj",
                                subject,
                                "-keyout",
                                key,
                                "-out",
                                cert,
                                NULL};
    return run_quietly(argv);
}

static bool signed_by_ca(const char *config, enum certificate c, const char *key, const char *cert,
                         const char *request)
{
    const char *const ask[] = {"openssl",
                               "req",
                               "-new",
                               "-newkey",
                               "ec",
                               "-pkeyopt",
                               "ec_paramgen_curve:prime256v1",
                               "-nodes",
                               "-subj",
                               made[c].subject,
                               "-config",
                               config,
                               "-keyout",
                               key,
                               "-out",
                               request,
                               NULL};
    const char *const sign[] = {"openssl",     "ca",          "-batch",     "-notext",  "-config",
                                config,        "-startdate",  made[c].from, "-enddate", made[c].to,
                                "-extensions", made[c].names, "-in",        request,    "-out",
                                cert,          NULL};
    return run_quietly(ask) && run_quietly(sign);
}

bool certificates_make(const char *dir)
{
    char config[256], cert[256], key[256], request[256], name[64];

    if (!path_join(config, sizeof config, dir, "openssl.cnf") || !write_config(dir, config) ||
        !path_join(cert, sizeof cert, dir, "ca.pem") ||
        !path_join(key, sizeof key, dir, "ca.key") ||
        !path_join(request, sizeof request, dir, "request") ||
        !self_signed(config, "/CN=dlrig test authority", "root", key, cert))
        return false;
    for (int c = 0; c < CERT_COUNT; c++) {
        snprintf(name, sizeof name, "%s.pem", made[c].name);
        bool ok = path_join(cert, sizeof cert, dir, name);
        snprintf(name, sizeof name, "%s.key", made[c].name);
        ok = ok && path_join(key, sizeof key, dir, name);
        ok = ok && (made[c].from != NULL
                        ? signed_by_ca(config, (enum certificate)c, key, cert, request)
                        : self_signed(config, made[c].subject, made[c].names, key, cert));
        if (!ok)
            return false;
    }
    return true;
}
