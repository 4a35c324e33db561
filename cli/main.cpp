// `sortscope`: prepares signals and streams, and runs the command line.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "cli/commands/commands.hpp"
#include "cli/output/interruption.hpp"

/// Opens closed standard streams on /dev/null: files must not get their numbers. Writing still fails.
static void keep_closed_streams_closed() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) == -1) [[maybe_unused]]
            const int opened = ::open("/dev/null", O_RDONLY);
}

int main(int argc, char** argv) {
    // A closed pipe or a file size limit must not kill a collection: writing fails instead.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    sortscope::cli::end_when_interrupted();
    keep_closed_streams_closed();
    return sortscope::cli::run_program({argv + std::min(argc, 1), argv + argc});
}
