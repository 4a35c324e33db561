// A page with interactive charts in one HTML file.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "present/chart.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present::html {

/// Any may be absent.
struct Part {
    std::string heading = {};
    std::vector<std::string> sentences = {};
    Facts facts = {};
    Chart chart = {};  ///< or why it is empty
    Table table = {};
    bool folded = false;  ///< opened by its heading; always in print
};

struct Section {
    std::string heading;
    std::vector<Part> parts;
};

struct Page {
    std::string title, subtitle;
    std::vector<Section> sections;
};

/// "Chart.js 3.9.1"; empty if not built in: charts are then pictures.
std::string chart_library();

/// Each chart is an SVG that a script replaces. Texts are escaped; the page's policy forbids loading.
void write(const Page& page, const std::function<void(std::string_view)>& out);

}  // namespace sortscope::present::html
