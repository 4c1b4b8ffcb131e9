#pragma once

#include "app/gl/base/numbers_in_buffer.h"
#include "app/gl/base/program.h"

namespace attn::gl {

/// The numbers of a matrix as an R32F texture, row after row, in lines as long as the matrix has
/// columns, or, where the matrix would not fit so, as long as a texture may be. shaders/cells.glsl
/// reads it.
class CellTexture {
 public:
  /// Makes room for rows x columns (each at least 1) numbers, whose values are then unset; keeps
  /// what there is where the shape is the same. Throws std::runtime_error when the driver can't
  /// hold as many. Changes the texture that is bound.
  void resize(int rows, int columns);

  /// rows x columns numbers, of the shape it was last resized to. Changes the texture that is
  /// bound; pixels are unpacked without gaps (see StateGuard).
  void upload(const float* numbers);

  /// The same from a buffer of the driver, which copies them, in the shape it was last resized to.
  /// Changes the buffer that pixels are unpacked from, too.
  void copy(const NumbersInBuffer& numbers);

  /// The same of one row, or one column, of them; `numbers` are all.
  void upload_row(const float* numbers, int row);
  void upload_column(const float* numbers, int column);

  /// Binds the texture to unit 0 and sets the uniforms of cells.glsl. `program` must be in use.
  void read_by(const Program& program) const;

  bool empty() const { return texture_.id() == 0; }
  GLuint texture() const { return texture_.id(); }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int line() const { return line_; }    ///< numbers in a line of the texture, which may be longer
  int lines() const { return lines_; }  ///< the last may not be full
  bool is_wrapped() const { return line_ != columns_; }

 private:
  void fill(const void* first, const void* rest);

  TextureObject texture_;
  int rows_ = 0, columns_ = 0, line_ = 0, lines_ = 0;
};

}  // namespace attn::gl
