#include "gui/models/launch_pages.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <utility>

#include <QTimer>

#include "analyzer/launches/lod.hpp"
#include "analyzer/launches/wave_occupancy.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t page_rows = 3 * db::launches_a_run;  // a page is a whole number of stored runs
constexpr std::size_t most_pages = 50;
constexpr int retry_ms = 500;

using Page = std::vector<analyzer::BreakdownRow>;

/// When the launches before each page had ended: for the gap before its first launch. Read on demand, only on
/// the loader's thread.
class PageStarts {
 public:
    explicit PageStarts(CaseContentsPtr of) : of_(std::move(of)) {}

    /// Finds the gaps of a page. Nothing if a launch has no time, or if too many launches would have to be
    /// read.
    std::optional<analyzer::GapFinder> gaps(const db::Reader& reader, std::size_t page, const Stale& stale) {
        const auto& record = of_->record;
        if (!record.launch_span) return std::nullopt;
        analyzer::GapFinder finder;
        if (page == 0) return finder;
        if (!looked_ && !look(reader, stale)) return std::nullopt;
        if (page > ends_.size()) return std::nullopt;
        finder.pass(ends_[page - 1]);
        return finder;
    }

 private:
    bool look(const db::Reader& reader, const Stale& stale) {
        const auto& record = of_->record;
        std::vector<std::int64_t> ends;
        const auto take = [&](std::size_t launch, std::int64_t end_ns) {
            const auto page = launch / page_rows;
            if (page >= ends.size()) ends.resize(page + 1, std::numeric_limits<std::int64_t>::min());
            ends[page] = std::max(ends[page], end_ns);
        };
        for (const auto& run : reader.launch_runs(record.id)) take(run.first, run.end_ns);
        bool stopped = false;
        if (ends.empty() && record.launch_count <= analyzer::most_gap_launches)
            reader.launch_times(record.id, [&](const db::LaunchTime& time) {
                if (time.start_ns && time.duration_ns) take(time.index, *time.start_ns + *time.duration_ns);
                if (time.index % 4096 == 0) stopped = stale();
                return !stopped;
            });
        if (stopped) return false;
        for (std::size_t i = 1; i < ends.size(); ++i) ends[i] = std::max(ends[i], ends[i - 1]);
        ends_ = std::move(ends);
        looked_ = true;
        return true;
    }

    CaseContentsPtr of_;
    std::vector<std::int64_t> ends_;  ///< of all launches up to the end of each page
    bool looked_ = false;
};

std::optional<std::int64_t> gap_of(std::optional<analyzer::GapFinder>& gaps, const LaunchRecord& launch) {
    return gaps ? gaps->add(launch.start_ns, launch.duration_ns) : std::nullopt;
}

std::shared_ptr<Page> read_page(const db::Reader& reader, CaseId id, std::size_t page,
                                const analyzer::Breakdown& whole, PageStarts& starts, const Stale& stale) {
    auto rows = std::make_shared<Page>();
    auto gaps = starts.gaps(reader, page, stale);
    db::LaunchQuery query;
    query.first = page * page_rows;
    query.count = page_rows;
    reader.launches(id, query, [&](const LaunchRecord& launch) {
        rows->push_back(analyzer::launch_row(launch, whole));
        rows->back().gap_ns = gap_of(gaps, launch);
        return !stale();
    });
    return stale() ? nullptr : rows;
}

/// The pages read last, and those to read.
class Pages : public RowArrivals {
 public:
    Pages(Loader& loader, CaseContentsPtr of, std::shared_ptr<const analyzer::Breakdown> sample)
        : of_(std::move(of)),
          starts_(std::make_shared<PageStarts>(of_)),
          sample_(std::move(sample)),
          cells_(*sample_),
          shown_(cells_.columns()),
          query_(loader, Loader::Lane::quick) {}

    const std::shared_ptr<const analyzer::Breakdown>& sample() const { return sample_; }
    const ShownColumns& shown() const { return shown_; }
    std::vector<present::Column> columns() const { return shown_.columns(cells_.columns()); }
    std::vector<present::Cell> total() const { return shown_.cells(cells_.total()); }

    bool is_here(std::size_t row) const { return pages_.contains(row / page_rows); }
    present::Cell cell(std::size_t row, std::size_t column) {
        const auto page = pages_.find(row / page_rows);
        if (page == pages_.end()) {
            want(row / page_rows);
            return {"\u2026", std::nullopt, std::nullopt, 0};
        }
        if (row_ != row) {
            const auto at = row % page_rows;
            last_ = at < page->second->size() ? shown_.cells(cells_.row((*page->second)[at]))
                                              : std::vector<present::Cell>{};
            row_ = row;
        }
        return column < last_.size() ? last_[column] : present::Cell{};
    }

 private:
    /// Reads the last page first: a user who scrolls on does not need the pages passed by.
    void want(std::size_t page) {
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
            [of = of_, starts = starts_, sample = sample_, page](Readers& readers, const Stale& stale) {
                return read_page(readers.of(of->path), of->record.id, page, *sample, *starts, stale);
            },
            [this, page](const std::shared_ptr<const Page>& rows) {
                pages_[page] = rows;
                order_.push_back(page);
                if (order_.size() > most_pages) {
                    pages_.erase(order_.front());
                    order_.pop_front();
                }
                row_.reset();
                emit arrived(page * page_rows, rows->size());
                read_next();
            },
            [this, page](const QString&) {
                // The file is locked, changed or gone, and the window says so. Try the page again after the
                // others.
                if (std::ranges::find(wanted_, page) == wanted_.end()) wanted_.push_back(page);
                QTimer::singleShot(retry_ms, this, [this] {
                    if (!query_.pending()) read_next();
                });
            });
    }

    CaseContentsPtr of_;
    std::shared_ptr<PageStarts> starts_;
    std::shared_ptr<const analyzer::Breakdown> sample_;
    present::BreakdownCells cells_;
    ShownColumns shown_;
    std::map<std::size_t, std::shared_ptr<const Page>> pages_;
    std::deque<std::size_t> order_, wanted_;
    std::optional<std::size_t> row_;
    std::vector<present::Cell> last_;
    Query query_;
};

}  // namespace

std::shared_ptr<const analyzer::Breakdown> first_launches(const db::Reader& reader, const CaseContents& of) {
    analyzer::LaunchSample sample(*of.by_stage->breakdown, 0);
    auto gaps = of.record.launch_span ? std::optional(analyzer::GapFinder()) : std::nullopt;
    db::LaunchQuery query;
    query.count = page_rows;
    reader.launches(of.record.id, query, [&](const LaunchRecord& launch) {
        sample.add(launch, gap_of(gaps, launch));
        return true;
    });
    auto result = sample.take();
    if (gaps) result.total.gap_ns = result.gaps_ns;
    return std::make_shared<const analyzer::Breakdown>(std::move(result));
}

TableRowsPtr launch_rows(Loader& loader, const CaseContentsPtr& of,
                         std::shared_ptr<const analyzer::Breakdown> sample) {
    auto rows = std::make_shared<TableRows>();
    const auto pages = std::make_shared<Pages>(loader, of, std::move(sample));
    rows->columns = pages->columns();
    rows->count = of->record.launch_count;
    rows->total = pages->total();
    rows->arrivals = pages;
    rows->is_here = [pages](std::size_t row) { return pages->is_here(row); };
    rows->stream = [of, whole = pages->sample(), shown = pages->shown()](Readers& readers, const auto& each) {
        present::BreakdownCells cells(*whole);
        auto gaps = of->record.launch_span ? std::optional(analyzer::GapFinder()) : std::nullopt;
        readers.of(of->path).launches(of->record.id, {}, [&](const LaunchRecord& launch) {
            auto values = analyzer::launch_row(launch, *whole);
            values.gap_ns = gap_of(gaps, launch);
            return each(shown.cells(cells.row(values)));
        });
    };
    rows->cell = [pages](std::size_t row, std::size_t column) { return pages->cell(row, column); };
    return rows;
}

}  // namespace sortscope::gui
