#include "tests/cli/program.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace sortscope::test {

Folder::Folder() {
    auto name = (std::filesystem::temp_directory_path() / "sortscope-cli-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder could be made");
    path_ = name;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

Outcome Folder::sortscope(const std::string& arguments, const std::string& environment) const {
    const auto command = "cd '" + path_.string() + "' && { COLUMNS=80 LC_ALL=C.UTF-8 " + environment + " '" +
                         SORTSCOPE_PROGRAM + "' " + arguments + "; } >out.txt 2>err.txt";
    const int status = std::system(command.c_str());
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.out = read_file(path_ / "out.txt");
    outcome.err = read_file(path_ / "err.txt");
    return outcome;
}

std::string until_stored(int count, const std::string& file) {
    return "for i in $(seq 300); do [ \"$('" + std::string(SORTSCOPE_PROGRAM) + "' list " + file +
           " --json 2>/dev/null | grep -c '\"case_id\"')\" -ge " + std::to_string(count) +
           " ] && break; sleep 0.2; done; ";
}

std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

}  // namespace sortscope::test
