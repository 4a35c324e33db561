// GPU builds of kernels: machine_code_test.cpp compares their code with hand_written.cu.
#include "kernels/cuda/register_device.cuh"
#include "kernels/variants/bitonic/bitonic_b2.hpp"
#include "kernels/variants/bitonic/bitonic_semi.hpp"
#include "kernels/variants/butterfly/butterfly.hpp"

namespace sortscope::kernels::cuda {
template __global__ void sort_kernel(BitonicB2Step<uint32_t>);
template __global__ void sort_kernel(BitonicB2Step<float>);
template __global__ void sort_kernel(BitonicBasicStep<uint32_t>);
template __global__ void sort_kernel(BitonicBasicStep<float>);
template __global__ void sort_kernel(BitonicSemiShared<uint32_t>);
template __global__ void sort_kernel(BitonicSemiShared<float>);
template __global__ void sort_kernel(ButterflyStep<uint32_t>);
template __global__ void sort_kernel(ButterflyStep<float>);
}
