#include "cli/options/filter.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::cli {
namespace {
using Member = std::string CaseOptions::*;

bool takes(Member member, const std::string& text, const CaseRecord& record) {
    CaseOptions options;
    options.*member = text;
    return case_test(options)(record);
}

TEST(CaseChoice, EachOptionChoosesByItsValues) {
    auto record = sample::gpu_case(2048, 256);
    record.run = RunId{3};
    EXPECT_TRUE(case_test({})(record));
    ASSERT_FALSE(record.device.uuid.empty());
    const auto name = record.device.name, uuid = record.device.uuid;
    struct Row {
        Member member;
        std::string fits, other;
    };
    for (const auto& [member, fits, other] :
         {Row{&CaseOptions::run, "1,3", "1,2"},
          {&CaseOptions::variants, "std-sort,bitonic-b2", "std-sort"},
          {&CaseOptions::key, "f32,u32", "f32"},
          {&CaseOptions::distribution, "uniform,zero", "zero"},
          {&CaseOptions::sizes, "2^10..2^12", "2^12..2^20"},
          {&CaseOptions::blocks, "128,256", "512"},
          {&CaseOptions::backend, "simt,cupti", "simt"},
          {&CaseOptions::status, "ok,failed", "refused"},
          {&CaseOptions::device, "h200", "GPU-ffffffff"},
          {&CaseOptions::device, uuid, name + " (cpu)"},
          {&CaseOptions::device, name + " (cupti)", "H300"},
          {&CaseOptions::device, name + " " + uuid + " (cupti)", name + " " + uuid + " (simt)"}}) {
        EXPECT_TRUE(takes(member, fits, record)) << fits;
        EXPECT_FALSE(takes(member, other, record)) << other;
    }
}

TEST(CaseChoice, AParameterCanBeAskedOfThoseThatHaveIt) {
    CaseOptions options;
    options.params = {"max_keys=8,16"};
    auto with = sample::gpu_case(1024);
    edit(with).config.params["max_keys"] = 16;
    auto other = with;
    edit(other).config.params["max_keys"] = 4;
    const auto without = sample::gpu_case(1024);
    EXPECT_FALSE(case_test(options)(without));
    options.params_of_those_that_have = true;
    EXPECT_TRUE(case_test(options)(with));
    EXPECT_FALSE(case_test(options)(other));
    EXPECT_TRUE(case_test(options)(without));
}

TEST(CaseChoice, RefusesValuesOfAnotherKind) {
    for (const auto member :
         {&CaseOptions::run, &CaseOptions::key, &CaseOptions::distribution, &CaseOptions::sizes,
          &CaseOptions::blocks, &CaseOptions::backend, &CaseOptions::status})
        EXPECT_THROW(takes(member, "nonsense", {}), Error);
    CaseOptions options;
    for (const char* text : {"max_keys=", "=8", "max_keys", ""}) {
        options.params = {text};
        EXPECT_THROW(case_test(options), Error) << text;
    }
}
}  // namespace
}
