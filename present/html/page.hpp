// A page with interactive charts in one HTML file.
#pragma once

#include <functional>
#include <span>
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

/// Lines, points and bars, not too many.
bool is_drawable(const Chart& chart);

/// JSON for the page's script that cannot end its <script> element.
std::string chart_data(const Chart& chart);

/// Built into the program, in pieces that every compiler takes; the chart library may be missing.
std::span<const std::string_view> page_style();
std::span<const std::string_view> page_script();
std::span<const std::string_view> chart_script();
}
