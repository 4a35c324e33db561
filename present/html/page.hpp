// A page that holds all it needs: texts, tables and charts that react, in one HTML file that opens without a
// network.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "present/chart.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present::html {

/// A piece of a section: what it has of heading, sentences, facts, chart and table, in this order.
struct Part {
    std::string heading;
    std::vector<std::string> sentences;
    Facts facts;
    Chart chart;  ///< drawn where it is not empty, or says why it is
    Table table;
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

/// The version of the library that makes charts react ("Chart.js 3.9.1"); empty where this program was built
/// without it: then charts are still pictures.
std::string chart_library();

/// Writes the page, piece by piece. Each chart is a picture (SVG) that a script replaces by one that shows
/// values when pointed at, hides series, and zooms; without scripts, and in print, the picture stays.
/// Everything that comes from a file is escaped, and the page's policy (Content-Security-Policy) lets it load
/// nothing.
void write(const Page& page, const std::function<void(std::string_view)>& out);

}  // namespace sortscope::present::html
