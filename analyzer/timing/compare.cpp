#include "analyzer/timing/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include "analyzer/devices.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {

/// The mode of the times that are compared.
TimeMode mode_of(const ComparedPair& pair, const CompareOptions& options) {
    const auto both = [&](TimeMode mode) {
        return time_in(*pair.base.record, mode) != nullptr && time_in(*pair.other.record, mode) != nullptr;
    };
    if (options.time_mode) return both(*options.time_mode) ? *options.time_mode : TimeMode::none;
    for (const auto mode : {TimeMode::graph, TimeMode::stream, TimeMode::host})
        if (both(mode)) return mode;
    return TimeMode::none;
}

/// Whether a case is compared with itself, or with its copy in another file. Merging may have renumbered it,
/// but one recording has a condition once.
bool is_one_case(const Compared& one, const Compared& other) {
    return same_recording(one, other) && condition_of(*one.record) == condition_of(*other.record);
}

/// Programs without keys are compared by time.
double keys_ratio_of(const ComparedPair& pair) {
    const auto of_base = pair.base.record->keys(), of_other = pair.other.record->keys();
    return of_base == 0 || of_other == 0 ? 1 : static_cast<double>(of_base) / static_cast<double>(of_other);
}

void judge(ComparedPair& pair, std::optional<TimeMode> base_mode, std::optional<TimeMode> other_mode_asked,
           const CompareOptions& options) {
    pair.mode = base_mode ? *base_mode : mode_of(pair, options);
    if (pair.mode == TimeMode::none) return;
    const auto other_mode = other_mode_asked.value_or(pair.mode);
    pair.base_time = time_of(*pair.base.file, *pair.base.record, pair.mode);
    pair.other_time = time_of(*pair.other.file, *pair.other.record, other_mode);
    if (!pair.base_time || !pair.other_time) return;
    const auto variation = std::max(process_variation(pair.mode, pair.base.record->keys()),
                                    process_variation(other_mode, pair.other.record->keys()));
    const auto drift = same_recording(pair.base, pair.other)
                           ? 0
                           : std::max(recording_variation(pair.mode, pair.base.record->keys()),
                                      recording_variation(other_mode, pair.other.record->keys()));
    pair.ratio = ratio_of(*pair.base_time, *pair.other_time, variation, drift);
    if (other_mode == pair.mode && pair.base_time->ns == pair.other_time->ns &&
        is_one_case(pair.base, pair.other)) {
        pair.ratio->variation = 0;
        pair.ratio->interval = {1, 1, pair.ratio->interval.level};
    }
    pair.keys_ratio = keys_ratio_of(pair);
    for (auto* const value : {&pair.ratio->ratio, &pair.ratio->interval.low, &pair.ratio->interval.high})
        *value *= pair.keys_ratio;
    pair.verdict = verdict_of(*pair.ratio, options.min_effect);
}

/// The parts in which the conditions nearest to each other differ.
std::vector<std::string> parts_in_the_way(const Side& base, const Side& other) {
    for (const std::string part :
         {"device", "block", "parameters", "cache", "input", "key", "n", "variant", "backend"}) {
        std::set<Condition> known;
        const auto freed = [&](const Condition& condition) {
            auto all = condition.free_parts();
            all.insert(part);
            if (part == "backend") all.insert("device");
            return condition.leaving_free(all);
        };
        for (const auto& [condition, one] : base.cases) known.insert(freed(condition));
        for (const auto& [condition, one] : other.cases)
            if (known.contains(freed(condition))) return {part};
    }
    return {};
}

/// What conditions of one side meet on the other.
class Meetings {
 public:
    Meetings(const Side& other, const CompareOptions& options) : other_(other) {
        any_block_ = std::ranges::find(options.across, "variant") != options.across.end();
        if (!any_block_) return;
        for (const auto& [condition, one] : other.cases)
            if (condition.axes.contains("block"))
                of_any_block_.emplace(without_block(condition), std::pair(condition, &one));
    }

    /// The same condition; across variants a sort without a block to choose meets each block, and each block
    /// a sort without.
    std::vector<std::pair<Condition, const Compared*>> of(const Condition& condition) const {
        std::vector<std::pair<Condition, const Compared*>> found;
        if (const auto same = other_.cases.find(condition); same != other_.cases.end())
            return {{condition, &same->second}};
        if (!any_block_) return found;
        if (!condition.axes.contains("block"))
            for (auto [at, end] = of_any_block_.equal_range(condition); at != end; ++at)
                found.push_back(at->second);
        else if (const auto without = other_.cases.find(without_block(condition));
                 without != other_.cases.end())
            found.emplace_back(condition, &without->second);
        return found;
    }

 private:
    static Condition without_block(Condition condition) {
        condition.axes.erase("block");
        return condition;
    }

    const Side& other_;
    bool any_block_ = false;
    std::multimap<Condition, std::pair<Condition, const Compared*>> of_any_block_;
};

}  // namespace

const RunRecord& CaseFile::run_of(const CaseRecord& record) const {
    static const RunRecord unknown;
    const auto found = std::ranges::find(runs, record.run, &RunRecord::id);
    return found == runs.end() ? unknown : *found;
}

void CaseFile::know_timers(RunId run, std::span<const DeviceLimits> limits) {
    for (const auto& one : limits)
        if (const auto timer = graph_timer_of(one.limits)) graph_timers[{run, one.device.uuid}] = *timer;
}

std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode) {
    const auto* time = time_in(record, mode);
    if (time == nullptr) return std::nullopt;
    auto summary = *time;
    summary.mode = mode;  // files with one mode store it with the case
    const bool one_round = summary.rounds.size() < 2;
    const auto trials =
        one_round && file.source != nullptr ? file.source->trials(record.id) : std::vector<TrialRecord>{};
    auto found = estimate(summary, file.variances.of(record.run, record.id, summary), trials);
    const auto timer = file.graph_timers.find({record.run, record.device.uuid});
    if (found && mode == TimeMode::graph && timer != file.graph_timers.end())
        found->graph_timer = timer->second;
    return found;
}

bool same_recording(const Compared& one, const Compared& other) {
    if (one.file == other.file) return one.record->run == other.record->run;
    const auto& uuid = one.file->run_of(*one.record).uuid;
    return !uuid.empty() && uuid == other.file->run_of(*other.record).uuid;
}

Comparison compare(const Side& base, const Side& other, const CompareOptions& options) {
    Comparison result;
    double logs = 0;
    const Meetings meetings(other, options);
    std::set<const Compared*> met;
    Side left_of_base, left_of_other;
    for (const auto& [condition, one] : base.cases) {
        const auto found = meetings.of(condition);
        if (found.empty()) result.only_base.push_back(one), left_of_base.cases.emplace(condition, one);
        for (const auto& [shared, match] : found) {
            met.insert(match);
            auto& pair = result.pairs.emplace_back();
            pair.condition = shared;
            pair.base = one;
            pair.other = *match;
            judge(pair, base.mode, other.mode, options);
            if (!pair.ratio) continue;
            ++result.timed;
            logs += std::log(pair.ratio->ratio);
        }
    }
    for (const auto& [condition, one] : other.cases)
        if (!met.contains(&one))
            result.only_other.push_back(one), left_of_other.cases.emplace(condition, one);
    std::vector<Condition*> conditions;
    for (auto& pair : result.pairs) conditions.push_back(&pair.condition);
    disambiguate_devices(conditions);
    if (result.timed > 0) result.mean_ratio = std::exp(logs / static_cast<double>(result.timed));
    (result.pairs.empty() ? result.in_the_way : result.in_the_way_of_rest) =
        parts_in_the_way(left_of_base, left_of_other);
    return result;
}

std::size_t Comparison::count(Verdict verdict) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(pairs, [&](const ComparedPair& pair) { return pair.verdict == verdict; }));
}

std::size_t failing(const Comparison& comparison, std::span<const FailOn> bad) {
    const auto fails = [&](const ComparedPair& pair) {
        return pair.ratio && std::ranges::any_of(bad, [&](const FailOn& one) {
                   return verdict_of(*pair.ratio, one.min_effect) == one.verdict;
               });
    };
    return static_cast<std::size_t>(std::ranges::count_if(comparison.pairs, fails));
}

std::vector<std::string> differing_work(const ComparedPair& pair) {
    std::vector<std::string> parts;
    for (const auto* axis : {"key", "n", "input"})
        if (pair.base.record->axes.text(axis) != pair.other.record->axes.text(axis)) parts.emplace_back(axis);
    return parts;
}

bool host_bound(const ComparedPair& pair) {
    return pair.ratio && (host_bound(pair.base_time->mode) || host_bound(pair.other_time->mode)) &&
           !same_recording(pair.base, pair.other);
}

std::size_t host_bound_pairs(const Comparison& comparison) {
    return static_cast<std::size_t>(
        std::ranges::count_if(comparison.pairs, [](const ComparedPair& pair) { return host_bound(pair); }));
}

bool on_different_hosts(const ComparedPair& pair) {
    if (!host_bound(pair)) return false;
    const auto& base = pair.base.file->run_of(*pair.base.record).host;
    const auto& other = pair.other.file->run_of(*pair.other.record).host;
    const auto differ = [](const std::string& a, const std::string& b) {
        return !a.empty() && !b.empty() && a != b;
    };
    const auto of_base = static_cast<double>(base.memory_bytes),
               of_other = static_cast<double>(other.memory_bytes);
    return differ(base.name, other.name) || differ(base.cpu, other.cpu) ||
           (base.threads > 0 && other.threads > 0 && base.threads != other.threads) ||
           (of_base > 0 && of_other > 0 && std::abs(of_base / of_other - 1) > 0.05);
}

double effect_of(const ComparedPair& pair) { return pair.ratio ? std::abs(std::log(pair.ratio->ratio)) : 0; }

std::vector<std::size_t> by_effect(const Comparison& comparison) {
    std::vector<std::size_t> timed;
    for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
        if (comparison.pairs[i].ratio) timed.push_back(i);
    std::ranges::stable_sort(timed, std::ranges::greater{},
                             [&](std::size_t at) { return effect_of(comparison.pairs[at]); });
    return timed;
}

bool is_explained(const ComparedPair& pair) {
    return pair.ratio && !pair.per_key() &&
           (pair.verdict == Verdict::faster || pair.verdict == Verdict::slower);
}

std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all) {
    constexpr std::size_t most = 10;
    std::vector<const ComparedPair*> pairs;
    for (const auto& pair : comparison.pairs)
        if (pair.ratio && (all || is_explained(pair))) pairs.push_back(&pair);
    if (all) return pairs;
    std::ranges::stable_sort(pairs, std::ranges::greater{},
                             [](const ComparedPair* pair) { return effect_of(*pair); });
    if (pairs.size() > most) pairs.resize(most);
    return pairs;
}

namespace {

/// The time mode is free: each pair names its own.
Condition matched_by(const Condition& condition, std::span<const std::string> across) {
    return leaving_free(condition, across).leaving_free({"time-mode"});
}

/// Sorts cases by speed, the fastest first. Graph times go first, since they are compared if there are any.
std::pair<std::size_t, double> pace(const CaseRecord& record, std::optional<TimeMode> mode) {
    constexpr std::array modes{TimeMode::graph, TimeMode::stream, TimeMode::host};
    for (std::size_t i = 0; i < modes.size(); ++i) {
        if (mode && *mode != modes[i]) continue;
        if (const auto* time = time_in(record, modes[i])) return {i, static_cast<double>(time->median_ns)};
    }
    return {modes.size(), 0};
}

/// Of repeats the newest; of several parameters and blocks, which are no repeats, the fastest.
Compared chosen_of(std::span<const Compared> all, std::optional<TimeMode> mode) {
    std::map<Axes, std::vector<const Compared*>> settings;
    for (const auto& one : all) {
        auto own = one.record->axes;
        for (const auto* work : {"key", "n", "input"}) own.erase(work);
        settings[own].push_back(&one);
    }
    // A file's cases come in order of collecting.
    const auto fastest = std::ranges::min_element(
        settings, {}, [&](const auto& one) { return pace(*one.second.back()->record, mode); });
    auto chosen = *fastest->second.back();
    chosen.settings = settings.size() - 1;
    const auto own = device_key(chosen.record->device);
    for (const auto* other : fastest->second) {
        const auto key_of_other = device_key(other->record->device);
        if (key_of_other != own)
            chosen.other_devices.insert(key_of_other);
        else if (other->record != chosen.record)
            ++chosen.older;
    }
    return chosen;
}

/// "256", "2^8" and "0.5" as numbers.
std::optional<double> number_in(const std::string& text) {
    if (const auto number = AxisValue::parse(text).number()) return number;
    try {
        return static_cast<double>(parse_count(text));
    } catch (const Error&) {
        return std::nullopt;
    }
}

using NamesOfDevices = std::map<DeviceKey, std::string>;

/// Distinct names of the devices if devices are compared, since several GPUs may share a name; else none.
NamesOfDevices names_on(std::span<const CaseFile> files, const std::string& axis) {
    if (axis != "device") return {};
    std::vector<DeviceKey> keys;
    for (const auto& file : files)
        for (const auto& record : file.cases) keys.push_back(device_key(record.device));
    return distinct_names(keys);
}

std::string value_of(const CaseFile& file, const CaseRecord& record, const std::string& axis,
                     const NamesOfDevices& names) {
    if (const auto name = names.find(device_key(record.device)); name != names.end()) return name->second;
    return axis_text(axis, record, condition_of(record), file.run_of(record));
}

/// Whether cases have it as an axis: parts such as the device and the run are none.
bool is_axis(const std::string& name) {
    return !is_parameter(name) || (name != "run" && name != "version" &&
                                   std::ranges::find(condition_parts, name) == condition_parts.end());
}

/// "block 256", "max_keys=8".
std::string said_value(const std::string& axis, const std::string& value) {
    return axis + (is_axis(axis) && is_parameter(axis) ? "=" : " ") + value;
}

/// The values that cases have on the axis, in order of collecting; numbers ascending.
std::vector<std::string> values_of(std::span<const CaseFile> files, const std::string& axis,
                                   const NamesOfDevices& names) {
    std::vector<std::string> values;
    const auto add = [&](const std::string& value) {
        if (!value.empty() && std::ranges::find(values, value) == values.end()) values.push_back(value);
    };
    for (const auto& file : files)
        for (const auto& record : file.cases) {
            if (axis != "time-mode") {
                add(value_of(file, record, axis, names));
                continue;
            }
            if (record.time) add(std::string(name_of(record.time_mode)));
            for (const auto& time : record.other_times) add(std::string(name_of(time.mode)));
        }
    // Numbers ascending: sweeps are recorded in any order.
    if (is_axis(axis) &&
        std::ranges::all_of(values, [](const auto& value) { return number_in(value).has_value(); }))
        std::ranges::stable_sort(values, {}, number_in);
    return values;
}

bool on_side(const CaseFile& file, const CaseRecord& record, const std::string& axis,
             const std::string& value, const NamesOfDevices& names) {
    if (axis == "time-mode") return time_in(record, parse_enum<TimeMode>(value)) != nullptr;
    return value_of(file, record, axis, names) == value;
}

/// The value of `known` that is the same number as `asked`: "256" for "2^8", "2^16" for "65536".
std::optional<std::string> same_number(const std::string& asked, const std::vector<std::string>& known) {
    const auto wanted = number_in(asked);
    const auto same = wanted ? std::ranges::find(known, wanted, number_in) : known.end();
    return same == known.end() ? std::nullopt : std::optional(*same);
}

/// `asked` as cases spell them. A part of a device's name or UUID that fits one device is enough.
std::vector<std::string> known_values(std::vector<std::string> asked, const std::vector<std::string>& known,
                                      const std::string& axis) {
    for (auto& value : asked) {
        if (std::ranges::find(known, value) != known.end()) continue;
        if (auto same = same_number(value, known)) {
            value = *std::move(same);
            continue;
        }
        if (axis == "device") {
            const auto fits = [&](const std::string& one) { return contains_ignoring_case(one, value); };
            if (std::ranges::count_if(known, fits) == 1) {
                value = *std::ranges::find_if(known, fits);
                continue;
            }
        }
        std::string all;
        for (const auto& one : known) all += (all.empty() ? "" : ", ") + one;
        const std::vector<std::string_view> views(known.begin(), known.end());
        throw Error(ErrorKind::usage, "No case has the " + axis + " '" + value + "'." +
                                          nearest_sentence(value, views) +
                                          (all.empty() ? std::string() : " There are: " + all + "."));
    }
    return asked;
}

/// Cases of a side by what they are matched by.
using Matched = std::map<Condition, std::vector<Compared>>;

Matched fill(Side& side, const CaseFile& file, const CompareOptions& options,
             const std::function<bool(const CaseRecord&)>& takes) {
    Matched matched;
    for (const auto& record : file.cases) {
        if (!takes(record)) continue;
        if (record.status != CaseStatus::ok) {
            ++side.not_ok;
            continue;
        }
        matched[matched_by(condition_of(record), options.across)].push_back({&file, &record, 0, 0});
    }
    for (const auto& [condition, all] : matched)
        side.cases.emplace(condition, chosen_of(all, side.mode ? side.mode : options.time_mode));
    return matched;
}

/// A part in which cases differ and that only the user can choose. Parameters and blocks have a fastest,
/// devices and recordings a newest.
struct Unclear {
    std::string part;
    std::vector<std::string> texts;
};

std::optional<Unclear> unclear_in(std::span<const Compared> all) {
    for (const auto* part : {"variant", "key", "n", "input", "cache", "backend"}) {
        Unclear found{part, {}};
        for (const auto& one : all)
            if (auto text = condition_of(*one.record).text(part);
                std::ranges::find(found.texts, text) == found.texts.end())
                found.texts.push_back(std::move(text));
        if (found.texts.size() > 1) return found;
    }
    return std::nullopt;
}

[[noreturn]] void refuse(const Side& side, const Unclear& unclear, std::size_t files) {
    const auto& name = unclear.part;
    const auto& texts = unclear.texts;
    auto values = name + "=";
    for (std::size_t i = 0; i < std::max<std::size_t>(2, files); ++i)
        values += (i > 0 ? "," : "") + texts[i % texts.size()];
    throw Error(
        ErrorKind::usage,
        side.name + " has cases that differ in their " + name + " alone (" + texts[0] + ", " + texts[1] +
            (texts.size() > 2 ? ", ..." : "") + "): left free by --across " + name +
            ", either could be meant. Choose one, or make it the first --across, with one value for each " +
            (files > 1 ? "file in their order" : "side") + ", as in --across " + shell_word(values) + ".");
}

/// A condition without its block where variants are free: a sort that has none to choose meets each block.
Condition meeting(Condition condition) {
    if (condition.is_free("variant")) condition.axes.erase("block");
    return condition;
}

/// A free part matches any value, so each side must have one value in what two sides share. `matched` is in
/// the order of `sides`.
void check_one_work(const std::vector<Side>& sides, const std::vector<Matched>& matched, std::size_t files) {
    std::vector<std::set<Condition>> had(sides.size());
    for (std::size_t i = 0; i < sides.size(); ++i)
        for (const auto& [condition, all] : matched[i]) had[i].insert(meeting(condition));
    for (std::size_t i = 0; i < sides.size(); ++i)
        for (const auto& [condition, all] : matched[i]) {
            if (all.size() < 2) continue;
            const auto unclear = unclear_in(all);
            if (!unclear) continue;
            for (std::size_t other = 0; other < sides.size(); ++other)
                if (other != i && had[other].contains(meeting(condition))) refuse(sides[i], *unclear, files);
        }
}

std::vector<Side> sides_of_files(std::span<const CaseFile> files, const CompareOptions& options) {
    if (!options.values.empty() && options.values.size() != files.size())
        throw Error(ErrorKind::usage, "Of several files, --across takes one value for each: " +
                                          std::to_string(files.size()) + " here, in the order of the files.");
    std::vector<Side> sides;
    std::vector<Matched> matched;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto& file = files[i];
        auto& side = sides.emplace_back();
        side.name = file.name;
        std::optional<std::string> value;
        const auto names =
            options.values.empty() ? NamesOfDevices{} : names_on({&file, 1}, options.across.front());
        if (!options.values.empty()) {
            value = known_values({options.values[i]}, values_of({&file, 1}, options.across.front(), names),
                                 options.across.front())
                        .front();
            side.name += ", " + said_value(options.across.front(), *value);
            if (options.across.front() == "time-mode") side.mode = parse_enum<TimeMode>(*value);
        }
        const auto run = options.runs.empty() ? std::int64_t{0} : options.runs[i];
        if (run != 0) side.name += ", run " + std::to_string(run);
        matched.push_back(fill(side, file, options, [&](const CaseRecord& record) {
            return (run == 0 || static_cast<std::int64_t>(record.run) == run) &&
                   (!value || on_side(file, record, options.across.front(), *value, names));
        }));
    }
    check_one_work(sides, matched, files.size());
    return sides;
}

}  // namespace

std::vector<Side> comparison_sides(std::span<const CaseFile> files, const CompareOptions& options) {
    if (files.size() > 1) return sides_of_files(files, options);
    if (files.empty() || options.across.empty())
        throw Error(ErrorKind::usage,
                    "One file is compared across something. Name a second file, or add --across with what "
                    "differs: variant, run, block, device, ...");
    const auto& file = files.front();
    const auto& axis = options.across.front();
    const auto names = names_on(files, axis);
    const auto known = values_of(files, axis, names);
    const auto values = options.values.empty() ? known : known_values(options.values, known, axis);
    if (options.values.size() == 1 && known.size() > 1)
        throw Error(ErrorKind::usage, "A comparison across " + axis + " needs two values or none, not '" +
                                          options.values.front() + "' alone: the first of them is the base.");
    std::vector<Side> sides;
    std::vector<Matched> matched;
    for (const auto& value : values) {
        auto& side = sides.emplace_back();
        if (axis == "time-mode") side.mode = parse_enum<TimeMode>(value);
        const bool number =
            axis == "run" || axis == "version" || axis == "block" || (is_axis(axis) && is_parameter(axis));
        side.name = number ? said_value(axis, value) : value;
        matched.push_back(fill(side, file, options, [&](const CaseRecord& record) {
            return on_side(file, record, axis, value, names);
        }));
    }
    if (sides.size() < 2)
        throw Error(ErrorKind::usage, "All cases that were chosen of '" + file.name + "' have one " + axis +
                                          (known.empty() ? std::string() : ": " + known.front()) +
                                          ". There is nothing to compare across it.");
    check_one_work(sides, matched, 1);
    return sides;
}

}  // namespace sortscope::analyzer
