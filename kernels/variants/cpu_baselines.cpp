#include <cmath>

#include "kernels/variants/baselines.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
namespace {

constexpr std::uint64_t quadratic_end = std::uint64_t{1} << 16;

double quadratic_steps(double n, double, bool) { return n * n / 2; }
/// n L (L + 1) / 4 comparators, two of which take as long as a step of other sorts.
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
                "substage, then the substages of all narrower groups. (N/2) L(L+1)/2 butterflies for N = "
                "2^L keys, whatever the input; a pair is stored only where it was out of order.",
            .power_of_two = true,
            .steps = network_steps};
}

VariantInfo butterfly_minmax() {
    return {.name = "cpu-butterfly-minmax",
            .source = "Jan et al. 2013",
            .section = "Min-Max Butterfly, serial",
            .summary = "Min-Max Butterfly on one CPU thread: minimum and maximum only",
            .details =
                "The network of butterfly-minmax, one butterfly after the other: (N/2) L of them for N = "
                "2^L keys. Afterwards the minimum stands first and the maximum last; the whole array is "
                "sorted only if it was ascending or descending before.",
            .promise = Promise::extremes,
            .power_of_two = true,
            .pads = false};
}

VariantInfo bitonic() {
    return {.name = "cpu-bitonic",
            .source = "Jan et al. 2013",
            .section = "bitonic sort, serial, compared with",
            .summary = "Bitonic network on one CPU thread",
            .details =
                "Batcher's bitonic network, one comparator after the other: for k = 2, 4, .., N and j = "
                "k/2, .., 1 the pairs at distance j, ascending where bit k of the index is 0. (N/2) "
                "L(L+1)/2 comparators for N = 2^L keys, whatever the input; a pair is stored only where it "
                "was out of order.",
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
                "One thread, an explicit stack of ranges, the first key of a range as pivot, the larger "
                "part pushed first. Quadratic on constant input and on input that is nearly in order, or in "
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
                "The parallel sort of the Boost libraries: parts sorted by pattern-defeating quicksort, "
                "then merged in blocks. It may use every hardware thread, but takes no more than one for "
                "each 2^18 keys (2^17 records of 16 bytes), and sorts by one thread what is less. Its "
                "threads start and end within the sort, and are timed with it. Input that is in order "
                "already, or in reverse, it notices in a single pass.",
            .min_n = 1,
            .also = {{"Vali, Samani, del Rosario 2020", "a parallel sort on the CPU, beside std::sort"}}};
}

}  // namespace

void register_cpu_sorts(VariantRegistry& variants) {
    for (const auto& info :
         {butterfly_full, butterfly_minmax, bitonic, odd_even, rank, quicksort, std_sort, parallel_sort}) {
        Variant variant{info(), {}};
        variant.info.kind = VariantKind::cpu;
        variant.info.keys = key_types(KeyChoice::all);
        variants.add(std::move(variant));
    }
}

}  // namespace sortscope::kernels
