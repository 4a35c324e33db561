// Cases that figures ask for and a file lacks, combined into few calls of the collector.
#pragma once

#include <set>
#include <utility>

#include "analyzer/reproduce/recorded.hpp"

namespace sortscope::analyzer::reproduce {

/// One call of the collector.
struct MissingCases {
    /// An option and its values as people write them; each with a number to sort by.
    struct Option {
        std::string name;  ///< "--size", "--param max_keys="
        std::set<std::pair<std::int64_t, std::string>> values;
        friend bool operator==(const Option&, const Option&) = default;
    };
    std::vector<Option> options;  ///< the variants first
    bool counting = false;
    bool timed = false;  ///< a time is wanted of one of them, which the interpreter cannot give

    /// "collect", "--variant", "rank", "--size", "2^10,2^12", .. "--output", FILE.
    std::vector<std::string> words(const std::string& file) const;
    /// "sortscope collect --variant rank --size 2^10,2^12 --output FILE".
    std::string command(const std::string& file) const;
    std::size_t cases() const;
};

/// Adds the case of `query`, unless the query is of no variant or size.
void add_missing(std::vector<MissingCases>& all, const Query& query, Needs needed);
/// Cases that differ in size alone as one call, then those that differ in variant, block or a parameter
/// alone.
std::vector<MissingCases> combined(std::vector<MissingCases> all);

/// The GPU among the devices `here` that collects missing cases: the one with `asked` in its name; if that is
/// empty, the one with most cases in the file, else the first. Nothing if there is no GPU and none was asked
/// for. Throws Error(environment) that names the GPUs.
std::optional<Device> collecting_gpu(const std::vector<Device>& here, const Recorded& recorded,
                                     const std::string& asked);

}  // namespace sortscope::analyzer::reproduce
