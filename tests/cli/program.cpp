#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/commands/commands.hpp"
#include "tests/run_all.hpp"
#include "tests/sample/files.hpp"

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

namespace {
/// Returns whether a command starts copies of `sortscope`. A shell must run it then.
bool starts_processes(const std::string& arguments) {
    const auto has = [&](const char* word) { return arguments.find(word) != std::string::npos; };
    if (has("--in-process") || has("--presets") || has("--from ")) return false;
    return arguments.starts_with("collect") || arguments.starts_with("tune") ||
           arguments.starts_with("record") || arguments.starts_with("gui") ||
           arguments.starts_with("worker") || has("--collect");
}

/// The words of a command line as a shell splits them.
std::vector<std::string> shell_words(const std::string& line) {
    std::vector<std::string> words;
    bool in_word = false;
    char quote = 0;
    for (const char c : line) {
        if (quote == 0 && c == ' ') {
            in_word = false;
            continue;
        }
        if (!in_word) words.emplace_back();
        in_word = true;
        if (quote == 0 && (c == '\'' || c == '"'))
            quote = c;
        else if (c == quote)
            quote = 0;
        else
            words.back() += c;
    }
    return words;
}

/// Redirects a stream into a file for this object's lifetime.
class Redirected {
 public:
    Redirected(int stream, const std::filesystem::path& file) : stream_(stream), kept_(::dup(stream)) {
        const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(opened, stream);
        ::close(opened);
    }
    ~Redirected() {
        std::fflush(nullptr);
        ::dup2(kept_, stream_);
        ::close(kept_);
    }
    Redirected(const Redirected&) = delete;
    Redirected& operator=(const Redirected&) = delete;

 private:
    int stream_, kept_;
};
}  // namespace

int Folder::run_here(const std::string& arguments) const {
    const auto before = std::filesystem::current_path();
    std::fflush(nullptr);
    const Redirected out(STDOUT_FILENO, path_ / "out.txt"), err(STDERR_FILENO, path_ / "err.txt");
    std::filesystem::current_path(path_);
    ::setenv("COLUMNS", "80", 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    const int code = cli::run_program(shell_words(arguments));
    std::filesystem::current_path(before);
    return code;
}

Outcome Folder::sortscope(const std::string& arguments, const std::string& environment) const {
    Outcome outcome;
    if (environment.empty() && arguments.find_first_of("|&;<>$()\\\n") == std::string::npos &&
        !starts_processes(arguments)) {
        outcome.code = run_here(arguments);
    } else {
        const auto command = "cd '" + path_.string() + "' && { COLUMNS=80 LC_ALL=C.UTF-8 " + environment +
                             " '" + SORTSCOPE_PROGRAM + "' " + arguments + "; } >out.txt 2>err.txt";
        const int status = std::system(command.c_str());
        outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    outcome.out = read("out.txt");
    outcome.err = read("err.txt");
    return outcome;
}

Outcome Folder::ends(const std::string& arguments, int code) const {
    auto outcome = sortscope(arguments);
    EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.err;
    return outcome;
}

std::string Folder::text(const std::string& arguments) const { return ends(arguments, 0).out; }

nlohmann::json Folder::json(const std::string& arguments) const {
    return nlohmann::json::parse(text(arguments + " --json"));
}

void Folder::refuses(const std::string& arguments, int code, const std::string& word) const {
    const auto outcome = ends(arguments, code);
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find("sortscope: "), std::string::npos) << arguments << ": " << outcome.err;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << arguments << ": " << outcome.err;
}

void Folder::write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
}

std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<std::string> Folder::half_written() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
        for (const char* mark : {".part-", ".import-", ".merge-", ".new-"})
            if (const auto name = entry.path().filename().string(); name.find(mark) != std::string::npos)
                names.push_back(name);
    return names;
}

void has(const std::string& text, const std::vector<std::string>& words,
         const std::vector<std::string>& absent, std::source_location where) {
    const testing::ScopedTrace trace(where.file_name(), int(where.line()), "has");
    for (const auto& word : words) EXPECT_THAT(text, HasSubstr(word));
    for (const auto& word : absent) EXPECT_THAT(text, Not(HasSubstr(word)));
}

void holds(const json& actual, const char* values, std::source_location where) {
    const auto expected = json::parse(values);
    for (const auto& [key, value] : expected.items()) {
        const testing::ScopedTrace trace(where.file_name(), int(where.line()), key);
        const bool size = key.ends_with('#');
        const json::json_pointer at(size ? key.substr(0, key.size() - 1) : key);
        if (value.is_null())
            EXPECT_FALSE(actual.contains(at));
        else if (size)
            EXPECT_EQ(actual.at(at).size(), value);
        else
            EXPECT_EQ(actual.at(at), value);
    }
}

SampleTest::SampleTest() { sample::write_sample(folder.path() / "sortscope.db"); }

std::string until_stored(int count, const std::string& file) {
    return "for i in $(seq 300); do [ \"$('" + std::string(SORTSCOPE_PROGRAM) + "' list " + file +
           " --json 2>/dev/null | grep -c '\"case_id\"')\" -ge " + std::to_string(count) +
           " ] && break; sleep 0.2; done; ";
}
}

/// Commands run in this process start this program as a worker.
int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "worker") return sortscope::cli::run_program({"worker"});
    testing::InitGoogleTest(&argc, argv);
    return sortscope::test::run_all();
}
