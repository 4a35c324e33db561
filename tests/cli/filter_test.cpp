#include "cli/options/filter.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::cli {
namespace {
CaseOptions parsed(const std::vector<std::string>& words) {
    CaseOptions options;
    Program program("", "", "");
    Command command(program, "take", "");
    command.run([] {});
    add_case_options(command, options);
    std::vector<std::string> line{"take"};
    line.insert(line.end(), words.begin(), words.end());
    program.parse(line);
    return options;
}

bool takes(const std::string& option, const std::string& text, const CaseRecord& record) {
    return case_test(parsed({option, text}))(record);
}

TEST(CaseChoice, EachOptionChoosesByItsValues) {
    auto record = sample::gpu_case(2048, 256);
    record.run = RunId{3};
    EXPECT_TRUE(case_test({})(record));
    ASSERT_FALSE(record.device.uuid.empty());
    const auto name = record.device.name, uuid = record.device.uuid;
    struct Row {
        std::string option, fits, other;
    };
    for (const auto& [option, fits, other] :
         {Row{"--run", "1,3", "1,2"},
          {"--variant", "std-sort,bitonic-b2", "std-sort"},
          {"--key", "f32,u32", "f32"},
          {"--input", "uniform,zero", "zero"},
          {"--n", "2^10..2^12", "2^12..2^20"},
          {"--block", "128,256", "512"},
          {"--backend", "simt,cupti", "simt"},
          {"--status", "ok,failed", "refused"},
          {"--device", "h200", "GPU-ffffffff"},
          {"--device", uuid, name + " (cpu)"},
          {"--device", name + " (cupti)", "H300"},
          {"--device", name + " " + uuid + " (cupti)", name + " " + uuid + " (simt)"}}) {
        EXPECT_TRUE(takes(option, fits, record)) << fits;
        EXPECT_FALSE(takes(option, other, record)) << other;
    }
}

TEST(CaseChoice, AParameterCanBeAskedOfThoseThatHaveIt) {
    auto options = parsed({"--param", "max_keys=8,16"});
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
    for (const auto* option : {"--run", "--key", "--input", "--n", "--block", "--backend", "--status"})
        EXPECT_THROW(parsed({option, "nonsense"}), Error) << option;
    for (const char* text : {"max_keys=", "=8", "max_keys"})
        EXPECT_THROW(parsed({"--param", text}), Error) << text;
}
}  // namespace
}
