#include "app/gl/base/program.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "assets/assets.h"
#include "engine/base/text.h"

namespace attn::gl {
namespace {

std::string log_of(GLuint id, decltype(glGetShaderiv) get, decltype(glGetShaderInfoLog) read) {
  GLint length = 0;
  get(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  GLsizei written = 0;
  if (length > 0) read(id, length, &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return log;
}

constexpr std::string_view kDrawing = "#version 330 core\n";
constexpr std::string_view kComputing = "#version 430 core\n";

ShaderObject compile(GLenum stage, std::string_view version, std::string_view preamble,
                     std::initializer_list<std::string_view> files) {
  std::vector<std::string_view> parts{version, preamble};
  for (std::string_view file : files) {
    parts.push_back("#line 1\n");
    parts.push_back(asset(file));
  }
  std::vector<const GLchar*> texts;
  std::vector<GLint> lengths;
  for (std::string_view part : parts) {
    texts.push_back(part.data());
    lengths.push_back(static_cast<GLint>(part.size()));
  }
  ShaderObject shader(glCreateShader(stage));
  glShaderSource(shader.id(), static_cast<GLsizei>(texts.size()), texts.data(), lengths.data());
  glCompileShader(shader.id());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
  if (compiled != GL_TRUE) {
    throw std::runtime_error("the graphics driver does not compile " + joined(files, {}, " + ") +
                             ": " + log_of(shader.id(), glGetShaderiv, glGetShaderInfoLog));
  }
  return shader;
}

}  // namespace

Program::Program(std::initializer_list<std::string_view> vertex_files,
                 std::initializer_list<std::string_view> fragment_files)
    : Program() {
  const ShaderObject vertex = compile(GL_VERTEX_SHADER, kDrawing, "", vertex_files);
  const ShaderObject fragment = compile(GL_FRAGMENT_SHADER, kDrawing, "", fragment_files);
  link({vertex.id(), fragment.id()}, fragment_files);
}

Program Program::compute(std::string_view preamble, std::initializer_list<std::string_view> files) {
  Program program;
  const ShaderObject shader = compile(GL_COMPUTE_SHADER, kComputing, preamble, files);
  program.link({shader.id()}, files);
  return program;
}

void Program::link(std::initializer_list<GLuint> stages,
                   std::initializer_list<std::string_view> files) {
  for (const GLuint stage : stages) glAttachShader(id(), stage);
  glLinkProgram(id());
  for (const GLuint stage : stages) glDetachShader(id(), stage);
  GLint linked = GL_FALSE;
  glGetProgramiv(id(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    throw std::runtime_error("the graphics driver does not link " + joined(files, {}, " + ") +
                             ": " + log_of(id(), glGetProgramiv, glGetProgramInfoLog));
  }
}

}  // namespace attn::gl
