// Reproduced figures as charts, tables and sentences.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/reproduce/reproduction.hpp"
#include "present/chart.hpp"
#include "present/table.hpp"

namespace sortscope::present {

struct FigureChart {
    std::string name;   ///< of its file, without an ending: "jan2013-fig7", "jan2013-fig7-gtx-260"
    std::string title;  ///< "measured", "GTX 260 (modelled)"
    Chart chart;
};

/// Measured first, then each predicted device; published curves are dashed. A figure without values gives a
/// chart with a sentence.
std::vector<FigureChart> figure_charts(const analyzer::reproduce::Reproduction& made);

/// The network of a recorded sort of `n` keys (at most 64), coloured by launch times.
Chart case_network_chart(std::uint64_t n, const std::vector<LaunchRecord>& launches);

/// Measured columns, published ones next to them.
Table figure_table(const analyzer::reproduce::Reproduction& made);
/// The same rows predicted for a device.
Table predicted_table(const analyzer::reproduce::Reproduction& made, std::size_t device);

/// Claim, verdict, by how much, why.
Table judgement_table(std::span<const analyzer::reproduce::Reproduction> all);

Table figures_table(std::span<const analyzer::reproduce::Figure> figures);

/// "Jan et al. 2013, Figure 7: sorting time against N".
std::string figure_heading(const analyzer::reproduce::Figure& figure);
/// "measured on NVIDIA H200; published: Tesla K10; modelled: Quadro 6000".
std::string figure_devices(const analyzer::reproduce::Reproduction& made);
/// "12 of its cases are not in the file; collect them with" and the commands, one a line.
std::vector<std::string> missing_lines(const analyzer::reproduce::Reproduction& made,
                                       const std::string& file);

/// docs/reproduction.md as a whole. `pictures`: folder of pictures. `file`: the file as readers know it.
/// `recorded`: when and by what.
std::string reproduction_page(std::span<const analyzer::reproduce::Reproduction> all,
                              const std::string& pictures, const std::string& file,
                              const std::string& recorded);

}  // namespace sortscope::present
