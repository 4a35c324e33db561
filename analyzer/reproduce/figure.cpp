#include "analyzer/reproduce/figure.hpp"

#include <algorithm>
#include <filesystem>

#include "analyzer/reproduce/embedded.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

constexpr std::size_t longest_description = 16 << 20;

}  // namespace

Query Query::with(const Query& over) const {
    auto both = *this;
    if (!over.variant.empty()) both.variant = over.variant;
    for (const auto& [name, value] : over.parameters) both.parameters[name] = value;
    if (over.key) both.key = over.key;
    if (over.input) both.input = over.input;
    if (over.n) both.n = over.n;
    if (over.block) both.block = over.block, both.source_block = false;
    if (over.source_block) both.source_block = true;
    both.counting = both.counting || over.counting;
    return both;
}

const Column* Figure::column(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &Column::name);
    return found == columns.end() ? nullptr : &*found;
}

std::vector<Figure> load_figures(const std::string& file) {
    const auto text =
        read_text_file(file, longest_description, "--file takes a description of figures (docs/figures.md).");
    auto folder = std::filesystem::path(file).parent_path().string();
    return parse_figures(text, file, folder.empty() ? "." : folder);
}

const std::vector<Figure>& figures() {
    static const auto all = [] {
        std::vector<Figure> read;
        for (const auto& file : embedded_files())
            if (file.name.ends_with(".json"))
                for (auto& figure : parse_figures(file.text, std::string(file.name)))
                    read.push_back(std::move(figure));
        return read;
    }();
    return all;
}

const Figure& find_figure(std::string_view id, const std::vector<Figure>& all) {
    const auto found = std::ranges::find(all, id, &Figure::id);
    if (found != all.end()) return *found;
    // A source's name stands for all its figures.
    std::vector<std::string_view> names;
    std::string sources;
    for (const auto& figure : all) {
        names.push_back(figure.id);
        const auto source = std::string_view(figure.id).substr(0, figure.id.find('-'));
        if (source == figure.id || std::ranges::find(names, source) != names.end()) continue;
        names.push_back(source);
        sources += (sources.empty() ? "" : ", ") + std::string(source);
    }
    throw Error(ErrorKind::usage, "There is no figure '" + std::string(id) + "'." +
                                      nearest_sentence(id, names) +
                                      (sources.empty() ? "" : " The sources are " + sources + ";") +
                                      " 'sortscope reproduce --list' has all figures.");
}

std::uint32_t jan_block(std::string_view variant, std::uint64_t n) {
    const auto threads = variant == "rank" ? n : n / 2;
    return static_cast<std::uint32_t>(threads < 256 ? std::max<std::uint64_t>(threads / 8, 1) : 256);
}

}  // namespace sortscope::analyzer::reproduce
