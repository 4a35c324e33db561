// A JSON document that knows its lines, for descriptions that people write: what is wrong with one is said
// with file, line and field.
#pragma once

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

}  // namespace sortscope::analyzer::reproduce
