#include "app/command/send_command.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/command/option_checks.h"
#include "app/command/scene_work.h"
#include "app/document/messages/message.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/export.h"
#include "app/platform/local_socket.h"

namespace attn {
namespace {

using namespace std::chrono_literals;
constexpr auto kSendPatience = 10s, kAnswerTime = 60s;

/// Sends `bytes`, and returns the window's answer.
std::string answer_to(const std::string& bytes) {
  const std::unique_ptr<Descriptor> window = connect_to(window_socket_path());
  if (!window) {
    throw std::runtime_error("no window takes scenes: attentoscope --listen opens one");
  }
  send_all(*window, bytes, kSendPatience);
  const auto end = std::chrono::steady_clock::now() + kAnswerTime;
  std::string received;
  for (;;) {
    if (auto answer = take_answer(received)) return *answer;
    constexpr std::size_t kMost = 4096;
    if (std::chrono::steady_clock::now() > end || !wait_for_bytes(*window, kAnswerTime) ||
        !receive_some(*window, received, kMost)) {
      throw std::runtime_error("the window did not answer");
    }
  }
}

}  // namespace

CLI::App* add_send(CLI::App& app, SendOptions& options) {
  CLI::App* command =
      app.add_subcommand("send", "Show a scene in the window that is open, attentoscope --listen");
  add_text(*command, "SCENE", options.scene, "The scene; - reads standard input")->required();
  add_text(*command, "--name", options.name,
           "Its name in the window's list, the file's by default; a later scene of the same name "
           "replaces it",
           "TEXT");
  return command;
}

void send_scene(const SendOptions& options) {
  const Scene scene = scene_in(options.scene);
  Message message{
      options.name.empty() ? scene_name(options.scene) : options.name, format_scene(scene), {}};
  std::string problem;
  try {
    problem = answer_to(bytes_of(message));
  } catch (const MessageError& error) {
    throw Failure(Status::kWrong, options.scene, error.what());
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kCouldNot, error.what());
  }
  if (!problem.empty()) throw Failure(Status::kCouldNot, options.scene, problem);
}

}  // namespace attn
