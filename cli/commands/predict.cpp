// `sortscope predict`: the time of recorded sorts on a device that is described by a few figures.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/core.h>

#include "analyzer/model/calibrate.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/command.hpp"
#include "cli/options/filter.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"
#include "db/read/reader_helpers.hpp"
#include "present/csv/csv.hpp"
#include "present/json/predict.hpp"
#include "present/tables/case.hpp"
#include "present/tables/predict.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

using namespace analyzer;

constexpr std::size_t longest_device_file = 1 << 20;

struct PredictOptions {
    std::vector<std::string> file_and_case;
    CaseOptions cases;
    std::string device, calibrate, output;
    bool devices = false, json = false, csv = false;
};

/// A device that was named: by a file of its own, or one that is known.
DeviceModel named_device(const std::string& name) {
    if (name.ends_with(".json"))
        return parse_device_model(read_text_file(name, longest_device_file,
                                                 "--device takes the name of a device ('sortscope predict "
                                                 "--devices' lists them) or a device file."),
                                  name);
    return device_model(name);
}

/// The device that `record` was recorded on, with what its run measured.
DeviceModel own_device(const db::Reader& reader, const CaseRecord& record) {
    auto known = published_model(record.device);
    if (!known) {
        const auto why = why_not_published(record.device);
        throw Error(
            ErrorKind::usage,
            fmt::format(
                "Case {} is of '{}', of which no figures are known{}. Name a device with --device: "
                "'sortscope predict --devices' lists them, or describe one in a file (docs/predict.md).",
                static_cast<std::int64_t>(record.id), record.device.name,
                why.empty() ? "" : " (" + why + ")"));
    }
    return with_limits(*std::move(known), limits_of(reader, record));
}

std::vector<CaseRecord> predictable(const db::Reader& reader, const PredictOptions& options,
                                    const AskedCase& asked) {
    if (asked.number) return {reader.read_case(*asked.number, db::Detail::summary)};
    check_names(reader, options.cases);
    auto cases = options.cases.restricts() ? chosen_cases(reader, options.cases) : reader.cases();
    std::erase_if(cases, [](const CaseRecord& record) {
        return record.status != CaseStatus::ok || record.launch_count == 0;
    });
    if (cases.empty())
        throw Error(ErrorKind::usage, fmt::format("No case of '{}' that was chosen has launches to predict. "
                                                  "'sortscope list {}' shows those there are.",
                                                  asked.file, shell_word(asked.file)));
    return cases;
}

/// FILE alone is all of its cases.
AskedCase asked_cases(const PredictOptions& options) {
    const auto& words = options.file_and_case;
    if (words.empty() || (words.size() == 1 && !options.cases.restricts() &&
                          words.front().find_first_not_of("0123456789") != std::string::npos))
        return {words.empty() ? std::string(default_file) : words.front(), std::nullopt};
    return asked_case(words, options.cases);
}

PredictionCase case_of(const db::Reader& reader, const CaseRecord& record, int cc_major) {
    return prediction_case(
        record, cc_major, [&](const auto& each) { reader.launches(record.id, {}, each); },
        reader.read_case(record.id, db::Detail::details).transfers);
}

/// Predictions of a file, and of one case by stage.
struct FilePredictions : Predictions {
    std::string file;
    std::vector<PredictedStage> stages;
    bool other_measured =
        false;  ///< the file has measured figures of the device, which --device has left aside
};

void write(present::json::Writer& json, const FilePredictions& data) {
    json.object([&] {
        json.put("file", data.file);
        json.object("device", [&] { present::json::members_of_device_model(json, data.device); });
        json.array("cases", [&] {
            for (const auto& one : data.cases)
                json.object([&] {
                    present::json::members_of_prediction(json, one);
                    if (data.stages.empty()) return;
                    json.array("stages", [&] {
                        for (const auto& stage : data.stages)
                            present::json::write_predicted_stage(json, stage);
                    });
                });
        });
        if (data.errors)
            json.member("errors", [&] { present::json::write_prediction_errors(json, *data.errors); });
        if (data.fitted)
            json.member("errors_of_fitted_half",
                        [&] { present::json::write_prediction_errors(json, *data.fitted); });
        if (data.tested)
            json.member("errors_of_other_half",
                        [&] { present::json::write_prediction_errors(json, *data.tested); });
    });
}

std::string render(const FilePredictions& data, const Screen& screen) {
    auto out = wrap(printable(present::device_sentence(data.device)), screen, 2) + '\n';
    for (const auto& line : present::device_model_sources(data.device))
        out += "  " + wrap(printable(line), screen, 4, 2) + '\n';
    if (data.other_measured)
        out += "  " +
               wrap("The file has figures that were measured on this device: without --device they are used.",
                    screen, 4, 2) +
               '\n';
    std::vector<present::Table> tables;
    if (data.tested) {
        tables.push_back(present::prediction_error_table(
            *data.fitted, "Error of sort times, of the half of the cases that was fitted"));
        tables.push_back(
            present::prediction_error_table(*data.tested, "Error of sort times, of the other half"));
    } else if (!data.stages.empty()) {
        out += '\n' + wrap(printable(present::case_title(*data.cases.front().record)), screen, 2) + '\n';
        tables.push_back(present::predicted_stages_table(data.stages, data.cases.front(), data.device));
    } else {
        tables.push_back(present::prediction_table(data.cases));
        if (data.errors && data.errors->sorts.cases > 1)
            tables.push_back(present::prediction_error_table(*data.errors, "Error of sort times"));
    }
    std::set<Provenance> provenances;
    for (const auto& table : tables) {
        provenances.merge(table.terminal_provenances());
        out += '\n' + present::text::draw(table, screen);
    }
    return out + '\n' +
           wrap(
               "Unmarked times are measured; * predicted by the model of docs/predict.md from counters and "
               "the device's figures.",
               screen) +
           '\n';
}

std::string csv_of(const FilePredictions& data) {
    if (data.tested) return present::csv::write(present::prediction_error_table(*data.tested, {}));
    if (!data.stages.empty())
        return present::csv::write(
            present::predicted_stages_table(data.stages, data.cases.front(), data.device));
    return present::csv::write(present::prediction_table(data.cases));
}

void run_predict(const PredictOptions& options) {
    check_one_format(options.json, options.csv);
    const Destination out(options.output), device_file(options.calibrate);
    if (!options.calibrate.empty() && options.calibrate == options.output)
        throw Error(
            ErrorKind::usage,
            fmt::format(
                "--calibrate and --output both name '{}'. The device and its errors need a file each.",
                options.output));
    if (!options.calibrate.empty() && (options.devices || options.calibrate == "-"))
        throw Error(ErrorKind::usage,
                    "--calibrate takes a file for the device, and has nothing to do with --devices.");
    out.check();
    device_file.check();
    if (options.devices && (options.json || options.csv))
        throw Error(ErrorKind::usage, "--devices prints a table alone: leave --json and --csv out.");
    if (options.devices) {
        const auto table = present::device_model_table(device_models());
        return out.print(options.csv
                             ? present::csv::write(table)
                             : present::text::draw(table, out.screen()) +
                                   present::text::draw_legend(table.terminal_provenances(), out.screen()));
    }
    const auto asked = asked_cases(options);
    const auto named = options.device.empty() ? std::nullopt : std::optional(named_device(options.device));
    const db::Reader reader(asked.file);
    const auto records = predictable(reader, options, asked);
    const auto timed = std::ranges::find_if(
        records, [](const CaseRecord& record) { return record.backend == BackendKind::cupti; });
    const auto device =
        named ? *named : own_device(reader, timed == records.end() ? records.front() : *timed);
    std::vector<PredictionCase> cases;
    for (const auto& record : records) cases.push_back(case_of(reader, record, device.cc_major));
    FilePredictions data{
        options.calibrate.empty()
            ? predictions(device, cases)
            : calibrated_predictions(device, cases, std::filesystem::path(asked.file).filename().string()),
        asked.file,
        {},
        false};
    if (named && !options.device.ends_with(".json") && timed != records.end() && is_of(*timed, device))
        data.other_measured = !with_limits(device, limits_of(reader, *timed)).measured.empty();
    if (asked.number) {
        PredictedStages stages(data.device, records.front());
        reader.launches(records.front().id, {}, [&](const LaunchRecord& launch) {
            stages.add(launch);
            return true;
        });
        data.stages = stages.stages();
    }
    const auto say = [&] {
        if (options.json) return out.print_json([&](auto& json) { write(json, data); });
        out.print(options.csv ? csv_of(data) : render(data, out.screen()));
    };
    if (!data.tested) return say();
    device_file.print(device_model_text(data.device));
    say_after(fmt::format("The device itself is written: '{}'.", options.calibrate), say);
}

}  // namespace

void add_predict(CLI::App& program) {
    Command command(program, "predict", "Time of recorded sorts on another device, by a model");
    const auto options = std::make_shared<PredictOptions>();
    command
        .option("CASE", options->file_and_case, "",
                "a FILE for all its cases, or FILE and the number of a case for its stages; FILE is "
                "sortscope.db where none is named")
        .values(0, 2);
    command.option("--device", options->device, "NAME",
                   "device to predict: a name that --devices lists, or a device file that ends in .json; "
                   "else that of the file, with the limits measured on it");
    command.flag("--devices", options->devices, "list the devices that are known by name");
    command.option("--calibrate", options->calibrate, "FILE",
                   "fit the model's constants to half of the measured cases, test them on the other half, "
                   "write the device to FILE");
    add_case_options(command, options->cases, false);
    command.option("--output,-o", options->output, "FILE", "write to FILE");
    command.flag("--json", options->json, "print JSON: every number's unit is in its name");
    command.flag("--csv", options->csv, "print the table as comma-separated values");
    command.footer(
        "Every predicted time is modelled (*): from the sectors, instructions, barriers and blocks that were "
        "counted, or modelled by the "
        "interpreter, and a few figures of the device. docs/predict.md has the formulas, their errors, and "
        "what a device file holds.\n\n"
        "Examples:\n"
        "  sortscope predict sweep.db\n"
        "  sortscope predict sweep.db 12 --device A100\n"
        "  sortscope predict sweep.db --calibrate my-gpu.json\n"
        "  sortscope predict other.db --device my-gpu.json\n");
    command.run([options] { run_predict(*options); });
}

}  // namespace sortscope::cli
