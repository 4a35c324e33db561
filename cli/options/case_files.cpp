#include "cli/options/case_files.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "analyzer/advice/advice.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "db/read/reader_helpers.hpp"

namespace sortscope::cli {

analyzer::CaseFile case_file(const db::Reader& reader, const std::string& name, const CaseOptions& options) {
    analyzer::CaseFile file;
    file.name = name;
    file.runs = reader.runs();
    file.cases = reader.cases();
    // Of all cases, so that what is known of one does not hang on which others were chosen.
    file.variances = analyzer::RoundVariances(file.cases);
    if (options.restricts()) file.cases = chosen_cases(reader, options);
    for (const auto& run : file.runs) file.know_timers(run.id, reader.limits(run.id));
    file.trials = [&reader](CaseId id) { return reader.trials(id); };
    return file;
}

double parse_part(const std::string& text, const std::string& option) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    std::string rest(end);
    std::erase(rest, ' ');
    if (rest == "%") value /= 100;
    const bool number = end != text.c_str() && (rest.empty() || rest == "%");
    if (!number || !(value >= 0 && value <= 10))
        throw Error(ErrorKind::usage, "'" + text + "' is not an effect that " + option +
                                          " could take: write 2% or 0.02 (0 to 1000 %).");
    return value;
}

std::optional<TimeMode> parse_time_mode(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto mode = parse_enum<TimeMode>(text);
    if (mode == TimeMode::none)
        wrong_request("Times of mode 'none' cannot be compared: choose graph, stream or host.");
    return mode;
}

analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id) {
    return {[&reader, id] { return reader.stages(id); },
            [&reader, id](const auto& each) { reader.launches(id, {}, each); },
            [&reader, id](const auto& go_on) { return reader.substages(id, go_on); }};
}

analyzer::LaunchSource launches_with_gaps(const db::Reader& reader, CaseId id) {
    auto source = launches_of(reader, id);
    source.timed = [&reader, id](const auto& each) {
        db::LaunchQuery query;
        query.counters = false;
        reader.launches(id, query, each);
    };
    return source;
}

analyzer::SweepSource sweep_source(const db::Reader& reader) {
    return {[&reader](CaseId id) { return reader.stages(id); },
            [&reader](CaseId id, std::uint32_t index) { return one_launch(reader, id, index); }};
}

analyzer::AdviceInput advice_input(const db::Reader& reader, CaseId id) {
    return analyzer::advice_input(reader, reader.read_case(id, db::Detail::details), reader.stages(id));
}

}  // namespace sortscope::cli
