// What makes two cases comparable: everything that decides what was measured, and nothing that was measured.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope {

/// The parts of a condition, in the order in which they are shown.
enum class ConditionPart { variant, parameters, key, n, input, block, device, backend, cache, time_mode };
inline constexpr std::size_t condition_parts = 10;

/// The name of a part as users type it: "variant", "parameters", "key", "n", "input", "block", "device",
/// "backend", "cache", "time-mode".
std::string_view name_of(ConditionPart part);

/// A set of parts.
class ConditionParts {
 public:
    constexpr ConditionParts() = default;
    constexpr ConditionParts(std::initializer_list<ConditionPart> parts) {
        for (const auto part : parts) bits_ |= bit(part);
    }
    constexpr bool contains(ConditionPart part) const { return (bits_ & bit(part)) != 0; }
    constexpr void insert(ConditionPart part) { bits_ |= bit(part); }
    constexpr bool empty() const { return bits_ == 0; }
    friend auto operator<=>(const ConditionParts&, const ConditionParts&) = default;

 private:
    static constexpr unsigned bit(ConditionPart part) { return 1U << static_cast<unsigned>(part); }
    unsigned bits_ = 0;
};

/// What tells one device from another: its UUID; where it has none, its name and number (the interpreter,
/// older files) or threads (CPUs).
struct DeviceKey {
    std::string name;            ///< as shown; two devices may share it
    std::string id;              ///< "GPU-...", "#0", or "#16 threads"
    std::string among_others{};  ///< as shown where others have the name: "NVIDIA H200 GPU-1a2b3c4d"; like a
                                 ///< UUID's name it decides nothing

    /// Whether the id says it all: a newer driver may call the device otherwise.
    bool has_uuid() const { return !id.empty() && id.front() != '#'; }
    friend std::strong_ordering operator<=>(const DeviceKey& a, const DeviceKey& b) {
        if (const auto order = a.id <=> b.id; order != 0) return order;
        return a.has_uuid() ? std::strong_ordering::equal : a.name <=> b.name;
    }
    friend bool operator==(const DeviceKey& a, const DeviceKey& b) { return (a <=> b) == 0; }
};
DeviceKey device_key(const Device& device);

/// The input of a case: two inputs are the same where their keys are.
struct InputKey {
    Distribution distribution = Distribution::uniform;
    std::uint64_t seed = 0;  ///< 0 where it does not decide the keys: sorted, reversed, zero, a user's file
    std::uint32_t entropy_bits = 0;
    std::string
        content;  ///< a user's file: the digest of its bytes; its name where an older file kept no digest
    friend auto operator<=>(const InputKey&, const InputKey&) = default;
};

/// Two cases are comparable where their conditions are equal; parts that are left free are equal always.
class Condition {
 public:
    std::string variant;  ///< of a program that is not ours: its name
    std::map<std::string, std::int64_t> parameters;
    KeyType key{};
    std::uint64_t n = 0;
    InputKey input;
    std::uint32_t block = 0;  ///< 0 for sorts that have none to choose
    DeviceKey device;
    BackendKind backend{};
    std::string cache_state;
    TimeMode time_mode = TimeMode::none;

    /// The same with `parts` free, so that conditions that differ in them alone become equal.
    Condition leaving_free(ConditionParts parts) const;
    ConditionParts free_parts() const { return free_; }

    /// A part as text: "2^20", "uniform", "256"; empty where it is free or says nothing (no parameters, no
    /// block).
    std::string text(ConditionPart part) const;
    /// All parts with their texts, free ones left out.
    std::vector<std::pair<ConditionPart, std::string>> parts() const;
    /// "bitonic-b2 u32 2^20 uniform, block 256, NVIDIA H200": the parts that say something, but for
    /// `left_out`.
    std::string label(ConditionParts left_out = {}) const;

    friend auto operator<=>(const Condition&, const Condition&) = default;

 private:
    ConditionParts free_;
};

/// The condition that `record` was collected under. Its summary is enough.
Condition condition_of(const CaseRecord& record);

}  // namespace sortscope

template <>
struct std::hash<sortscope::Condition> {
    std::size_t operator()(const sortscope::Condition& condition) const noexcept;
};
