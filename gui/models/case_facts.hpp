// The header of a case: what it is, where its figures come from and what to know before reading them.
#pragma once

#include <vector>

#include <QString>

#include "gui/models/contents.hpp"

namespace sortscope::gui {

struct Fact {
    QString name;
    QString value;
    QString tooltip;
};

struct NoteLine {
    Severity severity{};
    QString text;
};

struct CaseFacts {
    QString title;                        ///< variant
    QString subtitle;                     ///< workload and launch configuration
    std::vector<Provenance> provenances;  ///< all that occur in the case, in the vocabulary's order
    std::vector<Fact> facts;
    std::vector<NoteLine> notes;  ///< worst first; a case that did not end well explains itself here
};

/// Facts of a loaded case.
CaseFacts case_facts(const CaseContents& contents);

}  // namespace sortscope::gui
