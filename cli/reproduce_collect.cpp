// `sortscope reproduce --collect`: what figures lack is collected by this very program.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include <fmt/core.h>

#include "analyzer/reproduce/reproduction.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/reproduce.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

extern char** environ;  // NOLINT: POSIX wants it declared by the program

namespace sortscope::cli {
namespace {

using analyzer::reproduce::Figure;
using analyzer::reproduce::MissingCases;
using analyzer::reproduce::Recorded;

/// What a program that was started printed goes to standard error: standard output is the figures' own.
void run_program(const std::vector<std::string>& words) {
    auto copies = words;
    std::vector<char*> arguments;
    for (auto& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    pid_t process = 0;
    const int failed = posix_spawn(&process, "/proc/self/exe", &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0)
        throw Error(ErrorKind::environment,
                    fmt::format("The collection could not be started: {}.", std::strerror(failed)));
    // A signal to this program is one to the collection, which ends the case at hand; Ctrl-C on a terminal
    // goes to both.
    int status = 0;
    for (bool passed_on = false; waitpid(process, &status, WNOHANG) == 0;
         std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
        if (!interrupted() || passed_on) continue;
        passed_on = true;
        ::kill(process, SIGTERM);
    }
    // 3: a case was lost or none could run; the others are in the file, and the figures say what is missing
    // still.
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3)) return;
    throw ExitWith{WIFEXITED(status) ? WEXITSTATUS(status) : 130};
}

/// Takes out of `all` what only a GPU can give: times of sorts that are none of the CPU's. Returns how many
/// cases went.
std::size_t without_gpu_cases(std::vector<MissingCases>& all) {
    const auto catalogue = collector::make_catalogue();
    const auto of_cpu = [&](const std::string& name) {
        const auto& known = catalogue.variants.all();
        const auto found = std::ranges::find(
            known, name, [](const auto& variant) -> const std::string& { return variant.info.name; });
        return found == known.end() ||
               found->info.kind ==
                   kernels::VariantKind::cpu;  // what is unknown the collector refuses with a sentence
    };
    std::size_t left_out = 0;
    for (auto& one : all) {
        const auto before = one.cases();
        if (one.timed) std::erase_if(one.variants, [&](const std::string& name) { return !of_cpu(name); });
        left_out += before - one.cases();
    }
    std::erase_if(all, [](const MissingCases& one) { return one.variants.empty(); });
    return left_out;
}

}  // namespace

void collect_missing(const std::vector<const Figure*>& figures, const std::string& file,
                     const std::string& device) {
    std::vector<std::vector<std::string>> calls;
    std::size_t left_out = 0;
    {
        std::optional<db::Reader> reader;
        if (std::filesystem::exists(file)) reader.emplace(file);
        const auto recorded = reader ? recorded_of(*reader) : Recorded({}, {});
        const auto here = collector::available_devices();
        const auto gpu = analyzer::reproduce::collecting_gpu(here, recorded, device);
        const auto gpus = std::ranges::count(here, BackendKind::cupti, &Device::backend);
        for (const auto* figure : figures) {
            auto lacking = analyzer::reproduce::missing_on(gpu ? gpu->name : "", *figure, recorded);
            if (!gpu) left_out += without_gpu_cases(lacking);
            for (const auto& missing : lacking) {
                std::vector<std::string> words{"sortscope"};
                for (const auto& word : missing.words(file)) words.push_back(word);
                if (gpus > 1) words.insert(words.end(), {"--device", std::to_string(gpu->ordinal)});
                words.emplace_back("--resume");
                if (std::ranges::find(calls, words) == calls.end()) calls.push_back(std::move(words));
            }
        }
    }
    note_interruptions();
    for (const auto& call : calls) {
        if (interrupted()) throw ExitWith{130};
        run_program(call);
    }
    end_when_interrupted();
    if (left_out > 0)
        print_error(
            fmt::format("{} {} a GPU, and this machine has none that can be used ('sortscope doctor' says "
                        "why): not collected.",
                        plural(left_out, "case"), left_out == 1 ? "needs" : "need"));
}

}  // namespace sortscope::cli
