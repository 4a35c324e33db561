// Where dividers stand, from one start to the next.
#include "gui/views/parts/controls.hpp"

#include <QSplitter>
#include <QWidget>

#include "gui/models/text.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

void fill(QSplitter& splitter, const QList<int>& sizes) {
    for (int i = 0; i < 2; ++i) splitter.addWidget(new QWidget);
    splitter.resize(300, 100);
    splitter.setSizes(sizes);
}

TEST(Divider, StandsWhereItWasLeft) {
    QSplitter left, again;
    fill(left, {200, 100});
    fill(again, {150, 150});
    ASSERT_TRUE(restore_divider(again, divider_place(left)));
    EXPECT_EQ(again.sizes(), left.sizes());
}

TEST(Divider, APlaceOfAnOlderWindowIsNone) {
    QSplitter left, again;
    fill(left, {200, 100});
    fill(again, {150, 150});
    const auto before = again.sizes();
    const auto older = QString::fromLatin1(left.saveState().toBase64());
    for (const auto& place :
         {QJsonValue(older), QJsonValue(u"1:"_s + older), QJsonValue(u"2:no place"_s), QJsonValue()})
        EXPECT_FALSE(restore_divider(again, place));
    EXPECT_EQ(again.sizes(), before);
}

}  // namespace
}  // namespace sortscope::gui
