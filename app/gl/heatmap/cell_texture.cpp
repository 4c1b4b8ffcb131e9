#include "app/gl/heatmap/cell_texture.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace attn::gl {
namespace {

[[noreturn]] void throw_no_room(int rows, int columns) {
  throw std::runtime_error("the graphics driver has no memory for a matrix of " +
                           std::to_string(rows) + " × " + std::to_string(columns) + " numbers");
}

/// Lines a multiple of 4 KiB apart map to few cache sets, which makes column uploads slow on
/// software drivers.
GLsizei padded(int line, int longest) {
  constexpr int kCacheLine = 16;
  return line % 1024 == 0 && line + kCacheLine <= longest ? line + kCacheLine : line;
}

}  // namespace

void CellTexture::resize(int rows, int columns) {
  if (texture_.id() != 0 && rows == rows_ && columns == columns_) return;
  GLint longest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest);
  const std::int64_t count = std::int64_t{rows} * columns;
  const int line = rows <= longest && columns <= longest ? columns : longest;
  const std::int64_t lines = (count + line - 1) / line;
  if (lines > longest || count > std::numeric_limits<int>::max()) throw_no_room(rows, columns);

  TextureObject texture = TextureObject::make();
  glBindTexture(GL_TEXTURE_2D, texture.id());
  // Without further mipmap levels the texture is complete under any filter, also of a sampler
  // object.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, padded(line, longest), static_cast<GLsizei>(lines), 0,
               GL_RED, GL_FLOAT, nullptr);
  while (const GLenum error = glGetError()) {
    if (error == GL_OUT_OF_MEMORY) throw_no_room(rows, columns);
  }
  texture_ = std::move(texture);
  rows_ = rows;
  columns_ = columns;
  line_ = line;
  lines_ = static_cast<int>(lines);
}

void CellTexture::upload(const float* numbers) {
  const int full = rows_ * columns_ / line_;
  fill(numbers, numbers + static_cast<std::ptrdiff_t>(full) * line_);
}

void CellTexture::copy(const NumbersInBuffer& numbers) {
  // With a bound buffer, OpenGL interprets the pointer as an offset in it.
  const auto place = [](std::int64_t number) {
    return reinterpret_cast<const void*>(static_cast<std::intptr_t>(number * 4));
  };
  const std::int64_t full = std::int64_t{rows_} * columns_ / line_ * line_;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, numbers.buffer);
  fill(place(numbers.first), place(numbers.first + full));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

/// Uploads full lines from `first`, and the partly used last line from `rest`.
void CellTexture::fill(const void* first, const void* rest) {
  const int count = rows_ * columns_, full = count / line_;
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, line_, full, GL_RED, GL_FLOAT, first);
  if (count % line_ > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, full, count % line_, 1, GL_RED, GL_FLOAT, rest);
  }
}

void CellTexture::upload_row(const float* numbers, int row) {
  if (is_wrapped()) {
    upload(numbers);
    return;
  }
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, columns_, 1, GL_RED, GL_FLOAT,
                  numbers + static_cast<std::ptrdiff_t>(row) * columns_);
}

void CellTexture::upload_column(const float* numbers, int column) {
  if (is_wrapped()) {
    upload(numbers);
    return;
  }
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glPixelStorei(GL_UNPACK_ROW_LENGTH, columns_);
  glTexSubImage2D(GL_TEXTURE_2D, 0, column, 0, 1, rows_, GL_RED, GL_FLOAT, numbers + column);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void CellTexture::read_by(const Program& program) const {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  program.set("cells", 0);
  program.set("shape", rows_, columns_);
  program.set("line", line_);
}

}  // namespace attn::gl
