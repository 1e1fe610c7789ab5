/* The solver of all positions for a GPU: two tables of 53 GiB, some hundred sweeps.
 *
 * A block of 256 threads decides a square of 256 x 256 positions: thread i first for the side to
 * move with pair i of heroes, against all pairs of the other side; then, when rows and columns have
 * been exchanged, it adds what is new to row i of the table. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "api.h"
#include "tables.h"

static Tables *tables; /* on the device */
static Tables copy;    /* here */
static int sets, blocks;
static uint64_t *won, *lost;
static uint16_t *first;
static unsigned long long *counts, *example;

static const int SETS_OF[] = {1, 26, 326, SETS};

#define TRY(call)                                                                                \
    do {                                                                                         \
        cudaError_t code = call;                                                                 \
        if (code != cudaSuccess) return cudaGetErrorString(code);                                \
    } while (0)

static void must(cudaError_t code)
{
    if (code == cudaSuccess) return;
    fprintf(stderr, "The GPU failed: %s.\n", cudaGetErrorString(code));
    exit(1);
}

__global__ void lose_without_characters(uint64_t *lost, int sets)
{
    int last = blockIdx.x, heroes = threadIdx.x;
    if (last || heroes != 255)
        lost[(uint64_t)last * sets * SQUARE + ROW * heroes + 3] |= 1ull << 63;
}

/* Add the positions of a row to the counts of its block, by the heroes of both sides. */
__device__ void add_counts(Row row, int heroes, unsigned *kinds)
{
    for (int other = 0; other < 4; other++) {
        Row part = of_class(row, other);
        unsigned found = 0;
        for (int i = 0; i < ROW; i++) found += __popcll(part.word[i]);
        if (found) atomicAdd(kinds + 4 * other + class_of(heroes), found);
    }
}

__device__ Row real(const Tables *t, int last, int next, int heroes)
{
    Row can = {{0}};
    if (!can_stand(t, last, next, heroes) || (!last && heroes == 255)) return can;
    can = possible(t, t->mask[last] | t->mask[next] | tiles_of(t, heroes));
    if (!next) can.word[3] &= ~(1ull << 63);
    return can;
}

/* Exchange rows and columns: thread i gives row i and gets column i. */
__device__ Row transpose(Row row)
{
    __shared__ uint32_t words[256][9]; /* 9, so that a column lies in different banks */
    int lane = threadIdx.x & 31, column = threadIdx.x >> 5;
    for (int i = 0; i < ROW; i++) {
        words[threadIdx.x][2 * i] = (uint32_t)row.word[i];
        words[threadIdx.x][2 * i + 1] = (uint32_t)(row.word[i] >> 32);
    }
    __syncthreads();
    uint32_t mine[8];
    for (int part = 0; part < 8; part++) {
        uint32_t word = words[32 * part + lane][column];
        for (int bit = 0; bit < 32; bit++) {
            uint32_t votes = __ballot_sync(~0u, word >> bit & 1);
            if (lane == bit) mine[part] = votes;
        }
    }
    for (int i = 0; i < ROW; i++) row.word[i] = mine[2 * i] | (uint64_t)mine[2 * i + 1] << 32;
    return row;
}

template <bool all>
__global__ void sweep(const Tables *t, uint64_t *table, const uint64_t *from, int sets, bool blocks,
                      unsigned long long *counts, unsigned long long *example)
{
    __shared__ unsigned kinds[16];
    int next = blockIdx.x / sets, last = blockIdx.x % sets, heroes = threadIdx.x;
    if (t->mask[last] & t->mask[next]) return;
    if (threadIdx.x < 16) kinds[threadIdx.x] = 0;
    Row row = {{0}};
    if (can_stand(t, next, last, heroes) && (next || heroes != 255))
        row = reach(t, from, sets, next, last, heroes, all, blocks);
    row = transpose(row);
    Row can = real(t, last, next, heroes);
    Row *old = (Row *)(table + ((uint64_t)last * sets + next) * SQUARE) + heroes;
    Row was = *old, is;
    uint64_t any = 0;
    for (int i = 0; i < ROW; i++) {
        row.word[i] &= can.word[i] & ~was.word[i];
        is.word[i] = was.word[i] | row.word[i];
        any |= row.word[i];
    }
    if (any) {
        *old = is;
        add_counts(row, heroes, kinds);
        for (int i = ROW - 1; i >= 0; i--) {
            unsigned long long one = (unsigned long long)last << 32 | next << 16 | heroes << 8 |
                                     (64 * i + __ffsll((long long)row.word[i]) - 1);
            if (row.word[i] && one < *(volatile unsigned long long *)example)
                atomicMin(example, one);
        }
    }
    __syncthreads();
    if (threadIdx.x < 16 && kinds[threadIdx.x])
        atomicAdd(counts + 64 * t->size[next] + 16 * t->size[last] + threadIdx.x,
                  (unsigned long long)kinds[threadIdx.x]);
}

__global__ void count(const Tables *t, int sets, unsigned long long *counts)
{
    __shared__ unsigned kinds[16];
    int last = blockIdx.x / sets, next = blockIdx.x % sets;
    if (t->mask[last] & t->mask[next]) return;
    if (threadIdx.x < 16) kinds[threadIdx.x] = 0;
    __syncthreads();
    add_counts(real(t, last, next, threadIdx.x), threadIdx.x, kinds);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(counts + 64 * t->size[next] + 16 * t->size[last] + threadIdx.x,
                  (unsigned long long)kinds[threadIdx.x]);
}

__global__ void values_of(const uint64_t *won, const uint64_t *lost, int sets, const Place *places,
                          int64_t count, int8_t *values)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < count) values[i] = (int8_t)value_in(won, lost, sets, places + i);
}

__global__ void samples_of(const Tables *t, const uint64_t *won, const uint64_t *lost, int sets,
                           const uint16_t *first, bool blocks, uint64_t seed, int64_t count,
                           bool wandering, Sample *samples)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < count)
        sample(t, won, lost, sets, first, blocks, seed, i, wandering, samples + i);
}

__global__ void follow_all(const Tables *t, const Place *places, int64_t count, bool blocks,
                           Place *after)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < count) follow(t, places + i, blocks, after + MOVES * i);
}

extern "C" const char *solver_open(int pawns, int friend_blocks)
{
    uint16_t rows[64];
    fill_tables(&copy);
    fill_first(&copy, rows);
    sets = SETS_OF[pawns];
    blocks = friend_blocks;
    uint64_t bytes = (uint64_t)sets * sets * SQUARE * 8;
    TRY(cudaMalloc(&tables, sizeof copy));
    TRY(cudaMemcpy(tables, &copy, sizeof copy, cudaMemcpyHostToDevice));
    TRY(cudaMalloc(&first, sizeof rows));
    TRY(cudaMemcpy(first, rows, sizeof rows, cudaMemcpyHostToDevice));
    TRY(cudaMalloc(&counts, 8 * KINDS));
    TRY(cudaMalloc(&example, 8));
    TRY(cudaMalloc(&won, bytes));
    TRY(cudaMalloc(&lost, bytes));
    TRY(cudaMemset(won, 0, bytes));
    TRY(cudaMemset(lost, 0, bytes));
    lose_without_characters<<<sets, 256>>>(lost, sets); /* §8 */
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    return 0;
}

static int64_t fetch_counts(int64_t *by_kind)
{
    must(cudaGetLastError());
    must(cudaMemcpy(by_kind, counts, 8 * KINDS, cudaMemcpyDeviceToHost));
    int64_t all = 0;
    for (int kind = 0; kind < KINDS; kind++) all += by_kind[kind];
    return all;
}

extern "C" int64_t solver_sweep(int number, int64_t *by_kind, Place *found)
{
    must(cudaMemset(counts, 0, 8 * KINDS));
    must(cudaMemset(example, 255, 8));
    if (number & 1)
        sweep<false><<<sets * sets, 256>>>(tables, won, lost, sets, blocks, counts, example);
    else
        sweep<true><<<sets * sets, 256>>>(tables, lost, won, sets, blocks, counts, example);
    int64_t all = fetch_counts(by_kind);
    unsigned long long one;
    must(cudaMemcpy(&one, example, 8, cudaMemcpyDeviceToHost));
    Place place = {(int)(one >> 32), (int)(one >> 16 & 0xffff), (int)(one >> 8 & 255), (int)(one & 255)};
    *found = place;
    return all;
}

extern "C" void solver_count(int64_t *by_kind)
{
    must(cudaMemset(counts, 0, 8 * KINDS));
    count<<<sets * sets, 256>>>(tables, sets, counts);
    fetch_counts(by_kind);
}

extern "C" void solver_values(const Place *places, int64_t count, int8_t *values)
{
    Place *asked;
    int8_t *answers;
    must(cudaMalloc(&asked, sizeof(Place) * count));
    must(cudaMalloc(&answers, count));
    must(cudaMemcpy(asked, places, sizeof(Place) * count, cudaMemcpyHostToDevice));
    values_of<<<(int)((count + 255) / 256), 256>>>(won, lost, sets, asked, count, answers);
    must(cudaGetLastError());
    must(cudaMemcpy(values, answers, count, cudaMemcpyDeviceToHost));
    must(cudaFree(asked));
    must(cudaFree(answers));
}

extern "C" void solver_samples(uint64_t seed, int64_t count, int wandering, Sample *samples)
{
    samples_of<<<(int)((count + 127) / 128), 128>>>(tables, won, lost, sets, first, blocks, seed,
                                                    count, wandering, samples);
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
}

extern "C" void solver_follow(const Place *places, int64_t count, Place *after)
{
    follow_all<<<(int)((count + 127) / 128), 128>>>(tables, places, count, blocks, after);
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
}

extern "C" void solver_close(void)
{
    cudaFree(won);
    cudaFree(lost);
    cudaFree(tables);
    cudaFree(first);
    cudaFree(counts);
    cudaFree(example);
}
