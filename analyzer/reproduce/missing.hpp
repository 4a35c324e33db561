// Cases that a file lacks for figures, combined into few calls of `collect`.
#pragma once

#include <set>
#include <utility>

#include "analyzer/reproduce/recorded.hpp"

namespace sortscope::analyzer::reproduce {
/// Missing cases of one `collect` call.
struct MissingCases {
    struct Option {
        std::string name;                                  ///< "--n", "--param max_keys="
        std::set<std::pair<int64_t, std::string>> values;  ///< sort number and text of each value
        friend bool operator==(const Option&, const Option&) = default;
    };
    std::vector<Option> options;  ///< the variants first
    bool counting = false;
    bool timed = false;  ///< a case needs a time, which the interpreter cannot give

    /// "collect", "--variant", "rank", "--n", "2^10,2^12", .. "--output", FILE.
    std::vector<std::string> words(const std::string& file) const;
    /// "sortscope collect --variant rank --n 2^10,2^12 --output FILE".
    std::string command(const std::string& file) const;
    size_t cases() const;
};

/// Adds the case of `query` unless `query` lacks a variant or size.
void add_missing(std::vector<MissingCases>& all, const Query& query, Needs needed);
/// Joins cases that differ in size alone, then in variant, block or a parameter alone.
std::vector<MissingCases> combined(std::vector<MissingCases> all);

/// Chooses the GPU of `here` that collects missing cases: the GPU with `asked` in its name. If `asked` is
/// empty, takes the GPU with most cases in the file, else the first, else none. Throws Error(environment)
/// with the GPUs' names if `asked` fits no GPU.
std::optional<Device> collecting_gpu(const std::vector<Device>& here, const Recorded& recorded,
                                     const std::string& asked);
}
