// Facts of a case, run or device as data.
#pragma once

#include <vector>

#include "core/vocabulary.hpp"

namespace sortscope::present {
struct Fact {
    std::string id = {};        ///< stable: "median", "rate", "launches"
    std::string name = {};      ///< on a terminal: "time"
    std::string title = {};     ///< in the window: "Median time"
    std::string text = {};      ///< "median 67.46 us, spread 5.9 % ..."; empty: not on a terminal
    std::string brief = {};     ///< "67.46 us", "-" if absent; empty: not in the window
    std::string sentence = {};  ///< tooltip
    std::optional<Provenance> provenance = {};
};

struct NoteLine {
    Severity severity{};
    std::string text;
    std::string about = {};  ///< subject of the note: "time trial 0 left out"
    bool in_facts = false;   ///< a fact's text says the same
};

struct Facts {
    std::string title = {};     ///< "bitonic-semi"
    std::string subtitle = {};  ///< "2^12 u32 uniform keys (16.00 KiB), block 256"
    std::vector<Provenance> provenances = {};
    std::vector<Fact> facts = {};
    std::vector<NoteLine> notes = {};  ///< worst first

    /// Adds a fact whose name is its id; adds nothing without text and brief.
    void add(std::string id, std::string title, std::string text, std::string brief = {},
             std::string sentence = {}, std::optional<Provenance> provenance = {});
    /// Adds a fact without a title, for terminals.
    void add(std::string id, std::string_view text) { add(std::move(id), {}, std::string(text)); }
    void sort_notes() { std::ranges::stable_sort(notes, std::ranges::greater{}, &NoteLine::severity); }
};

/// One fact of all sides; `texts` has one text a side, empty if absent.
struct FactsRow {
    std::string id, name;
    std::vector<std::string> texts;
    bool differs = false;
};

/// Facts with a text, joined by id, in the order of the first side.
std::vector<FactsRow> facts_beside(std::span<const Facts> sides);
}
