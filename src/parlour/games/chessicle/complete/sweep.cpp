/* The solver of all positions for an ordinary processor: for few pawns, and to check the GPU's. */
#include <stdlib.h>

#include "api.h"
#include "tables.h"

static Tables tables;
static int sets, blocks;
static uint64_t *won, *lost;
static uint16_t first[64];

static const int SETS_OF[] = {1, 26, 326, SETS};

static uint64_t *square(uint64_t *table, int last, int next)
{
    return table + ((uint64_t)last * sets + next) * SQUARE;
}

const char *solver_open(int pawns, int friend_blocks)
{
    fill_tables(&tables);
    fill_first(&tables, first);
    sets = SETS_OF[pawns];
    blocks = friend_blocks;
    uint64_t words = (uint64_t)sets * sets * SQUARE;
    won = (uint64_t *)calloc(words, 8);
    lost = (uint64_t *)calloc(words, 8);
    if (!won || !lost) return "memory";
    for (int last = 0; last < sets; last++) /* a side without characters has lost (§8) */
        for (int heroes = 0; heroes < 256; heroes++)
            if (last || heroes != 255) square(lost, last, 0)[ROW * heroes + 3] |= 1ull << 63;
    return 0;
}

void solver_close(void)
{
    free(won);
    free(lost);
    won = lost = 0;
}

/* The same 256 x 256 bits with rows and columns exchanged. */
static void transpose(const Row *in, Row *out)
{
    for (int row = 0; row < 256; row++)
        for (int i = 0; i < ROW; i++) {
            out[row].word[i] = 0;
            for (int k = 0; k < 64; k++)
                out[row].word[i] |= (in[64 * i + k].word[row >> 6] >> (row & 63) & 1) << k;
        }
}

/* Without the positions that cannot be, and those in which somebody has no characters. */
static Row real(int last, int next, int heroes, Row row)
{
    Row none = {{0}};
    if (!can_stand(&tables, last, next, heroes) || (!last && heroes == 255)) return none;
    uint32_t taken = tables.mask[last] | tables.mask[next] | tiles_of(&tables, heroes);
    Row can = possible(&tables, taken);
    for (int i = 0; i < ROW; i++) row.word[i] &= can.word[i];
    if (!next) row.word[3] &= ~(1ull << 63);
    return row;
}

static int64_t add_counts(int last, int next, int heroes, Row row, int64_t *by_kind)
{
    int64_t all = 0;
    for (int other = 0; other < 4; other++) {
        Row part = of_class(row, other);
        int64_t found = 0;
        for (int i = 0; i < ROW; i++) found += __builtin_popcountll(part.word[i]);
        int pawns = 64 * tables.size[next] + 16 * tables.size[last];
        by_kind[pawns + 4 * other + class_of(heroes)] += found;
        all += found;
    }
    return all;
}

static int64_t sweep_square(int number, int last, int next, int64_t *by_kind, Place *example,
                            bool *found_any)
{
    bool all = !(number & 1);
    uint64_t *table = all ? lost : won, *from = all ? won : lost;
    Row by_mover[256], by_last[256];
    for (int heroes = 0; heroes < 256; heroes++) {
        Row none = {{0}};
        by_mover[heroes] = none;
        if (can_stand(&tables, next, last, heroes) && (next || heroes != 255))
            by_mover[heroes] = reach(&tables, from, sets, next, last, heroes, all, blocks);
    }
    transpose(by_mover, by_last);
    int64_t found = 0;
    for (int heroes = 0; heroes < 256; heroes++) {
        Row *old = (Row *)square(table, last, next) + heroes;
        Row fresh = real(last, next, heroes, by_last[heroes]);
        for (int i = 0; i < ROW; i++) {
            fresh.word[i] &= ~old->word[i];
            old->word[i] |= fresh.word[i];
            if (fresh.word[i] && !*found_any) {
                Place place = {last, next, heroes, 64 * i + __builtin_ctzll(fresh.word[i])};
                *example = place;
                *found_any = true;
            }
        }
        found += add_counts(last, next, heroes, fresh, by_kind);
    }
    return found;
}

int64_t solver_sweep(int number, int64_t *by_kind, Place *example)
{
    int64_t found = 0;
    bool found_any = false;
    for (int last = 0; last < sets; last++)
        for (int next = 0; next < sets; next++)
            if (!(tables.mask[last] & tables.mask[next]))
                found += sweep_square(number, last, next, by_kind, example, &found_any);
    return found;
}

void solver_values(const Place *places, int64_t count, int8_t *values)
{
    for (int64_t i = 0; i < count; i++)
        values[i] = (int8_t)value_in(won, lost, sets, places + i);
}

void solver_samples(uint64_t seed, int64_t count, int wandering, Sample *samples)
{
    for (int64_t i = 0; i < count; i++)
        sample(&tables, won, lost, sets, first, blocks, seed, i, wandering, samples + i);
}

void solver_follow(const Place *places, int64_t count, Place *after)
{
    for (int64_t i = 0; i < count; i++) follow(&tables, places + i, blocks, after + MOVES * i);
}

void solver_count(int64_t *by_kind)
{
    Row every = {{~0ull, ~0ull, ~0ull, ~0ull}};
    for (int last = 0; last < sets; last++)
        for (int next = 0; next < sets; next++)
            if (!(tables.mask[last] & tables.mask[next]))
                for (int heroes = 0; heroes < 256; heroes++)
                    add_counts(last, next, heroes, real(last, next, heroes, every), by_kind);
}
