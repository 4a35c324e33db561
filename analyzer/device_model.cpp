#include "analyzer/device_model.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "analyzer/embedded_devices.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

}  // namespace

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

/// Whether `part` is whole words of `whole`: "h200" of "nvidia h200".
bool within(const std::string& whole, const std::string& part) {
    const auto at = whole.find(part);
    if (part.empty() || at == std::string::npos) return false;
    const auto end = at + part.size();
    const auto free = [&](std::size_t i) {
        return i >= whole.size() || !std::isalnum(static_cast<unsigned char>(whole[i]));
    };
    return (at == 0 || free(at - 1)) && free(end);
}

/// Those of whose name `name` is words; where it is the whole name of one, that one alone.
std::vector<const DeviceModel*> fitting(std::string_view name) {
    const auto wanted = lower(name);
    std::vector<const DeviceModel*> found;
    for (const auto& model : device_models()) {
        if (lower(model.name) == wanted) return {&model};
        if (within(lower(model.name), wanted)) found.push_back(&model);
    }
    return found;
}

/// A data sheet gives bandwidths that a driver's clock and bus come within 3 % of; cards that share a name
/// differ by 15 % and more.
constexpr double same_bandwidth = 0.1;

/// What the driver told that is not as the sheet has it: "132 multiprocessors, where it has 114"; empty where
/// there is nothing.
std::string unlike(const DeviceModel& model, const Device& device) {
    if (device.multiprocessors > 0 && device.multiprocessors != model.multiprocessors)
        return format_fixed(model.multiprocessors, 0) + " multiprocessors, where it has " +
               std::to_string(device.multiprocessors);
    const double told = told_dram_gb_per_s(device);
    if (told > 0 && std::abs(told / model.dram_gb_per_s - 1) > same_bandwidth)
        return "device memory of " + format_fixed(model.dram_gb_per_s, 0) + " GB/s, where it has " +
               format_fixed(told, 0);
    return {};
}

/// Those whose name a recorded device may have. The driver's names are longer than a sheet's ("NVIDIA
/// A100-SXM4-40GB"); where nothing else tells the card, that is no proof.
std::vector<const DeviceModel*> named_like(const Device& device) {
    auto found = fitting(device.name);
    if (!found.empty() || device.multiprocessors <= 0) return found;
    for (const auto& model : device_models())
        if (within(lower(device.name), lower(model.name))) found.push_back(&model);
    return found;
}

const DeviceModel* sheet_of(const Device& device) {
    auto found = named_like(device);
    std::erase_if(found, [&](const DeviceModel* model) { return !unlike(*model, device).empty(); });
    return found.size() == 1 ? found.front() : nullptr;
}

}  // namespace

double told_dram_gb_per_s(const Device& device) {
    return 2 * static_cast<double>(device.memory_clock_khz) * 1e3 * device.memory_bus_bits / 8 / 1e9;
}

std::optional<DeviceModel> published_model(const Device& device) {
    const auto* sheet = sheet_of(device);
    if (sheet == nullptr) return std::nullopt;
    auto model = *sheet;
    const auto take = [&](double& figure, double told, const char* what) {
        if (told <= 0 || told == figure) return;
        figure = told;
        model.source.push_back(std::string(what) + ": as the device's own driver told");
    };
    take(model.clock_mhz, static_cast<double>(device.clock_khz) / 1000, "clock");
    take(model.l2_kib, static_cast<double>(device.l2_bytes) / 1024, "L2 size");
    return model;
}

std::string why_not_published(const Device& device) {
    if (sheet_of(device) != nullptr) return {};
    const auto found = named_like(device);
    return found.size() == 1
               ? "the figures of " + found.front()->name + " are of " + unlike(*found.front(), device)
               : std::string();
}

const DeviceModel* find_device_model(std::string_view name) {
    const auto found = fitting(name);
    return found.size() == 1 ? found.front() : nullptr;
}

const DeviceModel& device_model(std::string_view name) {
    const auto found = fitting(name);
    if (found.size() == 1) return *found.front();
    if (found.size() > 1) {
        std::string fit;
        for (const auto* model : found) fit += (fit.empty() ? "" : ", ") + model->name;
        throw Error(ErrorKind::usage,
                    "Several devices fit '" + std::string(name) + "': " + fit + ". Name one of them.");
    }
    std::vector<std::string_view> names;
    std::string all;
    for (const auto& model : device_models()) {
        names.push_back(model.name);
        all += (all.empty() ? "" : ", ") + model.name;
    }
    throw Error(ErrorKind::usage,
                "No device is called '" + std::string(name) + "'." + nearest_sentence(name, names) +
                    " There are " + all +
                    ", or the name of a file of your own that ends in .json (docs/predict.md).");
}

DeviceModel with_limits(DeviceModel model, std::span<const DeviceLimit> limits) {
    const auto take = [&](std::string_view name, double& figure, double factor) {
        const auto found = std::ranges::find(limits, name, &DeviceLimit::name);
        if (found == limits.end() || !(found->value > 0)) return false;
        figure = found->value * factor;
        model.measured.emplace_back(name);
        return true;
    };
    // What was measured is what is reached: the constant that stands for the way from a data sheet's figure
    // to it is 1 then.
    if (take("copy_bandwidth", model.dram_gb_per_s, 1e-9)) model.constants.dram = 1;
    take("l2_bandwidth", model.l2_gb_per_s, 1e-9);
    const double cycles = model.multiprocessors * model.clock_mhz * 1e6;
    if (cycles > 0) {
        take("shared_bandwidth", model.shared_bytes_per_cycle, 1 / cycles);
        take("integer_add_throughput", model.issue_per_cycle, 1 / (32 * cycles));
    }
    take("graph_node_overhead", model.launch_ns, 1);
    take("graph_overhead", model.sort_ns, 1);
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

}  // namespace sortscope::analyzer
