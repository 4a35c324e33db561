// A variant: one sorting algorithm in one implementation, with all that a user should know about it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workload.hpp"
#include "kernels/context/plan.hpp"

namespace sortscope::kernels {

/// What kind of thing runs a variant.
enum class VariantKind {
    planned,  ///< launches known as data; runs on a GPU and in the host interpreter
    opaque,   ///< a library's sort on the GPU; its launches are discovered from activity records
    cpu       ///< runs on the CPU
};

/// What a variant promises of its output; always a permutation of its input.
enum class OutputPromise {
    sorted,   ///< ascending
    extremes  ///< the minimum first and the maximum last
};

/// A number of its own that a variant is launched with, beside the block size.
struct VariantParameter {
    std::string name;     ///< as typed: --param NAME=1,2,4
    std::string summary;  ///< one line, with the unit
    std::vector<std::int64_t> values;  ///< what it can be, ascending
    std::int64_t default_value = 0;
};

/// What `sortscope variants NAME` tells, and what a variant can take.
struct VariantInfo {
    std::string name;      ///< as typed: "butterfly-full"
    VariantKind kind{};
    std::string source;    ///< "Jan et al. 2013"
    std::string section;   ///< where in it
    std::string summary;   ///< one line
    std::string details;   ///< one paragraph
    std::vector<KeyType> keys{};
    OutputPromise promise = OutputPromise::sorted;
    std::uint64_t min_n = 2;
    std::uint64_t max_n = std::uint64_t{1} << 28;
    bool power_of_two = false;       ///< N must be one
    std::uint32_t min_block = 0;     ///< 0: the variant has no block size to choose
    std::uint32_t max_block = 0;
    std::uint32_t default_block = 0;
    std::vector<VariantParameter> parameters{};
};

/// A variant as backends use it.
struct Variant {
    VariantInfo info;
    /// Planned variants only: the plan of a case that refusal() has let through.
    std::function<Plan(const Workload&, const LaunchConfig&)> plan;
};

/// Why `info` cannot take this case, as a sentence that says what it can take; nothing if it can.
std::optional<std::string> refusal(const VariantInfo& info, const Workload& workload, const LaunchConfig& config);

/// The configuration that a case really gets: the variant's default block where `config.block` is 0, block 0 where it has
/// none to choose, and the default of every parameter that is not set. Parameters of other variants are dropped.
LaunchConfig effective_config(const VariantInfo& info, LaunchConfig config);

/// All variants, in the order they are listed.
class VariantRegistry {
 public:
    /// Throws Error(internal) if the name is taken.
    void add(Variant variant);
    const std::vector<Variant>& all() const { return variants_; }
    /// Throws Error(usage) that suggests the nearest names.
    const Variant& find(std::string_view name) const;

 private:
    std::vector<Variant> variants_;
};

/// Number of single-character edits between two names (Levenshtein distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace sortscope::kernels
