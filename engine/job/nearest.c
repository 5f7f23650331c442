#include "engine/job/nearest.h"

#include <string.h>

#include "base/text.h"

static int allowed(const char *word)
{
    int third = (int)(strlen(word) / 3);
    return third > 2 ? third : 2;
}

static int distance_to(const char *name, const char *word)
{
    if (strlen(name) >= 2 && str_starts(word, name)) {
        return 1; /* a beginning is a better hint than its many missing letters tell */
    }
    return text_distance(name, word, allowed(word));
}

static int seen(const char *word, const char *const *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (out[i] == word) {
            return 1;
        }
    }
    return 0;
}

size_t nearest_words(const char *name, nearest_get *get, size_t total, const char **out, size_t n)
{
    size_t found = 0;
    while (found < n) {
        const char *best = NULL;
        int least = 0;
        for (size_t i = 0; i < total; i++) {
            const char *word = get(i);
            if (seen(word, out, found)) {
                continue;
            }
            int d = distance_to(name, word);
            if (d <= allowed(word) && (!best || d < least)) {
                best = word;
                least = d;
            }
        }
        if (!best) {
            break;
        }
        out[found++] = best;
    }
    return found;
}

void nearest_join(struct str *out, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        str_add(out, i > 0 ? ", " : "");
        str_add(out, words[i]);
    }
}
