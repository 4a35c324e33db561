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
    planned,  ///< launches as data; runs on a GPU and in the interpreter
    opaque,   ///< GPU code of a library or a plug-in; activity records show its launches
    cpu       ///< runs on the CPU
};

/// Besides the block size.
struct VariantParameter {
    std::string name;     ///< as typed: --param NAME=1,2,4
    std::string summary;  ///< one line, with the unit
    /// Ascending; empty: any whole number that VariantInfo::refuses accepts
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
    /// For n keys; empty: the source states no rule
    std::function<uint32_t(uint64_t n)> block{};
};

/// Inputs that take so long that fewer keys are allowed.
struct SlowInputs {
    std::vector<Distribution> distributions;
    uint64_t max_n = 0;
    std::string why;  ///< "takes quadratic time"
};

/// What `sortscope variants NAME` prints, and what the variant accepts.
struct VariantInfo {
    std::string name;  ///< as typed: "butterfly-full"
    /// Variants with a family run only if the user names them or the family
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
    bool power_of_two = false;  ///< works on powers of two
    bool pads = true;           ///< pads other sizes with the greatest key; false: refuses them
    SlowInputs slow{};
    uint32_t min_block = 1;  ///< 0: no block size to choose
    uint32_t max_block = 1024;
    uint32_t default_block = 256;
    BlockRule block_rule{};
    std::vector<VariantParameter> parameters{};
    std::vector<Citation> also{};  ///< further sources
    /// Returns a sentence, or nothing if it accepts. May be empty.
    std::function<std::optional<std::string>(const Workload&, const LaunchConfig&)> refuses{};
    /// Steps for time estimates: of a planned launch's thread, if comparators do not tell, else of the whole
    /// sort. Null: 1, or n log2 n (n^2 / 2 for a slow input).
    double (*steps)(double n, double block, bool slow_input) = nullptr;
};

/// The shared library of variants that are not built in.
struct PluginFile {
    std::string path;
    std::string gpu_code{};  ///< "90-real by nvcc 13.0.88"; empty: it has none
    std::vector<SourceText> sources{};
};

struct SortCall;

/// A variant as backends use it.
struct Variant {
    VariantInfo info;
    /// Planned variants only: for padded_size() keys, after refusal() accepted the case. Of a plug-in: a
    /// worker's plan without arguments, for estimates alone.
    std::function<Plan(const Workload&, const LaunchConfig&)> plan;
    std::shared_ptr<const PluginFile> plugin{};  ///< null: built in
    void (*sort)(const SortCall&) = nullptr;     ///< opaque variants of a loaded plug-in with GPU code only
};

/// A sentence that also says what the variant accepts; nothing if it accepts.
std::optional<std::string> refusal(const VariantInfo& info, const Workload& workload,
                                   const LaunchConfig& config);

/// Sets defaults for block 0 and unset parameters. Drops other variants' parameters, and
/// sets the block to 0 if the variant has no block size.
LaunchConfig effective_config(const VariantInfo& info, LaunchConfig config);

/// Planned variants only: workload.n, padded if needed.
inline uint64_t padded_size(const VariantInfo& info, uint64_t n) {
    return info.power_of_two && n != 0 ? std::bit_ceil(n) : n;
}

/// Keys per run of this case's digests; 0: the whole array.
uint64_t sorted_run(const VariantInfo& info, const LaunchConfig& config);

/// In `config`, or its default.
inline int64_t parameter_value(const LaunchConfig& config, const VariantParameter& parameter) {
    const auto set = config.params.find(parameter.name);
    return set == config.params.end() ? parameter.default_value : set->second;
}

/// In the order they are listed.
class VariantRegistry {
 public:
    /// Throws Error(internal) if the name is taken.
    void add(Variant variant);
    /// Variants without a family.
    const std::vector<Variant>& all() const { return variants_; }
    /// Variants with a family, in order of adding.
    const std::vector<Variant>& on_request() const { return on_request_; }
    /// Each once.
    std::vector<std::string> families() const;
    bool contains(std::string_view name) const { return known(name) != nullptr; }
    /// Throws Error(usage) with the nearest names.
    const Variant& find(std::string_view name) const;

 private:
    const Variant* known(std::string_view name) const;
    std::vector<Variant> variants_, on_request_;
};
}
