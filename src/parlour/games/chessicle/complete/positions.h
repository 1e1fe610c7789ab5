/* All positions of Chessicle as bits, and what one side can do in 256 of them at once.
 *
 * A side is a set of up to three pawns and a pair of heroes. Sets of pawns are numbered by size and
 * then in lexical order, so that those of few pawns come first. Heroes stand on the 15 tiles of the
 * rows 0, 2 and 4, numbered row by row; 15 means that a hero is gone. A pair of heroes is
 * 16 * H1 + H2.
 *
 * A table has a bit for each (last, next): the side that has just moved, and the side to move. For
 * two sets of pawns it is a square of 256 x 256 bits: a row for each pair of heroes of `last`, a bit
 * in it for each pair of `next`. One table has the positions in which `next` wins, the other those
 * in which it loses.
 *
 * To decide the positions of `next` with one pair of heroes against all pairs of `last`, each move
 * needs one row only: after it the sides have changed parts, and the row is that of the mover. That
 * is why 256 positions take a few words of arithmetic.
 */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#else
#define BOTH static inline
#endif

enum {
    GONE = 15,     /* the tile number of a hero that is gone */
    NOWHERE = 25,  /* a tile beyond the board */
    PAWN_STEPS = 12,
    ROW = 4,       /* 64-bit words of a row */
    SQUARE = 1024, /* of a square */
    SETS = 2626    /* of up to three pawns */
};

typedef struct {
    uint32_t mask[SETS];               /* the tiles of a set */
    uint8_t size[SETS];
    uint16_t without[SETS][26];        /* the set without a tile */
    uint16_t stepped[SETS][PAWN_STEPS]; /* the set after a step of a pawn */
    uint8_t landing[SETS][PAWN_STEPS]; /* where that step leads; NOWHERE if it is illegal (§6) */
    uint8_t hero_tile[16];
    uint8_t hero_on[26];               /* the hero tile number of a tile; GONE if it is none */
    uint8_t hero_to[2][16][4];         /* where H1 and H2 move, as tile numbers of heroes */
    uint8_t hero_over[2][16][4];       /* the tile that they cross */
} Tables;

typedef struct {
    alignas(16) uint64_t word[ROW];
} Row;

/* The positions of `last` after it has lost the heroes in `lost` (a bit for each hero tile): bit
 * (h1, h2) of the result is the bit of the same pair without those who are lost (§5). */
BOTH Row after_losses(Row row, uint32_t lost)
{
    const uint64_t ones = 0x0001000100010001ull;
    if (!lost) return row;
    uint64_t spread = ones * lost;
    uint32_t gone = (uint32_t)(row.word[3] >> 48); /* those of an H1 that is gone */
    Row out;
    for (int i = 0; i < ROW; i++) {
        uint64_t word = row.word[i];
        uint32_t here = lost >> (4 * i) & 15;
        for (int k = 0; k < 4; k++)
            if (here >> k & 1)
                word = (word & ~(0xffffull << 16 * k)) | ((uint64_t)gone << 16 * k);
        uint64_t h2_gone = word >> 15 & ones;
        out.word[i] = (word & ~spread) | h2_gone * lost;
    }
    return out;
}

BOTH uint32_t heroes_on(const Tables *t, int tile)
{
    int hero = t->hero_on[tile];
    return hero == GONE ? 0 : 1u << hero;
}

/* The pairs of heroes that can stand beside these tiles; two heroes never share a tile. */
BOTH Row possible(const Tables *t, uint32_t taken)
{
    uint32_t free = 1u << GONE;
    for (int i = 0; i < GONE; i++)
        free |= (~taken >> t->hero_tile[i] & 1) << i;
    Row out;
    for (int i = 0; i < ROW; i++) {
        out.word[i] = 0;
        for (int k = 0; k < 4; k++) {
            int h1 = 4 * i + k;
            uint32_t second = h1 == GONE ? free : free & ~(1u << h1);
            if (free >> h1 & 1) out.word[i] |= (uint64_t)second << 16 * k;
        }
    }
    return out;
}

BOTH uint32_t tiles_of(const Tables *t, int heroes)
{
    int h1 = heroes >> 4, h2 = heroes & 15;
    return (h1 == GONE ? 0 : 1u << t->hero_tile[h1]) | (h2 == GONE ? 0 : 1u << t->hero_tile[h2]);
}

/* Can these pairs of heroes and these sets of pawns stand together? */
BOTH bool can_stand(const Tables *t, int pawns, int other_pawns, int heroes)
{
    if (heroes >> 4 == (heroes & 15) && heroes != 255) return false;
    return !(tiles_of(t, heroes) & (t->mask[pawns] | t->mask[other_pawns]));
}

/* For the side to move with `heroes`, against each pair of heroes of the other side:
 * does it have a move to a position of `table` (any), or only such moves (all)?
 *
 * `table` has the lost positions of the sides to move, if we ask who wins, and the won ones, if we
 * ask who loses. `sets` is the number of sets of pawns that it has. */
BOTH Row reach(const Tables *t, const uint64_t *table, int sets, int pawns, int other, int heroes,
               bool all, bool friend_blocks)
{
    Row out;
    for (int i = 0; i < ROW; i++) out.word[i] = all ? ~0ull : 0;
    int hero[2] = {heroes >> 4, heroes & 15};
    uint32_t own_heroes = tiles_of(t, heroes);
    uint32_t own = t->mask[pawns] | own_heroes;
#define COMBINE(set, others, who, lost)                                                          \
    {                                                                                            \
        const Row *found =                                                                       \
            (const Row *)(table + ((uint64_t)(set)*sets + (others)) * SQUARE + ROW * (who));     \
        Row row = after_losses(*found, lost);                                                    \
        for (int i = 0; i < ROW; i++)                                                            \
            out.word[i] = all ? out.word[i] & row.word[i] : out.word[i] | row.word[i];           \
    }
    for (int k = 0; k < PAWN_STEPS; k++) {
        int to = t->landing[pawns][k];
        if (to == NOWHERE || own_heroes >> to & 1) continue;
        COMBINE(t->stepped[pawns][k], t->without[other][to], heroes, heroes_on(t, to))
    }
    for (int j = 0; j < 2; j++) {
        if (hero[j] == GONE) continue;
        for (int k = 0; k < 4; k++) {
            int to = t->hero_to[j][hero[j]][k];
            if (to == GONE) continue;
            int tile = t->hero_tile[to], over = t->hero_over[j][hero[j]][k];
            if (own >> tile & 1 || (friend_blocks && own >> over & 1)) continue;
            int rest = t->without[t->without[other][tile]][over];
            int moved = j ? (heroes & 240) | to : (to << 4) | (heroes & 15);
            COMBINE(pawns, rest, moved, heroes_on(t, tile) | heroes_on(t, over))
        }
    }
#undef COMBINE
    return out;
}

/* Which of a row's 256 pairs have H1 and H2, only H1, only H2, neither. */
BOTH Row of_class(Row row, int kind)
{
    const uint64_t last = 0x8000800080008000ull;
    for (int i = 0; i < ROW; i++) {
        uint64_t no_h1 = i == 3 ? 0xffffull << 48 : 0;
        row.word[i] &= (kind & 2 ? no_h1 : ~no_h1) & (kind & 1 ? last : ~last);
    }
    return row;
}

BOTH int class_of(int heroes) { return 2 * (heroes >> 4 == GONE) + ((heroes & 15) == GONE); }

/* ---- one position at a time ------------------------------------------------------------------ */

enum { MOVES = 20 }; /* four for each pawn, in the order of their tiles, then four for H1, for H2 */

typedef struct {
    int32_t last_pawns, next_pawns, last_heroes, next_heroes;
} Place;

BOTH int heroes_after(int heroes, uint32_t lost)
{
    int h1 = heroes >> 4, h2 = heroes & 15;
    if (lost >> h1 & 1) h1 = GONE;
    if (lost >> h2 & 1) h2 = GONE;
    return h1 << 4 | h2;
}

/* Make a move; false if it is illegal. Afterwards the sides have changed parts. */
BOTH bool play(const Tables *t, Place *place, int move, bool friend_blocks)
{
    int pawns = place->next_pawns, heroes = place->next_heroes, to, over = NOWHERE, tile;
    uint32_t own_heroes = tiles_of(t, heroes), own = t->mask[pawns] | own_heroes;
    if (move < PAWN_STEPS) {
        tile = t->landing[pawns][move];
        if (tile == NOWHERE || own_heroes >> tile & 1) return false;
        pawns = t->stepped[pawns][move];
    } else {
        int j = (move - PAWN_STEPS) >> 2, hero = j ? heroes & 15 : heroes >> 4;
        if (hero == GONE || (to = t->hero_to[j][hero][move & 3]) == GONE) return false;
        tile = t->hero_tile[to];
        over = t->hero_over[j][hero][move & 3];
        if (own >> tile & 1 || (friend_blocks && own >> over & 1)) return false;
        heroes = j ? (heroes & 240) | to : (to << 4) | (heroes & 15);
    }
    uint32_t lost = (heroes_on(t, tile) | heroes_on(t, over)) & 0x7fff;
    Place after = {pawns, t->without[t->without[place->last_pawns][tile]][over], heroes,
                   heroes_after(place->last_heroes, lost)};
    *place = after;
    return true;
}

BOTH bool is_over(const Place *place) { return !place->next_pawns && place->next_heroes == 255; }

BOTH int value_in(const uint64_t *won, const uint64_t *lost, int sets, const Place *p)
{
    uint64_t at = ((uint64_t)p->last_pawns * sets + p->next_pawns) * SQUARE +
                  ROW * (uint64_t)p->last_heroes + (p->next_heroes >> 6);
    int bit = p->next_heroes & 63;
    return (int)(won[at] >> bit & 1) - (int)(lost[at] >> bit & 1);
}

/* ---- samples --------------------------------------------------------------------------------- */

typedef struct {
    Place place;
    int8_t after[MOVES]; /* for the side to move: 1 wins, 0 draws, -1 loses, 2 is illegal */
} Sample;

BOTH uint32_t draw(uint64_t *rng, uint32_t below)
{
    uint64_t z = *rng += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * below) >> 32);
}

/* Some row of five characters: its pawns as a mask of columns, and the columns of H1 and H2. */
BOTH void deploy(uint64_t *rng, int *pawns, int *h1, int *h2)
{
    *h1 = (int)draw(rng, 5);
    *h2 = (int)draw(rng, 4);
    *h2 += *h2 >= *h1;
    *pawns = 31 & ~(1 << *h1) & ~(1 << *h2);
}

/* A position in which every tile and every number of characters is about as likely as another. */
BOTH bool scatter(const Tables *t, int sets, uint64_t *rng, Place *place)
{
    int start[] = {0, 1, 26, 326, SETS}, most = sets == SETS ? 4 : sets == 326 ? 3 : 2;
    int sizes[2], side[2], heroes[2];
    for (int i = 0; i < 2; i++) {
        sizes[i] = (int)draw(rng, (uint32_t)most);
        side[i] = start[sizes[i]] + (int)draw(rng, (uint32_t)(start[sizes[i] + 1] - start[sizes[i]]));
        int h1 = draw(rng, 3) ? (int)draw(rng, 15) : GONE, h2 = draw(rng, 3) ? (int)draw(rng, 15) : GONE;
        heroes[i] = h1 << 4 | h2;
        if (!side[i] && heroes[i] == 255) return false;
    }
    if (t->mask[side[0]] & t->mask[side[1]]) return false;
    if (tiles_of(t, heroes[0]) & tiles_of(t, heroes[1])) return false;
    if (!can_stand(t, side[0], side[1], heroes[0])) return false;
    if (!can_stand(t, side[1], side[0], heroes[1])) return false;
    Place made = {side[0], side[1], heroes[0], heroes[1]};
    *place = made;
    return true;
}

BOTH int judge(const Tables *t, const uint64_t *won, const uint64_t *lost, int sets,
               const Place *place, bool friend_blocks, int8_t *after)
{
    int best = -2;
    for (int move = 0; move < MOVES; move++) {
        Place next = *place;
        after[move] = 2;
        if (!play(t, &next, move, friend_blocks)) continue;
        after[move] = (int8_t)(is_over(&next) ? 1 : -value_in(won, lost, sets, &next));
        if (after[move] > best) best = after[move];
    }
    return best;
}

/* The next position of a match in which most moves keep the value and some are random; about one
 * time in fifty, or when the match is over, the first position after some deployment.
 * `first` are the sets of pawns of a row on top and at the bottom, by mask of columns. */
BOTH void wander(const Tables *t, const uint16_t *first, bool friend_blocks, uint64_t *rng,
                 uint32_t careless, Sample *sample)
{
    Place *now = &sample->place;
    if (draw(rng, 50) && now->last_heroes + now->next_heroes) { /* else it is new */
        int best = -2, choice = -1, seen = 0;
        bool any = draw(rng, 8) < careless;
        for (int move = 0; move < MOVES; move++)
            if (sample->after[move] != 2 && sample->after[move] > best) best = sample->after[move];
        for (int move = 0; move < MOVES; move++)
            if (sample->after[move] != 2 && (any || sample->after[move] == best) &&
                !draw(rng, (uint32_t)++seen))
                choice = move;
        if (choice >= 0 && play(t, now, choice, friend_blocks) && !is_over(now)) return;
    }
    int pawns[2], h1[2], h2[2];
    for (int i = 0; i < 2; i++) deploy(rng, pawns + i, h1 + i, h2 + i);
    Place begin = {first[32 + pawns[1]], first[pawns[0]], (10 + h1[1]) << 4 | (10 + h2[1]),
                   h1[0] << 4 | h2[0]};
    *now = begin;
}

/* What the moves of a position lead to; the set of an illegal one is -1. */
BOTH void follow(const Tables *t, const Place *place, bool friend_blocks, Place *after)
{
    for (int move = 0; move < MOVES; move++) {
        after[move] = *place;
        if (!play(t, after + move, move, friend_blocks)) after[move].last_pawns = -1;
    }
}

BOTH void sample(const Tables *t, const uint64_t *won, const uint64_t *lost, int sets,
                 const uint16_t *first, bool friend_blocks, uint64_t seed, int64_t i,
                 bool wandering, Sample *out)
{
    uint64_t rng = (seed + (uint64_t)i) * 0xd1342543de82ef95ull + 1;
    if (wandering && sets == SETS)
        wander(t, first, friend_blocks, &rng, (uint32_t)(i & 7), out);
    else
        while (!scatter(t, sets, &rng, &out->place)) {}
    judge(t, won, lost, sets, &out->place, friend_blocks, out->after);
}
