#include "core/metric/nvprof.hpp"

#include "core/metric/tsv.hpp"

namespace sortscope {
std::span<const NvprofName> nvprof_names() {
    static const auto names = [] {
        std::vector<NvprofName> rows;
        for (const auto& [name, metric, vendor, sentence] : table_rows<4>("nvprof.tsv"))
            rows.push_back({name, metric, vendor, sentence});
        return rows;
    }();
    return names;
}

const NvprofName* find_nvprof_name(std::string_view name) {
    return find_or_null(nvprof_names(), name, &NvprofName::name);
}
}
