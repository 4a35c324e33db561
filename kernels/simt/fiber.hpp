// One stackful fiber: Boost.Context's, with what the sanitizers must be told at each switch.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>

#include <cstddef>
#include <exception>
#include <functional>

namespace sortscope::kernels::simt {

/// Runs a function on a stack of its own; the function may suspend() itself in the middle, and is run again,
/// from its start, by the resume() after it returned. Not movable while it lives: the stack knows its
/// address.
class Fiber {
 public:
    /// `body` is called on the fiber's stack. An exception it throws is rethrown by resume().
    Fiber(std::function<void()> body, std::size_t stack_bytes);
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// Runs the body until it suspends or returns.
    void resume();
    /// Called on the fiber's stack: back to whoever resumed it.
    void suspend();

 private:
    boost::context::fiber main(boost::context::fiber&& caller);
    void arrive_at_fiber();

    std::function<void()> body_;
    std::exception_ptr error_;
    boost::context::fiber fiber_;
    boost::context::fiber caller_;
    // Stack bounds and fake stacks for AddressSanitizer, fiber handles for ThreadSanitizer; unused without
    // them.
    const void* stack_bottom_ = nullptr;
    std::size_t stack_bytes_ = 0;
    const void* caller_bottom_ = nullptr;
    std::size_t caller_bytes_ = 0;
    void* caller_fake_stack_ = nullptr;
    void* fiber_fake_stack_ = nullptr;
    void* tsan_fiber_ = nullptr;
    void* tsan_caller_ = nullptr;
};

}  // namespace sortscope::kernels::simt
