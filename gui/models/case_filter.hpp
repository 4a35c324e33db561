// The filter of the case list: words and fields, "variant:bitonic* n:>=2^20 block:<256 b2|c4".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "core/records.hpp"

namespace sortscope::gui {

/// A case must match all terms. A term is `word` or `field:pattern`, with alternatives `a|b`; `-` negates
/// it. Texts match anywhere, or whole with `*`, ignoring case. Numbers: 2^20, <256, >=4, 10..20. Fields:
/// variant, n, key, input, block, param, device, backend, status, run, case, file, cache, mode, tag (and
/// name), time (in us), and a variant's parameters.
class CaseFilterLine {
 public:
    CaseFilterLine() = default;
    explicit CaseFilterLine(const QString& text);

    bool empty() const { return terms_.empty(); }
    /// A sentence about the terms that are wrong; empty if there are none. Wrong terms are ignored.
    const QString& error() const { return error_; }
    /// `device`: as the file names it; `file`: its name without folder.
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
