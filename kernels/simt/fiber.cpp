#include "kernels/simt/fiber.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#define SORTSCOPE_ADDRESSES(call) call
#else
#define SORTSCOPE_ADDRESSES(call)
#endif
// A macro, as ThreadSanitizer follows the calls of each fiber: a function would begin on one fiber and end on
// another.
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#define SORTSCOPE_THREADS(call) call
#else
#define SORTSCOPE_THREADS(call)
#endif

namespace sortscope::kernels::simt {
Fiber::Fiber(std::function<void()> body, size_t stack_bytes) : body_(std::move(body)) {
    boost::context::fixedsize_stack stacks(stack_bytes);
    const auto stack = stacks.allocate();  // here, to know its address before the fiber uses it
    stack_bytes_ = stack.size;
    stack_bottom_ = static_cast<const char*>(stack.sp) - stack.size;
    SORTSCOPE_THREADS(tsan_fiber_ = __tsan_create_fiber(0));
    fiber_ = boost::context::fiber(
        std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack), stacks,
        [this](boost::context::fiber&& caller) { return main(std::move(caller)); });
    resume();  // enter main(), so that ~Fiber() finds every fiber there
}

Fiber::~Fiber() {
    // Destroying the fiber unwinds its stack. That switches to the fiber and back (suspend(), main()).
    SORTSCOPE_ADDRESSES(__sanitizer_start_switch_fiber(&caller_fake_stack_, stack_bottom_, stack_bytes_));
    SORTSCOPE_THREADS(tsan_caller_ = __tsan_get_current_fiber());
    SORTSCOPE_THREADS(__tsan_switch_to_fiber(tsan_fiber_, 0));
    fiber_ = boost::context::fiber{};
    SORTSCOPE_ADDRESSES(__sanitizer_finish_switch_fiber(caller_fake_stack_, nullptr, nullptr));
    SORTSCOPE_THREADS(__tsan_switch_to_fiber(tsan_caller_, 0));
    SORTSCOPE_THREADS(__tsan_destroy_fiber(tsan_fiber_));
}

void Fiber::resume() {
    SORTSCOPE_ADDRESSES(__sanitizer_start_switch_fiber(&caller_fake_stack_, stack_bottom_, stack_bytes_));
    SORTSCOPE_THREADS(tsan_caller_ = __tsan_get_current_fiber());
    SORTSCOPE_THREADS(__tsan_switch_to_fiber(tsan_fiber_, 0));
    fiber_ = std::move(fiber_).resume();
    SORTSCOPE_ADDRESSES(__sanitizer_finish_switch_fiber(caller_fake_stack_, nullptr, nullptr));
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Fiber::suspend() {
    SORTSCOPE_ADDRESSES(__sanitizer_start_switch_fiber(&fiber_fake_stack_, caller_bottom_, caller_bytes_));
    SORTSCOPE_THREADS(__tsan_switch_to_fiber(tsan_caller_, 0));
    try {
        caller_ = std::move(caller_).resume();
    } catch (const boost::context::detail::forced_unwind&) {
        arrive_at_fiber();
        throw;
    }
    arrive_at_fiber();
}

void Fiber::arrive_at_fiber() {
    SORTSCOPE_ADDRESSES(__sanitizer_finish_switch_fiber(fiber_fake_stack_, &caller_bottom_, &caller_bytes_));
}

boost::context::fiber Fiber::main(boost::context::fiber&& caller) {
    caller_ = std::move(caller);
    arrive_at_fiber();
    try {
        for (;;) {
            suspend();
            try {
                body_();
            } catch (const boost::context::detail::forced_unwind&) {
                throw;
            } catch (...) {
                error_ = std::current_exception();
            }
        }
    } catch (const boost::context::detail::forced_unwind&) {
        // null: this stack is not used again
        SORTSCOPE_ADDRESSES(__sanitizer_start_switch_fiber(nullptr, caller_bottom_, caller_bytes_));
        throw;
    }
}
}
