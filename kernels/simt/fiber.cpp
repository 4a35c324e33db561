#include "kernels/simt/fiber.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace sortscope::kernels::simt {
namespace {
/// A stack allocator that knows the stack's address before a fiber uses it.
struct KnownStack {
    boost::context::fixedsize_stack stacks;
    boost::context::stack_context made;
    explicit KnownStack(size_t bytes) : stacks(bytes), made(stacks.allocate()) {}
};
}  // namespace

Fiber::Fiber(std::function<void()> body, size_t stack_bytes) : body_(std::move(body)) {
    KnownStack stack(stack_bytes);
    stack_bytes_ = stack.made.size;
    stack_bottom_ = static_cast<const char*>(stack.made.sp) - stack.made.size;
#if defined(__SANITIZE_THREAD__)
    tsan_fiber_ = __tsan_create_fiber(0);
#endif
    fiber_ = boost::context::fiber(
        std::allocator_arg, boost::context::preallocated(stack.made.sp, stack.made.size, stack.made),
        stack.stacks, [this](boost::context::fiber&& caller) { return main(std::move(caller)); });
    resume();  // enter main(), so that a fiber is always destroyed at the same place
}

Fiber::~Fiber() {
    // Unwinds the fiber's stack, for which it switches to the fiber and back (suspend(), main()).
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&caller_fake_stack_, stack_bottom_, stack_bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
    tsan_caller_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(tsan_fiber_, 0);
#endif
    fiber_ = boost::context::fiber{};
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(caller_fake_stack_, nullptr, nullptr);
#endif
#if defined(__SANITIZE_THREAD__)
    __tsan_switch_to_fiber(tsan_caller_, 0);
    __tsan_destroy_fiber(tsan_fiber_);
#endif
}

void Fiber::resume() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&caller_fake_stack_, stack_bottom_, stack_bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
    tsan_caller_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(tsan_fiber_, 0);
#endif
    fiber_ = std::move(fiber_).resume();
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(caller_fake_stack_, nullptr, nullptr);
#endif
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Fiber::suspend() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&fiber_fake_stack_, caller_bottom_, caller_bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
    __tsan_switch_to_fiber(tsan_caller_, 0);
#endif
    try {
        caller_ = std::move(caller_).resume();
    } catch (const boost::context::detail::forced_unwind&) {
        arrive_at_fiber();
        throw;
    }
    arrive_at_fiber();
}

void Fiber::arrive_at_fiber() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fiber_fake_stack_, &caller_bottom_, &caller_bytes_);
#endif
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
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(nullptr, caller_bottom_,
                                       // null: this stack is not used again
                                       caller_bytes_);
#endif
        throw;
    }
}
}
