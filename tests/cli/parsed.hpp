// A JSON document as it was written, read again.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "present/json/writer.hpp"

namespace sortscope::test {

/// What `write` writes. Fails the test by an exception where it is no JSON.
template <class Write>
nlohmann::json parsed(const Write& write) {
    std::string text;
    present::json::Writer out([&](std::string_view piece) { text += piece; });
    write(out);
    out.finish();
    return nlohmann::json::parse(text);
}

}  // namespace sortscope::test
