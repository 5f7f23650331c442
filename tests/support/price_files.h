/* price_files.h - price files as tests need them: rows counted, and one of the format before. */
#ifndef TESTS_SUPPORT_PRICE_FILES_H
#define TESTS_SUPPORT_PRICE_FILES_H

#include <stddef.h>

/* price_file_count: the offers of that provider, date and beginning of the past; NULL: any. */
size_t price_file_count(const char *path, const char *provider, const char *date, const char *past);

/* Tables of a price file of the format before this one, whose offers are rows of columns. */
extern const char price_file_columns[];

#endif
