// Condition of a case: subject, axes, output, device, backend, cache state and time mode.
#pragma once

#include <functional>
#include <set>

#include "core/records.hpp"

namespace sortscope {
/// Parts in display order. Each axis is a part; "parameters" covers all axes except key, n, input and block.
inline constexpr std::array<std::string_view, 11> condition_parts{
    "variant", "parameters", "key",     "n",     "input",    "block",
    "output",  "device",     "backend", "cache", "time-mode"};

using PartNames = std::set<std::string, std::less<>>;

/// Identifies a device by its UUID, else by name and number; a CPU by name and number of threads.
struct DeviceKey {
    std::string name;            ///< display name; two devices may share a name
    std::string id;              ///< "GPU-...", "#0", or "#16 threads"
    std::string among_others{};  ///< unique name if several devices share `name`: "NVIDIA H200 GPU-1a2b3c4d"

    bool has_uuid() const { return !id.empty() && id.front() != '#'; }
    /// A newer driver may rename a device: a UUID decides alone.
    friend std::strong_ordering operator<=>(const DeviceKey& a, const DeviceKey& b) {
        if (const auto order = a.id <=> b.id; order != 0) return order;
        return a.has_uuid() ? std::strong_ordering::equal : a.name <=> b.name;
    }
    friend bool operator==(const DeviceKey& a, const DeviceKey& b) { return (a <=> b) == 0; }
};
DeviceKey device_key(const Device& device);

/// Cases with equal conditions are comparable.
class Condition {
 public:
    std::string subject;
    Axes axes;
    std::string output;  ///< output_of()
    DeviceKey device;
    BackendKind backend{};
    std::string cache_state;
    TimeMode time_mode = TimeMode::none;

    uint64_t keys() const { return keys_of(axes); }
    uint32_t block() const { return block_of(axes); }
    std::optional<KeyType> key() const { return key_of(axes); }

    /// Returns a copy with free `parts`: conditions that differ only in `parts` get equal copies.
    Condition leaving_free(const PartNames& parts) const;
    const PartNames& free_parts() const { return free_; }
    /// True also for an axis among free "parameters".
    bool is_free(std::string_view part) const;

    /// "2^20", "uniform", "256"; empty if free or absent.
    std::string text(std::string_view part) const;
    /// Names and texts of the parts that are not free.
    std::vector<std::pair<std::string, std::string>> parts() const;
    /// "bitonic-b2 u32 2^20 uniform, block 256, NVIDIA H200", without the parts in `left_out`.
    std::string label(const PartNames& left_out = {}) const;

    friend auto operator<=>(const Condition&, const Condition&) = default;

 private:
    PartNames free_;
};

/// "tiles of 256", "minimum, maximum" or "unsorted"; empty for sorted output and programs. Cases with
/// different outputs did different work.
std::string output_of(const CaseRecord& record);
/// Keys in one sorted sequence of the output: all keys, or one block; 0 if unsorted.
uint64_t sorted_run(const CaseRecord& record);

/// Needs only Detail::summary of `record`.
Condition condition_of(const CaseRecord& record);
}
