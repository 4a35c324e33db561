#include "gui/views/parts/controls.hpp"
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

TEST(Sentence, ShowsItsFirstSentenceAndAllInAPanel) {
    const auto first = u"Blocks of 128 threads are fastest by 4.2 % (1.8 to 6.5 %) and take 12.5 us."_s;
    const auto all = first + u" The others wait longer at barriers. See the table."_s;
    QWidget window;
    window.resize(600, 300);
    Sentence sentence(1);
    sentence.setParent(&window);
    sentence.resize(600, 40);
    sentence.say(all);
    window.show();
    sentence.show();
    QApplication::processEvents();
    EXPECT_EQ(sentence.text(), first);
    EXPECT_EQ(sentence.said(), all);
    EXPECT_GE(sentence.font().weight(), QFont::DemiBold);
    ASSERT_TRUE(sentence.more().isVisible());
    sentence.more().click();
    auto* panel = sentence.findChild<QFrame*>(u"text_panel"_s);
    ASSERT_TRUE(panel);
    EXPECT_EQ(panel->findChild<QLabel*>()->text(), all);
    panel->close();
    sentence.resize(160, 40);
    EXPECT_EQ(sentence.text(), first);
    sentence.set_low(true);
    EXPECT_TRUE(sentence.text().endsWith(QChar(0x2026))) << sentence.text().toStdString();
    sentence.set_low(false);
    sentence.resize(600, 40);
    sentence.say(u"Short."_s);
    EXPECT_TRUE(sentence.more().isHidden());
    sentence.say(u"Short."_s, u"Why."_s);
    EXPECT_FALSE(sentence.more().isHidden());
    sentence.say({});
    EXPECT_TRUE(sentence.isHidden());
}

}  // namespace
}
