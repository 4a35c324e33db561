#include "present/palette.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/core.h>

namespace sortscope::present {
namespace {
constexpr Rgb rgb(uint32_t code) { return {uint8_t(code >> 16), uint8_t(code >> 8), uint8_t(code)}; }

Palette make(Rgb background, Rgb text, const std::array<Rgb, 10>& series) {
    return {background,
            text,
            blend(background, text, 0.65),
            blend(background, text, 0.13),
            blend(background, text, 0.045),
            series};
}

template <size_t Count>
Rgb colour_between(const std::array<Rgb, Count>& stops, double part) {
    const double place = std::isfinite(part) ? std::clamp(part, 0.0, 1.0) * double(Count - 1) : 0;
    const auto below = std::min(size_t(place), Count - 2);
    return blend(stops[below], stops[below + 1], place - double(below));
}

/// Relative luminance of WCAG 2.1, 0 to 1.
double luminance(Rgb colour) {
    const auto part = [](unsigned char c) {
        const double share = c / 255.0;
        return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(colour.r) + 0.7152 * part(colour.g) + 0.0722 * part(colour.b);
}
}  // namespace

std::string hex(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b); }

Rgb blend(Rgb under, Rgb over, double part) {
    const auto mix = [part](unsigned char a, unsigned char b) {
        return uint8_t(std::lround(a + (b - a) * part));
    };
    return {mix(under.r, over.r), mix(under.g, over.g), mix(under.b, over.b)};
}

const Palette& palette(bool dark) {
    static const Palette light =
        make(rgb(0xffffff), rgb(0x1c1e21),
             {rgb(0x2f6db5), rgb(0xe07b1a), rgb(0x2a9d6f), rgb(0xb5407a), rgb(0x6b5bb0), rgb(0x1fa3b8),
              rgb(0xa3680f), rgb(0xc23b3b), rgb(0x5f7f2f), rgb(0x5a6672)});
    static const Palette night =
        make(rgb(0x1f2124), rgb(0xe6e6e6),
             {rgb(0x6aa8f0), rgb(0xf5a04c), rgb(0x5fd0a0), rgb(0xea83b5), rgb(0xa99bf0), rgb(0x5ccfe0),
              rgb(0xffd84a), rgb(0xf08080), rgb(0xa8c96a), rgb(0xa9b6c4)});
    return dark ? night : light;
}

Palette palette_on(Rgb background, Rgb text, bool dark) {
    return make(background, text, palette(dark).series);
}

size_t variant_colour(std::string_view variant) {
    // FNV-1a; the start value separates colours of variants often drawn together.
    uint32_t hash = 3372731405U;
    for (const char c : variant) hash = (hash ^ uint8_t(c)) * 16777619U;
    return (hash ^ (hash >> 16)) % 10;
}

std::vector<size_t> line_colours(std::span<const Condition> lines, std::span<const Condition> compared) {
    std::map<std::string_view, const DeviceKey*> devices;  // device of the variant's first line
    std::array<bool, std::tuple_size_v<decltype(Palette::series)>> taken{};
    const auto own_colour = [&](const Condition& line) {
        const auto* device = devices.try_emplace(line.subject, &line.device).first->second;
        if (*device == line.device) return variant_colour(line.subject);
        return variant_colour(line.subject + line.device.id +
                              (line.device.has_uuid() ? "" : line.device.name));
    };
    const auto choose = [&](const std::vector<const Condition*>& some) {
        std::vector<size_t> places(some.size()), further;
        for (size_t i = 0; i < some.size(); ++i) {
            places[i] = own_colour(*some[i]);
            if (std::exchange(taken[places[i]], true)) further.push_back(i);
        }
        for (const auto i : further) {
            auto& place = places[i];
            for (size_t tried = 0; taken[place] && tried < taken.size(); ++tried)
                place = (place + 1) % taken.size();
            if (taken[place]) place = (place + i) % taken.size();
            taken[place] = true;
        }
        return places;
    };
    std::vector<const Condition*> waiting;
    for (const auto& condition : compared) waiting.push_back(&condition);
    const auto fixed = choose(waiting);
    std::vector<size_t> colours(lines.size()), rest;
    std::vector<const Condition*> other_lines;
    for (size_t i = 0; i < lines.size(); ++i) {
        const auto found = std::ranges::find_if(waiting, [&](const Condition* one) {
            return one != nullptr && one->leaving_free(lines[i].free_parts()) == lines[i];
        });
        if (found != waiting.end()) {
            colours[i] = fixed[size_t(found - waiting.begin())];
            *found = nullptr;  // used up: further lines need another case
        } else {
            rest.push_back(i);
            other_lines.push_back(&lines[i]);
        }
    }
    const auto others = choose(other_lines);
    for (size_t i = 0; i < rest.size(); ++i) colours[rest[i]] = others[i];
    return colours;
}

Rgb heat_colour(double part, bool dark) {
    static constexpr std::array<Rgb, 6> light{rgb(0xeef3f9), rgb(0xc2d9ee), rgb(0x86b4dc),
                                              rgb(0x4888c2), rgb(0x235c9b), rgb(0x0c2f5e)};
    static constexpr std::array<Rgb, 6> night{rgb(0x262b33), rgb(0x24466e), rgb(0x2f6db5),
                                              rgb(0x5b9ae0), rgb(0xa2cbf5), rgb(0xe8f3ff)};
    return colour_between(dark ? night : light, part);
}

Rgb ratio_colour(double part, bool dark) {
    static constexpr std::array<Rgb, 5> light{rgb(0x1f5fa8), rgb(0x86b4dc), rgb(0xc4c8cd), rgb(0xf0a860),
                                              rgb(0xb45309)};
    static constexpr std::array<Rgb, 5> night{rgb(0x6fb1ff), rgb(0x3f78b8), rgb(0x62666d), rgb(0xb8701f),
                                              rgb(0xffb35c)};
    return colour_between(dark ? night : light, part);
}

double contrast(Rgb one, Rgb other) {
    const auto [low, high] = std::minmax({luminance(one), luminance(other)});
    return (high + 0.05) / (low + 0.05);
}

Rgb letters_on(Rgb fill) {
    constexpr Rgb black{0, 0, 0}, white{255, 255, 255};
    return contrast(black, fill) >= contrast(white, fill) ? black : white;
}
}
