#include "cli/source.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>

#include <fmt/core.h>

#include "cli/output.hpp"
#include "core/error.hpp"
#include "present/csv/csv.hpp"
#include "present/listing.hpp"
#include "present/sites.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

constexpr std::uint32_t around_recorded = 2;
constexpr std::uint32_t around_asked = 8;

struct SourcePlace {
    std::string file;  ///< empty: whichever there is
    std::optional<std::uint32_t> line;
};

std::optional<std::uint32_t> line_number(std::string_view text) {
    std::uint32_t line = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
    if (error != std::errc() || end != text.data() + text.size() || line == 0) return std::nullopt;
    return line;
}

[[noreturn]] void refuse_line(const std::string& text) {
    throw Error(ErrorKind::usage, fmt::format("--source {}: lines count from 1, and the largest is {}. Name "
                                              "a line as in --source 47, or --source FILE:47.",
                                              text, std::numeric_limits<std::uint32_t>::max()));
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

SourcePlace parse_place(const std::string& text) {
    const auto place = [&](const std::string& file, std::string_view number) {
        const auto line = line_number(number);
        if (!line) refuse_line(text);
        return SourcePlace{file, line};
    };
    if (is_number(text)) return place({}, text);
    const auto colon = text.rfind(':');
    if (colon != std::string::npos && is_number(std::string_view(text).substr(colon + 1)))
        return place(text.substr(0, colon), std::string_view(text).substr(colon + 1));
    return {text, std::nullopt};
}

std::string names_of_files(const std::vector<std::string>& files) {
    std::string text;
    for (const auto& file : files) text += (text.empty() ? "" : ", ") + file;
    return text;
}

/// The one of `files` that is meant: by its whole name, else by the end of its path, else by any part of it.
std::string find_file(const std::vector<std::string>& files, const std::string& name) {
    const auto those = [&](auto&& fits) {
        std::vector<std::string> found;
        std::ranges::copy_if(files, std::back_inserter(found), fits);
        return found;
    };
    auto found = those([&](const std::string& file) { return file == name; });
    if (found.empty()) found = those([&](const std::string& file) { return file.ends_with('/' + name); });
    if (found.empty())
        found = those([&](const std::string& file) { return file.find(name) != std::string::npos; });
    if (found.size() == 1) return found.front();
    if (found.empty())
        throw Error(ErrorKind::usage,
                    fmt::format("No line of the case is of a source file '{}'. Its lines are of {}.", name,
                                names_of_files(files)));
    throw Error(ErrorKind::usage, fmt::format("'{}' can be several source files of the case: {}. Name one.",
                                              name, names_of_files(found)));
}

const SourceText* text_of(const std::vector<SourceText>& sources, const std::string& file) {
    const auto found = std::ranges::find(sources, file, &SourceText::file);
    return found == sources.end() ? nullptr : &*found;
}

}  // namespace

std::vector<ShownSource> shown_sources(const std::vector<analyzer::LineCounts>& lines,
                                       const std::vector<SourceText>& sources, const std::string& place,
                                       const std::string& heat) {
    std::vector<ShownSource> shown;
    const auto asked = parse_place(place);  // refused also where there are no lines at all
    const auto files = analyzer::listed_files(lines);
    if (files.empty()) return shown;
    const auto hot = heat.empty() ? analyzer::heat_of(lines) : heat;
    if (place.empty()) {
        for (const auto& file : files) {
            auto& one = shown.emplace_back(
                ShownSource{analyzer::listing(file, lines, text_of(sources, file), hot), {}});
            one.spans = analyzer::recorded_spans(one.listing, around_recorded);
        }
        return shown;
    }
    if (asked.file.empty() && files.size() > 1)
        throw Error(
            ErrorKind::usage,
            fmt::format("The case has lines of {} source files: {}. Say of which, as in --source {}:{}.",
                        files.size(), names_of_files(files),
                        files.front().substr(files.front().rfind('/') + 1), *asked.line));
    const auto file = asked.file.empty() ? files.front() : find_file(files, asked.file);
    auto& one =
        shown.emplace_back(ShownSource{analyzer::listing(file, lines, text_of(sources, file), hot), {}});
    if (!asked.line) return shown;
    if (one.listing.has_text && *asked.line > one.listing.lines.back().number)
        throw Error(ErrorKind::usage, fmt::format("{} has no line {}: it has {}.", file, *asked.line,
                                                  one.listing.lines.back().number));
    one.spans = {{*asked.line > around_asked ? *asked.line - around_asked : 1, *asked.line + around_asked}};
    return shown;
}

std::vector<ShownSource> read_sources(const db::Reader& reader, CaseId id,
                                      std::optional<std::uint32_t> launch, const std::string& place,
                                      const std::string& heat) {
    const auto lines =
        analyzer::by_line(reader.sites(id, launch), launch ? std::vector<StallRecord>() : reader.stalls(id));
    return shown_sources(lines, reader.sources(id), place, heat);
}

std::string draw_sources(const std::vector<ShownSource>& sources, std::optional<std::uint32_t> launch,
                         const Screen& screen) {
    if (sources.empty()) return wrap(present::no_sites_sentence(), screen) + '\n';
    std::string out;
    std::set<Provenance> provenances;
    for (const auto& source : sources) {
        auto table = present::listing_table(source.listing, source.spans);
        if (launch) table.title += fmt::format(", launch {}", *launch);
        provenances.merge(table.terminal_provenances());
        out += (out.empty() ? "" : "\n") + present::text::draw(table, screen);
    }
    return out + present::text::draw_legend(provenances, screen);
}

std::string sources_csv(const std::vector<ShownSource>& sources) {
    if (sources.empty()) throw Error(ErrorKind::unsupported, present::no_sites_sentence());
    present::Table all;
    for (const auto& source : sources) {
        auto table = present::listing_table(source.listing, source.spans);
        if (all.columns.empty()) all.columns = table.columns;
        std::ranges::move(table.rows, std::back_inserter(all.rows));
    }
    return present::csv::write(all);
}

}  // namespace sortscope::cli
