#include "collector/case_sources.hpp"

#include <set>
#include <string_view>

#include "kernels/sources/sources.hpp"

namespace sortscope::collector {

std::vector<SourceText> sources_of(const CaseRecord& record) {
    std::set<std::string_view> files;
    std::string_view last;  // mostly that of the site before
    const auto name = [&](std::string_view file) {
        if (file.empty() || file == last) return;
        files.insert(file);
        last = file;
    };
    for (const auto& launch : record.launches)
        for (const auto& counts : launch.sites) name(counts.site.file);
    for (const auto& stall : record.stalls) name(stall.file);
    std::vector<SourceText> sources;
    for (const auto file : files)
        if (const auto text = kernels::source_text(file))
            sources.push_back({std::string(file), std::string(*text)});
    return sources;
}

}  // namespace sortscope::collector
