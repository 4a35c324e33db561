#include "tests/core/expect_error.hpp"

#include <gmock/gmock.h>

namespace sortscope::test {
void expect_error(ErrorKind kind, const std::string& words, const std::function<void()>& action) {
    try {
        action();
        ADD_FAILURE() << "no Error was thrown; expected one that says: " << words;
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        EXPECT_THAT(error.what(), testing::HasSubstr(words));
    }
}
}
