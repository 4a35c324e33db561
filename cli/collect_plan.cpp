#include "cli/collect_plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/core.h>

#include "cli/output.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

/// What nobody waits for without having been told.
constexpr double long_s = 2 * 3600;

/// Bytes of the file: of a launch (its row, counters and access sites), of a case beside its launches, and of
/// a file without one.
constexpr double launch_bytes = 400;
constexpr double case_bytes = 3000;
constexpr double empty_file_bytes = 370000;

/// What a GPU's fresh process takes before its first case.
constexpr double start_s = 0.5;

struct Totals {
    std::size_t cases = 0;
    double launches = 0;
    std::size_t passes = 0;
    double seconds = 0;
    bool all_planned = true;
};

/// "12", or "8 to 12" where limits of a preset's sweeps let them differ.
std::string rounds_text(const collector::ShortSorts& sorts) {
    return sorts.fewest_rounds == sorts.most_rounds
               ? fmt::format("{}", sorts.most_rounds)
               : fmt::format("{} to {}", sorts.fewest_rounds, sorts.most_rounds);
}

Totals totals_of(const std::vector<collector::Assignment>& assignments,
                 const std::vector<collector::Expectation>& expected) {
    Totals totals;
    std::map<const collector::Backend*, std::uint32_t> starts;  // one a round, and one that counts
    for (std::size_t i = 0; i < assignments.size(); ++i) {
        if (!assignments[i].backend) continue;
        ++totals.cases;
        totals.launches += expected[i].work.launches;
        totals.passes += expected[i].passes;
        totals.seconds += expected[i].seconds;
        if (assignments[i].backend->kind() == BackendKind::cupti)
            starts[assignments[i].backend] = std::max(starts[assignments[i].backend], expected[i].rounds + 1);
        totals.all_planned =
            totals.all_planned && (expected[i].work.planned || expected[i].work.launches == 0);
    }
    for (const auto& [backend, times] : starts) totals.seconds += times * start_s;
    return totals;
}

double file_bytes(const Totals& totals) {
    return empty_file_bytes + totals.launches * launch_bytes + static_cast<double>(totals.cases) * case_bytes;
}

std::string whole(double value) { return std::to_string(std::llround(value)); }

std::string longest_case(const std::vector<collector::Assignment>& assignments,
                         const std::vector<collector::Expectation>& expected) {
    const auto longest = std::ranges::max_element(expected, {}, &collector::Expectation::seconds);
    return fmt::format(
        "The longest is {}: about {}.",
        collector::describe(assignments[static_cast<std::size_t>(longest - expected.begin())].planned.spec),
        format_rough_time(longest->seconds));
}

}  // namespace

std::string plan_text(const std::vector<collector::Assignment>& assignments,
                      const std::vector<collector::Expectation>& expected,
                      const collector::Schedule& schedule, std::size_t skipped) {
    const auto screen = stdout_screen();
    std::string text;
    for (std::size_t i = 0; i < assignments.size(); ++i) {
        const auto& [planned, backend] = assignments[i];
        const std::string what = collector::describe(planned.spec);
        text += wrap(backend ? fmt::format("{}  on {}", what, backend->device().name)
                             : fmt::format("{}  left out: {}", what, planned.refused),
                     screen, 2) +
                '\n';
    }
    const auto totals = totals_of(assignments, expected);
    text += fmt::format(
        "{} of {} cases would run{}.\n", totals.cases, assignments.size() + skipped,
        skipped == 0 ? "" : fmt::format(", {} {} there already", skipped, skipped == 1 ? "is" : "are"));
    if (totals.cases == 0) return text;
    std::string rounds = schedule.rounds == 1 ? "" : fmt::format(" in {} rounds", schedule.rounds);
    if (const auto sorts = collector::short_sorts(expected); sorts.count != 0)
        rounds += fmt::format(" ({} for the graph times of {})", rounds_text(sorts),
                              plural(sorts.count, "short sort"));
    text += wrap(fmt::format(
                     "Expected: {}{} launches, {}, about {}{}, a file of about {}.",
                     totals.all_planned ? "" : "about ", whole(totals.launches),
                     totals.passes == 1 ? "1 counter pass" : fmt::format("{} counter passes", totals.passes),
                     format_rough_time(totals.seconds), rounds, format_bytes(file_bytes(totals))),
                 screen, 2) +
            '\n';
    if (const auto warning = long_warning(assignments, expected); !warning.empty())
        text += wrap(warning, screen, 2) + '\n';
    return text;
}

void write_plan(present::json::Writer& out, const std::vector<collector::Assignment>& assignments,
                const std::vector<collector::Expectation>& expected, const collector::Schedule& schedule,
                std::size_t skipped) {
    const auto totals = totals_of(assignments, expected);
    std::vector<std::pair<std::string, std::size_t>> reasons;
    for (const auto& [planned, backend] : assignments) {
        if (backend) continue;
        const auto known =
            std::ranges::find(reasons, planned.refused, &std::pair<std::string, std::size_t>::first);
        if (known == reasons.end())
            reasons.emplace_back(planned.refused, 1);
        else
            ++known->second;
    }
    out.object([&] {
        out.put("cases", totals.cases);
        out.put("skipped", skipped);
        out.put("left_out", assignments.size() - totals.cases);
        out.put("rounds", schedule.rounds);
        const auto sorts = collector::short_sorts(expected);
        out.put("short_sorts", sorts.count);
        out.put("short_sort_rounds", sorts.count == 0 ? schedule.rounds : sorts.most_rounds);
        out.put("launches", std::llround(totals.launches));
        out.put("launches_are_exact", totals.all_planned);
        out.put("counter_passes", totals.passes);
        out.put("expected_s", totals.seconds);
        out.put("expected_file_bytes", totals.cases == 0 ? 0 : std::llround(file_bytes(totals)));
        out.put_known("warning", long_warning(assignments, expected));
        out.array("reasons", [&] {
            for (const auto& [reason, cases] : reasons)
                out.object([&] {
                    out.put("reason", reason);
                    out.put("cases", cases);
                });
        });
        out.array("plan", [&] {
            for (std::size_t i = 0; i < assignments.size(); ++i)
                out.object([&] {
                    out.put("case", collector::describe(assignments[i].planned.spec));
                    if (assignments[i].backend) {
                        out.put("device", assignments[i].backend->device().name);
                        out.put("expected_s", expected[i].seconds);
                    } else {
                        out.put("left_out", assignments[i].planned.refused);
                    }
                });
        });
    });
}

std::string short_rounds_text(const std::vector<collector::Expectation>& expected) {
    const auto sorts = collector::short_sorts(expected);
    if (sorts.count == 0) return {};
    return fmt::format(" Sorts that were expected to take less than {} as a graph: {} rounds of these times.",
                       format_time_ns(1e9 * collector::short_sort_s), rounds_text(sorts));
}

std::string long_warning(const std::vector<collector::Assignment>& assignments,
                         const std::vector<collector::Expectation>& expected) {
    const auto totals = totals_of(assignments, expected);
    if (totals.seconds < long_s) return {};
    return fmt::format(
        "This is expected to take about {}. {} Ctrl-C ends it, and --resume goes on where it stopped.",
        format_rough_time(totals.seconds), longest_case(assignments, expected));
}

}  // namespace sortscope::cli
