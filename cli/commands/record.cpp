// `sortscope record`: records the launches of an unchanged CUDA program.
#include <signal.h>

#include <cmath>

#include "cli/commands/collect_run.hpp"
#include "cli/commands/commands.hpp"
#include "core/condition.hpp"
#include "core/folders.hpp"
#include "core/stages.hpp"
#include "db/write/writer.hpp"
#include "recorder/process.hpp"
#include "recorder/stalls.hpp"

namespace sortscope::cli {
namespace {
struct RecordOptions {
    std::vector<std::string> program;
    std::string output = default_file, counters = "sass";
    recorder::Declared declared;
    std::optional<uint64_t> items, bytes;
    uint32_t rounds = 1;
    bool stalls = false, time_only = false, anyway = false, quiet = false, anonymous = false;
};

/// The file numbers launches in 32 bits.
constexpr uint64_t most_recorded = 100'000'000;

/// Adds an axis: "n=2^20".
void add_axis(const std::string& text, Axes& axes) {
    const auto [name, value] = split_pair(text);
    if (name.empty() || value.empty()) wrong_request("'{}' is not NAME=VALUE.", text);
    if (!is_printable(name) || name.size() > 60) wrong_request("give a short name.");
    if (axes.contains(name)) wrong_request("'{}' is named twice.", name);
    const bool counts = name == "n" || name == "block";
    const AxisValue parsed = name == "key"     ? AxisValue(name_of(parse_enum<KeyType>(value)))
                             : name == "input" ? AxisValue(SortInput::parse(value).text())
                             : counts || value.find('^') != std::string::npos ? AxisValue(parse_count(value))
                                                                              : AxisValue::parse(value);
    if (counts && parsed.integer().value_or(0) < 1) wrong_request("{} must be 1 or more.", name);
    axes.set(name, parsed);
}

/// True for "--counters none --stalls".
bool takes_stalls_alone(const RecordOptions& options) { return options.stalls && options.counters == "none"; }

/// Accepts only counters that hardware takes launch by launch.
void check_counters(const RecordOptions& options) {
    const auto request = value_of("--counters", [&] { return parse_counters(options.counters); });
    if (!request.vendor.empty()) wrong_request("--counters: record takes counters of the catalogue only.");
    if (request.sets.empty() && !takes_stalls_alone(options))
        wrong_request("--counters: no launch has {}. To count nothing, give --time-only.", options.counters);
}

/// "0.5" seconds -> ns.
int64_t parse_delay(const std::string& text) {
    const auto seconds = parse_number<double>(text);
    if (!seconds || !(*seconds >= 0 && *seconds <= 1e6))
        wrong_request("'{}' is no number of seconds from 0 to 1,000,000.", text);
    return std::llround(*seconds * 1e9);
}

/// A number of launches.
uint64_t parse_launches(const std::string& text) {
    const auto count = parse_count(text);
    if (count > most_recorded) wrong_request("{} launches are the most.", most_recorded);
    return count;
}

/// "every=10" -> 10.
uint64_t parse_sample(const std::string& text) {
    constexpr std::string_view every = "every=";
    const auto count = text.starts_with(every) ? parse_count(text.substr(every.size())) : 0;
    if (count < 1 || count > most_recorded)
        wrong_request("'{}' is not every=N with N from 1 to {}.", text, most_recorded);
    return count;
}

/// "512MiB", "2G".
uint64_t parse_memory(std::string_view text) {
    if (text.ends_with('B')) text.remove_suffix(1);
    const auto bytes = parse_count(text);
    if (bytes < 1 << 20) wrong_request("give 1MiB or more.");
    return bytes;
}

/// Refuses to combine options that leave out launches with options that need all launches.
void check_choice(const RecordOptions& options) {
    const auto& filter = options.declared.filter;
    if (options.stalls && options.time_only)
        wrong_request("--stalls runs the program once more. Leave out --time-only.");
    if (options.stalls && !filter.range.empty())
        wrong_request(
            "--stalls samples all launches, and samples have no NVTX range. Leave out --range, or choose "
            "kernels by --kernel.");
    if (filter.sample > 1 && !filter.repeat_by.empty())
        wrong_request("--sample records other launches in each repetition. Leave out --repeat-by.");
    if (filter.sample > 1 && options.items)
        wrong_request("--items needs the time of all launches. Leave out --sample.");
    if (filter.delay_ns > 0 && !filter.repeat_by.empty())
        wrong_request("--delay would cut a repetition. Leave it out: --repeat-by chooses the launches.");
    if (options.bytes && !options.items) wrong_request("--bytes goes with --items.");
}

recorder::Declared declared_of(const RecordOptions& options, const std::vector<std::string>& words) {
    auto declared = options.declared;
    if (declared.name.empty()) declared.name = std::filesystem::path(words.front()).filename().string();
    declared.name = printable(declared.name);
    if (declared.name.empty() || declared.name.size() > 200) wrong_request("--name: give a short name.");
    if (!options.items) return declared;
    const auto key = key_of(declared.axes);
    declared.work = Work{*options.items, options.bytes.value_or(key ? *options.items * key_bytes(*key) : 0)};
    return declared;
}

/// Checks device files first, because the driver takes 0.15 s to list GPUs.
bool has_gpu() {
    const auto exists = [](const char* file) {
        std::error_code failed;
        return std::filesystem::exists(file, failed);
    };
    return exists("/dev/nvidiactl") || exists("/dev/dxg") || !collector::gpu_devices().empty();
}

/// Names the part that recording lacks; else empty.
std::string missing_part(const std::filesystem::path& library) {
    if (library.empty())
        return "This installation lacks libsortscope_inject.so, which the program must load: build with "
               "SORTSCOPE_CUDA=ON and install it beside sortscope.";
    if (!has_gpu()) return "No GPU can be used here; 'sortscope doctor' shows why.";
    return {};
}

/// Runs the program until its last round or its first failure. Sets `later`, the filter of runs after the
/// first.
std::vector<recorder::ProgramRun> run_rounds(const RecordOptions& options,
                                             const std::vector<std::string>& words,
                                             const std::filesystem::path& library,
                                             const recorder::LaunchFilter& filter,
                                             recorder::LaunchFilter& later) {
    std::vector<recorder::ProgramRun> runs;
    for (uint32_t round = 0; round < options.rounds; ++round) {
        runs.push_back(recorder::run_program(words, library, round == 0 ? filter : later));
        if (round == 0) later = filter.after(runs.front());
        if (!runs.back().end.ok()) break;
    }
    return runs;
}

bool launched(const recorder::ProgramRun& run) {
    return std::ranges::any_of(run.processes, [](const auto& process) { return !process.kernels.empty(); });
}

/// False if the user ended the program, or if it launched nothing.
bool may_run_again(const recorder::ProgramRun& timed) {
    const auto by_user = {SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGKILL};
    return launched(timed) && std::ranges::find(by_user, timed.end.signal) == by_user.end();
}

/// Stores the run. Returns a sentence about its cases.
std::string store(db::Writer& writer, const std::string& file, RunRecord run,
                  const std::vector<recorder::RecordedCase>& cases,
                  const std::vector<recorder::ProgramRun>& runs) {
    std::set<std::string> losses;
    for (const auto& process : runs.front().processes)
        for (const auto& sentence : process.losses) losses.insert(printable(sentence));
    for (const auto& each : cases)
        for (const auto& note : each.record.notes)
            if (note.severity == Severity::lost) losses.insert(note.text);
    for (const auto& sentence : losses) print_error(sentence);
    if (cases.empty())
        return losses.empty() ? "The program launched no kernel, so no case was stored."
                              : "No case was stored.";
    run.ended_utc = utc_now();
    run.planned_cases = uint32_t(cases.size());
    const auto id = writer.begin_run(run);
    uint64_t launches = 0;
    for (const auto& each : cases) {
        launches += each.record.launch_count;
        writer.write_case(id, each.record, each.launches);
    }
    writer.finish_run(id, run);
    return fmt::format("Recorded {}{} of {}. 'sortscope report {}' shows them.", plural(launches, "launch"),
                       cases.size() == 1 ? "" : fmt::format(" on {}", plural(cases.size(), "GPU")),
                       cases.front().record.subject.name, shell_word(file));
}

/// Ends with the program's exit code or signal.
[[noreturn]] void end_like(const recorder::ProgramEnd& end) {
    if (end.signal != 0) {
        ::signal(end.signal, SIG_DFL);
        ::raise(end.signal);
    }
    throw ExitWith{end.signal != 0 ? 128 + end.signal : end.code};
}

void run_record(const RecordOptions& options, const Program& program) {
    if (!options.program.empty())
        wrong_request("Put -- before the program: sortscope record -- {}", fmt::join(options.program, " "));
    const auto& words = program.recorded;
    if (words.empty() || words.front().empty())
        wrong_request("Record what? Name the program behind --: sortscope record -- ./my-sort 1000000");
    const auto declared = declared_of(options, words);
    check_choice(options);
    check_counters(options);
    const auto library = recorder::find_injection_library();
    if (const auto missing = missing_part(library); !missing.empty()) {
        if (!options.anyway)
            throw Error(ErrorKind::environment, missing + " --anyway runs the program without recording.");
        print_error(missing + " The program runs all the same.");
    }
    db::Writer writer(options.output);  // refuses a bad file before the program runs
    auto run = begun_run(program.command_line);
    recorder::LaunchFilter later;
    const auto runs = run_rounds(options, words, library, declared.filter, later);
    const bool again = may_run_again(runs.front());
    std::vector<recorder::ProgramRun> counted;
    if (again && !options.time_only && !takes_stalls_alone(options))
        counted = recorder::count_program(words, library, later, options.counters);
    std::optional<recorder::ProgramRun> sampled;
    std::optional<recorder::ProgramStalls> stalls;
    if (again && options.stalls) {
        sampled = recorder::sample_program(words, library, later);
        stalls.emplace(declared.filter, *sampled, recorder::find_nvdisasm());
    }
    const auto gpus = launched(runs.front()) ? collector::gpu_devices() : std::vector<Device>();
    auto cases = recorder::make_cases(declared, runs, gpus, counted, stalls ? &*stalls : nullptr);
    if (options.anonymous) {
        leave_out_folders(run);
        for (auto& each : cases) leave_out_folders(each.record);
    }
    const auto sentence = store(writer, options.output, std::move(run), cases, runs);
    if (!options.quiet) print_error(sentence);
    if (!runs.back().end.ok()) end_like(runs.back().end);
}
}  // namespace

void add_record(Program& program) {
    Command command(program, "record", "Run any CUDA program; time every launch; store it");
    auto& options = command.run(run_record);
    command.option("PROGRAM", options.program, "", "Name the program, then its arguments",
                   {.least_values = 0,
                    .most_values = 10000,
                    .may_be_empty = true,
                    .usage = "[options] -- PROGRAM [ARGUMENTS]"});
    auto& declared = options.declared;
    auto& filter = declared.filter;
    add_store(command, options.output, "Add the case to this file");
    command.option("--name", declared.name, "NAME", "Name the case; default: the program's file name");
    command.parsed(
        "--stage-by", declared.stage_by, "RULE",
        "Make stages: ranges (NVTX), kernel, position, every=N, regex=EXPRESSION; default: ranges, "
        "else kernel",
        StageBy::parse, {.choices = cli::words({"ranges", "kernel", "position", "every=2", "regex="})});
    command.option("--repeat-by", filter.repeat_by, "RANGE",
                   "Make each NVTX range of this name a trial of one case");
    command.parsed("--kernel", filter.kernel, "REGEX", "Record kernels whose name matches", parse_regex);
    command.option("--range", filter.range, "NAME", "Record launches within the NVTX range NAME");
    command.parsed("--skip", filter.skip, "N", "Leave out the first N matching launches", parse_launches,
                   {.initial = "0"});
    command.parsed("--delay", filter.delay_ns, "SECONDS", "Leave out launches of the first SECONDS of CUDA",
                   parse_delay);
    command.parsed("--sample", filter.sample, "every=N",
                   "Record the first launch of a process and every N-th after it", parse_sample,
                   {.choices = cli::words({"every=10"})});
    command.parsed("--max-launches", filter.most, "N", "Record N launches at most; default: 1,000,000",
                   [](const std::string& text) {
                       const auto count = parse_launches(text);
                       if (count == 0) wrong_request("give 1 or more.");
                       return count;
                   });
    command.parsed("--max-memory", filter.memory, "SIZE",
                   "Leave out launches once events take so much memory: 512MiB", parse_memory);
    command.option("--rounds", options.rounds, "N", "Start the program N times; each is a trial",
                   {.within = std::pair(1, 1000)});
    command.parsed("--items", options.items, "N", "Declare the number of items, for rates: 2^20",
                   parse_count);
    command.parsed("--bytes", options.bytes, "N", "Declare the bytes of all items; default: by axis key",
                   parse_count);
    command.repeatable("--axis", "NAME=VALUE", "Declare a value for curves: n=2^20, key=u32",
                       [&](const std::string& text) { add_axis(text, declared.axes); });
    command.option("--counters", options.counters, "LIST", "Count these; each pass is a run of the program");
    command.flag("--stalls", options.stalls,
                 "Run it once more and sample stalled warps, by source line and SASS instruction");
    command.flag("--time-only", options.time_only, "Do not run again under hardware counters");
    command.flag("--anyway", options.anyway, "Run the program even if nothing can be recorded");
    command.flag("--no-host-names", options.anonymous,
                 "Store neither the host's name nor folders of this machine", {.rare = true});
    command.flag("--quiet,-q", options.quiet, "Print errors only");
}
}
