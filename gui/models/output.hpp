// Files that the window writes: pictures, tables, charts; and what names of files may be.
#pragma once

#include <QString>

class QByteArray;

namespace sortscope::gui {

/// Throws Error(usage) where `path` is a file of profiles or its log, which nothing else is written over:
/// db::spare_profiles().
void spare_profiles(const QString& path);

/// Why nothing may be written to `path`, as a sentence; empty where it may.
QString refusal_of_output(const QString& path);

/// Why the window opens and writes no file of this name, as a sentence: the library keeps names as Unicode,
/// and a file whose name is none could not be found again by what it makes of it. Empty where the name is
/// UTF-8.
QString refusal_of_name(const QByteArray& name);

/// Writes all of it, or nothing: what stood there stays until the new file is whole. A device or a pipe is
/// written as it is, nothing takes its place. Returns whether that went well. Throws as spare_profiles().
bool write_file(const QString& path, const QByteArray& bytes);

}  // namespace sortscope::gui
