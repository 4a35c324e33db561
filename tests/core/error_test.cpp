#include "core/error.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sortscope {
namespace {

TEST(Error, KeepsItsKindAndSentence) {
    const Error error(ErrorKind::data, "The file 'a.db' is not a SortScope file.");
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_STREQ(error.what(), "The file 'a.db' is not a SortScope file.");
    EXPECT_THROW(throw error, std::runtime_error);
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
