// nvprof's metrics and events by name, and what they are here: people and scripts of twelve years know them.
#pragma once

#include <span>
#include <string_view>

namespace sortscope {

/// A name of nvprof with its counterpart. Either `metric` or `vendor` is given, or neither, where nothing
/// corresponds.
struct NvprofName {
    std::string_view name;    ///< "gld_efficiency"
    std::string_view metric;  ///< id of the catalogue: "gld_efficiency_pct"
    std::string_view vendor;  ///< the vendor's names of today, separated by commas where their sum is meant;
                              ///< "A|B": the first that a chip has
    std::string_view sentence;  ///< how the two differ, where they do; why there is none, where there is none
};

/// All, by name.
std::span<const NvprofName> nvprof_names();
/// The row of `name`, or null.
const NvprofName* find_nvprof_name(std::string_view name);

}  // namespace sortscope
