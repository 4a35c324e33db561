#include "core/error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stdexcept>

namespace sortscope {
namespace {

constexpr std::array kinds{ErrorKind::usage, ErrorKind::unsupported,  ErrorKind::environment,
                           ErrorKind::data,  ErrorKind::verification, ErrorKind::internal};

TEST(Error, KeepsItsKindAndSentence) {
    const Error error(ErrorKind::data, "The file 'a.db' is not a SortScope file.");
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_STREQ(error.what(), "The file 'a.db' is not a SortScope file.");
}

TEST(Error, IsCaughtAsARuntimeError) {
    EXPECT_THROW(throw Error(ErrorKind::usage, "Wrong."), std::runtime_error);
}

TEST(ExitCode, IsOneOfItsOwnForEachKind) {
    std::set<int> codes;
    for (const auto kind : kinds) codes.insert(exit_code(kind));
    EXPECT_EQ(codes.size(), kinds.size());
}

TEST(ExitCode, IsNeverThatOfSuccessNorOfTheShell) {
    for (const auto kind : kinds) {
        EXPECT_GT(exit_code(kind), 1);
        EXPECT_LT(exit_code(kind), 126);
    }
}

TEST(ExitCode, IsAsDocumented) {
    EXPECT_EQ(exit_code(ErrorKind::usage), 2);
    EXPECT_EQ(exit_code(ErrorKind::unsupported), 3);
    EXPECT_EQ(exit_code(ErrorKind::environment), 4);
    EXPECT_EQ(exit_code(ErrorKind::data), 5);
    EXPECT_EQ(exit_code(ErrorKind::verification), 6);
    EXPECT_EQ(exit_code(ErrorKind::internal), 70);
}

}  // namespace
}  // namespace sortscope
