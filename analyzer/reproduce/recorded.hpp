// The recorded cases of figures, and the missing ones as calls of `collect`.
#pragma once

#include <set>

#include "analyzer/reproduce/figure.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer::reproduce {
class Recorded {
 public:
    /// `cases` must be in order of collecting. `source` must outlive this object; null without cases.
    Recorded(std::vector<CaseRecord> cases, const CaseSource* source);

    /// Finds a case of `query` that ended ok and has the `needed` data, on GPU `device` (empty: any) or on
    /// any CPU. Considers the newest case of each condition. Prefers measured to modelled cases, then the
    /// fastest if the query has no block, then the newest. Null if absent.
    const CaseRecord* find_case(const Query& query, const std::string& device, Needs needed) const;

    /// GPUs with cases; the one with most cases first.
    const std::vector<std::string>& gpus() const { return gpus_; }
    const CaseRecord* by_id(CaseId id) const;  ///< null if unknown

    /// Sums over all launches of `stage` (0: of all stages); read once and cached.
    const LaunchSums& sums(const CaseRecord& record, int stage = 0) const;
    const CaseSource& source() const { return *source_; }

 private:
    std::vector<CaseRecord> cases_;
    const CaseSource* source_;
    std::vector<std::string> gpus_;
    mutable std::map<std::pair<CaseId, int>, LaunchSums> sums_;  ///< by case and stage
};

/// The GPU `asked`, else the first whose name contains `asked`, ignoring case. Without such a GPU, throws
/// Error(kind) "MESSAGE 'asked'. It has ..". `none` replaces "It has .." if there are no GPUs.
const std::string& named_like(const std::vector<std::string>& gpus, const std::string& asked, ErrorKind kind,
                              std::string_view message, std::string_view none);

/// Missing cases of one `collect` call.
struct MissingCases {
    MissingCases(const Query& query, Needs needed);

    struct Option {
        std::string name;                                  ///< "--n", "--param max_keys="
        std::set<std::pair<int64_t, std::string>> values;  ///< number to sort by and text of each value
    };
    std::vector<Option> options;  ///< the variants first
    Needs needed;                 ///< greatest need of a case; counted cases are never joined with others

    /// "collect", "--variant", "rank", "--n", "2^10,2^12", .. "--output", FILE.
    std::vector<std::string> words(const std::string& file) const;
    /// "sortscope collect --variant rank --n 2^10,2^12 --output FILE".
    std::string command(const std::string& file) const;
    size_t cases() const;
};

/// Joins calls that differ only in size, then calls that differ only in variant, block or a parameter.
std::vector<MissingCases> combined(std::vector<MissingCases> all);

/// Chooses a GPU of `here` to collect missing cases: the first with `asked` in its name. If `asked` is empty,
/// the GPU with most cases in the file, else the first, else none. Throws Error(environment) with the GPUs'
/// names if `asked` fits no GPU.
std::optional<Device> collecting_gpu(const std::vector<Device>& here, const Recorded& recorded,
                                     const std::string& asked);
}
