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
    sorted,     ///< ascending
    extremes,   ///< the minimum first and the maximum last
    in_blocks,  ///< each run of LaunchConfig::block keys is a permutation of the input's and ascending
    permuted    ///< nothing more: the keys are moved, not sorted
};

/// A number of its own that a variant is launched with, beside the block size.
struct VariantParameter {
    std::string name;     ///< as typed: --param NAME=1,2,4
    std::string summary;  ///< one line, with the unit
    std::vector<std::int64_t>
        values;  ///< what it can be, ascending; none: any whole number that VariantInfo::refuses lets pass
    std::int64_t default_value = 0;
};

/// A document that describes a variant, or compares with it.
struct Citation {
    std::string source;   ///< "Jan et al. 2013"
    std::string section;  ///< where in it
};

/// The block size that a source chooses itself (`--block source`).
struct BlockRule {
    std::string text;  ///< one line
    std::uint32_t (*block)(std::uint64_t n) =
        nullptr;  ///< threads of a block for n keys; null: the source states no rule
};

/// Inputs on which a variant takes so long that fewer keys are allowed.
struct SlowInputs {
    std::vector<Distribution> distributions;  ///< empty: there are none
    std::uint64_t max_n = 0;
    std::string why;  ///< "takes quadratic time"
};

/// What `sortscope variants NAME` tells, and what a variant can take.
struct VariantInfo {
    std::string name;      ///< as typed: "butterfly-full"
    std::string family{};  ///< of variants that are only run when asked for by name or by this word; empty:
                           ///< of everybody's
    VariantKind kind{};
    std::string source;   ///< "Jan et al. 2013"
    std::string section;  ///< where in it
    std::string summary;  ///< one line
    std::string details;  ///< one paragraph
    std::vector<KeyType> keys{};
    OutputPromise promise = OutputPromise::sorted;
    std::uint64_t min_n = 2;
    std::uint64_t max_n = std::uint64_t{1} << 28;
    bool power_of_two = false;  ///< the algorithm works on powers of two
    bool pads = true;  ///< other sizes are padded to one with the greatest key; false: they are refused
    SlowInputs slow{};
    std::uint32_t min_block = 0;  ///< 0: the variant has no block size to choose
    std::uint32_t max_block = 0;
    std::uint32_t default_block = 0;
    BlockRule block_rule{};
    std::vector<VariantParameter> parameters{};
    std::vector<Citation> also{};  ///< other sources that describe it or compare with it
    /// More that it cannot take, as a sentence; may be null.
    std::optional<std::string> (*refuses)(const Workload&, const LaunchConfig&) = nullptr;
};

/// A variant as backends use it.
struct Variant {
    VariantInfo info;
    /// Planned variants only: the plan of a case that refusal() has let through, for padded_size() keys.
    std::function<Plan(const Workload&, const LaunchConfig&)> plan;
};

/// Why `info` cannot take this case, as a sentence that says what it can take; nothing if it can.
std::optional<std::string> refusal(const VariantInfo& info, const Workload& workload,
                                   const LaunchConfig& config);

/// The configuration that a case really gets: the variant's default block where `config.block` is 0, block 0
/// where it has none to choose, and the default of every parameter that is not set. Parameters of other
/// variants are dropped.
LaunchConfig effective_config(const VariantInfo& info, LaunchConfig config);

/// The number of keys that a planned variant really sorts: workload.n, or the power of two that it is padded
/// to.
std::uint64_t padded_size(const VariantInfo& info, std::uint64_t n);

/// The length of the runs that digests of this case are taken in; 0: the whole array.
std::uint64_t sorted_run(const VariantInfo& info, const LaunchConfig& config);

/// The value of a variant's own parameter in `config`, or `parameter`'s default.
std::int64_t parameter_value(const LaunchConfig& config, const VariantParameter& parameter);

/// All variants, in the order they are listed.
class VariantRegistry {
 public:
    /// Throws Error(internal) if the name is taken.
    void add(Variant variant);
    /// Those without a family.
    const std::vector<Variant>& all() const { return variants_; }
    /// The others, family by family as they were added.
    const std::vector<Variant>& on_request() const { return on_request_; }
    /// The names of the families, each once.
    std::vector<std::string> families() const;
    /// Of either kind. Throws Error(usage) that suggests the nearest names.
    const Variant& find(std::string_view name) const;

 private:
    std::vector<Variant> variants_, on_request_;
};

}  // namespace sortscope::kernels
