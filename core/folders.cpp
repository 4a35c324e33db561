#include "core/folders.hpp"

namespace sortscope {
std::string without_folders(std::string_view text, Folders folders) {
    std::string kept;
    while (!text.empty()) {
        const auto length = std::min(text.find_first_of(" \t\n'\"=:,()[]"), text.size());
        auto word = text.substr(0, length);
        if (const auto slash = word.rfind('/'); slash != word.npos && word.size() > 1)
            if (folders == Folders::all_paths || word.front() == '/') word.remove_prefix(slash + 1);
        kept += word;
        if (length < text.size()) kept += text[length];
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return kept;
}

void leave_out_folders(RunRecord& run) {
    run.host.name.clear();
    run.command = without_folders(run.command, Folders::all_paths);
    for (auto& note : run.notes) note.text = without_folders(note.text, Folders::absolute_paths);
}

void leave_out_folders(CaseRecord& record) {
    const auto name_of = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
    if (record.input) record.input->file = name_of(record.input->file);
    record.message = without_folders(record.message, Folders::absolute_paths);
    for (auto& note : record.notes) note.text = without_folders(note.text, Folders::absolute_paths);
    std::map<std::string, std::string> names;  // by path
    const auto rename = [&](std::string& file) {
        if (!file.starts_with('/')) return;
        auto& name = names[file];
        if (name.empty()) {
            const auto is_taken = [&](const std::string& wanted) {
                return std::ranges::any_of(names, [&](const auto& each) { return each.second == wanted; });
            };
            auto wanted = name_of(file);
            for (int number = 2; is_taken(wanted); ++number)
                wanted = std::to_string(number) + "/" + name_of(file);
            name = std::move(wanted);
        }
        file = name;
    };
    for (auto& stall : record.stalls) rename(stall.file);
    for (auto& launch : record.launches)
        for (auto& counts : launch.sites) rename(counts.site.file);
    for (auto& source : record.sources) rename(source.file);
    std::ranges::sort(record.sources, {}, &SourceText::file);
}
}
