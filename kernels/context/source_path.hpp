// Short names of source files, the same on every machine.
#pragma once

#include <string>
#include <string_view>

namespace sortscope::kernels {
/// The folder of a plug-in's sources, and the plug-in's name in short paths. A process loads at most one
/// plug-in.
struct SourceRoot {
    std::string folder{}, name{};
};
inline SourceRoot& plugin_sources() {
    static SourceRoot root;
    return root;
}

/// Returns "my_sort/my_sort.hpp" for a plug-in's file, else the path from "kernels/" on.
inline std::string short_source_path(std::string_view path) {
    const auto& root = plugin_sources();
    if (!root.folder.empty() && path.starts_with(root.folder + "/"))
        return root.name + std::string(path.substr(root.folder.size()));
    const auto at = path.rfind("kernels/");
    return std::string(at == std::string_view::npos ? path : path.substr(at));
}
}
