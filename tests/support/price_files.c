#include "tests/support/price_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "catalog/price_rows.h"

#define KEY_AND_CELLS                                                                              \
    "provider TEXT NOT NULL, instance TEXT NOT NULL, region TEXT NOT NULL, zone TEXT NOT NULL, "   \
    "kind TEXT NOT NULL, feed TEXT NOT NULL, gpu TEXT NOT NULL, gpu_count REAL NOT NULL, "         \
    "vcpus REAL, ram_gib REAL, network_gbps REAL, link TEXT, rdma INTEGER, currency TEXT NOT "     \
    "NULL, price_hour REAL NOT NULL, price_month REAL, date TEXT NOT NULL, source TEXT NOT NULL, " \
    "confidence TEXT, rank INTEGER NOT NULL, weight INTEGER NOT NULL, past TEXT, "                 \
    "PRIMARY KEY (provider, instance, region, zone, kind, feed)"

const char price_file_columns[] =
    "CREATE TABLE about (written TEXT NOT NULL, program TEXT NOT NULL) STRICT;"
    "CREATE TABLE counts (name TEXT PRIMARY KEY, rows INTEGER NOT NULL) STRICT;"
    "CREATE TABLE feeds (feed TEXT PRIMARY KEY, place TEXT NOT NULL, fetched TEXT, rows INTEGER "
    "NOT NULL, format TEXT, data_date TEXT, etag TEXT, modified TEXT, retry_after TEXT, tried TEXT "
    "NOT NULL) STRICT;"
    "CREATE TABLE fx (base TEXT NOT NULL, quote TEXT NOT NULL, date TEXT NOT NULL, rate REAL NOT "
    "NULL, source TEXT NOT NULL, feed TEXT NOT NULL, PRIMARY KEY (base, quote, feed)) STRICT;"
    "CREATE TABLE offers (" KEY_AND_CELLS ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE best_offers (" KEY_AND_CELLS ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE gone (provider TEXT NOT NULL, instance TEXT NOT NULL, region TEXT NOT NULL, "
    "zone TEXT NOT NULL, kind TEXT NOT NULL, feed TEXT NOT NULL, last TEXT NOT NULL, past TEXT NOT "
    "NULL, PRIMARY KEY (provider, instance, region, zone, kind, feed)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE medians (gpu TEXT NOT NULL, kind TEXT NOT NULL, rows INTEGER NOT NULL, usd REAL "
    "NOT NULL, PRIMARY KEY (gpu, kind)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE judged (feed TEXT NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL, "
    "provider TEXT, instance TEXT, region TEXT, zone TEXT, kind TEXT, gpu TEXT, currency TEXT, "
    "date TEXT, price_hour REAL, expected_hour REAL) STRICT;";

size_t price_file_count(const char *path, const char *provider, const char *date, const char *past)
{
    struct db *db;
    struct price_rows *rows;
    struct price_row *x;
    struct err_info e = {0};
    size_t n = 0;
    int format;

    assert_int_equal(price_file_open(&db, path, &format, &e), OK);
    assert_int_equal(price_rows_open(&rows, db, "", "offers", format, &e), OK);
    for (;;) {
        assert_int_equal(price_rows_next(rows, &x, &e), OK);
        if (x == NULL)
            break;
        n += (provider == NULL || str_eq(x->provider, provider)) &&
             (date == NULL || str_eq(x->date, date)) && (past == NULL || str_starts(x->past, past));
    }
    price_rows_close(rows);
    db_close(db);
    return n;
}
