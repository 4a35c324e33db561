#include "core/metric/nvprof.hpp"

#include <array>
#include <vector>

#include "core/ranges.hpp"

namespace sortscope {
namespace {
/// Parses a line of nvprof.tsv; "-" is an empty field.
NvprofName parse_row(std::string_view line) {
    std::array<std::string_view, 4> fields;
    for (auto& field : fields) {
        field = line.substr(0, line.find('\t'));
        line.remove_prefix(std::min(field.size() + 1, line.size()));
        if (field == "-") field = {};
    }
    return {fields[0], fields[1], fields[2], fields[3]};
}
}  // namespace

std::span<const NvprofName> nvprof_names() {
    static const auto names = [] {
        std::vector<NvprofName> rows;
        auto text = embedded_nvprof().front().text;
        for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
            rows.push_back(parse_row(text.substr(0, end)));
            text.remove_prefix(end + 1);
        }
        return rows;
    }();
    return names;
}

const NvprofName* find_nvprof_name(std::string_view name) {
    return find_or_null(nvprof_names(), name, &NvprofName::name);
}
}
