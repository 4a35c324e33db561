#include "kernels/simt/fiber.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace sortscope::kernels::simt {
namespace {
constexpr size_t stack_bytes = 64 * 1024;

/// Counts its destruction.
struct Witness {
    explicit Witness(int& count) : destroyed(count) {}
    ~Witness() { ++destroyed; }
    Witness(const Witness&) = delete;
    Witness& operator=(const Witness&) = delete;
    int& destroyed;
};

TEST(Fiber, GoesOnWhereItSuspended) {
    std::string trace;
    Fiber fiber(
        [&] {
            trace += 'a';
            fiber.suspend();
            trace += 'b';
        },
        stack_bytes);
    EXPECT_EQ(trace, "") << "nothing runs before the first resume";
    for (const char step : {'1', '2', '3'}) {
        fiber.resume();
        trace += step;
    }
    EXPECT_EQ(trace, "a1b2a3") << "it starts again after it returned";
}

TEST(Fiber, AnExceptionPassesToWhoResumedIt) {
    int destroyed = 0;
    int calls = 0;
    Fiber fiber(
        [&] {
            const Witness witness(destroyed);
            if (++calls > 1) return;
            fiber.suspend();
            throw std::runtime_error("from the fiber");
        },
        stack_bytes);
    fiber.resume();
    EXPECT_THROW(fiber.resume(), std::runtime_error);
    EXPECT_EQ(destroyed, 1);
    EXPECT_NO_THROW(fiber.resume()) << "and it can be used again";
    EXPECT_EQ(calls, 2);
}

TEST(Fiber, DestructionUnwindsASuspendedBody) {
    int destroyed = 0;
    {
        Fiber fiber(
            [&] {
                const Witness outer(destroyed);
                const Witness inner(destroyed);
                fiber.suspend();
                ADD_FAILURE() << "a destroyed fiber went on";
            },
            stack_bytes);
        fiber.resume();
        EXPECT_EQ(destroyed, 0);
        const Fiber never([] { ADD_FAILURE() << "nobody resumed it"; }, stack_bytes);
    }
    EXPECT_EQ(destroyed, 2);
}

#if defined(__SANITIZE_ADDRESS__)
/// Lowest address of the stack that AddressSanitizer believes this thread to be on.
const void* believed_stack() {
    void* fake = nullptr;
    const void* bottom = nullptr;
    size_t size = 0;
    // A switch to no stack returns the stack that it left. A second switch restores that stack.
    __sanitizer_start_switch_fiber(&fake, nullptr, 0);
    __sanitizer_finish_switch_fiber(fake, &bottom, &size);
    __sanitizer_start_switch_fiber(&fake, bottom, size);
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
    return bottom;
}

TEST(Fiber, TheSanitizerKnowsWhichStackItIsOnAfterwards) {
    const void* before = believed_stack();
    int destroyed = 0;
    {
        Fiber fiber(
            [&] {
                const Witness witness(destroyed);
                fiber.suspend();
            },
            stack_bytes);
        fiber.resume();
        EXPECT_EQ(believed_stack(), before);
    }
    EXPECT_EQ(destroyed, 1);
    EXPECT_EQ(believed_stack(), before) << "after a fiber was destroyed in mid-body";
}
#endif
}  // namespace
}
