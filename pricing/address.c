#include "pricing/address.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/str.h"

static const struct {
    uint32_t net;
    int bits;
} special[] = {
    {0x00000000, 8},  /* this network */
    {0x0a000000, 8},  /* private */
    {0x64400000, 10}, /* carrier-grade NAT */
    {0x7f000000, 8},  /* this host */
    {0xa9fe0000, 16}, /* link-local, metadata services */
    {0xac100000, 12}, /* private */
    {0xc0000000, 24}, /* protocol assignments */
    {0xc0a80000, 16}, /* private */
    {0xc6120000, 15}, /* benchmarks */
    {0xe0000000, 3},  /* multicast, reserved, broadcast */
};

static bool v4_is_private(uint32_t host)
{
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if ((host ^ special[i].net) >> (32 - special[i].bits) == 0)
            return true;
    return false;
}

static uint32_t word(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static bool v6_is_private(const unsigned char *b)
{
    static const unsigned char zero[12], nat64[12] = {0x00, 0x64, 0xff, 0x9b},
                                         mapped[12] = {[10] = 0xff, [11] = 0xff};

    if (memcmp(b, mapped, 12) == 0 || memcmp(b, nat64, 12) == 0)
        return v4_is_private(word(b + 12));
    if (memcmp(b, zero, 12) == 0) /* ::, ::1, IPv4-compatible */
        return true;
    if (b[0] == 0x20 && b[1] == 0x02) /* 6to4 */
        return v4_is_private(word(b + 2));
    if (word(b) == 0x20010000) /* Teredo: the far end is hidden in the address */
        return true;
    return (b[0] & 0xe0) != 0x20; /* only 2000::/3 is handed out for hosts */
}

bool address_is_private(const char *numeric)
{
    unsigned char b[16];
    char bare[64];

    if (!str_copy(bare, sizeof bare, numeric))
        return true;
    bare[strcspn(bare, "%")] = '\0';
    if (inet_pton(AF_INET, bare, b) == 1)
        return v4_is_private(word(b));
    if (inet_pton(AF_INET6, bare, b) == 1)
        return v6_is_private(b);
    return true;
}
