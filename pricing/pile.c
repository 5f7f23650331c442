#include "pricing/pile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

#define PATH_BYTES 4096
#define WINDOW ((size_t)128 << 10) /* of a run in the file, while it is read */
#define HEAD 8                     /* bytes before a row: length of key, length of body */

/* A sorted piece: of the buffer (at an offset of `order`) or of the file. */
struct run {
    int batch;
    bool on_disk;
    size_t from, to; /* of `order`, or bytes of the file */
    size_t at;       /* where reading stands */
    unsigned char *window;
    size_t have, used;        /* bytes in the window, and read of them */
    const unsigned char *row; /* the next one; NULL: at the end */
};

struct pile {
    char dir[PATH_BYTES];
    int fd; /* -1: no file yet */
    size_t file_bytes;
    unsigned char *bytes; /* rows of the buffer */
    size_t room, used;
    uint32_t *order; /* offsets of the rows, sorted within each run */
    size_t order_n, order_cap;
    size_t begun; /* order_n where the current batch began in the buffer */
    bool sorted;  /* its rows came in order until now */
    struct run *run;
    size_t run_n, run_cap, batch_run; /* batch_run: first run of the current batch */
    int batch;
    size_t *heap; /* runs by their next row, least first */
    size_t heap_n;
    bool reading;
};

/* --- rows in memory -------------------------------------------------------------------------- */
static size_t number(const unsigned char *b)
{
    return (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
}

static void put_number(unsigned char *b, size_t x)
{
    for (int i = 0; i < 4; i++)
        b[i] = (unsigned char)(x >> (8 * i));
}

static size_t row_bytes(const unsigned char *row)
{
    return HEAD + number(row) + number(row + 4);
}

static int compare(const unsigned char *a, const unsigned char *b)
{
    size_t m = number(a), n = number(b);
    int c = memcmp(a + HEAD, b + HEAD, m < n ? m : n);

    return c != 0 ? c : (m > n) - (m < n);
}

static enum err no_memory(struct err_info *e)
{
    return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
}

static enum err system_error(const struct pile *p, struct err_info *e)
{
    int number_of = errno;
    struct msg_arg a[2];

    if (e == NULL)
        return ERR_IO;
    str_copy(e->file, sizeof e->file, p->dir);
    a[0] = ARG_STR(e->file);
    a[1] = err_system(e, number_of);
    return err_set(e, ERR_IO, MSG_FILE_WRITE_FAILED, 2, a);
}

struct pile *pile_new(const char *dir, size_t buffer_bytes)
{
    struct pile *p = calloc(1, sizeof *p);

    if (p == NULL)
        return NULL;
    p->fd = -1;
    p->sorted = true;
    p->room = buffer_bytes > 2 * PILE_ROW_MAX ? buffer_bytes : 2 * PILE_ROW_MAX;
    p->bytes = malloc(p->room);
    if (p->bytes == NULL || !str_copy(p->dir, sizeof p->dir, dir)) {
        pile_free(p);
        return NULL;
    }
    return p;
}

void pile_free(struct pile *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->run_n; i++)
        free(p->run[i].window);
    if (p->fd >= 0)
        close(p->fd);
    free(p->run);
    free(p->heap);
    free(p->order);
    free(p->bytes);
    free(p);
}

/* --- sorting --------------------------------------------------------------------------------- */
/* Stable, and quick for what is nearly sorted: natural halves are only joined when they overlap. */
static void sort(const unsigned char *bytes, uint32_t *x, uint32_t *room, size_t n)
{
    size_t half = n / 2, i = 0, k = half;

    if (n < 2)
        return;
    sort(bytes, x, room, half);
    sort(bytes, x + half, room, n - half);
    if (compare(bytes + x[half - 1], bytes + x[half]) <= 0)
        return;
    memcpy(room, x, half * sizeof *x);
    for (size_t out = 0; i < half; out++)
        x[out] = k < n && compare(bytes + x[k], bytes + room[i]) < 0 ? x[k++] : room[i++];
}

static struct run *new_run(struct pile *p)
{
    if (p->run_n == p->run_cap) {
        size_t cap = p->run_cap > 0 ? 2 * p->run_cap : 32;
        struct run *more = realloc(p->run, cap * sizeof *more);

        if (more == NULL)
            return NULL;
        p->run = more;
        p->run_cap = cap;
    }
    struct run *r = &p->run[p->run_n++];
    *r = (struct run){.batch = p->batch};
    return r;
}

/* What of the current batch lies in the buffer becomes a sorted run. */
static enum err close_run(struct pile *p, struct err_info *e)
{
    size_t n = p->order_n - p->begun;

    if (n == 0)
        return OK;
    if (!p->sorted) {
        uint32_t *room = malloc((n / 2 + 1) * sizeof *room);
        if (room == NULL)
            return no_memory(e);
        sort(p->bytes, p->order + p->begun, room, n);
        free(room);
    }
    struct run *r = new_run(p);
    if (r == NULL)
        return no_memory(e);
    r->from = p->begun;
    r->to = p->order_n;
    p->begun = p->order_n;
    p->sorted = true;
    return OK;
}

/* --- the file -------------------------------------------------------------------------------- */
static bool open_file(struct pile *p)
{
    char path[PATH_BYTES];

    if (p->fd >= 0)
        return true;
    if (!path_join(path, sizeof path, p->dir, "prices.rows-XXXXXX"))
        return errno = ENAMETOOLONG, false;
    p->fd = mkstemp(path);
    if (p->fd < 0)
        return false;
    fcntl(p->fd, F_SETFD, FD_CLOEXEC);
    return unlink(path) == 0; /* it ends with this process, whatever ends that */
}

static bool write_all(int fd, const unsigned char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t k = write(fd, bytes, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return false;
        bytes += k;
        n -= (size_t)k;
    }
    return true;
}

static bool write_run(struct pile *p, struct run *r, unsigned char *out)
{
    size_t n = 0, from = p->file_bytes;

    for (size_t i = r->from; i < r->to; i++) {
        const unsigned char *row = p->bytes + p->order[i];
        size_t k = row_bytes(row);

        if (n + k > WINDOW) {
            if (!write_all(p->fd, out, n))
                return false;
            n = 0;
        }
        memcpy(out + n, row, k);
        n += k;
        p->file_bytes += k;
    }
    if (!write_all(p->fd, out, n))
        return false;
    r->on_disk = true;
    r->from = from;
    r->to = p->file_bytes;
    return true;
}

/* All runs of the buffer go to the file; it is empty then. */
static enum err spill(struct pile *p, struct err_info *e)
{
    enum err rc = close_run(p, e);
    unsigned char *out = rc == OK ? malloc(WINDOW) : NULL;

    if (out == NULL)
        return rc != OK ? rc : no_memory(e);
    bool ok = open_file(p);
    for (size_t i = 0; i < p->run_n && ok; i++)
        if (!p->run[i].on_disk)
            ok = write_run(p, &p->run[i], out);
    rc = ok ? OK : system_error(p, e);
    free(out);
    p->used = p->order_n = p->begun = 0;
    return rc;
}

/* --- adding ---------------------------------------------------------------------------------- */
static bool order_room(struct pile *p)
{
    if (p->order_n < p->order_cap)
        return true;
    size_t cap = p->order_cap > 0 ? 2 * p->order_cap : 1024;
    uint32_t *more = realloc(p->order, cap * sizeof *more);
    if (more == NULL)
        return false;
    p->order = more;
    p->order_cap = cap;
    return true;
}

enum err pile_add(struct pile *p, const void *key, size_t key_n, const void *body, size_t n,
                  struct err_info *e)
{
    size_t all = HEAD + key_n + n;

    if (key_n > PILE_ROW_MAX || n > PILE_ROW_MAX || all > PILE_ROW_MAX)
        return err_set(e, ERR_LIMIT, MSG_NET_ROW_LONG, 1, &ARG_INT(PILE_ROW_MAX));
    if (all > p->room - p->used) {
        enum err rc = spill(p, e);
        if (rc != OK)
            return rc;
    }
    if (!order_room(p))
        return no_memory(e);
    unsigned char *row = p->bytes + p->used;
    put_number(row, key_n);
    put_number(row + 4, n);
    memcpy(row + HEAD, key, key_n);
    if (n > 0)
        memcpy(row + HEAD + key_n, body, n);
    if (p->sorted && p->order_n > p->begun)
        p->sorted = compare(p->bytes + p->order[p->order_n - 1], row) <= 0;
    p->order[p->order_n++] = (uint32_t)p->used;
    p->used += all;
    return OK;
}

enum err pile_void(struct pile *p, struct err_info *e)
{
    (void)e;
    if (p->order_n > p->begun)
        p->used = p->order[p->begun];
    p->run_n = p->batch_run;
    p->order_n = p->begun;
    p->sorted = true;
    return OK;
}

enum err pile_end(struct pile *p, bool keep, struct err_info *e)
{
    enum err rc = keep ? close_run(p, e) : pile_void(p, e);

    p->batch++;
    p->sorted = true;
    p->batch_run = p->run_n;
    return rc;
}

/* --- reading --------------------------------------------------------------------------------- */
static enum err fill(struct pile *p, struct run *r, struct err_info *e)
{
    size_t left = r->have - r->used, want = r->to - r->at;

    memmove(r->window, r->window + r->used, left);
    if (want > WINDOW - left)
        want = WINDOW - left;
    while (want > 0) {
        ssize_t k = pread(p->fd, r->window + left, want, (off_t)r->at);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return system_error(p, e);
        left += (size_t)k;
        r->at += (size_t)k;
        want -= (size_t)k;
    }
    r->have = left;
    r->used = 0;
    return OK;
}

/* The run's next row; NULL in r->row at its end. */
static enum err advance(struct pile *p, struct run *r, struct err_info *e)
{
    enum err rc = OK;

    r->row = NULL;
    if (!r->on_disk) {
        if (r->at < r->to)
            r->row = p->bytes + p->order[r->at++];
        return OK;
    }
    if (r->have - r->used < HEAD || r->have - r->used < row_bytes(r->window + r->used))
        rc = fill(p, r, e);
    if (rc == OK && r->have > r->used) {
        r->row = r->window + r->used;
        r->used += row_bytes(r->row);
    }
    return rc;
}

static bool before(const struct pile *p, size_t a, size_t b)
{
    int c = compare(p->run[a].row, p->run[b].row);

    return c != 0 ? c < 0 : a < b; /* runs are numbered as they came */
}

static void sink_down(struct pile *p, size_t i)
{
    for (;;) {
        size_t least = i, left = 2 * i + 1, right = left + 1;

        if (left < p->heap_n && before(p, p->heap[left], p->heap[least]))
            least = left;
        if (right < p->heap_n && before(p, p->heap[right], p->heap[least]))
            least = right;
        if (least == i)
            return;
        size_t x = p->heap[i];
        p->heap[i] = p->heap[least];
        p->heap[least] = x;
        i = least;
    }
}

enum err pile_rewind(struct pile *p, struct err_info *e)
{
    free(p->heap);
    p->heap_n = 0;
    p->reading = false;
    p->heap = malloc((p->run_n + 1) * sizeof *p->heap);
    if (p->heap == NULL)
        return no_memory(e);
    for (size_t i = 0; i < p->run_n; i++) {
        struct run *r = &p->run[i];
        enum err rc;

        r->at = r->from;
        r->have = r->used = 0;
        if (r->on_disk && r->window == NULL && (r->window = malloc(WINDOW)) == NULL)
            return no_memory(e);
        if ((rc = advance(p, r, e)) != OK)
            return rc;
        if (r->row != NULL)
            p->heap[p->heap_n++] = i;
    }
    for (size_t i = p->heap_n / 2; i-- > 0;)
        sink_down(p, i);
    return OK;
}

/* The row that was handed out last is passed over only now, so that it stays valid until then. */
enum err pile_next(struct pile *p, struct pile_row *out, struct err_info *e)
{
    *out = (struct pile_row){0};
    if (p->reading && p->heap_n > 0) {
        struct run *r = &p->run[p->heap[0]];
        enum err rc = advance(p, r, e);

        if (rc != OK)
            return rc;
        if (r->row == NULL)
            p->heap[0] = p->heap[--p->heap_n];
        sink_down(p, 0);
    }
    p->reading = true;
    if (p->heap_n == 0)
        return OK;
    const struct run *r = &p->run[p->heap[0]];
    out->key_n = number(r->row);
    out->n = number(r->row + 4);
    out->key = r->row + HEAD;
    out->body = out->key + out->key_n;
    out->batch = r->batch;
    return OK;
}
