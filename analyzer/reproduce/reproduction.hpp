// A figure made anew from recorded cases: measured beside predicted beside published, its claims judged, and
// what is missing.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/reproduce/network.hpp"
#include "analyzer/reproduce/recorded.hpp"
#include "analyzer/reproduce/rules.hpp"

namespace sortscope::analyzer::reproduce {

/// Expected time of a recorded case on another device, in ns, by the counters of its launches and what it
/// sets and copies between them; nothing where they do not tell. Always modelled.
using Predictor = std::function<std::optional<double>(const std::string& device, const CaseRecord& record,
                                                      const std::vector<LaunchRecord>& launches,
                                                      std::span<const TransferRecord> transfers)>;

/// A claim with what became of it on one device.
struct Judgement {
    Claim claim;
    std::string device;
    bool modelled = false;  ///< of times predicted for the device
    Finding finding;
    std::string rule;    ///< the rule with its figures, in words
    std::string reason;  ///< from counters, where it does not hold; empty where they tell nothing
};

/// Cases that a figure asks for and the file has not: one call of the collector.
struct MissingCases {
    std::vector<std::string> variants;
    std::vector<std::uint64_t> sizes;
    std::optional<KeyType> key;
    std::optional<Distribution> input;
    std::vector<std::uint32_t> blocks;
    bool source_block = false;
    std::map<std::string, std::vector<std::int64_t>> parameters;
    bool counting = false;
    bool timed = false;  ///< a time is wanted of one of them, which the interpreter cannot give
    /// "sortscope collect --variant rank --key f32 --size 2^10,2^12 --block source --output FILE", without
    /// the program's name where `words`.
    std::vector<std::string> words(const std::string& file) const;
    std::string command(const std::string& file) const;
    std::size_t cases() const;
};

/// One launch or transfer of a timeline.
struct TimelineSpan {
    std::string lane;  ///< "transfers", "stage 1"
    std::string name;  ///< "P=2 mirror", "host to device, 64 bytes"
    double start_ns = 0, end_ns = 0;
    bool transfer = false;
};

struct Reproduction {
    const Figure* figure = nullptr;
    std::vector<std::string> devices;  ///< GPUs that it is of, then CPUs that serial sorts ran on
    Grid measured;                     ///< of all GPUs asked for, CPUs beside the first
    std::vector<Grid> predicted;       ///< one for each of Figure::predicted that has a value
    std::vector<std::string> predicted_devices;
    Grid published;  ///< columns that have an overlay, by the same names
    std::optional<Network> network;
    std::vector<TimelineSpan> timeline;
    std::vector<Judgement> judgements;
    std::vector<MissingCases> missing;
    bool one_of_several = false;     ///< the file has other GPUs with the same figure
    std::vector<std::string> notes;  ///< what could not be had beside cases: counters, predictions

    std::size_t missing_cases() const;
    /// Whether any of its cases is in the file.
    bool has_values() const;
};

/// `figure` must outlive what is returned. `device`: part of a GPU's name; empty: the one with most cases.
/// Throws Error(usage) where no GPU of the file fits, and Error(data) where a published table cannot be read.
Reproduction reproduce(const Figure& figure, const Recorded& recorded, const std::string& device = {},
                       const Predictor& predictor = {});

/// The cases that `figure` lacks on the GPU called `gpu`, of which the file may have none; empty: on any.
std::vector<MissingCases> missing_on(const std::string& gpu, const Figure& figure, const Recorded& recorded);

/// The GPU among the devices of a machine, `here`, that collects what a file lacks: the one that has `asked`
/// in its name; without a wish the one whose name has most cases in the file, else the first. Nothing where
/// the machine has no GPU and none was asked for. Throws Error(environment) that names those there are where
/// it has none that is called so.
std::optional<Device> collecting_gpu(const std::vector<Device>& here, const Recorded& recorded,
                                     const std::string& asked);

/// The rule of a claim in words, with its figures: "ratio_about: 2, within a factor of 1.5".
std::string rule_text(const Claim& claim);

/// Why `contrast` came out as it did: from the counters of its cases, and where the source has the same
/// times, by what each side differs from those. Empty where neither tells anything.
std::string reason_for(const Contrast& contrast, const Grid& grid, const Grid& published,
                       const Recorded& recorded);

/// By the model of analyzer/predict.hpp. It gives nothing for a device that the model does not know, for
/// launches whose memory traffic nobody counted, and for blocks that do not fit on the device.
Predictor device_predictor();

}  // namespace sortscope::analyzer::reproduce
