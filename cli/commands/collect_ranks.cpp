#include "cli/commands/collect_ranks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "collector/sweep_case.hpp"
#include "core/printable.hpp"
#include "core/times.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/write/writer.hpp"

namespace sortscope::cli {
namespace {
constexpr std::chrono::minutes longest_merge{30};  ///< longest wait for another rank's merge

/// True if the last run has an end: the rank neither collects nor was killed.
bool has_finished(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) return false;
    const auto runs = db::Reader(file).runs();
    return !runs.empty() && !runs.back().ended_utc.empty();
}
}  // namespace

std::vector<CaseRecord> stored_cases(const std::string& path) {
    if (!std::filesystem::exists(path)) return {};
    db::Reader reader(path);
    auto cases = reader.cases();
    for (auto& one : cases) {
        // The notes of the case show whether the sort could become a graph.
        if (one.backend == BackendKind::cupti && time_in(one, TimeMode::graph) == nullptr)
            one.notes = reader.read_case(one.id, db::Detail::details).notes;
        if (!collector::is_counted_by_software(one)) continue;
        reader.launches(one.id, {.counters = false, .sites = true}, [&](const LaunchRecord& launch) {
            if (!launch.sites.empty()) one.launches.push_back(launch);
            return launch.sites.empty();
        });
    }
    return cases;
}

std::vector<CaseRecord> stored_cases_of_ranks(const CollectOptions& options, const std::string& own_file) {
    auto known = stored_cases(own_file);
    for (const auto& file : collector::files_of_ranks(options.output)) {
        if (file == own_file) continue;
        for (auto& each : stored_cases(file.string()))
            if (options.split || device_key(each.device).has_uuid()) known.push_back(std::move(each));
    }
    return known;
}

StagedFile::StagedFile(const std::string& folder, std::string target)
    : target_(std::move(target)), path_(target_) {
    if (folder.empty()) return;
    // Name the staged file by the whole path: targets may have equal names.
    auto name = std::filesystem::absolute(target_).lexically_normal().string();
    std::ranges::replace(name, '/', '%');
    path_ = (std::filesystem::path(folder) / name).string();
    if (std::filesystem::exists(path_)) deliver();
}

void StagedFile::deliver() const {
    if (path_ == target_ || !std::filesystem::exists(path_)) return;
    const std::filesystem::path staged[] = {path_};
    db::merge(target_, staged);
    std::filesystem::remove(path_);
}

std::string merge_ranks(const std::string& output, uint32_t ranks) {
    for (uint32_t index = 0; index < ranks; ++index) {
        if (!has_finished(collector::file_of_rank(output, {index, ranks})))
            return fmt::format("Rank {} has not finished: the last rank to finish merges all into {}.\n",
                               index, output);
    }
    // Create the file first: two merging ranks then use the locks of one file.
    db::Writer{output};
    db::merge(output, collector::files_of_ranks(output), {}, db::Damaged::refuse, longest_merge);
    return fmt::format("The files of all ranks are merged: 'sortscope report {}' shows them.\n",
                       shell_word(output));
}
}
