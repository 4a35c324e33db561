// Files that the window writes: pictures, tables, charts.
#pragma once

#include <QString>

class QByteArray;

namespace sortscope::gui {

/// Throws Error(usage) where `path` is a file of profiles or its log, which nothing else is written over: db::spare_profiles().
void spare_profiles(const QString& path);

/// Why nothing may be written to `path`, as a sentence; empty where it may.
QString refusal_of_output(const QString& path);

/// Writes all of it, or nothing: what stood there stays until the new file is whole. A device or a pipe is written as it is, nothing takes its place.
/// Returns whether that went well. Throws as spare_profiles().
bool write_file(const QString& path, const QByteArray& bytes);

}  // namespace sortscope::gui
