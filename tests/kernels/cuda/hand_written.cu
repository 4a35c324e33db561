// The kernels of portable.cu in plain CUDA: pointers, indices, built-in variables. Includes no project file.
namespace hand_written {
__device__ bool before(unsigned a, unsigned b) { return a < b; }
__device__ bool before(float a, float b) { return a == a && !(a >= b); }  // NaNs last and equal to each other

template <class Key>
__global__ void __launch_bounds__(1024) bitonic_b2(Key* keys, unsigned inc, unsigned dir) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned i = 2 * t - (t & (inc - 1));
    const Key a = keys[i];
    const Key b = keys[i + inc];
    const bool swap = before(b, a) == ((i & dir) == 0);
    keys[i] = swap ? b : a;
    keys[i + inc] = swap ? a : b;
}

template <class Key>
__global__ void __launch_bounds__(1024) bitonic_basic(Key* keys, unsigned j, unsigned k) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned i = 2 * t - (t & (j - 1));
    const Key a = keys[i];
    const Key b = keys[i + j];
    if ((i & k) == 0 ? before(b, a) : before(a, b)) {
        keys[i] = b;
        keys[i + j] = a;
    }
}

extern __shared__ __align__(16) unsigned char shared_bytes[];

template <class Key>
__global__ void __launch_bounds__(1024) bitonic_semi_shared(Key* keys, unsigned first_j, unsigned k) {
    Key* tile = reinterpret_cast<Key*>(shared_bytes);
    const unsigned base = 2 * blockIdx.x * blockDim.x;
    const unsigned t = threadIdx.x;
    tile[t] = keys[base + t];
    tile[t + blockDim.x] = keys[base + t + blockDim.x];
    for (unsigned j = first_j; j > 0; j >>= 1) {
        __syncthreads();
        const unsigned i = 2 * t - (t & (j - 1));
        const Key a = tile[i];
        const Key b = tile[i + j];
        if (((base + i) & k) == 0 ? before(b, a) : before(a, b)) {
            tile[i] = b;
            tile[i + j] = a;
        }
    }
    __syncthreads();
    keys[base + t] = tile[t];
    keys[base + t + blockDim.x] = tile[t + blockDim.x];
}

template <class Key>
__global__ void __launch_bounds__(1024) butterfly_step(Key* keys, unsigned half, unsigned mirror) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned k = t & (half - 1);
    const unsigned start = 2 * t - k;
    const unsigned end = mirror ? start + 2 * (half - k) - 1 : start + half;
    const Key a = keys[start];
    const Key b = keys[end];
    if (before(b, a)) {
        keys[start] = b;
        keys[end] = a;
    }
}

template __global__ void bitonic_b2(unsigned*, unsigned, unsigned);
template __global__ void bitonic_b2(float*, unsigned, unsigned);
template __global__ void bitonic_basic(unsigned*, unsigned, unsigned);
template __global__ void bitonic_basic(float*, unsigned, unsigned);
template __global__ void bitonic_semi_shared(unsigned*, unsigned, unsigned);
template __global__ void bitonic_semi_shared(float*, unsigned, unsigned);
template __global__ void butterfly_step(unsigned*, unsigned, unsigned);
template __global__ void butterfly_step(float*, unsigned, unsigned);
}
