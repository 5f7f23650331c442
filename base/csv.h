/*
 * csv.h - RFC 4180 reader that counts lines, and a writer. The only user of libcsv.
 *
 * Reads from memory; fields are valid until the next row. First row is the header: columns are
 * found by name, in any order. Limits: 1 MiB a field, 512 columns.
 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct str;
struct csv;

/* csv_open: text of len bytes (UTF-8, BOM allowed; not copied, must outlive the reader). Reads the
 * header. file is for messages. ERR_SYNTAX (line), ERR_LIMIT, ERR_NOMEM. */
enum err csv_open(struct csv **out, const char *text, size_t len, const char *file,
                  struct err_info *e);
void csv_close(struct csv *c);
/* csv_more: the text that follows the one read so far, which must have ended with a row; lines are
 * counted on. csv_lenient: rows with more fields than the header are read, the surplus is passed
 * over; those with fewer stay ERR_SYNTAX. */
void csv_more(struct csv *c, const char *text, size_t len);
void csv_lenient(struct csv *c);
size_t csv_columns(const struct csv *c);
const char *csv_column_name(const struct csv *c, size_t i);
int csv_find(const struct csv *c, const char *column); /* index or -1 */
/* csv_next: next data row; *more false at the end. A row with another number of fields than the
 * header is ERR_SYNTAX (line told); the caller may go on with the next call. So are a stray quote,
 * bad UTF-8 and a quote that is never closed: the row is refused, the next call reads on behind its
 * first line. */
enum err csv_next(struct csv *c, bool *more, struct err_info *e);
long csv_line(const struct csv *c);                     /* line where the row began, 1-based */
const char *csv_field(const struct csv *c, int column); /* "" for an empty cell or column < 0 */

/* writing: csv_put quotes when needed, separator before every field but the first of a line. A text
 * that a spreadsheet would run as a formula (begins with = + - @ and is no number) gets a leading
 * apostrophe; csv_put_exact leaves it alone, for files that dlrig reads again. NULL is empty. */
void csv_put(struct str *out, bool *first, const char *field);
void csv_put_exact(struct str *out, bool *first, const char *field);
void csv_put_num(struct str *out, bool *first, double x); /* NAN -> empty */
void csv_end(struct str *out, bool *first);               /* LF */

#endif
