#include <string>
#include <utility>

#include "kernels/variants/baselines.hpp"

namespace sortscope::kernels {
namespace {

constexpr const char* of_all =
    " The library chooses kernels and launch configuration for the GPU at hand: its launches are not known "
    "beforehand, but discovered from activity records, by kernel name.";
constexpr const char* of_records =
    " Keys and values lie in an array each, as the library wants them; turning records into these and back "
    "is not timed.";
constexpr const char* of_thrust =
    " Scratch memory comes from an allocator that keeps it from one trial to the next, on the stream of the "
    "case, so no allocation is timed; the host does not wait at the end of the call (par_nosync).";

Citation radix_sort() { return {"Vali, Samani, del Rosario 2020", "radix sort, compared with"}; }

VariantInfo cub_radix() {
    return {.name = "cub-radix",
            .source = "NVIDIA CCCL",
            .section = "cub::DeviceRadixSort",
            .summary = "CUB's radix sort: what users would pick instead",
            .details =
                "SortKeys, or SortPairs of records, over double buffers, which is the fastest form: the "
                "result is not copied back. Sorts by the bits of the key, so a NaN with the sign of -1 "
                "would come first; the keys here hold none.",
            .also = {radix_sort()}};
}

VariantInfo cub_merge() {
    return {.name = "cub-merge",
            .source = "NVIDIA CCCL",
            .section = "cub::DeviceMergeSort",
            .summary = "CUB's merge sort: what users would pick for an order of their own",
            .details =
                "SortKeys, or SortPairs of records, in place, by comparisons alone: the order of all sorts "
                "here, NaNs last."};
}

VariantInfo thrust_sort() {
    return {.name = "thrust-sort",
            .source = "NVIDIA CCCL",
            .section = "thrust::sort",
            .summary = "Thrust's sort of keys, by its default order",
            .details =
                "thrust::sort without a comparison of its own, for which it takes a radix sort, as the keys "
                "are plain numbers.",
            .also = {radix_sort()}};
}

VariantInfo thrust_sort_by_key() {
    return {.name = "thrust-sort-by-key",
            .source = "NVIDIA CCCL",
            .section = "thrust::sort_by_key",
            .summary = "Thrust's sort of keys with values, by its default order",
            .details =
                "thrust::sort_by_key without a comparison of its own, for which it takes a radix sort, as "
                "the keys are plain numbers.",
            .also = {radix_sort()}};
}

}  // namespace

void register_library_sorts(VariantRegistry& variants) {
    using Entry = std::pair<VariantInfo (*)(), KeyChoice>;
    for (const auto& [info, choice] :
         {Entry{cub_radix, KeyChoice::all}, Entry{cub_merge, KeyChoice::all},
          Entry{thrust_sort, KeyChoice::bare}, Entry{thrust_sort_by_key, KeyChoice::records}}) {
        Variant variant{info(), {}};
        variant.info.kind = VariantKind::opaque;
        variant.info.keys = key_types(choice);
        variant.info.min_n = 1;
        if (choice != KeyChoice::bare) variant.info.details += of_records;
        if (info == thrust_sort || info == thrust_sort_by_key) variant.info.details += of_thrust;
        variant.info.details += of_all;
        variants.add(std::move(variant));
    }
}

}  // namespace sortscope::kernels
