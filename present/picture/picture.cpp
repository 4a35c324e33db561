#include "present/picture/picture.hpp"

#include <cairo-pdf.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>

#include <fmt/core.h>

#include "core/error.hpp"

#if defined(__SANITIZE_ADDRESS__)
/// fontconfig's caches live until the program ends.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
#endif

namespace sortscope::present::picture {
namespace {
constexpr const char* library_name = "librsvg-2.so.2";
constexpr double most_pixels = 30'000;

/// Functions of librsvg and of the libraries it loads.
class Functions {
    void* library_ = ::dlopen(library_name, RTLD_NOW | RTLD_LOCAL);

    template <class Function>
    Function* find(const char* name) {
        auto* found = library_ != nullptr ? ::dlsym(library_, name) : nullptr;
        if (found == nullptr && missing.empty())
            missing = fmt::format(
                "PNG and PDF need {} with {}. Install librsvg (Debian package librsvg2-2), or export SVG.",
                library_name, name);
        return reinterpret_cast<Function*>(found);
    }

 public:
    std::string missing;  ///< sentence: why functions are missing; else empty
#define SORTSCOPE_FUNCTION(member, name) decltype(name)* member = find<decltype(name)>(#name);
    SORTSCOPE_FUNCTION(open, rsvg_handle_new_from_data)
    SORTSCOPE_FUNCTION(size, rsvg_handle_get_intrinsic_size_in_pixels)
    SORTSCOPE_FUNCTION(render, rsvg_handle_render_document)
    SORTSCOPE_FUNCTION(unref, g_object_unref)
    SORTSCOPE_FUNCTION(free_error, g_error_free)
    SORTSCOPE_FUNCTION(image, cairo_image_surface_create)
    SORTSCOPE_FUNCTION(document, cairo_pdf_surface_create_for_stream)
    SORTSCOPE_FUNCTION(describe, cairo_pdf_surface_set_metadata)
    SORTSCOPE_FUNCTION(write_png, cairo_surface_write_to_png_stream)
    SORTSCOPE_FUNCTION(finish, cairo_surface_finish)
    SORTSCOPE_FUNCTION(status, cairo_surface_status)
    SORTSCOPE_FUNCTION(destroy_surface, cairo_surface_destroy)
    SORTSCOPE_FUNCTION(create, cairo_create)
    SORTSCOPE_FUNCTION(scale, cairo_scale)
    SORTSCOPE_FUNCTION(destroy, cairo_destroy)
    SORTSCOPE_FUNCTION(words, cairo_status_to_string)
#undef SORTSCOPE_FUNCTION
};

const Functions& functions() {
    static const Functions found;
    return found;
}

const Functions& usable() {
    if (!functions().missing.empty()) throw Error(ErrorKind::environment, functions().missing);
    return functions();
}

cairo_status_t append(void* text, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

class Document {
 public:
    Document(const Functions& f, std::string_view svg) : f_(f) {
        GError* error = nullptr;
        handle_ = f.open(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error);
        if (handle_ == nullptr) throw failure(error);
        if (!f.size(handle_, &width_, &height_)) {
            f.unref(handle_);
            throw Error(ErrorKind::internal, "The picture has no width and height in px.");
        }
    }
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;
    ~Document() { f_.unref(handle_); }
    double width() const { return width_; }
    double height() const { return height_; }

    /// Renders onto `surface`, calls `done`, then destroys it.
    template <class Done>
    void draw(cairo_surface_t* surface, double scale, const Done& done) const {
        cairo_t* context = f_.create(surface);
        f_.scale(context, scale, scale);
        const RsvgRectangle all{0, 0, width_, height_};
        GError* error = nullptr;
        const bool drawn = f_.render(handle_, context, &all, &error) != 0;
        f_.destroy(context);
        auto status = f_.status(surface);
        if (drawn && status == CAIRO_STATUS_SUCCESS) status = done(surface);
        f_.finish(surface);
        f_.destroy_surface(surface);
        if (!drawn) throw failure(error);
        if (status != CAIRO_STATUS_SUCCESS)
            throw Error(ErrorKind::environment,
                        fmt::format("The picture could not be drawn: {}.", f_.words(status)));
    }

 private:
    Error failure(GError* error) const {
        const std::string why = error != nullptr ? error->message : "no reason given";
        if (error != nullptr) f_.free_error(error);
        return {ErrorKind::internal, fmt::format("librsvg did not draw the picture: {}.", why)};
    }

    const Functions& f_;
    RsvgHandle* handle_ = nullptr;
    double width_ = 0, height_ = 0;
};
}  // namespace

std::string missing() { return functions().missing; }

std::string png(std::string_view svg, double scale) {
    const auto& f = usable();
    const Document document(f, svg);
    const double width = document.width() * scale, height = document.height() * scale;
    if (!(width >= 1 && height >= 1 && width <= most_pixels && height <= most_pixels))
        throw Error(
            ErrorKind::usage,
            fmt::format(
                "A picture of {:.0f} by {:.0f} pixels cannot be made: each side may have 1 to {:.0f}.", width,
                height, most_pixels));
    std::string out;
    document.draw(f.image(CAIRO_FORMAT_ARGB32, int(width), int(height)), scale,
                  [&](cairo_surface_t* surface) { return f.write_png(surface, append, &out); });
    return out;
}

std::string pdf(std::string_view svg, const std::string& title) {
    const auto& f = usable();
    const Document document(f, svg);
    constexpr double points = 0.75;
    std::string out;
    auto* surface = f.document(append, &out, document.width() * points, document.height() * points);
    if (!title.empty()) f.describe(surface, CAIRO_PDF_METADATA_TITLE, title.c_str());
    document.draw(surface, points, [](cairo_surface_t*) { return CAIRO_STATUS_SUCCESS; });
    return out;
}
}
