// Numbers as people write them on a command line and read them in a table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

/// "1048576", "2^20", "64Ki", "1Mi", "4k", "1M" -> the number. Throws Error(usage) that says what is accepted.
std::uint64_t parse_count(std::string_view text);

/// A list of numbers and ranges: "2^10..2^20" doubles from the first to the last; "32,64..1024" lists and ranges mixed.
/// Order is kept, repeats are dropped. Throws Error(usage).
std::vector<std::uint64_t> parse_count_list(std::string_view text);

/// "a,b,c" -> its parts, none empty. Throws Error(usage) on an empty part.
std::vector<std::string> split_list(std::string_view text);

/// 1048576 -> "2^20" (from 2^10 on); other numbers in plain digits.
std::string format_count(std::uint64_t count);

/// 1234567 ns -> "1.235 ms": four significant digits and a unit of ns, us, ms or s.
std::string format_time_ns(double ns);

/// 1536 -> "1.50 KiB".
std::string format_bytes(double bytes);

/// 12345678 -> "12,345,678".
std::string format_grouped(std::int64_t value);

/// Now, as ISO 8601 in UTC: "2026-11-20T21:04:56Z".
std::string utc_now();

}  // namespace sortscope
