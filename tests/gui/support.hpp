// Small helpers of the window's tests.
#pragma once

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QString>
#include <QTemporaryDir>

// GoogleTest prints a QString in words.
inline void PrintTo(const QString& text, std::ostream* out) { *out << '"' << text.toStdString() << '"'; }

namespace sortscope::gui {

/// Waits for the first signal of `spy`, or takes the one that came already.
inline bool came(QSignalSpy& spy) { return !spy.isEmpty() || spy.wait(20000); }

}  // namespace sortscope::gui
