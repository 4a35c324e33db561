// Short names of source files, the same on every machine.
#pragma once

#include <string>
#include <string_view>

namespace sortscope::kernels {
/// The folder of a plug-in's sources, and its name in short paths. A process loads one plug-in at most.
struct SourceRoot {
    std::string folder{}, name{};
};
inline SourceRoot& plugin_sources() {
    static SourceRoot root;
    return root;
}

/// "my_sort/my_sort.hpp" of a plug-in; else the path from "kernels/" on.
inline std::string short_source_path(std::string_view path) {
    const auto& root = plugin_sources();
    if (!root.folder.empty() && path.starts_with(root.folder + "/"))
        return root.name + std::string(path.substr(root.folder.size()));
    const auto at = path.rfind("kernels/");
    return std::string(at == std::string_view::npos ? path : path.substr(at));
}
}
