// The line that finds cases: words and fields, "variant:bitonic* n:>=2^20 block:<256 b2|c4".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "core/records.hpp"

namespace sortscope::gui {

/// Terms that a case must all pass. A term is `word` or `field:pattern`; both may have alternatives, `a|b`.
/// Texts match anywhere where they have no `*`, whole where they have; letters' case is not told apart.
/// Numbers take 2^20, <256, >=4, 10..20. A `-` in front turns a term round. Fields: variant, n, key, input,
/// block, param, device, backend, status, run, case, file, cache, mode, tag (and name), time (in us), and the
/// name of any of a variant's parameters.
class CaseFilterLine {
 public:
    CaseFilterLine() = default;
    explicit CaseFilterLine(const QString& text);

    bool empty() const { return terms_.empty(); }
    /// What cannot be understood, as a sentence that lists what can; empty where all can. Terms that cannot
    /// are left aside.
    const QString& error() const { return error_; }
    /// `device` as the file calls it, `file` its name without its folder.
    bool accepts(const CaseRecord& record, const QString& device, const QString& file) const;

 private:
    struct Text {
        QString device, file;
    };
    using Term = std::function<bool(const CaseRecord&, const Text&)>;
    std::vector<Term> terms_;
    QString error_;

    Term parse(QString term);
};

}  // namespace sortscope::gui
