// Plug-ins that a command names or builds.
#pragma once

#include "cli/options/command.hpp"
#include "collector/catalogue/catalogue.hpp"

namespace sortscope::cli {
void add_plugin_option(Command& command, std::vector<std::string>& files);

/// The variants of this program, `files` and SORTSCOPE_PLUGINS. Prints why a plug-in cannot be used.
collector::Catalogue catalogue_with(const std::vector<std::string>& files);

/// `files` and files of SORTSCOPE_PLUGINS, each once.
std::vector<std::string> plugin_files(const std::vector<std::string>& files);

/// Throws ExitWith if a plug-in could not be used, or ended its worker.
void end_by_plugins(const collector::Catalogue& catalogue);

/// Notes about the variants' files, to store with a run.
std::vector<Note> plugin_notes(const collector::Catalogue& catalogue);

/// Builds the CMake project in `folder`; returns its plug-ins. CMake and the compiler write to standard
/// error. Throws Error(data) if the build fails.
std::vector<std::string> build_plugins(const std::string& folder);
}
