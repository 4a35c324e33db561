#include "collector/cupti/cupti_api.hpp"

#include <gmock/gmock.h>

#include "load.hpp"

namespace sortscope::cupti {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

CUptiResult refuse(std::uint32_t*) { return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES; }
CUptiResult break_down(std::uint32_t*) { return CUPTI_ERROR_UNKNOWN; }
CUptiResult name_it(CUptiResult code, const char** text) {
    *text = code == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
                                                        : "CUPTI_ERROR_UNKNOWN";
    return CUPTI_SUCCESS;
}

TEST(Checked, SaysPlaceExpressionNameAndRemedy) {
    Api api;
    api.cuptiGetVersion = refuse;
    api.cuptiGetResultString = name_it;
    std::uint32_t version = 0;
    try {
        SORTSCOPE_CUPTI_CALL(api, cuptiGetVersion, &version);
        FAIL() << "no error";
    } catch (const CuptiError& error) {
        EXPECT_EQ(error.code(), CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
        EXPECT_EQ(error.kind(), ErrorKind::environment);
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)"),
                          HasSubstr("cuptiGetVersion(&version)"), HasSubstr("checked_test.cpp:"),
                          HasSubstr("NVreg_RestrictProfilingToAdminUsers=0")));
    }
}

TEST(Checked, AnErrorWithoutRemedyIsADefect) {
    Api api;
    api.cuptiGetVersion = break_down;
    api.cuptiGetResultString = name_it;
    std::uint32_t version = 0;
    try {
        SORTSCOPE_CUPTI_CALL(api, cuptiGetVersion, &version);
        FAIL() << "no error";
    } catch (const CuptiError& error) {
        EXPECT_EQ(error.kind(), ErrorKind::internal);
    }
}

TEST(Checked, SuccessIsSilent) {
    const Api api;
    EXPECT_NO_THROW(check_cupti(api, CUPTI_SUCCESS, "x"));
    EXPECT_NO_THROW(check_driver(CUDA_SUCCESS, "x"));
}

TEST(Checked, AnUnnamedErrorKeepsItsNumber) {
    const Api api;
    EXPECT_EQ(name_of_result(api, CUPTI_ERROR_HARDWARE_BUSY), "CUPTI error 26");
}

TEST(Checked, ADriverErrorIsThrown) { EXPECT_THROW(check_driver(CUDA_ERROR_INVALID_CONTEXT, "x"), Error); }

TEST(Remedy, SaysWhatToDo) {
    for (const auto& [code, word] :
         {std::pair{CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "NVreg_RestrictProfilingToAdminUsers"},
          std::pair{CUPTI_ERROR_HARDWARE_BUSY, "DCGM"},
          std::pair{CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "nsys"},
          std::pair{CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "virtual GPU"},
          std::pair{CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "vGPU"},
          std::pair{CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, "confidential"},
          std::pair{CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "MIG"},
          std::pair{CUPTI_ERROR_NOT_SUPPORTED, "newer GPU"},
          std::pair{CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "WSL"}})
        EXPECT_THAT(std::string(remedy(code)), HasSubstr(word));
}

}  // namespace
}  // namespace sortscope::cupti
