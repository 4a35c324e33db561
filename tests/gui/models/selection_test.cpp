#include "gui/models/selection.hpp"

#include "support.hpp"

namespace sortscope::gui {
namespace {
CaseRef ref(int id) { return {u"/a.db"_s, CaseId{id}, u"bitonic u32 2^%1"_s.arg(id)}; }

TEST(Selection, AnotherCaseLeavesWhatWasChosenWithinTheOneBefore) {
    Selection selection;
    selection.show(ref(1));
    selection.stage = 3;
    selection.launch = 7;
    selection.time = TimeRange{1, 2};
    selection.show(ref(1));
    EXPECT_EQ(selection.stage, 3);  // the same case keeps its stage
    selection.metric = u"gld_sectors"_s;
    selection.show(ref(2));
    EXPECT_FALSE(selection.stage || selection.launch || selection.time);
    EXPECT_EQ(selection.metric, u"gld_sectors"_s);
}

TEST(Selection, IsTheSameAfterBeingSaved) {
    Selection selection;
    EXPECT_EQ(Selection::from_json(selection.to_json()), selection);
    selection.files = {u"/a.db"_s, u"/b c.db"_s};
    selection.filter = u"n:2^20 b2|c4"_s;
    selection.baseline = ref(5);
    selection.others = {ref(6), ref(7)};
    selection.stage = 3;
    selection.substage = 0;
    selection.launch = 10;
    selection.source = SourceLine{u"bitonic.hpp"_s, 42};
    selection.metric = u"gld_sectors"_s;
    selection.time = TimeRange{-1.5, 2.25};
    selection.grouping = analyzer::Grouping::kernel;
    selection.repeats = analyzer::Repeats::merged;
    const auto read = Selection::from_json(selection.to_json());
    EXPECT_EQ(std::tuple(read, read.baseline.condition), std::tuple(selection, selection.baseline.condition));
    QJsonObject odd{{u"files"_s, 3},   {u"stage"_s, -4},    {u"grouping"_s, u"no such"_s},
                    {u"launch"_s, -2}, {u"time_from"_s, 2}, {u"time_to"_s, 1}};
    EXPECT_EQ(Selection::from_json(odd), Selection());
}

TEST(Selected, WalksBackAndForward) {
    Selected selected;
    QSignalSpy changed(&selected, &Selected::changed);
    for (const int id : {1, 2, 3}) selected.edit([&](Selection& next) { next.show(ref(id)); });
    EXPECT_EQ(changed.size(), 3);
    selected.back();
    selected.back();
    EXPECT_EQ(selected.now().baseline.id, CaseId{1});
    EXPECT_TRUE(selected.can_go_forward());
    selected.forward();
    EXPECT_EQ(selected.now().baseline.id, CaseId{2});
    selected.edit([](Selection& next) { next.stage = 4; });
    EXPECT_FALSE(selected.can_go_forward());  // a new change drops later steps
    EXPECT_EQ(selected.case_before().id, CaseId{1});
    for (int i = 0; i < 10; ++i) selected.back();
    EXPECT_TRUE(selected.now().baseline.is_none());
    EXPECT_FALSE(selected.can_go_back());
    EXPECT_TRUE(selected.case_before().is_none());
    selected.edit([](Selection& next) { next.show(ref(1)); });
    for (int i = 1; i < 50; ++i) selected.edit([&](Selection& next) { next.time = TimeRange{0, 1.0 * i}; });
    selected.back();
    EXPECT_TRUE(selected.now().baseline.is_none());
    selected.edit([](Selection& next) { next.show(ref(1)); });
    changed.clear();
    selected.edit([](Selection& next) { next.show(ref(1)); });
    EXPECT_TRUE(changed.isEmpty());
    auto files = selected.now();
    files.files << u"/a.db"_s;
    selected.correct(files);
    EXPECT_EQ(changed.size(), 1);
    selected.back();
    EXPECT_EQ(selected.now().files, files.files);  // every step has the same open files
}
}  // namespace
}
