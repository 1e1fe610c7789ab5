cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

@cython.locals(count=cython.Py_ssize_t, part_count=cython.Py_ssize_t, size=cython.Py_ssize_t,
               at=cython.Py_ssize_t, i=cython.Py_ssize_t, number=cython.Py_ssize_t,
               length=cython.Py_ssize_t, part=bytes, made=bytes, to=cython.p_char)
cpdef bytes json_members(list parts, list numbers)
