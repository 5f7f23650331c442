/*
 * small_parts.h - a hand-made shop: two dozen parts with round prices, so that each rule of the
 * builder can be met and broken on purpose. Every test gets a copy and may change it.
 */
#ifndef TESTS_UNIT_BUILD_SMALL_PARTS_H
#define TESTS_UNIT_BUILD_SMALL_PARTS_H

#include "engine/build/build.h"

struct shop {
    struct facts facts;
    struct accel accel[12];
    struct platform platform[9];
    struct cpu cpu[7];
    struct memory_part memory[5];
    struct ssd ssd[4];
    struct psu psu[5];
    struct chassis chassis[4];
    struct cooler cooler[4];
    struct nic nic[3];
    struct net_switch net_switch[3];
    struct ups ups[2];
    struct extra extra[8];
    struct hdd hdd[3];
    struct enclosure enclosure[5];
    struct controller controller[3];
};

struct shop *shop_new(struct shop *s);
struct accel *shop_accel(struct shop *s, const char *id);
struct platform *shop_platform(struct shop *s, const char *id);
struct psu *shop_psu(struct shop *s, const char *id);
struct cpu *shop_cpu(struct shop *s, const char *id);
struct chassis *shop_chassis(struct shop *s, const char *id);

/* A wish for cards of one kind in a room with 230 V 32 A; 64 GB, 8 cores, 1 TB. */
struct build_wish shop_wish(struct shop *s, const char *accel, int cards);

#endif
