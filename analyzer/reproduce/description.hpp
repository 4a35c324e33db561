// JSON descriptions that people write: a parser that keeps line numbers, and a reader of members whose errors
// give file, line and field.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sortscope::analyzer::reproduce {

struct Node {
    enum class Kind { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    int line = 1;  ///< of its beginning, from 1
    bool truth = false;
    double number = 0;
    std::string text;
    std::vector<Node> items;                            ///< of a list
    std::vector<std::pair<std::string, Node>> members;  ///< of an object, in the order of the file

    /// Null where it has no such member.
    const Node* find(std::string_view name) const;
};

/// Throws Error(data) "FILE, line N: ..." where it is no JSON, nests deeper than 32 levels, or gives a member
/// twice. `file` is the name that errors have.
Node parse_json(std::string_view text, const std::string& file);

/// "a text", "a list": of a node, for errors.
std::string_view kind_name(Node::Kind kind);

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
