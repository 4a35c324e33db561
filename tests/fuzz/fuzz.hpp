// Helpers of all libFuzzer programs.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace sortscope::fuzz {
inline void require(bool holds) {
    if (!holds) std::abort();
}

/// Runs `work`. It may throw an Error of one of `kinds`, with a message.
template <class Work>
void may_refuse(Work&& work, std::initializer_list<ErrorKind> kinds = {ErrorKind::data, ErrorKind::usage}) {
    try {
        work();
    } catch (const Error& error) {
        require(std::ranges::count(kinds, error.kind()) == 1);
        require(error.what()[0] != '\0');
    }
}

/// A file of this process, in /dev/shm (memory) if that folder exists; removed at the end.
class OwnFile {
 public:
    explicit OwnFile(const std::string& name) {
        const std::filesystem::path memory = "/dev/shm";
        const auto folder =
            std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
        path_ = folder / ("sortscope-" + std::to_string(::getpid()) + "-" + name);
    }
    ~OwnFile() {
        for (const char* companion : {"", "-wal", "-shm", "-journal"})
            std::filesystem::remove(path_.string() + companion);
    }
    OwnFile(const OwnFile&) = delete;
    OwnFile& operator=(const OwnFile&) = delete;
    const std::filesystem::path& path() const { return path_; }
    void write(const std::string& bytes) const {
        std::ofstream(path_, std::ios::binary | std::ios::trunc).write(bytes.data(), ptrdiff_t(bytes.size()));
    }
    std::string read() const {
        std::ifstream in(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

 private:
    std::filesystem::path path_;
};
}
