#include "db/rows/columns.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace sortscope::db {
std::string axes_text(const Axes& axes) {
    std::string text;
    for (const auto& [name, value] : axes) text += (text.empty() ? "" : ", ") + name + "=" + value.text();
    return text;
}

std::string axis_fault(std::string_view axis, const AxisValue& value) {
    if (axis != "n" && axis != "block") return {};
    const auto most = int64_t{1} << (axis == "n" ? 50 : 20);
    const auto number = value.integer();
    if (number && *number >= 0 && *number <= most) return {};
    return fmt::format("holds {} on axis {}, which is not within 0 to {}", value.text(), axis, most);
}

std::string limit_fault(const DeviceLimit& limit) {
    // Refuse 0 for rates: analyses divide by them.
    const double least = limit.unit.ends_with("/s") ? 1 : 0;
    if (limit.value >= least && limit.value <= 1e18) return {};
    return fmt::format("holds {:g} for '{}', which is not within {} to 1e18 {}", limit.value, limit.name,
                       least, limit.unit);
}

std::string text_digest(std::string_view text) {
    // Never change it: equal texts need equal digests in all files.
    static const auto space = boost::uuids::string_generator()("0b5dc2a4-6d5e-4c1b-8b0a-5a3c61f1a9d2");
    return boost::uuids::to_string(boost::uuids::name_generator_sha1(space)(text.data(), text.size()));
}

std::string source_fault(const std::string& text) {
    if (text.size() > longest_source_bytes)
        return fmt::format("holds a text of {} bytes, but source files have at most {}", text.size(),
                           longest_source_bytes);
    if (const auto lines = std::ranges::count(text, '\n'); lines > most_source_lines)
        return fmt::format("holds a text of {} lines, but source files have at most {}", lines,
                           most_source_lines);
    return {};
}

std::string known_ids(Database& database, const char* table) {
    const auto* const what = std::string_view(table) == "run" ? "run" : "case";
    int64_t count = 0, first = 0, last = 0;
    Statement select(database,
                     fmt::format("SELECT count(*), ifnull(min(id), 0), ifnull(max(id), 0) FROM {}", table));
    for_each_row(select, table,
                 [&](RowReader& row) { row.read(count, range::any(first), range::any(last)); });
    if (count == 0) return fmt::format("It has no {}s yet.", what);
    if (count == 1) return fmt::format("Its only {} is {}.", what, first);
    if (last - first + 1 == count) return fmt::format("Its {}s are {} to {}.", what, first, last);
    return fmt::format("Its {} {}s are numbered {} to {}.", count, what, first, last);
}
}
