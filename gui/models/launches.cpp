#include "gui/models/launches.hpp"

#include <deque>
#include <numeric>

#include "analyzer/launches/figures.hpp"
#include "present/charts/breakdown.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/timeline.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::gui {
namespace {
constexpr size_t most_coarse_bars = 3000, most_fine_bars = 4000;

LevelsPtr read_part(const db::Reader& reader, CaseId id, LaunchPart part, const Stale& stale) {
    auto levels = std::make_shared<analyzer::LaunchLod>(part.first);
    reader.launch_times(
        id,
        [&](const db::LaunchTime& time) {
            levels->add(time.origin, time.start_ns, time.duration_ns);
            return time.index % 4096 != 0 || !stale();
        },
        part.first, uint64_t{part.last} - part.first + 1);
    if (stale()) return nullptr;
    levels->finish();
    return levels;
}

constexpr size_t most_coarse_spans = 3000, most_fine_spans = 5000;
constexpr int64_t after_all_ns = int64_t{1} << 56;  // later than any launch

/// Returns the longest launch of each group of successive launches. Groups within `part` are smaller. For few
/// launches, sets `all` and returns no launch.
std::vector<uint32_t> longest_of(std::span<const SampledLaunch> sampled, std::optional<TimeRange> part,
                                 bool& all) {
    all = sampled.size() <= most_held_launches;
    std::vector<uint32_t> kept;
    if (all) return kept;
    const auto take = [&](std::span<const SampledLaunch> launches, size_t most) {
        const size_t run = launches.size() / most + 1;
        for (size_t i = 0; i < launches.size(); i += run)
            kept.push_back(std::ranges::max_element(launches.subspan(i, std::min(run, launches.size() - i)),
                                                    {}, &SampledLaunch::duration_ns)
                               ->launch);
    };
    take(sampled, most_coarse_spans);
    if (part) {
        const auto at = [&](double us) {
            return std::ranges::lower_bound(sampled, double(sampled.front().start_ns) + us * 1e3, {},
                                            [](const SampledLaunch& one) { return double(one.start_ns); });
        };
        const auto from = at(part->from), to = std::max(from, at(part->to));
        take({from, to}, most_fine_spans);
        all = size_t(to - from) <= most_fine_spans;
    }
    std::ranges::sort(kept);
    kept.erase(std::ranges::unique(kept).begin(), kept.end());
    return kept;
}

double us_of(const std::string& unit) {
    return unit == "ns" ? 1e-3 : unit == "ms" ? 1e3 : unit == "s" ? 1e6 : 1;
}

constexpr size_t page_rows = 3 * db::launches_a_group;  // a page is a whole number of stored groups
constexpr size_t most_pages = 20;
constexpr int retry_ms = 500;

using Page = std::vector<std::vector<present::Cell>>;

/// Finds the gap before a page's first launch.
class PageGaps {
 public:
    explicit PageGaps(CasePtr of) : of_(std::move(of)) {}

    /// Absent if stale, if a launch has no time, or if too many launches would have to be read.
    std::optional<analyzer::GapFinder> before(const db::Reader& reader, size_t page, const Stale& stale) {
        analyzer::GapFinder finder;
        if (!of_->record.launch_span) return std::nullopt;
        if (page == 0) return finder;
        if (!ends_ && !look(reader, stale)) return std::nullopt;
        if (page > ends_->size()) return std::nullopt;
        finder.pass((*ends_)[page - 1]);
        return finder;
    }

 private:
    bool look(const db::Reader& reader, const Stale& stale) {
        const auto& record = of_->record;
        std::vector<int64_t> ends;
        const auto take = [&](size_t launch, int64_t end_ns) {
            const auto page = launch / page_rows;
            if (page >= ends.size()) ends.resize(page + 1, std::numeric_limits<int64_t>::min());
            ends[page] = std::max(ends[page], end_ns);
        };
        for (const auto& group : reader.launch_groups(record.id)) take(group.first, group.end_ns);
        if (ends.empty() && record.launch_count <= analyzer::most_gap_launches)
            reader.launch_times(record.id, [&](const db::LaunchTime& time) {
                if (time.start_ns && time.duration_ns) take(time.index, *time.start_ns + *time.duration_ns);
                return time.index % 4096 != 0 || !stale();
            });
        if (stale()) return false;
        std::inclusive_scan(ends.begin(), ends.end(), ends.begin(), std::ranges::max);
        ends_ = std::move(ends);
        return true;
    }

    CasePtr of_;
    std::optional<std::vector<int64_t>> ends_;  ///< latest end of all launches up to each page's end
};

std::optional<int64_t> gap_of(std::optional<analyzer::GapFinder>& gaps, const LaunchRecord& launch) {
    return gaps ? gaps->add(launch.start_ns, launch.duration_ns) : std::nullopt;
}

std::optional<analyzer::GapFinder> first_gaps(const CaseContents& of) {
    return of.record.launch_span ? std::optional(analyzer::GapFinder()) : std::nullopt;
}

/// Makes cells while `each` returns true. `sample`: first_launches().
void read_rows(const db::Reader& reader, CaseId id, const db::LaunchQuery& query,
               const analyzer::Breakdown& sample, std::optional<analyzer::GapFinder> gaps,
               const std::function<bool(std::vector<present::Cell>)>& each) {
    const present::BreakdownCells cells(sample);
    reader.launches(id, query, [&](const LaunchRecord& launch) {
        auto row = analyzer::launch_row(launch, sample);
        row.gap_ns = gap_of(gaps, launch);
        return each(without_bars(cells.columns(), cells.row(row).cells));
    });
}

class Pages : public RowArrivals {
 public:
    Pages(Loader& loader, CasePtr of, Shared<analyzer::Breakdown> sample)
        : of_(std::move(of)),
          gaps_(std::make_shared<PageGaps>(of_)),
          sample_(std::move(sample)),
          query_(loader, Lane::quick) {}

    bool is_here(size_t row) const { return pages_.contains(row / page_rows); }
    present::Cell cell(size_t row, size_t column) {
        const auto page = pages_.find(row / page_rows);
        if (page == pages_.end()) {
            want(row / page_rows);
            return {"\u2026", std::nullopt, std::nullopt, 0};
        }
        const auto& rows = *page->second;
        return row % page_rows < rows.size() ? rows[row % page_rows][column] : present::Cell{};
    }

 private:
    /// Reads the latest page first: the user scrolled past earlier pages.
    void want(size_t page) {
        std::erase(wanted_, page);
        wanted_.push_front(page);
        if (wanted_.size() > 4) wanted_.pop_back();
        if (!query_.pending()) read_next();
    }
    void read_next() {
        if (wanted_.empty()) return;
        const auto page = wanted_.front();
        wanted_.pop_front();
        query_.ask<Page>(
            [of = of_, gaps = gaps_, sample = sample_, page](Readers& readers, const Stale& stale) {
                auto rows = std::make_shared<Page>();
                const auto& reader = readers.of(of->path);
                read_rows(reader, of->record.id, {.first = page * page_rows, .count = page_rows}, *sample,
                          gaps->before(reader, page, stale), [&](std::vector<present::Cell> cells) {
                              rows->push_back(std::move(cells));
                              return !stale();
                          });
                return stale() ? nullptr : rows;
            },
            [this, page](const Shared<Page>& rows) {
                pages_[page] = rows;
                order_.push_back(page);
                if (order_.size() > most_pages) {
                    pages_.erase(order_.front());
                    order_.pop_front();
                }
                if (!rows->empty()) emit arrived(page * page_rows, rows->size());
                read_next();
            },
            [this, page](const QString&) {
                // The file is locked, changed or gone: try again after other pages.
                if (!has(wanted_, page)) wanted_.push_back(page);
                QTimer::singleShot(retry_ms, this, [this] {
                    if (!query_.pending()) read_next();
                });
            });
    }

    CasePtr of_;
    std::shared_ptr<PageGaps> gaps_;
    Shared<analyzer::Breakdown> sample_;
    std::map<size_t, Shared<Page>> pages_;
    std::deque<size_t> order_, wanted_;
    Query query_;
};
}  // namespace

LevelsPtr read_levels(const db::Reader& reader, const CaseRecord& record, const Stale& stale, size_t enough) {
    const auto groups = reader.launch_groups(record.id);
    if (groups.size() < enough)
        return read_part(reader, record.id, {0, uint32_t(std::max<uint64_t>(record.launch_count, 1) - 1)},
                         stale);
    auto levels = std::make_shared<analyzer::LaunchLod>(0, db::launches_a_group);
    for (const auto& group : groups) levels->add(group);
    levels->finish();
    return stale() ? nullptr : levels;
}

LevelsPtr levels_of_part(const db::Reader& reader, const CaseRecord& record, LevelsPtr levels,
                         LaunchPart part, size_t most, const Stale& stale) {
    return levels->is_coarse(part.first, part.last, most) ? read_part(reader, record.id, part, stale)
                                                          : levels;
}

std::optional<std::vector<LaunchRecord>> read_launches(const db::Reader& reader, CaseId id,
                                                       const db::LaunchQuery& query, const Stale& stale) {
    std::vector<LaunchRecord> launches;
    launches.reserve(query.only.size());
    reader.launches(id, query, [&](const LaunchRecord& launch) {
        launches.push_back(launch);
        return !stale();
    });
    if (stale()) return std::nullopt;
    return launches;
}

Shared<LaunchBars> read_launch_bars(const db::Reader& reader, const CaseContents& of, const Metric& metric,
                                    LevelsPtr levels, std::optional<LaunchPart> part, const Stale& stale) {
    if (!levels) levels = read_levels(reader, of.record, stale);
    if (!levels || levels->launches() == 0) return nullptr;
    const auto end = uint32_t(levels->launches() - 1);
    std::vector<analyzer::LaunchLod::Group> runs;
    bool all = levels->launches() <= most_fine_bars;
    if (part && part->first <= part->last && part->last <= end) {
        const uint32_t width = part->last - part->first + 1;
        const uint32_t from = part->first - std::min(part->first, width),
                       to = part->last + std::min(end - std::min(end, part->last), width);
        const auto finer = levels_of_part(reader, of.record, levels, {from, to}, most_fine_bars, stale);
        if (!finer) return nullptr;
        const auto fine = finer->by_index(from, to, most_fine_bars);
        all = !fine.empty() && fine.size() == size_t{to} - from + 1;
        const auto first = fine.front().first, last = fine.back().last;
        const auto coarse = levels->by_index(0, end, most_coarse_bars);
        for (const auto& run : coarse)
            if (run.first < first) runs.push_back({run.first, std::min(run.last, first - 1), run.longest});
        runs.insert(runs.end(), fine.begin(), fine.end());
        for (const auto& run : coarse)
            if (run.last > last) runs.push_back({std::max(run.first, last + 1), run.last, run.longest});
    } else {
        runs = levels->by_index(0, end, most_fine_bars);
    }
    db::LaunchQuery query;
    query.counters = &metric != &time_metric();
    for (const auto& run : runs) query.only.push_back(run.longest);
    std::ranges::sort(query.only);
    query.only.erase(std::ranges::unique(query.only).begin(), query.only.end());
    const auto launches = read_launches(reader, of.record.id, query, stale);
    if (!launches) return nullptr;
    std::vector<present::LaunchBar> bars;
    for (const auto& run : runs)
        if (const auto launch = std::ranges::lower_bound(*launches, run.longest, {}, &LaunchRecord::index);
            launch != launches->end())
            bars.push_back({*launch, run.first, run.last});
    auto result = std::make_shared<LaunchBars>();
    auto chart = present::launch_chart(*of.by_stage->breakdown, bars, metric, of.record);
    present::add_sentence(chart.note, present::launches_drawn(launches->size(), of.record.launch_count, all));
    result->chart = std::make_shared<BarChart>(std::move(chart));
    result->levels = std::move(levels);
    return result;
}

Shared<Timeline> read_timeline(const db::Reader& reader, const CaseContents& of, const Metric* metric,
                               LevelsPtr levels, std::optional<TimeRange> part,
                               std::optional<TimeMode> sampled, const Stale& stale) {
    const auto count = of.record.launch_count;
    db::LaunchQuery query;
    query.counters = metric != nullptr;
    bool all = true;
    std::optional<int64_t> origin;
    const auto runs =
        present::sampled_runs(reader.sampled_launches(of.record.id), reader.series(of.record.id));
    const auto run = sampled ? std::ranges::find(runs, *sampled, &present::SampledRun::mode) : runs.end();
    if (run != runs.end()) {
        query.only = longest_of(run->launches, part, all);
    } else if (count > most_held_launches) {
        if (!levels) levels = read_levels(reader, of.record, stale);
        if (!levels) return nullptr;
        // The axis must not depend on the launches drawn.
        const auto first = read_launches(reader, of.record.id, {.counters = false, .only = {0}}, stale);
        if (first && !first->empty()) origin = first->front().start_ns;
        auto coarse = levels->by_time(0, after_all_ns, most_coarse_spans);
        all = coarse.all;
        query.only = std::move(coarse.launches);
        if (part) {
            // Also reads one `width` before and after, so that a moved chart has launches at once.
            const double width = part->to - part->from;
            const auto ns = [start = double(origin.value_or(0))](double us) {
                return int64_t(std::clamp(start + us * 1e3, 0.0, double(after_all_ns)));
            };
            const auto from = ns(part->from - width), to = ns(part->to + width);
            auto finer = levels;
            if (const auto between = levels->between(from, to))
                finer = levels_of_part(reader, of.record, levels, {between->first, between->second},
                                       most_fine_spans, stale);
            if (!finer) return nullptr;
            const auto fine = finer->by_time(from, to, most_fine_spans);
            all = fine.all;
            std::vector<uint32_t> both;
            std::ranges::set_union(query.only, fine.launches, std::back_inserter(both));
            query.only = std::move(both);
        }
        if (query.only.empty()) query.count = 1;  // no launch has a time
    }
    auto read = read_launches(reader, of.record.id, query, stale);
    if (!read) return nullptr;
    auto& launches = *read;
    auto timeline = std::make_shared<Timeline>();
    for (const auto& launch : launches)
        timeline->launches.push_back({launch.index, launch.stage.stage, launch.stage.substage});
    std::ranges::stable_sort(launches, {},
                             [](const LaunchRecord& launch) { return launch.start_ns.value_or(0); });
    auto chart = run != runs.end()
                     ? present::sampled_chart(of.record, launches, *run, limits_of(reader, of.record))
                     : present::timeline_chart(of.record, launches, origin);
    if (metric != nullptr) present::colour_by(chart, launches, *of.by_stage->breakdown, *metric);
    if (!chart.empty())
        present::add_sentence(chart.note, present::launches_drawn(launches.size(), count, all && part));
    timeline->unit_us = us_of(chart.x.unit);
    timeline->chart = std::make_shared<BarChart>(std::move(chart));
    for (const auto& one : runs) timeline->runs.push_back(one.mode);
    timeline->levels = std::move(levels);
    return timeline;
}

Shared<analyzer::Breakdown> first_launches(const db::Reader& reader, const CaseContents& of) {
    analyzer::LaunchSample sample(*of.by_stage->breakdown, 0);
    auto gaps = first_gaps(of);
    reader.launches(of.record.id, {.count = page_rows}, [&](const LaunchRecord& launch) {
        sample.add(launch, gap_of(gaps, launch));
        return true;
    });
    auto result = sample.take();
    if (gaps) result.total.gap_ns = result.gaps_ns;
    return std::make_shared<analyzer::Breakdown>(std::move(result));
}

TableRowsPtr launch_rows(Loader& loader, const CasePtr& of, Shared<analyzer::Breakdown> sample) {
    const auto rows = breakdown_rows(present::BreakdownCells(*sample), of->record.launch_count);
    rows->stream = [of, sample](Readers& readers, const auto& each) {
        read_rows(readers.of(of->path), of->record.id, {}, *sample, first_gaps(*of), each);
    };
    // Copies no pages, because another thread must not destroy them.
    rows->again = [streamed = std::make_shared<TableRows>(*rows)] { return streamed; };
    const auto pages = std::make_shared<Pages>(loader, of, std::move(sample));
    rows->arrivals = pages;
    rows->is_here = [pages](size_t row) { return pages->is_here(row); };
    rows->cell = [pages](size_t row, size_t column) { return pages->cell(row, column); };
    return rows;
}
}
