#include "collector/cupti/cupti_api.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "load.hpp"

namespace sortscope::cupti {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string load_error(const std::vector<std::filesystem::path>& candidates) {
    try {
        load_api(candidates);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::environment);
        return error.what();
    }
    ADD_FAILURE() << "loading should have failed";
    return {};
}

TEST(CuptiApi, AbsentNamesWhatWasSearchedAndTheRemedy) {
    EXPECT_THAT(load_error({"/nowhere/libcupti.so.13", "/elsewhere/libcupti.so"}),
                AllOf(HasSubstr("/nowhere/libcupti.so.13, /elsewhere/libcupti.so"),
                      HasSubstr("SORTSCOPE_CUPTI"), HasSubstr("12.6 or newer")));
    EXPECT_THAT(load_error({}), HasSubstr("Searched: nothing"));
}

TEST(CuptiApi, ALibraryWithoutTheFunctionsIsNamed) {
    EXPECT_THAT(load_error({"libm.so.6"}), AllOf(HasSubstr("libm.so.6"), HasSubstr("lacks"),
                                                 HasSubstr("cuptiRangeProfilerStart"), HasSubstr("too old")));
}

TEST(CuptiApi, AFileThatIsNoLibraryIsRefused) {
    const auto path = std::filesystem::path(::testing::TempDir()) / "sortscope-not-a-library.so";
    std::ofstream(path) << "not a library\n";
    EXPECT_THAT(load_error({path}), HasSubstr(path.string()));
    std::filesystem::remove(path);
}

TEST(CuptiApi, TheVariableAloneDecidesUnlessItIsEmpty) {
    const char* const before = std::getenv("SORTSCOPE_CUPTI");
    const std::string users = before == nullptr ? "" : before;
    ::setenv("SORTSCOPE_CUPTI", "/my/libcupti.so", 1);
    EXPECT_THAT(cupti_candidates(), ElementsAre("/my/libcupti.so"));
    ::setenv("SORTSCOPE_CUPTI", "", 1);
    const auto candidates = cupti_candidates();
    ASSERT_GE(candidates.size(), 3u);
    EXPECT_EQ(candidates[0], "libcupti.so.13");
    EXPECT_EQ(candidates[2], "libcupti.so");
    ::setenv("SORTSCOPE_CUPTI", users.c_str(), 1);
}

TEST(CuptiApi, LoadsWithVersionAndPath) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    EXPECT_GT(api->version, 0u);
    EXPECT_THAT(api->path.string(), HasSubstr("libcupti"));
#define SORTSCOPE_EXPECT_BOUND(name) EXPECT_NE(api->name, nullptr) << #name;
    SORTSCOPE_CUPTI_FUNCTIONS(SORTSCOPE_EXPECT_BOUND)
#undef SORTSCOPE_EXPECT_BOUND
}

TEST(CuptiApi, VersionText) {
    EXPECT_EQ(version_text(130000), "13.0");
    EXPECT_EQ(version_text(130001), "13.0");
    EXPECT_EQ(version_text(130100), "13.1");
    EXPECT_EQ(version_text(26), "API 26");
    EXPECT_EQ(version_text(0), "unknown");
}

}  // namespace
}  // namespace sortscope::cupti
