// A kernel's source: one row per line, with its cost and heat.
#pragma once

#include "gui/models/table_model.hpp"
#include "present/tables/source.hpp"

namespace sortscope::gui {
/// present::listing_table() with verbatim source text.
class SourceModel : public TableModel {
    Q_OBJECT
 public:
    enum {
        heat_role = Qt::UserRole + 100,  ///< heat / heat of the hottest line, 0..1; 0 without records
        line_role,
        recorded_role
    };

    using TableModel::TableModel;

    void set_listing(const analyzer::Listing& listing);
    void clear() {
        rows_of_.clear();
        set_rows(nullptr);
    }

    int row_of_line(uint32_t line) const {
        const auto found = std::ranges::lower_bound(rows_of_, line, {}, &RowOf::line);
        return found == rows_of_.end() || found->line != line ? -1 : int(found - rows_of_.begin());
    }
    uint32_t line_of_row(int row) const;
    int recorded_lines() const;
    int hottest_row() const {
        return int(std::ranges::max_element(rows_of_, {}, &RowOf::heat) - rows_of_.begin());
    }
    int lines() const { return int(std::ranges::count(rows_of_, true, &RowOf::first)); }

    QVariant data(const QModelIndex& index, int role) const override;
    /// Short titles as on a terminal, with whole titles in tooltips.
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct RowOf {
        uint32_t line = 0;
        double heat = 0;
        bool first = true;   ///< first row of its line
        QString text, said;  ///< said: counts in words, for screen readers
        bool recorded() const { return !said.isEmpty(); }
    };
    std::vector<RowOf> rows_of_;
};
}
