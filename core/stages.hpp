// The stage of each launch of a program: by its NVTX ranges, its kernel, or its position.
#pragma once

#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope {
/// Throws Error(usage) for a text that is no regular expression (ECMAScript).
std::regex parse_regex(const std::string& text);
/// Finds it in the first 1,000 bytes: std::regex recurses.
bool search_regex(std::string_view text, const std::regex& expression, std::cmatch& match);

struct StageBy {
    /// automatic: ranges if a launch is in one, else kernel.
    enum class Rule { automatic, ranges, kernel, position, every, regex };
    Rule rule = Rule::automatic;
    uint32_t every = 0;                      ///< launches of a stage, for Rule::every
    std::optional<std::regex> expression{};  ///< for Rule::regex

    /// "ranges", "kernel", "position", "every=8", "regex=merge|split"; empty: automatic. Throws Error(usage).
    static StageBy parse(std::string_view text);
};

/// Paths of nested NVTX ranges.
class RangeTree {
 public:
    /// Path 0 is outside any range. An unknown parent counts as 0; a path is added once.
    void add(uint32_t id, uint32_t parent, std::string name);
    /// The outermost name, the second one, and all names.
    struct Path {
        std::string stage, substage, label;
    };
    /// Empty names for 0 and unknown paths.
    const Path& path(uint32_t id) const;

 private:
    std::map<uint32_t, Path> paths_;
    Path none_;
};

/// Stages of launches, in their order. Stages and substages are numbered from 1 in order of first appearance.
/// With ranges, stage 0 is outside any range, and substage 0 directly in its stage's range. With a regular
/// expression, a stage is its first group (or the whole match) in the kernel's name, a substage a kernel, and
/// stage 0 the kernels that do not match.
class Stager {
 public:
    /// `in_ranges`: whether any launch is in a range.
    Stager(const StageBy& by, bool in_ranges);
    /// `path`: with an empty stage outside any range.
    Stage next(const RangeTree::Path& path, const std::string& kernel, const std::string& symbol);

 private:
    /// Numbers names from 1.
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
