// The columns beside the text of a source file: which are shown, and how broad they are.
#include <algorithm>
#include <vector>

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>

#include "gui/models/text.hpp"
#include "gui/views/source_pane.hpp"

namespace sortscope::gui {
namespace {

constexpr int letters_of_text = 24;  // that a narrow pane shows of a line before it shows more about it

}  // namespace

/// Whether a column is wanted: by what is usual, or by the user.
bool SourcePane::is_wanted(int column) const {
    const auto& about = model_->columns()[static_cast<std::size_t>(column)];
    // The text needs the room: requests are there for who asks for them.
    const bool usual =
        about.shown && about.id != "loads" && about.id != "stores" && about.id != "extra_wavefronts";
    return column == model_->text_column() || chosen_columns_.value(to_qstring(about.id), usual);
}

void SourcePane::fit_columns() {
    const QFontMetrics words(font()), digits(view_->font());
    const int text = model_->text_column();
    for (int column = 0; column < model_->columnCount(); ++column) {
        const bool shown = is_wanted(column);
        view_->setColumnHidden(column, !shown);
        if (!shown) continue;
        int width =
            words.size(0, model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()).width() +
            12;
        for (int row = 0; row < model_->rowCount() && column != text; ++row)
            if (row + 1 == model_->rowCount() ||
                model_->index(row, column).data(SourceModel::recorded_role).toBool())
                width = std::max(width,
                                 digits.horizontalAdvance(model_->index(row, column).data().toString()) + 14);
        view_->setColumnWidth(column, width);
    }
    longest_ = digits.horizontalAdvance(u'x') * model_->longest_text() + 16;
    stretch_text();
}

/// The text has the room that is left, and enough of it to be read: in a narrow pane the columns beside it
/// give way, from the right; not those that the user asked for.
void SourcePane::stretch_text() {
    const int text = model_->text_column();
    if (text < 0) return;
    int used = 0;
    std::vector<int> yielding;
    for (int column = 0; column < model_->columnCount(); ++column) {
        if (column == text || !is_wanted(column)) continue;
        view_->setColumnHidden(column, false);
        used += view_->columnWidth(column);
        const auto& about = model_->columns()[static_cast<std::size_t>(column)];
        if (!about.names_row && !chosen_columns_.contains(to_qstring(about.id))) yielding.push_back(column);
    }
    const int room = view_->viewport()->width(),
              wanted =
                  std::min(longest_, QFontMetrics(view_->font()).horizontalAdvance(u'x') * letters_of_text);
    for (; yielding.size() > 1 && room - used < wanted;
         yielding.pop_back()) {  // the first says what the heat is of
        used -= view_->columnWidth(yielding.back());
        view_->setColumnHidden(yielding.back(), true);
    }
    view_->setColumnWidth(text, std::max(longest_, room - used));
}

void SourcePane::fill_columns_menu(QMenu& menu) {
    for (int column = 0; column < model_->columnCount(); ++column) {
        const auto& about = model_->columns()[static_cast<std::size_t>(column)];
        if (column == model_->text_column() || about.names_row) continue;
        auto* action = menu.addAction(to_qstring(about.title));
        action->setCheckable(true);
        action->setChecked(
            !view_->isColumnHidden(column));  // one that gave way to the text is there once it is asked for
        connect(action, &QAction::toggled, this, [this, id = to_qstring(about.id)](bool shown) {
            chosen_columns_[id] = shown;
            fit_columns();
        });
    }
}

QList<int> SourcePane::shown_columns() const {
    QList<int> columns;
    for (int column = 0; column < model_->columnCount(); ++column)
        if (!view_->isColumnHidden(column)) columns << column;
    return columns;
}

}  // namespace sortscope::gui
