// pack() and unpack() by Boost's binary archive. A structured binding names all members of a struct: a
// forgotten new member does not compile.
#include <sstream>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/archive/impl/archive_serializer_map.ipp>
#include <boost/archive/impl/basic_binary_iarchive.ipp>
#include <boost/archive/impl/basic_binary_iprimitive.ipp>
#include <boost/serialization/array.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

#include "collector/worker/messages.hpp"

namespace boost::serialization {
using namespace sortscope;             // NOLINT: the archive finds these functions in its own namespace
using namespace sortscope::collector;  // NOLINT

template <class A, class T>
void serialize(A& archive, std::optional<T>& value, unsigned) {
    bool present = value.has_value();
    archive& present;
    if (!present)
        value.reset();
    else if (A::is_loading::value)
        value.emplace();
    if (present) archive&* value;
}

template <class A>
void serialize(A& archive, Number& number, unsigned) {
    bool whole = number.is_whole();
    archive& whole;
    if (whole) {
        int64_t value = number.rounded();
        archive& value;
        number = value;
    } else {
        double value = number.as_double();
        archive& value;
        number = value;
    }
}

template <class A>
void serialize(A& archive, AxisValue& value, unsigned) {
    auto kind = value.value.index();
    archive& kind;
    if (A::is_loading::value && kind == 1) value = 0.0;
    if (A::is_loading::value && kind == 2) value = "";
    std::visit([&](auto& held) { archive& held; }, value.value);
}

template <class A>
void serialize(A& archive, Axes& axes, unsigned) {
    std::map<std::string, AxisValue> values(axes.begin(), axes.end());
    archive& values;
    if (!A::is_loading::value) return;
    axes = {};
    for (const auto& [name, value] : values) axes.set(name, value);
}

template <class A>
void serialize(A& archive, std::chrono::milliseconds& time, unsigned) {
    int64_t count = time.count();
    archive& count;
    time = std::chrono::milliseconds(count);
}

#define SORTSCOPE_ARCHIVED(Type, ...)                   \
    template <class A>                                  \
    void serialize(A& archive, Type& value, unsigned) { \
        auto& [__VA_ARGS__] = value;                    \
        archive_all(archive, __VA_ARGS__);              \
    }

template <class A, class... Members>
void archive_all(A& archive, Members&... members) {
    static_cast<void>((archive & ... & members));
}

SORTSCOPE_ARCHIVED(kernels::VariantParameter, name, summary, values, default_value)
SORTSCOPE_ARCHIVED(kernels::Citation, source, section)
SORTSCOPE_ARCHIVED(kernels::SlowInputs, distributions, max_n, why)

template <class A>
void serialize(A& archive, kernels::VariantInfo& info, unsigned) {
    auto& [name, family, kind, source, section, summary, details, keys, promise, min_n, max_n, power_of_two,
           pads, slow, min_block, max_block, default_block, block_rule, parameters, also, refuses, steps] =
        info;
    archive_all(archive, name, family, kind, source, section, summary, details, keys, promise, min_n, max_n,
                power_of_two, pads, slow, min_block, max_block, default_block, block_rule.text, parameters,
                also);
}

SORTSCOPE_ARCHIVED(Dim3, x, y, z)
SORTSCOPE_ARCHIVED(Stage, stage, substage, label)
SORTSCOPE_ARCHIVED(Site, kind, file, line, column, function)
SORTSCOPE_ARCHIVED(kernels::Buffer, name, count, element_bytes)

template <class A>
void serialize(A& archive, kernels::Launch& launch, unsigned) {
    auto& [stage, kernel, grid, block, shared_bytes, required_bytes, comparators, arguments] = launch;
    archive_all(archive, stage, kernel, grid, block, shared_bytes, required_bytes, comparators);
}

SORTSCOPE_ARCHIVED(kernels::Plan, buffers, launches, output)
SORTSCOPE_ARCHIVED(SiteCounts, site, provenance, requests, threads, bytes, sectors, lines, sizes, sizes_cc13,
                   extra_wavefronts, taken_threads, divergent_warps)
SORTSCOPE_ARCHIVED(PassRecord, set, provenance, pass)
SORTSCOPE_ARCHIVED(CounterValue, id, provenance, number, pass)
SORTSCOPE_ARCHIVED(VendorValue, name, number, pass)
SORTSCOPE_ARCHIVED(SeriesRecord, metric, unit, provenance, start_ns, interval_ns, values, time_mode)
SORTSCOPE_ARCHIVED(SampledLaunch, time_mode, launch, start_ns, duration_ns)
SORTSCOPE_ARCHIVED(LaunchRecord, index, stage, kernel, symbol, grid, block, shared_bytes, registers,
                   local_bytes, required_bytes, comparators, start_ns, duration_ns, duration_spread,
                   duration_count, process_id, context_id, stream_id, correlation_id, counters, vendor_values,
                   sites)
SORTSCOPE_ARCHIVED(TransferRecord, kind, bytes, start_ns, duration_ns)
SORTSCOPE_ARCHIVED(TrialRecord, kind, index, duration_ns, verified, accepted, note, round, time_mode,
                   sm_clock_mhz, memory_clock_mhz)
SORTSCOPE_ARCHIVED(Note, severity, text)
SORTSCOPE_ARCHIVED(RoundTime, round, median_ns, spread, count)
SORTSCOPE_ARCHIVED(TimeSummary, median_ns, min_ns, max_ns, spread, count, stopped_by, mode, rounds)
SORTSCOPE_ARCHIVED(DeviceLimit, name, number, unit, spread)
SORTSCOPE_ARCHIVED(StallRecord, kernel, symbol, file, line, pc_offset, reason, samples)
SORTSCOPE_ARCHIVED(SourceText, file, text)
SORTSCOPE_ARCHIVED(LaunchSpan, span_ns, busy_ns)
SORTSCOPE_ARCHIVED(Workload, key, n, distribution, seed, file, entropy_bits, file_digest)
SORTSCOPE_ARCHIVED(LaunchConfig, block, params)
SORTSCOPE_ARCHIVED(Device, backend, ordinal, name, uuid, cc_major, cc_minor, multiprocessors, warp_size,
                   clock_khz, memory_clock_khz, memory_bus_bits, memory_bytes, l2_bytes,
                   shared_per_block_bytes, max_threads_per_block, driver_version, cuda_version, cupti_version)
SORTSCOPE_ARCHIVED(Subject, kind, name, family, promise)
SORTSCOPE_ARCHIVED(SortInput, distribution, seed, entropy_bits, file, file_digest)
SORTSCOPE_ARCHIVED(Work, items, bytes)
SORTSCOPE_ARCHIVED(Annotation, name, note, tags)
SORTSCOPE_ARCHIVED(CaseRecord, id, run, subject, axes, input, work, device, backend, status, message, padded,
                   required_bytes, cache_state, time_mode, time, other_times, launch_count, launch_span,
                   trials, launches, transfers, passes, series, sampled_launches, stalls, sources, notes,
                   collect_ns, annotation)
SORTSCOPE_ARCHIVED(CaseSpec, variant, workload, config)
SORTSCOPE_ARCHIVED(TrialOptions, rule, min_trials, max_trials, target_spread, max_angle_degrees, min_r2,
                   budget, patience, warm_up, flush_l2)
SORTSCOPE_ARCHIVED(CounterRequest, sets, vendor, stalls, series, counting)
SORTSCOPE_ARCHIVED(CasePhases, times, launch_times, counters, counting, series, stalls)
SORTSCOPE_ARCHIVED(BackendOptions, trials, phases, round, first_trial, time_modes, activity_trials,
                   keep_profiler, counters, counting_build, threads, sites)
SORTSCOPE_ARCHIVED(Check, name, ok, detail, remedy)
SORTSCOPE_ARCHIVED(PluginVariant, info, refuses, has_block_rule)
SORTSCOPE_ARCHIVED(PluginDescription, gpu_code, sources, variants)
SORTSCOPE_ARCHIVED(WorkerSetup, kind, gpu, model_cc_major, model_cc_minor)
SORTSCOPE_ARCHIVED(WorkerHello, device, runs)
SORTSCOPE_ARCHIVED(CaseTask, spec, plugin, options, record)
SORTSCOPE_ARCHIVED(WorkerFailure, kind, sentence)

#undef SORTSCOPE_ARCHIVED
}

namespace sortscope::collector {
/// Refuses a bool other than 0 and 1, and a length beyond the message. Boost would accept both.
class FrameReader : public boost::archive::binary_iarchive_impl<FrameReader, char, std::char_traits<char>> {
    using Base = boost::archive::binary_iarchive_impl<FrameReader, char, std::char_traits<char>>;

 public:
    explicit FrameReader(std::istream& in)
        : Base(in, boost::archive::no_header | boost::archive::no_tracking), bytes_(*in.rdbuf()) {}

    template <class T>
    void load_override(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            uint8_t byte = 0;
            Base::load_override(byte);
            if (byte > 1) throw std::range_error("no bool");
            value = byte == 1;
        } else if constexpr (std::is_same_v<T, std::string>) {
            size_t length = 0;
            Base::load_override(length);
            check(length);
            value.resize(length);
            load_binary(value.data(), length);
        } else {
            Base::load_override(value);
            if constexpr (std::is_same_v<T, boost::serialization::collection_size_type>)
                check(std::as_const(value));
        }
    }

 private:
    void check(size_t length) const {
        if (length > size_t(std::max<std::streamsize>(0, bytes_.in_avail())))
            throw std::length_error("longer than the message");
    }
    std::streambuf& bytes_;
};
}

// The format of binary_oarchive.
BOOST_SERIALIZATION_USE_ARRAY_OPTIMIZATION(sortscope::collector::FrameReader)

namespace sortscope::collector {
template <class T>
std::string pack(const T& message) {
    std::ostringstream bytes(std::ios::binary);
    boost::archive::binary_oarchive archive(bytes, boost::archive::no_header | boost::archive::no_tracking);
    archive& message;
    return std::move(bytes).str();
}

template <class T>
T unpack(const std::string& bytes) {
    try {
        std::istringstream in(bytes, std::ios::binary);
        FrameReader archive(in);
        T message{};
        archive& message;
        return message;
    } catch (const std::exception&) {  // or bad_alloc for a wrong length
        throw Error(ErrorKind::internal, "A worker process sent an unreadable message.");
    }
}

#define SORTSCOPE_MESSAGE(T)             \
    template std::string pack(const T&); \
    template T unpack(const std::string&);
SORTSCOPE_MESSAGE(WorkerSetup)
SORTSCOPE_MESSAGE(WorkerHello)
SORTSCOPE_MESSAGE(CaseTask)
SORTSCOPE_MESSAGE(WorkerFailure)
SORTSCOPE_MESSAGE(std::vector<BackendOptions>)
SORTSCOPE_MESSAGE(CaseRecord)
SORTSCOPE_MESSAGE(std::vector<DeviceLimit>)
SORTSCOPE_MESSAGE(std::optional<std::string>)
SORTSCOPE_MESSAGE(std::optional<Check>)
SORTSCOPE_MESSAGE(PluginDescription)
SORTSCOPE_MESSAGE(kernels::Plan)
SORTSCOPE_MESSAGE(std::string)
SORTSCOPE_MESSAGE(uint32_t)
SORTSCOPE_MESSAGE(bool)
SORTSCOPE_MESSAGE(double)
#undef SORTSCOPE_MESSAGE
}
