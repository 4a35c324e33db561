// What a collection would take: asked of the program that collects, said above the command for it.
#include <exception>

#include <QCheckBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/collect_form.hpp"
#include "gui/views/collect_view.hpp"

namespace sortscope::gui {
namespace {

constexpr int most_reasons = 3;

}  // namespace

void CollectView::build_plan(QWidget& side) {
    auto* column = new QVBoxLayout(&side);
    column->setContentsMargins(8, 8, 8, 6);
    column->setSpacing(6);
    plan_->setObjectName(QStringLiteral("collect_plan"));
    status_->setObjectName(QStringLiteral("collect_status"));
    for (auto* label : {plan_, status_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    command_->setObjectName(QStringLiteral("collect_command"));
    command_->setAccessibleName(tr("Command"));
    command_->setToolTip(tr("The same on a command line"));
    command_->setReadOnly(true);
    command_->setTabChangesFocus(true);
    command_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    command_->setFixedHeight(command_->fontMetrics().height() * 3 + 12);
    copy_->setToolTip(tr("Copy the command"));
    start_->setToolTip(tr("Run it; what is collected is opened, and read as it comes"));
    start_->setDefault(true);
    end_->setToolTip(tr("End after the current case; pressed again, at once"));
    follow_->setToolTip(tr("All views show the newest case while the collection runs"));
    bar_->setRange(0, collect_bar_steps);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
    bar_->setMaximumHeight(14);
    log_->setReadOnly(true);
    log_->setAccessibleName(tr("What the collection said"));
    log_->setTabChangesFocus(true);
    log_->setMaximumBlockCount(2000);
    log_->setMinimumHeight(log_->fontMetrics().height() * 2 + 12);
    log_->hide();
    auto* line = new QHBoxLayout;
    line->addWidget(command_, 1);
    line->addWidget(copy_, 0, Qt::AlignTop);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(start_);
    buttons->addWidget(end_);
    buttons->addWidget(follow_);
    buttons->addStretch(1);
    column->addWidget(plan_);
    column->addLayout(line);
    column->addLayout(buttons);
    column->addWidget(bar_);
    column->addWidget(status_);
    column->addWidget(log_, 1);
    column->addStretch(0);
}

/// Choices that are filled in, from what there is or a layout that was kept, may leave the request as it is:
/// then its plan is the same.
void CollectView::follow_form() {
    const auto command = form_->request().command();
    if (command == command_->toPlainText()) return;
    command_->setPlainText(command);
    plan_timer_->start();
}

void CollectView::ask_offers() {
    program_ = find_collector();
    if (program_.isEmpty()) {
        plan_->setText(
            tr("The program that collects, \u201csortscope\u201d, is neither beside the window nor on PATH: "
               "install it to collect from here."));
        show_buttons();
        return;
    }
    plan_->setText(tr("Asking %1 what there is...").arg(program_));
    const auto refuse = [this](const QString& sentence) { plan_->setText(sentence); };
    // What is not what was expected is said; the form stays usable by its lines.
    const auto read = [refuse](auto&& take) {
        return [refuse, take](const QByteArray& text) {
            try {
                take(text);
            } catch (const std::exception& error) {
                refuse(to_qstring(error.what()));
            }
        };
    };
    presets_question_.ask(program_,
                          {QStringLiteral("collect"), QStringLiteral("--presets"), QStringLiteral("--json")},
                          read([this](const QByteArray& text) {
                              form_->set_presets(read_presets(text));
                              plan_timer_->stop();  // nobody is typing as yet
                              ask_plan();
                          }),
                          refuse);
    variants_question_.ask(
        program_, {QStringLiteral("variants"), QStringLiteral("--json")},
        read([this](const QByteArray& text) { form_->set_variants(read_variants(text)), follow_form(); }),
        refuse);
    devices_question_.ask(
        program_, {QStringLiteral("devices"), QStringLiteral("--json")},
        read([this](const QByteArray& text) { form_->set_devices(read_devices(text)), follow_form(); }),
        refuse);
}

void CollectView::ask_plan() {
    if (program_.isEmpty() || presets_question_.pending()) return;
    const auto request = form_->request();
    command_->setPlainText(request.command());
    if (request.output.isEmpty()) {
        plan_question_.cancel();
        plan_->setText(tr("Name a file that takes what is collected."));
        return show_buttons();
    }
    plan_question_.ask(
        program_, request.arguments() + QStringList{QStringLiteral("--dry-run"), QStringLiteral("--json")},
        [this](const QByteArray& text) {
            try {
                show_plan(read_plan(text));
            } catch (const std::exception& error) {
                plan_->setText(to_qstring(error.what()));
            }
        },
        [this](const QString& sentence) {
            plan_->setText(sentence);
            show_buttons();
        });
    show_buttons();
}

void CollectView::show_plan(const CollectPlan& plan) {
    QStringList lines{plan.sentence()};
    if (!plan.warning.isEmpty()) lines << typeset(plan.warning.toStdString());
    int told = 0;
    for (const auto& reason : plan.reasons) {
        if (told++ == most_reasons) {
            lines << tr("%1 other reasons.").arg(plan.reasons.size() - most_reasons);
            break;
        }
        lines << tr("%1 left out: %2")
                     .arg(to_qstring(plural(reason.cases, "case")), typeset(reason.sentence.toStdString()));
    }
    plan_->setText(lines.join(u'\n'));
    show_buttons();
    start_->setEnabled(start_->isEnabled() && plan.cases > 0);
}

}  // namespace sortscope::gui
