// `sortscope predict`: predicts times of recorded sorts on a device, from the figures of that device.
#include "present/tables/predict.hpp"
#include "cli/commands/commands.hpp"
#include "core/text_file.hpp"
#include "present/tables/case.hpp"

namespace sortscope::cli {
namespace {
constexpr size_t longest_device_file = 1 << 20;

struct PredictOptions : CaseRequest {
    std::string on, calibrate;
    bool devices = false, explain = false;
};

/// Finds a device by name, or reads a device file.
DeviceModel named_device(const std::string& name) {
    if (name.ends_with(".json"))
        return parse_device_model(read_text_file(name, longest_device_file,
                                                 "--on takes the name of a device ('sortscope predict "
                                                 "--devices' lists them) or a device file."),
                                  name);
    return device_model(name);
}

/// The case's device with the limits of its run; std::nullopt without a data sheet.
std::optional<DeviceModel> find_own_device(const db::Reader& reader, const CaseRecord& record) {
    auto known = published_model(record.device);
    return known ? std::optional(with_limits(*std::move(known), limits_of(reader, record))) : std::nullopt;
}

DeviceModel own_device(const db::Reader& reader, const CaseRecord& record) {
    if (auto known = find_own_device(reader, record)) return *std::move(known);
    const auto why = why_not_published(record.device);
    wrong_request(
        "There are no figures of '{1}', where case {0} ran{2}. Name a device with --on: "
        "'sortscope predict --devices' lists them, or describe one in a file (docs/predict-devices.md).",
        record.id, record.device.name, why.empty() ? "" : " (" + why + ")");
}

std::vector<CaseRecord> with_launches(const db::Reader& reader, const CaseOptions& options) {
    auto cases = chosen_cases(reader, options);
    std::erase_if(cases, [](const CaseRecord& record) {
        return record.status != CaseStatus::ok || record.launch_count == 0;
    });
    return cases;
}

std::vector<CaseRecord> predictable(const db::Reader& reader, const PredictOptions& options,
                                    const RequestedCase& requested) {
    if (requested.number) return {reader.read_case(*requested.number, db::Detail::summary)};
    auto cases = with_launches(reader, options.cases);
    if (cases.empty())
        wrong_request("No chosen case of '{}' has launches to predict. 'sortscope list {}' shows its cases.",
                      requested.file, shell_word(requested.file));
    return cases;
}

std::vector<PredictionCase> prediction_cases(const db::Reader& reader, std::span<const CaseRecord> records,
                                             const DeviceModel& device) {
    std::vector<PredictionCase> cases;
    for (const auto& record : records) cases.push_back(prediction_case(reader, record, device.cc_major));
    return cases;
}

/// Cases of the variant: they give the typical error of its predictions.
std::vector<CaseRecord> alike(const db::Reader& reader, const CaseRecord& one) {
    CaseOptions options;
    options.variants = {one.subject.name};
    return with_launches(reader, options);
}

/// Predictions of a file, and of one case by stage.
struct FilePredictions : Predictions {
    std::string file;
    std::vector<PredictedStage> stages;
    bool other_measured = false;  ///< the file has measured limits of --on's device
};

void write(json::Writer& json, const FilePredictions& data) {
    json.put("file", data.file, "device", data.device);
    json.objects("cases", data.cases, [&](const auto& one) {
        members_of(json, one);
        json.put_known("stages", data.stages);
    });
    for (const auto& [key, errors] : {std::pair("errors", &data.errors),
                                      {"errors_of_fitted_half", &data.fitted},
                                      {"errors_of_other_half", &data.tested}})
        json.put_known(key, *errors);
    json.put_known("errors_measured_on", data.tried);
}

std::vector<Table> tables_of(const FilePredictions& data) {
    if (data.tested)
        return {prediction_error_table(*data.fitted, "Error of sort times, fitted half of the cases"),
                prediction_error_table(*data.tested, "Error of sort times, the other half")};
    if (!data.stages.empty()) return {predicted_stages_table(data.stages, data.cases.front(), data.device)};
    std::vector<Table> tables{prediction_table(data.cases)};
    if (data.errors && data.tried == data.device.name && data.errors->sorts.cases > 1)
        tables.push_back(prediction_error_table(*data.errors, "Error of sort times"));
    return tables;
}

void render(const FilePredictions& data, bool explain, TextPage& page) {
    page.line(device_sentence(data.device), 0, 2);
    if (data.other_measured)
        page.line("The file has figures measured on this device: without --on they are used.", 2, 2);
    if (!data.stages.empty()) page.blank().line(case_title(*data.cases.front().record), 0, 2);
    for (const auto& table : tables_of(data)) page.blank().table(table);
    page.blank();
    if (const auto sentence = error_sentence(data); !sentence.empty() && !data.tested) page.line(sentence);
    page.line("Unmarked times are measured; * predicted. --explain prints how.");
    if (!explain) return;
    page.blank();
    for (const auto& line : prediction_explanations(data)) page.line(line, 0, 2);
}

void run_predict(const PredictOptions& options) {
    if (!options.calibrate.empty() && options.calibrate == options.formats.output)
        wrong_request("--calibrate and --output both name '{}'. Name two files.", options.formats.output);
    if (!options.calibrate.empty() && (options.devices || options.calibrate == "-"))
        wrong_request("--calibrate takes a file for the device, without --devices.");
    if (options.devices &&
        (!options.file_and_case.empty() || options.cases.restricts() || !options.on.empty()))
        wrong_request(
            "--devices lists the known devices and reads no file. Leave out FILE, CASE, --on and "
            "options that choose cases.");
    StreamOutput::check(options.calibrate);
    if (options.devices && options.formats.json)
        wrong_request("--devices prints a table or CSV. Leave out --json.");
    if (options.devices)
        return print_in(
            options.formats, [] { return device_model_table(device_models()); }, {},
            [](TextPage& page) { page.table(device_model_table(device_models())).legend(); });
    const auto requested = requested_cases(options);
    const auto named = options.on.empty() ? std::nullopt : std::optional(named_device(options.on));
    const auto reader = open_file(requested.file);
    const auto records = predictable(reader, options, requested);
    const auto timed = std::ranges::find_if(
        records, [](const CaseRecord& record) { return record.backend == BackendKind::cupti; });
    const auto& recorded = timed == records.end() ? records.front() : *timed;
    const auto device = named ? *named : own_device(reader, recorded);
    if (named && !options.calibrate.empty() && timed != records.end() && !is_of(*timed, device))
        wrong_request(
            "--calibrate fits a device to its own times, but '{}' holds times of {}, not of {}. Leave "
            "out --on, or choose cases of that device.",
            requested.file, timed->device.name, device.name);
    const auto own = named ? find_own_device(reader, recorded) : std::nullopt;
    const auto cases = prediction_cases(reader, records, device);
    const auto same = requested.number ? alike(reader, records.front()) : std::vector<CaseRecord>();
    FilePredictions data{
        options.calibrate.empty()
            ? predictions(device, cases, own ? &*own : nullptr, prediction_cases(reader, same, device))
            : calibrated_predictions(device, cases,
                                     std::filesystem::path(requested.file).filename().string()),
        requested.file,
        {},
        false};
    if (named && !options.on.ends_with(".json") && timed != records.end() && is_of(*timed, device))
        data.other_measured = !with_limits(device, limits_of(reader, *timed)).measured.empty();
    if (requested.number) data.stages = predicted_stages(data.device, cases.front());
    const auto say = [&] {
        print_in(
            options.formats,
            [&] {
                const auto tables = tables_of(data);
                return data.tested ? tables.back() : tables.front();
            },
            in_object([&](auto& json) { write(json, data); }),
            [&](TextPage& page) { render(data, options.explain, page); });
    };
    if (!data.tested) return say();
    print(device_model_text(data.device), options.calibrate);
    say_after(fmt::format("The device itself is written: '{}'.", options.calibrate), say);
}
}  // namespace

void add_predict(Program& program) {
    Command command(program, "predict", "Predict the time of recorded sorts on another device");
    auto& options = command.run(run_predict);
    command.option(
        "--on", options.on, "NAME", "Predict for this device: a name, or a .json file", {.choices = [] {
            return choices_from(device_models(), &DeviceModel::name, [](const auto&) { return ""; });
        }});
    command.flag("--devices", options.devices, "List the devices known by name");
    command.option("--calibrate", options.calibrate, "FILE",
                   "Fit the model to half of the cases; write the device");
    add_explain(command, options.explain);
    add_request(command, options, "the table", "Predict this case by stage; without it, all cases");
}
}
