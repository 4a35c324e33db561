#include "analyzer/timing/compare.hpp"

#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "core/failure.hpp"
#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {
/// The first mode with times in all `records`; if `asked` is given, only this mode.
TimeMode mode_of(std::initializer_list<const CaseRecord*> records, std::optional<TimeMode> asked) {
    for (const auto mode : timed_modes)
        if (mode == asked.value_or(mode) &&
            std::ranges::all_of(records, [&](const auto* one) { return time_in(*one, mode) != nullptr; }))
            return mode;
    return TimeMode::none;
}

/// Modes of base and other. A CPU has only host times. If a GPU is compared with a CPU, the GPU uses the
/// requested mode, else its first mode.
std::pair<TimeMode, TimeMode> modes_of(const ComparedPair& pair, const Side& base, const Side& other,
                                       const CompareOptions& options) {
    const auto &a = *pair.base.record, &b = *pair.other.record;
    if (base.mode) return {*base.mode, other.mode.value_or(*base.mode)};
    const auto own = [&](const CaseRecord& one) {
        return mode_of({&one}, one.backend == BackendKind::cpu ? std::nullopt : options.time_mode);
    };
    if ((a.backend == BackendKind::cpu) != (b.backend == BackendKind::cpu)) return {own(a), own(b)};
    const auto mode = mode_of({&a, &b}, options.time_mode);
    return {mode, mode};
}

/// True if both are the same case, or copies of one case in two files. Compares conditions, not ids: merging
/// renumbers cases, and a recording has each condition once.
bool is_one_case(const Compared& one, const Compared& other) {
    return same_recording(one, other) && condition_of(*one.record) == condition_of(*other.record);
}

/// Sum of the times of all launches; std::nullopt if a launch has no time.
std::optional<double> kernel_time_ns(const Compared& one) {
    if (one.file->source == nullptr) return std::nullopt;
    const auto all = all_launches(one.file->source->stages(one.record->id));
    return all.time_ns && *all.time_ns > 0 ? std::optional(double(*all.time_ns)) : std::nullopt;
}

/// True if the kernels of both sides took the same time, within `min_effect`.
bool same_kernel_times(const ComparedPair& pair, double min_effect) {
    const auto base = kernel_time_ns(pair.base), other = kernel_time_ns(pair.other);
    return base && other && std::max(*base / *other, *other / *base) < 1 + min_effect;
}

void judge(ComparedPair& pair, const Side& base, const Side& other, const CompareOptions& options) {
    const auto [mode, other_mode] = modes_of(pair, base, other, options);
    pair.mode = mode;
    if (mode == TimeMode::none || other_mode == TimeMode::none) return;
    pair.base_time = time_of(*pair.base.file, *pair.base.record, pair.mode);
    pair.other_time = time_of(*pair.other.file, *pair.other.record, other_mode);
    if (!pair.base_time || !pair.other_time) return;
    const auto base_keys = pair.base.record->keys(), other_keys = pair.other.record->keys();
    const auto greatest = [&](auto variation) {
        return std::max(variation(pair.mode, base_keys), variation(other_mode, other_keys));
    };
    pair.ratio = ratio_of(*pair.base_time, *pair.other_time, greatest(process_variation),
                          same_recording(pair.base, pair.other) ? 0 : greatest(recording_variation));
    if (other_mode == pair.mode && pair.base_time->ns == pair.other_time->ns &&
        is_one_case(pair.base, pair.other)) {
        pair.ratio->variation = 0;
        pair.ratio->interval = {1, 1, pair.ratio->interval.level};
    }
    if (base_keys != 0 && other_keys != 0 && base_keys != other_keys) pair.per = Per::key;
    if (options.per_work || output_of(*pair.base.record) != output_of(*pair.other.record))
        pair.per = Per::work;
    const auto base_units = units_of(*pair.base.record, pair.per);
    const auto other_units = units_of(*pair.other.record, pair.per);
    if (base_units == 0 || other_units == 0) return pair.ratio.reset();
    const auto factor = base_units / other_units;
    for (auto* const value : {&pair.ratio->ratio, &pair.ratio->interval.low, &pair.ratio->interval.high})
        *value *= factor;
    if (pair.base.record->axes.text("key") != pair.other.record->axes.text("key")) return;
    pair.verdict = verdict_of(*pair.ratio, options.min_effect);
    if (mode == TimeMode::stream && other_mode == mode && pair.per == Per::nothing &&
        is_clear(*pair.verdict) && same_kernel_times(pair, options.min_effect))
        pair.verdict = Verdict::host;
}

/// Removes the block if variants are free: a sort without a block is compared with each block.
Condition meeting(Condition condition) {
    if (condition.is_free("variant")) condition.axes.erase("block");
    return condition;
}

/// Returns the first part that, if freed, pairs cases of both sides; empty if there is none.
std::vector<std::string> parts_in_the_way(const Side& base, const Side& other) {
    for (const std::string part :
         {"output", "device", "block", "parameters", "cache", "input", "key", "n", "variant", "backend"}) {
        std::map<Condition, std::set<std::string>> known;  // outputs by condition
        const bool output = part == "output";
        const auto freed = [&](const Condition& condition) {
            auto all = condition.free_parts();
            all.insert(part);
            if (part == "backend") all.insert("device");
            return output ? meeting(condition.leaving_free(all)) : condition.leaving_free(all);
        };
        for (const auto& [condition, one] : base.cases) known[freed(condition)].insert(condition.output);
        for (const auto& [condition, one] : other.cases)
            if (const auto* outputs = mapped_or_null(known, freed(condition)))
                if (!output || !outputs->contains(condition.output)) return {part};
    }
    return {};
}

/// Sort key: the fastest case comes first, in the requested mode, else in its first mode with times.
std::pair<size_t, int64_t> pace(const CaseRecord& record, std::optional<TimeMode> asked) {
    for (size_t i = 0; i < timed_modes.size(); ++i)
        if (const auto mode = timed_modes[i]; mode == asked.value_or(mode))
            if (const auto* time = time_in(record, mode)) return {i, time->median_ns};
    return {timed_modes.size(), 0};
}

/// Chooses the fastest parameters and block, and the newest of their cases.
Compared chosen_of(std::span<const Compared> all, std::optional<TimeMode> mode) {
    std::map<Axes, std::vector<const Compared*>> settings;
    for (const auto& one : all) {
        auto own = one.record->axes;
        for (const auto* work : {"key", "n", "input"}) own.erase(work);
        settings[own].push_back(&one);
    }
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

/// Reads "256", "2^8" and "0.5" as numbers.
std::optional<double> number_in(const std::string& text) {
    if (const auto number = AxisValue::parse(text).number()) return number;
    try {
        return double(parse_count(text));
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// True for a variant's own axis, not for a well-known axis or a part (device, run).
bool is_own(const std::string& axis) {
    return is_parameter(axis) && axis != "run" && axis != "version" && !contains(condition_parts, axis);
}

/// The values of a file's cases on one axis. Devices have distinct names.
class AxisValues {
 public:
    AxisValues(const CaseFile& file, const std::string& axis) : file_(file), axis_(axis) {
        if (axis != "device") return;
        std::vector<DeviceKey> keys;
        for (const auto& record : file.cases) keys.push_back(device_key(record.device));
        names_ = distinct_names(keys);
    }

    /// "bitonic-c4", "256", "2", "0.1.0"; empty if absent.
    std::string of(const CaseRecord& record) const {
        if (axis_ == "run") return std::to_string(int64_t(record.run));
        if (axis_ == "version") return file_.run_of(record).program_version;
        return axis_ == "device" ? names_.at(device_key(record.device)) : condition_of(record).text(axis_);
    }

    /// All values in order of collecting; if all are numbers, ascending.
    std::vector<std::string> all(bool with_work_only = false) const {
        std::vector<std::string> values;
        const auto add = [&](std::string_view value) {
            if (!value.empty()) add_once(values, value);
        };
        for (const auto& record : file_.cases) {
            if (with_work_only && units_of(record, Per::work) == 0) continue;
            if (axis_ != "time-mode") {
                add(of(record));
                continue;
            }
            if (record.time) add(name_of(record.time_mode));
            for (const auto& time : record.other_times) add(name_of(time.mode));
        }
        if ((!is_parameter(axis_) || is_own(axis_)) &&
            std::ranges::all_of(values, [](const auto& value) { return number_in(value).has_value(); }))
            std::ranges::stable_sort(values, {}, number_in);
        return values;
    }

    /// Returns `asked` as `known` spells it: 256 for "2^8". A part of a device's name or UUID is enough if
    /// only one device fits.
    std::string find(const std::string& asked, const std::vector<std::string>& known) const {
        if (contains(known, asked)) return asked;
        if (const auto number = number_in(asked))
            if (const auto same = std::ranges::find(known, number, number_in); same != known.end())
                return *same;
        const auto fits = [&](const std::string& one) { return contains_ignoring_case(one, asked); };
        if (axis_ == "device" && std::ranges::count_if(known, fits) == 1)
            return *std::ranges::find_if(known, fits);
        throw failure(ErrorKind::usage, "No case has the {} '{}'.{}{}", axis_, asked,
                      nearest_sentence(asked, {known.begin(), known.end()}),
                      known.empty() ? "" : fmt::format(" There are: {}.", fmt::join(known, ", ")));
    }

    /// "block 256", "max_keys=16"
    std::string text(const std::string& value) const { return axis_ + (is_own(axis_) ? "=" : " ") + value; }

 private:
    const CaseFile& file_;
    std::string axis_;
    std::map<DeviceKey, std::string> names_;
};

/// Selects a side's cases.
struct Asked {
    const CaseFile* file;
    int64_t run;                       ///< 0 for all
    std::optional<std::string> value;  ///< value on the first compared axis
    std::string name;
};

using Matched = std::map<Condition, std::vector<Compared>>;

/// Devices that all files have. Other devices are matched by model.
std::set<DeviceKey> shared_devices(std::span<const CaseFile> files) {
    std::map<DeviceKey, std::set<const CaseFile*>> having;
    for (const auto& file : files)
        for (const auto& record : file.cases) having[device_key(record.device)].insert(&file);
    std::set<DeviceKey> shared;
    for (const auto& [device, those] : having)
        if (those.size() == files.size()) shared.insert(device);
    return shared;
}

Matched fill(Side& side, const Asked& asked, const CompareOptions& options,
             const std::set<DeviceKey>& shared) {
    const auto& file = *asked.file;
    const auto& axis = options.across.empty() ? std::string() : options.across.front();
    if (asked.value && axis == "time-mode") side.mode = parse_enum<TimeMode>(*asked.value);
    const AxisValues values(file, axis);
    auto with_output = options.across;
    with_output.emplace_back("output");
    const auto free_of = [&](const CaseRecord& record) -> const std::vector<std::string>& {
        return options.per_work && units_of(record, Per::work) > 0 ? with_output : options.across;
    };
    Matched matched;  // time modes are free: each pair chooses its mode
    for (const auto& record : file.cases) {
        if (asked.run != 0 && int64_t(record.run) != asked.run) continue;
        if (asked.value &&
            (side.mode ? time_in(record, *side.mode) == nullptr : values.of(record) != *asked.value))
            continue;
        auto condition = condition_of(record);
        if (condition.device.has_uuid() && !shared.contains(condition.device)) condition.device.id.clear();
        if (record.status == CaseStatus::ok)
            matched[leaving_free(condition, free_of(record)).leaving_free({"time-mode"})].push_back(
                {&file, &record, 0, 0});
        else
            ++side.not_ok;
    }
    for (const auto& [condition, all] : matched)
        side.cases.emplace(condition, chosen_of(all, side.mode ? side.mode : options.time_mode));
    return matched;
}

/// Throws Error(usage) if cases of `all` differ in a part that only the user can choose. Parameters and
/// blocks need no choice, because the fastest is used. Devices and recordings need none: the newest is used.
void refuse_unclear(const Side& side, std::span<const Compared> all, size_t files) {
    for (const std::string part : {"variant", "key", "n", "input", "cache", "backend"}) {
        std::vector<std::string> texts;
        for (const auto& one : all) add_once(texts, condition_of(*one.record).text(part));
        if (texts.size() < 2) continue;
        auto values = part + "=" + texts[0];
        for (size_t i = 1; i < std::max<size_t>(2, files); ++i) values += "," + texts[i % texts.size()];
        throw failure(
            ErrorKind::usage,
            "{} has several cases that differ only in {} ({}, {}{}), which --across {} leaves free. Choose "
            "one, or write it as the first --across, with one value for each {}: --across {}.",
            side.name, part, texts[0], texts[1], texts.size() > 2 ? ", ..." : "", part,
            files > 1 ? "file in their order" : "side", shell_word(values));
    }
}

/// Calls refuse_unclear() for each condition that several sides have, with the cases of each side.
void check_one_work(const std::vector<Side>& sides, const std::vector<Matched>& matched, size_t files) {
    std::map<Condition, std::set<size_t>> having;
    for (size_t i = 0; i < sides.size(); ++i)
        for (const auto& [condition, all] : matched[i]) having[meeting(condition)].insert(i);
    for (size_t i = 0; i < sides.size(); ++i)
        for (const auto& [condition, all] : matched[i])
            if (having[meeting(condition)].size() > 1) refuse_unclear(sides[i], all, files);
}

std::vector<Asked> asked_of_files(std::span<const CaseFile> files, const CompareOptions& options) {
    if (!options.values.empty() && options.values.size() != files.size())
        throw failure(
            ErrorKind::usage,
            "Of several files, --across takes one value for each: {} here, in the order of the files.",
            files.size());
    std::vector<Asked> asked;
    for (size_t i = 0; i < files.size(); ++i) {
        auto& one = asked.emplace_back(&files[i], options.runs.empty() ? 0 : options.runs[i], std::nullopt,
                                       files[i].name);
        if (!options.values.empty()) {
            const AxisValues values(files[i], options.across.front());
            one.value = values.find(options.values[i], values.all());
            one.name += ", " + values.text(*one.value);
        }
        if (one.run != 0) one.name += ", run " + std::to_string(one.run);
    }
    return asked;
}

std::vector<Asked> asked_of_file(const CaseFile& file, const CompareOptions& options) {
    const auto& axis = options.across.front();
    const AxisValues on_axis(file, axis);
    const auto known = on_axis.all(options.per_work && options.values.empty());
    auto values = options.values.empty() ? known : options.values;
    for (auto& value : values) value = on_axis.find(value, known);
    if (options.values.size() == 1 && known.size() > 1)
        throw failure(
            ErrorKind::usage,
            "A comparison across {} needs two values or none, not '{}' alone: the first of them is the base.",
            axis, options.values.front());
    if (values.size() < 2)
        throw failure(ErrorKind::usage, "All chosen cases of '{}' have the same {}{}. Choose another axis.",
                      file.name, axis, known.empty() ? "" : ": " + known.front());
    for (auto at = values.begin(); at != values.end(); ++at)
        if (std::find(values.begin(), at, *at) != at)
            throw failure(ErrorKind::usage, "--across {}: '{}' is given twice. Sides must differ.", axis,
                          *at);
    const bool number = axis == "run" || axis == "version" || axis == "block" || is_own(axis);
    std::vector<Asked> asked;
    for (const auto& value : values)
        asked.emplace_back(&file, 0, value, number ? on_axis.text(value) : value);
    return asked;
}

/// Number of rounds as text; empty without a time.
std::string rounds_of(const CaseRecord& record, TimeMode mode) {
    const auto* time = time_in(record, mode);
    return time == nullptr ? std::string() : std::to_string(std::max<size_t>(1, time->rounds.size()));
}
}  // namespace

std::string_view words_of(Per per) {
    return std::array<std::string_view, 3>{"", " per key", " per work"}[size_t(per)];
}

double units_of(const CaseRecord& record, Per per) {
    if (per == Per::nothing) return 1;
    if (per == Per::key) return double(record.keys());
    const auto run = sorted_run(record);
    return run > 1 ? double(record.keys()) * std::log2(double(run)) : 0;
}

const RunRecord& CaseFile::run_of(const CaseRecord& record) const {
    static const RunRecord unknown;
    const auto* found = find_or_null(runs, record.run, &RunRecord::id);
    return found == nullptr ? unknown : *found;
}

void CaseFile::know_timers(RunId run, std::span<const DeviceLimits> limits) {
    for (const auto& one : limits)
        if (const auto timer = graph_timer_of(one.limits)) graph_timers[{run, one.device.uuid}] = *timer;
}

std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode) {
    const auto* time = time_in(record, mode);
    if (time == nullptr) return std::nullopt;
    auto summary = *time;
    summary.mode = mode;  // files with one mode store it in the case, not here
    const bool one_round = summary.rounds.size() < 2;
    const auto trials =
        one_round && file.source != nullptr ? file.source->trials(record.id) : std::vector<TrialRecord>{};
    auto found = estimate(summary, file.variances.of(record.run, record.id, summary), trials);
    const auto* timer = mapped_or_null(file.graph_timers, {record.run, record.device.uuid});
    if (found && mode == TimeMode::graph && timer != nullptr) {
        found->graph_timer = *timer;
        auto& interval = found->interval_ns;
        interval.low = std::min(interval.low, found->ns - timer->step_ns);
        interval.high = std::max(interval.high, found->ns + timer->step_ns);
    }
    return found;
}

bool same_recording(const Compared& one, const Compared& other) {
    if (one.file == other.file) return one.record->run == other.record->run;
    const auto& uuid = one.run().uuid;
    return !uuid.empty() && uuid == other.run().uuid;
}

Comparison compare(const Side& base, const Side& other, const CompareOptions& options) {
    using Case = std::pair<const Condition, Compared>;
    std::multimap<Condition, const Case*> by_meeting;
    for (const auto& one : other.cases) by_meeting.emplace(meeting(one.first), &one);
    // Finds cases with the same condition. Across variants, a case without a block matches each block.
    const auto matches = [&](const Condition& condition) {
        const auto same = other.cases.find(condition);
        if (same != other.cases.end()) return std::vector<const Case*>{&*same};
        std::vector<const Case*> found;
        for (auto [at, end] = by_meeting.equal_range(meeting(condition)); at != end; ++at)
            if (!condition.axes.contains("block") || !at->second->first.axes.contains("block"))
                found.push_back(at->second);
        return found;
    };
    Comparison result;
    double logs = 0;
    std::set<const Case*> met;
    Side left_of_base, left_of_other;
    for (const auto& [condition, one] : base.cases) {
        const auto found = matches(condition);
        if (found.empty()) {
            result.only_base.push_back(one);
            left_of_base.cases.emplace(condition, one);
        }
        for (const auto* match : found) {
            met.insert(match);
            auto& pair = result.pairs.emplace_back();
            pair.condition = condition.axes.contains("block") ? condition : match->first;
            pair.base = one;
            pair.other = match->second;
            judge(pair, base, other, options);
            if (!pair.ratio) continue;
            ++result.timed;
            logs += std::log(pair.ratio->ratio);
        }
    }
    for (const auto& one : other.cases) {
        if (met.contains(&one)) continue;
        result.only_other.push_back(one.second);
        left_of_other.cases.insert(one);
    }
    disambiguate_devices(result.pairs);
    if (result.timed > 0) result.mean_ratio = std::exp(logs / double(result.timed));
    (result.pairs.empty() ? result.in_the_way : result.in_the_way_of_rest) =
        parts_in_the_way(left_of_base, left_of_other);
    return result;
}

size_t Comparison::count(Verdict verdict) const {
    return size_t(std::ranges::count(pairs, verdict, &ComparedPair::verdict));
}

size_t failing(const Comparison& comparison, std::span<const FailOn> bad) {
    size_t count = 0;
    for (const auto& pair : comparison.pairs)
        count +=
            pair.verdict && pair.verdict != Verdict::host && std::ranges::any_of(bad, [&](const FailOn& one) {
                return verdict_of(*pair.ratio, one.min_effect) == one.verdict;
            });
    return count;
}

std::vector<std::string> differing_work(const ComparedPair& pair) {
    std::vector<std::string> parts;
    for (const auto* axis : {"key", "n", "input"})
        if (pair.base.record->axes.text(axis) != pair.other.record->axes.text(axis)) parts.emplace_back(axis);
    if (output_of(*pair.base.record) != output_of(*pair.other.record)) parts.emplace_back("output");
    return parts;
}

bool host_bound(const ComparedPair& pair) {
    return pair.ratio && (host_bound(pair.base_time->mode) || host_bound(pair.other_time->mode)) &&
           !same_recording(pair.base, pair.other);
}

size_t host_bound_pairs(const Comparison& comparison) {
    return size_t(std::ranges::count_if(comparison.pairs, [](const auto& pair) { return host_bound(pair); }));
}

bool on_different_hosts(const ComparedPair& pair) {
    if (!host_bound(pair)) return false;
    const auto& base = pair.base.run().host;
    const auto& other = pair.other.run().host;
    const auto differ = [&](auto Host::*known) {
        const decltype(base.*known) nothing{};
        return base.*known != nothing && other.*known != nothing && base.*known != other.*known;
    };
    return differ(&Host::name) || differ(&Host::cpu) || differ(&Host::threads) ||
           (differ(&Host::memory_bytes) &&
            std::abs(double(base.memory_bytes) / double(other.memory_bytes) - 1) > 0.05);
}

double effect_of(const ComparedPair& pair) { return pair.ratio ? std::abs(std::log(pair.ratio->ratio)) : 0; }

std::vector<size_t> by_effect(const Comparison& comparison) {
    std::vector<size_t> timed;
    for (size_t i = 0; i < comparison.pairs.size(); ++i)
        if (comparison.pairs[i].ratio) timed.push_back(i);
    std::ranges::stable_sort(timed, std::ranges::greater{},
                             [&](size_t at) { return effect_of(comparison.pairs[at]); });
    return timed;
}

bool is_explained(const ComparedPair& pair) {
    return pair.ratio && pair.per == Per::nothing && pair.verdict && is_clear(*pair.verdict);
}

std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all) {
    constexpr size_t most = 10;
    std::vector<const ComparedPair*> pairs;
    for (const auto& pair : comparison.pairs)
        if (all && pair.ratio) pairs.push_back(&pair);
    if (all) return pairs;
    for (const auto at : by_effect(comparison))
        if (pairs.size() < most && is_explained(comparison.pairs[at])) pairs.push_back(&comparison.pairs[at]);
    return pairs;
}

std::vector<std::string> values_without_work(const CaseFile& file, const CompareOptions& options) {
    if (!options.per_work || options.across.empty() || !options.values.empty()) return {};
    const AxisValues values(file, options.across.front());
    const auto with = values.all(true);
    std::vector<std::string> left;
    for (const auto& value : values.all())
        if (!contains(with, value)) left.push_back(values.text(value));
    return left;
}

std::vector<Side> comparison_sides(std::span<const CaseFile> files, const CompareOptions& options) {
    if (files.empty() || (files.size() == 1 && options.across.empty()))
        throw Error(ErrorKind::usage,
                    "One file is compared across something. Name a second file, or add --across with what "
                    "differs: variant, run, block, device, ...");
    const auto shared = shared_devices(files);
    std::vector<Side> sides;
    std::vector<Matched> matched;
    for (const auto& asked :
         files.size() > 1 ? asked_of_files(files, options) : asked_of_file(files.front(), options)) {
        sides.emplace_back().name = asked.name;
        matched.push_back(fill(sides.back(), asked, options, shared));
    }
    check_one_work(sides, matched, files.size());
    return sides;
}

std::string parse_axis(std::string_view name, std::span<const CaseRecord> cases) {
    std::vector<std::string_view> names(condition_parts.begin(), condition_parts.end());
    std::erase(names, "output");  // cases with different outputs did different work
    names.insert(names.end(), {"run", "version"});
    PartNames parameters;
    for (const auto& record : cases)
        for (const auto& [axis, value] : record.axes)
            if (is_parameter(axis)) parameters.insert(axis);
    names.insert(names.end(), parameters.begin(), parameters.end());
    if (contains(names, name)) return std::string(name);
    throw failure(ErrorKind::usage, "Cases have no '{}' that could differ.{} They have: {}.", name,
                  nearest_sentence(name, names), fmt::join(names, ", "));
}

bool is_numeric(std::string_view axis, std::span<const CaseRecord> cases) {
    bool known = false;
    for (const auto& record : cases)
        if (const auto* value = record.axes.find(axis)) {
            if (!value->number()) return false;
            known = true;
        }
    return known || axis == "n" || axis == "block";
}

Condition leaving_free(const Condition& condition, std::span<const std::string> axes) {
    PartNames free = condition.free_parts();
    for (const auto& axis : axes) {
        if (axis == "run" || axis == "version") continue;
        free.insert(axis);
        if (axis == "variant") free.insert("parameters");
        if (axis == "backend") free.insert("device");
    }
    return condition.leaving_free(free);
}

std::vector<RecordingDifference> recording_differences(const Compared& base, const Compared& other,
                                                       TimeMode base_mode, TimeMode other_mode) {
    std::vector<RecordingDifference> found;
    if (same_recording(base, other)) return found;
    const auto add = [&](std::string_view what, const std::string& of_base, const std::string& of_other) {
        if (!of_base.empty() && !of_other.empty() && of_base != of_other)
            found.push_back({what, of_base, of_other});
    };
    const auto &one = base.record->device, &two = other.record->device;
    add("program_version", base.run().program_version, other.run().program_version);
    add("cuda_version", one.cuda_version, two.cuda_version);
    add("driver_version", one.driver_version, two.driver_version);
    if (one.name == two.name) add("device_uuid", one.uuid, two.uuid);
    add("rounds", rounds_of(*base.record, base_mode), rounds_of(*other.record, other_mode));
    return found;
}

std::vector<PossibleCause> possible_causes(const Comparison& comparison) {
    std::vector<PossibleCause> causes;
    for (const auto& pair : comparison.pairs) {
        if (!pair.verdict || !is_clear(*pair.verdict)) continue;
        for (const auto& difference :
             recording_differences(pair.base, pair.other, pair.base_time->mode, pair.other_time->mode))
            ++find_or_add(causes, difference, &PossibleCause::difference).pairs;
    }
    constexpr std::array order{"program_version", "cuda_version", "driver_version", "device_uuid", "rounds"};
    std::ranges::stable_sort(causes, {}, [&](const PossibleCause& one) {
        return std::ranges::find(order, one.difference.what) - order.begin();
    });
    return causes;
}
}
