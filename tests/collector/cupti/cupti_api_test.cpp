#include "collector/cupti/cupti_api.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "load.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::cupti {
namespace {
using sortscope::test::expect_error;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

void expect_no_library(const std::vector<std::filesystem::path>& candidates,
                       const std::vector<std::string>& words) {
    for (const auto& each : words) expect_error(ErrorKind::environment, each, [&] { load_api(candidates); });
}

TEST(CuptiApi, AbsentNamesTheSearchedPlacesAndTheRemedy) {
    expect_no_library({"/nowhere/libcupti.so.13", "/elsewhere/libcupti.so"},
                      {"/nowhere/libcupti.so.13, /elsewhere/libcupti.so", "SORTSCOPE_CUPTI"});
    expect_no_library({}, {"Searched: nothing"});
    expect_no_library({"libm.so.6"}, {"libm.so.6", "cuptiRangeProfilerStart"});
    const auto path = std::filesystem::path(::testing::TempDir()) / "sortscope-not-a-library.so";
    std::ofstream(path) << "not a library\n";
    expect_no_library({path}, {path.string()});
    std::filesystem::remove(path);
}

TEST(CuptiApi, TheVariableAloneDecidesUnlessItIsEmpty) {
    const char* const before = std::getenv("SORTSCOPE_CUPTI");
    const std::string users = before == nullptr ? "" : before;
    ::setenv("SORTSCOPE_CUPTI", "/my/libcupti.so", 1);
    EXPECT_THAT(cupti_candidates(), ElementsAre("/my/libcupti.so"));
    ::setenv("SORTSCOPE_CUPTI", "", 1);
    auto candidates = cupti_candidates();
    candidates.resize(3);
    EXPECT_THAT(candidates, ElementsAre("libcupti.so.13", "libcupti.so.12", "libcupti.so"));
    ::setenv("SORTSCOPE_CUPTI", users.c_str(), 1);
}

TEST(CuptiApi, LoadsWithVersionAndPath) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    EXPECT_GT(api->version, 0u);
    EXPECT_THAT(api->path.string(), HasSubstr("libcupti"));
#define SORTSCOPE_EXPECT_BOUND(name) EXPECT_NE(api->name, nullptr) << #name;
    SORTSCOPE_FUNCTIONS(SORTSCOPE_EXPECT_BOUND)
#undef SORTSCOPE_EXPECT_BOUND
}

TEST(CuptiApi, VersionText) {
    for (const auto& [version, text] :
         {std::pair{130000u, "13.0"}, {130001u, "13.0"}, {130100u, "13.1"}, {26u, "API 26"}, {0u, "unknown"}})
        EXPECT_EQ(version_text(version), text);
}

CUptiResult answer = CUPTI_SUCCESS;
Api answering(CUptiResult result) {
    answer = result;
    Api api;
    api.cuptiGetVersion = [](uint32_t*) { return answer; };
    api.cuptiGetResultString = [](CUptiResult, const char** text) {
        *text = "CUPTI_ERROR_OF_TEST";
        return CUPTI_SUCCESS;
    };
    return api;
}

TEST(CheckedCall, NamesPlaceExpressionErrorAndRemedy) {
    uint32_t version = 0;
    const auto call = [&](CUptiResult result) {
        SORTSCOPE_CALL(answering(result), cuptiGetVersion, &version);
    };
    for (const char* words : {"CUPTI_ERROR_OF_TEST (35)", "cuptiGetVersion(&version)",
                              "cupti_api_test.cpp:", "NVreg_RestrictProfilingToAdminUsers=0"})
        expect_error(ErrorKind::environment, words, [&] { call(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES); });
    expect_error(ErrorKind::internal, "(999)", [&] { call(CUPTI_ERROR_UNKNOWN); });
    EXPECT_NO_THROW(call(CUPTI_SUCCESS));
    EXPECT_EQ(name_of_result(Api{}, CUPTI_ERROR_HARDWARE_BUSY), "CUPTI error 26");
    EXPECT_NO_THROW(check_driver(CUDA_SUCCESS, "x"));
    EXPECT_THROW(check_driver(CUDA_ERROR_INVALID_CONTEXT, "x"), Error);
    try {
        call(CUPTI_ERROR_HARDWARE_BUSY);
    } catch (const CuptiError& error) {
        EXPECT_EQ(error.code(), CUPTI_ERROR_HARDWARE_BUSY);
    }
}

TEST(Remedy, IsThatOfTheError) {
    for (const auto& [code, word] : {std::pair{CUPTI_ERROR_HARDWARE_BUSY, "DCGM"},
                                     {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "nsys"},
                                     {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "virtual GPU"},
                                     {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "vGPU"},
                                     {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, "Confidential"},
                                     {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "MIG"},
                                     {CUPTI_ERROR_NOT_SUPPORTED, "newer or"},
                                     {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "WSL"}})
        EXPECT_THAT(std::string(remedy(code)), HasSubstr(word));
}
}  // namespace
}
