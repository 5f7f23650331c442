/* Addresses that a public price feed has no business with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pricing/address.h"

static void private_addresses(void **state)
{
    static const char *const list[] = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.254",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "64:ff9b::10.0.0.1",
        "2002:0a00:0001::1",
        "2001:0:53aa::1",
        "",
        "localhost",
        "1.2.3",
        "1.2.3.4.5",
        "0x7f000001",
        "2130706433",
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (!address_is_private(list[i]))
            fail_msg("%s was taken for public", list[i]);
}

static void public_addresses(void **state)
{
    static const char *const list[] = {
        "1.1.1.1",           "9.255.255.255",        "11.0.0.1",       "100.63.255.255",
        "100.128.0.1",       "172.15.255.255",       "172.32.0.1",     "192.167.255.255",
        "192.169.0.1",       "198.17.255.255",       "198.20.0.1",     "223.255.255.255",
        "2606:4700::1111",   "2a00:1450:4001::200e", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
        "2002:0101:0101::1", "2001:4860:4860::8888",
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (address_is_private(list[i]))
            fail_msg("%s was taken for private", list[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(private_addresses),
        cmocka_unit_test(public_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
