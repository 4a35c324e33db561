#include "cli/export_advice.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "analyzer/advice/advice.hpp"
#include "analyzer/source/lines.hpp"
#include "cli/launches.hpp"
#include "present/advice.hpp"
#include "present/listing.hpp"

namespace sortscope::cli {
namespace {

using PagePart = present::html::Part;
using PageSection = present::html::Section;

constexpr std::uint32_t lines_around = 2;

/// The lines that a finding names, with their text and those around them: a part a file, opened by a click.
void add_source(PageSection& section, const analyzer::AdviceFinding& finding,
                const std::vector<analyzer::LineCounts>& lines, const std::vector<SourceText>& sources) {
    std::vector<std::string> files;
    for (const auto& site : finding.sites)
        if (std::ranges::find(files, site.file) == files.end()) files.push_back(site.file);
    for (const auto& file : files) {
        const auto text = std::ranges::find(sources, file, &SourceText::file);
        if (text == sources.end()) continue;
        std::vector<std::uint32_t> named;
        std::string words;
        for (const auto& site : finding.sites)
            if (site.file == file)
                named.push_back(site.line),
                    words += fmt::format("{} {}", words.empty() ? "" : ",", site.line);
        const auto listing = analyzer::listing(file, lines, &*text, analyzer::heat_of(lines));
        PagePart part;
        part.heading = fmt::format("Source: {}, {}{}", file.substr(file.rfind('/') + 1),
                                   named.size() == 1 ? "line" : "lines", words);
        part.table =
            present::listing_table(listing, analyzer::spans_around(listing, std::move(named), lines_around));
        part.folded = true;
        section.parts.push_back(std::move(part));
    }
}

std::string finding_heading(std::size_t place, const analyzer::AdviceFinding& finding) {
    return fmt::format("{}. {}: {}", place + 1, present::finding_title(finding),
                       present::finding_gain(finding));
}

}  // namespace

PageSection advice_section(const db::Reader& reader, CaseId id,
                           const std::vector<analyzer::LineCounts>& lines) {
    PageSection section{"What makes it slower than it could be", {}};
    const auto advice = analyzer::advise(advice_input(reader, id));
    PagePart roofs, limit;
    roofs.table = present::roofline_table(advice);
    if (const auto why = present::not_placed_sentence(advice.status); !why.empty()) roofs.sentences = {why};
    if (!roofs.table.empty() || !roofs.sentences.empty()) section.parts.push_back(std::move(roofs));
    if (auto sentence = present::limit_sentence(advice); !sentence.empty())
        limit.sentences = {std::move(sentence)};
    if (!limit.sentences.empty()) section.parts.push_back(std::move(limit));
    const auto sources = reader.sources(id);
    for (std::size_t i = 0; i < advice.findings.size(); ++i) {
        const auto& finding = advice.findings[i];
        PagePart part;
        part.heading = finding_heading(i, finding);
        part.sentences = {present::finding_figures(finding), present::finding_remedy(finding)};
        section.parts.push_back(std::move(part));
        add_source(section, finding, lines, sources);
    }
    if (!advice.findings.empty()) {
        PagePart gains;
        gains.sentences = {present::gains_sentence(advice)};
        section.parts.push_back(std::move(gains));
    }
    return section;
}

void add_advice(PageSection& section, const db::Reader& reader, const CaseRecord& record) {
    if (record.launch_count == 0) return;
    const auto advice = analyzer::advise(advice_input(reader, record.id));
    PagePart part;
    part.heading =
        fmt::format("What makes case {} slower than it could be", static_cast<std::int64_t>(record.id));
    part.folded = true;
    if (const auto why = present::not_placed_sentence(advice.status); !why.empty()) part.sentences = {why};
    if (auto limit = present::limit_sentence(advice); !limit.empty())
        part.sentences.push_back(std::move(limit));
    for (std::size_t i = 0; i < advice.findings.size(); ++i)
        part.sentences.push_back(finding_heading(i, advice.findings[i]));
    if (!advice.findings.empty()) part.sentences.push_back(present::gains_sentence(advice));
    section.parts.push_back(std::move(part));
}

}  // namespace sortscope::cli
