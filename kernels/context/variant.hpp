// Description of a variant: one sorting algorithm in one implementation.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workload.hpp"
#include "kernels/context/plan.hpp"

namespace sortscope::kernels {
enum class VariantKind {
    planned,  ///< plans its launches as data; runs on a GPU and in the interpreter
    opaque,   ///< GPU code of a library or a plug-in, without a plan
    cpu       ///< runs on the CPU
};

/// A launch parameter besides the block size.
struct VariantParameter {
    std::string name;     ///< as typed: --param NAME=1,2,4
    std::string summary;  ///< one line, with the unit
    /// Allowed values, ascending; empty: any whole number that VariantInfo::refuses accepts
    std::vector<int64_t> values;
    int64_t default_value = 0;
};

struct Citation {
    std::string source;  ///< "Jan et al. 2013"
    std::string section;
};

/// A source's own block size (`--block source`).
struct BlockRule {
    std::string text;  ///< one line
    /// Threads of a block for n keys; empty: the source states no rule
    std::function<uint32_t(uint64_t n)> block{};
};

/// Slow inputs, limited to fewer keys.
struct SlowInputs {
    std::vector<Distribution> distributions;
    uint64_t max_n = 0;
    std::string why;  ///< "takes quadratic time"
    bool includes(Distribution each) const {
        return std::ranges::find(distributions, each) != distributions.end();
    }
};

/// Description of a variant, for `sortscope variants NAME`, and the cases that the variant accepts.
struct VariantInfo {
    std::string name;  ///< as typed: "butterfly-full"
    /// A variant with a family runs only if the user names the variant or the family
    std::string family{};
    VariantKind kind{};
    std::string source;  ///< "Jan et al. 2013"
    std::string section;
    std::string summary;  ///< one line
    std::string details;  ///< one paragraph
    std::vector<KeyType> keys{};
    Promise promise = Promise::sorted;
    uint64_t min_n = 2;
    uint64_t max_n = uint64_t{1} << 28;
    bool power_of_two = false;  ///< works on powers of two only
    bool pads = true;           ///< pads n to a power of two; false: refuses other n
    SlowInputs slow{};
    uint32_t min_block = 1;  ///< 0: the user cannot choose a block size
    uint32_t max_block = 1024;
    uint32_t default_block = 256;
    BlockRule block_rule{};
    std::vector<VariantParameter> parameters{};
    std::vector<Citation> also{};  ///< further sources
    /// Returns why the variant refuses a case, or nothing if it accepts. May be empty.
    std::function<std::optional<std::string>(const Workload&, const LaunchConfig&)> refuses{};
    /// Steps for time estimates. Planned variants: steps of one thread of a launch; null: 1. Other variants:
    /// steps of the whole sort; null: n log2 n, or n^2 / 2 for a slow input.
    double (*steps)(double n, double block, bool slow_input) = nullptr;
};

/// The shared library of a plug-in.
struct PluginFile {
    std::string path;
    std::string gpu_code{};  ///< "90-real by nvcc 13.0.88"; empty without GPU code
    std::vector<SourceText> sources{};
};

struct SortCall;

/// A variant as backends use it.
struct Variant {
    VariantInfo info;
    /// Planned variants only. Plans the sort of a case with padded_size() keys. Call refusal() first. Outside
    /// workers, a plug-in's plan lacks the kernel arguments and serves for estimates only.
    std::function<Plan(const Workload&, const LaunchConfig&)> plan;
    std::shared_ptr<const PluginFile> plugin{};  ///< null: built in
    void (*sort)(const SortCall&) = nullptr;     ///< set in opaque variants of loaded plug-ins with GPU code
};

/// Returns why the variant refuses the case, and what it accepts; empty: no refusal.
std::optional<std::string> refusal(const VariantInfo& info, const Workload& workload,
                                   const LaunchConfig& config);

/// Replaces block 0 and unset parameters by their defaults. Drops parameters that the variant does not have.
/// Sets the block to 0 if the variant has no block size.
LaunchConfig effective_config(const VariantInfo& info, LaunchConfig config);

/// Number of keys that a planned variant sorts for an input of n keys: n, padded if needed.
inline uint64_t padded_size(const VariantInfo& info, uint64_t n) {
    return info.power_of_two && n != 0 ? std::bit_ceil(n) : n;
}

/// Length of the runs in this case's digests, in keys; 0: one run.
uint64_t sorted_run(const VariantInfo& info, const LaunchConfig& config);

/// Value of `parameter` in `config`, or its default.
inline int64_t parameter_value(const LaunchConfig& config, const VariantParameter& parameter) {
    const auto set = config.params.find(parameter.name);
    return set == config.params.end() ? parameter.default_value : set->second;
}

/// All variants, in the order in which `sortscope variants` lists them.
class VariantRegistry {
 public:
    /// Throws Error(internal) if the name is taken.
    void add(Variant variant);
    /// Variants without a family.
    const std::vector<Variant>& all() const { return variants_; }
    /// Variants with a family, in the order of add().
    const std::vector<Variant>& on_request() const { return on_request_; }
    /// Names of all families, each once.
    std::vector<std::string> families() const;
    bool contains(std::string_view name) const { return known(name) != nullptr; }
    /// Throws Error(usage), with the nearest names, if no variant has `name`.
    const Variant& find(std::string_view name) const;

 private:
    const Variant* known(std::string_view name) const;
    std::vector<Variant> variants_, on_request_;
};
}
