#include "recorder/sass.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "recorder/process.hpp"

namespace sortscope::recorder {
namespace {
std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// "/*01a0*/  EXIT ;" -> 0x1a0; nothing for other lines.
std::optional<uint64_t> offset_of(std::string_view line) {
    const auto end = line.find("*/");
    if (!line.starts_with("/*") || end == std::string_view::npos) return std::nullopt;
    const auto digits = line.substr(2, end - 2);
    uint64_t offset = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), offset, 16);
    if (error != std::errc() || last != digits.data() + digits.size()) return std::nullopt;
    return offset;
}

/// A file that exists while this object lives. Only this user can read it.
class TemporaryFile {
 public:
    explicit TemporaryFile(std::string_view bytes)
        : path_((std::filesystem::temp_directory_path() / "sortscope-cubin-XXXXXX").string()) {
        const int file = ::mkstemp(path_.data());
        if (file < 0) cannot("create " + path_, errno);
        int error = 0;
        while (!bytes.empty() && error == 0) {
            const auto count = ::write(file, bytes.data(), bytes.size());
            if (count >= 0)
                bytes.remove_prefix(size_t(count));
            else if (errno != EINTR)
                error = errno;
        }
        if (::close(file) != 0 && error == 0) error = errno;
        if (error == 0) return;
        ::unlink(path_.c_str());
        cannot("write " + path_, error);
    }
    ~TemporaryFile() { ::unlink(path_.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

 private:
    std::string path_;
};

/// Starts the tool; returns its process and its output.
std::pair<pid_t, std::unique_ptr<FILE, int (*)(FILE*)>> start(const std::string& tool,
                                                              const std::string& file) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot("make a pipe", errno);
    std::unique_ptr<FILE, int (*)(FILE*)> output(::fdopen(ends[0], "r"), ::fclose);
    const std::unique_ptr<FILE, int (*)(FILE*)> input(::fdopen(ends[1], "w"), ::fclose);
    // -c: only code. -ndf: no dataflow analysis, which fails without relocations.
    const pid_t id = start_process({tool, "-c", "-ndf", file}, {}, {-1, ends[1], -1});
    return {id, std::move(output)};
}
}  // namespace

void SassReader::add_line(std::string_view line) {
    line = trimmed(line);
    if (constexpr std::string_view section = ".section";
        line.substr(0, line.find_first_of(" \t")) == section) {
        constexpr std::string_view code = ".text.";
        auto name = trimmed(line.substr(section.size()));
        name = name.substr(0, name.find(','));
        current_ = nullptr;
        if (!name.starts_with(code)) return;
        const std::string function(name.substr(code.size()));
        if (!functions_.contains(function)) return;
        current_ = &texts_[function];
        line_ = 0;
        return;
    }
    if (current_ == nullptr) return;
    const auto offset = offset_of(line);
    if (!offset && !(line.starts_with(".L") && line.ends_with(':'))) return;
    current_->text.append(line).append("\n");
    ++line_;
    if (offset) current_->lines.emplace(*offset, line_);
}

std::filesystem::path find_nvdisasm() {
    std::string folders = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
    folders += ":" SORTSCOPE_CUDA_BIN ":/usr/local/cuda/bin";
    for (std::string_view rest = folders; !rest.empty();) {
        const auto folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        const auto file = std::filesystem::path(folder) / "nvdisasm";
        if (!folder.empty() && ::access(file.c_str(), X_OK) == 0) return file;
    }
    return {};
}

SassTexts disassemble(const std::filesystem::path& nvdisasm, std::string_view cubin,
                      const std::set<std::string>& functions) {
    TemporaryFile file(cubin);
    const auto [id, output] = start(nvdisasm.string(), file.path());
    SassReader reader(functions);
    char* line = nullptr;
    size_t room = 0;
    for (auto length = ::getline(&line, &room, output.get()); length >= 0;
         length = ::getline(&line, &room, output.get()))
        reader.add_line({line, size_t(length)});
    std::free(line);
    int status = 0;
    while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw Error(ErrorKind::environment,
                    "'" + nvdisasm.string() + "' cannot read a module: install that of the program's CUDA.");
    return reader.take();
}
}
