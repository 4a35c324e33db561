// Removes the host's name and the folders of paths from records (--no-host-names).
#pragma once

#include "core/records.hpp"

namespace sortscope {
enum class Folders { all_paths, absolute_paths };

/// "-o /tmp/a.db" -> "-o a.db". A path ends at a space, quote, '=', ':', ',' or bracket.
std::string without_folders(std::string_view text, Folders folders);

/// Clears the host's name. Removes the folders of all paths in the command, and of absolute paths in notes.
void leave_out_folders(RunRecord& run);

/// Removes the folders of the input file, and of absolute paths in the message, the notes and the names of
/// sources. Numbers sources that would share a name: "2/sort.cu".
void leave_out_folders(CaseRecord& record);
}
