// Reproduced figures as charts, tables and sentences.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/reproduce/reproduction.hpp"
#include "present/charts/curves.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present {
struct FigureChart {
    std::string name;   ///< file name without an ending: "jan2013-fig7", "jan2013-fig7-gtx-260"
    std::string title;  ///< "measured", "GTX 260 (modelled)"
    Chart chart;
};

/// Charts of measurements and of each predicted device; one chart if Figure::together. A chart without values
/// has an empty_text.
std::vector<FigureChart> figure_charts(const analyzer::reproduce::Reproduction& made);

/// Measured columns next to published columns, then a table for each predicted device.
std::vector<Table> figure_tables(const analyzer::reproduce::Reproduction& made);

Table judgement_table(std::span<const analyzer::reproduce::Reproduction> all);

Table figures_table(std::span<const analyzer::reproduce::Figure> figures);

/// "Jan et al. 2013, Figure 7: sorting time against N".
std::string figure_heading(const analyzer::reproduce::Figure& figure);
/// "measured on NVIDIA H200; published: Tesla K10; modelled: Quadro 6000".
std::string figure_devices(const analyzer::reproduce::Reproduction& made);
/// "12 cases of this figure are not in the file:" and the commands that collect them.
std::vector<std::string> missing_lines(const analyzer::reproduce::Reproduction& made,
                                       const std::string& file);

/// docs/reproduction.md. `pictures`: folder of the pictures. `recorded`: sentence with date and device.
std::string reproduction_page(std::span<const analyzer::reproduce::Reproduction> all,
                              const std::string& pictures, const std::string& file,
                              const std::string& recorded);

/// Published times and rates over the number of keys. Reads files. Throws Error(data).
std::vector<PublishedCurve> published_curves(const std::vector<analyzer::reproduce::Figure>& figures);

/// Four significant digits: "1.035", "30.00", "12,345"; measured counts are whole.
std::string figure_number(double value, bool measured);
/// "GPU optimized" -> "gpu-optimized".
std::string slug(std::string_view text);
/// "f32, uniform, 2^20 keys, block by the source's rule".
std::string figure_conditions(const analyzer::reproduce::Figure& figure);

/// Beginning of the page, a format string. The build generates this function.
std::span<const std::string_view> page_head();

namespace json {
/// `file`: for commands that collect missing cases.
void members_of(Writer& out, const analyzer::reproduce::Reproduction& made, const std::string& file);
void members_of(Writer& out, const analyzer::reproduce::Figure& figure);
}
}
