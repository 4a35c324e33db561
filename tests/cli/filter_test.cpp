#include "cli/options/filter.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::cli {
namespace {

TEST(CaseChoice, NothingAskedTakesAll) {
    const CaseChoice choice{CaseOptions{}};
    EXPECT_TRUE(choice.takes(sample::gpu_case(1024)));
    EXPECT_FALSE(choice.filter().run);
    EXPECT_TRUE(choice.filter().variants.empty());
}

TEST(CaseChoice, SizesBlocksAndDevice) {
    CaseOptions options;
    options.sizes = "2^10..2^12";
    options.blocks = "256";
    options.device = "h200";
    const CaseChoice choice(options);
    EXPECT_TRUE(choice.takes(sample::gpu_case(2048, 256)));
    EXPECT_FALSE(choice.takes(sample::gpu_case(8192, 256)));
    EXPECT_FALSE(choice.takes(sample::gpu_case(2048, 512)));
    EXPECT_FALSE(choice.takes(sample::modelled_case(2048)));
}

TEST(CaseChoice, AParameterCanBeAskedOfThoseThatHaveIt) {
    CaseOptions options;
    options.params = {"max_keys=8,16"};
    auto with = sample::gpu_case(1024);
    edit(with).config.params["max_keys"] = 16;
    auto other = with;
    edit(other).config.params["max_keys"] = 4;
    const auto without = sample::gpu_case(1024);
    EXPECT_FALSE(CaseChoice(options).takes(without));
    options.params_of_those_that_have = true;
    EXPECT_TRUE(CaseChoice(options).takes(with));
    EXPECT_FALSE(CaseChoice(options).takes(other));
    EXPECT_TRUE(CaseChoice(options).takes(without));
}

TEST(CaseChoice, AParameterWithoutAValueIsRefused) {
    CaseOptions options;
    for (const char* text : {"max_keys=", "=8", "max_keys", ""}) {
        options.params = {text};
        EXPECT_THROW(CaseChoice{options}, Error) << text;
    }
}

TEST(CaseChoice, ADeviceIsFoundByItsNameItsUuidAndAsListsShowIt) {
    const auto record = sample::gpu_case(2048, 256);
    ASSERT_FALSE(record.device.uuid.empty());
    const auto takes = [&](const std::string& text) {
        CaseOptions options;
        options.device = text;
        return CaseChoice(options).takes(record);
    };
    EXPECT_TRUE(takes(record.device.uuid));
    EXPECT_TRUE(takes(record.device.name + " (cupti)"));
    EXPECT_TRUE(takes(record.device.name + " " + record.device.uuid + " (cupti)"));
    EXPECT_FALSE(takes(record.device.name + " (cpu)"));
    EXPECT_FALSE(takes("GPU-ffffffff"));
}

TEST(CaseChoice, NamesGoToTheStore) {
    CaseOptions options;
    options.run = "3";
    options.variants = "bitonic-b2,std-sort";
    options.key = "f32";
    options.distribution = "zero";
    options.backend = "simt";
    options.status = "refused";
    const CaseChoice choice(options);
    EXPECT_EQ(choice.filter().run, RunId{3});
    EXPECT_EQ(choice.filter().variants.size(), 2U);
    EXPECT_EQ(choice.filter().key, KeyType::f32);
    EXPECT_EQ(choice.filter().distribution, Distribution::zero);
    EXPECT_EQ(choice.filter().backend, BackendKind::simt);
    EXPECT_EQ(choice.filter().status, CaseStatus::refused);
}

TEST(CaseChoice, RefusesWhatIsNoneOfItsKind) {
    const auto kind_of = [](std::string CaseOptions::*member, const char* text) {
        CaseOptions options;
        options.*member = text;
        try {
            const CaseChoice choice(options);
        } catch (const Error& error) {
            return std::optional(error.kind());
        }
        return std::optional<ErrorKind>{};
    };
    for (const auto member :
         {&CaseOptions::run, &CaseOptions::key, &CaseOptions::distribution, &CaseOptions::sizes,
          &CaseOptions::blocks, &CaseOptions::backend, &CaseOptions::status})
        EXPECT_EQ(kind_of(member, "nonsense"), ErrorKind::usage);
}

}  // namespace
}  // namespace sortscope::cli
