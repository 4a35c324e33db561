// Assigns a stage to each launch of a program: by its NVTX ranges, its kernel, or its position.
#pragma once

#include <regex>

#include "core/records.hpp"

namespace sortscope {
/// Throws Error(usage) if `text` is no regular expression (ECMAScript) of 1 to 200 bytes.
std::regex parse_regex(const std::string& text);
/// Searches the first 1,000 bytes only, since std::regex recurses.
bool search_regex(std::string_view text, const std::regex& expression, std::cmatch& match);

struct StageBy {
    /// automatic: `ranges` if a launch is in a range, else `kernel`.
    enum class Rule { automatic, ranges, kernel, position, every, regex };
    Rule rule = Rule::automatic;
    uint32_t every = 0;                      ///< launches per stage, for Rule::every
    std::optional<std::regex> expression{};  ///< for Rule::regex

    /// "ranges", "kernel", "position", "every=8", "regex=merge|split"; empty: automatic. Throws Error(usage).
    static StageBy parse(std::string_view text);
};

/// Paths of nested NVTX ranges.
class RangeTree {
 public:
    /// Path 0 is outside any range; an unknown parent counts as 0. Adding an `id` again has no effect.
    void add(uint32_t id, uint32_t parent, std::string name);
    struct Path {
        std::string stage, substage, label;
    };
    /// Returns empty names for 0 and unknown paths.
    const Path& path(uint32_t id) const;

 private:
    std::map<uint32_t, Path> paths_;
    Path none_;
};

/// Numbers stages and substages from 1 by first appearance. Stage 0: launches outside all ranges, or kernels
/// that the regular expression does not match. Substage 0: launches in an outer range only. With a regular
/// expression, its first group (or the whole match) is the stage, and the kernel is the substage.
class Stager {
 public:
    /// `in_ranges`: true if any launch is in a range.
    Stager(const StageBy& by, bool in_ranges);
    Stage next(const RangeTree::Path& path, const std::string& kernel, const std::string& symbol);

 private:
    /// Name -> number, from 1.
    using Numbering = std::map<std::string, int>;
    static int number(Numbering& names, const std::string& name) {
        return names.try_emplace(name, int(names.size()) + 1).first->second;
    }

    const StageBy& by_;
    StageBy::Rule rule_;
    Numbering stages_;
    std::map<int, Numbering> substages_;
    size_t launches_ = 0;
};
}
