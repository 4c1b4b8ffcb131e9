// attentoscope train, from the outside.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/app/started_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::train_test {
namespace {

using namespace attn::test;
using nlohmann::json;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells{""};
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

class Train : public testing::Test {
 protected:
  Answer run(Words words) {
    words.insert(words.begin(), "train");
    return run_program(words);
  }
  std::string in(const std::string& name) { return folder_ / name; }

  TemporaryFolder folder_;
};

TEST_F(Train, LearnsAndSaysSo) {
  const Answer done =
      run({"reverse", "--steps", "200", "--out", in("a.attn-net.json"), "--log", in("a.csv")});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.err, "");
  EXPECT_EQ(lines_of(done.out).size(), 1u);
  EXPECT_TRUE(done.out.starts_with("reverse: 200 steps; on 512 unseen sequences loss "))
      << done.out;
  EXPECT_NE(done.out.find("accuracy 100.0 %; "), std::string::npos) << done.out;
  EXPECT_TRUE(done.out.ends_with(" ms a step\n")) << done.out;
  const Answer computed = run_program({"compute", in("a.attn-net.json")});
  ASSERT_EQ(computed.status, 0) << computed.err;
  const json result = json::parse(computed.out);
  const json net = json::parse(bytes_of(in("a.attn-net.json")));
  const auto L = net["tokens"].size();
  for (std::size_t i = 0; i < L; ++i) {
    const json& row = result["logits"][i];
    const auto best = std::max_element(row.begin(), row.end()) - row.begin();
    EXPECT_EQ(net["vocabulary"][static_cast<std::size_t>(best)], net["tokens"][L - 1 - i]);
  }
}

TEST_F(Train, LogHasALineForEachStepAndTestsInSome) {
  ASSERT_EQ(run({"first", "--steps", "25", "--test-every", "10", "--log", in("a.csv")}).status, 0);
  const auto lines = lines_of(bytes_of(in("a.csv")));
  ASSERT_EQ(lines.size(), 27u);
  EXPECT_EQ(lines[0], "step,loss,accuracy,test_loss,test_accuracy");
  for (int step = 0; step <= 25; ++step) {
    SCOPED_TRACE(step);
    const auto cells = cells_of(lines[static_cast<std::size_t>(step + 1)]);
    ASSERT_EQ(cells.size(), 5u);
    EXPECT_EQ(cells[0], std::to_string(step));
    EXPECT_EQ(cells[1].empty(), step == 0);
    EXPECT_EQ(cells[2].empty(), step == 0);
    const bool is_tested = step % 10 == 0 || step == 25;
    EXPECT_EQ(cells[3].empty(), !is_tested);
    EXPECT_EQ(cells[4].empty(), !is_tested);
  }
}

TEST_F(Train, OneSeedGivesTheSameFilesToTheLastBit) {
  const Words names{"net.attn-net.json", "log.csv",  "curve.svg",
                    "curve.png",         "grid.pdf", "film.gif"};
  const auto files_of = [&](const std::string& seed, const std::string& prefix) {
    const auto path = [&](std::size_t n) { return in(prefix + names[n]); };
    for (const std::size_t curve : {2u, 3u}) {
      const Answer done = run({"induction", "--steps", "30", "--seed", seed, "--out", path(0),
                               "--log", path(1), "--curve", path(curve), "--grid", path(4),
                               "--film", path(5), "--frames", "3", "--head", "L1.H0"});
      EXPECT_EQ(done.status, 0) << done.err;
    }
    std::vector<std::string> bytes;
    for (std::size_t n = 0; n < names.size(); ++n) bytes.push_back(bytes_of(path(n)));
    return bytes;
  };
  const auto one = files_of("7", "one-"), again = files_of("7", "again-"),
             other = files_of("8", "other-");
  for (std::size_t n = 0; n < names.size(); ++n) {
    EXPECT_FALSE(one[n].empty()) << names[n];
    EXPECT_EQ(one[n] == again[n], true) << names[n];
    EXPECT_NE(one[n] == other[n], true) << names[n];
  }
}

TEST_F(Train, ANetworkFromAFileGoesOnFromWhereItWas) {
  const std::string net = in("a.attn-net.json");
  ASSERT_EQ(run({"last", "--steps", "20", "--out", net, "--log", in("a.csv")}).status, 0);
  const Answer tested =
      run({net, "--task", "last", "--steps", "0", "--log", in("b.csv"), "--curve", in("b.png")});
  ASSERT_EQ(tested.status, 0) << tested.err;
  EXPECT_TRUE(tested.out.starts_with("last: 0 steps; ")) << tested.out;
  EXPECT_EQ(tested.out.find("ms a step"), std::string::npos);
  const auto before = cells_of(lines_of(bytes_of(in("a.csv"))).back());
  const auto after = cells_of(lines_of(bytes_of(in("b.csv"))).back());
  EXPECT_EQ(before[3], after[3]);
  EXPECT_EQ(before[4], after[4]);
  EXPECT_EQ(run({net, "--task", "last", "--steps", "5", "--out", in("c.attn-net.json")}).status, 0);
  EXPECT_NE(bytes_of(net), bytes_of(in("c.attn-net.json")));
  EXPECT_EQ(run({net, "--task", "last", "--steps", "0", "--out", in("c.attn-net.json")}).status, 0)
      << "a network is written over a network";
  EXPECT_EQ(bytes_of(net), bytes_of(in("c.attn-net.json")));
}

TEST_F(Train, SettingsMakeTheNetwork) {
  const std::string out = in("a.attn-net.json");
  ASSERT_EQ(run({"copy",
                 "--steps",
                 "1",
                 "--set",
                 "residual=on",
                 "--set",
                 "layers=2",
                 "--set",
                 "heads=4",
                 "--set",
                 "width=16",
                 "--set",
                 "mlp=5",
                 "--set",
                 "positions=none",
                 "--set",
                 "causal=on",
                 "--set",
                 "optimizer=sgd",
                 "--set",
                 "lr=0.5",
                 "--set",
                 "batch=3",
                 "--set",
                 "decay=0.01",
                 "--set",
                 "momentum=0.5",
                 "--out",
                 out})
                .status,
            0);
  const json net = json::parse(bytes_of(out));
  EXPECT_EQ(net["blocks"].size(), 2u);
  const json& block = net["blocks"][0];
  EXPECT_EQ(block["attention"]["heads"].size(), 4u);
  EXPECT_EQ(block["attention"]["heads"][0]["w_q"].size(), 16u);
  EXPECT_EQ(block["attention"]["masks"][0]["kind"], "causal");
  EXPECT_EQ(block["mlp"]["w_1"][0].size(), 5u);
  EXPECT_FALSE(block.contains("residual")) << "it has one, as always";
  EXPECT_FALSE(net.contains("position"));
}

TEST_F(Train, TasksAreListedEachWithASentence) {
  const Answer list = run({"--tasks"});
  EXPECT_EQ(list.status, 0);
  const auto lines = lines_of(list.out);
  EXPECT_GE(lines.size(), 20u);
  for (const std::string& line : lines) {
    const std::string id = line.substr(0, line.find(' '));
    EXPECT_TRUE(line.ends_with('.')) << line;
    EXPECT_EQ(run({id, "--steps", "1"}).status, 0) << id;
  }
}

TEST_F(Train, LearnsWhatAFileWants) {
  const std::string file = in("mine.txt"), net = in("a.attn-net.json");
  {
    std::ofstream text(file);
    for (const char a : {'a', 'b', 'c', 'd'}) {
      for (const char b : {'a', 'b', 'c', 'd'}) {
        for (const char c : {'a', 'b', 'c', 'd'})
          text << a << b << c << " → " << c << b << a << "\n";
      }
    }
  }
  const Answer done = run({file, "--steps", "150", "--set", "layers=1", "--out", net});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_TRUE(done.out.starts_with("mine.txt: 150 steps; on 12 unseen sequences loss "))
      << done.out;
  EXPECT_EQ(json::parse(bytes_of(net))["vocabulary"], (json{"a", "b", "c", "d"}));
  const Answer again = run({net, "--task", file, "--steps", "0"});
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_TRUE(again.out.starts_with("mine.txt: 0 steps; on 12 unseen")) << again.out;
  expect_failure(run({net, "--task", "reverse"}), 2, "/vocabulary: expected 8 words");
  expect_failure(run({net, "--task", file, "--out", file}), 2, file);
  std::ofstream(file) << "abc → cba\nab → ba\n";
  expect_failure(run({file}), 2, file + ":2: expected 3 tokens, as in line 1, found 2");
  expect_failure(run({in("none.txt")}), 2, in("none.txt") + ": No such file or directory");
}

TEST_F(Train, WhatIsWrongIsNamed) {
  const std::string net = in("a.attn-net.json");
  ASSERT_EQ(run({"reverse", "--steps", "0", "--out", net}).status, 0);
  const auto wrong = [&](const Words& words, const std::string& has) {
    SCOPED_TRACE(testing::PrintToString(words));
    expect_failure(run(words), 2, has);
  };
  wrong({}, "NETWORK|TASK");
  wrong({"revers"}, "expected one of first, last");
  wrong({"reverse", "--task", "last"}, "--task: has no effect with a task");
  wrong({net}, net + ": expected --task with a network");
  wrong({net, "--task", "revers"}, "--task: expected one of first, last");
  wrong({net, "--task", "max"}, "/vocabulary: expected 10 words (the vocabulary of the task max)");
  wrong({net, "--task", "bigram"}, "/tokens: expected 16 tokens (a sequence of the task bigram)");
  wrong({net, "--task", "reverse", "--set", "heads=2"},
        "--set heads: has no effect for a network from a file");
  wrong({net, "--task", "reverse", "--out", net}, net + ": this is an input, and would be lost");
  wrong({example_path(), "--task", "reverse"}, "expected a network, found a scene");
  wrong({in("none.attn-net.json"), "--task", "reverse"}, "No such file or directory");
  for (const std::string set : {"lr=0",
                                "lr=-1",
                                "lr=inf",
                                "lr=1e7",
                                "lr=x",
                                "lr=",
                                "lr",
                                "=1",
                                "rate=1",
                                "batch=0",
                                "batch=4097",
                                "batch=1.5",
                                "optimizer=adagrad",
                                "decay=-0.1",
                                "decay=2",
                                "momentum=1",
                                "layers=0",
                                "layers=9",
                                "heads=0",
                                "width=0",
                                "width=257",
                                "mlp=-1",
                                "positions=rope",
                                "residual=yes",
                                "causal=1"}) {
    SCOPED_TRACE(set);
    const Answer refused = run({"reverse", "--set", set});
    expect_failure(refused, 2, "--set");
    EXPECT_NE(refused.err.find("lr (a number > 0, up to 1e6), batch (1 to 4096), optimizer (sgd, "
                               "momentum, adam, adamw), decay"),
              std::string::npos)
        << refused.err;
  }
  wrong({"reverse", "--set", "heads=3"}, "--set width: expected a multiple of heads (3), found 8");
  wrong({"reverse", "--set", "layers=2"}, "--set layers: expected 1 without a residual");
  wrong({"reverse", "--set", "mlp=2"}, "--set mlp: expected 0 without a residual");
  wrong({"reverse", "--steps", "-1"}, "--steps");
  wrong({"reverse", "--seed", "x"}, "--seed");
  wrong({"reverse", "--seed", "4294967296"},
        "--seed: expected a whole number from 0 to 2147483647");
  wrong({"reverse", "--head", "L0.H0"}, "--head requires --film");
  wrong({"reverse", "--film", in("a.gif"), "--head", "L1.H0"}, "--head: expected a layer less");
  wrong({"reverse", "--film", in("a.gif"), "--head", "L0.H1"}, "--head: expected a head less");
  wrong({"reverse", "--film", in("a.gif"), "--head", "0"}, "--head: expected L0.H0");
  wrong({"reverse", "--film", in("a.png")}, "--film: expected a .gif, or {frame} in the name");
  wrong({"reverse", "--curve", in("a.csv")}, "expected a name that ends in .png, .svg, .pdf");
  wrong({"reverse", "--log", in("a.png")}, "expected a name that ends in .csv");
  wrong({"reverse", "--out", in("a.json")}, "expected a name that ends in .attn-net.json");
  wrong({"reverse", "--curve", in("a.png"), "--grid", in("a.png")},
        "--grid: expected a file that no other option uses");
  // Before what would take hours.
  expect_failure(run({"reverse", "--steps", "10000000", "--out", in("none/a.attn-net.json")}), 1,
                 "none/a.attn-net.json: No such file or directory");
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(Train, OtherWordsOrClassesAreNoNetworkOfTheTask) {
  const std::string net = in("a.attn-net.json");
  ASSERT_EQ(run({"reverse", "--steps", "0", "--out", net}).status, 0);
  const json good = json::parse(bytes_of(net));
  const auto wrong = [&](json changed, const std::string& has) {
    put(in("b.attn-net.json"), changed.dump());
    expect_failure(run({in("b.attn-net.json"), "--task", "reverse"}), 2, has);
  };
  json words = good;
  words["vocabulary"][7] = "x";
  for (json& token : words["tokens"]) token = token == "h" ? json("x") : token;
  wrong(words, "/vocabulary/7: expected h (the vocabulary of the task reverse), found x");
  json classes = good;
  for (json& row : classes["unembedding"]) row.push_back(0);
  classes["unembedding_bias"].push_back(0);
  wrong(classes, "/unembedding/0: expected 8 numbers (the classes of the task reverse), found 9");
}

TEST_F(Train, ANetworkOfAnyKindsLearns) {
  const std::string net = in("a.attn-net.json"), out = in("b.attn-net.json");
  ASSERT_EQ(run({"reverse", "--steps", "0", "--out", net}).status, 0);
  json other = json::parse(bytes_of(net));
  other["norm_out"] = {{"kind", "layer"}, {"gain", std::vector<int>(8, 1)}};
  other["blocks"][0]["attention"]["normalizer"] = {{"kind", "sparsemax"}};
  other["blocks"][0]["attention"]["score"] = {{"kind", "gaussian"}};
  put(net, other.dump());
  const Answer answer = run({net, "--task", "reverse", "--steps", "3", "--out", out});
  ASSERT_EQ(answer.status, 0) << answer.err;
  const json learned = json::parse(bytes_of(out));
  EXPECT_EQ(learned["blocks"][0]["attention"]["normalizer"]["kind"], "sparsemax");
  EXPECT_NE(learned["embedding"], other["embedding"]);
}

TEST_F(Train, ALossThatIsNotFiniteEndsItAndNamesTheStep) {
  const Answer run_away =
      run({"reverse", "--set", "lr=1e6", "--set", "optimizer=sgd", "--out", in("a.attn-net.json"),
           "--log", in("a.csv"), "--curve", in("a.svg"), "--grid", in("a.png")});
  expect_failure(run_away, 1, "the loss is not finite at step ");
  EXPECT_FALSE(fs::exists(in("a.attn-net.json"))) << "its numbers are none";
  EXPECT_FALSE(fs::exists(in("a.png")));
  EXPECT_TRUE(fs::exists(in("a.csv"))) << "it tells how it came";
  EXPECT_TRUE(fs::exists(in("a.svg")));
  EXPECT_EQ(bytes_of(in("a.csv")).find("nan"), std::string::npos);
  EXPECT_EQ(bytes_of(in("a.csv")).find("inf"), std::string::npos);
}

TEST_F(Train, AFullDiskSaysSo) {
  for (const std::string ending : {".csv", ".svg", ".gif"}) {
    const std::string full = in("full" + ending);
    fs::create_symlink("/dev/full", full);
    const char* option = ending == ".csv" ? "--log" : ending == ".svg" ? "--curve" : "--film";
    expect_failure(run({"first", "--steps", "3", option, full}), 1,
                   full + ": No space left on device");
  }
  Surroundings small;
  small.file_bytes = 1000;
  expect_failure(
      run_program({"train", "first", "--steps", "3", "--out", in("a.attn-net.json")}, small), 1,
      in("a.attn-net.json") + ": File too large");
  EXPECT_FALSE(fs::exists(in("a.attn-net.json")));
}

TEST_F(Train, SaysOfNumbersByHowMuchTheyAreMissed) {
  const Answer done = run({"regression", "--steps", "60", "--out", in("a.attn-net.json"), "--log",
                           in("a.csv"), "--curve", in("a.svg")});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.out.find(" (always 0: 0.333)"), std::string::npos) << done.out;
  EXPECT_EQ(done.out.find("accuracy"), std::string::npos) << done.out;
  EXPECT_EQ(bytes_of(in("a.svg")).find("accuracy"), std::string::npos);
  const auto lines = lines_of(bytes_of(in("a.csv")));
  EXPECT_EQ(cells_of(lines.back())[2], "");
  EXPECT_NE(cells_of(lines.back())[3], "");
  EXPECT_EQ(cells_of(lines.back())[4], "");
  const Answer computed = run_program({"compute", in("a.attn-net.json")});
  ASSERT_EQ(computed.status, 0) << computed.err;
  EXPECT_EQ(json::parse(computed.out)["logits"].size(), 11u);
  EXPECT_EQ(run({in("a.attn-net.json"), "--task", "regression", "--steps", "2"}).status, 0);
  EXPECT_EQ(run({"regression", "--steps", "1", "--set", "normalizer=softmax"}).status, 0);
  const Answer refused = run({"regression", "--set", "normalizer=topk"});
  EXPECT_EQ(refused.status, 2) << "it needs a number";
  EXPECT_NE(refused.err.find("expected softmax, sparsemax,"), std::string::npos) << refused.err;
}

/// When it has begun can't be seen from outside: it is asked later and later.
TEST_F(Train, AskedToEndItWritesWhatItHas) {
  const std::string net = in("a.attn-net.json"), log = in("a.csv"), film = in("a.gif");
  int status = 0;
  for (int wait = 1; wait < 2000 && status != 130; wait *= 2) {
    StartedProgram program(
        {"train", "reverse", "--steps", "9000000", "--out", net, "--log", log, "--film", film},
        in("err"));
    program.await_answer_to(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    program.send(SIGINT);
    status = program.wait();
    EXPECT_TRUE(status == 130 || status == 1) << status;
    EXPECT_EQ(program.err(), status == 1 ? "attentoscope: interrupted\n" : "");
    EXPECT_EQ(fs::exists(net), status == 130);
    EXPECT_EQ(fs::exists(log), status == 130);
    EXPECT_EQ(fs::exists(film), status == 130);
  }
  ASSERT_EQ(status, 130);
  EXPECT_EQ(run_program({"compute", net}).status, 0);
  const auto lines = lines_of(bytes_of(log));
  EXPECT_EQ(cells_of(lines.back())[0], std::to_string(lines.size() - 2));
  EXPECT_NE(cells_of(lines.back())[3], "") << "it is tested where it ends";
}

}  // namespace
}  // namespace attn::train_test
