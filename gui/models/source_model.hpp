// A kernel's source: one row a line, with its cost and heat.
#pragma once

#include "gui/models/table_model.hpp"
#include "gui/models/text.hpp"
#include "present/tables/source.hpp"

namespace sortscope::gui {
/// present::listing_table() with source text as it is.
class SourceModel : public TableModel {
    Q_OBJECT
 public:
    enum {
        heat_role = Qt::UserRole + 100,  ///< 0..1 of the hottest line; 0 without records
        line_role,
        recorded_role
    };

    using TableModel::TableModel;

    void set_listing(const analyzer::Listing& listing);
    void clear();

    /// The first one, or -1.
    int row_of_line(uint32_t line) const;
    /// 0 if absent.
    uint32_t line_of_row(int row) const;
    int recorded_lines() const;
    int lines() const;
    /// In characters.
    int longest_text() const;
    int text_column() const { return column_of(u"text"_s); }

    QVariant data(const QModelIndex& index, int role) const override;
    /// Short titles as in a terminal, whole ones in tooltips.
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct RowOf {
        uint32_t line = 0;
        double heat = 0;
        bool first = true;   ///< of its line
        QString text, said;  ///< said: its counts, for people who cannot see them
        bool recorded() const { return !said.isEmpty(); }
    };
    std::vector<RowOf> rows_of_;
};
}
