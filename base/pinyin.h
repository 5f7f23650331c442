/*
 * pinyin.h - Chinese names in the order of their pronunciation, without a locale: the 3,755
 * characters of GB 2312 level 1 stand in that standard by pinyin, the rarer ones follow by code
 * point, and letters and digits stand before all.
 *
 *     struct str key; ... pinyin_key(&key, "阿里云"); strcmp() of two keys is their order
 */
#ifndef BASE_PINYIN_H
#define BASE_PINYIN_H

#include "base/str.h"

void pinyin_key(struct str *out, const char *text);

#endif
