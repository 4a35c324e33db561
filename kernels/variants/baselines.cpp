#include <cmath>
#include <string>
#include <utility>

#include "kernels/variants/planners.hpp"
#include "kernels/variants/register.hpp"

namespace sortscope::kernels {
namespace {
constexpr uint64_t quadratic_end = uint64_t{1} << 16;

double quadratic_steps(double n, double, bool) { return n * n / 2; }
/// n L (L + 1) / 4 comparators; two take as long as a step of other sorts.
double network_steps(double n, double, bool) {
    const double levels = std::log2(n + 1);
    return n * levels * (levels + 1) / 8;
}

VariantInfo butterfly_full() {
    return {.name = "cpu-butterfly-full",
            .source = "Jan et al. 2013",
            .section = "Full Butterfly sort, serial",
            .summary = "Full Butterfly network on one CPU thread",
            .details =
                "The network of butterfly-full, one butterfly after the other: for each stage a mirror "
                "substage, then the substages of all narrower groups. (N/2) L(L+1)/2 butterflies for N = 2^L "
                "keys, whatever the input; a pair is stored only where it was out of order.",
            .power_of_two = true,
            .steps = network_steps};
}

VariantInfo butterfly_minmax() {
    return {.name = "cpu-butterfly-minmax",
            .source = "Jan et al. 2013",
            .section = "Min-Max Butterfly, serial",
            .summary = "Min-Max Butterfly on one CPU thread: minimum and maximum only",
            .details =
                "The network of butterfly-minmax, one butterfly after the other: (N/2) L of them for N = 2^L "
                "keys. Afterwards the minimum stands first and the maximum last; the whole array is sorted "
                "only if it was ascending or descending before.",
            .promise = Promise::extremes,
            .power_of_two = true,
            .pads = false};
}

VariantInfo bitonic() {
    return {
        .name = "cpu-bitonic",
        .source = "Jan et al. 2013",
        .section = "bitonic sort, serial, compared with",
        .summary = "Bitonic network on one CPU thread",
        .details =
            "Batcher's bitonic network, one comparator after the other: for k = 2, 4, .., N and j = k/2, .., "
            "1 the pairs at distance j, ascending where bit k of the index is 0. (N/2) L(L+1)/2 comparators "
            "for N = 2^L keys, whatever the input; a pair is stored only where it was out of order.",
        .power_of_two = true,
        .also = {{"Mu, Cui, Song 2016", "bitonic sort on the CPU, compared with"}},
        .steps = network_steps};
}

VariantInfo odd_even() {
    return {.name = "cpu-odd-even",
            .source = "Jan et al. 2013",
            .section = "odd-even sort, serial, compared with",
            .summary = "Odd-even transposition sort on one CPU thread",
            .details =
                "N steps that order neighbours, from the first key and from the second in turn. N(N-1)/2 "
                "comparators, whatever the input, so sizes end at 2^16. Takes any number of keys.",
            .min_n = 1,
            .max_n = quadratic_end,
            .steps = quadratic_steps};
}

VariantInfo rank() {
    return {.name = "cpu-rank",
            .source = "Jan et al. 2013",
            .section = "rank sort, serial, compared with",
            .summary = "Rank sort on one CPU thread: counts the keys before each key",
            .details =
                "For each key the number of keys that belong before it, of equal ones those that stood "
                "before it: its place in a second array, which is then copied back. N^2 comparisons, "
                "whatever the input, so sizes end at 2^16. Stable. Takes any number of keys.",
            .min_n = 1,
            .max_n = quadratic_end,
            .steps = quadratic_steps};
}

VariantInfo quicksort() {
    return {.name = "cpu-quicksort",
            .source = "Mu, Cui, Song 2016",
            .section = "quicksort on the CPU, compared with",
            .summary = "Serial quicksort with an explicit stack, first key as pivot",
            .details =
                "One thread, an explicit stack of ranges, the first key of a range as pivot, the larger part "
                "pushed first. Quadratic on constant input and on input that is nearly in order, or in "
                "reverse, which is what Sinha shows; such inputs therefore end at 2^16 keys.",
            .min_n = 1,
            .slow = slow_for_first_pivots(quadratic_end),
            .also = {{"Sinha 2010", "2.1 Quicksort"}}};
}

VariantInfo std_sort() {
    return {.name = "cpu-std-sort",
            .source = "C++ standard library",
            .section = "std::sort",
            .summary = "Introsort on one CPU thread",
            .details =
                "std::sort of the C++ library the program was built with, on one thread: the baseline that "
                "several of the sources compare a GPU with. Few keys look faster than they are: every trial "
                "sorts the same keys, and the branch predictor learns them.",
            .min_n = 1,
            .also = {{"Vali, Samani, del Rosario 2020", "std::sort, compared with"}}};
}

VariantInfo parallel_sort() {
    return {.name = "cpu-parallel-sort",
            .source = "Boost.Sort",
            .section = "boost::sort::block_indirect_sort",
            .summary = "Parallel sort on all hardware threads",
            .details =
                "The parallel sort of the Boost libraries: parts sorted by pattern-defeating quicksort, then "
                "merged in blocks. It may use every hardware thread, but takes no more than one for each "
                "2^18 keys (2^17 records of 16 bytes), and sorts by one thread what is less. Its threads "
                "start and end within the sort, and are timed with it. Input that is in order already, or in "
                "reverse, it notices in a single pass.",
            .min_n = 1,
            .also = {{"Vali, Samani, del Rosario 2020", "a parallel sort on the CPU, beside std::sort"}}};
}

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
                "result is not copied back. Sorts by the bits of the key, so a NaN with the sign of -1 would "
                "come first; the keys here hold none.",
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

/// Key types of a sort: all, keys without values, records.
enum class KeyChoice { all, bare, records };
std::vector<KeyType> key_types(KeyChoice choice) {
    std::vector<KeyType> keys;
    for (const auto& row : EnumTable<KeyType>::names())
        if (choice == KeyChoice::all || has_value(row.value) == (choice == KeyChoice::records))
            keys.push_back(row.value);
    return keys;
}
}  // namespace

void register_baselines(VariantRegistry& variants) {
    const auto add = [&](VariantInfo info, VariantKind kind, KeyChoice choice) {
        info.kind = kind;
        info.keys = key_types(choice);
        info.min_block = 0;
        variants.add({std::move(info), {}});
    };
    for (const auto& info :
         {butterfly_full, butterfly_minmax, bitonic, odd_even, rank, quicksort, std_sort, parallel_sort})
        add(info(), VariantKind::cpu, KeyChoice::all);
    for (const auto& [info, choice] : {std::pair{&cub_radix, KeyChoice::all},
                                       {&cub_merge, KeyChoice::all},
                                       {&thrust_sort, KeyChoice::bare},
                                       {&thrust_sort_by_key, KeyChoice::records}}) {
        auto library = info();
        library.min_n = 1;
        if (choice != KeyChoice::bare) library.details += of_records;
        if (info == thrust_sort || info == thrust_sort_by_key) library.details += of_thrust;
        library.details += of_all;
        add(std::move(library), VariantKind::opaque, choice);
    }
}
}
