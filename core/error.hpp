// Error type of SortScope. Messages name the failure, the case and the remedy.
#pragma once

#include <stdexcept>
#include <string>

namespace sortscope {
/// Each kind has its own exit code.
enum class ErrorKind {
    usage,         ///< the command line or a request is wrong: fix the request
    unsupported,   ///< the variant, size, block, key type or device cannot do this
    environment,   ///< the machine lacks something: a driver, a GPU, a permission, a library
    data,          ///< a file is damaged, foreign, locked, read-only, or of a newer version
    verification,  ///< a sort's output is not the sorted input
    internal,      ///< a defect of SortScope
};

/// Never 1: shells and libraries use it.
constexpr int exit_code(ErrorKind kind) noexcept {
    constexpr int codes[] = {2, 3, 4, 5, 6, 70};
    return codes[int(kind)];
}

/// what() returns complete sentences.
class Error : public std::runtime_error {
 public:
    Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    ErrorKind kind() const noexcept { return kind_; }

 private:
    ErrorKind kind_;
};

/// A sum of recorded values exceeds 64 bits. db::guarded() adds the file's name to the message.
class SumTooGreat : public Error {
 public:
    SumTooGreat()
        : Error(ErrorKind::data, "A sum of recorded values exceeds 64 bits: one of them is out of range.") {}
};
}
