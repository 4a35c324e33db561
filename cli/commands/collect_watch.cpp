#include "cli/commands/collect_watch.hpp"

#include <chrono>
#include <thread>

#include "cli/commands/commands.hpp"

namespace sortscope::cli {
namespace {
namespace fs = std::filesystem;
constexpr std::chrono::milliseconds interval(500);

/// Modification time of each source file. Profiles and build outputs also change without an edit.
std::map<fs::path, fs::file_time_type> sources_of(const std::string& folder) {
    static const std::set<std::string> endings{".h",   ".hh", ".hpp", ".hxx", ".cuh", ".inl",  ".ipp",
                                               ".cpp", ".cc", ".cxx", ".c",   ".cu",  ".cmake"};
    std::map<fs::path, fs::file_time_type> sources;
    std::error_code failed;  // ignored: an editor may be replacing the file
    for (fs::recursive_directory_iterator at(folder, failed), end; at != end; at.increment(failed)) {
        const auto name = at->path().filename();
        if (name == "build" || name.string().starts_with('.')) {
            at.disable_recursion_pending();
        } else if (endings.contains(name.extension()) || name == "CMakeLists.txt") {
            if (const auto changed = at->last_write_time(failed); !failed) sources[at->path()] = changed;
        }
    }
    return sources;
}

/// Number of the newest run; 0 without a run.
int64_t newest_run(const std::string& file) {
    std::error_code failed;
    if (!fs::exists(file, failed)) return 0;
    const auto runs = db::Reader(file).runs();
    return runs.empty() ? 0 : int64_t(runs.back().id);
}

void try_to(const std::function<void()>& collect) {
    try {
        collect();
    } catch (const ExitWith& end) {
        if (end.code == 130) throw;  // other codes: the reason is printed
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::usage) throw;
        print_error(error.what());
    }
}
}  // namespace

void watch(const std::string& folder, const std::string& file, const std::function<void()>& collect) {
    note_interruptions();  // also in a background job
    end_when_interrupted();
    int64_t last = 0;
    while (true) {
        const auto sources = sources_of(folder);
        const auto before = newest_run(file);
        try_to(collect);
        end_when_interrupted();
        if (interrupted()) throw ExitWith{130};
        if (const auto now = newest_run(file); now != before) {
            if (last != 0) run_program({"compare", file, "--run", fmt::format("{},{}", last, now)});
            last = now;
        }
        print(fmt::format("Watching '{}'. A changed source is built and collected; Ctrl-C ends.\n", folder));
        while (sources_of(folder) == sources) std::this_thread::sleep_for(interval);
    }
}
}
