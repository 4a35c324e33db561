// Reads test rows from text files in tests/data: expected text and input.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sortscope::sample {
struct Row {
    std::string place;  ///< file and line
    std::string expected, input;
};

/// Replaces \n, \t, \r, \\ and \xNN in `text` by their characters.
inline std::string unescaped(const std::string& text) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            result += text[i];
            continue;
        }
        const char kind = text.at(++i);
        if (kind == 'x') {
            result += char(std::stoi(text.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            result += kind == 'n' ? '\n' : kind == 't' ? '\t' : kind == 'r' ? '\r' : kind;
        }
    }
    return result;
}

/// Lines "expected <- input" of tests/data/`file`. Skips empty lines and comments, which begin with #.
inline std::vector<Row> rows_of(const std::string& file) {
    std::ifstream in(SORTSCOPE_SOURCE_DIR "/tests/data/" + file);
    std::vector<Row> rows;
    size_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line.front() == '#') continue;
        const auto arrow = line.find(" <- ");
        if (arrow == std::string::npos) throw std::runtime_error(file + ": no arrow in: " + line);
        rows.push_back({file + ":" + std::to_string(number), unescaped(line.substr(0, arrow)),
                        unescaped(line.substr(arrow + 4))});
    }
    if (rows.empty()) throw std::runtime_error(file + " has no rows");
    return rows;
}
}
