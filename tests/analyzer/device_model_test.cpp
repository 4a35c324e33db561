#include "analyzer/model/device_model.hpp"

#include <gmock/gmock.h>
#include <set>
#include <sstream>

#include "core/metric/occupancy.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {
using test::expect_error;

/// The H200's file with `what` in place of `old`.
std::string changed(const std::string& old, const std::string& what) {
    auto text = device_model_text(device_model("H200"));
    const auto at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return text.replace(at, old.size(), what);
}

TEST(DeviceModels, AreKnownByName) {
    std::set<std::string> names;
    for (const auto& device : device_models()) {
        names.insert(device.name);
        EXPECT_FALSE(device.source.empty()) << device.name;
        EXPECT_EQ(device.provenance, Provenance::published) << device.name;
        EXPECT_EQ(device.constants, ModelConstants{}) << device.name;
        EXPECT_GT(device.dram_gb_per_s, 0) << device.name;
    }
    EXPECT_THAT(names,
                ::testing::UnorderedElementsAre(
                    "GT 320M", "GTX 260", "Quadro 6000", "GTX 570", "Radeon HD 6970", "Tesla K10", "Titan Xp",
                    "Tesla V100", "Tesla T4", "NVIDIA A100", "NVIDIA A100 80GB", "NVIDIA A40",
                    "NVIDIA GeForce RTX 3090", "NVIDIA L4", "NVIDIA L40S", "NVIDIA H100 PCIe", "NVIDIA H100",
                    "NVIDIA H200", "NVIDIA GeForce RTX 4090", "NVIDIA B200", "NVIDIA GeForce RTX 5090"));
    for (const auto& [words, name] : {std::pair("A100", "NVIDIA A100"),
                                      {"a100 80gb", "NVIDIA A100 80GB"},
                                      {"H100", "NVIDIA H100"},
                                      {"H100 PCIe", "NVIDIA H100 PCIe"},
                                      {"L4", "NVIDIA L4"},
                                      {"h200", "NVIDIA H200"},
                                      {"4090", "NVIDIA GeForce RTX 4090"}})
        EXPECT_EQ(device_model(words).name, name);
    // Longer names of other cards, no name, and a name of several cards.
    for (const auto* words : {"NVIDIA H100 NVL", "NVIDIA A100-SXM4-80GB", "NVIDIA H2000", "", "NVIDIA"})
        EXPECT_EQ(find_device_model(words), nullptr) << words;
    expect_error(ErrorKind::usage,
                 "Several devices fit 'GeForce': NVIDIA GeForce RTX 3090, NVIDIA GeForce RTX 4090",
                 [] { device_model("GeForce"); });
    expect_error(ErrorKind::usage, "No device is called 'GTX 270'. Did you mean 'GTX 260' or 'GTX 570'?",
                 [] { device_model("GTX 270"); });
}

TEST(DeviceModels, NameTheSourceOfEachFigure) {
    size_t checked = 0;
    for (const auto& device : device_models()) {
        if (device.assumed.empty()) continue;  // old cards describe their assumptions in sentences
        SCOPED_TRACE(device.name);
        ++checked;
        std::multiset<std::string> named;
        for (const auto& line : device.source) {
            std::istringstream figures(line.substr(0, line.find(": ")));
            for (std::string figure; std::getline(figures >> std::ws, figure, ',');) named.insert(figure);
        }
        std::multiset<std::string> given;
        std::istringstream text(device_model_text(device));
        for (std::string line; std::getline(text, line);)
            if (const auto at = line.find("\": ");
                line.starts_with("  \"") && std::isdigit(uint8_t(line[at + 3])))
                given.insert(line.substr(3, at - 3));
        EXPECT_EQ(named, given);
        const auto limits = multiprocessor_limits(device.cc_major, device.cc_minor).value();
        EXPECT_EQ(std::tuple(device.warps, device.blocks, device.registers, device.shared_kib * 1024),
                  std::tuple(limits.warps, limits.blocks, limits.registers, limits.shared_bytes));
    }
    EXPECT_EQ(checked, 14U);
    EXPECT_THAT(device_model("B200").unknown(),
                ::testing::ElementsAre("clock_mhz", "memory_latency_ns", "l2_gb_per_s"));
    EXPECT_TRUE(device_model("A100 80GB").unknown().empty());
}

/// A device as its driver reports it.
Device told(const std::string& name, int multiprocessors, int64_t memory_clock_khz, int bus_bits) {
    Device device;
    device.backend = BackendKind::cupti;
    device.name = name;
    device.multiprocessors = multiprocessors;
    device.memory_clock_khz = memory_clock_khz;
    device.memory_bus_bits = bus_bits;
    return device;
}

TEST(DataSheets, AreOfTheCardThatWasRecorded) {
    EXPECT_EQ(published_model(told("NVIDIA H200", 132, 3201000, 6016))->name, "NVIDIA H200");
    EXPECT_EQ(published_model(told("NVIDIA A100-SXM4-40GB", 108, 1215000, 5120))->name, "NVIDIA A100");
    EXPECT_EQ(published_model(told("NVIDIA A100-SXM4-80GB", 108, 1593000, 5120))->name, "NVIDIA A100 80GB");
    EXPECT_EQ(published_model(told("NVIDIA H100 80GB HBM3", 132, 2619000, 5120))->name, "NVIDIA H100");
    EXPECT_EQ(published_model(told("NVIDIA H100 PCIe", 114, 1593000, 5120))->name, "NVIDIA H100 PCIe");
    EXPECT_EQ(published_model(told("Tesla V100-SXM2-16GB", 80, 877000, 4096))->name, "Tesla V100");
    EXPECT_EQ(published_model(told("NVIDIA TITAN Xp", 30, 5705000, 384))->name, "Titan Xp");
    for (const auto& [other, why] :
         {std::pair(told("NVIDIA H100 80GB HBM3 MIG 1g.10gb", 16, 2619000, 5120),
                    "the figures of NVIDIA H100 are of 132 SMs, but this device has 16"),
          std::pair(
              told("NVIDIA H100 NVL", 132, 2619000, 6016),
              "the figures of NVIDIA H100 are of device memory of 3,350 GB/s, but this device has 3,939"),
          std::pair(
              told("NVIDIA A100-SXM4-40GB", 108, 1593000, 5120),
              "the figures of NVIDIA A100 are of device memory of 1,555 GB/s, but this device has 2,039"),
          std::pair(told("NVIDIA H200", 66, 0, 0),
                    "the figures of NVIDIA H200 are of 132 SMs, but this device has 66"),
          std::pair(told("NVIDIA GB300", 148, 0, 0), "")}) {
        EXPECT_FALSE(published_model(other)) << other.name;
        EXPECT_EQ(why_not_published(other), why) << other.name;
    }
    EXPECT_EQ(why_not_published(told("NVIDIA H200", 132, 0, 0)), "");
    // Imported times report only a name of the device. It must be the name in the sheet.
    EXPECT_EQ(published_model(told("nvidia h200", 0, 0, 0))->name, "NVIDIA H200");
    EXPECT_FALSE(published_model(told("NVIDIA H100 NVL", 0, 0, 0)) || published_model(told("", 0, 0, 0)));
}

TEST(DataSheets, ClockAndL2AreTheDriversOwn) {
    auto device = told("NVIDIA H200 NVL", 132, 3201000, 6016);
    device.clock_khz = 1785000;
    device.l2_bytes = 61440 * 1024;
    const auto model = *published_model(device);
    EXPECT_DOUBLE_EQ(model.clock_mhz, 1785);
    EXPECT_EQ(model.source.back(), "clock: reported by the driver");
    EXPECT_EQ(model.source.size(), device_model("H200").source.size() + 1) << "the L2 is the sheet's";
    EXPECT_DOUBLE_EQ(model.dram_gb_per_s, device_model("H200").dram_gb_per_s);
}

TEST(DeviceModels, AreWrittenAndReadBack) {
    auto device = device_model("H200");
    device.calibrated = "12 cases";
    device.constants.overlap = 3.25;
    EXPECT_EQ(parse_device_model(device_model_text(device), "a.json"), device);
    for (const auto& one : device_models())
        EXPECT_EQ(parse_device_model(device_model_text(one), "a.json"), one);
    // The limits of a run replace figures of the sheet.
    const auto measured =
        with_limits(device_model("H200"), std::vector<DeviceLimit>{{"copy_bandwidth", 3.9e12, "bytes/s", 0},
                                                                   {"graph_node_overhead", 500, "ns", 0},
                                                                   {"unknown", 1, "", 0}});
    EXPECT_DOUBLE_EQ(measured.dram_gb_per_s, 3900);
    EXPECT_DOUBLE_EQ(measured.constants.dram, 1);
    EXPECT_DOUBLE_EQ(measured.launch_ns, 500);
    EXPECT_DOUBLE_EQ(measured.peak_dram_gb_per_s, 4800);
    EXPECT_THAT(measured.assumed, ::testing::ElementsAre("sort_ns"));
    EXPECT_EQ(measured.provenance, Provenance::measured);
    EXPECT_EQ(measured.l2_gb_per_s, device_model("H200").l2_gb_per_s);
    EXPECT_EQ(with_limits(device_model("H200"), {}), device_model("H200"));
}

TEST(DeviceFiles, ErrorsNameTheFieldAndItsLine) {
    const std::string blocks = "\"blocks_per_multiprocessor\": 32.0";
    for (const auto& [text, words] : std::initializer_list<std::pair<std::string, const char*>>{
             {"{\n  \"name\": \"x\",\n  nonsense\n}", "my.json, line 3: this is no JSON"},
             {"", "this is no JSON"},
             {"{\"name\": NaN}", "this is no JSON: syntax error while parsing value - invalid literal"},
             {"[]", "must be an object"},
             {"{}", "'name' is missing"},
             {"{\"name\": \"x\"}", "'multiprocessors' is missing"},
             {changed("\"clock_mhz\": 1980.0", "\"clock_mhz\": \"fast\""), "clock_mhz: type must be number"},
             {changed("\"dram_gb_per_s\": 4800.0", "\"dram_gb_per_s\": -1"), "not from 0.01 to 1000000.0"},
             {changed("\"dram_gb_per_s\"", "\"dram_gb_per_sec\""), "Did you mean 'dram_gb_per_s'?"},
             {changed("\"9.0\"", "\"nine\""), "not as in \"9.0\""},
             {changed("\"published\"", "\"guessed\""), "There is no provenance called 'guessed'"},
             {changed(blocks, blocks + ", \"constants\": {\"overlap\": 0.5}"),
              "constants.overlap: it is 0.5"},
             {changed(blocks, blocks + ", \"constants\": {\"drama\": 1}"), "Did you mean 'dram'?"},
             {changed(blocks, blocks + ", \"constants\": 3"), "must be an object"}})
        expect_error(ErrorKind::data, words, [&, file = text] { parse_device_model(file, "my.json"); });
    // The error names the line of the wrong field.
    const auto text = changed("\"l2_kib\": 61440.0", "\"l2_kib\": null");
    const auto line = 1 + std::count(text.begin(), text.begin() + ptrdiff_t(text.find("\"l2_kib\"")), '\n');
    expect_error(ErrorKind::data,
                 "line " + std::to_string(line) + ", l2_kib: ", [&] { parse_device_model(text, "my.json"); });
}
}  // namespace
}
