# Arrays whose length is known only at run time; interpreted, these functions are in plain_buffers.
from libc.stdlib cimport calloc

cdef inline unsigned char* new_bytes(size_t count) noexcept nogil:
    return <unsigned char*>calloc(count, 1)

cdef inline short* new_shorts(size_t count) noexcept nogil:
    return <short*>calloc(count, 2)

cdef inline int* new_ints(size_t count) noexcept nogil:
    return <int*>calloc(count, 4)

cdef inline float* new_floats(size_t count) noexcept nogil:
    return <float*>calloc(count, 4)

cdef inline unsigned char* bytes_from(unsigned char* buffer, size_t at) noexcept nogil:
    return buffer + at

cdef inline short* shorts_from(short* buffer, size_t at) noexcept nogil:
    return buffer + at

cdef inline unsigned char* byte_row(unsigned char[:, ::1] rows, int i) noexcept nogil:
    return &rows[i, 0]

cdef inline short* short_row(short[:, ::1] rows, int i) noexcept nogil:
    return &rows[i, 0]
