#include "app/document/messages/message.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/document/scene_file/matrix_files.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/tensors/tensor_file.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

constexpr std::string_view kMessageMagic = "ATTNSHOW";
constexpr std::uint64_t kMessageVersion = 1, kSceneMessage = 1;
constexpr std::size_t kMostAnswerBytes = 4000;

/// Part of a message after the header, with its limits.
struct MessagePart {
  std::string_view what;
  std::uint64_t least, most;
  std::string Message::*bytes;
};

constexpr MessagePart kMessageParts[] = {
    {"name", 1, kMostNameBytes, &Message::name},
    {"scene", 1, static_cast<std::uint64_t>(kMaxSceneBytes), &Message::text},
    {"tensors", 0, kMostTensorBytes, &Message::tensors},
};

void append_bytes_of(std::string& bytes, std::uint64_t number, std::size_t count) {
  for (std::size_t n = 0; n < count; ++n, number >>= 8) {
    bytes += static_cast<char>(number & 0xff);
  }
}

std::uint64_t number_in(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t n = count; n-- > 0;) {
    number = (number << 8) | static_cast<unsigned char>(bytes[at + n]);
  }
  return number;
}

void require_size(const MessagePart& part, std::uint64_t size) {
  if (size >= part.least && size <= part.most) return;
  throw MessageError("message: expected " + std::to_string(part.least) + " to " +
                     std::to_string(part.most) + " bytes of " + std::string(part.what) +
                     ", found " + std::to_string(size));
}

}  // namespace

std::string bytes_of(const Message& message) {
  std::string bytes(kMessageMagic);
  append_bytes_of(bytes, kMessageVersion, 4);
  append_bytes_of(bytes, kSceneMessage, 4);
  for (const MessagePart& part : kMessageParts) {
    require_size(part, (message.*part.bytes).size());
    append_bytes_of(bytes, (message.*part.bytes).size(), 8);
  }
  bytes.reserve(bytes.size() + message.name.size() + message.text.size() + message.tensors.size());
  return bytes.append(message.name).append(message.text).append(message.tensors);
}

std::string answer_bytes(std::string_view problem) {
  const std::string text = one_line(problem, kMostAnswerBytes);
  std::string bytes;
  append_bytes_of(bytes, text.size(), 4);
  return bytes += text;
}

std::optional<std::string> take_answer(std::string& bytes) {
  if (bytes.size() < 4) return std::nullopt;
  const std::uint64_t size = number_in(bytes, 0, 4);
  if (size > kMostAnswerBytes) throw MessageError("the window answered by another protocol");
  if (bytes.size() < 4 + size) return std::nullopt;
  std::string answer = bytes.substr(4, size);
  bytes.erase(0, 4 + size);
  return answer;
}

std::string& MessageReader::buffer() {
  if (header_.size() < kMessageHeaderBytes) return header_;
  std::size_t n = 0;
  while (n + 1 < std::size(kMessageParts) &&
         (message_.*kMessageParts[n].bytes).size() == sizes_[n]) {
    ++n;
  }
  return message_.*kMessageParts[n].bytes;
}

void MessageReader::advance() {
  if (header_.size() <= kMessageHeaderBytes) {
    const std::size_t seen = std::min(header_.size(), kMessageMagic.size());
    if (std::string_view(header_).substr(0, seen) != kMessageMagic.substr(0, seen)) {
      throw MessageError("message: expected ATTNSHOW at its start");
    }
  }
  if (header_.size() < kMessageHeaderBytes) {
    missing_ = kMessageHeaderBytes - header_.size();
    return;
  }
  if (sizes_[0] == 0) {
    if (const auto version = number_in(header_, 8, 4); version != kMessageVersion) {
      throw MessageError("message: expected version 1, found " + std::to_string(version));
    }
    if (const auto kind = number_in(header_, 12, 4); kind != kSceneMessage) {
      throw MessageError("message: expected kind 1, a scene, found " + std::to_string(kind));
    }
    double all = 0;
    for (std::size_t n = 0; n < std::size(kMessageParts); ++n) {
      sizes_[n] = number_in(header_, 16 + 8 * n, 8);
      require_size(kMessageParts[n], sizes_[n]);
      all += static_cast<double>(sizes_[n]);
    }
    if (const auto problem = memory_problem(all)) {
      throw MessageError("message: " + problem->text);
    }
  }
  missing_ = 0;
  for (std::size_t n = 0; n < std::size(kMessageParts); ++n) {
    const std::uint64_t left = sizes_[n] - (message_.*kMessageParts[n].bytes).size();
    if (left > 0) {
      missing_ = left;  // of the part in the buffer
      return;
    }
  }
}

Message MessageReader::take() {
  Message message = std::exchange(message_, {});
  header_.clear();
  std::ranges::fill(sizes_, 0);
  missing_ = kMessageHeaderBytes;
  message.name = valid_utf8(message.name);
  return message;
}

Scene scene_in(Message message) {
  return within_memory([&] {
    std::shared_ptr<const TensorFile> tensors;
    if (!message.tensors.empty()) {
      try {
        tensors = std::make_shared<const TensorFile>(FileBytes::held(std::move(message.tensors)));
      } catch (const TensorFileError& error) {
        throw SceneError({"", std::string("tensors: ") + error.what()});
      }
    }
    Scene scene = scene_of(parse_whole(message.text), MatrixFiles(std::move(tensors)));
    if (auto problem = memory_problem(bytes_of_one(scene))) throw SceneError(*problem);
    return scene;
  });
}

}  // namespace attn
