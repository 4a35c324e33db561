#include "analyzer/listing.hpp"

#include <algorithm>
#include <string_view>

namespace sortscope::analyzer {
namespace {

bool has_line(const LineCounts& line) { return !line.file.empty() && line.line > 0; }

std::vector<ListedLine> lines_of(std::string_view text) {
    std::vector<ListedLine> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto& line = lines.emplace_back();
        line.number = static_cast<std::uint32_t>(lines.size());
        line.text = text.substr(0, end);
        if (line.text.ends_with('\r')) line.text.pop_back();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

std::vector<std::string> listed_files(std::span<const LineCounts> lines) {
    std::vector<std::string> files;
    for (const auto& line : lines)
        if (has_line(line) && std::ranges::find(files, line.file) == files.end()) files.push_back(line.file);
    return files;
}

std::string heat_of(std::span<const LineCounts> lines) {
    for (const char* by : {"sectors", "samples", "conflicts", "divergence"})
        if (std::ranges::any_of(
                lines, [&](const LineCounts& line) { return has_line(line) && line_value(line, by) > 0; }))
            return by;
    return "requests";
}

Listing listing(const std::string& file, std::span<const LineCounts> lines, const SourceText* source,
                const std::string& heat) {
    Listing result{file, source != nullptr, heat,
                   source == nullptr ? std::vector<ListedLine>() : lines_of(source->text)};
    double hottest = 0;
    std::vector<LineCounts> ours;
    for (const auto& line : lines) {
        if (!has_line(line)) continue;
        hottest = std::max(hottest, line_value(line, heat));
        if (line.file == file) ours.push_back(line);
    }
    std::ranges::stable_sort(ours, {},
                             [](const LineCounts& line) { return std::pair(line.line, line.provenance); });
    const auto texts = result.lines.size();
    for (auto& line : ours) {
        const bool is_within = line.line <= texts;
        if (!is_within && (result.lines.empty() || result.lines.back().number != line.line))
            result.lines.push_back({line.line, {}, {}, 0});
        auto& place = is_within ? result.lines[line.line - 1] : result.lines.back();
        if (hottest > 0) place.heat = std::max(place.heat, line_value(line, heat) / hottest);
        place.counts.push_back(std::move(line));
    }
    return result;
}

std::vector<LineSpan> spans_around(const Listing& listing, std::vector<std::uint32_t> numbers,
                                   std::uint32_t around) {
    std::vector<LineSpan> spans;
    if (listing.lines.empty()) return spans;
    const std::uint64_t last = listing.lines.back().number;
    std::ranges::sort(numbers);
    for (const auto number : numbers) {
        const auto from = number > around ? number - around : 1;
        const auto to = static_cast<std::uint32_t>(std::min(last, std::uint64_t{number} + around));
        if (!spans.empty() && from <= std::uint64_t{spans.back().second} + 1)
            spans.back().second = std::max(spans.back().second, to);
        else
            spans.emplace_back(from, to);
    }
    return spans;
}

std::vector<LineSpan> recorded_spans(const Listing& listing, std::uint32_t around) {
    std::vector<std::uint32_t> numbers;
    for (const auto& line : listing.lines)
        if (!line.counts.empty()) numbers.push_back(line.number);
    return spans_around(listing, std::move(numbers), around);
}

}  // namespace sortscope::analyzer
