cimport cython
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from parlour.table.learning.net_input cimport NetInput
from parlour.table.state cimport State

cdef extern from "parlour/players/nets/kernels.h" nogil:
    ctypedef struct Layer "parlour_layer":
        short* weights
        int* biases
        int shift
        int channels
        int taps
        int offsets[9]
    ctypedef int (*Kernel "parlour_cells")(Layer*, short*, short*, short*) noexcept nogil
    enum:
        PARLOUR_KERNELS
    Kernel parlour_kernel(int number) noexcept
    short parlour_clip(int x) noexcept
    void parlour_convolve(Kernel, Layer*, int size, short* x, short* add, short* out) noexcept
    void parlour_dense(short* x, int inputs, short* w, int outputs, int* sums) noexcept
    void parlour_pool(short* x, int size, int channels, short* out) noexcept
    void parlour_tell(short* x, int size, int channels, short* told) noexcept
    void parlour_stem(unsigned char* grid, int size, int channels, int bytes, int* table,
                      int* start, int shift, short* out) noexcept
    void parlour_policy(short* x, int size, int channels, short* weights, int bias, int* out) noexcept

cdef enum:
    HIDDEN = 64
    WIDEST = 64
    POOLED = 128
    LAYERS = 32
    WIDE = 8
    EXP_ENTRIES = 768

ctypedef int* IntPointer
ctypedef short* ShortPointer
ctypedef unsigned char* BytePointer

cdef int CEILING, MOST_POOLED, MOST_TOLD
cdef long long LIMIT

cdef class IntegerNet:
    cdef readonly object header
    cdef bytes weights
    cdef readonly int planes
    cdef readonly int row_count
    cdef readonly int blocks
    cdef readonly int channels
    cdef readonly int kernel_number
    cdef Kernel kernel
    cdef Layer[LAYERS] layers
    cdef ShortPointer[WIDE] board
    cdef IntPointer[WIDE] board_bias
    cdef int[WIDE] board_shift
    cdef int* stem_planes
    cdef int* stem_table
    cdef int* stem_bias
    cdef int stem_shift
    cdef int* table
    cdef short* policy
    cdef int* policy_bias
    cdef int policy_shift
    cdef short* hidden
    cdef int* hidden_bias
    cdef int hidden_shift
    cdef short* value
    cdef int* value_bias
    cdef int value_shift
    cdef int* exp_table
    cdef short* tanh_table

    @cython.locals(base=cython.p_char, i=int)
    cdef object point(self)
    @cython.locals(byte=int, plane=int, tap=int, i=int, bytes_count=int)
    cdef object expand_stem(self)
    cpdef bint set_kernel(self, int number) except -1
    @cython.locals(i=int)
    cdef bint is_bounded(self) noexcept nogil
    @cython.locals(i=int, k=int, total=cython.longlong)
    cdef bint is_stem_bounded(self) noexcept nogil
    @cython.locals(o=int, i=int, t=int, c=int, pair=int, total=cython.longlong)
    cdef bint is_layer_bounded(self, Layer* layer) noexcept nogil
    @cython.locals(o=int, i=int, total=cython.longlong)
    cdef bint is_dense_bounded(self, short* w, int* bias, int inputs, int outputs, int largest) noexcept nogil

cdef class NetEvaluator:
    cdef readonly IntegerNet net
    cdef readonly NetInput net_input
    cdef Layer[LAYERS] layers
    cdef int size
    cdef readonly int policy_size
    cdef short* x
    cdef short* y
    cdef short* z
    cdef unsigned char* grid
    cdef short* rows
    cdef int* logits  # of each target, in units of 2 ** -(7 + policy_shift)
    cdef int value  # of the seat to act, in units of 1 / 32768

    @cython.locals(i=int, t=int, tap=int)
    cdef object set_layers(self)
    @cython.locals(i=int, channels=int, start=int[WIDEST], k=int, block=int, row=int,
                   swap=ShortPointer)
    cdef int evaluate(self, State state) except -1 nogil
    @cython.locals(k=int, channels=int, told=short[WIDEST], pooled=short[POOLED], sums=int[WIDEST])
    cdef int tell_board(self, int i) noexcept nogil
    @cython.locals(i=int, sums=int[HIDDEN], units=short[HIDDEN], pooled=short[POOLED])
    cdef int read_value(self) noexcept nogil
    @cython.locals(x=int, i=int, part=int, shift=int)
    cdef int squash(self, int raw) noexcept nogil
    @cython.locals(step=int)
    cdef int weight(self, int below) noexcept nogil
    @cython.locals(i=int)
    cpdef tuple answer(self, State state)
