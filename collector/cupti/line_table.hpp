// From an instruction to its line of source, by the line table of the machine code that the driver loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "collector/cupti/checked.hpp"

namespace sortscope::cupti {

/// A line of source: file as short_source_path() has it.
struct SourceLine {
    std::string file;
    std::uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// Keeps the machine code of every module that is loaded while it lives. Modules are loaded when a kernel of
/// theirs is first needed, so it must live before the sort is made.
class LoadedModules {
 public:
    /// Throws CuptiError where another tool listens in this process already; Error(unsupported) where CUPTI
    /// cannot do it.
    explicit LoadedModules(std::shared_ptr<const Api> api);
    ~LoadedModules();
    LoadedModules(const LoadedModules&) = delete;
    LoadedModules& operator=(const LoadedModules&) = delete;

    /// The line of the instruction at `pc_offset` of `function` (mangled) in the module of checksum `crc`;
    /// nothing where the module was loaded earlier, or has no line table.
    std::optional<SourceLine> line_of(std::uint64_t crc, const std::string& function,
                                      std::uint64_t pc_offset) const;
    /// How many modules were seen.
    std::size_t size() const;

    /// Keeps one module: what the driver's callback calls.
    void add(const void* cubin, std::size_t bytes) noexcept;

 private:
    std::shared_ptr<const Api> api_;
    CUpti_SubscriberHandle subscriber_{};
    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::vector<char>> cubins_;  ///< by checksum
};

}  // namespace sortscope::cupti
