// A kernel's source as an item model: a row a line, with what the line costs and how hot it is.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/source/lines.hpp"
#include "gui/models/table_model.hpp"
#include "present/tables/listing.hpp"

namespace sortscope::gui {

/// The table of present::listing_table(). The text of a line is shown as it is written: no typography is done
/// to it.
class SourceModel : public TableModel {
    Q_OBJECT

 public:
    enum {
        heat_role = Qt::UserRole +
                    100,  ///< 0..1: of the hottest line of the case; 0 where nothing was recorded of the line
        line_role,        ///< number of the line
        recorded_role     ///< whether anything was recorded of it
    };

    using TableModel::TableModel;

    void set_listing(const analyzer::Listing& listing);
    void clear();

    /// The first row of a line; -1 where there is none.
    int row_of_line(std::uint32_t line) const;
    /// 0 where there is no such row.
    std::uint32_t line_of_row(int row) const;
    /// How many lines have something recorded, and how many there are.
    int recorded_lines() const;
    int lines() const;
    /// Characters of the longest line.
    int longest_text() const;
    int text_column() const { return column_of(QStringLiteral("text")); }

    QVariant data(const QModelIndex& index, int role) const override;
    /// Short heads, as a terminal has them; tooltips say them in full.
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct RowOf {
        std::uint32_t line = 0;
        double heat = 0;
        bool recorded = false, first = true;  ///< first: of the rows of its line
        QString text, said;                   ///< said: what is told of the line at once
    };
    std::vector<RowOf> rows_of_;
};

}  // namespace sortscope::gui
