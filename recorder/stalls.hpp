// Samples of a program's stalled warps, with source text and machine code.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "recorder/recording.hpp"
#include "recorder/sass.hpp"

namespace sortscope::recorder {
/// Stalls of one run under sampling.
class ProgramStalls {
 public:
    /// Disassembles the sampled functions with `nvdisasm`; an empty path leaves out SASS. `filter` and `run`
    /// must outlive this object.
    ProgramStalls(const LaunchFilter& filter, const ProgramRun& run, const std::filesystem::path& nvdisasm);

    const ProgramRun& run() const { return run_; }
    /// Adds the stalls of GPU `key` with their pass, trial, sources and notes. `number` is the pass number,
    /// from 1. A stall without a source line gets the line of its instruction in "sass/KERNEL.sass".
    void add_to(CaseRecord& record, const std::string& key, size_t number) const;

 private:
    struct Function {
        std::string file;  ///< name of its SASS
        SassText sass;
    };
    void add_sass(uint64_t module, const std::string& symbol, SassText&& sass);
    const Function* function(uint64_t module, const std::string& symbol) const;
    void add_notes(CaseRecord& record, size_t unplaced) const;

    const LaunchFilter& filter_;
    const ProgramRun& run_;
    bool has_nvdisasm_;
    std::map<std::pair<uint64_t, std::string>, Function> functions_;  ///< by module and symbol
    std::set<std::string> failures_;                                  ///< of nvdisasm
};
}
