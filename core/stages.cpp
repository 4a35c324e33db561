#include "core/stages.hpp"

#include "core/failure.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"

namespace sortscope {
std::regex parse_regex(const std::string& text) {
    try {
        if (!text.empty() && text.size() <= 200) return std::regex(text);
    } catch (const std::regex_error&) {
    }
    throw failure(ErrorKind::usage, "'{}' is not a regular expression of at most 200 bytes.",
                  printable(text));
}

bool search_regex(std::string_view text, const std::regex& expression, std::cmatch& match) {
    text = text.substr(0, 1000);
    return std::regex_search(text.data(), text.data() + text.size(), match, expression);
}

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
    if (text.starts_with("regex=")) return {Rule::regex, 0, parse_regex(std::string(text.substr(6)))};
    throw failure(ErrorKind::usage,
                  "'{}' is not a stage rule. Give ranges, kernel, position, "
                  "regex=EXPRESSION or every=N with N from 1.",
                  text);
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
    constexpr size_t longest_label = 160;  // longer ones are cut in the middle
    if (path.label.size() > longest_label) {
        constexpr size_t part = longest_label / 2;
        // printable() escapes a character that the cut splits.
        path.label =
            printable(path.label.substr(0, part) + "..." + path.label.substr(path.label.size() - part));
    }
    paths_.try_emplace(id, std::move(path));
}

const RangeTree::Path& RangeTree::path(uint32_t id) const {
    const auto found = paths_.find(id);
    return found == paths_.end() ? none_ : found->second;
}

Stager::Stager(const StageBy& by, bool in_ranges) : by_(by), rule_(by.rule) {
    if (rule_ == StageBy::Rule::automatic) rule_ = in_ranges ? StageBy::Rule::ranges : StageBy::Rule::kernel;
}

Stage Stager::next(const RangeTree::Path& path, const std::string& kernel, const std::string& symbol) {
    const size_t i = launches_++;
    switch (rule_) {
        case StageBy::Rule::ranges: {
            if (path.stage.empty()) return {0, 0, "outside ranges"};
            const int stage = number(stages_, path.stage);
            return {stage, path.substage.empty() ? 0 : number(substages_[stage], path.substage), path.label};
        }
        case StageBy::Rule::regex: {
            std::cmatch match;
            if (!search_regex(kernel, *by_.expression, match)) return {0, 0, "other kernels"};
            const auto name = match[match.size() > 1 && match[1].matched ? 1 : 0].str();
            const int stage = number(stages_, name);
            return {stage, number(substages_[stage], symbol), name};
        }
        case StageBy::Rule::position:
            return {int(i + 1), 1, kernel};
        case StageBy::Rule::every:
            return {int(i / by_.every + 1), int(i % by_.every + 1), kernel};
        default:
            return {number(stages_, symbol), 1, kernel};
    }
}
}
