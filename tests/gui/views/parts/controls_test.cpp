#include <QApplication>

#include "gui/views/parts/case_header.hpp"
#include "gui/views/parts/controls.hpp"
#include "present/tables/case.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {
void fill(QSplitter& splitter, const QList<int>& sizes) {
    for (int i = 0; i < 2; ++i) splitter.addWidget(new QWidget);
    splitter.resize(300, 100);
    splitter.setSizes(sizes);
}

TEST(Divider, StandsWhereItWasLeftByAWindowOfTheSameParts) {
    QSplitter left, again;
    fill(left, {200, 100});
    fill(again, {150, 150});
    const auto before = again.sizes();
    const auto older = QString::fromLatin1(left.saveState().toBase64());
    for (const auto& place :
         {QJsonValue(older), QJsonValue(u"1:"_s + older), QJsonValue(u"2:no place"_s), QJsonValue()})
        EXPECT_FALSE(restore_divider(again, place));
    EXPECT_EQ(again.sizes(), before);
    ASSERT_TRUE(restore_divider(again, divider_place(left)));
    EXPECT_EQ(again.sizes(), left.sizes());
}

TEST(Sentence, HasFewLinesWhereTheViewIsLowAndSaysTheWholeWhereOnePoints) {
    const QString long_one = u"Divergence is counted. "_s.repeated(8).trimmed();
    for (const int few : {1, 2}) {
        Sentence sentence(few);
        sentence.resize(220, 100);
        sentence.say(long_one);
        sentence.show();
        QApplication::processEvents();
        EXPECT_EQ(sentence.text(), long_one);
        const int whole = sentence.heightForWidth(220);
        sentence.set_low(true);
        EXPECT_TRUE(sentence.text().endsWith(QChar(0x2026))) << sentence.text().toStdString();
        EXPECT_EQ(std::tuple(sentence.said(), sentence.toolTip()), std::tuple(long_one, long_one));
        EXPECT_LT(sentence.heightForWidth(220), whole);
        EXPECT_LE(sentence.heightForWidth(220), few * sentence.fontMetrics().lineSpacing() +
                                                    sentence.contentsMargins().top() +
                                                    sentence.contentsMargins().bottom() + 4);
        sentence.set_low(false);
        EXPECT_EQ(std::tuple(sentence.text(), sentence.toolTip()), std::tuple(long_one, QString()));
    }
    Sentence sentence(1);
    EXPECT_TRUE(sentence.isHidden());
    sentence.say(u"Short."_s, u"Why."_s);
    EXPECT_FALSE(sentence.isHidden());
    EXPECT_EQ(sentence.toolTip(), u"Why."_s);
    sentence.say({});
    EXPECT_TRUE(sentence.isHidden());
}

TEST(CaseHeader, NoFactIsClippedInANarrowWindow) {
    auto record = sample::make_case({});
    record.trials[0].accepted = false;
    record.trials[0].note = "warm-up";
    record.notes.push_back({Severity::warning, "The clock was not locked."});
    CaseHeader header;
    const auto contents = sample::make_contents(record);
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
    const auto* notes = header.findChild<QLabel*>(u"case_notes"_s);
    EXPECT_TRUE(contains(notes->text(), u"not locked"_s));
    EXPECT_FALSE(notes->text().contains(u"warm-up"_s));
    EXPECT_TRUE(std::ranges::any_of(header.findChildren<QLabel*>(), [](const QLabel* label) {
        return label->toolTip().contains(u"warm-up"_s);
    }));
}
}  // namespace
}
