// Reads JSON that people write; errors give file, line and field.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/enum_names.hpp"

namespace sortscope::analyzer {
class JsonFields;

/// A parsed text with the line of each value.
class JsonDocument {
 public:
    using Json = nlohmann::ordered_json;

    /// Errors name `file` and end with `help`. Throws Error(data) if `text` is no JSON, nests deeper than 32
    /// levels or repeats a field.
    JsonDocument(std::string_view text, std::string file, std::string help = {});
    JsonDocument(const JsonDocument&) = delete;
    JsonDocument& operator=(const JsonDocument&) = delete;

    JsonFields fields() const;  ///< throws Error(data) if the root is no object
    /// Throws Error(data) "FILE, line N, PATH: WHAT".
    [[noreturn]] void fail(const Json& node, const std::string& path, const std::string& what) const;

 private:
    [[noreturn]] void fail_at(int line, const std::string& path, const std::string& what) const;

    std::string file_, help_;
    Json root_;
    std::vector<int> lines_;  ///< line of each value, in order of the text
};

/// Converts a value; enums are texts. Throws Error(data) "type must be string, but is number.".
template <class T>
T json_value(const JsonDocument::Json& json) {
    if constexpr (std::is_enum_v<T>) {
        return parse_enum<T>(json_value<std::string>(json));
    } else if constexpr (std::is_same_v<T, int64_t>) {
        const double number = json_value<double>(json);
        if (std::floor(number) != number || std::abs(number) > 9e15)
            throw Error(ErrorKind::data, "it must be a whole number.");
        return int64_t(number);
    } else {
        try {
            return json.get<T>();
        } catch (const JsonDocument::Json::type_error& error) {
            const std::string_view what = error.what();  // begins with an error number in brackets
            throw Error(ErrorKind::data, std::string(what.substr(what.find("] ") + 2)) + ".");
        }
    }
}

/// One object of a document. Wrong values throw Error(data) with file and line.
class JsonFields {
 public:
    using Json = JsonDocument::Json;

    /// `path` names the object in errors: "figures[0].rows".
    JsonFields(const JsonDocument& document, const Json& node, std::string path);

    bool has(const std::string& name) {
        asked_.insert(name);
        return node_.contains(name);
    }
    /// True if the field exists and is not an empty list.
    bool given(const std::string& name) { return has(name) && !node_[name].empty(); }
    /// Returns read(). If that throws an Error, throws Error(data) with its text, file, line and field.
    template <class Read>
    auto checked(const std::string& name, const Read& read) {
        try {
            return read();
        } catch (const Error& error) {
            fail(name, error.what());
        }
    }
    template <class T>
    std::optional<T> find(const std::string& name) {
        if (!has(name)) return std::nullopt;
        return checked(name, [&] { return json_value<T>(node_[name]); });
    }
    template <class T>
    T get(const std::string& name, T otherwise = {}) {
        return find<T>(name).value_or(std::move(otherwise));
    }
    std::string text(const std::string& name) { return get<std::string>(name); }
    std::string required(const std::string& name);           ///< non-empty text; throws if missing
    std::optional<uint64_t> count(const std::string& name);  ///< reads text: "2^10"
    /// Reads one value or a list of values.
    template <class T>
    std::vector<T> list(const std::string& name) {
        if (!has(name)) return {};
        return checked(name, [&] {
            const auto& node = node_[name];
            return node.is_array() ? json_value<std::vector<T>>(node) : std::vector<T>{json_value<T>(node)};
        });
    }
    /// Reads an object with arbitrary field names.
    template <class T>
    std::map<std::string, T> map(const std::string& name) {
        std::map<std::string, T> all;
        if (!has(name)) return all;
        auto fields = object(name);
        for (const auto& [key, value] : node_[name].items()) all[key] = *fields.find<T>(key);
        return all;
    }
    /// Calls `read` for each object of a list. `read` must read all fields of the object.
    template <class Read>
    void each(const std::string& name, const Read& read) {
        for (auto& fields : objects(name)) {
            read(fields);
            fields.finish();
        }
    }
    JsonFields object(const std::string& name);  ///< throws if missing
    [[noreturn]] void fail(const std::string& name, const std::string& what) const;
    void finish() const;  ///< throws for the first field that was not read

 private:
    std::vector<JsonFields> objects(const std::string& name);
    std::string path_of(const std::string& name) const {
        return path_.empty() || name.empty() ? path_ + name : path_ + "." + name;
    }

    const JsonDocument& document_;
    const Json& node_;
    std::string path_;
    std::set<std::string> asked_;
};
}
