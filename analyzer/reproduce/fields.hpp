// Reads the members of a description's object, and says of what is wrong in which file, line and field it is.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/reproduce/node.hpp"

namespace sortscope::analyzer::reproduce {

class Fields {
 public:
    /// `path` is how errors call the object: "figures[0].rows". Throws Error(data) where `node` is no object.
    Fields(const Node& node, std::string file, std::string path);

    const Node* find(const std::string& name);  ///< null where it is left out
    bool has(const std::string& name) { return find(name) != nullptr; }
    std::string text(const std::string& name, const std::string& otherwise);
    std::string required_text(const std::string& name);
    bool truth(const std::string& name, bool otherwise);
    std::optional<double> number(const std::string& name);
    std::optional<std::int64_t> whole(const std::string& name);
    /// A text, or a list of texts.
    std::vector<std::string> texts(const std::string& name);
    /// Each object of a list.
    void each(const std::string& name, const std::function<void(Fields&)>& read);
    /// A member that is an object.
    Fields object(const std::string& name);
    /// All members: for objects whose names are the writer's own.
    const Node& node() const { return node_; }
    Fields of(const Node& node, const std::string& name) const { return {node, file_, path_of(name)}; }

    /// What `read` makes of a value; its Error(usage) becomes one of this field.
    template <class Read>
    auto value(const std::string& name, const Read& read) {
        try {
            return read();
        } catch (const std::exception& error) {
            fail(name, error.what());
        }
    }
    [[noreturn]] void fail(const std::string& name, const std::string& what);
    /// Throws Error(data) for the first member that nothing asked for, with the nearest that there could be.
    void finish();

 private:
    std::string path_of(const std::string& name) const {
        return path_.empty() ? name : name.empty() ? path_ : path_ + "." + name;
    }
    const Node* of_kind(const std::string& name, Node::Kind kind);

    const Node& node_;
    std::string file_, path_;
    std::set<std::string> asked_;
};

}  // namespace sortscope::analyzer::reproduce
