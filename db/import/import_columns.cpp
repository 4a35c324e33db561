#include "db/import/import_columns.hpp"

#include <fmt/ranges.h>
#include <boost/algorithm/string.hpp>
#include <nlohmann/json.hpp>

#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "db/sqlite/errors.hpp"

namespace sortscope::db {
namespace {
using Value = ImportValue;
using std::string_view;

constexpr int64_t most_whole = std::numeric_limits<int64_t>::max();
constexpr int64_t most_number = std::numeric_limits<uint32_t>::max();
constexpr int64_t most_bytes = 1LL << 55, longest_ns = 1LL << 55;
constexpr double most_exact = 9e15;  // doubles hold whole numbers exactly up to here

using Set = std::function<void(ImportRow&, const Value&, double factor)>;

/// A column that is no counter.
struct Known {
    std::string name, sentence;
    Set set;
    bool of_launch = false;
    bool is_time = false;  ///< names in a file add a unit: "time_us"
};

/// Sets the member at the end of `path` to a whole number.
template <class... Path>
Set whole(int64_t least, int64_t most, Path... path) {
    return [=](ImportRow& row, const Value& value, double) {
        auto& member = (row.*....*path);
        const auto number = value.whole(least, most);
        if constexpr (requires { member.reset(); })
            member = static_cast<typename std::decay_t<decltype(member)>::value_type>(number);
        else
            member = static_cast<std::decay_t<decltype(member)>>(number);
    };
}

template <class... Path>
Set text(size_t longest, Path... path) {
    return [=](ImportRow& row, const Value& value, double) { (row.*....*path) = value.word(longest); };
}

template <class E>
E choice_of(const Value& value) {
    if (const auto found = find_enum<E>(value.text())) return *found;
    std::vector<string_view> known;
    for (const auto& row : EnumTable<E>::names()) known.push_back(row.name);
    value.refuse("'{}' is no {}. There are: {}", value.text(), EnumTable<E>::what, fmt::join(known, ", "));
}

template <class E, class... Path>
Set choice(Path... path) {
    return [=](ImportRow& row, const Value& value, double) { (row.*....*path) = choice_of<E>(value); };
}

bool yes_or_no(const Value& value) {
    if (contains(std::array{"yes", "Yes", "1", "true"}, value.text())) return true;
    if (contains(std::array{"no", "No", "0", "false"}, value.text())) return false;
    value.refuse("'{}' is neither yes nor no", value.text());
}

/// Parses "(256, 1, 1)", as ncu prints it, or "256".
Dim3 extents(const Value& value, int64_t most_x, int64_t most_yz) {
    auto text = value.text();
    std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
    std::vector<std::string> parts;
    boost::split(parts, text, boost::is_any_of(","));
    std::array<uint32_t, 3> found{1, 1, 1};
    for (size_t i = 0; i < parts.size(); ++i) {
        const auto number = parse_number<int64_t>(parts[i]);
        if (i == 3 || !number || *number < 1 || *number > (i == 0 ? most_x : most_yz))
            value.refuse("'{}' is not '(x, y, z)' with numbers that a GPU takes", value.text());
        found.at(i) = uint32_t(*number);
    }
    return {found[0], found[1], found[2]};
}

void set_capability(ImportRow& row, const Value& value, double) {
    const string_view text = value.text();
    const auto point = text.find('.');
    const auto read = [&](string_view part) {
        const auto number = parse_number<int64_t>(part);
        if (!number || *number < 0 || *number > 1000)
            value.refuse("'{}' is not a compute capability, such as 9.0", text);
        return int(*number);
    };
    row.who.device.cc_major = read(text.substr(0, point));
    row.who.device.cc_minor = point == string_view::npos ? 0 : read(text.substr(point + 1));
}

const std::vector<Known>& known_columns() {
    using Row = ImportRow;
    using Case = CaseRecord;
    using Launch = LaunchRecord;
    constexpr auto who = &Row::who;
    constexpr auto workload = &Row::workload;
    constexpr auto launch = &Row::launch;
    static const std::vector<Known> all{
        {"case", "different values make different cases",
         [](Row& r, const Value& v, double) { r.group = v.text(); }},
        {"variant", "what sorted (needed)", text(1000, who, &Case::subject, &Subject::name)},
        {"n", "number of keys (needed)", whole(1, 1LL << 50, workload, &Workload::n)},
        {"key", "key type (default: u32)", choice<KeyType>(workload, &Workload::key)},
        {"input", "distribution of the keys (default: uniform)",
         choice<Distribution>(workload, &Workload::distribution)},
        {"seed", "seed of their generator (default: 1)", whole(0, most_whole, workload, &Workload::seed)},
        {"entropy_bits", "log2 of the number of distinct keys, of few",
         whole(0, 64, workload, &Workload::entropy_bits)},
        {"input_file", "source of the keys, of input file", text(1000, workload, &Workload::file)},
        {"block_threads", "threads of a block, if any",
         whole(0, 1 << 20, &Row::config, &LaunchConfig::block)},
        {"device", "name of the device", text(1000, who, &Case::device, &Device::name)},
        {"uuid", "of the device", text(1000, who, &Case::device, &Device::uuid)},
        {"compute_capability", "of the device: 9.0", set_capability},
        {"backend", "cupti (a GPU, default), simt or cpu",
         [](Row& r, const Value& v, double) {
             r.who.backend = r.who.device.backend = choice_of<BackendKind>(v);
         }},
        {"cache_state", "state of L2 before each trial: warm or flushed",
         text(1000, who, &Case::cache_state)},
        {"time_mode", "stream (default of GPUs), graph or host", choice<TimeMode>(who, &Case::time_mode)},
        {"verified", "yes or no: whether the output was correct; no makes a case 'unverified', without rate",
         [](Row& r, const Value& v, double) { r.verified = yes_or_no(v); }},
        {"bound_bytes", "bytes the algorithm must move, in a case or launch",
         whole(0, most_bytes, who, &Case::required_bytes)},
        {"skipped", "yes or no: rows with yes are left out",
         [](Row& r, const Value& v, double) { r.skipped = yes_or_no(v); }},
        {"launch_index", "order in its case, ascending", whole(0, most_whole, &Row::launch_index), true},
        {"stage", "from 1 (default: the launch's place)",
         whole(1, 1 << 30, launch, &Launch::stage, &Stage::stage), true},
        {"substage", "within the stage, from 1", whole(1, 1 << 30, launch, &Launch::stage, &Stage::substage),
         true},
        {"label", "name of the stage", text(1000, launch, &Launch::stage, &Stage::label), true},
        {"kernel", "name of the kernel", text(4000, launch, &Launch::kernel), true},
        {"symbol", "full (mangled) name of the kernel", text(4000, launch, &Launch::symbol), true},
        {"grid_x", "blocks", whole(1, 0x7fffffff, launch, &Launch::grid, &Dim3::x), true},
        {"grid_y", "blocks", whole(1, 65535, launch, &Launch::grid, &Dim3::y), true},
        {"grid_z", "blocks", whole(1, 65535, launch, &Launch::grid, &Dim3::z), true},
        {"block_x", "threads", whole(1, 1024, launch, &Launch::block, &Dim3::x), true},
        {"block_y", "threads", whole(1, 1024, launch, &Launch::block, &Dim3::y), true},
        {"block_z", "threads", whole(1, 1024, launch, &Launch::block, &Dim3::z), true},
        {"grid_size", "blocks: (x, y, z)",
         [](Row& r, const Value& v, double) { r.launch.grid = extents(v, 0x7fffffff, 65535); }, true},
        {"block_size", "threads: (x, y, z)",
         [](Row& r, const Value& v, double) { r.launch.block = extents(v, 1024, 1024); }, true},
        {"shared_bytes", "shared memory of a block", whole(0, 1 << 30, launch, &Launch::shared_bytes), true},
        {"registers_per_thread", "registers of a thread", whole(0, 1 << 16, launch, &Launch::registers),
         true},
        {"local_bytes_per_thread", "spills and arrays of a thread",
         whole(0, 1 << 30, launch, &Launch::local_bytes), true},
        {"comparators", "compare-exchanges of the launch", whole(0, most_bytes, launch, &Launch::comparators),
         true},
        {"process", "number of the process", whole(0, most_number, launch, &Launch::process_id), true},
        {"context", "number of the CUDA context", whole(0, most_number, launch, &Launch::context_id), true},
        {"stream", "number of the CUDA stream", whole(0, most_number, launch, &Launch::stream_id), true},
        {"time", "of the whole sort: a row is a trial; time_ns, time_us, time_ms or time_s",
         [](Row& r, const Value& v, double f) { r.time_ns = v.nanoseconds(f, false); }, false, true},
        {"duration", "of the launch: duration_ns, duration_us, duration_ms or duration_s",
         [](Row& r, const Value& v, double f) { r.launch.duration_ns = v.nanoseconds(f, false); }, true,
         true},
        {"start", "of the launch, since the first: start_ns, start_us, start_ms or start_s",
         [](Row& r, const Value& v, double f) { r.launch.start_ns = v.nanoseconds(f, true); }, true, true}};
    return all;
}

/// True if a text has digits, and else only signs, marks, exponents and blanks.
bool looks_like_number(string_view text) {
    return text.find_first_of("0123456789") != string_view::npos &&
           text.find_first_not_of("0123456789+-.,'eE ") == string_view::npos;
}

/// "1.234" or "-12.345.678" with '.' as `mark`: one to three digits, then groups of three.
bool is_in_groups(string_view text, char mark) {
    if (text.starts_with('-')) text.remove_prefix(1);
    const auto first = text.find(mark);
    if (first == string_view::npos || first == 0 || first > 3 || (text.size() - first) % 4 != 0) return false;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool is_mark = i >= first && (i - first) % 4 == 0;
        if (is_mark ? text[i] != mark : !boost::is_digit()(text[i])) return false;
    }
    return true;
}

/// Turns "1,234.5" into "1234.5"; keeps other texts.
std::string without_groups(const std::string& text) {
    const auto point = std::min(text.find('.'), text.size());
    auto digits = text.substr(0, point);
    if (!is_in_groups(digits, ',')) return text;
    std::erase(digits, ',');
    return digits + text.substr(point);
}

/// Parses a number by RFC 8259, section 6; std::nullopt for other texts and numbers beyond a double.
std::optional<double> json_number(const std::string& text) {
    if (text.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;  // no blanks
    const auto json = nlohmann::json::parse(text, nullptr, false);
    return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

constexpr std::pair<const char*, double> units[] = {{"_ns", 1}, {"_us", 1e3}, {"_ms", 1e6}, {"_s", 1e9}};

/// Maps other tools' names to our columns; an empty name leaves the column out.
using OtherNames = std::map<string_view, string_view>;

OtherNames other_names(OtherNames names, std::initializer_list<string_view> left_out) {
    for (const auto name : left_out) names[name] = "";
    return names;
}

const OtherNames& names_of(ImportTool tool) {
    static const OtherNames ours{
        {"block", "block_threads"}, {"launch", "launch_index"}, {"median_ns", "time_ns"}};
    static const auto nvbench = other_names(
        {{"Benchmark", "variant"},
         {"Elements", "n"},
         {"Device Name", "device"},
         {"GPU Time (sec)", "time_s"},
         {"Skipped", "skipped"}},
        {"Device", "Samples", "CPU Time (sec)", "Noise", "Elem/s", "Elem/s (elem/sec)", "GlobalMem BW",
         "GlobalMem BW (bytes/sec)", "BWUtil", "Batch GPU (sec)", "Batch GPU", "Batch", "CPU Time"});
    static const auto ncu =
        other_names({{"ID", "launch_index"},
                     {"Process ID", "process"},
                     {"Kernel Name", "kernel"},
                     {"Context", "context"},
                     {"Stream", "stream"},
                     {"Block Size", "block_size"},
                     {"Grid Size", "grid_size"},
                     {"CC", "compute_capability"},
                     {"gpu__time_duration.sum", "duration_ns"},
                     {"launch__registers_per_thread", "registers_per_thread"}},
                    {"Process Name", "Host Name", "Device",
                     "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
                     "Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"});
    return tool == ImportTool::nvbench ? nvbench : tool == ImportTool::ncu ? ncu : ours;
}

/// The counter that equals the hardware counter `name`, or null.
const Metric* metric_by_hardware(string_view name) {
    for (const auto* metric : counter_metrics()) {
        const auto names = metric->hardware.names;
        if (metric->hardware.rule != HardwareRule::value || names.find(',') != string_view::npos) continue;
        std::vector<string_view> alternatives;
        boost::split(alternatives, names, boost::is_any_of("|"));
        if (!names.empty() && contains(alternatives, name)) return metric;
    }
    return nullptr;
}

void refuse_larger_unit(const Value& value, double factor) {
    if (factor != 1)
        value.refuse(
            "what is printed in a larger unit is rounded. Have it printed in its own (ncu --print-units "
            "base)");
}

std::optional<double> ns_of_unit(string_view word) {
    static const std::map<string_view, double> times_of_ncu{
        {"nsecond", 1},   {"ns", 1},   {"usecond", 1e3}, {"us", 1e3},
        {"msecond", 1e6}, {"ms", 1e6}, {"second", 1e9},  {"s", 1e9}};
    const auto* found = mapped_or_null(times_of_ncu, word);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

/// 1e3 for "Kbyte", 1e6 for "Mhz", 1 for "byte"; std::nullopt for "KB" and "MiB".
std::optional<double> prefix_of_unit(string_view word) {
    constexpr string_view prefixes = "KMGT";
    const auto prefix = word.empty() ? string_view::npos : prefixes.find(word.front());
    if (prefix == string_view::npos) return 1;
    const auto rest = word.substr(1);
    if (rest.empty() || !std::ranges::all_of(rest, [](char c) { return c >= 'a' && c <= 'z'; }))
        return std::nullopt;
    return std::pow(1000.0, double(prefix + 1));
}

ImportTarget counter_target(const Metric& metric, Provenance provenance) {
    const auto id = metric.counter;
    return {std::string(metric.id), true, 1,
            [id, provenance](ImportRow& row, const Value& value, double factor) {
                refuse_larger_unit(value, factor);  // a larger unit rounds the count
                row.launch.counters.push_back({id, provenance, value.whole(0, most_whole), 1});
            }};
}
}  // namespace

ImportTool tool_of(const std::vector<CsvField>& header) {
    const auto has = [&](string_view name) { return contains(header, name, &CsvField::text); };
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
    if (const auto ns = ns_of_unit(below)) return *factor * 1e9 / *ns;  // rates are per second
    const auto part = below.find('/') == string_view::npos ? prefix_of_unit(below) : std::nullopt;
    return part ? std::optional(*factor / *part) : std::nullopt;
}

std::optional<ImportTarget> find_target(const std::string& name, ImportTool tool, Provenance provenance) {
    if (const auto* ours = mapped_or_null(names_of(tool), name))
        return ours->empty() ? ImportTarget{} : find_target(std::string(*ours), ImportTool::none, provenance);
    for (const auto& known : known_columns()) {
        if (!known.is_time && name == known.name)
            return ImportTarget{name, known.of_launch, 1,
                                [&known](ImportRow& row, const Value& value, double factor) {
                                    refuse_larger_unit(value, factor);
                                    known.set(row, value, factor);
                                }};
        for (const auto& [end, factor] : units)
            if (known.is_time && name == known.name + end)
                return ImportTarget{known.name, known.of_launch, factor, known.set};
    }
    if (name.starts_with("param:") && name.size() > 6 && name.size() < 100)
        return ImportTarget{name, false, 1,
                            [parameter = name.substr(6)](ImportRow& row, const Value& value, double) {
                                row.config.params[parameter] = value.whole(-most_whole, most_whole);
                            }};
    if (const auto* metric = find_metric(name); metric != nullptr && metric->counter != CounterId::none)
        return counter_target(*metric, provenance);
    if (const auto* metric = metric_by_hardware(name)) return counter_target(*metric, provenance);
    if (name.find("__") != std::string::npos && name.size() < 300)
        return ImportTarget{name, true, 1, [name](ImportRow& row, const Value& value, double factor) {
                                const auto number = value.number_if_any();  // some vendor metrics are words
                                if (!number || *number < 0 || *number * factor > 1e18) {
                                    row.left_out.push_back(name);
                                    return;
                                }
                                const auto scaled = *number * factor;
                                const bool is_whole = scaled == std::floor(scaled) && scaled < most_exact;
                                row.launch.vendor_values.push_back(
                                    {name, is_whole ? Number(int64_t(scaled)) : Number(scaled), 1});
                            }};
    return std::nullopt;
}

std::vector<std::string> target_names() {
    std::vector<std::string> names;
    for (const auto& known : known_columns()) {
        if (!known.is_time) names.push_back(known.name);
        for (const auto& [end, factor] : units)
            if (known.is_time) names.push_back(known.name + end);
    }
    for (const auto* metric : counter_metrics()) names.emplace_back(metric->id);
    return names;
}

std::vector<ImportColumn> import_columns() {
    std::vector<ImportColumn> all;
    for (const auto& known : known_columns()) all.push_back({known.name, known.sentence});
    all.push_back({"param:NAME", "a parameter of the variant"});
    return all;
}

std::string ImportValue::word(size_t longest) const {
    if (field_.text.size() > longest)
        refuse("the text has {} bytes, and may have {}", field_.text.size(), longest);
    if (!is_printable(field_.text))
        refuse("'{}' holds a line end, a tab or another character that a name cannot have",
               printable(field_.text));
    return field_.text;
}

int64_t ImportValue::whole(int64_t least, int64_t most) const {
    const auto& text = field_.text;
    auto read = parse_number<int64_t>(text);
    if (!read && text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) != std::string::npos)
        read = written_otherwise();
    if (!read || *read < least || *read > most) refuse("{} is not within {} to {}", text, least, most);
    return *read;
}

std::optional<int64_t> ImportValue::written_otherwise() const {
    const auto& text = field_.text;
    if (text.find('^') == std::string::npos) {
        const auto value = number(true);
        if (value != std::floor(value)) refuse("'{}' is not a whole number", text);
        if (std::abs(value) > most_exact)
            refuse("'{}' is too great to be written so: write its digits alone", text);
        return int64_t(value);
    }
    std::vector<std::string> parts;
    boost::split(parts, text, boost::is_any_of("^"));
    const auto is_digits = [](const std::string& part) {
        return !part.empty() && boost::all(part, boost::is_digit());
    };
    if (parts.size() != 2 || !std::ranges::all_of(parts, is_digits))
        refuse("'{}' is not a whole number", text);
    try {
        const auto count = parse_count(text);
        if (count <= uint64_t(most_whole)) return int64_t(count);
    } catch (const Error&) {
        return std::nullopt;  // parse_count() refuses only too great a number
    }
    return std::nullopt;
}

std::optional<double> ImportValue::number_if_any() const { return read_number(false); }

std::optional<double> ImportValue::read_number(bool is_whole) const {
    auto text = field_.text;
    if (numbers_.grouped) text = without_groups(text);
    if (numbers_.decimal == DecimalMark::comma) {
        if (text.find('.') != std::string::npos && looks_like_number(text))
            refuse(
                "'{}' has a point, and --decimal comma names commas as decimal marks. Write numbers without "
                "marks between thousands",
                field_.text);
        std::ranges::replace(text, ',', '.');
    } else if (text.find(',') != std::string::npos && looks_like_number(text)) {
        refuse(
            "'{}' has a comma, which may mark decimals or thousands. Write decimals with a point and "
            "thousands without a mark; if all commas mark decimals, name --decimal comma",
            field_.text);
    } else if (numbers_.decimal == DecimalMark::unknown && (is_whole || numbers_.separator != ',') &&
               is_in_groups(text, '.')) {
        refuse(
            "'{}' has a point, which may mark decimals or thousands. Write thousands without a mark; if all "
            "points mark decimals, name --decimal point",
            field_.text);
    }
    return json_number(text);
}

double ImportValue::number(bool is_whole) const {
    const auto value = read_number(is_whole);
    if (value) return *value;
    const auto& text = field_.text;
    const bool almost = text.starts_with('+') || text.starts_with('.') || text.ends_with('.') ||
                        text.find(' ') != std::string::npos;
    refuse("'{}' is not a {}number{}", text, is_whole ? "whole " : "",
           almost && looks_like_number(text) ? ". Write it like 1234, 0.5 or 1e-6" : "");
}

int64_t ImportValue::nanoseconds(double factor, bool may_be_zero) const {
    const auto& text = field_.text;
    const auto read = number(false);
    if (read < 0 || read > 1e18) refuse("{} is not within 0 to 1e18", text);
    const double value = read * factor;
    if (value > double(longest_ns)) refuse("{} is longer than a year", text);
    const auto rounded = std::llround(value);
    if (rounded == 0 && !may_be_zero) refuse("{} is no time at all", text);
    return rounded;
}

void ImportValue::fail(const std::string& what) const {
    // A value of --set has no line.
    if (field_.line == 0) throw failure(ErrorKind::usage, "--set {}: {}.", column_, what);
    reader_.refuse(field_.line, field_.column, "column '{}': {}.", column_, what);
}
}
