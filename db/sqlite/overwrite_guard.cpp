#include "db/sqlite/overwrite_guard.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "db/sqlite/file_check.hpp"

namespace sortscope::db {
namespace {

namespace fs = std::filesystem;

void spare(const fs::path& file, const fs::path& asked) {
    if (begins_as_database(file))
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' is a file of profiles (or another SQLite database), which this output "
                                "would take the place of. Choose another name.",
                                asked.string()));
    if (const auto owner = database_of_log(file); !owner.empty())
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' is where SQLite keeps what was recorded last in '{}', which this "
                                "output would take the place of. Choose another name.",
                                asked.string(), owner.string()));
}

}  // namespace

void spare_profiles(const fs::path& output) {
    spare(output, output);
    std::error_code failed;
    if (const auto target = fs::weakly_canonical(output, failed); !failed && target != output)
        spare(target, output);
}

void check_output_folder(const fs::path& output) { check_folder(output, ""); }

}  // namespace sortscope::db
