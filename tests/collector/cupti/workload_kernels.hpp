// A kernel with known counts for the tests that run on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sortscope::cupti::test {

/// Device memory.
class Words {
 public:
    explicit Words(std::size_t count);
    ~Words();
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;
    std::uint32_t* data() const { return data_; }

 private:
    std::uint32_t* data_ = nullptr;
};

/// Adds 1 to the first `threads` words (a multiple of 256), one thread a word.
void launch_increment(std::uint32_t* words, std::uint32_t threads);

}  // namespace sortscope::cupti::test
