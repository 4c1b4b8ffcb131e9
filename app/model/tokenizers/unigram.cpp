// Unigram language model (Kudo 2018): the tokens with the largest sum of scores, by Viterbi's
// algorithm.

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "app/model/tokenizers/characters.h"
#include "app/model/tokenizers/prefix_tree.h"
#include "app/model/tokenizers/token_model.h"
#include "engine/base/problem.h"

namespace attn::tokenizers {
namespace {

class UnigramModel : public TokenModel {
 public:
  UnigramModel(Vocabulary vocabulary, std::vector<double> scores, int unknown,
               bool falls_back_to_bytes)
      : TokenModel(std::move(vocabulary)),
        scores_(std::move(scores)),
        unknown_(unknown),
        falls_back_to_bytes_(falls_back_to_bytes) {
    constexpr double kUnknownPenalty = 10;  // as in SentencePiece
    unknown_score_ = *std::ranges::min_element(scores_) - kUnknownPenalty;
    for (int id = 0; id < this->vocabulary().size(); ++id) {
      if (this->vocabulary().has(id)) tokens_.add(this->vocabulary().text(id), id);
    }
  }

  void append_ids(std::string_view piece, std::vector<int>& ids) const override {
    const std::vector<PathNode> nodes = best_paths(piece);
    std::vector<PathSpan> path;
    for (std::size_t end = piece.size(); end > 0; end = nodes[end].begin) {
      const PathNode& node = nodes[end];
      // Unknown characters side by side are one.
      if (!path.empty() && node.id == unknown_ && path.back().id == unknown_) {
        path.back().begin = node.begin;
      } else {
        path.push_back({node.begin, end, node.id});
      }
    }
    for (auto span = path.rbegin(); span != path.rend(); ++span) {
      const std::string_view text = piece.substr(span->begin, span->end - span->begin);
      append_token(text, *span, ids);
    }
  }

 private:
  /// Best path to a place: its last token, and its score.
  struct PathNode {
    std::size_t begin = kNowhere;
    int id = -1;
    double score = 0;
  };
  struct PathSpan {
    std::size_t begin, end;
    int id;
  };
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

  void append_token(std::string_view text, const PathSpan& span, std::vector<int>& ids) const {
    const int whole = span.id == unknown_ ? vocabulary().find(text) : span.id;
    if (whole >= 0) {
      ids.push_back(whole);
    } else if (!falls_back_to_bytes_ || !append_byte_tokens(vocabulary(), text, ids)) {
      ids.push_back(unknown_);
    }
  }

  std::vector<PathNode> best_paths(std::string_view piece) const {
    std::vector<PathNode> nodes(piece.size() + 1);
    const auto reach = [&](std::size_t begin, std::size_t end, int id, double score) {
      PathNode& node = nodes[end];
      if (node.begin == kNowhere || score > node.score) node = {begin, id, score};
    };
    for (std::size_t begin = 0; begin < piece.size();) {
      const double till_here = nodes[begin].score;
      const std::size_t length = character_length(piece.substr(begin));
      bool has_single = false;
      tokens_.for_each_prefix(piece, begin, [&](std::size_t bytes, int id) {
        reach(begin, begin + bytes, id, till_here + scores_[static_cast<std::size_t>(id)]);
        has_single = has_single || bytes == length;
      });
      if (!has_single) {
        if (unknown_ < 0) throw SceneError({"/model/unk_id", "expected an id, found none"});
        reach(begin, begin + length, unknown_, till_here + unknown_score_);
      }
      begin += length;
    }
    return nodes;
  }

  std::vector<double> scores_;  // by id
  PrefixTree tokens_;
  int unknown_;
  bool falls_back_to_bytes_;
  double unknown_score_;
};

}  // namespace

ModelPointer read_unigram(const Members& object) {
  const json::Value list = object.require("vocab", "a list of tokens with their scores");
  const json::Place place = object.place() / "vocab";
  json::require_list(list, place, "a list of tokens with their scores");
  Vocabulary vocabulary;
  std::vector<double> scores;
  json::for_each_item(
      list, place, [&](std::size_t n, const json::Value& item, const json::Place& at) {
        json::require_list(item, at, "a token and its score");
        if (item.size() != 2) json::fail_type(at, "a token and its score", item);
        const std::string token = json::read_text(item.first(), at / std::size_t{0});
        const json::Value score = item.first().next();
        if (!score.is_number()) json::fail_type(at / std::size_t{1}, "a number", score);
        if (n >= kMostIds)
          json::fail(at, "expected at most " + std::to_string(kMostIds) + " tokens");
        // Equal texts are refused: Hugging Face's library takes the last one, and writes none.
        if (!vocabulary.add(token, static_cast<int>(n))) {
          json::fail(at, "\"" + shown(token) + "\" is there twice");
        }
        scores.push_back(score.number());
      });
  if (scores.empty()) json::fail(place, "expected a token, found none");
  int unknown = -1;
  if (object.find("unk_id")) {
    unknown = object.require_id("unk_id");
    if (!vocabulary.has(unknown)) {
      json::fail(object.place() / "unk_id", "expected less than " + std::to_string(scores.size()) +
                                                ", found " + std::to_string(unknown));
    }
  }
  return std::make_unique<UnigramModel>(std::move(vocabulary), std::move(scores), unknown,
                                        object.flag("byte_fallback", false));
}

}  // namespace attn::tokenizers
