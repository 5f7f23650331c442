/*
 * known_feed.h - the public price feeds that the program knows by name: where each is found, in
 * what order, how large it may be. A table and nothing else; fetching is pricing's. None is fetched
 * unless it is asked for by name or named in the config (`use` under [feeds]).
 */
#ifndef CATALOG_KNOWN_FEED_H
#define CATALOG_KNOWN_FEED_H

#include <stdbool.h>
#include <stddef.h>

#define KNOWN_FEED_URLS 4

struct known_feed {
    const char *name;
    const char *group;                /* asks for all of the group; NULL: none */
    const char *format;               /* word of the parser */
    const char *provider;             /* whose prices, when the answer does not say; or NULL */
    const char *url[KNOWN_FEED_URLS]; /* tried in this order, to the first NULL */
    const char *finder;               /* page that tells the address of the answer; or NULL ... */
    const char *found, *found_tail;   /* ... which begins so there and is then ended so */
    size_t max_bytes;                 /* decompressed, of one answer */
    int max_pages;                    /* answers that follow each other */
    const char *credit;               /* who made it, under which terms */
};
extern const struct known_feed known_feeds[];
extern const size_t known_feed_count;

/* known_feed_find: NULL when there is none of that name (letter case does not matter).
 * known_feed_group: some feed belongs to this group. */
const struct known_feed *known_feed_find(const char *name);
bool known_feed_group(const char *group);

#endif
