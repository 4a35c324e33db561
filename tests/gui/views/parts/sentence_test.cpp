#include "gui/views/parts/sentence.hpp"

#include <QApplication>

#include "gui/models/text.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

const QString long_one =
    u"Divergence is counted: of branches in the source. Branch efficiency is measured: of branches in the "
    "machine code. The two need not add up."_s;

TEST(Sentence, HasFewLinesWhereTheViewIsLowAndSaysTheWholeWhereOnePoints) {
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
        EXPECT_EQ(sentence.said(), long_one);
        EXPECT_EQ(sentence.toolTip(), long_one);
        EXPECT_LT(sentence.heightForWidth(220), whole);
        EXPECT_LE(sentence.heightForWidth(220), few * sentence.fontMetrics().lineSpacing() +
                                                    sentence.contentsMargins().top() +
                                                    sentence.contentsMargins().bottom() + 4);
        sentence.set_low(false);
        EXPECT_EQ(sentence.text(), long_one);
        EXPECT_EQ(sentence.toolTip(), QString());
    }
}

TEST(Sentence, IsThereAsLongAsThereIsSomethingToSay) {
    Sentence sentence(1);
    EXPECT_TRUE(sentence.isHidden());
    sentence.say(u"Short."_s, u"Why."_s);
    EXPECT_FALSE(sentence.isHidden());
    EXPECT_EQ(sentence.toolTip(), u"Why."_s);
    sentence.set_low(true);
    sentence.resize(400, 40);
    EXPECT_EQ(sentence.text(), u"Short."_s);
    sentence.say({});
    EXPECT_TRUE(sentence.isHidden());
}

}  // namespace
}  // namespace sortscope::gui
