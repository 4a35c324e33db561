// Exceptions of the store, and SQLite's exceptions as sentences.
#pragma once

#include <filesystem>

#include "core/failure.hpp"
#include "core/records.hpp"

namespace sortscope {
constexpr int64_t format_as(RunId id) { return int64_t(id); }
constexpr int64_t format_as(CaseId id) { return int64_t(id); }
}

namespace sortscope::db {
struct Fault : std::runtime_error {
    template <class... T>
    explicit Fault(fmt::format_string<T...> sentence, T&&... values)
        : runtime_error(fmt::format(sentence, std::forward<T>(values)...)) {}
};

/// A stored value is impossible: "column 'n' of table 'profiled_case', row 3, holds -1, ...".
struct BadValue : Fault {
    using Fault::Fault;
};

/// A newer program wrote the file: a row holds an enumerator or counter that this program does not know.
struct UnknownValue : Fault {
    using Fault::Fault;
};

/// A record to be stored contradicts itself: "launch 0 comes where launch 1 is due".
struct Contradiction : Fault {
    using Fault::Fault;
};

/// The sentence of the BadValue that `work` throws, if any.
template <class Work>
std::optional<std::string> damage_in(Work&& work) {
    try {
        std::forward<Work>(work)();
        return std::nullopt;
    } catch (const BadValue& bad) {
        return bad.what();
    }
}

/// Rethrows the current exception. SQLite's exceptions become an Error that begins with `doing` ("Storing the
/// case failed"). BadValue and SumTooGreat become an Error(data) that reports damage. Others stay.
[[noreturn]] void rethrow(const std::filesystem::path& path, const std::string& doing);

/// Runs `work` and passes its exceptions to rethrow().
template <class Work>
decltype(auto) guarded(const std::filesystem::path& path, const std::string& doing, Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (...) {
        rethrow(path, doing);
    }
}
}
