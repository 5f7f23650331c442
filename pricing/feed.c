#include "pricing/feed.h"

const struct feed_kind feed_kinds[] = {
    {"list", (size_t)16 << 20, feed_list_read},
};
const size_t feed_kind_count = sizeof feed_kinds / sizeof feed_kinds[0];
