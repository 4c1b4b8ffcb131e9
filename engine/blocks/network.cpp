#include "engine/blocks/network.h"

#include <unordered_map>

namespace attn {

std::vector<Index> places_in_vocabulary(const Network& network) {
  std::unordered_map<std::string_view, Index> places;
  for (const std::string& word : network.vocabulary) {
    places.emplace(word, std::ssize(places));
  }
  std::vector<Index> found;
  for (const std::string& token : network.tokens) found.push_back(places.at(token));
  return found;
}

Scene scene_of(const Network& network, std::size_t block, Matrix x) {
  Scene scene;
  static_cast<Attention&>(scene) = *network.blocks[block].attention;
  scene.tokens = network.tokens;
  scene.embeddings = Cow<Matrix>(std::move(x));
  return scene;
}

}  // namespace attn
