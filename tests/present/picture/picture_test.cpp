#include "present/picture/picture.hpp"

#include <gmock/gmock.h>

#include "core/error.hpp"

namespace sortscope::present::picture {
namespace {
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* square =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\" viewBox=\"0 0 40 20\"><rect "
    "width=\"40\" height=\"20\" fill=\"#ff0000\"/><text x=\"2\" y=\"12\">Ab</text></svg>";

unsigned big_endian(const std::string& text, size_t at) {
    unsigned value = 0;
    for (size_t i = 0; i < 4; ++i) value = value << 8U | uint8_t(text.at(at + i));
    return value;
}

#define SKIP_WITHOUT_LIBRSVG() \
    if (!missing().empty()) GTEST_SKIP() << missing()

TEST(Picture, PngHasTheSizeAskedFor) {
    SKIP_WITHOUT_LIBRSVG();
    const auto image = png(square, 3);
    EXPECT_THAT(image, StartsWith("\x89PNG\r\n\x1a\n"));
    EXPECT_EQ(std::tuple(big_endian(image, 16), big_endian(image, 20)), std::tuple(120U, 60U));
}

TEST(Picture, PdfIsOnePageOfItsSizeInPoints) {
    SKIP_WITHOUT_LIBRSVG();
    const auto document = pdf(square, "A title");
    EXPECT_THAT(document,
                testing::AllOf(StartsWith("%PDF-"), HasSubstr("%%EOF"), HasSubstr("/MediaBox [ 0 0 30 15 ]"),
                               HasSubstr("/Title (A title)")));
}

TEST(Picture, WhatCannotBeDrawnIsRefusedInASentence) {
    try {
        png("<svg", 2);
        FAIL() << "drawn";
    } catch (const Error& error) {
        if (missing().empty())
            EXPECT_THAT(error.what(), HasSubstr("librsvg did not draw the picture"));
        else
            EXPECT_EQ(error.what(), missing());
    }
    SKIP_WITHOUT_LIBRSVG();
    EXPECT_THROW(png(square, 5000), Error);
    EXPECT_THROW(png(square, 0), Error);
}
}  // namespace
}
