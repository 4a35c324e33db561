#include "analyzer/source/lines.hpp"

#include <sstream>

#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {
std::optional<double> ratio(double factor, int64_t part, int64_t whole) {
    if (whole == 0) return std::nullopt;
    return factor * double(part) / double(whole);
}

void add_counts(LineCounts& sum, const SiteCounts& counts) {
    const auto kind = counts.site.kind;
    if (sum.function.empty()) sum.function = counts.site.function;
    if (is_global(kind)) {
        sum.requests = checked_sum(sum.requests, counts.requests);
        if (kind == SiteKind::global_load) sum.loads = checked_sum(sum.loads, counts.requests);
        if (kind == SiteKind::global_store) sum.stores = checked_sum(sum.stores, counts.requests);
        sum.bytes = checked_sum(sum.bytes, counts.bytes);
        sum.sectors = checked_sum(sum.sectors, counts.sectors);
    }
    if (is_shared(kind)) sum.extra_wavefronts = checked_sum(sum.extra_wavefronts, counts.extra_wavefronts);
    if (kind == SiteKind::branch) {
        sum.branch_warps = checked_sum(sum.branch_warps, counts.requests);
        sum.divergent_warps = checked_sum(sum.divergent_warps, counts.divergent_warps);
    }
}

constexpr std::array<std::string_view, 5> orders{"sectors", "samples", "requests", "conflicts", "divergence"};

bool has_line(const LineCounts& line) { return !line.file.empty() && line.line > 0; }

std::vector<ListedLine> lines_of(const std::string& text) {
    std::vector<ListedLine> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back({uint32_t(lines.size() + 1), std::move(line), {}, 0});
    }
    return lines;
}
}  // namespace

bool is_global(SiteKind kind) {
    return kind == SiteKind::global_load || kind == SiteKind::global_store || kind == SiteKind::global_atomic;
}

bool is_shared(SiteKind kind) { return kind == SiteKind::shared_load || kind == SiteKind::shared_store; }

SiteFigures figures_of(const SiteCounts& counts) {
    SiteFigures figures;
    const auto kind = counts.site.kind;
    if (is_global(kind) || is_shared(kind))
        figures.bytes_per_request = ratio(1, counts.bytes, counts.requests);
    if (is_global(kind)) figures.efficiency_pct = ratio(100.0 / 32, counts.bytes, counts.sectors);
    if (kind == SiteKind::branch) {
        figures.taken_pct = ratio(100, counts.taken_threads, counts.threads);
        figures.divergent_pct = ratio(100, counts.divergent_warps, counts.requests);
    }
    return figures;
}

std::optional<double> LineCounts::efficiency() const { return ratio(1.0 / 32, bytes, sectors); }
std::optional<double> LineCounts::divergence() const { return ratio(1, divergent_warps, branch_warps); }

std::vector<LineCounts> by_line(std::span<const SiteCounts> sites, std::span<const StallRecord> stalls) {
    using Place = std::pair<std::string, uint32_t>;
    std::map<std::pair<Place, Provenance>, LineCounts> counted;
    std::map<Provenance, int64_t> all_sectors;
    for (const auto& counts : sites) {
        auto& line = counted[{{counts.site.file, counts.site.line}, counts.provenance}];
        line.provenance = counts.provenance;
        add_counts(line, counts);
        if (is_global(counts.site.kind))
            all_sectors[counts.provenance] = checked_sum(all_sectors[counts.provenance], counts.sectors);
    }
    std::map<Place, std::map<std::string, uint64_t>> sampled;
    uint64_t all_samples = 0;
    for (const auto& stall : stalls) {
        const auto reason = stall_reason(stall);
        if (reason.empty()) continue;
        auto& count = sampled[{stall.file, stall.line}][std::string(reason)];
        count = checked_sum(count, stall.samples);
        all_samples = checked_sum(all_samples, stall.samples);
    }
    std::vector<LineCounts> lines;
    const auto finish = [&](LineCounts line, const Place& place) {
        line.file = place.first;
        line.line = place.second;
        const auto all = line.provenance ? all_sectors[*line.provenance] : 0;
        if (all > 0) line.sector_share = double(line.sectors) / double(all);
        if (const auto* found = mapped_or_null(sampled, place)) {
            uint64_t most = 0;
            for (const auto& [reason, samples] : *found) {
                line.samples += samples;
                if (samples > most) {
                    most = samples;
                    line.reason = reason;
                }
            }
            if (all_samples > 0) line.sample_share = double(line.samples) / double(all_samples);
            sampled.erase(place);
        }
        lines.push_back(std::move(line));
    };
    for (auto& [key, line] : counted) finish(std::move(line), key.first);
    while (!sampled.empty()) finish({}, Place(sampled.begin()->first));  // lines without sites
    std::ranges::stable_sort(lines, std::greater{},
                             [](const LineCounts& line) { return std::pair(line.sectors, line.samples); });
    return lines;
}

std::string_view stall_reason(const StallRecord& stall) {
    std::string_view reason = stall.reason;
    if (reason.ends_with("_not_issued")) return {};
    constexpr std::string_view before = "stalled_";
    const auto at = reason.rfind(before);
    return at == std::string_view::npos ? reason : reason.substr(at + before.size());
}

std::span<const std::string_view> line_orders() { return orders; }

double line_value(const LineCounts& line, const std::string& by) {
    const auto order = std::ranges::find(orders, by) - orders.begin();
    if (order == std::ssize(orders))
        throw failure(
            ErrorKind::usage,
            "Lines can be sorted by sectors, samples, requests, conflicts or divergence, not by '{}'.{}", by,
            nearest_sentence(by, {orders.begin(), orders.end()}));
    const std::array values{line.sectors, int64_t(line.samples), line.requests, line.extra_wavefronts,
                            line.divergent_warps};
    return double(values.at(size_t(order)));
}

void sort_lines(std::vector<LineCounts>& lines, const std::string& by) {
    line_value({}, by);  // checks `by` even without lines
    std::ranges::stable_sort(lines, std::greater{},
                             [&](const LineCounts& line) { return line_value(line, by); });
}

std::vector<std::string> listed_files(std::span<const LineCounts> lines) {
    std::vector<std::string> files;
    for (const auto& line : lines)
        if (has_line(line)) add_once(files, line.file);
    return files;
}

std::string heat_of(std::span<const LineCounts> lines) {
    for (const char* by : {"sectors", "samples", "conflicts", "divergence"})
        for (const auto& line : lines)
            if (has_line(line) && line_value(line, by) > 0) return by;
    return "requests";
}

Listing listing(const std::string& file, std::span<const LineCounts> lines, const SourceText* source,
                const std::string& heat) {
    Listing result{file, source != nullptr, heat, {}};
    if (source != nullptr) result.lines = lines_of(source->text);
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

std::vector<LineSpan> spans_around(const Listing& listing, std::vector<uint32_t> numbers, uint32_t around) {
    std::vector<LineSpan> spans;
    if (listing.lines.empty()) return spans;
    const uint64_t last = listing.lines.back().number;
    std::ranges::sort(numbers);
    for (const auto number : numbers) {
        const auto from = number > around ? number - around : 1;
        const auto to = uint32_t(std::min(last, uint64_t{number} + around));
        if (!spans.empty() && from <= uint64_t{spans.back().second} + 1)
            spans.back().second = std::max(spans.back().second, to);
        else
            spans.emplace_back(from, to);
    }
    return spans;
}

std::vector<LineSpan> recorded_spans(const Listing& listing, uint32_t around) {
    std::vector<uint32_t> numbers;
    for (const auto& line : listing.lines)
        if (!line.counts.empty()) numbers.push_back(line.number);
    return spans_around(listing, std::move(numbers), around);
}
}
