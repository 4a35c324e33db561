#include "cli/options/plugins.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/output/output.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::cli {
namespace {
namespace fs = std::filesystem;

/// The SDK's CMake package beside this program. Empty if absent; CMake then searches.
fs::path sdk_package() {
    std::error_code failed;
    const auto program = fs::read_symlink("/proc/self/exe", failed);
    const auto package = program.parent_path().parent_path() / "share/cmake/SortScope";
    return fs::exists(package / "SortScopeConfig.cmake", failed) ? package : fs::path();
}

/// Runs a command with its output on standard error. Unlike std::system(), does not block Ctrl-C.
bool succeeds(const std::string& command) {
    std::string shell = "sh", option = "-c", text = command + " 1>&2";
    char* const words[] = {shell.data(), option.data(), text.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawn(&child, "/bin/sh", nullptr, nullptr, words, environ) != 0) return false;
    int status = 0;
    while (::waitpid(child, &status, 0) == -1 && errno == EINTR) continue;
    return status == 0;
}
}  // namespace

void add_plugin_option(Command& command, std::vector<std::string>& files) {
    command.option("--plugin", files, "FILE", "Add the variants of this plug-in; repeatable");
}

std::vector<std::string> plugin_files(const std::vector<std::string>& files) {
    auto all = files;
    const char* const variable = std::getenv("SORTSCOPE_PLUGINS");
    for (std::string_view rest = variable == nullptr ? "" : variable; !rest.empty();) {
        const auto end = rest.find(':');
        if (end != 0) all.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    std::vector<std::string> each;
    std::vector<fs::path> seen;
    for (auto& file : all) {
        auto place = fs::absolute(file).lexically_normal();
        if (contains(seen, place)) continue;
        seen.push_back(std::move(place));
        each.push_back(std::move(file));
    }
    return each;
}

collector::Catalogue catalogue_with(const std::vector<std::string>& files) {
    auto catalogue = collector::make_catalogue(plugin_files(files));
    for (const auto& problem : catalogue.unusable) print_error(problem);
    return catalogue;
}

void end_by_plugins(const collector::Catalogue& catalogue) {
    const auto problems = catalogue.plugin_problems();
    for (const auto& problem : std::span(problems).subspan(catalogue.unusable.size())) print_error(problem);
    if (!problems.empty()) throw ExitWith{exit_code(ErrorKind::unsupported)};
}

std::vector<Note> plugin_notes(const collector::Catalogue& catalogue) {
    std::vector<Note> notes;
    for (const auto& plugin : catalogue.plugins) {
        std::vector<std::string> names;
        for (const auto& variant : plugin->variants()) names.push_back(variant.info.name);
        notes.push_back(
            {Severity::info, fmt::format("Plug-in {} ({}): {}.", plugin->file().path,
                                         kernels::file_digest(plugin->file().path), fmt::join(names, ", "))});
    }
    return notes;
}

std::vector<std::string> build_plugins(const std::string& folder) {
    const fs::path source(folder), build = source / "build";
    if (!fs::exists(source / "CMakeLists.txt"))
        fail(ErrorKind::data,
             "'{}' has no CMakeLists.txt. 'sortscope new NAME' writes a "
             "folder that builds.",
             folder);
    const auto word = [](const fs::path& path) { return shell_word(path.string()); };
    const auto package = sdk_package();
    const auto configure = fmt::format("cmake -S {} -B {} --log-level=WARNING{}", word(source), word(build),
                                       package.empty() ? "" : " -DSortScope_DIR=" + word(package));
    if (!succeeds(configure) || !succeeds("cmake --build " + word(build) + " --parallel"))
        fail(ErrorKind::data, "'{}' does not build: see the messages above. Nothing was collected.", folder);
    std::vector<std::string> plugins;
    std::ifstream list(build / "sortscope-plugins.txt");
    for (std::string line; std::getline(list, line);) plugins.push_back(line);
    if (plugins.empty())
        fail(ErrorKind::data, "'{}' builds no plug-in: its CMakeLists.txt calls no sortscope_add_plugin().",
             folder);
    return plugins;
}
}
