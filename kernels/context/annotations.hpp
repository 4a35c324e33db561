// Marks functions that nvcc also compiles for the GPU. Other compilers ignore the marks.
#pragma once

#ifdef __CUDACC__
#define SORTSCOPE_DEVICE __device__
#define SORTSCOPE_HOST_DEVICE __host__ __device__
#else
#define SORTSCOPE_DEVICE
#define SORTSCOPE_HOST_DEVICE
#endif
