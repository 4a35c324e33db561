// A page with interactive charts in one HTML file.
#pragma once

#include "present/chart.hpp"
#include "present/table.hpp"

namespace sortscope::present::html {
struct Part {
    std::string heading = {};
    std::vector<std::string> sentences = {};
    Facts facts = {};
    Chart chart = {};  ///< an empty chart prints its empty_text
    Table table = {};
    bool folded = false;  ///< until a click on its heading; printed open
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

/// Each chart is an SVG that a script replaces. Texts are escaped; the page's policy forbids loading files.
void write(const Page& page, const std::function<void(std::string_view)>& out);

/// Returns whether the script can draw `chart`: lines, points or bars, and not too many.
bool is_drawable(const Chart& chart);

/// JSON for the page's script, escaped so that no text closes the <script> element.
std::string chart_data(const Chart& chart);

/// Files built into the program, in pieces that every compiler accepts. chart_script() may be empty.
std::span<const std::string_view> page_style();
std::span<const std::string_view> page_script();
std::span<const std::string_view> chart_script();
}
