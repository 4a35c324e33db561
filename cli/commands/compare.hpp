// `sortscope compare`: is the other faster than the base?
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/history.hpp"
#include "present/json/writer.hpp"
#include "present/table.hpp"
#include "present/tables/compare.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

/// One side against the base.
struct Against {
    std::size_t other = 0;  ///< position in CompareData::sides
    analyzer::Comparison comparison;
    std::vector<present::PairDifference> differences;  ///< of the pairs that are explained
    std::vector<present::PairDifference> counters;     ///< of the pairs without times
};

/// What a comparison's text is made of.
struct CompareData {
    std::vector<analyzer::CaseFile> files;  ///< sides point to them: they stay where they are
    std::vector<analyzer::Side> sides;      ///< base first
    std::deque<Against> against;            ///< pairs are pointed at: they stay where they are
    double min_effect = 0.02;
    bool stages = false;  ///< tables stage by stage
};

std::string render_comparison(const CompareData& data, const present::text::Screen& screen);
void write_comparison(present::json::Writer& out, const CompareData& data);
/// One table a side against the base; of modelled cases that of their counters.
present::Table compared_rows(const CompareData& data);

/// Series over a file's runs, those with changes first.
std::string render_history(const std::string& file, const std::vector<analyzer::History>& histories,
                           double min_effect, const present::text::Screen& screen);

/// "slower:2%" and such, a comma-separated list: what makes the command fail. The effect is `min_effect`
/// where none is named. Throws Error(usage).
std::vector<analyzer::FailOn> parse_fail_on(const std::string& text, double min_effect);

}  // namespace sortscope::cli
