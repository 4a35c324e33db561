#include "gui/models/launch_pages.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include <QTimer>

#include "analyzer/launch_sample.hpp"
#include "present/breakdown.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t page_rows = 400;
constexpr std::size_t most_pages = 50;
constexpr int retry_ms = 500;  // until a page that could not be read is tried again

using Page = std::vector<analyzer::BreakdownRow>;

std::shared_ptr<Page> read_page(const db::Reader& reader, CaseId id, std::size_t page, const analyzer::Breakdown& whole, const Stale& stale) {
    auto rows = std::make_shared<Page>();
    db::LaunchQuery query;
    query.first = page * page_rows;
    query.count = page_rows;
    reader.launches(id, query, [&](const LaunchRecord& launch) {
        rows->push_back(analyzer::launch_row(launch, whole));
        return !stale();
    });
    return stale() ? nullptr : rows;
}

/// Pages that were read lately, and those that are wanted.
class Pages : public RowArrivals {
 public:
    Pages(Loader& loader, CaseContentsPtr of, std::shared_ptr<const analyzer::Breakdown> sample)
        : of_(std::move(of)), sample_(std::move(sample)), cells_(*sample_), query_(loader, Loader::Lane::quick) {
        const auto& all = cells_.columns();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].fit != present::Fit::bar) kept_.push_back(i);
    }

    const std::shared_ptr<const analyzer::Breakdown>& sample() const { return sample_; }
    std::vector<present::Column> columns() const {
        std::vector<present::Column> columns;
        for (const auto at : kept_) columns.push_back(cells_.columns()[at]);
        return columns;
    }
    std::vector<present::Cell> total() const { return kept(cells_.total()); }
    const std::vector<std::size_t>& kept_columns() const { return kept_; }

    bool is_here(std::size_t row) const { return pages_.contains(row / page_rows); }
    present::Cell cell(std::size_t row, std::size_t column) {
        const auto page = pages_.find(row / page_rows);
        if (page == pages_.end()) {
            want(row / page_rows);
            return {"\u2026", std::nullopt, std::nullopt, 0};
        }
        if (row_ != row) {
            const auto at = row % page_rows;
            last_ = at < page->second->size() ? kept(cells_.row((*page->second)[at])) : std::vector<present::Cell>{};
            row_ = row;
        }
        return column < last_.size() ? last_[column] : present::Cell{};
    }

 private:
    std::vector<present::Cell> kept(const present::Row& row) const {
        std::vector<present::Cell> cells;
        for (const auto at : kept_) cells.push_back(at < row.cells.size() ? row.cells[at] : present::Cell{});
        return cells;
    }
    /// The page asked for last is read first: where one scrolls on, what was passed by is of no use.
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
            [of = of_, sample = sample_, page](Readers& readers, const Stale& stale) { return read_page(readers.of(of->path), of->record.id, page, *sample, stale); },
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
                // The file is held by another program, or changed or gone, which the window says by itself. Those that wait go first, and it is tried again.
                if (std::ranges::find(wanted_, page) == wanted_.end()) wanted_.push_back(page);
                QTimer::singleShot(retry_ms, this, [this] {
                    if (!query_.pending()) read_next();
                });
            });
    }

    CaseContentsPtr of_;
    std::shared_ptr<const analyzer::Breakdown> sample_;
    present::BreakdownCells cells_;
    std::vector<std::size_t> kept_;
    std::map<std::size_t, std::shared_ptr<const Page>> pages_;
    std::deque<std::size_t> order_, wanted_;
    std::optional<std::size_t> row_;
    std::vector<present::Cell> last_;
    Query query_;
};

}  // namespace

std::shared_ptr<const analyzer::Breakdown> first_launches(const db::Reader& reader, const CaseContents& of) {
    analyzer::LaunchSample sample(*of.by_stage->breakdown, 0);
    db::LaunchQuery query;
    query.count = page_rows;
    reader.launches(of.record.id, query, [&](const LaunchRecord& launch) {
        sample.add(launch);
        return true;
    });
    return std::make_shared<const analyzer::Breakdown>(sample.take());
}

TableRowsPtr launch_rows(Loader& loader, const CaseContentsPtr& of, std::shared_ptr<const analyzer::Breakdown> sample) {
    auto rows = std::make_shared<TableRows>();
    const auto pages = std::make_shared<Pages>(loader, of, std::move(sample));
    rows->columns = pages->columns();
    rows->count = of->record.launch_count;
    rows->total = pages->total();
    rows->arrivals = pages;
    rows->is_here = [pages](std::size_t row) { return pages->is_here(row); };
    rows->stream = [of, whole = pages->sample(), kept = pages->kept_columns()](Readers& readers, const auto& each) {
        present::BreakdownCells cells(*whole);
        std::vector<present::Cell> row(kept.size());
        readers.of(of->path).launches(of->record.id, {}, [&](const LaunchRecord& launch) {
            const auto made = cells.row(analyzer::launch_row(launch, *whole));
            for (std::size_t i = 0; i < kept.size(); ++i) row[i] = kept[i] < made.cells.size() ? made.cells[kept[i]] : present::Cell{};
            return each(row);
        });
    };
    rows->cell = [pages](std::size_t row, std::size_t column) { return pages->cell(row, column); };
    return rows;
}

}  // namespace sortscope::gui
