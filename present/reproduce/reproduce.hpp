// Figures made anew as charts, tables and sentences: what the command line prints, the window shows and
// docs/reproduction.md holds.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/reproduce/reproduction.hpp"
#include "present/chart.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One picture of a figure: measured beside published, or one device's prediction.
struct FigureChart {
    std::string name;   ///< of its file, without an ending: "jan2013-fig7", "jan2013-fig7-gtx-260"
    std::string title;  ///< "measured", "GTX 260 (modelled)"
    Chart chart;
};

/// Measured first, then each predicted device. Published curves are dashed and have the colour of the curve
/// that they are of; charts name source, device and provenance. A figure without a value gives one chart with
/// a sentence in its place.
std::vector<FigureChart> figure_charts(const analyzer::reproduce::Reproduction& made);

/// The network of a recorded sort of `n` keys (at most 64), coloured by the time of each launch where
/// launches have one. A sort whose launches do not say what they compare gives a sentence.
Chart case_network_chart(std::uint64_t n, const std::vector<LaunchRecord>& launches);

/// Rows by columns: each column measured and, where the source has it, published beside it. Networks and
/// timelines have a table too: their launches.
Table figure_table(const analyzer::reproduce::Reproduction& made);
/// The same rows predicted for a device, published beside where the source measured on it.
Table predicted_table(const analyzer::reproduce::Reproduction& made, std::size_t device);

/// Claims with verdicts, in words: claim, verdict, by how much, why.
Table judgement_table(std::span<const analyzer::reproduce::Reproduction> all);

/// What there is: id, source, title, claims.
Table figures_table(std::span<const analyzer::reproduce::Figure> figures);

/// "Jan et al. 2013, Figure 7: sorting time against N".
std::string figure_heading(const analyzer::reproduce::Figure& figure);
/// "measured on NVIDIA H200; published: Tesla K10; modelled: Quadro 6000": devices of the values.
std::string figure_devices(const analyzer::reproduce::Reproduction& made);
/// "12 of its cases are not in the file; collect them with" and the commands, one a line; empty where none is
/// missing.
std::vector<std::string> missing_lines(const analyzer::reproduce::Reproduction& made,
                                       const std::string& file);

/// The whole of docs/reproduction.md: pictures are looked for in `pictures` ("reproduction"), `file` is the
/// file as readers know it
/// ("examples/h200.db"), `recorded` says when and by what.
std::string reproduction_page(std::span<const analyzer::reproduce::Reproduction> all,
                              const std::string& pictures, const std::string& file,
                              const std::string& recorded);

}  // namespace sortscope::present
