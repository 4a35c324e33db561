#include "present/json/listing.hpp"

#include <algorithm>

#include "present/json/breakdown.hpp"

namespace sortscope::present::json {

void write_listing(Writer& out, const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans) {
    const auto asked_for = [&](std::uint32_t number) {
        return spans.empty() || std::ranges::any_of(spans, [&](const auto& span) {
                   return number >= span.first && number <= span.second;
               });
    };
    out.object([&] {
        out.put("file", listing.file);
        out.put("has_text", listing.has_text);
        out.put("heat_of", listing.heat);
        out.array("lines", [&] {
            for (const auto& line : listing.lines) {
                if (!asked_for(line.number)) continue;
                out.object([&] {
                    out.put("line", line.number);
                    if (listing.has_text) out.put("text", line.text);
                    if (line.counts.empty()) return;
                    out.put("heat", line.heat);
                    out.elements("counts", line.counts, write_line);
                });
            }
        });
    });
}

}  // namespace sortscope::present::json
