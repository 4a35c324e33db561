// `sortscope gui`: opens the window. This is a separate program, so sortscope needs no Qt or display.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "cli/commands/commands.hpp"

namespace sortscope::cli {
namespace {
namespace fs = std::filesystem;

constexpr const char* window = "sortscope-gui";
constexpr int most_files = 100;

/// An option that the window receives unchanged.
struct Passed {
    const char* name;
    const char* value;
    const char* text;
    std::function<Choices()> choices = {};
    std::string given = {};
};

struct GuiOptions {
    std::vector<std::string> files;
    std::vector<Passed> passed{
        {"--case", "ID", "Show this case first"},
        {"--other", "ID", "Compare it with this case of the same file"},
        {"--group", "GROUP", "Group bars and rows by this", words({"stage", "substage", "launch", "kernel"})},
        {"--metric", "METRIC", "Show this metric in bars and cells", metric_choices},
        {"--view", "VIEW", "Show this view",
         words({"runs", "overview", "stages", "timeline", "heat", "throughput", "sweep", "compare",
                "transactions", "advice", "network", "reproduction", "details", "collect", "sql"})},
        {"--size", "WxH", "Set the window's size in pixels: 1440x900"},
        {"--sql", "QUERY", "Run this query in the SQL view"},
        {"--screenshot", "PNG", "Write a picture of the window and end"},
        {"--patience", "SECONDS", "Wait this long for a screenshot (60)"}};
    bool dark = false, light = false;
};

/// Refuses an unknown case with this program's sentence and exit code.
void check_case(const std::vector<std::string>& files, const Passed& option) {
    if (option.given.empty()) return;
    if (files.empty()) wrong_request("{} needs a FILE: there is no sortscope.db here.", option.name);
    const CaseId id{int64_t(parse_count(option.given))};
    db::check_case(db::Reader(files.front()), files.front(), id);
}

void run_gui(const GuiOptions& options) {
    auto files = options.files;
    for (const auto& file : files)
        if (!fs::exists(file))
            fail(ErrorKind::data, "There is no file '{}'. 'sortscope collect' creates one.", file);
    if (files.empty() && fs::exists(default_file)) files.emplace_back(default_file);
    for (const auto i : {0U, 1U}) check_case(files, options.passed[i]);
    if (options.dark && options.light) wrong_request("--dark and --light exclude each other.");

    const auto program = find_window_program().value_or(window);
    std::vector<std::string> line{program};
    for (const auto& file : files) line.push_back(file.starts_with('-') ? "./" + file : file);
    for (const auto& option : options.passed)
        if (!option.given.empty()) line.insert(line.end(), {option.name, option.given});
    if (options.dark) line.emplace_back("--dark");
    if (options.light) line.emplace_back("--light");
    std::vector<char*> arguments;
    for (auto& word : line) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    execvp(program.c_str(), arguments.data());
    const int reason = errno;
    std::signal(SIGPIPE, SIG_IGN);
    fail(ErrorKind::environment, "Cannot start the window's program {}: {}. {}", program,
         std::strerror(reason),
         reason == ENOENT ? "It is neither beside sortscope nor on PATH. Install Qt 6 and "
                            "QCustomPlot with tools/install-dependencies, and build the "
                            "target sortscope-gui. 'sortscope report' needs no window."
                          : "Build or install it again.");
}
}  // namespace

std::optional<std::string> find_window_program() {
    std::error_code failed;
    const auto self = fs::read_symlink("/proc/self/exe", failed);
    const char* path = std::getenv("PATH");
    // Search this program's folder, then PATH.
    std::istringstream folders(self.parent_path().string() + ':' + (path ? path : ""));
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto candidate = fs::path(folder.empty() ? "." : folder) / window;
        if (access(candidate.c_str(), X_OK) == 0) return candidate.string();
    }
    return std::nullopt;
}

void add_gui(Program& program) {
    Command command(program, "gui", "Open the window");
    auto& options = command.run(run_gui);
    command.option("FILE", options.files, "", "Open these files; default: sortscope.db",
                   {.least_values = 0, .most_values = most_files});
    for (auto& [name, value, text, choices, given] : options.passed)
        command.option(name, given, value, text, {.choices = choices});
    command.flag("--dark", options.dark, "Use dark colours");
    command.flag("--light", options.light, "Use light colours");
}
}
