#include "support.hpp"

namespace sortscope::gui {
namespace {
TEST(Text, IsSetAsPeopleWriteIt) {
    for (const auto& [text, set] : std::initializer_list<std::pair<const char*, const char*>>{
             {"2^20", "2\u00b2\u2070"},
             {"u32 2^13 uniform, block 256", "u32 2\u00b9\u00b3 uniform, block 256"},
             {"2^-4", "2\u207b\u2074"},
             {"10^9 keys/s", "10\u2079 keys/s"},
             {"21.70 us", "21.70 \u00b5s"},
             {"us", "\u00b5s"},
             {"time (us, measured)", "time (\u00b5s, measured)"},
             {"between 1 us and 2 us.", "between 1 \u00b5s and 2 \u00b5s."},
             {"", "\u2013"},  // absent
             {"-", "\u2013"},
             {"a\x1b[31mb", "a [31mb"},
             {"a\u202eb", "a b"},  // right to left
             {"a\u009bb", "a b"},
             {"a\u2028b", "a b"},      // a line separator
             {"a\U000E0041b", "a b"},  // a tag
             {"a\U0001F600b \u2192", "a\U0001F600b \u2192"},
             {"'sortscope list' says why; \"n:..64\" finds them",
              "\u201csortscope list\u201d says why; \u201cn:..64\u201d finds them"},
             {"(see 'sortscope metrics') and the sort's 'x'.",
              "(see \u201csortscope metrics\u201d) and the sort's \u201cx\u201d."}})
        EXPECT_EQ(typeset(text), QString::fromUtf8(set));
    for (const auto* text :
         {"a10^9 and 110^2 and 3^2", "12^3 and 2^x and 2^", "12 ns", "status", "busy", "3 used",
          "it tells us why", "user", "k=8 j=2", "0", " ", "two\nlines", "21.66", "13,394 Mkey/s", "66.7 %",
          "'one alone", "'", "the device's limits, the cases' times"})
        EXPECT_EQ(typeset(text), QString::fromLatin1(text));
    const auto name = typeset("bitonic-c4, max_keys=16, 2^17 keys, block 256");
    for (int length = 5; length < name.size(); ++length) {
        const auto ends = shortened_name(name, length).split(u'\u2026');
        ASSERT_EQ(ends.size(), 2);
        const auto is_cut = [](QChar before, QChar after) { return before.isNumber() && after.isNumber(); };
        const auto head = ends[0].size(), tail = ends[1].size();
        EXPECT_FALSE(head > 0 && is_cut(name[head - 1], name[head])) << length;
        EXPECT_FALSE(tail > 0 && is_cut(name[name.size() - tail - 1], name[name.size() - tail])) << length;
    }
    EXPECT_EQ(verbatim("--sql 'select 1'"), u"--sql 'select 1'"_s);
    EXPECT_EQ(within_home(QDir::homePath() + u"/runs/a.db"_s), u"~/runs/a.db"_s);
    EXPECT_EQ(within_home(QDir::homePath() + u"s/a.db"_s), QDir::homePath() + u"s/a.db"_s);
    EXPECT_EQ(within_home(u"a.db"_s), u"a.db"_s);
}

TEST(Text, ALabelKeepsItsKeysAndItsEnd) {
    const QFontMetrics metrics(QGuiApplication::font());
    const auto label = typeset("bitonic-optimized \xC2\xB7 2^20 u32 \xC2\xB7 512 \xC2\xB7 max_keys=16");
    for (int room = metrics.horizontalAdvance(label); room > 130; --room) {
        const auto fitted = fitted_label(label, metrics, room);
        EXPECT_LE(metrics.horizontalAdvance(fitted), room);
        EXPECT_TRUE(fitted.contains(u" \u00b7 2\u00b2\u2070 u32 \u00b7 "_s)) << room;
        EXPECT_TRUE(fitted.endsWith(u"16"_s)) << room;
    }
    EXPECT_TRUE(fitted_label(u"kernels/variants/bitonic.hpp"_s, metrics, 100).endsWith(u"bitonic.hpp"_s));
}

TEST(Text, IsElidedOutsideNumbersAndTheirUnits) {
    const QFontMetrics metrics(QGuiApplication::font());
    const auto ends = [&](const char* words) {
        const auto text = typeset(words);
        const int all = metrics.horizontalAdvance(text);
        EXPECT_EQ(elided(text, metrics, all), text);
        QStringList found;
        for (int room = all - 1; room > 0; --room)
            if (const auto shown = elided(text, metrics, room); !shown.isEmpty() && !found.contains(shown))
                found << shown;
        return found;
    };
    EXPECT_EQ(ends("12,345.6"), QStringList{u"\u2026"_s});
    EXPECT_EQ(ends("352.4 us"), QStringList{u"\u2026"_s});
    EXPECT_EQ(ends("0.281 .. 0.283"), QStringList{u"\u2026"_s});
    EXPECT_EQ(ends("2^20 u32"), QStringList{u"\u2026"_s});
    for (const auto& shown : ends("butterfly-minmax \xC2\xB7 2^11 f32 \xC2\xB7 256"))
        EXPECT_TRUE(!shown.contains(u"2\u00b9"_s) || shown.contains(u"2\u00b9\u00b9 f32"_s))
            << shown.toStdString();
    EXPECT_TRUE(ends("sectors 1,024 -> 2,048").contains(u"sectors 1,024 -> \u2026"_s));
    EXPECT_TRUE(ends("modelled").contains(u"mod\u2026"_s));
}

TEST(Text, OfFileNamesHasNoCharacterThatSteers) {
    const auto path = u"/data/a\u202eb\n.db"_s;
    EXPECT_EQ(file_name(path), u"a\\u202eb .db"_s);
    EXPECT_EQ(shown_path(path), u"/data/a\\u202eb .db"_s);
    EXPECT_EQ(within_home(QDir::homePath() + path), u"~/data/a\\u202eb .db"_s);
}
}  // namespace
}
