#include "kernels/variants/register.hpp"
#include "kernels/variants/slow_inputs.hpp"

#include <vector>

namespace sortscope::kernels {

void register_baselines(VariantRegistry& variants) {
    std::vector<KeyType> keys;
    for (const auto& row : EnumTable<KeyType>::names()) keys.push_back(row.value);
    variants.add({.info = {.name = "cpu-std-sort",
                           .kind = VariantKind::cpu,
                           .source = "C++ standard library",
                           .section = "std::sort",
                           .summary = "Introsort on one CPU thread",
                           .details = "std::sort of the C++ library the program was built with, on one thread: the baseline that several of "
                                      "the sources compare a GPU with.",
                           .keys = keys,
                           .min_n = 1},
                  .plan = {}});
    variants.add({.info = {.name = "cpu-quicksort",
                           .kind = VariantKind::cpu,
                           .source = "Mu, Cui, Song 2016; Sinha 2010",
                           .section = "CPU baseline; 2.1 Quicksort",
                           .summary = "Serial quicksort with an explicit stack, first key as pivot",
                           .details = "One thread, an explicit stack of ranges, the first key of a range as pivot, the larger part pushed first. "
                                      "Quadratic on sorted and on constant input, which is what the source shows; sizes with such input are "
                                      "therefore limited (2^16).",
                           .keys = keys,
                           .min_n = 1,
                           .slow = slow_for_first_pivots(std::uint64_t{1} << 16)},
                  .plan = {}});
    variants.add({.info = {.name = "cub-radix",
                           .kind = VariantKind::opaque,
                           .source = "NVIDIA CCCL",
                           .section = "cub::DeviceRadixSort::SortKeys",
                           .summary = "CUB's radix sort: what users would pick instead",
                           .details = "The library's own choice of kernels and launch configuration for the GPU at hand. Its launches are not known "
                                      "beforehand: they are discovered from activity records, by kernel name.",
                           .keys = keys,
                           .min_n = 1},
                  .plan = {}});
}

}  // namespace sortscope::kernels
