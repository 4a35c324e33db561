#include "analyzer/curve.hpp"

#include <algorithm>
#include <tuple>

#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {

bool counts(const CaseRecord& record) {
    return record.status == CaseStatus::ok && record.time && record.time->median_ns > 0 && record.workload.n > 0;
}

/// Everything but the number of keys and the block size.
Curve conditions(const CaseRecord& record) {
    Curve curve;
    curve.variant = record.variant;
    curve.key = record.workload.key;
    curve.distribution = record.workload.distribution;
    curve.entropy_bits = record.workload.entropy_bits;
    curve.backend = record.backend;
    curve.device = record.device.name;
    curve.params = record.config.params;
    curve.cache_state = record.cache_state;
    if (record.workload.distribution == Distribution::file) curve.file = record.workload.file;
    return curve;
}

auto identity(const Curve& curve) {
    return std::tie(curve.variant, curve.key, curve.distribution, curve.block, curve.n, curve.backend, curve.device,
                    curve.params, curve.cache_state, curve.file, curve.entropy_bits);
}

CurvePoint point(const CaseRecord& record, double x) {
    CurvePoint at;
    at.id = record.id;
    at.run = record.run;
    at.x = x;
    at.median_ns = static_cast<double>(record.time->median_ns);
    at.spread = record.time->spread;
    at.rate_mkeys_per_s = 1e3 * static_cast<double>(record.workload.n) / at.median_ns;
    return at;
}

/// Adds `at`, or puts it in the place of an older point of the same x.
void add_latest(std::vector<CurvePoint>& points, const CurvePoint& at) {
    const auto same = std::ranges::find(points, at.x, &CurvePoint::x);
    if (same == points.end())
        points.push_back(at);
    else if (at.id >= same->id)
        *same = at;
}

void add_to(std::vector<Curve>& curves, const Curve& key, const CurvePoint& at) {
    auto found = std::ranges::find_if(curves, [&](const Curve& curve) { return identity(curve) == identity(key); });
    if (found == curves.end()) found = curves.insert(curves.end(), key);
    add_latest(found->points, at);
}

void sort_points(std::vector<Curve>& curves) {
    for (auto& curve : curves) std::ranges::sort(curve.points, {}, &CurvePoint::x);
}

}  // namespace

std::string Curve::label() const {
    std::string text = variant;
    text += ' ';
    text += name_of(key);
    text += ' ';
    text += input_name(distribution, entropy_bits);
    if (!file.empty()) text += " (" + file + ")";
    if (n != 0) text += ", " + format_count(n) + " keys";
    if (block != 0) text += ", block " + std::to_string(block);
    for (const auto& [name, value] : params) text += ", " + name + " " + std::to_string(value);
    if (cache_state == "flushed") text += ", L2 flushed";
    return text + ", " + device;
}

bool covers(const Curve& curve, const CaseRecord& record) {
    auto key = conditions(record);
    key.n = curve.n == 0 ? 0 : record.workload.n;
    if (curve.n == 0 && record.backend != BackendKind::cpu) key.block = record.config.block;
    return identity(key) == identity(curve);
}

std::vector<Curve> throughput_curves(const std::vector<CaseRecord>& cases) {
    std::vector<Curve> curves;
    for (const auto& record : cases) {
        if (!counts(record)) continue;
        auto key = conditions(record);
        if (record.backend != BackendKind::cpu) key.block = record.config.block;
        add_to(curves, key, point(record, static_cast<double>(record.workload.n)));
    }
    sort_points(curves);
    return curves;
}

std::vector<Curve> block_sweeps(const std::vector<CaseRecord>& cases) {
    std::vector<Curve> curves;
    for (const auto& record : cases) {
        if (!counts(record) || record.backend == BackendKind::cpu) continue;
        auto key = conditions(record);
        key.n = record.workload.n;
        add_to(curves, key, point(record, static_cast<double>(record.config.block)));
    }
    std::erase_if(curves, [](const Curve& curve) { return curve.points.size() < 2; });
    sort_points(curves);
    return curves;
}

}  // namespace sortscope::analyzer
