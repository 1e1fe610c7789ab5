/* The tables of positions.h, from the rules: how characters move (§4) and what is illegal (§6). */
#pragma once

#include <string.h>

#include "positions.h"

static int tile_at(int row, int column)
{
    return row >= 0 && row < 5 && column >= 0 && column < 5 ? 5 * row + column : NOWHERE;
}

static void number_sets(Tables *t)
{
    int number = 0;
    for (int size = 0; size <= 3; size++)
        for (uint32_t mask = 0; mask < 1u << 25; mask++)
            if (__builtin_popcount(mask) == size) {
                t->mask[number] = mask;
                t->size[number++] = (uint8_t)size;
            }
}

static int set_number(const Tables *t, uint32_t mask)
{
    static const int start[] = {0, 1, 26, 326, SETS};
    int size = __builtin_popcount(mask);
    if (size > 3) return -1;
    int low = start[size], high = start[size + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (t->mask[middle] < mask)
            low = middle + 1;
        else
            high = middle;
    }
    return t->mask[low] == mask ? low : -1;
}

static void step_pawns(Tables *t, int set)
{
    static const int down[] = {0, 0, 1, -1}, right[] = {-1, 1, 0, 0};
    int k = 0;
    for (int tile = 0; tile < 25; tile++) {
        t->without[set][tile] = (uint16_t)set_number(t, t->mask[set] & ~(1u << tile));
        if (!(t->mask[set] >> tile & 1)) continue;
        for (int i = 0; i < 4; i++, k++) {
            int to = tile_at(tile / 5 + down[i], tile % 5 + right[i]);
            int legal = to != NOWHERE && !(t->mask[set] >> to & 1);
            t->landing[set][k] = (uint8_t)(legal ? to : NOWHERE);
            if (legal)
                t->stepped[set][k] =
                    (uint16_t)set_number(t, (t->mask[set] & ~(1u << tile)) | 1u << to);
        }
    }
    t->without[set][NOWHERE] = (uint16_t)set;
    for (; k < PAWN_STEPS; k++) t->landing[set][k] = NOWHERE;
}

static void step_heroes(Tables *t)
{
    static const int down[2][4] = {{0, 0, 1, -1}, {1, 1, -1, -1}};
    static const int right[2][4] = {{-1, 1, 0, 0}, {-1, 1, -1, 1}};
    memset(t->hero_on, GONE, sizeof t->hero_on);
    for (int hero = 0; hero < GONE; hero++) {
        int tile = t->hero_tile[hero] = (uint8_t)(hero / 5 * 10 + hero % 5);
        t->hero_on[tile] = (uint8_t)hero;
    }
    t->hero_tile[GONE] = NOWHERE;
    for (int j = 0; j < 2; j++)
        for (int hero = 0; hero < GONE; hero++)
            for (int k = 0; k < 4; k++) {
                int row = t->hero_tile[hero] / 5, column = t->hero_tile[hero] % 5;
                int to = tile_at(row + 2 * down[j][k], column + 2 * right[j][k]);
                t->hero_to[j][hero][k] = to == NOWHERE ? (uint8_t)GONE : t->hero_on[to];
                t->hero_over[j][hero][k] = (uint8_t)tile_at(row + down[j][k], column + right[j][k]);
            }
}

/* The sets of pawns on the top row, and then on the bottom row, by mask of columns. */
static void fill_first(const Tables *t, uint16_t *first)
{
    for (uint32_t columns = 0; columns < 32; columns++) {
        int number = set_number(t, columns);
        first[columns] = (uint16_t)(number < 0 ? 0 : number);
        number = set_number(t, columns << 20);
        first[32 + columns] = (uint16_t)(number < 0 ? 0 : number);
    }
}

static void fill_tables(Tables *t)
{
    memset(t, 0, sizeof *t);
    number_sets(t);
    for (int set = 0; set < SETS; set++) step_pawns(t, set);
    step_heroes(t);
}
