// How long something will take, as people say it.
#pragma once

#include <string>

namespace sortscope {

/// What a clock that counts down shows: "0:07 left", "12:30 left", "1:02:03 left"; empty for less than 0,
/// which is not known.
std::string left_text(double seconds);

}  // namespace sortscope
