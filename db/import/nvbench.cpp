#include "core/ranges.hpp"
#include "db/import/import.hpp"

#include <fstream>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/condition.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"
#include "core/times.hpp"
#include "db/rows/columns.hpp"
#include "db/sqlite/errors.hpp"

namespace sortscope::db {
namespace {
using Json = nlohmann::json;

constexpr size_t longest_json_bytes = 256 << 20;
constexpr size_t longest_name = 1000;
constexpr uint64_t most_samples = 1U << 22U;
constexpr size_t most_named_states = 20;
constexpr double longest_s = double(1LL << 55) / 1e9;

/// A value of an axis or summary: "{name, type, value}".
struct NamedValue {
    std::string name;
    AxisValue value;
};

struct Summary {
    std::string tag, name, hint;
    bool hidden = false;
    std::vector<NamedValue> data;

    const AxisValue* find(std::string_view of) const {
        const auto* found = find_or_null(data, of, &NamedValue::name);
        return found == nullptr ? nullptr : &found->value;
    }
};

/// A file of float32 values, little-endian as in memory (asserted in db/sqlite/statement.cpp).
struct SampleFile {
    std::string name;  ///< "x.json-bin/0.bin"
    std::filesystem::path path;
    uint64_t count = 0;
};

/// The tags of one kind of measurement.
struct Measurement {
    const char *samples, *frequencies, *median, *mean;
    TimeMode mode;
};
constexpr Measurement cold{"nv/json/bin:nv/cold/sample_times", "nv/json/freqs-bin:nv/cold/sample_freqs",
                           "nv/cold/time/gpu/median", "nv/cold/time/gpu/mean", TimeMode::stream};
constexpr Measurement cpu_only{"nv/json/bin:nv/cpu_only/sample_times", "", "nv/cpu_only/time/cpu/median",
                               "nv/cpu_only/time/cpu/mean", TimeMode::host};

/// "NVBench: Samples 3,264, CPU Time 160.0 us, Noise 5.0 %".
std::string summary_text(const Summary& summary, double value) {
    const auto& hint = summary.hint;
    const auto text = hint == "duration"     ? format_time_ns(1e9 * value)
                      : hint == "percentage" ? format_percent(value, 1)
                      : hint == "byte_rate"  ? format_bandwidth(value)
                      : hint == "bytes"      ? format_bytes(value)
                      : hint == "frequency"  ? format_clock(int64_t(std::min(value / 1e3, 1e15)))
                      : hint == "item_rate"  ? format_figure(value) + "/s"
                                             : format_figure(value);
    return printable(summary.name) + " " + text;
}

class Nvbench {
 public:
    Nvbench(const std::filesystem::path& file, ImportSink& sink)
        : file_(file), name_(printable(file.string())), sink_(sink) {}

    Imported run(const std::function<bool()>& stopped) {
        const auto root = parse();
        check_version(root);
        read_devices(root);
        const auto* benchmarks = member(root, "benchmarks");
        if (benchmarks == nullptr || !benchmarks->is_array())
            refuse("it has no list 'benchmarks', so it is not NVBench's output. {}", remedy);
        for (const auto& benchmark : *benchmarks) {
            benchmark_ = text_of(benchmark, "name");
            if (benchmark_.empty()) refuse("a benchmark has no name");
            state_ = 0;
            for (const auto& state : list_of(benchmark, "states")) {
                ++state_;
                check_stopped(stopped);
                add_state(state);
            }
        }
        benchmark_.clear();
        if (result_.cases.empty()) refuse("no state has a time: there is nothing to import");
        note_left_out();
        result_.name = name_;
        result_.digest = digest_.text();
        return std::move(result_);
    }

 private:
    static constexpr const char* remedy = "Run the benchmark with --json FILE or --jsonbin FILE.";

    template <class... T>
    [[noreturn]] void refuse(fmt::format_string<T...> fault, T&&... values) const {
        const auto what = fmt::format(fault, std::forward<T>(values)...);
        std::string where;
        if (!benchmark_.empty()) where += ", benchmark '" + printable(benchmark_) + "'";
        if (!benchmark_.empty() && state_ != 0) where += ", state " + std::to_string(state_);
        throw failure(ErrorKind::data, "'{}'{}: {}{}", name_, where, what, what.ends_with('.') ? "" : ".");
    }

    Json parse() {
        const auto text = read_text_file(file_.string(), longest_json_bytes, remedy);
        digest_.add("nvbench");
        digest_.add(text);
        try {
            return Json::parse(text);
        } catch (const Json::exception& error) {
            refuse("it is not JSON: {}. {}", printable(error.what()), remedy);
        }
    }

    static const Json* member(const Json& object, const char* name) {
        if (!object.is_object()) return nullptr;
        const auto found = object.find(name);
        return found == object.end() || found->is_null() ? nullptr : &*found;
    }

    /// Treats null as an empty list: NVBench writes null for it.
    const Json& list_of(const Json& object, const char* name) const {
        static const Json none = Json::array();
        const auto* found = member(object, name);
        if (found == nullptr) return none;
        if (!found->is_array()) refuse("'{}' is no list. {}", name, remedy);
        return *found;
    }

    /// The text of a member; empty if absent.
    std::string text_of(const Json& object, const char* name) const {
        const auto* found = member(object, name);
        if (found == nullptr) return {};
        const auto* text = found->get_ptr<const std::string*>();
        if (text == nullptr) refuse("'{}' is no text", name);
        if (text->size() > longest_name) refuse("'{}' has more than {} bytes", name, longest_name);
        if (!is_printable(*text)) refuse("'{}' holds characters that cannot be shown", name);
        return *text;
    }

    /// The whole number of a member; 0 if absent.
    int64_t whole_of(const Json& object, const char* name, int64_t most) const {
        const auto* found = member(object, name);
        if (found == nullptr) return 0;
        const bool fits = found->is_number_unsigned() && found->get<uint64_t>() <= uint64_t(most);
        if (!fits) refuse("'{}' is not a whole number within 0 to {}", name, most);
        return found->get<int64_t>();
    }

    void check_version(const Json& root) const {
        const auto* meta = member(root, "meta");
        const auto* version = meta == nullptr ? nullptr : member(*meta, "version");
        const auto* json = version == nullptr ? nullptr : member(*version, "json");
        if (json == nullptr) return;
        if (const auto major = whole_of(*json, "major", 1'000'000); major != 1)
            refuse("its format has version {}, and version 1 is understood", major);
    }

    void read_devices(const Json& root) {
        for (const auto& one : list_of(root, "devices")) {
            Device device;
            const auto read = [&](auto& figure, const char* name, int64_t most) {
                figure = std::decay_t<decltype(figure)>(whole_of(one, name, most));
            };
            device.backend = BackendKind::cupti;
            read(device.ordinal, "id", 1 << 20);
            device.name = text_of(one, "name");
            read(device.cc_major, "sm_version", 1'000'000);
            read(device.multiprocessors, "number_of_sms", 1 << 20);
            read(device.clock_khz, "sm_default_clock_rate", 1LL << 40);
            read(device.memory_clock_khz, "global_memory_bus_peak_clock_rate", 1LL << 40);
            read(device.memory_bus_bits, "global_memory_bus_width", 1 << 20);
            read(device.memory_bytes, "global_memory_size", 1LL << 50);
            read(device.l2_bytes, "l2_cache_size", 1LL << 40);
            read(device.shared_per_block_bytes, "shared_memory_per_block", 1 << 30);
            read(device.max_threads_per_block, "max_threads_per_block", 1 << 20);
            device.cc_minor = device.cc_major % 100 / 10;  // 900 is 9.0
            device.cc_major /= 100;
            device.clock_khz /= 1000;  // from Hz
            device.memory_clock_khz /= 1000;
            devices_[device.ordinal] = device;
        }
    }

    template <class T>
    T number_in(const std::string& name, const std::string& text) const {
        if (const auto value = parse_number<T>(text)) return *value;
        refuse("the value '{}' of '{}' is no number", printable(text), name);
    }

    /// Parses a number from a text, because doubles cannot hold every int64.
    NamedValue named_value(const Json& from) const {
        NamedValue named{.name = text_of(from, "name"), .value = {}};
        const auto type = text_of(from, "type"), text = text_of(from, "value");
        if (named.name.empty()) refuse("a value has no name");
        if (type == "int64")
            named.value = number_in<int64_t>(named.name, text);
        else if (type == "float64")
            named.value = number_in<double>(named.name, text);
        else if (type == "string")
            named.value = text;
        else
            refuse("'{}' has the type '{}', and int64, float64 and string are understood", named.name, type);
        return named;
    }

    std::vector<Summary> summaries_of(const Json& state) const {
        std::vector<Summary> all;
        for (const auto& from : list_of(state, "summaries")) {
            auto& summary = all.emplace_back();
            summary.tag = text_of(from, "tag");
            summary.name = text_of(from, "name");
            summary.hint = text_of(from, "hint");
            summary.hidden = member(from, "hide") != nullptr;
            for (const auto& value : list_of(from, "data")) summary.data.push_back(named_value(value));
        }
        return all;
    }

    static std::optional<double> number_of(const std::vector<Summary>& all, std::string_view tag) {
        const auto* summary = find_or_null(all, tag, &Summary::tag);
        const auto* value = summary == nullptr ? nullptr : summary->find("value");
        return value == nullptr ? std::nullopt : value->number();
    }

    std::optional<SampleFile> sample_file(const std::vector<Summary>& all, std::string_view tag) const {
        const auto* summary = find_or_null(all, tag, &Summary::tag);
        if (summary == nullptr) return std::nullopt;
        const auto *file = summary->find("filename"), *size = summary->find("size");
        if (file == nullptr || size == nullptr || size->integer().value_or(-1) < 0)
            refuse("the summary '{}' names no file and size", tag);
        // The path is from the machine that measured. Its last two parts are valid beside the JSON file.
        const std::filesystem::path written(file->text());
        const auto folder = written.parent_path().filename(), base = written.filename();
        if (base.empty() || base == ".." || base == "." || folder == ".." || folder == ".")
            refuse("'{}' is no name of a file of samples", printable(file->text()));
        const auto name = folder / base;
        return SampleFile{name.string(), file_.parent_path() / name, uint64_t(*size->integer())};
    }

    /// Reads samples; std::nullopt if the file is absent.
    std::optional<std::vector<float>> read(const SampleFile& samples) {
        std::error_code failed;
        if (!std::filesystem::is_regular_file(samples.path, failed)) return std::nullopt;
        if (samples.count > most_samples)
            refuse("it has {} samples, and {} are understood", format_grouped(int64_t(samples.count)),
                   format_grouped(most_samples));
        const auto bytes = std::filesystem::file_size(samples.path, failed);
        if (failed || bytes != 4 * samples.count)
            refuse("'{}' has {} bytes, and {} samples have {}. Is it of another run?", samples.name,
                   failed ? 0 : bytes, samples.count, 4 * samples.count);
        std::vector<float> values(samples.count);
        std::ifstream in(samples.path, std::ios::binary);
        if (!in.read(reinterpret_cast<char*>(values.data()), std::streamsize(bytes)))
            refuse("'{}' cannot be read", samples.name);
        digest_.add({reinterpret_cast<const char*>(values.data()), bytes});
        return values;
    }

    int64_t nanoseconds(double seconds, const std::string& of) const {
        if (!std::isfinite(seconds) || seconds <= 0 || seconds > longest_s ||
            std::llround(1e9 * seconds) == 0)
            refuse("{} is {} s, which is no time", of, seconds);
        return std::llround(1e9 * seconds);
    }

    /// Adds the samples as trials, else one trial of their median or mean.
    void add_trials(CaseRecord& record, const std::vector<Summary>& all, const Measurement& measured) {
        const auto file = sample_file(all, measured.samples);
        if (const auto samples = file ? read(*file) : std::nullopt; samples && !samples->empty()) {
            record.trials.reserve(samples->size());
            for (const auto sample : *samples)
                add_trial(record, nanoseconds(sample, fmt::format("a sample in '{}'", file->name)));
            add_clocks(record, all, measured);
            return;
        }
        const auto median = number_of(all, measured.median), mean = number_of(all, measured.mean);
        if (!median && !mean) return;
        const std::string what = median ? "median" : "mean";
        add_trial(record, nanoseconds(median ? *median : *mean, "the " + what));
        const auto why =
            file && !file->name.empty() && file->count != 0
                ? fmt::format(": '{}', which holds the samples, is not beside the JSON file.", file->name)
                : std::string(". Run the benchmark with --jsonbin FILE to keep the samples.");
        record.notes.push_back(
            {Severity::warning,
             fmt::format("The time is the {} of NVBench's samples, and its spread is unknown{}", what, why)});
    }

    void add_clocks(CaseRecord& record, const std::vector<Summary>& all, const Measurement& measured) {
        const auto file = sample_file(all, measured.frequencies);
        const auto clocks = file ? read(*file) : std::nullopt;
        if (!clocks || clocks->size() != record.trials.size()) return;
        for (size_t i = 0; i < clocks->size(); ++i) {
            const auto mhz = double((*clocks)[i]) / 1e6;
            if (mhz >= 0.5 && mhz < 1e5) record.trials[i].sm_clock_mhz = uint32_t(std::lround(mhz));
        }
    }

    /// Computes items and bytes from rates, because NVBench seldom prints these numbers. Work bytes are half
    /// of the traffic, because SortScope's bandwidth counts each work byte twice, as read and as written.
    void add_work(CaseRecord& record, const std::vector<Summary>& all) const {
        const auto mean = number_of(all, cold.mean);
        const auto times_mean = [&](const char* tag) -> uint64_t {
            const auto rate = number_of(all, tag);
            if (!mean || !rate || !std::isfinite(*rate * *mean)) return 0;
            const auto amount = *rate * *mean;
            return amount >= 0.5 && amount < 0x1p50 ? uint64_t(std::llround(amount)) : 0;
        };
        record.required_bytes = times_mean("nv/cold/bw/global/bytes_per_second");
        if (const auto items = times_mean("nv/cold/bw/item_rate"); items != 0)
            record.work = Work{items, record.required_bytes / 2};
    }

    void add_notes(CaseRecord& record, const std::vector<Summary>& all) const {
        record.notes.insert(
            record.notes.begin(),
            {Severity::info,
             fmt::format("Imported from '{}': measured by nvbench; NVBench verifies no output.", name_)});
        std::vector<std::string> values;
        for (const auto& summary : all) {
            const auto* value = summary.find("value");
            if (summary.hidden || summary.name.empty() || value == nullptr) continue;
            const auto number = value->number();
            if (!number || !std::isfinite(*number)) continue;
            values.push_back(summary_text(summary, *number));
        }
        if (!values.empty())
            record.notes.push_back({Severity::info, fmt::format("NVBench: {}.", fmt::join(values, ", "))});
    }

    void add_axes(CaseRecord& record, const Json& state) const {
        for (const auto& from : list_of(state, "axis_values")) {
            const auto axis = named_value(from);
            if (const auto fault = axis_fault(axis.name, axis.value); !fault.empty()) refuse("it {}", fault);
            if (const auto number = axis.value.number(); number && !std::isfinite(*number))
                refuse("axis '{}' is no number", axis.name);
            if (record.axes.contains(axis.name)) refuse("axis '{}' is there twice", axis.name);
            record.axes.set(axis.name, axis.value);
        }
    }

    void leave_out(const std::string& state, const std::string& why) {
        ++result_.skipped;
        if (left_out_.size() < most_named_states)
            left_out_.push_back(fmt::format("'{}' ({}): {}", benchmark_, state, why));
    }

    void note_left_out() {
        if (result_.skipped == 0) return;
        auto text =
            fmt::format("Left out {}: {}", plural(result_.skipped, "state"), fmt::join(left_out_, "; "));
        if (result_.skipped > left_out_.size()) text += "; ...";
        result_.notes.push_back({Severity::warning, std::move(text)});
    }

    void add_state(const Json& state) {
        ++result_.rows;
        const auto name = text_of(state, "name");
        const auto* skipped = member(state, "is_skipped");
        if (skipped != nullptr && skipped->is_boolean() && skipped->get<bool>())
            return leave_out(name, fmt::format("skipped, '{}'", text_of(state, "skip_reason")));
        const auto all = summaries_of(state);
        const bool on_gpu =
            contains(all, cold.mean, &Summary::tag) || contains(all, cold.samples, &Summary::tag);
        const auto& measured = on_gpu ? cold : cpu_only;
        CaseRecord record;
        record.subject = Subject::program(benchmark_);
        record.time_mode = measured.mode;
        add_axes(record, state);
        if (on_gpu) {
            const auto ordinal = int(whole_of(state, "device", 1 << 20));
            const auto* device = mapped_or_null(devices_, ordinal);
            if (device == nullptr) refuse("device {} is not in the list of devices", ordinal);
            record.device = *device;
            record.backend = BackendKind::cupti;
            record.cache_state = "flushed";
            add_work(record, all);
        } else {
            record.backend = record.device.backend = BackendKind::cpu;
            record.device.warp_size = 0;
        }
        if (record.device.name.empty()) record.device.name = on_gpu ? "unknown device" : "unknown CPU";
        add_trials(record, all, measured);
        record.time = summarize_times(record.trials, record.time_mode, "nvbench");
        if (!record.time) return leave_out(name, "it has neither samples nor a mean of cold or CPU times");
        add_notes(record, all);
        begin_case(sink_, result_, std::move(record));
        sink_.end();
    }

    const std::filesystem::path& file_;
    std::string name_;
    ImportSink& sink_;
    TextsDigest digest_;
    std::map<int, Device> devices_;
    std::string benchmark_;  ///< current benchmark; state_ counts its states, from 1
    size_t state_ = 0;
    std::vector<std::string> left_out_;
    Imported result_;
};
}  // namespace

Imported import_nvbench(const std::filesystem::path& file, ImportSink& sink,
                        const std::function<bool()>& stopped) {
    return Nvbench(file, sink).run(stopped);
}
}
