// Tables of metrics that the build embeds: one row per line, fields separated by tabs.
#pragma once

#include <array>
#include <vector>

#include "core/embedded.hpp"
#include "core/ranges.hpp"

namespace sortscope {
/// computed.tsv, counters.tsv and nvprof.tsv.
std::span<const EmbeddedFile> embedded_tables();

/// Fields of each line; "-" is an empty field, and "#" begins a comment.
template <size_t count>
std::vector<std::array<std::string_view, count>> table_rows(std::string_view name) {
    std::vector<std::array<std::string_view, count>> rows;
    auto text = find_or_null(embedded_tables(), name, &EmbeddedFile::name)->text;
    const auto cut = [](std::string_view& from, char end) {
        const auto part = from.substr(0, from.find(end));
        from.remove_prefix(std::min(part.size() + 1, from.size()));
        return part;
    };
    while (!text.empty()) {
        auto line = cut(text, '\n');
        if (line.starts_with('#')) continue;
        for (auto& field : rows.emplace_back())
            if (field = cut(line, '\t'); field == "-") field = {};
    }
    return rows;
}
}
