// A page with texts, tables and interactive charts in one HTML file.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "present/chart.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present::html {

/// Heading, sentences, facts, chart and table, in this order; any may be absent.
struct Part {
    std::string heading = {};
    std::vector<std::string> sentences = {};
    Facts facts = {};
    Chart chart = {};  ///< drawn where it is not empty, or says why it is
    Table table = {};
    bool folded = false;  ///< shown when its heading is opened; always in print
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

/// Writes the page piece by piece. Each chart is an SVG that a script replaces by an interactive one.
/// Everything from a file is escaped; the page's policy forbids loading anything.
void write(const Page& page, const std::function<void(std::string_view)>& out);

}  // namespace sortscope::present::html
