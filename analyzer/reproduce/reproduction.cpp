#include "analyzer/reproduce/reproduction.hpp"

#include <algorithm>
#include <set>

#include "analyzer/model/predict.hpp"
#include "analyzer/reproduce/evaluator.hpp"
#include "analyzer/reproduce/missing.hpp"
#include "analyzer/reproduce/published.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

Grid published_grid(const Figure& figure) {
    Grid grid;
    grid.rows = figure.rows;
    for (const auto& column : figure.columns) {
        if (!column.published.given()) continue;
        const auto table = published_table(column.published.csv, figure.folder);
        GridColumn made{.name = column.name,
                        .unit = unit_of(column, figure),
                        .device = column.published.device,
                        .provenance = Provenance::published,
                        .limit = false,
                        .hidden = column.hidden,
                        .values = {}};
        for (const auto& row : figure.rows)
            made.values.push_back({published_value(table, column.published, row), Provenance::published, {}});
        grid.columns.push_back(std::move(made));
    }
    return grid;
}

std::string transfer_name(const TransferRecord& transfer) {
    return spaced(name_of(transfer.kind)) + ", " + std::to_string(transfer.bytes) + " bytes";
}

/// The case of a network or timeline; notes it as missing where there is none.
const CaseRecord* case_of(const Figure& figure, const Recorded& recorded, const std::string& device,
                          bool timed, MissingList& missing) {
    const auto* record = recorded.find_case(figure.query, device, timed ? Needs::time : Needs::launches);
    if (record == nullptr) missing.add(figure.query, timed ? Needs::time : Needs::launches);
    return record;
}

void add_timeline(Reproduction& made, const Recorded& recorded, const CaseRecord& record) {
    const auto launches = recorded.launches(record);
    const auto details = recorded.details(record);
    double first = 1e300;
    for (const auto& transfer : details.transfers)
        first = std::min(first, static_cast<double>(transfer.start_ns));
    for (const auto& launch : launches)
        if (launch.start_ns) first = std::min(first, static_cast<double>(*launch.start_ns));
    std::size_t timed = 0;
    for (const auto& transfer : details.transfers) {
        const double start = static_cast<double>(transfer.start_ns) - first;
        made.timeline.push_back({"transfers", transfer_name(transfer), start,
                                 start + static_cast<double>(transfer.duration_ns), true});
    }
    for (const auto& launch : launches) {
        if (!launch.start_ns || !launch.duration_ns) continue;
        ++timed;
        const double start = static_cast<double>(*launch.start_ns) - first;
        made.timeline.push_back({"stage " + std::to_string(launch.stage.stage), launch.stage.label, start,
                                 start + static_cast<double>(*launch.duration_ns), false});
    }
    if (timed < launches.size()) made.notes.push_back("Not all launches of the case have a time.");
    Row row;
    row.name = std::to_string(record.keys());
    made.measured.rows = {row};
    const auto count = [&](const char* name, std::size_t number) {
        made.measured.columns.push_back(
            {.name = name,
             .unit = "",
             .device = record.device.name,
             .provenance = Provenance::measured,
             .limit = false,
             .hidden = false,
             .values = {{static_cast<double>(number), Provenance::measured, record.id}}});
    };
    count("launches", launches.size());
    count("transfers", details.transfers.size());
}

Judgement judged(const Claim& claim, const Grid& grid, const std::string& device, bool modelled) {
    return {claim, device, modelled, find_rule(claim.rule)->judge(claim, grid), rule_text(claim), {}};
}

/// Whether the launches of both sides were counted, as far as they are of a GPU.
bool has_counters(const Contrast& contrast, const Grid& grid, const Recorded& recorded) {
    const auto counted = [&](const std::string& name, std::size_t row) {
        const auto* column = grid.find(name);
        const auto* record = column == nullptr ? nullptr : recorded.by_id(column->values.at(row).case_id);
        return record != nullptr &&
               (record->backend == BackendKind::cpu || !recorded.sums(*record).counters.empty());
    };
    return counted(contrast.column, contrast.row) &&
           (contrast.other.empty() || counted(contrast.other, contrast.other_row.value_or(contrast.row)));
}

/// `reason` without the parts that `told` has already.
std::string without_repeats(const std::string& reason, const std::string& told) {
    std::string text;
    for (std::size_t at = 0; at < reason.size();) {
        const auto end = std::min(reason.find("; ", at), reason.size());
        auto part = reason.substr(at, end - at);
        if (part.ends_with('.')) part.pop_back();
        if (told.find(part) == std::string::npos) text += (text.empty() ? "" : "; ") + part;
        at = end + 2;
    }
    return text.empty() ? text : text + '.';
}

/// Of the worst contrast of each pair of columns, for as many pairs as people read; where counters are, of
/// one that has them.
std::string reasons_for(std::vector<Contrast> contrasts, const Reproduction& made, const Recorded& recorded) {
    constexpr std::size_t most = 2;
    for (auto& contrast : contrasts)  // of a ratio both sides are told
        if (const auto* column = made.figure->column(contrast.column);
            column != nullptr && column->quantity == Quantity::ratio)
            contrast.column = column->of, contrast.other = column->over;
    std::ranges::stable_partition(
        contrasts, [&](const Contrast& contrast) { return has_counters(contrast, made.measured, recorded); });
    std::set<std::pair<std::string, std::string>> told;
    std::string text;
    for (const auto& contrast : contrasts) {
        if (told.contains({contrast.column, contrast.other})) continue;
        const auto reason =
            without_repeats(reason_for(contrast, made.measured, made.published, recorded), text);
        if (reason.empty()) continue;
        text += (text.empty() ? "" : " ") + reason;
        told.emplace(contrast.column, contrast.other);
        if (told.size() == most) break;
    }
    return text;
}

void judge(Reproduction& made, const Recorded& recorded, const std::string& device) {
    for (const auto& claim : made.figure->claims) {
        auto judgement = judged(claim, made.measured, device, false);
        judgement.reason = reasons_for(judgement.finding.contrasts, made, recorded);
        made.judgements.push_back(std::move(judgement));
        for (std::size_t i = 0; i < made.predicted.size(); ++i) {
            auto modelled = judged(claim, made.predicted[i], made.predicted_devices[i], true);
            if (modelled.finding.verdict != Verdict::cannot_be_judged)
                made.judgements.push_back(std::move(modelled));
        }
    }
}

/// Says where values come from several GPUs of one name.
std::string cards_note(const Reproduction& made, const Recorded& recorded, const std::string& gpu) {
    std::set<std::string> cards;
    for (const auto& column : made.measured.columns)
        for (const auto& value : column.values)
            if (const auto* record = value.number ? recorded.by_id(value.case_id) : nullptr;
                record != nullptr && record->backend == BackendKind::cupti)
                cards.insert(device_key(record->device).id);
    return cards.size() < 2 ? ""
                            : "The values are of " + std::to_string(cards.size()) + " GPUs called " + gpu +
                                  ": of each case the newest.";
}

}  // namespace

std::size_t Reproduction::missing_cases() const {
    std::size_t count = 0;
    for (const auto& one : missing) count += one.cases();
    return count;
}

bool Reproduction::has_values() const {
    return network || !timeline.empty() ||
           std::ranges::any_of(measured.columns, [](const GridColumn& column) {
               return std::ranges::any_of(column.values, [](const Value& value) {
                   return value.number && value.case_id != CaseId{};
               });
           });
}

Reproduction reproduce(const Figure& figure, const Recorded& recorded, const std::string& device,
                       const Predictor& predictor) {
    Reproduction made;
    made.figure = &figure;
    auto gpu = recorded.gpus().empty() ? std::string() : recorded.gpus().front();
    if (!device.empty()) {
        const auto called = recorded.gpu_called(device);
        if (!called) {
            std::string known;
            for (const auto& name : recorded.gpus()) known += (known.empty() ? "" : ", ") + name;
            throw Error(ErrorKind::usage,
                        "No GPU of the file is called '" + device + "'. " +
                            (known.empty() ? "It has cases of none." : "It has " + known + "."));
        }
        gpu = *called;
    }
    if (!gpu.empty()) made.devices.push_back(gpu);
    MissingList missing;
    if (figure.kind == Kind::network) {
        if (const auto* record = case_of(figure, recorded, gpu, false, missing)) {
            made.network = network_of(record->keys(), recorded.launches(*record));
            if (!made.network)
                made.notes.push_back(
                    "The steps of the recorded launches have names that do not say which keys they compare.");
        }
    } else if (figure.kind == Kind::timeline) {
        if (const auto* record = case_of(figure, recorded, gpu, true, missing))
            add_timeline(made, recorded, *record);
    } else {
        Evaluator evaluator(figure, recorded, missing);
        made.measured = evaluator.grid(gpu);
        made.published = published_grid(figure);
        if (predictor)
            for (const auto& other : figure.predicted) {
                auto grid = evaluator.predicted(made.measured, gpu, other, predictor);
                const bool any = std::ranges::any_of(grid.columns, [](const GridColumn& column) {
                    return std::ranges::any_of(column.values,
                                               [](const Value& value) { return value.number.has_value(); });
                });
                if (!any) {
                    made.notes.push_back(
                        "Nothing is predicted for " + other +
                        ": no figures of it are known, or no case with counters is in the file.");
                    continue;
                }
                made.predicted.push_back(std::move(grid));
                made.predicted_devices.push_back(other);
            }
        std::set<std::string> others;
        for (const auto& column : made.measured.columns)
            if (column.device != gpu && !column.device.empty() &&
                std::ranges::any_of(column.values,
                                    [](const Value& value) { return value.number.has_value(); }))
                others.insert(column.device);
        made.devices.insert(made.devices.end(), others.begin(), others.end());
    }
    made.missing = missing.take();
    judge(made, recorded, gpu);
    if (auto note = cards_note(made, recorded, gpu); !note.empty()) made.notes.push_back(std::move(note));
    return made;
}

std::vector<MissingCases> missing_on(const std::string& gpu, const Figure& figure, const Recorded& recorded) {
    MissingList missing;
    if (figure.kind == Kind::network || figure.kind == Kind::timeline)
        case_of(figure, recorded, gpu, figure.kind == Kind::timeline, missing);
    else
        Evaluator(figure, recorded, missing).grid(gpu);
    return missing.take();
}

Predictor device_predictor() {
    return [](const std::string& device, const CaseRecord& record, const std::vector<LaunchRecord>& launches,
              std::span<const TransferRecord> transfers) -> std::optional<double> {
        const auto* model = find_device_model(device);
        if (model == nullptr || launches.empty()) return std::nullopt;
        try {
            PredictionCaseBuilder builder(record, model->cc_major);
            for (const auto& launch : launches) builder.add(launch);
            builder.add(transfers);
            const auto prediction = builder.take();
            if (!prediction.counted()) return std::nullopt;
            return predicted_sort_ns(*model, prediction);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage) throw;
            return std::nullopt;  // a block of this size does not fit on that device
        }
    };
}

}  // namespace sortscope::analyzer::reproduce
