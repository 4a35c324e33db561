#include "cli/help/built.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <boost/version.hpp>

#include "cli/commit.hpp"  // written by cmake/commit.cmake

namespace sortscope::cli {
namespace {
#if defined(__clang__)
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif
}  // namespace

std::string built_from() {
    return fmt::format("Commit: {}\nBuilt with: {}; SQLite {}, fmt {}.{}.{}, Boost {}.{}.{}", program_commit,
                       compiler, ::sqlite3_libversion(), FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                       FMT_VERSION % 100, BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                       BOOST_VERSION % 100);
}
}
