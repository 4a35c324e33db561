#include <gtest/gtest.h>

#include <QApplication>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"
#include "tests/run_all.hpp"

using namespace Qt::StringLiterals;

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir settings;
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(u"SortScope"_s);
    QCoreApplication::setApplicationName(u"sortscope-gui-test"_s);
    QApplication app(argc, argv);
    sortscope::gui::set_up_look();
    return sortscope::test::run_all();
}
