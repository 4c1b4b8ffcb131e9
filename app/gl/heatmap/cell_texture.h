#pragma once

#include "app/gl/base/numbers_in_buffer.h"
#include "app/gl/base/program.h"

namespace attn::gl {

/// Matrix as an R32F texture, row by row; a line of the texture is a row, or, if the matrix would
/// not fit, as long as a texture allows. Read by shaders/cells.glsl.
class CellTexture {
 public:
  /// Allocates rows x columns numbers (each at least 1), uninitialised; keeps the content if the
  /// shape is equal. Throws std::runtime_error if the driver cannot hold them. Changes the bound
  /// texture.
  void resize(int rows, int columns);

  /// Uploads rows x columns numbers, with the shape of the last resize(). Changes the bound
  /// texture; pixels are unpacked without gaps (see StateGuard).
  void upload(const float* numbers);

  /// Copies the numbers from a buffer of the driver, with the shape of the last resize(). Also
  /// changes the bound unpack buffer.
  void copy(const NumbersInBuffer& numbers);

  /// Uploads one row, or one column; `numbers` is the whole matrix.
  void upload_row(const float* numbers, int row);
  void upload_column(const float* numbers, int column);

  /// Binds the texture to unit 0 and sets the uniforms of cells.glsl. `program` must be in use.
  void read_by(const Program& program) const;

  bool empty() const { return texture_.id() == 0; }
  GLuint texture() const { return texture_.id(); }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int line() const { return line_; }    ///< numbers per line of the texture, which may be padded
  int lines() const { return lines_; }  ///< the last one may be partly used
  bool is_wrapped() const { return line_ != columns_; }

 private:
  void fill(const void* first, const void* rest);

  TextureObject texture_;
  int rows_ = 0, columns_ = 0, line_ = 0, lines_ = 0;
};

}  // namespace attn::gl
