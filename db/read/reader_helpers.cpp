#include "db/read/reader_helpers.hpp"

#include "core/error.hpp"
#include "core/printable.hpp"

namespace sortscope::db {

void check_case(const Reader& reader, const std::string& file, CaseId id) {
    try {
        reader.read_case(id, Detail::summary);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, std::string(error.what()) + " 'sortscope list " + shell_word(file) +
                                          "' shows the cases there are.");
    }
}

}  // namespace sortscope::db
