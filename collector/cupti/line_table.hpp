// From an instruction to its source line, by the line table of the machine code that the driver loaded.
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

/// A source line; `file` is a short_source_path().
struct SourceLine {
    std::string file;
    std::uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// Keeps the machine code of every module that is loaded while it lives. The driver loads a module at the
/// first use of a kernel, so make this before the sort.
class LoadedModules {
 public:
    /// Throws CuptiError if another tool listens in this process, Error(unsupported) if CUPTI lacks it.
    explicit LoadedModules(std::shared_ptr<const Api> api);
    ~LoadedModules();
    LoadedModules(const LoadedModules&) = delete;
    LoadedModules& operator=(const LoadedModules&) = delete;

    /// The line of the instruction at `pc_offset` of `function` (mangled) in the module of checksum `crc`;
    /// empty if the module was loaded earlier or has no line table.
    std::optional<SourceLine> line_of(std::uint64_t crc, const std::string& function,
                                      std::uint64_t pc_offset) const;
    std::size_t size() const;  ///< modules

    /// Keeps one module; the driver's callback calls it.
    void add(const void* cubin, std::size_t bytes) noexcept;

 private:
    std::shared_ptr<const Api> api_;
    CUpti_SubscriberHandle subscriber_{};
    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::vector<char>> cubins_;  ///< by checksum
};

}  // namespace sortscope::cupti
