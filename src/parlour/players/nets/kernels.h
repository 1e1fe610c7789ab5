/* A convolution of an integer net, once for each instruction set.

   Activations are 16-bit numbers from 0 to PARLOUR_CEILING, weights are 16-bit, sums 32-bit. The
   loader has proved that no sum overflows (bounds.py), so the order of additions does not matter
   and every kernel gives the same bits. The file is a header, so that one module compiles it with
   the flags of all the others; functions for newer processors carry their own target. */
#ifndef PARLOUR_KERNELS_H
#define PARLOUR_KERNELS_H

#include <stdint.h>
#include <string.h>

#define PARLOUR_CEILING 4095
#define PARLOUR_CELLS 5 /* cells that a kernel works on at a time */
#define PARLOUR_WIDEST 64

typedef struct {
    const int16_t *weights; /* [tap][input / 2][output][input % 2] */
    const int32_t *biases;
    int shift;
    int channels;
    int taps;
    int offsets[9]; /* of each tap, in cells */
} parlour_layer;

static inline int16_t parlour_clip(int32_t x) {
    return x < 0 ? 0 : x > PARLOUR_CEILING ? PARLOUR_CEILING : (int16_t)x;
}

/* Write the sums of one cell and some outputs: shifted, with what is added, clipped. */
static inline __attribute__((always_inline)) void parlour_finish(
    const int32_t *sums, int count, int shift, const int16_t *add, int16_t *out) {
    for (int i = 0; i < count; i++)
        out[i] = parlour_clip((sums[i] >> shift) + (add ? add[i] : 0));
}

static void parlour_cells_plain(
    const parlour_layer *l, const int16_t *in, const int16_t *add, int16_t *out) {
    const int c = l->channels;
    for (int r = 0; r < PARLOUR_CELLS; r++) {
        int32_t sums[PARLOUR_WIDEST];
        memcpy(sums, l->biases, c * sizeof(int32_t));
        for (int t = 0; t < l->taps; t++) {
            const int16_t *x = in + (r + l->offsets[t]) * c, *w = l->weights + (long)t * c * c;
            for (int i = 0; i < c; i += 2, w += 2 * c)
                for (int o = 0; o < c; o++)
                    sums[o] += w[2 * o] * x[i] + w[2 * o + 1] * x[i + 1];
        }
        parlour_finish(sums, c, l->shift, add ? add + r * c : 0, out + r * c);
    }
}

#if defined(__x86_64__)
#include <immintrin.h>

/* V vectors of outputs times PARLOUR_CELLS cells stay in registers. */
#define PARLOUR_BLOCK(NAME, TARGET, VECTOR, LANES, V, LOAD, STORE, SPREAD, MULTIPLY_ADD)           \
    static inline __attribute__((target(TARGET), always_inline)) void NAME(                        \
        const parlour_layer *l, const int16_t *in, const int16_t *add, int16_t *out, int from) {   \
        const int c = l->channels;                                                                 \
        VECTOR sums[PARLOUR_CELLS][V];                                                             \
        for (int r = 0; r < PARLOUR_CELLS; r++)                                                    \
            for (int k = 0; k < V; k++) sums[r][k] = LOAD(l->biases + from + k * LANES);           \
        for (int t = 0; t < l->taps; t++) {                                                        \
            const int16_t *x = in + l->offsets[t] * c;                                             \
            const int16_t *w = l->weights + (long)t * c * c + 2 * from;                            \
            for (int i = 0; i < c; i += 2, w += 2 * c) {                                           \
                VECTOR weights[V];                                                                 \
                for (int k = 0; k < V; k++) weights[k] = LOAD(w + 2 * k * LANES);                  \
                for (int r = 0; r < PARLOUR_CELLS; r++) {                                          \
                    int32_t pair;                                                                  \
                    memcpy(&pair, x + r * c + i, sizeof pair);                                     \
                    VECTOR both = SPREAD(pair);                                                    \
                    for (int k = 0; k < V; k++)                                                    \
                        sums[r][k] = MULTIPLY_ADD(sums[r][k], weights[k], both);                   \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        for (int r = 0; r < PARLOUR_CELLS; r++) {                                                  \
            int32_t flat[V * LANES];                                                               \
            for (int k = 0; k < V; k++) STORE(flat + k * LANES, sums[r][k]);                       \
            const long at = (long)r * c + from;                                                    \
            parlour_finish(flat, V * LANES, l->shift, add ? add + at : 0, out + at);               \
        }                                                                                          \
    }

#define PARLOUR_LOAD4(p) _mm_loadu_si128((const __m128i *)(p))
#define PARLOUR_STORE4(p, v) _mm_storeu_si128((__m128i *)(p), v)
#define PARLOUR_ADD4(s, w, x) _mm_add_epi32(s, _mm_madd_epi16(w, x))
#define PARLOUR_LOAD8(p) _mm256_loadu_si256((const __m256i *)(p))
#define PARLOUR_STORE8(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define PARLOUR_ADD8(s, w, x) _mm256_add_epi32(s, _mm256_madd_epi16(w, x))
#define PARLOUR_LOAD16(p) _mm512_loadu_si512(p)
#define PARLOUR_STORE16(p, v) _mm512_storeu_si512(p, v)
#define PARLOUR_ADD16(s, w, x) _mm512_add_epi32(s, _mm512_madd_epi16(w, x))

#define PARLOUR_AVX512 "avx512f,avx512bw"
#define PARLOUR_VNNI "avx512f,avx512bw,avx512vnni"
PARLOUR_BLOCK(parlour_sse_2, "sse4.1", __m128i, 4, 2, PARLOUR_LOAD4, PARLOUR_STORE4,
              _mm_set1_epi32, PARLOUR_ADD4)
PARLOUR_BLOCK(parlour_avx2_2, "avx2", __m256i, 8, 2, PARLOUR_LOAD8, PARLOUR_STORE8,
              _mm256_set1_epi32, PARLOUR_ADD8)
#define PARLOUR_WIDE(PREFIX, TARGET, MULTIPLY_ADD)                                                 \
    PARLOUR_BLOCK(PREFIX##_1, TARGET, __m512i, 16, 1, PARLOUR_LOAD16, PARLOUR_STORE16,             \
                  _mm512_set1_epi32, MULTIPLY_ADD)                                                 \
    PARLOUR_BLOCK(PREFIX##_2, TARGET, __m512i, 16, 2, PARLOUR_LOAD16, PARLOUR_STORE16,             \
                  _mm512_set1_epi32, MULTIPLY_ADD)                                                 \
    PARLOUR_BLOCK(PREFIX##_3, TARGET, __m512i, 16, 3, PARLOUR_LOAD16, PARLOUR_STORE16,             \
                  _mm512_set1_epi32, MULTIPLY_ADD)                                                 \
    PARLOUR_BLOCK(PREFIX##_4, TARGET, __m512i, 16, 4, PARLOUR_LOAD16, PARLOUR_STORE16,             \
                  _mm512_set1_epi32, MULTIPLY_ADD)                                                 \
    static __attribute__((target(TARGET))) void PREFIX(                                            \
        const parlour_layer *l, const int16_t *in, const int16_t *add, int16_t *out) {             \
        switch (l->channels) {                                                                     \
            case 16: PREFIX##_1(l, in, add, out, 0); break;                                        \
            case 32: PREFIX##_2(l, in, add, out, 0); break;                                        \
            case 48: PREFIX##_3(l, in, add, out, 0); break;                                        \
            default: PREFIX##_4(l, in, add, out, 0); break;                                        \
        }                                                                                          \
    }
PARLOUR_WIDE(parlour_cells_avx512, PARLOUR_AVX512, PARLOUR_ADD16)
PARLOUR_WIDE(parlour_cells_vnni, PARLOUR_VNNI, _mm512_dpwssd_epi32)

static __attribute__((target("sse4.1"))) void parlour_cells_sse(
    const parlour_layer *l, const int16_t *in, const int16_t *add, int16_t *out) {
    for (int from = 0; from < l->channels; from += 8) parlour_sse_2(l, in, add, out, from);
}

static __attribute__((target("avx2"))) void parlour_cells_avx2(
    const parlour_layer *l, const int16_t *in, const int16_t *add, int16_t *out) {
    for (int from = 0; from < l->channels; from += 16) parlour_avx2_2(l, in, add, out, from);
}
#endif

typedef void (*parlour_cells)(
    const parlour_layer *, const int16_t *, const int16_t *, int16_t *);

enum { PARLOUR_PLAIN, PARLOUR_SSE4, PARLOUR_AVX2, PARLOUR_AVX512BW, PARLOUR_AVX512VNNI,
       PARLOUR_KERNELS };

/* The kernel with this number, or null where the processor or the compiler lacks it. */
static parlour_cells parlour_kernel(int number) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (number == PARLOUR_SSE4 && __builtin_cpu_supports("sse4.1")) return parlour_cells_sse;
    if (number == PARLOUR_AVX2 && __builtin_cpu_supports("avx2")) return parlour_cells_avx2;
    if (number == PARLOUR_AVX512BW && __builtin_cpu_supports("avx512bw"))
        return parlour_cells_avx512;
    if (number == PARLOUR_AVX512VNNI && __builtin_cpu_supports("avx512vnni")
        && __builtin_cpu_supports("avx512bw"))
        return parlour_cells_vnni;
#endif
    return number == PARLOUR_PLAIN ? parlour_cells_plain : 0;
}

/* A layer on a board of `size` x `size` cells with a rim of zeros; `out` is not `in` or `add`. The
   last cells of a row are worked on together with some before them, a second time. */
static void parlour_convolve(
    parlour_cells kernel, const parlour_layer *l, int size, const int16_t *in, const int16_t *add,
    int16_t *out) {
    for (int row = 1; row <= size; row++)
        for (int column = 1; column <= size; column += PARLOUR_CELLS) {
            const int first = column + PARLOUR_CELLS - 1 <= size ? column : size - PARLOUR_CELLS + 1;
            const long at = ((long)row * (size + 2) + first) * l->channels;
            kernel(l, in + at, add ? add + at : 0, out + at);
        }
}

/* outputs += inputs times weights [input][output]. */
static void parlour_dense(
    const int16_t *x, int inputs, const int16_t *w, int outputs, int32_t *sums) {
    for (int i = 0; i < inputs; i++, w += outputs)
        if (x[i])
            for (int o = 0; o < outputs; o++) sums[o] += x[i] * w[o];
}

/* The mean and the maximum of each channel over the board, in eighths of an activation's unit. */
static void parlour_pool(const int16_t *x, int size, int channels, int16_t *out) {
    int32_t sums[PARLOUR_WIDEST] = {0};
    int16_t most[PARLOUR_WIDEST] = {0};
    for (int row = 1; row <= size; row++) {
        const int16_t *cell = x + ((long)row * (size + 2) + 1) * channels;
        for (int column = 0; column < size; column++, cell += channels)
            for (int i = 0; i < channels; i++) {
                sums[i] += cell[i];
                most[i] = cell[i] > most[i] ? cell[i] : most[i];
            }
    }
    for (int i = 0; i < channels; i++) {
        out[i] = (int16_t)(8 * sums[i] / (size * size));
        out[channels + i] = (int16_t)(8 * most[i]);
    }
}

/* Add to each cell what each channel is told about the board, and clip. */
static void parlour_tell(int16_t *x, int size, int channels, const int16_t *told) {
    for (int row = 1; row <= size; row++) {
        int16_t *cell = x + ((long)row * (size + 2) + 1) * channels;
        for (int column = 0; column < size; column++, cell += channels)
            for (int i = 0; i < channels; i++)
                cell[i] = parlour_clip((int32_t)cell[i] + told[i]);
    }
}

/* The first layer: for each cell, rows of `table` [tap][byte][channel] by the bytes around it. */
static void parlour_stem(
    const unsigned char *grid, int size, int channels, int bytes, const int32_t *table,
    const int32_t *start, int shift, int16_t *out) {
    const int side = size + 2;
    for (int row = 1; row <= size; row++)
        for (int column = 1; column <= size; column++) {
            const long cell = (long)row * side + column;
            int32_t sums[PARLOUR_WIDEST];
            memcpy(sums, start, channels * sizeof(int32_t));
            for (int t = 0; t < 9; t++) {
                const int byte = grid[cell + (t / 3 - 1) * side + t % 3 - 1];
                const int32_t *add = table + ((long)t * bytes + byte) * channels;
                for (int i = 0; i < channels; i++) sums[i] += add[i];
            }
            parlour_finish(sums, channels, shift, 0, out + cell * channels);
        }
}

/* What the last layer says of each cell, row by row. */
static void parlour_policy(
    const int16_t *x, int size, int channels, const int16_t *weights, int32_t bias, int32_t *out) {
    for (int row = 1; row <= size; row++)
        for (int column = 1; column <= size; column++) {
            const int16_t *cell = x + ((long)row * (size + 2) + column) * channels;
            int32_t sum = bias;
            for (int i = 0; i < channels; i++) sum += cell[i] * weights[i];
            *out++ = sum;
        }
}

#endif
