#include "pricing/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "base/text.h"

#define SILENT_MAX 16 /* hosts of this run that do not answer */
#define SEEN_MAX 512  /* pages of one feed */
#define TOTAL_S 600   /* of all feeds together */
#define DAY_S 86400
#define RETRY_MAX_S (30L * DAY_S)
#define CHUNK ((size_t)64 << 10)
#define MB 1000000
#define PAGE_BYTES ((size_t)4 << 20) /* of a page that tells an address */
#define LIST_BYTES ((size_t)64 << 20)
#define FILE_BYTES ((size_t)4 << 30)
#define VERSION_BYTES 32

struct source {
    const struct source_net *net;
    struct moment now;
    struct fetcher *fetcher; /* NULL until the first address */
    int64_t deadline_s;      /* by the monotonic clock */
    char silent[SILENT_MAX][256];
    size_t silent_n;
};

/* One attempt: an address or a file, with its pages. */
struct attempt {
    struct source *s;
    const struct source_feed *feed;
    const struct source_reader *reader;
    struct source_state *now;
    struct fetch_answer answer;
    const char *place;
    bool begun;
    uint64_t seen[SEEN_MAX]; /* hashes of the pages' addresses */
    size_t seen_n;
};

static int64_t monotonic_s(void)
{
    struct timespec t;

    return clock_gettime(CLOCK_MONOTONIC, &t) == 0 ? (int64_t)t.tv_sec : 0;
}

struct source *source_new(const struct source_net *net, struct moment now)
{
    struct source *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    s->net = net;
    s->now = now;
    s->deadline_s = monotonic_s() + (net->total_s > 0 ? net->total_s : TOTAL_S);
    return s;
}

void source_free(struct source *s)
{
    if (s == NULL)
        return;
    fetch_close(s->fetcher);
    free(s);
}

/* --- files ----------------------------------------------------------------------------------- */
/* The day of a file's last change, never later than today. */
static void file_day(const struct source *s, int fd, char day[11])
{
    struct stat st;
    int32_t today = date_of(s->now), days = today;

    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
        days = date_of((struct moment){.unix_s = (int64_t)st.st_mtime});
    date_format(days < today ? days : today, day);
}

static enum err file_error(const char *path, int number, struct err_info *e)
{
    struct msg_arg a[2];

    if (e == NULL)
        return ERR_IO;
    str_copy(e->file, sizeof e->file, path);
    a[0] = ARG_STR(e->file);
    a[1] = err_system(e, number);
    if (number == ENOENT)
        return err_set(e, ERR_NOT_FOUND, MSG_FILE_MISSING, 1, a);
    return err_set(e, ERR_IO, MSG_FILE_READ_FAILED, 2, a);
}

static enum err read_file(struct attempt *t, struct err_info *e)
{
    const struct source_reader *r = t->reader;
    char day[11], *bytes = NULL;
    const char *next = NULL;
    enum err rc = OK;
    int fd = open(t->place, O_RDONLY | O_CLOEXEC | O_NOCTTY);

    if (fd < 0)
        return file_error(t->place, errno, e);
    file_day(t->s, fd, day);
    rc = r->begin(r->ctx, t->place, day, e);
    if (rc == OK && (bytes = malloc(CHUNK)) == NULL)
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    while (rc == OK) {
        ssize_t n = read(fd, bytes, CHUNK);
        struct err_info why = {0};
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            rc = file_error(t->place, errno, e);
        if (n <= 0)
            break;
        t->now->bytes += (size_t)n;
        if (t->now->bytes > FILE_BYTES)
            rc = err_set(e, ERR_LIMIT, MSG_FETCH_LARGE, 1, &ARG_INT(FILE_BYTES / MB));
        else if (!r->bytes(r->ctx, bytes, (size_t)n, &why)) {
            rc = why.code != OK ? why.code : ERR_NOMEM;
            if (e != NULL)
                err_copy(e, &why);
        }
    }
    free(bytes);
    close(fd);
    t->now->pages = 1;
    return rc == OK ? r->end(r->ctx, &next, e) : rc;
}

/* --- one answer ------------------------------------------------------------------------------ */
static size_t cap_of(const struct attempt *t)
{
    if (t->feed->known != NULL)
        return t->feed->known->max_bytes;
    return t->s->net->max_mb > 0 ? (size_t)t->s->net->max_mb * MB : LIST_BYTES;
}

static enum err limits_of(const struct attempt *t, size_t cap, struct fetch_limits *l,
                          struct err_info *e)
{
    const struct source_net *net = t->s->net;
    int64_t left = t->s->deadline_s - monotonic_s();

    *l = fetch_usual;
    l->max_bytes = cap;
    l->allow_private = t->feed->allow_private;
    l->connect_s = net->connect_s > 0 ? net->connect_s : l->connect_s;
    l->total_s = net->transfer_s > 0 ? net->transfer_s : l->total_s;
    l->low_s = net->quiet_s > 0 ? net->quiet_s : l->low_s;
    if (left <= 0)
        return err_set(e, ERR_LIMIT, MSG_NET_TOTAL, 1,
                       &ARG_INT(net->total_s > 0 ? net->total_s : TOTAL_S));
    if (l->total_s > left)
        l->total_s = (long)left;
    return OK;
}

/* The day of the data: that of Last-Modified when it is told, else today. */
static enum err begin(struct attempt *t, struct err_info *e)
{
    int32_t today = date_of(t->s->now), days = today;
    char day[11];

    if (t->begun)
        return OK;
    t->begun = true;
    if (t->answer.modified_s > 0)
        days = date_of((struct moment){.unix_s = t->answer.modified_s});
    date_format(days < today ? days : today, day);
    return t->reader->begin(t->reader->ctx, t->place, day, e);
}

static bool on_bytes(void *ctx, const char *bytes, size_t n, struct err_info *e)
{
    struct attempt *t = ctx;

    t->now->bytes += n;
    return begin(t, e) == OK && t->reader->bytes(t->reader->ctx, bytes, n, e);
}

static void silence(struct source *s, const char *url)
{
    if (s->silent_n < SILENT_MAX && fetch_host(url, s->silent[s->silent_n], sizeof s->silent[0]))
        s->silent_n++;
}

static bool is_silent(const struct source *s, const char *url)
{
    char host[256];

    if (!fetch_host(url, host, sizeof host))
        return false;
    for (size_t i = 0; i < s->silent_n; i++)
        if (str_eq(s->silent[i], host))
            return true;
    return false;
}

/* What an answer tells besides its bytes. */
static void take_news(struct attempt *t, const char *url)
{
    const struct fetch_answer *x = &t->answer;
    struct source_state *now = t->now;

    if (x->retry_after_s > 0 && x->status != 200) {
        long wait = x->retry_after_s < RETRY_MAX_S ? x->retry_after_s : RETRY_MAX_S;
        if (t->s->now.unix_s + wait > now->retry_s)
            now->retry_s = t->s->now.unix_s + wait;
        silence(t->s, url);
    }
    if (x->no_contact)
        silence(t->s, url);
    if (x->server_s > 0) {
        int64_t off = x->server_s - t->s->now.unix_s;
        now->clock_s = off > DAY_S || off < -DAY_S ? (long)off : 0;
    }
}

static enum err get(struct attempt *t, const char *url, size_t cap, fetch_sink *sink, void *ctx,
                    const struct source_state *was, struct err_info *e)
{
    struct fetch_limits limits;
    struct fetch_ask ask = {.url = url, .limits = &limits, .sink = sink, .ctx = ctx};
    struct source *s = t->s;
    enum err rc = limits_of(t, cap, &limits, e);

    if (rc != OK)
        return rc;
    if (s->fetcher == NULL && (s->fetcher = fetch_open(s->net->proxy, s->net->ca_file)) == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (was != NULL && str_eq(was->place, url)) {
        ask.etag = was->etag;
        ask.modified = was->modified;
    }
    rc = fetch_get(s->fetcher, &ask, &t->answer, e);
    take_news(t, url);
    return rc;
}

/* --- pages ----------------------------------------------------------------------------------- */
static uint64_t hash(const char *text)
{
    uint64_t h = 1469598103934665603u; /* FNV-1a */

    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h;
}

/* An address that an answer told: of the same server, written as one, and not seen before. */
static enum err check_page(struct attempt *t, const char *first, const char *url,
                           struct err_info *e)
{
    char shown[160];

    for (const char *p = url; *p != '\0'; p++)
        if (*p <= ' ' || *p > '~' || p - url >= SOURCE_PLACE_BYTES - 1)
            return err_set(e, ERR_VALUE, MSG_NET_PAGE_BAD, 0, NULL);
    if (!fetch_same_host(first, url)) {
        text_clean_buf(shown, sizeof shown, url);
        return err_set(e, ERR_VALUE, MSG_NET_PAGE_HOST, 1, &ARG_STR(err_detail(e, shown)));
    }
    if (t->seen_n == SEEN_MAX ||
        (t->feed->known != NULL && t->seen_n >= (size_t)t->feed->known->max_pages))
        return err_set(e, ERR_LIMIT, MSG_NET_PAGES, 1, &ARG_INT((double)t->seen_n));
    for (size_t i = 0; i < t->seen_n; i++)
        if (t->seen[i] == hash(url))
            return err_set(e, ERR_VALUE, MSG_NET_PAGE_AGAIN, 0, NULL);
    return OK;
}

static enum err read_pages(struct attempt *t, const struct source_state *was, struct err_info *e)
{
    char url[SOURCE_PLACE_BYTES];
    const char *next = NULL;
    enum err rc;

    if (!str_copy(url, sizeof url, t->place))
        return err_set(e, ERR_USAGE, MSG_NET_PAGE_BAD, 0, NULL);
    for (;;) {
        t->seen[t->seen_n++] = hash(url);
        rc = get(t, url, cap_of(t), on_bytes, t, t->seen_n == 1 ? was : NULL, e);
        t->now->unchanged = rc == OK && t->answer.unchanged;
        if (rc == OK && t->seen_n == 1) {
            str_copy(t->now->place, sizeof t->now->place, t->place);
            str_copy(t->now->etag, sizeof t->now->etag, t->answer.etag);
            str_copy(t->now->modified, sizeof t->now->modified, t->answer.modified);
        }
        t->now->pages = t->seen_n;
        if (rc != OK || t->now->unchanged)
            return rc;
        rc = begin(t, e);
        if (rc == OK)
            rc = t->reader->end(t->reader->ctx, &next, e);
        if (rc != OK || next == NULL)
            break;
        rc = check_page(t, t->place, next, e);
        if (rc != OK)
            break;
        str_copy(url, sizeof url, next);
    }
    if (t->seen_n > 1) /* the tag of the first page says nothing of the others */
        t->now->etag[0] = t->now->modified[0] = '\0';
    return rc;
}

/* --- an address that a page tells ------------------------------------------------------------ */
static bool take_text(void *ctx, const char *bytes, size_t n, struct err_info *e)
{
    struct str *s = ctx;

    (void)e;
    str_addn(s, bytes, n);
    return !s->failed;
}

bool source_find_address(const struct known_feed *k, const char *page, size_t n, char *out,
                         size_t cap)
{
    size_t head = strlen(k->found);
    struct str s;

    for (const char *p = page; (p = memchr(p, k->found[0], n - (size_t)(p - page))) != NULL; p++) {
        if ((size_t)(page + n - p) <= head || memcmp(p, k->found, head) != 0)
            continue;
        size_t len = strspn(p + head, "0123456789.");
        if (len == 0 || len > VERSION_BYTES || p[head] == '.')
            continue;
        str_init(&s, cap - 1);
        str_addf(&s, "%s%.*s%s", k->found, (int)len, p + head, k->found_tail);
        bool fits = !s.failed && str_copy(out, cap, s.p);
        str_free(&s);
        return fits;
    }
    return false;
}

static enum err find_address(struct attempt *t, char *out, size_t cap, struct err_info *e)
{
    const struct known_feed *k = t->feed->known;
    struct str page;
    enum err rc;

    str_init(&page, PAGE_BYTES);
    rc = get(t, k->finder, PAGE_BYTES, take_text, &page, NULL, e);
    if (rc == OK && !source_find_address(k, page.p, page.len, out, cap))
        rc = err_set(e, ERR_VALUE, MSG_NET_NOT_FOUND, 2,
                     (struct msg_arg[]){ARG_STR(k->finder), ARG_STR(k->name)});
    str_free(&page);
    return rc;
}

/* --- all places of a feed -------------------------------------------------------------------- */
static enum err try_place(struct source *s, const struct source_feed *feed, const char *place,
                          const struct source_state *was, struct source_state *now,
                          const struct source_reader *reader, struct err_info *e)
{
    struct attempt t = {.s = s, .feed = feed, .reader = reader, .now = now, .place = place};

    now->bytes = 0;
    if (!fetch_is_address(place))
        return read_file(&t, e);
    if (s->net->offline)
        return err_set(e, ERR_UNSUPPORTED, MSG_PRICING_OFFLINE, 0, NULL);
    if (is_silent(s, place))
        return err_set(e, ERR_IO, MSG_NET_SILENT, 0, NULL);
    return read_pages(&t, was, e);
}

static enum err still_waiting(const struct source *s, const struct source_state *was,
                              struct err_info *e)
{
    char until[21];

    if (was->retry_s <= s->now.unix_s || was->retry_s > s->now.unix_s + RETRY_MAX_S)
        return OK;
    moment_format((struct moment){.unix_s = was->retry_s}, until);
    return err_set(e, ERR_IO, MSG_NET_WAIT, 1, &ARG_STR(err_detail(e, until)));
}

static size_t places(const struct source_feed *feed, const char *out[SOURCE_PLACES])
{
    size_t n = 0;

    for (; n < feed->place_n; n++)
        out[n] = feed->place[n];
    for (size_t i = 0; feed->place_n == 0 && feed->known != NULL && i < KNOWN_FEED_URLS; i++)
        if (feed->known->url[i] != NULL)
            out[n++] = feed->known->url[i];
    return n;
}

enum err source_read(struct source *s, const struct source_feed *feed,
                     const struct source_state *was, struct source_state *now,
                     const struct source_reader *reader, struct err_info *e)
{
    const char *place[SOURCE_PLACES];
    char found[SOURCE_PLACE_BYTES];
    size_t n = places(feed, place);
    enum err rc = OK;

    *now = (struct source_state){0};
    if (n > 0 && !fetch_is_address(place[0]))
        return try_place(s, feed, place[0], was, now, reader, e);
    if (s->net->offline)
        return err_set(e, ERR_UNSUPPORTED, MSG_PRICING_OFFLINE, 0, NULL);
    rc = still_waiting(s, was, e);
    if (rc != OK) {
        now->retry_s = was->retry_s;
        return rc;
    }
    if (n == 0) {
        struct attempt t = {.s = s, .feed = feed, .now = now};
        rc = find_address(&t, found, sizeof found, e);
        place[n++] = found;
        if (rc != OK)
            return rc;
    }
    for (size_t i = 0; i < n; i++) {
        struct err_info why = {0};

        rc = try_place(s, feed, place[i], was, now, reader, &why);
        if (rc == OK || rc == ERR_NOMEM || i == 0 || why.msg.id != MSG_NET_SILENT)
            if (e != NULL)
                err_copy(e, &why); /* the last word, but not that a host was silent before */
        if (rc == OK || rc == ERR_NOMEM)
            break;
    }
    if (rc == OK)
        now->retry_s = 0;
    return rc;
}
