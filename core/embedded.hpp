// Files that the build embeds in the program (cmake/Embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace sortscope {
struct EmbeddedFile {
    std::string_view name;  ///< "mu2016.json", "kernels/variants/rank/rank.hpp"
    std::string_view text;
};
}
