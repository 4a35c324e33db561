// A stackful fiber of Boost.Context, with the sanitizers' calls at each switch.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>

#include <cstddef>
#include <exception>
#include <functional>

namespace sortscope::kernels::simt {
/// Runs a function on a stack of its own. The function may call suspend(). Once the function returned,
/// resume() runs it from the start again. Not movable: the stack holds the fiber's address.
class Fiber {
 public:
    /// resume() rethrows exceptions of `body`.
    Fiber(std::function<void()> body, size_t stack_bytes);
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// Runs the body until it suspends or returns.
    void resume();
    /// Called on the fiber's stack: returns to the caller of resume().
    void suspend();

 private:
    boost::context::fiber main(boost::context::fiber&& caller);
    void arrive_at_fiber();

    std::function<void()> body_;
    std::exception_ptr error_;
    boost::context::fiber fiber_;
    boost::context::fiber caller_;
    // Stack bounds and fake stacks for AddressSanitizer, fiber handles for ThreadSanitizer; unused without a
    // sanitizer.
    const void* stack_bottom_ = nullptr;
    size_t stack_bytes_ = 0;
    const void* caller_bottom_ = nullptr;
    size_t caller_bytes_ = 0;
    void* caller_fake_stack_ = nullptr;
    void* fiber_fake_stack_ = nullptr;
    void* tsan_fiber_ = nullptr;
    void* tsan_caller_ = nullptr;
};
}
