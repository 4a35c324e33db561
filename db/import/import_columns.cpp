#include "db/import/import_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <boost/algorithm/string.hpp>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "db/import/import.hpp"

namespace sortscope::db {
namespace {

using Line = ImportRow;
using Value = ImportValue;
using std::string_view;

constexpr std::int64_t most_whole = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t most_bytes = std::int64_t{1} << 55;

/// A column of ours that is no time and no counter.
struct Known {
    const char* name;
    const char* sentence;
    bool of_launch;
    void (*set)(Line&, const Value&);
};

template <class E>
E word_of(const Value& value) {
    if (const auto found = find_enum<E>(value.text())) return *found;
    std::string known;
    for (const auto& row : EnumTable<E>::names())
        known += (known.empty() ? "" : ", ") + std::string(row.name);
    value.refuse(fmt::format("'{}' is no {}. There are: {}", value.text(), EnumTable<E>::what, known));
}

std::uint32_t small(const Value& value, std::int64_t most, std::int64_t least = 0) {
    return static_cast<std::uint32_t>(value.whole(least, most));
}

bool yes_or_no(const Value& value) {
    const auto& text = value.text();
    const bool yes = text == "yes" || text == "Yes" || text == "1" || text == "true";
    if (!yes && text != "no" && text != "No" && text != "0" && text != "false")
        value.refuse(fmt::format("'{}' is neither yes nor no", text));
    return yes;
}

/// The whole number that `text` is; nothing of other texts.
std::optional<std::int64_t> number_in(string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// "(256, 1, 1)" as ncu has it, or "256".
Dim3 extents(const Value& value, std::int64_t most_x, std::int64_t most_yz) {
    auto text = value.text();
    std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
    std::vector<std::string> parts;
    boost::split(parts, text, boost::is_any_of(","));
    std::array<std::uint32_t, 3> found{1, 1, 1};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto number = number_in(parts[i]);
        if (i == 3 || !number || *number < 1 || *number > (i == 0 ? most_x : most_yz))
            value.refuse(fmt::format("'{}' is not '(x, y, z)' with numbers that a GPU takes", value.text()));
        found.at(i) = static_cast<std::uint32_t>(*number);
    }
    return {found[0], found[1], found[2]};
}

void set_capability(Line& row, const Value& value) {
    const string_view text = value.text();
    const auto point = text.find('.');
    const auto read = [&](string_view part) {
        const auto number = number_in(part);
        if (!number || *number < 0 || *number > 1000)
            value.refuse(fmt::format("'{}' is not a compute capability, such as 9.0", text));
        return static_cast<int>(*number);
    };
    row.who.device.cc_major = read(text.substr(0, point));
    row.who.device.cc_minor = point == string_view::npos ? 0 : read(text.substr(point + 1));
}

const std::vector<Known>& known_columns() {
    static const std::vector<Known> all{
        {"case", "rows of different ones are different cases, whatever else they say", false,
         [](Line& r, const Value& v) { r.group = v.text(); }},
        {"variant", "what sorted (needed)", false,
         [](Line& r, const Value& v) { r.who.subject.name = v.word(); }},
        {"n", "number of keys (needed)", false,
         [](Line& r, const Value& v) {
             r.workload.n = static_cast<std::uint64_t>(v.whole(1, std::int64_t{1} << 50));
         }},
        {"key", "type of the keys; u32 where it is not said", false,
         [](Line& r, const Value& v) { r.workload.key = word_of<KeyType>(v); }},
        {"distribution", "how they are distributed; uniform where it is not said", false,
         [](Line& r, const Value& v) { r.workload.distribution = word_of<Distribution>(v); }},
        {"seed", "of their generator; 1 where it is not said", false,
         [](Line& r, const Value& v) {
             r.workload.seed = static_cast<std::uint64_t>(v.whole(0, most_whole));
         }},
        {"entropy_bits", "log2 of the number of distinct keys, of distribution few", false,
         [](Line& r, const Value& v) { r.workload.entropy_bits = small(v, 64); }},
        {"input_file", "where the keys came from, of distribution file", false,
         [](Line& r, const Value& v) { r.workload.file = v.word(); }},
        {"block_threads", "threads of a block; none to choose where it is not said", false,
         [](Line& r, const Value& v) { r.config.block = small(v, 1 << 20); }},
        {"device", "name of the device", false,
         [](Line& r, const Value& v) { r.who.device.name = v.word(); }},
        {"uuid", "of the device", false, [](Line& r, const Value& v) { r.who.device.uuid = v.word(); }},
        {"compute_capability", "of the device: 9.0", false, set_capability},
        {"backend", "cupti (a GPU, where it is not said), simt or cpu", false,
         [](Line& r, const Value& v) { r.who.backend = r.who.device.backend = word_of<BackendKind>(v); }},
        {"cache_state", "warm or flushed: state of L2 before each trial", false,
         [](Line& r, const Value& v) { r.who.cache_state = v.word(); }},
        {"time_mode", "stream (of GPUs, where it is not said), graph or host", false,
         [](Line& r, const Value& v) { r.who.time_mode = word_of<TimeMode>(v); }},
        {"verified",
         "yes or no: whether the tool looked at the output; a case with no is 'unverified', and has no rate",
         false, [](Line& r, const Value& v) { r.verified = yes_or_no(v); }},
        {"bound_bytes", "bytes the algorithm must move; in rows of launches, in that launch", false,
         [](Line& r, const Value& v) {
             r.who.required_bytes = static_cast<std::uint64_t>(v.whole(0, most_bytes));
         }},
        {"skipped", "yes or no: rows with yes are left out", false,
         [](Line& r, const Value& v) { r.skipped = !v.text().empty() && yes_or_no(v); }},
        {"launch_index", "order of launching: ascending within a case", true,
         [](Line& r, const Value& v) {
             r.launch_index = static_cast<std::uint64_t>(v.whole(0, most_whole));
         }},
        {"stage", "from 1; the launch's place where it is not said", true,
         [](Line& r, const Value& v) { r.launch.stage.stage = static_cast<int>(v.whole(1, 1 << 30)); }},
        {"substage", "within the stage, from 1", true,
         [](Line& r, const Value& v) { r.launch.stage.substage = static_cast<int>(v.whole(1, 1 << 30)); }},
        {"label", "name of the stage", true,
         [](Line& r, const Value& v) { r.launch.stage.label = v.word(); }},
        {"kernel", "name of the kernel", true,
         [](Line& r, const Value& v) { r.launch.kernel = v.word(4000); }},
        {"symbol", "full (mangled) name of the kernel", true,
         [](Line& r, const Value& v) { r.launch.symbol = v.word(4000); }},
        {"grid_x", "blocks", true,
         [](Line& r, const Value& v) { r.launch.grid.x = small(v, 0x7fffffff, 1); }},
        {"grid_y", "blocks", true, [](Line& r, const Value& v) { r.launch.grid.y = small(v, 65535, 1); }},
        {"grid_z", "blocks", true, [](Line& r, const Value& v) { r.launch.grid.z = small(v, 65535, 1); }},
        {"block_x", "threads", true, [](Line& r, const Value& v) { r.launch.block.x = small(v, 1024, 1); }},
        {"block_y", "threads", true, [](Line& r, const Value& v) { r.launch.block.y = small(v, 1024, 1); }},
        {"block_z", "threads", true, [](Line& r, const Value& v) { r.launch.block.z = small(v, 1024, 1); }},
        {"grid_size", "blocks: (x, y, z)", true,
         [](Line& r, const Value& v) { r.launch.grid = extents(v, 0x7fffffff, 65535); }},
        {"block_size", "threads: (x, y, z)", true,
         [](Line& r, const Value& v) { r.launch.block = extents(v, 1024, 1024); }},
        {"shared_bytes", "static and dynamic shared memory of a block", true,
         [](Line& r, const Value& v) { r.launch.shared_bytes = small(v, 1 << 30); }},
        {"registers_per_thread", "registers of a thread", true,
         [](Line& r, const Value& v) { r.launch.registers = small(v, 1 << 16); }},
        {"local_bytes_per_thread", "spills and arrays of a thread", true,
         [](Line& r, const Value& v) { r.launch.local_bytes = small(v, 1 << 30); }},
        {"comparators", "compare-exchanges of the launch", true,
         [](Line& r, const Value& v) {
             r.launch.comparators = static_cast<std::uint64_t>(v.whole(0, most_bytes));
         }},
        {"process", "number of the process", true,
         [](Line& r, const Value& v) {
             r.launch.process_id = small(v, std::numeric_limits<std::uint32_t>::max());
         }},
        {"context", "number of the CUDA context", true,
         [](Line& r, const Value& v) {
             r.launch.context_id = small(v, std::numeric_limits<std::uint32_t>::max());
         }},
        {"stream", "number of the CUDA stream", true, [](Line& r, const Value& v) {
             r.launch.stream_id = small(v, std::numeric_limits<std::uint32_t>::max());
         }}};
    return all;
}

/// Times: "time_us" is a time in microseconds; our own tables call it a median.
struct Time {
    const char* name;
    const char* sentence;
    bool of_launch;
    void (*set)(Line&, const Value&, double);
};

constexpr Time times[] = {
    {"time", "of the whole sort: a row is a trial; time_ns, time_us, time_ms or time_s", false,
     [](Line& r, const Value& v, double f) { r.time_ns = v.nanoseconds(f, false); }},
    {"duration", "of the launch: duration_ns, duration_us, duration_ms or duration_s", true,
     [](Line& r, const Value& v, double f) { r.launch.duration_ns = v.nanoseconds(f, false); }},
    {"start", "of the launch, since the first: start_ns, start_us, start_ms or start_s", true,
     [](Line& r, const Value& v, double f) { r.launch.start_ns = v.nanoseconds(f, true); }}};

constexpr std::pair<string_view, double> units[] = {{"_ns", 1}, {"_us", 1e3}, {"_ms", 1e6}, {"_s", 1e9}};

/// A column as a tool calls it, and as we do.
struct ToolColumn {
    ImportTool tool;
    string_view theirs, ours;
};
constexpr ToolColumn tool_columns[] = {
    {ImportTool::none, "block", "block_threads"},
    {ImportTool::none, "launch", "launch_index"},
    {ImportTool::none, "median_ns", "time_ns"},
    {ImportTool::none, "dist", "distribution"},
    {ImportTool::none, "size", "n"},
    {ImportTool::none, "keys", "n"},
    {ImportTool::nvbench, "Benchmark", "variant"},
    {ImportTool::nvbench, "Elements", "n"},
    {ImportTool::nvbench, "Device Name", "device"},
    {ImportTool::nvbench, "GPU Time (sec)", "time_s"},
    {ImportTool::nvbench, "Skipped", "skipped"},
    {ImportTool::ncu, "ID", "launch_index"},
    {ImportTool::ncu, "Process ID", "process"},
    {ImportTool::ncu, "Kernel Name", "kernel"},
    {ImportTool::ncu, "Context", "context"},
    {ImportTool::ncu, "Stream", "stream"},
    {ImportTool::ncu, "Block Size", "block_size"},
    {ImportTool::ncu, "Grid Size", "grid_size"},
    {ImportTool::ncu, "CC", "compute_capability"},
    {ImportTool::ncu, "gpu__time_duration.sum", "duration_ns"},
    {ImportTool::ncu, "launch__registers_per_thread", "registers_per_thread"}};

/// Columns that say nothing that we keep.
constexpr auto left_out_of_nvbench = std::to_array<string_view>(
    {"Device", "Samples", "CPU Time (sec)", "Noise", "Elem/s", "Elem/s (elem/sec)", "GlobalMem BW",
     "GlobalMem BW (bytes/sec)", "BWUtil", "Batch GPU (sec)", "Batch GPU", "Batch", "CPU Time"});
constexpr auto left_out_of_ncu =
    std::to_array<string_view>({"Process Name", "Host Name", "Device",
                                "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
                                "Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"});

/// Our name of a tool's column; empty if it is left out, nothing if the tool has no such column.
std::optional<string_view> our_name(ImportTool tool, string_view theirs) {
    for (const auto& column : tool_columns)
        if (column.tool == tool && column.theirs == theirs) return column.ours;
    const bool left_out =
        (tool == ImportTool::nvbench &&
         std::ranges::find(left_out_of_nvbench, theirs) != left_out_of_nvbench.end()) ||
        (tool == ImportTool::ncu && std::ranges::find(left_out_of_ncu, theirs) != left_out_of_ncu.end());
    return left_out ? std::optional(string_view()) : std::nullopt;
}

/// The counter that hardware counts under `name`; null where several names make it, or none is called so.
const Metric* metric_by_hardware(string_view name) {
    for (const auto* metric : counter_metrics()) {
        if (metric->hardware.rule != HardwareRule::value) continue;
        auto names = metric->hardware.names;
        if (names.empty() || names.find(',') != string_view::npos) continue;
        while (!names.empty()) {
            const auto end = std::min(names.find('|'), names.size());
            if (names.substr(0, end) == name) return metric;
            names.remove_prefix(std::min(end + 1, names.size()));
        }
    }
    return nullptr;
}

/// What stands there in Kbyte was rounded to it.
void refuse_larger_unit(const Value& value, double factor) {
    if (factor != 1)
        value.refuse(
            "what is printed in a larger unit is rounded. Have it printed in its own (ncu --print-units "
            "base)");
}

/// ns of a unit of time; nothing of others.
std::optional<double> ns_of_unit(string_view word) {
    static const std::map<string_view, double> times_of_ncu{
        {"nsecond", 1},   {"ns", 1},   {"usecond", 1e3}, {"us", 1e3},
        {"msecond", 1e6}, {"ms", 1e6}, {"second", 1e9},  {"s", 1e9}};
    const auto found = times_of_ncu.find(word);
    return found == times_of_ncu.end() ? std::nullopt : std::optional(found->second);
}

/// 1e3 of "Kbyte", 1e6 of "Mhz", 1 of "byte"; nothing of what begins like a prefix and is none: "KB", "MiB".
std::optional<double> prefix_of_unit(string_view word) {
    constexpr string_view prefixes = "KMGT";
    const auto prefix = word.empty() ? string_view::npos : prefixes.find(word.front());
    if (prefix == string_view::npos) return 1;
    const auto rest = word.substr(1);
    if (rest.empty() || !std::ranges::all_of(rest, [](char c) { return c >= 'a' && c <= 'z'; }))
        return std::nullopt;
    return std::pow(1000.0, static_cast<double>(prefix + 1));
}

ImportTarget counter_target(const Metric& metric, Provenance provenance) {
    const auto id = metric.counter;
    return {std::string(metric.id), true, 1, [id, provenance](Line& row, const Value& value, double factor) {
                refuse_larger_unit(value, factor);  // a counter is exact
                row.launch.counters.push_back({id, provenance, value.whole(0, most_whole), 1});
            }};
}

}  // namespace

ImportTool tool_of(const std::vector<CsvField>& header) {
    const auto has = [&](string_view name) {
        return std::ranges::any_of(header, [&](const CsvField& field) { return field.text == name; });
    };
    if (has("Benchmark") && has("GPU Time (sec)")) return ImportTool::nvbench;
    if (has("Kernel Name") && has("ID")) return ImportTool::ncu;
    return ImportTool::none;
}

std::optional<double> unit_factor(string_view unit) {
    const auto slash = unit.find('/');
    const auto above = unit.substr(0, slash);
    auto factor = ns_of_unit(above);
    if (!factor) factor = prefix_of_unit(above);
    if (!factor || slash == string_view::npos) return factor;
    const auto below = unit.substr(slash + 1);
    if (const auto ns = ns_of_unit(below)) return *factor * 1e9 / *ns;  // rates are by the second
    const auto part = below.find('/') == string_view::npos ? prefix_of_unit(below) : std::nullopt;
    return part ? std::optional(*factor / *part) : std::nullopt;
}

std::optional<ImportTarget> find_target(const std::string& name, ImportTool tool, Provenance provenance) {
    if (const auto ours = our_name(tool, name))
        return ours->empty() ? ImportTarget{} : find_target(std::string(*ours), ImportTool::none, provenance);
    for (const auto& known : known_columns())
        if (name == known.name)
            return ImportTarget{name, known.of_launch, 1,
                                [set = known.set](Line& row, const Value& value, double factor) {
                                    refuse_larger_unit(value, factor);
                                    set(row, value);
                                }};
    for (const auto& time : times)
        for (const auto& [end, factor] : units)
            if (name == time.name + std::string(end))
                return ImportTarget{time.name, time.of_launch, factor, time.set};
    if (name.starts_with("param:") && name.size() > 6 && name.size() < 100)
        return ImportTarget{name, false, 1,
                            [parameter = name.substr(6)](Line& row, const Value& value, double) {
                                row.config.params[parameter] = value.whole(-most_whole, most_whole);
                            }};
    if (const auto* metric = find_metric(name); metric != nullptr && metric->counter != CounterId::none)
        return counter_target(*metric, provenance);
    if (const auto* metric = metric_by_hardware(name)) return counter_target(*metric, provenance);
    if (name.find("__") != std::string::npos && name.size() < 300)
        return ImportTarget{
            name, true, 1, [name](Line& row, const Value& value, double factor) {
                // Some of a vendor's metrics are words.
                const auto number = value.number_if_any();
                if (!number || *number < 0 || *number * factor > 1e18) {
                    row.left_out.push_back(name);
                    return;
                }
                const auto scaled = *number * factor;
                const bool whole = scaled == std::floor(scaled) && scaled < 9e15;
                row.launch.vendor_values.push_back(
                    {name, whole ? Number(static_cast<std::int64_t>(scaled)) : Number(scaled), 1});
            }};
    return std::nullopt;
}

std::vector<std::string> target_names() {
    std::vector<std::string> names;
    for (const auto& known : known_columns()) names.emplace_back(known.name);
    for (const auto& time : times)
        for (const auto& [end, factor] : units) names.push_back(time.name + std::string(end));
    for (const auto* metric : counter_metrics()) names.emplace_back(metric->id);
    return names;
}

std::vector<ImportColumn> import_columns() {
    std::vector<ImportColumn> all;
    for (const auto& known : known_columns()) all.push_back({known.name, known.sentence});
    for (const auto& time : times) all.push_back({time.name, time.sentence});
    all.push_back({"param:NAME", "a parameter of the variant"});
    return all;
}

namespace {

constexpr std::int64_t longest_ns = std::int64_t{1} << 55;
constexpr double most_exact = 9e15;  // whole numbers that doubles distinguish

}  // namespace

std::string ImportValue::word(std::size_t longest) const {
    if (field_.text.size() > longest)
        refuse(fmt::format("the text has {} bytes, and may have {}", field_.text.size(), longest));
    if (!is_printable(field_.text))
        refuse(fmt::format("'{}' holds a line end, a tab or another character that a name cannot have",
                           printable(field_.text)));
    return field_.text;
}

std::int64_t ImportValue::whole(std::int64_t least, std::int64_t most) const {
    const auto& text = field_.text;
    auto read = number_in(text);
    if (!read && text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) != std::string::npos)
        read = written_otherwise();
    if (!read || *read < least || *read > most)
        refuse(fmt::format("{} is not within {} to {}", text, least, most));
    return *read;
}

std::optional<std::int64_t> ImportValue::written_otherwise() const {
    const auto& text = field_.text;
    const auto caret = text.find('^');
    if (caret == std::string::npos) {
        const auto value = number_if_any();
        if (!value || *value != std::floor(*value)) refuse(fmt::format("'{}' is not a whole number", text));
        if (std::abs(*value) > most_exact)
            refuse(fmt::format("'{}' is too great to be written so: write its digits alone", text));
        return static_cast<std::int64_t>(*value);
    }
    const auto digits = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (!digits(std::string_view(text).substr(0, caret)) || !digits(std::string_view(text).substr(caret + 1)))
        refuse(fmt::format("'{}' is not a whole number", text));
    try {
        const auto count = parse_count(text);
        if (count <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return static_cast<std::int64_t>(count);
    } catch (const Error&) {
        return std::nullopt;  // digits alone fail by being too great
    }
    return std::nullopt;
}

std::optional<double> ImportValue::number_if_any() const {
    auto text = field_.text;
    // "1,234.5": groups of three, as ncu has them.
    if (const auto point = std::min(text.find('.'), text.size()); text.find(',') < point) {
        auto digits = text.substr(0, point);
        const auto first = digits.find(',');
        if (first == 0 || first > 3 || (digits.size() - first) % 4 != 0) return std::nullopt;
        for (auto at = first; at < digits.size(); at += 4)
            if (digits[at] != ',') return std::nullopt;
        std::erase(digits, ',');
        text = digits + text.substr(point);
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

double ImportValue::number() const {
    const auto value = number_if_any();
    if (!value) refuse(fmt::format("'{}' is not a number", field_.text));
    if (*value < 0 || *value > 1e18) refuse(fmt::format("{} is not within 0 to 1e18", field_.text));
    return *value;
}

std::int64_t ImportValue::nanoseconds(double factor, bool may_be_zero) const {
    const double value = number() * factor;
    if (value > static_cast<double>(longest_ns)) refuse(fmt::format("{} is longer than a year", field_.text));
    const auto rounded = std::llround(value);
    if (rounded == 0 && !may_be_zero) refuse(fmt::format("{} is no time at all", field_.text));
    return rounded;
}

void ImportValue::refuse(const std::string& what) const {
    // A value that was given for all rows has no line.
    if (field_.line == 0) throw Error(ErrorKind::usage, fmt::format("--set {}: {}.", column_, what));
    reader_.refuse(field_.line, field_.column, fmt::format("column '{}': {}.", column_, what));
}

}  // namespace sortscope::db
