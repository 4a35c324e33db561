#include "collector/rank.hpp"

#include <fmt/core.h>

#include <charconv>
#include <numeric>
#include <queue>

#include "collector/estimate.hpp"
#include "core/failure.hpp"
#include "core/text.hpp"

namespace sortscope::collector {
namespace {
struct Launcher {
    const char *index, *size;
    uint32_t fewest;  ///< with fewer ranks, the process is no rank
};
// Open MPI first: its processes on other nodes inherit Slurm variables of its daemon.
constexpr Launcher launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 1},
                                  {"PMI_RANK", "PMI_SIZE", 1},
                                  {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", 2}};

constexpr auto number = parse_number<uint32_t>;

/// In deal(), fixed cost of one execution of the sort; a case executes its sort some hundred times.
constexpr double fixed_s = 1e-3;

constexpr size_t fewest_digits = 4;
}  // namespace

Rank parse_rank(std::string_view text) {
    const auto slash = text.find('/');
    const auto index = number(text.substr(0, slash));
    const auto size = number(slash == std::string_view::npos ? "" : text.substr(slash + 1));
    if (!index || !size)
        throw failure(ErrorKind::usage,
                      "'{}' is not a rank. Give its number from 0 and the number of ranks: 3/8.", text);
    if (*index >= *size)
        throw failure(ErrorKind::usage, "There is no rank {} of {}: ranks count from 0.", *index, *size);
    return {*index, *size};
}

std::optional<Rank> launched_rank(const std::function<const char*(const char*)>& variable) {
    const char* const pmix = variable("PMIX_RANK");
    for (const auto& launcher : launchers) {
        const char *index = variable(launcher.index), *size = variable(launcher.size);
        if (index == nullptr || size == nullptr) continue;
        const auto rank = parse_rank(fmt::format("{}/{}", index, size));
        if (rank.size < launcher.fewest) continue;
        if (pmix != nullptr && number(pmix) != rank.index)
            throw failure(ErrorKind::usage, "PMIX_RANK is {}, but {} is {}. Set the rank by --rank I/N.",
                          pmix, launcher.index, index);
        return rank;
    }
    if (pmix != nullptr)
        throw failure(ErrorKind::usage,
                      "PMIX_RANK is {}, but no variable gives the number of "
                      "ranks. Set both by --rank \"$PMIX_RANK/N\".",
                      pmix);
    return std::nullopt;
}

std::filesystem::path file_of_rank(const std::filesystem::path& file, const Rank& rank) {
    auto name = file.stem();
    name += fmt::format(".{:0{}}", rank.index, fewest_digits);
    name += file.extension();
    return file.parent_path() / name;
}

std::vector<std::filesystem::path> files_of_ranks(const std::filesystem::path& file) {
    const auto first = file.stem().string() + ".", last = file.extension().string();
    std::vector<std::filesystem::path> files;
    std::error_code absent;
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    for (const auto& entry : std::filesystem::directory_iterator(folder, absent)) {
        std::string_view middle = entry.path().native();
        middle.remove_prefix(middle.rfind('/') + 1);
        if (!middle.starts_with(first) || !middle.ends_with(last) ||
            middle.size() < first.size() + fewest_digits + last.size())
            continue;
        middle = middle.substr(first.size(), middle.size() - first.size() - last.size());
        if (const auto index = number(middle)) files.push_back(file_of_rank(file, {*index, *index + 1}));
    }
    std::ranges::sort(files);
    return files;
}

std::vector<uint32_t> deal(std::span<const PlannedCase> cases, uint32_t shares) {
    std::vector<double> cost;
    for (const auto& each : cases)
        cost.push_back(each.refused.empty() ? fixed_s + graph_seconds(work_of(*each.variant, each.spec)) : 0);
    std::vector<size_t> order(cases.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](size_t i) { return cost[i]; });
    using Load = std::pair<double, uint32_t>;
    std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
    for (uint32_t share = 0; share < shares; ++share) loads.emplace(0, share);
    std::vector<uint32_t> owners(cases.size());
    for (const auto i : order) {
        auto [load, share] = loads.top();
        loads.pop();
        owners[i] = share;
        loads.emplace(load + cost[i], share);
    }
    return owners;
}
}
