// A sorting network coloured by a metric of each launch.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class NetworkView : public View {
    Q_OBJECT
 public:
    explicit NetworkView(Workspace& workspace);

 protected:
    void refresh() override;

 private:
    void choose_launch(int launch);

    QComboBox* metric_;
    QSlider* step_;
    KeyedQuery<NetworkDrawing> drawing_;
    CasePtr of_;
};
}
