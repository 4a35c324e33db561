#include <cmath>
#include <string>
#include <utility>

#include "kernels/variants/planners.hpp"
#include "kernels/variants/register.hpp"

namespace sortscope::kernels {
namespace {
constexpr uint64_t quadratic_end = uint64_t{1} << 16;

double quadratic_steps(double n, double, bool) { return n * n / 2; }
/// Half of the n L (L + 1) / 4 comparators: two comparators take the time of one step of another sort.
double network_steps(double n, double, bool) {
    const double levels = std::log2(n + 1);
    return n * levels * (levels + 1) / 8;
}

std::vector<VariantInfo> cpu_sorts() {
    return {
        {.name = "cpu-butterfly-full",
         .source = "Jan et al. 2013",
         .section = "Full Butterfly sort, serial",
         .summary = "Full Butterfly network on one CPU thread",
         .details =
             "The network of butterfly-full, one butterfly after the other. Each stage is a mirror "
             "substage, then the substages of all narrower groups. (N/2) L(L+1)/2 butterflies for N = 2^L "
             "keys, whatever the input. A pair is stored only if it was out of order.",
         .power_of_two = true,
         .steps = network_steps},
        {.name = "cpu-butterfly-minmax",
         .source = "Jan et al. 2013",
         .section = "Min-Max Butterfly, serial",
         .summary = "Min-Max Butterfly on one CPU thread: minimum and maximum only",
         .details =
             "The network of butterfly-minmax, one butterfly after the other: (N/2) L of them for N = 2^L "
             "keys. Afterwards the minimum is first and the maximum last. The whole array is sorted only "
             "if it was ascending or descending before.",
         .promise = Promise::extremes,
         .power_of_two = true,
         .pads = false},
        {.name = "cpu-bitonic",
         .source = "Jan et al. 2013",
         .section = "bitonic sort, serial, a baseline",
         .summary = "Bitonic network on one CPU thread",
         .details =
             "Batcher's bitonic network, one comparator after the other. For k = 2, 4, .., N and j = k/2, "
             ".., "
             "1 it orders the pairs at distance j, ascending if bit k of the index is 0. (N/2) L(L+1)/2 "
             "comparators for N = 2^L keys, whatever the input. A pair is stored only if it was out of "
             "order.",
         .power_of_two = true,
         .also = {{"Mu, Cui, Song 2016", "bitonic sort on the CPU, a baseline"}},
         .steps = network_steps},
        {.name = "cpu-odd-even",
         .source = "Jan et al. 2013",
         .section = "odd-even sort, serial, a baseline",
         .summary = "Odd-even transposition sort on one CPU thread",
         .details = "N steps order neighbours, alternately from the first key and from the second. N(N-1)/2 "
                    "comparators, whatever the input, so sizes end at 2^16. Takes any number of keys.",
         .min_n = 1,
         .max_n = quadratic_end,
         .steps = quadratic_steps},
        {.name = "cpu-rank",
         .source = "Jan et al. 2013",
         .section = "rank sort, serial, a baseline",
         .summary = "Rank sort on one CPU thread: counts the keys before each key",
         .details =
             "For each key, counts the smaller keys and the equal keys before it. That count is its place "
             "in a second array, which is then copied back. N^2 comparisons, whatever the input, so sizes "
             "end at 2^16. Stable. Takes any number of keys.",
         .min_n = 1,
         .max_n = quadratic_end,
         .steps = quadratic_steps},
        {.name = "cpu-quicksort",
         .source = "Mu, Cui, Song 2016",
         .section = "quicksort on the CPU, a baseline",
         .summary = "Serial quicksort with an explicit stack, first key as pivot",
         .details =
             "One thread with an explicit stack of ranges. A range's first key is the pivot, and the "
             "larger part is pushed first. Quadratic on constant, nearly sorted and reversed input, as "
             "Sinha shows. Such inputs end at 2^16 keys.",
         .min_n = 1,
         .slow = slow_for_first_pivots(quadratic_end),
         .also = {{"Sinha 2010", "2.1 Quicksort"}}},
        {.name = "cpu-std-sort",
         .source = "C++ standard library",
         .section = "std::sort",
         .summary = "Introsort on one CPU thread",
         .details = "std::sort of the program's C++ library, on one thread: the baseline of several sources. "
                    "Sorts of few keys look faster than they are. Every trial sorts the same keys, and the "
                    "branch predictor learns them.",
         .min_n = 1,
         .also = {{"Vali, Samani, del Rosario 2020", "std::sort, a baseline"}}},
        {.name = "cpu-parallel-sort",
         .source = "Boost.Sort",
         .section = "boost::sort::block_indirect_sort",
         .summary = "Parallel sort on all hardware threads",
         .details =
             "Boost's parallel sort: sorts parts by pattern-defeating quicksort, then merges them in "
             "blocks. It may use every hardware thread, but at most one for each 2^18 keys (2^17 records "
             "of 16 bytes). One thread sorts smaller inputs. Threads start and end within the sort and "
             "are timed with it. Input that is sorted or reversed takes a single pass.",
         .min_n = 1,
         .also = {{"Vali, Samani, del Rosario 2020", "a parallel sort on the CPU, a baseline"}}}};
}

constexpr const char* of_all =
    " The library chooses kernels and launches for the GPU. SortScope finds its launches in activity "
    "records, by kernel name.";
constexpr const char* of_records =
    " Keys and values are in separate arrays, as the library needs. Converting records to these and back is "
    "not timed.";
constexpr const char* of_thrust =
    " An allocator keeps scratch memory between trials, on the stream of the case, so no allocation is "
    "timed. The host does not wait at the end of the call (par_nosync).";

Citation radix_sort() { return {"Vali, Samani, del Rosario 2020", "radix sort, a baseline"}; }

std::vector<VariantInfo> library_sorts() {
    return {
        {.name = "cub-radix",
         .source = "NVIDIA CCCL",
         .section = "cub::DeviceRadixSort",
         .summary = "CUB's radix sort: the usual library choice",
         .details =
             "SortKeys, or SortPairs for records, over double buffers: the fastest form, since the result "
             "is not copied back. Sorts by the bits of the key, so NaNs with the sign bit set would come "
             "first. The keys here have none.",
         .also = {radix_sort()}},
        {.name = "cub-merge",
         .source = "NVIDIA CCCL",
         .section = "cub::DeviceMergeSort",
         .summary = "CUB's merge sort: the usual library choice for a custom order",
         .details =
             "SortKeys, or SortPairs for records, in place, by comparisons alone. NaNs go last, as in all "
             "sorts here."},
        {.name = "thrust-sort",
         .source = "NVIDIA CCCL",
         .section = "thrust::sort",
         .summary = "Thrust's sort of keys, by its default order",
         .details =
             "thrust::sort without a custom comparison: it uses a radix sort, since the keys are plain "
             "numbers.",
         .also = {radix_sort()}},
        {.name = "thrust-sort-by-key",
         .source = "NVIDIA CCCL",
         .section = "thrust::sort_by_key",
         .summary = "Thrust's sort of keys with values, by its default order",
         .details =
             "thrust::sort_by_key without a custom comparison: it uses a radix sort, since the keys are "
             "plain numbers.",
         .also = {radix_sort()}}};
}
}  // namespace

void register_baselines(VariantRegistry& variants) {
    const auto add = [&](VariantInfo info, VariantKind kind, const auto& takes) {
        info.kind = kind;
        for (const auto& row : EnumTable<KeyType>::names())
            if (takes(row.value)) info.keys.push_back(row.value);
        info.min_block = 0;
        variants.add({std::move(info), {}});
    };
    for (auto& info : cpu_sorts()) add(std::move(info), VariantKind::cpu, [](KeyType) { return true; });
    for (auto& info : library_sorts()) {
        const bool is_thrust = info.name.starts_with("thrust");
        const bool records_only = info.name == "thrust-sort-by-key";
        info.min_n = 1;
        if (!is_thrust || records_only) info.details += of_records;
        if (is_thrust) info.details += of_thrust;
        info.details += of_all;
        add(std::move(info), VariantKind::opaque,
            [&](KeyType key) { return !is_thrust || has_value(key) == records_only; });
    }
}
}
