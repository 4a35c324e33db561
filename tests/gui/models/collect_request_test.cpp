// What the window asks the collector, and what it reads of its answers.
#include "gui/models/collect.hpp"

#include "gui/models/text.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(CollectRequest, IsTheCommandThatDoesTheSame) {
    CollectRequest request;
    request.options = shell_words(u"--preset quick --size 2^10..2^12 --resume"_s);
    request.output = u"my sorts.db"_s;
    EXPECT_EQ(request.command(),
              u"sortscope collect --preset quick --size 2^10..2^12 --resume "
              "--output 'my sorts.db'"_s);
}

TEST(CollectRequest, DividesALineAsAShellDoes) {
    EXPECT_EQ(shell_words(u"  a  'b c' \"d'e\" f\"g h\"  ''"_s),
              (QStringList{u"a"_s, u"b c"_s, u"d'e"_s, u"fg h"_s, QString()}));
}

TEST(CollectRequest, ReadsProgressAndLeavesSentences) {
    const auto progress = read_progress(
        R"({ "done": 1, "total": 4, "fraction": 0.25, "seconds_left": null, "current": "rank u32" })");
    ASSERT_TRUE(progress);
    EXPECT_EQ(progress->done, 1U);
    EXPECT_DOUBLE_EQ(progress->fraction, 0.25);
    EXPECT_FALSE(progress->seconds_left);
    EXPECT_EQ(progress->current, u"rank u32"_s);
    EXPECT_FALSE(read_progress("sortscope: something went wrong"));
    EXPECT_FALSE(read_progress("{ broken"));
    EXPECT_FALSE(read_progress("{}"));
}

TEST(CollectRequest, ReadsTheHelpOfOptions) {
    const auto options = read_options(
        R"({"options": [{"name": "--key", "value": "LIST", "group": "What", "help": "Sort these", "rare": true,
                         "choices": [{"word": "u32", "help": "32 bits"}]}]})");
    ASSERT_EQ(options.size(), 1U);
    EXPECT_EQ(options[0].name, u"--key"_s);
    EXPECT_TRUE(options[0].rare);
    EXPECT_EQ(options[0].choices.front().second, u"32 bits"_s);
}

TEST(CollectRequest, RefusesWhatIsNoAnswer) {
    EXPECT_THROW(read_variants("sortscope: no"), std::runtime_error);
    EXPECT_THROW(read_plan("[]"), std::runtime_error);
    EXPECT_THROW(read_options("[]"), std::runtime_error);
    EXPECT_TRUE(read_variants("[]").empty());
    EXPECT_TRUE(read_variants("[1, {}]").empty());
}

TEST(CollectRequest, SaysWhatAPlanComesTo) {
    CollectPlan plan;
    EXPECT_TRUE(plan.sentence().contains(u"can run here"_s));
    plan.skipped = 4;
    EXPECT_EQ(plan.sentence(), u"Nothing to run: all 4 cases are in the file already."_s);
    plan.left_out = 3;
    EXPECT_EQ(plan.sentence(), u"Nothing to run: 4 cases that can run here are in the file already."_s)
        << "the plan lists the others";
    plan.cases = 1;
    plan.launches = 66;
    plan.seconds = 40;
    plan.bytes = 1.2e6;
    EXPECT_EQ(
        plan.sentence(),
        u"1 case (66 launches), about 40 s, a file of about 1.14 MiB. 4 cases are in the file already."_s);
}

TEST(CollectRequest, ExplainsExitCodes) {
    EXPECT_EQ(exit_sentence(0, false, {}), QString());
    EXPECT_TRUE(exit_sentence(3, false, {}).contains(u"A case was lost"_s));
    EXPECT_TRUE(exit_sentence(2, false, {u"There is no key type 'u33'."_s}).contains(u"u33"_s));
    EXPECT_TRUE(exit_sentence(0, true, {}).contains(u"killed"_s));
    EXPECT_TRUE(exit_sentence(130, false, {}).contains(u"finished are in the file"_s));
}

}  // namespace
}  // namespace sortscope::gui
