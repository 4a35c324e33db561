// `sortscope worker`: the process in which `collect` runs its cases.
#include <sys/stat.h>

#include "cli/commands/commands.hpp"
#include "collector/worker/process.hpp"

namespace sortscope::cli {
void add_worker(Program& program) {
    Command command(program, "worker", "Run cases for collect");
    command.hide();
    command.run([] {
        struct stat socket {};
        if (::fstat(collector::worker_socket, &socket) != 0 || !S_ISSOCK(socket.st_mode))
            wrong_request("'sortscope collect' starts 'sortscope worker'. Run collect instead.");
        collector::become_worker();
        const auto catalogue = collector::make_catalogue();
        const int code = collector::serve(
            collector::worker_socket,
            [&](const collector::WorkerSetup& setup) { return collector::make_backend(catalogue, setup); },
            catalogue.variants);
        if (code != 0) throw ExitWith{code};
    });
}
}
