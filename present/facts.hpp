// Facts of a case, run or device as data.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/vocabulary.hpp"

namespace sortscope::present {

struct Fact {
    std::string id = {};     ///< stable: "median", "rate", "launches"
    std::string name = {};   ///< "time", as a terminal has it in front of the text
    std::string title = {};  ///< "Median time", as the window has it above the figure
    std::string text = {};   ///< whole: "median 67.46 us, spread 5.9 % (interquartile range / median), ...";
                             ///< empty: not in a terminal
    std::string brief = {};  ///< the figure alone, where the window has little room: "67.46 us"; "-" where it
                             ///< is absent; empty: not in the window
    std::string sentence = {};                  ///< what it is, for a tooltip
    std::optional<Provenance> provenance = {};  ///< of the figure; nothing where it is none
};

struct NoteLine {
    Severity severity{};
    std::string text;
    std::string about = {};  ///< what it is of, where not of the whole: "time trial 0 left out"
    bool in_facts = false;   ///< says what a fact's text says too: for where those are not shown
};

struct Facts {
    std::string title;                    ///< "bitonic-semi"
    std::string subtitle;                 ///< "2^12 u32 uniform keys (16.00 KiB), block 256"
    std::vector<Provenance> provenances;  ///< all that occur
    std::vector<Fact> facts;
    std::vector<NoteLine> notes;  ///< worst first
};

/// One fact of all sides; `texts` has one entry a side, empty if absent.
struct FactsRow {
    std::string id, name;
    std::vector<std::string> texts;
    bool differs = false;
};

/// Facts with a text, joined by id, in the order of the first side.
std::vector<FactsRow> facts_beside(std::span<const Facts> sides);

}  // namespace sortscope::present
