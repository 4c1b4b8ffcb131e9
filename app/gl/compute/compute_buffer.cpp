#include "app/gl/compute/compute_buffer.h"

#include <algorithm>
#include <string>

#include "app/gl/base/compute_error.h"

namespace attn::gl {
namespace {

constexpr Index kBytes = sizeof(float);

std::string megabytes(Index count) {
  constexpr Index kMegabyte = 1 << 20;
  return std::to_string((count * kBytes + kMegabyte - 1) / kMegabyte) + " MB";
}

}  // namespace

ComputeBuffer::ComputeBuffer(const ComputeLimits& limits, Index count) : count_(count) {
  if (count > limits.buffer_bytes / kBytes) {
    throw ComputeTooLarge("the scene is too large for the graphics driver: it needs " +
                          megabytes(count) + " in one buffer, and " +
                          std::to_string(limits.buffer_bytes >> 20) + " MB are allowed");
  }
  while (glGetError() != GL_NO_ERROR) {
  }
  buffer_ = BufferObject::make();
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, id());
  // Drivers reject empty buffers.
  glBufferData(GL_SHADER_STORAGE_BUFFER, std::max<Index>(count, 1) * kBytes, nullptr,
               GL_DYNAMIC_COPY);
  if (glGetError() != GL_NO_ERROR) {
    throw ComputeTooLarge("the graphics driver has no memory for " + megabytes(count));
  }
}

ComputeBuffer::ComputeBuffer(const ComputeLimits& limits, const Matrix& numbers)
    : ComputeBuffer(limits, numbers.size()) {
  upload(0, numbers.data(), numbers.size());
}

void ComputeBuffer::upload(Index first, const float* numbers, Index count) {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, id());
  glBufferSubData(GL_SHADER_STORAGE_BUFFER, first * kBytes, count * kBytes, numbers);
}

void ComputeBuffer::download(Index first, float* numbers, Index count) const {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, id());
  glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, first * kBytes, count * kBytes, numbers);
}

Matrix ComputeBuffer::download(Index first, Index rows, Index columns) const {
  Matrix numbers(rows, columns);
  download(first, numbers.data(), numbers.size());
  return numbers;
}

void ComputeBuffer::clear() {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, id());
  const GLuint zero = 0;
  glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
}

}  // namespace attn::gl
