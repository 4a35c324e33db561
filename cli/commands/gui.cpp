// `sortscope gui`: opens the window, a program of its own so that this one needs neither Qt nor a display.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/options/choices.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "db/read/reader_helpers.hpp"

namespace sortscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* window = "sortscope-gui";
constexpr int most_files = 100;

struct GuiOptions {
    std::vector<std::string> files;
    std::string record, other, group, metric, view, size, sql, screenshot, patience;
    bool dark = false, light = false;
};

/// Refuses here, with this program's sentence and exit code, what the window would refuse.
void check_case(const std::string& file, const std::string& text) {
    const auto id = parse_count(text);
    db::check_case(db::Reader(file), file, CaseId{static_cast<std::int64_t>(id)});
}

[[noreturn]] void run_gui(const GuiOptions& options) {
    auto files = options.files;
    for (const auto& file : files)
        if (!fs::exists(file))
            throw Error(ErrorKind::data, fmt::format("There is no file '{}'. 'sortscope collect' makes one.",
                                                     printable(file)));
    if (files.empty() && fs::exists(default_file)) files.emplace_back(default_file);
    for (const auto& [option, record] :
         {std::pair{"--case", options.record}, std::pair{"--other", options.other}}) {
        if (record.empty()) continue;
        if (files.empty())
            wrong_request("{} needs a FILE that has it: there is no sortscope.db here.", option);
        check_case(files.front(), record);
    }
    if (options.dark && options.light) wrong_request("--dark or --light, not both.");

    const auto program = find_window_program().value_or(window);
    std::vector<std::string> words{program};
    for (const auto& file : files) words.push_back(file.starts_with('-') ? "./" + file : file);
    const auto pass = [&](const char* option, const std::string& value) {
        if (!value.empty()) words.insert(words.end(), {option, value});
    };
    pass("--case", options.record);
    pass("--other", options.other);
    pass("--group", options.group);
    pass("--metric", options.metric);
    pass("--view", options.view);
    pass("--size", options.size);
    pass("--sql", options.sql);
    pass("--screenshot", options.screenshot);
    pass("--patience", options.patience);
    if (options.dark) words.emplace_back("--dark");
    if (options.light) words.emplace_back("--light");
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    execvp(program.c_str(), arguments.data());
    const int reason = errno;
    std::signal(SIGPIPE, SIG_IGN);
    if (reason == ENOENT)
        throw Error(
            ErrorKind::environment,
            fmt::format(
                "The window's program, {0}, is neither beside sortscope nor on PATH. It is built with the "
                "rest where Qt 6 and QCustomPlot are installed: run tools/install-dependencies, configure "
                "with -DSORTSCOPE_GUI=ON and build the target {0}. 'sortscope report' needs no window.",
                window));
    throw Error(ErrorKind::environment,
                fmt::format("The window's program, {}, could not be started: {}. Build or "
                            "install it again.",
                            program, std::strerror(reason)));
}

/// The window on PATH, as execvp() would find it.
std::optional<std::string> window_on_path() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto candidate = fs::path(folder.empty() ? "." : folder) / window;
        if (access(candidate.c_str(), X_OK) == 0) return candidate.string();
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> find_window_program() {
    std::error_code failed;
    const auto self = fs::read_symlink("/proc/self/exe", failed);
    const auto beside = self.parent_path() / window;
    if (!failed && access(beside.c_str(), X_OK) == 0) return beside.string();
    return window_on_path();
}

void add_gui(Program& program) {
    Command command(program, "gui", "Open the window");
    const auto options = std::make_shared<GuiOptions>();
    command.option("FILE", options->files, "", "Open these files; default: sortscope.db")
        .values(0, most_files);
    command.option("--case", options->record, "ID", "Show this case first");
    command.option("--other", options->other, "ID", "Compare it with this case of the same file");
    command.option("--group", options->group, "GROUP", "Group bars and rows by this")
        .choices({"stage", "substage", "launch", "kernel"});
    command.option("--metric", options->metric, "METRIC", "Show this metric in bars and cells")
        .choices(metric_choices);
    command.option("--view", options->view, "VIEW", "Show this view")
        .choices({"runs", "stages", "timeline", "heat", "throughput", "sweep", "compare", "transactions",
                  "advice", "network", "reproduction", "details", "collect", "sql"});
    command.option("--size", options->size, "WxH", "Set the window's size in pixels: 1440x900");
    command.option("--sql", options->sql, "QUERY", "Run this query in the SQL view");
    command.flag("--dark", options->dark, "Use dark colours");
    command.flag("--light", options->light, "Use light colours");
    command.option("--screenshot", options->screenshot, "PNG", "Write a picture of the window and end");
    command.option("--patience", options->patience, "SECONDS", "Wait this long for a screenshot (60)").rare();
    command.notes("The window is the program sortscope-gui beside this one or on PATH.");
    command.run([options] { run_gui(*options); });
}

}  // namespace sortscope::cli
