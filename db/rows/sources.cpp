#include "db/rows/sources.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace sortscope::db {
namespace {

/// What is wrong with a text; empty: nothing.
std::string too_long(const std::string& text) {
    if (text.size() > longest_source_bytes)
        return fmt::format("holds a text of {} bytes, but source files have at most {}", text.size(),
                           longest_source_bytes);
    const auto lines = std::ranges::count(text, '\n');
    if (lines > most_source_lines)
        return fmt::format("holds a text of {} lines, but source files have at most {}", lines,
                           most_source_lines);
    return {};
}

/// The same of a text that was stored.
std::string fault_of(const std::string& digest, const std::string& text) {
    if (auto fault = too_long(text); !fault.empty()) return fault;
    if (digest != text_digest(text)) return "is not the text that its digest is of";
    return {};
}

}  // namespace

std::string text_digest(std::string_view text) {
    // A namespace of our own, made up once: changing it makes equal texts of two files differ.
    static const auto space = boost::uuids::string_generator()("0b5dc2a4-6d5e-4c1b-8b0a-5a3c61f1a9d2");
    return boost::uuids::to_string(boost::uuids::name_generator_sha1(space)(text.data(), text.size()));
}

SourceWriter::SourceWriter(SQLite::Database& database)
    : database_(database),
      find_(database, "SELECT id FROM source_text WHERE file = ? AND digest = ?"),
      insert_(database, "INSERT INTO source_text (file, digest, text) VALUES (?, ?, ?)"),
      of_case_(database, "INSERT INTO case_source (case_id, source_text_id) VALUES (?, ?)") {}

std::int64_t SourceWriter::id_of(const SourceText& source) {
    const auto digest = text_digest(source.text);
    const ResetAtEnd reset(find_);
    bind_row(find_, source.file, digest);
    if (find_.step()) return sqlite3_column_int64(find_.handle(), 0);
    execute(insert_, source.file, digest, source.text);
    return database_.getLastInsertRowid();
}

void SourceWriter::write(CaseId id, std::span<const SourceText> sources) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto& source = sources[i];
        if (i > 0 && source.file <= sources[i - 1].file)
            throw Contradiction(fmt::format("the source of '{}' comes twice, or out of order", source.file));
        if (const auto fault = too_long(source.text); !fault.empty())
            throw Contradiction(fmt::format("the source of '{}' {}", source.file, fault));
        bytes += source.text.size();
        if (bytes > most_source_bytes)
            throw Contradiction(
                fmt::format("its sources have more than {} bytes together", most_source_bytes));
        const auto number = id_of(source);
        execute(of_case_, id, number);
    }
}

std::vector<SourceText> read_sources(SQLite::Database& database, CaseId id) {
    std::vector<SourceText> sources;
    std::size_t bytes = 0;
    Statement select(database,
                     "SELECT c.source_text_id, t.id, t.file, t.digest, t.text FROM case_source c LEFT JOIN "
                     "source_text t ON t.id = c.source_text_id "
                     "WHERE c.case_id = ? ORDER BY t.file");
    bind_row(select, id);
    for_each_row(select, "source_text", [&](RowReader& row) {
        std::int64_t number = 0;
        std::optional<std::int64_t> found;
        row.read(range::any(number), range::any(found));
        if (!found)
            throw BadValue(fmt::format(
                "a row of table 'case_source' refers to row {} of table 'source_text', which is not there",
                number));
        auto& source = sources.emplace_back();
        std::string digest;
        row.read(source.file, digest, source.text);
        if (const auto fault = fault_of(digest, source.text); !fault.empty()) row.refuse(fault);
        bytes += source.text.size();
        if (bytes > most_source_bytes)
            throw BadValue(fmt::format("case {} has more than {} bytes of source texts",
                                       static_cast<std::int64_t>(id), most_source_bytes));
        if (sources.size() > 1 && sources[sources.size() - 2].file == source.file)
            throw BadValue(
                fmt::format("case {} has two texts of one source file", static_cast<std::int64_t>(id)));
    });
    return sources;
}

}  // namespace sortscope::db
