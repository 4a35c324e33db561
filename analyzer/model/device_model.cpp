#include "analyzer/model/device_model.hpp"

#include <cctype>
#include <regex>
#include <sstream>

#include <boost/algorithm/string/case_conv.hpp>

#include "analyzer/devices.hpp"
#include "analyzer/json_fields.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {
std::span<const DeviceModel> device_models() {
    static const auto models = [] {
        std::vector<DeviceModel> read;
        for (const auto& file : embedded_devices())
            read.push_back(parse_device_model(file.text, std::string(file.name)));
        return read;
    }();
    return models;
}

namespace {
/// Returns whether the first `part` in `whole` begins and ends at word boundaries.
bool within(const std::string& whole, const std::string& part) {
    const auto at = whole.find(part);
    if (part.empty() || at == std::string::npos) return false;
    const auto end = at + part.size();
    const auto free = [&](size_t i) { return i >= whole.size() || !std::isalnum(uint8_t(whole[i])); };
    return (at == 0 || free(at - 1)) && free(end);
}

/// Finds the models whose names contain `name` as whole words. Returns one model if its name equals `name`,
/// or if only its name ends with `name`.
std::vector<const DeviceModel*> fitting(std::string_view name) {
    const auto wanted = boost::to_lower_copy(std::string(name));
    std::vector<const DeviceModel*> found, ending;
    for (const auto& model : device_models()) {
        const auto own = boost::to_lower_copy(model.name);
        if (own == wanted) return {&model};
        if (!within(own, wanted)) continue;
        found.push_back(&model);
        if (own.ends_with(wanted)) ending.push_back(&model);
    }
    return ending.size() == 1 ? ending : found;
}

/// Returns whether `whole` contains each word of `words`.
bool has_words(const std::string& whole, std::string_view words) {
    std::istringstream each{boost::to_lower_copy(std::string(words))};
    for (std::string word; each >> word;)
        if (!within(whole, word)) return false;
    return true;
}

/// Drivers report bandwidths within 3 % of the sheet; cards that share a name differ by 15 % or more.
constexpr double same_bandwidth = 0.1;

/// The first difference between `model` and `device`: "132 SMs, but this device has 114".
std::string unlike(const DeviceModel& model, const Device& device) {
    if (device.multiprocessors > 0 && device.multiprocessors != model.multiprocessors)
        return fmt::format("{} SMs, but this device has {}", format_fixed(model.multiprocessors, 0),
                           device.multiprocessors);
    const double told = told_dram_gb_per_s(device);
    if (told > 0 && std::abs(told / model.dram_gb_per_s - 1) > same_bandwidth)
        return fmt::format("device memory of {} GB/s, but this device has {}",
                           format_fixed(model.dram_gb_per_s, 0), format_fixed(told, 0));
    return {};
}

/// Sheets with a fitting name. A driver's name may be longer ("NVIDIA A100-SXM4-80GB") if the number of
/// multiprocessors is known.
std::vector<const DeviceModel*> named_like(const Device& device) {
    auto found = fitting(device.name);
    if (!found.empty() || device.multiprocessors <= 0) return found;
    for (const auto& model : device_models())
        if (has_words(boost::to_lower_copy(device.name), model.name)) found.push_back(&model);
    return found;
}

const DeviceModel* sheet_of(const Device& device) {
    auto found = named_like(device);
    std::erase_if(found, [&](const DeviceModel* model) { return !unlike(*model, device).empty(); });
    return found.size() == 1 ? found.front() : nullptr;
}

using nlohmann::ordered_json;

struct NumberField {
    std::string_view name;
    double DeviceModel::*value;
    double least, most;
    bool required;
};

constexpr auto number_fields = std::to_array<NumberField>({
    {"multiprocessors", &DeviceModel::multiprocessors, 1, 4096, true},
    {"clock_mhz", &DeviceModel::clock_mhz, 1, 20000, false},
    {"warp_instructions_per_cycle", &DeviceModel::issue_per_cycle, 0.01, 64, true},
    {"shared_bytes_per_cycle", &DeviceModel::shared_bytes_per_cycle, 1, 4096, true},
    {"dram_gb_per_s", &DeviceModel::dram_gb_per_s, 0.01, 1e6, true},
    {"l2_gb_per_s", &DeviceModel::l2_gb_per_s, 0, 1e6, false},
    {"l2_kib", &DeviceModel::l2_kib, 0, 1e8, false},
    {"peak_dram_gb_per_s", &DeviceModel::peak_dram_gb_per_s, 0.01, 1e6, false},
    {"peak_l2_gb_per_s", &DeviceModel::peak_l2_gb_per_s, 0.01, 1e6, false},
    {"memory_latency_ns", &DeviceModel::memory_latency_ns, 1, 100000, false},
    {"warps_per_multiprocessor", &DeviceModel::warps, 1, 1024, true},
    {"blocks_per_multiprocessor", &DeviceModel::blocks, 1, 1024, true},
    {"registers_per_multiprocessor", &DeviceModel::registers, 1, 1e7, true},
    {"shared_kib_per_multiprocessor", &DeviceModel::shared_kib, 0, 1e5, true},
    {"launch_ns", &DeviceModel::launch_ns, 0, 1e7, false},
    {"sort_ns", &DeviceModel::sort_ns, 0, 1e9, false},
});

double bounded_number(JsonFields& fields, const std::string& name, double least, double most) {
    const auto number = *fields.find<double>(name);
    if (!(number >= least && number <= most))
        fields.fail(name, fmt::format("it is {}, which is not from {} to {}.", ordered_json(number).dump(),
                                      ordered_json(least).dump(), ordered_json(most).dump()));
    return number;
}

void read_capability(JsonFields& fields, DeviceModel& model) {
    const auto word = fields.text("compute_capability");
    if (word.empty()) return;
    static const std::regex form("([0-9]{1,3})\\.([0-9]{1,3})");
    std::smatch parts;
    if (!std::regex_match(word, parts, form))
        fields.fail("compute_capability", "it is '" + word + "', not as in \"9.0\".");
    model.cc_major = std::stoi(parts[1]);
    model.cc_minor = std::stoi(parts[2]);
}
}  // namespace

std::vector<std::string_view> DeviceModel::unknown() const {
    std::vector<std::string_view> names;
    if (clock_mhz <= 0) names.emplace_back("clock_mhz");
    if (memory_latency_ns <= 0) names.emplace_back("memory_latency_ns");
    if (has_l2() && l2_gb_per_s <= 0) names.emplace_back("l2_gb_per_s");
    return names;
}

bool DeviceModel::has_measured_launches() const {
    return contains(measured, "graph_node_overhead") && contains(measured, "graph_overhead");
}

double told_dram_gb_per_s(const Device& device) {
    return 2 * double(device.memory_clock_khz) * 1e3 * device.memory_bus_bits / 8 / 1e9;
}

std::optional<DeviceModel> published_model(const Device& device) {
    const auto* sheet = sheet_of(device);
    if (sheet == nullptr) return std::nullopt;
    auto model = *sheet;
    const auto take = [&](double& figure, double told, const char* what) {
        if (told <= 0 || told == figure) return;
        figure = told;
        model.source.push_back(std::string(what) + ": reported by the driver");
    };
    take(model.clock_mhz, double(device.clock_khz) / 1000, "clock");
    take(model.l2_kib, double(device.l2_bytes) / 1024, "L2 size");
    return model;
}

std::string why_not_published(const Device& device) {
    if (sheet_of(device) != nullptr) return {};
    const auto found = named_like(device);
    if (found.size() != 1) return {};
    return fmt::format("the figures of {} are of {}", found.front()->name, unlike(*found.front(), device));
}

const DeviceModel* find_device_model(std::string_view name) {
    const auto found = fitting(name);
    return found.size() == 1 ? found.front() : nullptr;
}

const DeviceModel& device_model(std::string_view name) {
    const auto found = fitting(name);
    if (found.size() == 1) return *found.front();
    std::vector<std::string_view> names;
    for (const auto* model : found) names.push_back(model->name);
    if (found.size() > 1)
        throw failure(ErrorKind::usage, "Several devices fit '{}': {}. Name one of them.", name,
                      fmt::join(names, ", "));
    for (const auto& model : device_models()) names.push_back(model.name);
    throw failure(ErrorKind::usage,
                  "No device is called '{}'.{} There are {}, or the name of a file of your own that ends in "
                  ".json (docs/predict-devices.md).",
                  name, nearest_sentence(name, names), fmt::join(names, ", "));
}

DeviceModel with_limits(DeviceModel model, std::span<const DeviceLimit> limits) {
    const auto take = [&](std::string_view name, double& figure, double factor) {
        const auto value = limit_value(limits, name);
        if (!value) return false;
        figure = *value * factor;
        model.measured.emplace_back(name);
        return true;
    };
    // A measured bandwidth needs no factor, because copies reach it.
    if (take("copy_bandwidth", model.dram_gb_per_s, 1e-9)) model.constants.dram = 1;
    take("l2_bandwidth", model.l2_gb_per_s, 1e-9);
    for (const auto& [peak, figure] : {std::pair(&model.peak_dram_gb_per_s, model.dram_gb_per_s),
                                       std::pair(&model.peak_l2_gb_per_s, model.l2_gb_per_s)})
        if (*peak > 0) *peak = std::max(*peak, figure);
    const double cycles = model.multiprocessors * model.clock_mhz * 1e6;
    if (cycles > 0) {
        take("shared_bandwidth", model.shared_bytes_per_cycle, 1 / cycles);
        take("integer_add_throughput", model.issue_per_cycle, 1 / (32 * cycles));
    }
    if (take("graph_node_overhead", model.launch_ns, 1)) std::erase(model.assumed, "launch_ns");
    if (take("graph_overhead", model.sort_ns, 1)) std::erase(model.assumed, "sort_ns");
    if (!model.measured.empty()) model.provenance = Provenance::measured;
    return model;
}

std::span<const ConstantField> constant_fields() {
    using C = ModelConstants;
    static constexpr auto fields = std::to_array<ConstantField>({
        {"dram", &C::dram, 0.05, 20},
        {"l2", &C::l2, 0.05, 20},
        {"shared", &C::shared, 0.05, 20},
        {"tags", &C::tags, 0.01, 20},
        {"issue", &C::issue, 0.05, 20},
        {"block_cycles", &C::block_cycles, 0.01, 100},
        {"instruction_cycles", &C::instruction_cycles, 0.05, 100},
        {"divergence_cycles", &C::divergence_cycles, 0, 5000},
        {"memory_part", &C::memory_part, 0.001, 10},
        {"shared_cycles", &C::shared_cycles, 0.1, 500},
        {"barrier_cycles", &C::barrier_cycles, 0.1, 2000},
        {"overlap", &C::overlap, 1, 16},
    });
    return fields;
}

DeviceModel parse_device_model(std::string_view text, const std::string& file) {
    const JsonDocument document(text, file, "docs/predict-devices.md describes device files.");
    auto fields = document.fields();
    DeviceModel model;
    model.name = fields.required("name");
    model.source = fields.list<std::string>("source");
    model.calibrated = fields.text("calibrated");
    model.provenance = fields.get("provenance", Provenance::published);
    if (model.provenance != Provenance::published && model.provenance != Provenance::measured)
        fields.fail("provenance", "it must be published or measured.");
    read_capability(fields, model);
    std::string missing;
    for (const auto& field : number_fields) {
        const std::string name(field.name);
        if (fields.has(name))
            model.*field.value = bounded_number(fields, name, field.least, field.most);
        else if (field.required && missing.empty())
            missing = name;
        else if (field.value == &DeviceModel::launch_ns || field.value == &DeviceModel::sort_ns)
            model.assumed.push_back(name);
    }
    if (fields.has("constants")) {
        auto constants = fields.object("constants");
        for (const auto& field : constant_fields())
            if (const std::string name(field.name); constants.has(name))
                model.constants.*field.value = bounded_number(constants, name, field.least, field.most);
        constants.finish();
    }
    fields.finish();  // before the next line: a misspelt field explains a missing one
    if (!missing.empty()) fields.fail("", "'" + missing + "' is missing.");
    // A data sheet gives the peak of device memory. L2 bandwidths may come from a benchmark.
    if (model.provenance == Provenance::published && model.peak_dram_gb_per_s == 0)
        model.peak_dram_gb_per_s = model.dram_gb_per_s;
    return model;
}

std::string device_model_text(const DeviceModel& model) {
    ordered_json root;
    const auto rounded = [](double value) { return std::stod(fmt::format("{:.6g}", value)); };
    root["name"] = model.name;
    root["source"] = model.source;
    root["provenance"] = name_of(model.provenance);
    if (model.cc_major != 0)
        root["compute_capability"] = std::to_string(model.cc_major) + "." + std::to_string(model.cc_minor);
    for (const auto& field : number_fields) {
        const bool is_assumed = contains(model.assumed, field.name);
        const bool follows = field.value == &DeviceModel::peak_dram_gb_per_s &&
                             model.provenance == Provenance::published &&
                             model.peak_dram_gb_per_s == model.dram_gb_per_s;
        if (field.required || (!is_assumed && !follows && model.*field.value > 0))
            root[std::string(field.name)] = rounded(model.*field.value);
    }
    if (!model.calibrated.empty()) root["calibrated"] = model.calibrated;
    if (model.constants != ModelConstants{} || !model.calibrated.empty())
        for (const auto& field : constant_fields())
            root["constants"][std::string(field.name)] = rounded(model.constants.*field.value);
    return root.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}
}
