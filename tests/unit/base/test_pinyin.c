/* The order of Chinese names without a locale. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/pinyin.h"

static int order_of(const char *a, const char *b)
{
    struct str x, y;
    str_init(&x, 256);
    str_init(&y, 256);
    pinyin_key(&x, a);
    pinyin_key(&y, b);
    int c = strcmp(x.p, y.p);
    str_free(&x);
    str_free(&y);
    return c;
}

static void names_stand_by_pronunciation(void **state)
{
    (void)state;
    /* ali, hengyuan, huawei, jiaguwen, jingdong, shengsuan, tengxun, weiruan, yamaxun: by code
     * point they stand in another order */
    static const char *const names[] = {"AutoDL", "vast",     "阿里云", "恒源云",
                                        "华为云", "甲骨文云", "京东云", "胜算云",
                                        "腾讯云", "微软",     "亚马逊", "优刻得"};
    for (size_t i = 1; i < sizeof names / sizeof names[0]; i++)
        assert_true(order_of(names[i - 1], names[i]) < 0);
    assert_true(strcmp("恒源云", "华为云") > 0); /* as bytes would have it */
}

static void the_rest_has_its_place(void **state)
{
    (void)state;
    assert_true(order_of("a100", "A100") == 0);
    assert_true(order_of("昇腾", "升腾") == 0); /* an old form of the same sound */
    assert_true(order_of("华", "华为") < 0);    /* the shorter first */
    assert_true(order_of("座", "龘") < 0);      /* what is rare comes behind all */
    assert_true(order_of("Z9", "啊") < 0);
    assert_true(order_of("", "啊") < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_stand_by_pronunciation),
        cmocka_unit_test(the_rest_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
