#include "gui/models/collect.hpp"

#include "support.hpp"

namespace sortscope::gui {
namespace {
TEST(CollectRequest, IsTheCommandThatDoesTheSame) {
    const CollectRequest request{shell_words(u"--preset quick --n 2^10..2^12"_s), u"my sorts.db"_s};
    EXPECT_EQ(request.command(), u"sortscope collect --preset quick --n 2^10..2^12 --output 'my sorts.db'"_s);
    EXPECT_EQ(shell_words(u"  a  'b c' \"d'e\" f\"g h\"  ''"_s),
              (QStringList{u"a"_s, u"b c"_s, u"d'e"_s, u"fg h"_s, QString()}));
}

TEST(CollectRequest, ReadsAnswersAndRefusesOthers) {
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
    const auto options = read_options(
        R"({"options": [{"name": "--key", "value": "LIST", "group": "What", "help": "Sort these", "rare": true,
                         "choices": [{"word": "u32", "help": "32 bits"}]}]})");
    ASSERT_EQ(options.size(), 1U);
    EXPECT_EQ(options[0].name, u"--key"_s);
    EXPECT_TRUE(options[0].rare);
    EXPECT_EQ(options[0].choices.front().second, u"32 bits"_s);
    EXPECT_THROW(read_variants("sortscope: no"), std::runtime_error);
    EXPECT_THROW(read_plan("[]"), std::runtime_error);
    EXPECT_THROW(read_options("[]"), std::runtime_error);
    EXPECT_TRUE(read_variants("[]").empty());
    EXPECT_TRUE(read_variants("[1, {}]").empty());
}

TEST(CollectRequest, SaysWhatAPlanAVariantAndAnExitCodeMean) {
    const auto plan = read_plan(R"({"cases": 1, "sentence": "1 of 5 cases would run.", "warning": "Slow.",
        "reasons": [{"reason": "No GPU.", "cases": 3}]})");
    EXPECT_EQ(plan.sentence, u"1 of 5 cases would run."_s);
    EXPECT_EQ(std::tuple(plan.cases, plan.warning, plan.reasons.at(0).cases), std::tuple(1U, u"Slow."_s, 3U));
    const auto offers = read_variants(R"([{"name": "mu", "source": "Mu 2015", "summary": "Sorts.",
        "key_types": ["u32", "i32"], "min_keys": 2, "max_keys": 268435456, "power_of_two": true,
        "min_block_threads": 1, "max_block_threads": 1024, "also": [{"source": "Other"}],
        "parameters": [{"name": "ways", "values": [2, 4]}]}])");
    ASSERT_EQ(offers.size(), 1U);
    EXPECT_EQ(offers[0].also, QStringList{u"Other"_s});
    EXPECT_EQ(
        offers[0].takes,
        u"u32, i32; 2 to 2\u00b2\u2078 keys, a power of two; blocks of 1 to 1024 threads; ways = 2,4"_s);
    EXPECT_EQ(exit_sentence(0, false, {}), QString());
    EXPECT_TRUE(exit_sentence(3, false, {}).contains(u"A case was lost"_s));
    EXPECT_TRUE(exit_sentence(2, false, {u"There is no key type 'u33'."_s}).contains(u"u33"_s));
    EXPECT_TRUE(exit_sentence(0, true, {}).contains(u"killed"_s));
    EXPECT_TRUE(exit_sentence(130, false, {}).contains(u"finished are in the file"_s));
}
}  // namespace
}
