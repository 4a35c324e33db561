#include "core/kernel_name.hpp"

#include <gtest/gtest.h>
#include <utility>

namespace sortscope {
namespace {
constexpr const char* mangled_b2 = "_ZN9sortscope4step2b2IjEEvPT_m";

TEST(KernelName, IsTheLastNameAlone) {
    for (const auto& [symbol, name] :
         {std::pair{"void sortscope::b2<unsigned int, 4>(unsigned int*, unsigned long)", "b2"},
          {"copy(int const*)", "copy"},
          {"void (anonymous namespace)::step(int)", "step"},
          {"void a::b<c::d<e>, (f)1>::kernel<g>(h<i>)", "kernel"},
          {"void cub::v1::Upsweep<cub::Policy<unsigned int, cub::Null>::P700, true>(T const*)", "Upsweep"},
          {"plain", "plain"},
          {"", ""},
          {mangled_b2, "b2"}})
        EXPECT_EQ(short_kernel_name(symbol), name);
    EXPECT_EQ(demangled(mangled_b2), "void sortscope::step::b2<unsigned int>(unsigned int*, unsigned long)");
    EXPECT_EQ(demangled("not_mangled"), "not_mangled");
}
}  // namespace
}
