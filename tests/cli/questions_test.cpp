// docs/questions.md: each question has a short command and its whole output.
#include <regex>

#include "tests/cli/program.hpp"
#include "tests/cli/rounds.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::test {
namespace {
struct Question {
    std::string heading, command, output;
    size_t at = 0;  ///< place of the output in the page
};

std::vector<Question> questions(const std::string& page) {
    static const std::regex form(
        R"(## ([^\n]*)\n(?:(?!```|## )[^\n]*\n)*```sh\nsortscope ([^\n]*)\n```\n\n```text\n([^`]*)```)");
    std::vector<Question> all;
    for (std::sregex_iterator at(page.begin(), page.end(), form), end; at != end; ++at)
        all.push_back({at->str(1), at->str(2), at->str(3), size_t(at->position(3))});
    return all;
}

size_t words_after_file(const std::string& command) {
    std::istringstream words(command.substr(command.find(".db") + 3));
    return size_t(std::distance(std::istream_iterator<std::string>(words), {}));
}

/// Two versions of a sort; the newer is slower at one size.
void write_versions(const std::filesystem::path& path) {
    auto run = sample::sample_run();
    for (const bool newer : {false, true}) {
        run.program_version = newer ? "0.2.0" : "0.1.0";
        std::vector<CaseRecord> all;
        for (const auto& [n, ns] : {std::pair(1 << 14, 5e4), {1 << 16, 8e4}, {1 << 18, 2e5}})
            all.push_back(of_three_rounds(uint64_t(n), 256, newer && n == 1 << 18 ? 1.12 * ns : ns));
        sample::write_cases(path, run, all);
    }
}

TEST(Questions, EachHasOneShortCommandWithItsOutput) {
    const Folder folder;
    std::filesystem::create_directory_symlink(SORTSCOPE_EXAMPLES, folder.path() / "examples");
    write_versions(folder.path() / "sorts.db");
    const std::filesystem::path path = SORTSCOPE_SOURCE_DIR "/docs/questions.md";
    auto page = read_file(path);
    const auto all = questions(page);
    EXPECT_EQ(all.size(), 7U);
    for (auto at = all.rbegin(); at != all.rend(); ++at) {
        const auto output = folder.text(at->command);
        EXPECT_LE(words_after_file(at->command), 6U) << at->command;
        EXPECT_LE(std::ranges::count(output, '\n'), 25) << at->command;
        if (std::getenv("SORTSCOPE_UPDATE_EXPECTED") != nullptr)
            page.replace(at->at, at->output.size(), output);
        else
            EXPECT_EQ(output, at->output) << at->heading << ": SORTSCOPE_UPDATE_EXPECTED=1 updates the page.";
    }
    if (std::getenv("SORTSCOPE_UPDATE_EXPECTED") != nullptr) std::ofstream(path, std::ios::binary) << page;
}
}  // namespace
}
