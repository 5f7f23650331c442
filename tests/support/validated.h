/*
 * validated.h - rows of published measurements as a test writes them, run over the shipped catalog.
 *
 *     struct validation v = validated("case_id,kind,...\n", "A,throughput,...\n");
 *     struct validation_row r = validated_row(head, "A,throughput,...");
 *
 * What comes out lives as long as the group of tests. Needs the floor `catalog`.
 */
#ifndef TESTS_SUPPORT_VALIDATED_H
#define TESTS_SUPPORT_VALIDATED_H

#include "engine/validate/validate.h"

/* validated: all rows behind the head; head may be "" where the rows bring their own. */
struct validation validated(const char *head, const char *rows);
/* validated_row: the only row, without its line's end; validated_covered: the test fails with the
 * reason where it is not covered. */
struct validation_row validated_row(const char *head, const char *row);
struct validation_row validated_covered(const char *head, const char *row);

#endif
