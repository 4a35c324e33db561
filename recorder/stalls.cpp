#include "recorder/stalls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/error.hpp"
#include "core/kernel_name.hpp"
#include "core/metric/selection.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"
#include "recorder/counters.hpp"

namespace sortscope::recorder {
namespace {
// The store's limits for one source text, and for all source texts of a case.
constexpr size_t longest_text = 1 << 20, most_texts = 16 << 20;
constexpr int64_t most_lines = 1 << 16;

bool fits(const std::string& text) {
    return text.size() <= longest_text && std::ranges::count(text, '\n') <= most_lines;
}

/// Returns the path from the current folder for files in it: equal on every machine.
std::string shown_path(const std::string& file) {
    if (file.empty()) return {};
    std::error_code failed;
    const auto relative =
        std::filesystem::path(file).lexically_relative(std::filesystem::current_path(failed)).string();
    return printable(relative.empty() || relative.starts_with("..") ? file : relative);
}

/// Text of `file`; empty if it cannot be read or is too long.
std::string source_of(const std::string& file) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed)) return {};
    try {
        auto text = printable(read_text_file(file, longest_text, ""), LineEnds::kept);
        return fits(text) ? text : std::string();
    } catch (const Error&) {
        return {};
    }
}
}  // namespace

ProgramStalls::ProgramStalls(const LaunchFilter& filter, const ProgramRun& run,
                             const std::filesystem::path& nvdisasm)
    : filter_(filter), run_(run), has_nvdisasm_(!nvdisasm.empty()) {
    std::map<uint64_t, std::set<std::string>> sampled;
    for (const auto& process : run.processes)
        for (const auto& [place, samples] : process.stalls)
            if (const auto& symbol = process.symbol(place.symbol); symbol.passes)
                sampled[place.module].insert(symbol.name);
    for (const auto& [module, code] : run.cubins) {
        if (!has_nvdisasm_ || !sampled.contains(module)) continue;
        try {
            for (auto& [symbol, sass] : disassemble(nvdisasm, code, sampled[module]))
                if (fits(sass.text)) add_sass(module, symbol, std::move(sass));
        } catch (const Error& error) {
            failures_.insert(std::string("Some kernels have no SASS. ") + error.what());
        }
    }
}

void ProgramStalls::add_sass(uint64_t module, const std::string& symbol, SassText&& sass) {
    // Kernels of different types or modules can have the same short name, so their files get numbers.
    const auto kernel = printable(short_kernel_name(symbol));
    auto name = fmt::format("sass/{}.sass", kernel);
    const auto is_other = [&](const auto& each) {
        return each.second.file == name && each.second.sass.text != sass.text;
    };
    for (int number = 2; std::ranges::any_of(functions_, is_other); ++number)
        name = fmt::format("sass/{}.{}.sass", kernel, number);
    functions_.insert_or_assign({module, symbol}, Function{std::move(name), std::move(sass)});
}

const ProgramStalls::Function* ProgramStalls::function(uint64_t module, const std::string& symbol) const {
    const auto found = functions_.find({module, symbol});
    return found == functions_.end() ? nullptr : &found->second;
}

void ProgramStalls::add_to(CaseRecord& record, const std::string& key, size_t number) const {
    using Place = std::tuple<std::string, std::string, uint32_t, uint64_t, std::string>;
    std::map<Place, StallRecord> stalls;
    std::map<std::string, std::string> files, texts;  // full paths by name; texts by name
    size_t unplaced = 0;
    for (const auto& process : run_.processes)
        for (const auto& [place, samples] : process.stalls) {
            const auto& symbol = process.symbol(place.symbol);
            if (!symbol.passes || process.gpu_key(place.gpu) != key) continue;
            StallRecord stall{symbol.kernel, symbol.name,     shown_path(place.file),
                              place.line,    place.pc_offset, printable(place.reason)};
            if (!stall.file.empty()) files.emplace(stall.file, place.file);
            if (const auto* code = function(place.module, symbol.name)) {
                texts.emplace(code->file, code->sass.text);
                const auto line = code->sass.lines.find(place.pc_offset);
                if (stall.file.empty() && line != code->sass.lines.end()) {
                    stall.file = code->file;
                    stall.line = line->second;
                }
            }
            auto& sum =
                stalls
                    .try_emplace({stall.symbol, stall.file, stall.line, stall.pc_offset, stall.reason}, stall)
                    .first->second;
            sum.samples += samples;
        }
    for (auto& [place, stall] : stalls) {
        if (stall.file.empty()) ++unplaced;
        record.stalls.push_back(std::move(stall));
    }
    for (const auto& [name, path] : files)
        if (auto text = source_of(path); !text.empty()) texts.emplace(name, std::move(text));
    size_t bytes = 0;
    for (auto& [name, text] : texts) {
        if (bytes + text.size() > most_texts) continue;
        bytes += text.size();
        record.sources.push_back({name, std::move(text)});
    }
    add_notes(record, unplaced);
    if (record.stalls.empty()) return;
    record.passes.push_back({std::string(stalls_pass), Provenance::measured, PassNumber(number)});
    add_counter_trial(record, number, "samples of stalled warps, in a run of its own");
}

void ProgramStalls::add_notes(CaseRecord& record, size_t unplaced) const {
    const auto note = [&](Severity severity, std::string text) {
        record.notes.push_back({severity, std::move(text)});
    };
    if (!run_.end.ok())
        note(Severity::warning,
             fmt::format("While stalled warps were sampled, the program {}.", run_.end.text()));
    const bool lost =
        std::ranges::any_of(run_.processes, [](const auto& each) { return !each.losses.empty(); });
    if (record.stalls.empty() && !lost)
        note(Severity::warning, "No stall sample fell into a recorded kernel: its kernels are too short.");
    if (record.stalls.empty()) return;
    for (const auto& sentence : failures_) note(Severity::lost, sentence);
    if (!has_nvdisasm_)
        note(Severity::info,
             "Stalls have no SASS: install nvdisasm of the CUDA toolkit, on PATH or in /usr/local/cuda/bin.");
    if (unplaced != 0)
        note(Severity::info,
             fmt::format("{} of {} have neither a source line nor SASS: build the program with "
                         "nvcc -lineinfo.",
                         unplaced, plural(record.stalls.size(), "stall record")));
    if (filter_.skip != 0 || filter_.sample > 1 || filter_.delay_ns > 0 || !filter_.repeat_by.empty())
        note(Severity::info,
             "Stall samples are of every launch of these kernels, also of launches that were left out.");
}
}
