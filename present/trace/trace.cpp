#include "present/trace/trace.hpp"

#include <fmt/core.h>

#include "analyzer/launches/figures.hpp"
#include "core/version.hpp"
#include "present/json/case.hpp"
#include "present/tables/case.hpp"

namespace sortscope::present::trace {
namespace {
constexpr int process = 1;  // sampled runs have the next numbers
constexpr int transfer_track = 1, first_stream_track = 10;

double us(int64_t ns) { return double(ns) / 1000; }

struct OpenSlice {
    Stage at;
    int64_t start = 0, end = 0, substage_start = 0;
    uint64_t launches = 0, substage_launches = 0;
};

struct Event {
    const char* phase;
    std::string name;
    int thread = 0;
    int process_number = process;
    std::string_view category = {};
    std::optional<int64_t> start_ns = {}, duration_ns = {};
};

/// Process, context, number: programs may use a stream number twice.
using Stream = std::tuple<std::optional<uint32_t>, std::optional<uint32_t>, std::optional<uint32_t>>;

struct Track {
    int number = 0;  ///< in order of appearance: stream numbers are arbitrary
    OpenSlice open;
    std::optional<LaunchRecord> waiting;
};

class Trace {
 public:
    Trace(json::Writer& out, const CaseRecord& details, std::span<const Metric* const> metrics)
        : out_(out), details_(details), metrics_(metrics), sampled_(details.sampled_launches) {
        std::ranges::stable_sort(sampled_, {}, &SampledLaunch::launch);
    }

    void events(const CaseSource& source) {
        const auto name = "sortscope " + variant_text(details_) + ": " + workload_text(details_);
        put({"M", "process_name"}, [&] { out_.put("name", name); });
        transfers();
        source.launches(details_.id, {}, [&](const LaunchRecord& launch) {
            this->launch(launch);
            put_sampled(launch);
            return true;
        });
        for (auto& [stream, track] : tracks_)
            if (track.waiting) put_launch(*track.waiting, track, std::nullopt);
        for (auto& [stream, track] : tracks_) close_stage(track);
        for (const auto& [stream, track] : tracks_) name_track(track.number, track_name(stream));
        for (const auto& series : details_.series) write_series(series);
        std::set<TimeMode> modes;
        for (const auto& sampled : details_.sampled_launches) modes.insert(sampled.time_mode);
        for (const auto mode : modes)
            put({"M", "process_name", 0, process_of(mode)},
                [&] { out_.put("name", fmt::format("sampled run ({})", name_of(mode))); });
    }

 private:
    static int process_of(TimeMode mode) { return process + 1 + int(mode); }

    void put_sampled(const LaunchRecord& launch) {
        const auto same = std::ranges::equal_range(sampled_, launch.index, {}, &SampledLaunch::launch);
        for (const auto& sampled : same)
            put({"X", launch.kernel.empty() ? "kernel" : launch.kernel, first_stream_track,
                 process_of(sampled.time_mode), "launch", sampled.start_ns, sampled.duration_ns},
                [&] {
                    out_.put("launch_index", launch.index, "stage", launch.stage.stage, "substage",
                             launch.stage.substage);
                    out_.put("provenance", name_of(Provenance::measured));
                });
    }

    std::string track_name(const Stream& stream) const {
        const auto& [process_id, context, number] = stream;
        std::string text;
        if (tracks_.size() > 1 && process_id) text += fmt::format("process {}, ", *process_id);
        if (tracks_.size() > 1 && context) text += fmt::format("context {}, ", *context);
        return fmt::format("{}stream {}: stages, substages, launches", text, number.value_or(0));
    }

    template <class Args>
    void put(const Event& event, const Args& args) {
        out_.object([&] {
            out_.put("ph", event.phase, "name", event.name);
            out_.put_known("cat", event.category);
            out_.put("pid", event.process_number, "tid", event.thread);
            if (event.start_ns) out_.put("ts", us(*event.start_ns));
            if (event.duration_ns) out_.put("dur", us(*event.duration_ns));
            out_.object("args", args);
        });
    }
    void name_track(int thread, const std::string& text) {
        put({"M", "thread_name", thread}, [&] { out_.put("name", text); });
        put({"M", "thread_sort_index", thread}, [&] { out_.put("sort_index", thread); });
    }

    void transfers() {
        if (details_.transfers.empty()) return;
        name_track(transfer_track, "transfers");
        for (const auto& transfer : details_.transfers)
            put({"X", spaced(name_of(transfer.kind)), transfer_track, process, "transfer", transfer.start_ns,
                 transfer.duration_ns},
                [&] {
                    out_.put("bytes", transfer.bytes);
                    if (const auto rate = analyzer::transfer_rate(transfer))
                        out_.put("gb_per_s", *rate / 1e9);
                    out_.put("provenance", name_of(Provenance::measured));
                });
    }

    void close_substage(Track& track) {
        auto& open = track.open;
        if (open.substage_launches == 0) return;
        put({"X", fmt::format("substage {}.{}", open.at.stage, open.at.substage), track.number, process,
             "substage", open.substage_start, open.end - open.substage_start},
            [&] {
                out_.put("stage", open.at.stage, "substage", open.at.substage);
                out_.put_known("label", open.at.label);
                out_.put("launches", open.substage_launches);
            });
        open.substage_launches = 0;
    }
    void close_stage(Track& track) {
        auto& open = track.open;
        close_substage(track);
        if (open.launches == 0) return;
        put({"X", fmt::format("stage {}", open.at.stage), track.number, process, "stage", open.start,
             open.end - open.start},
            [&] { out_.put("stage", open.at.stage, "launches", open.launches); });
        open.launches = 0;
    }

    /// Holds `launch` until the stream's next one, whose start may cut it: durations are medians.
    void launch(const LaunchRecord& launch) {
        if (!launch.start_ns || !launch.duration_ns) return;
        const auto next = first_stream_track + int(tracks_.size());
        auto& track = tracks_
                          .try_emplace(Stream(launch.process_id, launch.context_id, launch.stream_id),
                                       Track{next, {}, {}})
                          .first->second;
        if (track.waiting) put_launch(*track.waiting, track, *launch.start_ns);
        track.waiting = launch;
    }

    void put_launch(const LaunchRecord& launch, Track& track, std::optional<int64_t> next) {
        auto& open = track.open;
        const auto start = std::max(*launch.start_ns, open.launches > 0 ? open.end : *launch.start_ns);
        const auto whole = start + *launch.duration_ns;
        const auto end = next ? std::max(start, std::min(whole, *next)) : whole;
        if (open.launches == 0 || open.at.stage != launch.stage.stage) {
            close_stage(track);
            open = {launch.stage, start, end, start};
        } else if (open.at.substage != launch.stage.substage) {
            close_substage(track);
            open.at = launch.stage;
            open.substage_start = start;
        }
        open.end = end;
        ++open.launches;
        ++open.substage_launches;
        put({"X", launch.kernel.empty() ? "kernel" : launch.kernel, track.number, process, "launch", start,
             end - start},
            [&] {
                json::members_of_launch(out_, launch, details_.device, details_.bytes());
                if (end < whole) out_.put("drawn_shorter_by_ns", whole - end);
            });
        counters(launch, start);
    }

    void counters(const LaunchRecord& launch, int64_t start) {
        const auto input = input_of(launch, details_.bytes());
        for (const auto* metric : metrics_) {
            const auto value = evaluate(*metric, input);
            if (!value) continue;
            put({.phase = "C",
                 .name = fmt::format("{} by launch ({})", metric->title, name_of(value->provenance)),
                 .start_ns = start},
                [&] { out_.put(metric->unit.empty() ? metric->id : metric->unit, value->value); });
        }
    }

    void write_series(const SeriesRecord& series) {
        const auto unit = fmt::format("{} in {}", series.unit.empty() ? "value" : series.unit,
                                      time_text(series.interval_ns));
        const auto text = fmt::format("{} ({})", series.metric, name_of(series.provenance));
        for (size_t i = 0; i < series.values.size(); ++i)
            put({.phase = "C",
                 .name = text,
                 .process_number = process_of(series.time_mode),
                 .start_ns = series.start_ns + int64_t(i) * series.interval_ns},
                [&] { out_.put(unit, series.values[i]); });
    }

    json::Writer& out_;
    const CaseRecord& details_;
    std::span<const Metric* const> metrics_;
    std::vector<SampledLaunch> sampled_;  ///< ordered by launch
    std::map<Stream, Track> tracks_;
};
}  // namespace

std::string no_trace_sentence(const CaseRecord& details, const std::optional<LaunchSpan>& span) {
    if (span || !details.transfers.empty()) return {};
    return fmt::format(
        "Case {} has no trace: its launches have no times. Times of launches come with activity records on a "
        "GPU; modelled cases and sorts on the CPU have none.",
        details.id);
}

void write(json::Writer& out, const CaseRecord& details, const RunRecord& run, const CaseSource& source,
           std::span<const Metric* const> metrics) {
    out.object([&] {
        out.array("traceEvents", [&] { Trace(out, details, metrics).events(source); });
        out.put("displayTimeUnit", "ns");
        out.object("otherData", [&] {
            out.put("program", std::string("sortscope ") + program_version);
            out.put("times",
                    "ts and dur in microseconds since the case's first activity record, measured with "
                    "activity records on: not the headline's trials");
            out.object("case", [&] { json::members_of_summary(out, details); });
            out.put("run", run);
            json::member_legend(out);
        });
    });
}
}
