#include "analyzer/reproduce/fields.hpp"

#include <cmath>

#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {

Fields::Fields(const Node& node, std::string file, std::string path)
    : node_(node), file_(std::move(file)), path_(std::move(path)) {
    if (node.kind != Node::Kind::object)
        fail("", "an object is wanted, with { and }; here is " + std::string(kind_name(node.kind)) + ".");
}

const Node* Fields::find(const std::string& name) {
    asked_.insert(name);
    return node_.find(name);
}

const Node* Fields::of_kind(const std::string& name, Node::Kind kind) {
    const auto* found = find(name);
    if (found != nullptr && found->kind != kind)
        fail(name, std::string(kind_name(kind)) + " is wanted; here is " +
                       std::string(kind_name(found->kind)) + ".");
    return found;
}

std::string Fields::text(const std::string& name, const std::string& otherwise) {
    const auto* found = of_kind(name, Node::Kind::text);
    return found == nullptr ? otherwise : found->text;
}

std::string Fields::required_text(const std::string& name) {
    const auto* found = of_kind(name, Node::Kind::text);
    if (found == nullptr) fail("", "'" + name + "' is missing.");
    if (found->text.empty()) fail(name, "it is empty.");
    return found->text;
}

bool Fields::truth(const std::string& name, bool otherwise) {
    const auto* found = of_kind(name, Node::Kind::boolean);
    return found == nullptr ? otherwise : found->truth;
}

std::optional<double> Fields::number(const std::string& name) {
    const auto* found = of_kind(name, Node::Kind::number);
    if (found == nullptr) return std::nullopt;
    return found->number;
}

std::optional<std::int64_t> Fields::whole(const std::string& name) {
    const auto found = number(name);
    if (!found) return std::nullopt;
    if (std::floor(*found) != *found || std::abs(*found) > 9e15) fail(name, "a whole number is wanted.");
    return static_cast<std::int64_t>(*found);
}

std::vector<std::string> Fields::texts(const std::string& name) {
    const auto* found = find(name);
    if (found == nullptr) return {};
    if (found->kind == Node::Kind::text) return {found->text};
    if (found->kind != Node::Kind::list)
        fail(name,
             "a text or a list of texts is wanted; here is " + std::string(kind_name(found->kind)) + ".");
    std::vector<std::string> all;
    for (const auto& item : found->items) {
        if (item.kind != Node::Kind::text)
            fail(name, "a list of texts is wanted; here is " + std::string(kind_name(item.kind)) + ".");
        all.push_back(item.text);
    }
    return all;
}

void Fields::each(const std::string& name, const std::function<void(Fields&)>& read) {
    const auto* found = of_kind(name, Node::Kind::list);
    if (found == nullptr) return;
    for (std::size_t i = 0; i < found->items.size(); ++i) {
        auto fields = of(found->items[i], name + "[" + std::to_string(i) + "]");
        read(fields);
        fields.finish();
    }
}

Fields Fields::object(const std::string& name) {
    const auto* found = find(name);
    if (found == nullptr) fail("", "'" + name + "' is missing.");
    return of(*found, name);
}

void Fields::fail(const std::string& name, const std::string& what) {
    const auto* found = name.empty() ? nullptr : node_.find(name);
    const auto path = path_of(name);
    throw Error(ErrorKind::data, file_ + ", line " +
                                     std::to_string(found == nullptr ? node_.line : found->line) +
                                     (path.empty() ? "" : ", " + path) + ": " + what);
}

void Fields::finish() {
    for (const auto& [name, member] : node_.members) {
        if (asked_.contains(name)) continue;
        const std::vector<std::string_view> known(asked_.begin(), asked_.end());
        auto nearest = nearest_sentence(name, known);
        if (nearest.empty()) {
            nearest = " It can have ";
            for (std::size_t i = 0; i < known.size(); ++i)
                nearest += std::string(i == 0 ? "" : ", ") + std::string(known[i]);
            nearest += ".";
        }
        fail(name, "there is no such field here." + nearest);
    }
}

}  // namespace sortscope::analyzer::reproduce
