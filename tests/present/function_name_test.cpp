#include "present/function_name.hpp"

#include <gtest/gtest.h>

#include "present/tables/source.hpp"
#include "tests/present/look.hpp"

namespace sortscope::present {
namespace {
constexpr const char* of_gcc =
    "void sortscope::kernels::ButterflyStep<Key>::operator()(C&) const [with C = "
    "sortscope::kernels::simt::SimtContext<false>; Key = float]";

TEST(FunctionName, KernelsAreCalledAsEverywhere) {
    EXPECT_EQ(function_name(of_gcc), "butterfly_step<f32>");
    EXPECT_EQ(function_name("void sortscope::kernels::ButterflyStep<double>::operator()(C &) const [C = "
                            "sortscope::kernels::simt::SimtContext<false>, Key = double]"),
              "butterfly_step<f64>");
    EXPECT_EQ(function_name("void sortscope::kernels::BitonicB2Step<Key>::operator()(C&) const [with C = "
                            "sortscope::kernels::simt::SimtContext<false>; Key = "
                            "sortscope::kernels::KeyValue<unsigned int>]"),
              "bitonic_b2_step<u32+u32>");
    EXPECT_EQ(function_name(
                  "void K<Key>::operator()(C&) const [with C = X<false>; Key = KeyValue<long unsigned int>]"),
              "k<u64+u64>");
    EXPECT_EQ(
        function_name("void sortscope::kernels::BitonicRegisters<Key, Steps>::operator()(C&) const [with C = "
                      "sortscope::kernels::simt::SimtContext<false>; Key = int; unsigned int Steps = 2]"),
        "bitonic_registers<i32, 2>");
    EXPECT_EQ(function_name("butterfly_step<f32>"), "butterfly_step<f32>") << "as the counting build says it";
}

TEST(FunctionName, OtherFunctionsAreWithTheirClassAndWithoutTheirArguments) {
    EXPECT_EQ(
        function_name("static void sortscope::kernels::BanyanTile<Key>::route(C&, const Tile&, uint32_t, "
                      "uint32_t) [with C = sortscope::kernels::simt::SimtContext<true>; "
                      "Tile = sortscope::kernels::simt::Shared<sortscope::kernels::KeyValue<unsigned int> >; "
                      "Key = sortscope::kernels::KeyValue<unsigned int>; uint32_t = unsigned int]"),
        "banyan_tile<u32+u32>::route");
    EXPECT_EQ(
        function_name(
            "sortscope::kernels::WarpSums sortscope::kernels::sum_over_warps(C&, Sums&, uint32_t) [with C = "
            "simt::SimtContext<true>; Sums = simt::Shared<unsigned int>; uint32_t = unsigned int]"),
        "sum_over_warps");
    EXPECT_EQ(function_name("int (anonymous namespace)::helper(int)"), "helper");
}

TEST(FunctionName, WhatIsNoSignatureIsItself) {
    for (const char* text :
         {"", "step", "(", ")", "a b", "<<<", "operator<(", "::operator()(", " [with K = ]", "f<(x)"})
        EXPECT_EQ(function_name(text), text);
    EXPECT_EQ(function_name(" ::operator()(x) [with ]"), " ::operator()(x) [with ]");
}

TEST(FunctionName, TablesOfSitesAndLinesSayIt) {
    const std::vector<SiteCounts> sites{
        {.site = {SiteKind::branch, "butterfly.hpp", 12, 5, of_gcc}, .requests = 4}};
    EXPECT_EQ(test::text(sites_table(sites), 0, "function"), "butterfly_step<f32>");
    EXPECT_EQ(test::text(line_table(analyzer::by_line(sites, {})), 0, "function"), "butterfly_step<f32>");
}
}  // namespace
}
