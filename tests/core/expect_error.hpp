// Expecting a sortscope::Error of a kind, whose sentence holds given words.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.hpp"

namespace sortscope::test {

/// Runs `action` and expects an Error of `kind` whose sentence contains `words`.
template <class Action>
void expect_error(ErrorKind kind, const std::string& words, Action&& action) {
    try {
        action();
        ADD_FAILURE() << "no Error was thrown; expected one that says: " << words;
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        EXPECT_THAT(error.what(), testing::HasSubstr(words));
    }
}

}  // namespace sortscope::test
