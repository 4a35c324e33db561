// The stage of each launch of a program: by its NVTX ranges, its kernel, or its position.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope::recorder {
struct StageBy {
    /// automatic: ranges if a launch is in one, else kernel.
    enum class Rule { automatic, ranges, kernel, position, every };
    Rule rule = Rule::automatic;
    uint32_t every = 0;  ///< launches of a stage, for Rule::every

    /// "ranges", "kernel", "position", "every=8"; empty: automatic. Throws Error(usage).
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

/// Sets the stage of each launch, in order. `paths`: the path of each, with an empty stage outside any range.
/// Stages and substages are numbered from 1 in order of first appearance. With ranges, stage 0 is outside any
/// range, and substage 0 directly in its stage's range.
void assign_stages(const StageBy& by, const std::vector<RangeTree::Path>& paths,
                   std::vector<LaunchRecord>& launches);
}
