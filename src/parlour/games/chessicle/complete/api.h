/* What a solver of all positions offers; sweep.cpp has it for processors, sweep.cu for GPUs.
 *
 * Sweeps are numbered from 1. One with an odd number finds the positions that are won in so many
 * moves, one with an even number those that are lost. After two sweeps that find nothing, all
 * positions that were never found are drawn. */
#pragma once

#include "positions.h"

enum { KINDS = 256 }; /* 64 * pawns to move + 16 * other pawns + 4 * heroes to move + other heroes,
                         where heroes are both, H1, H2 or none: 0 to 3 */

#ifdef __cplusplus
extern "C" {
#endif
/* Make the tables for sides of up to `pawns` pawns; 0, or what is missing as text. */
const char *solver_open(int pawns, int friend_blocks);
/* The number of positions found, by kind; `example` is the one with the least number among them. */
int64_t solver_sweep(int number, int64_t *by_kind, Place *example);
/* 1, -1 or 0: the side to move wins, loses, or neither is known. */
void solver_values(const Place *places, int64_t count, int8_t *values);
/* How many positions of each kind there are. */
void solver_count(int64_t *by_kind);
/* Positions with the values of all their moves, from a seed: scattered, or the next ones of as many
 * matches (which begin where `samples` is zero). The GPU's solver works in memory of its own kind. */
void solver_samples(uint64_t seed, int64_t count, int wandering, Sample *samples);
/* What the moves of positions lead to, MOVES for each; the set of an illegal one is -1. */
void solver_follow(const Place *places, int64_t count, Place *after);
void solver_close(void);
#ifdef __cplusplus
}
#endif
