// A kernel with known counts, for tests on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sortscope::cupti::test {
/// Device memory.
class Words {
 public:
    explicit Words(size_t count);
    ~Words();
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;
    uint32_t* data() const { return data_; }

 private:
    uint32_t* data_ = nullptr;
};

/// Adds 1 to `threads` words (a multiple of 256), one thread a word.
void launch_increment(uint32_t* words, uint32_t threads);
}
