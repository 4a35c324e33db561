// `sortscope new`: writes a folder with a new sort that builds and runs unchanged.
#include <cctype>
#include <fstream>
#include <regex>

#include "cli/commands/commands.hpp"
#include "cli/texts/texts.hpp"
#include "kernels/sources/sources.hpp"
#include "kernels/variants/example.hpp"

namespace sortscope::cli {
namespace {
namespace fs = std::filesystem;

struct NewOptions {
    std::string name, from = kernels::example_variant;
};

/// The source of a variant that needs only the SDK.
struct Template {
    std::string word, type, text;
    std::string variant;
    bool is_cuda = false;  ///< plain CUDA: the interpreter cannot run it

    std::string base() const {
        return is_cuda ? kernels::example_variant : variant;
    }  ///< variant to compare with
    std::string ending() const { return is_cuda ? ".cu" : ".hpp"; }
};

std::vector<Template> templates() {
    static const std::regex include("#include \"([^\"]*)\""), type("struct (\\w+) \\{\n    using keys = "),
        name("\\.name = \"([^\"]*)\",\n +\\.source");
    std::vector<Template> all;
    for (const auto& file : kernels::embedded_sources()) {
        const std::string text(file.text);
        const auto matches = [&](const std::regex& what) {
            std::vector<std::string> found;
            for (std::sregex_iterator at(text.begin(), text.end(), what), end; at != end; ++at)
                found.push_back(at->str(1));
            return found;
        };
        const auto names = matches(name), types = matches(type);
        const bool is_cuda = file.name.ends_with(".cu");
        const std::string sdk = is_cuda ? "kernels/context/sort_call.hpp" : "kernels/variants/planners.hpp";
        if (matches(include) == std::vector{sdk} && names.size() == 1 && types.size() == 1)
            all.push_back({is_cuda ? "cuda" : names.front(), types.front(), text, names.front(), is_cuda});
    }
    return all;
}

Choices template_choices() { return choices_from(templates(), &Template::word, &Template::type); }

Template find_template(const std::string& word) {
    std::string all;
    for (auto& each : templates()) {
        if (each.word == word) return each;
        all += (all.empty() ? "" : ", ") + each.word;
    }
    wrong_request("A sort cannot be begun from '{}'. It can from: {}.", word, all);
}

/// "my-sort" -> "my_sort".
std::string identifier_of(std::string name) {
    std::ranges::replace(name, '-', '_');
    return name;
}

/// "my-sort" -> "MySort".
std::string type_of(const std::string& name) {
    std::string type;
    bool first = true;
    for (const char c : name) {
        if (c != '-') type += first ? char(std::toupper(uint8_t(c))) : c;
        first = c == '-';
    }
    return type;
}

std::string source_of(const Template& from, const std::string& name) {
    auto text = std::regex_replace(from.text, std::regex("\\b" + from.type), type_of(name));
    const auto replace = [&](const std::string& what, const std::string& by) {
        text = std::regex_replace(text, std::regex(what), by);
    };
    replace("\\b" + identifier_of(from.variant) + "_", identifier_of(name) + "_");
    replace("\\.name = \"" + from.variant + "\"", ".name = \"" + name + "\"");
    replace("\\.source = \"[^\"]*\"", ".source = \"Own\"");
    replace("\\.section = \"[^\"]*\"", ".section = \"begun from " + from.word + "\"");
    replace("using keys = AllKeys;", "using keys = TypeList<uint32_t, float>;  // fewer types build faster");
    return text;
}

std::string project_of(const std::string& name, const Template& from) {
    return fmt::format(
        fmt::runtime(embedded_text("new-CMakeLists.txt")), identifier_of(name), type_of(name), name,
        from.ending(), from.is_cuda ? "cupti" : "simt",
        from.is_cuda ? "\nset_tests_properties(sorts PROPERTIES SKIP_RETURN_CODE 4)  # no GPU" : "");
}

std::string readme_of(const std::string& name, const Template& from) {
    return fmt::format(fmt::runtime(embedded_text("new.md")), name, from.base(),
                       identifier_of(name) + from.ending(), from.word,
                       from.is_cuda ? "the function that launches it" : "its plan");
}

void run_new(const NewOptions& options) {
    static const std::regex form("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    const auto& name = options.name;
    if (!std::regex_match(name, form) || name.size() > 40)
        wrong_request("'{}' is no name for a sort. Give letters, digits and single dashes: my-sort.", name);
    const auto from = find_template(options.from);
    if (name == from.base()) wrong_request("There is a sort '{}' already. Give another name.", name);
    std::error_code failed;
    if (!fs::create_directory(name, failed))
        fail(ErrorKind::data, "The folder '{}' cannot be created: {}.", name,
             failed ? failed.message() : std::string("there is one already"));
    const auto write = [&](const std::string& file, const std::string& text) {
        std::ofstream out(fs::path(name) / file, std::ios::binary);
        out << text;
        if (!out.flush()) fail(ErrorKind::environment, "'{}/{}' cannot be written.", name, file);
    };
    write(identifier_of(name) + from.ending(), source_of(from, name));
    write("CMakeLists.txt", project_of(name, from));
    write("README.md", readme_of(name, from));
    print(
        fmt::format("{0}/ has a sort begun from {2}. Build it, run it and compare it with {1}:\n"
                    "  sortscope collect --build {0} --variant {0},{1} --n 2^10..2^16\n"
                    "  sortscope compare sortscope.db --across variant={1},{0}\n",
                    name, from.base(), from.word));
}
}  // namespace

void add_new(Program& program) {
    Command command(program, "new", "Write a folder that builds your own sort");
    auto& options = command.run(run_new);
    command.option("NAME", options.name, "", "Name the folder and the sort", {.required = true});
    command.option("--from", options.from, "VARIANT", "Begin from this sort; cuda: from plain CUDA",
                   {.choices = template_choices});
}
}
