#include "cli/options/case_files.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cli/output/output.hpp"
#include "core/error.hpp"

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
    file.source = &reader;
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

}  // namespace sortscope::cli
