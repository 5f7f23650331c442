/*
 * address.h - which addresses a public price feed has no business with.
 */
#ifndef PRICING_ADDRESS_H
#define PRICING_ADDRESS_H

#include <stdbool.h>

/* address_is_private: numeric IPv4 or IPv6 address (a zone behind % is passed over) that is not a
 * public host: this machine, private and carrier networks, link-local, multicast, reserved, and
 * IPv6 forms that carry such an IPv4 address (IANA special-purpose registries, RFC 6890). Also
 * true for what is no address. */
bool address_is_private(const char *numeric);

#endif
