#include "recorder/stages.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"

namespace sortscope::recorder {
namespace {
/// A label is cut in its middle: names may be long, and ranges nested deep.
constexpr size_t longest_label = 160;

/// Numbers names from 1 in order of first appearance.
class Numbering {
 public:
    int number(const std::string& name) {
        return numbers_.try_emplace(name, int(numbers_.size()) + 1).first->second;
    }

 private:
    std::map<std::string, int> numbers_;
};

void by_ranges(const std::vector<RangeTree::Path>& paths, std::vector<LaunchRecord>& launches) {
    Numbering stages;
    std::map<int, Numbering> substages;
    for (size_t i = 0; i < launches.size(); ++i) {
        const auto& path = paths[i];
        if (path.stage.empty()) {
            launches[i].stage = {0, 0, "outside ranges"};
            continue;
        }
        const int stage = stages.number(path.stage);
        launches[i].stage = {stage, path.substage.empty() ? 0 : substages[stage].number(path.substage),
                             path.label};
    }
}
}  // namespace

StageBy StageBy::parse(std::string_view text) {
    if (text.empty()) return {};
    if (text == "ranges") return {Rule::ranges};
    if (text == "kernel") return {Rule::kernel};
    if (text == "position") return {Rule::position};
    if (text.starts_with("every=")) {
        const auto count = parse_count(text.substr(6));
        if (count >= 1 && count <= uint64_t(std::numeric_limits<int>::max()))
            return {Rule::every, uint32_t(count)};
    }
    throw Error(ErrorKind::usage,
                "'" + std::string(text) + "' is none of ranges, kernel, position, every=N with N from 1 on.");
}

void RangeTree::add(uint32_t id, uint32_t parent, std::string name) {
    if (id == 0) return;
    if (name.empty()) name = "(no name)";
    Path path = this->path(parent);
    if (path.stage.empty())
        path = {name, {}, name};
    else {
        if (path.substage.empty()) path.substage = name;
        path.label += " / " + name;
    }
    if (path.label.size() > longest_label) {
        constexpr size_t part = longest_label / 2;
        // A cut may part the bytes of a character.
        path.label =
            printable(path.label.substr(0, part) + "..." + path.label.substr(path.label.size() - part));
    }
    paths_.try_emplace(id, std::move(path));
}

const RangeTree::Path& RangeTree::path(uint32_t id) const {
    const auto found = paths_.find(id);
    return found == paths_.end() ? none_ : found->second;
}

void assign_stages(const StageBy& by, const std::vector<RangeTree::Path>& paths,
                   std::vector<LaunchRecord>& launches) {
    auto rule = by.rule;
    if (rule == StageBy::Rule::automatic)
        rule = std::ranges::any_of(paths, [](const auto& path) { return !path.stage.empty(); })
                   ? StageBy::Rule::ranges
                   : StageBy::Rule::kernel;
    if (rule == StageBy::Rule::ranges) return by_ranges(paths, launches);
    Numbering kernels;
    for (size_t i = 0; i < launches.size(); ++i) {
        auto& launch = launches[i];
        launch.stage.label = launch.kernel;
        launch.stage.substage = 1;
        if (rule == StageBy::Rule::kernel)
            launch.stage.stage = kernels.number(launch.symbol);
        else if (rule == StageBy::Rule::position)
            launch.stage.stage = int(i + 1);
        else {
            launch.stage.stage = int(i / by.every + 1);
            launch.stage.substage = int(i % by.every + 1);
        }
    }
}
}
