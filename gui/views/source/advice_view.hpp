// Where a sort stands against its device's limits, what makes it slower than it could be, what each removal
// would gain, and the source lines that have a part in it.
#pragma once

#include "analyzer/advice/advice.hpp"
#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QSplitter;
class QTabWidget;
class QTextBrowser;
class QUrl;

namespace sortscope::gui {

class OverlayToggle;
class SourcePane;

class AdviceView : public View {
    Q_OBJECT

 public:
    explicit AdviceView(Workspace& workspace);

    ChartView* chart() override { return roofline_; }
    TableView* table() override { return roofs_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;
    QString text() const;
    SourcePane& source() { return *source_; }
    /// Shows a source line of a finding: both by their places.
    void show_site(std::size_t finding, std::size_t site);

 protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    void ask_others();
    void show_advice();
    void show_roofline();
    QString findings_html() const;
    void follow_link(const QUrl& link);
    void follow_source();
    /// Side by side where there is room, else the roofline has a page of its own.
    void arrange();

    QTextBrowser* findings_;
    ChartView* roofline_;
    TableView* roofs_;
    SourcePane* source_;
    QTabWidget* pages_;
    QSplitter* upper_;
    QSplitter* splitter_;
    OverlayToggle* overlay_;
    Query query_, others_query_;
    CaseContentsPtr of_;
    std::shared_ptr<const AdviceReading> reading_;
    std::shared_ptr<const std::vector<std::shared_ptr<const analyzer::Advice>>>
        others_;                        ///< of the overlay's cases, in their order
    QString others_asked_, others_of_;  ///< as keys of the overlay
    QJsonValue beside_, below_;         ///< how the view was shared out before it became narrow
    bool narrow_ = false;
};

}  // namespace sortscope::gui
