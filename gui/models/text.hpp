// Numbers and names as the window writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <QString>

#include "core/records.hpp"

namespace sortscope::gui {

/// Shown where a value was not taken: absent is not zero.
QString absent_text();

QString to_qstring(std::string_view text);

/// 1048576 -> "2" with a raised 20 (powers of two from 2^10 on); other numbers in grouped digits.
QString count_text(std::uint64_t count);
/// An exponent of two as raised digits: 20 -> "2" with a raised 20.
QString power_of_two_text(int exponent);
/// 12345678 -> "12,345,678".
QString grouped_text(std::int64_t value);
/// 1234567 ns -> "1.235 ms", with the micro sign.
QString time_text(double ns);
/// `value` with a fixed number of decimals, digits grouped.
QString decimal_text(double value, int decimals);

/// One unit of time for a whole axis or column, so that its numbers compare at a glance.
struct TimeUnit {
    double ns = 1;  ///< nanoseconds in one unit
    QString name;   ///< "ns", "us" with the micro sign, "ms" or "s"
};
/// The unit in which `largest_ns` has one to three digits before the point.
TimeUnit time_unit(double largest_ns);

/// "measured", "counted", "modelled" or "published".
QString provenance_text(Provenance provenance);
/// "modelled: computed by the host interpreter, without a GPU".
QString provenance_sentence(Provenance provenance);
/// Where a case's figures come from, as far as its summary tells: the interpreter models, everything else
/// measures.
Provenance case_provenance(const CaseRecord& record);

/// "2^20 u32 uniform, block 256, tile=4": what distinguishes a case of one variant. CPU cases have no block.
QString case_text(const CaseRecord& record);
/// 1e-6 N / T in Mkey/s from the median time; nothing where the case has no time.
std::optional<double> rate_mkeys_per_s(const CaseRecord& record);
/// "4,812 Mkey/s" with the decimals its size deserves.
QString rate_text(double mkeys_per_s);

/// `text` shortened in its middle to `length` characters: kernel names of libraries run to hundreds.
QString elided(const QString& text, int length);

}  // namespace sortscope::gui
