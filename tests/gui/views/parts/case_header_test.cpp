// The heading of a case's view: its facts and notes in little room.
#include <QApplication>
#include <QLabel>

#include "gui/models/text.hpp"
#include "gui/views/parts/case_header.hpp"
#include "present/tables/case.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(CaseHeader, NoFactIsClippedInANarrowWindow) {
    CaseHeader header;
    const auto contents = sample::make_contents(sample::make_case({}));
    header.set_facts(present::case_facts(contents->record, *contents->by_stage->breakdown));
    header.show();
    for (const int width : {1200, 560, 900}) {
        header.resize(width, 200);
        QApplication::processEvents();
        for (const auto* label : header.findChildren<QLabel*>()) {
            if (label->objectName() == u"case_notes"_s || !label->isVisible()) continue;
            EXPECT_GE(label->width(), label->fontMetrics().horizontalAdvance(label->text()))
                << label->text().toStdString() << " at " << width;
        }
    }
}

TEST(CaseHeader, NotesOnSingleTrialsDoNotTakeTheRoom) {
    auto record = sample::make_case({});
    record.trials[0].accepted = false;
    record.trials[0].note = "warm-up";
    record.notes.push_back({Severity::warning, "The clock was not locked."});
    CaseHeader header;
    const auto contents = sample::make_contents(record);
    header.set_facts(present::case_facts(contents->record, *contents->by_stage->breakdown));
    const auto* notes = header.findChild<QLabel*>(u"case_notes"_s);
    EXPECT_TRUE(notes->text().contains(u"not locked"_s));
    EXPECT_FALSE(notes->text().contains(u"warm-up"_s));
    bool told = false;
    for (const auto* label : header.findChildren<QLabel*>())
        told = told || label->toolTip().contains(u"warm-up"_s);
    EXPECT_TRUE(told);
}

}  // namespace
}  // namespace sortscope::gui
