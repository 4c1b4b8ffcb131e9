#include "tests/engine/model/model_parts.h"

#include <functional>

#include "engine/attention/norm.h"
#include "engine/attention/score.h"

namespace attn::test {
namespace {

Norm random_norm(Random& random, const char* kind) {
  Norm norm;
  norm.kind = &norm_kind(kind);
  norm.gain = RowVector(random.row(kWidth, 0.2F).array() + 1.0F);
  if (norm.kind->centers) norm.shift = random.row(kWidth, 0.2F);
  return norm;
}

void add_attention(Random& random, Block& block) {
  Attention& attention = block.attention.emplace();
  attention.heads.resize(kHeads);
  for (Head& head : attention.heads) {
    head.w_q = random.matrix(kWidth, kKeyWidth, 0.3F);
    head.w_k = random.matrix(kWidth, kKeyWidth, 0.3F);
    head.w_v = random.matrix(kWidth, kKeyWidth, 0.3F);
  }
  attention.combine.w_o = random.matrix(kHeads * kKeyWidth, kWidth, 0.15F);
  attention.masks.emplace_back();
}

void for_blocks(Network& network, const std::function<void(Block&)>& work) {
  for (Block& block : network.blocks) work(block);
}

constexpr ModelPart kParts[] = {
    {"Nothing", [](Random&, Network&) {}},
    {"Biases",
     [](Random& random, Network& network) {
       for_blocks(network, [&](Block& block) {
         for (Head& head : block.attention->heads) {
           head.b_q = random.row(kKeyWidth);
           head.b_k = random.row(kKeyWidth);
           head.b_v = random.row(kKeyWidth);
         }
         block.attention->combine.b_o = random.row(kWidth);
         block.mlp->b_1 = random.row(kInner);
         block.mlp->b_2 = random.row(kWidth);
       });
       network.unembedding_bias = random.row(kWords);
     }},
    {"SharedKeys",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) {
         for (std::size_t h = 1; h < kHeads; h += 2) {
           Head& head = block.attention->heads[h];
           head.w_k.reset();
           head.w_v.reset();
           head.keys_of = static_cast<int>(h - 1);
         }
       });
     }},
    {"RopeHalves",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) {
         block.attention->position.kind = &position_kind("rope");
         block.attention->position.layout = PairLayout::kHalves;
       });
     }},
    {"RopeOfAPart",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) {
         block.attention->position.kind = &position_kind("rope");
         block.attention->position.rotated = 4;
         block.attention->position.base = 100;
       });
     }},
    {"NormsOfPairs",
     [](Random& random, Network& network) {
       for_blocks(network, [&](Block& block) {
         block.attention->score.norm = &norm_kind("rms");
         for (Head& head : block.attention->heads) {
           head.g_q = random.row(kKeyWidth);
           head.g_k = random.row(kKeyWidth);
         }
       });
     }},
    {"Caps",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) { block.attention->score.cap = 2.0F; });
       network.logits_cap = 3.0F;
     }},
    {"Windows",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) {
         Mask& mask = block.attention->masks.emplace_back();
         mask.kind = &mask_kind("window");
         mask.radius = 9;
       });
     }},
    {"NoMask",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) { block.attention->masks.clear(); });
     },
     false},
    {"GatedMlp",
     [](Random& random, Network& network) {
       for_blocks(network, [&](Block& block) {
         block.mlp->w_3 = random.matrix(kWidth, kInner, 0.3F);
         block.mlp->b_3 = random.row(kInner);
         block.mlp->activation = &activation_kind("silu");
       });
     }},
    {"PostNorm",
     [](Random& random, Network& network) {
       for_blocks(network, [](Block& block) { block.norm_place = NormPlace::kPost; });
       network.norm_in = random_norm(random, "layer");
       network.norm_out.reset();
     }},
    {"BothNorms",
     [](Random& random, Network& network) {
       for_blocks(network, [&](Block& block) {
         block.norm_place = NormPlace::kBoth;
         block.attention_norm_after = random_norm(random, "rms");
         block.mlp_norm_after = random_norm(random, "rms");
       });
       network.embedding_scale = 1.7F;
     }},
    {"ParallelParts",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) { block.parallel = true; });
     }},
    {"ParallelPartsWithOneNorm",
     [](Random&, Network& network) {
       for_blocks(network, [](Block& block) {
         block.parallel = true;
         block.mlp_norm.reset();
       });
     }},
    {"BlocksOfOnePart",
     [](Random&, Network& network) {
       network.blocks[0].mlp.reset();
       network.blocks[0].mlp_norm.reset();
       network.blocks[1].attention.reset();
       network.blocks[1].attention_norm.reset();
       network.blocks[2].residual = false;
     }},
    {"LearnedPositionsAndTypes",
     [](Random& random, Network& network) {
       network.position.kind = &position_kind("learned");
       network.position.table = random.matrix(kPlaces, kWidth);
       network.types = TokenTypes{random.matrix(2, kWidth)};
     }},
    {"Head",
     [](Random& random, Network& network) {
       OutputHead& head = network.head.emplace();
       head.w = random.matrix(kWidth, kWidth, 0.3F);
       head.b = random.row(kWidth);
       head.norm = random_norm(random, "layer");
       network.unembedding = random.matrix(kWidth, kWords);
     }},
    {"OtherWeights",
     [](Random&, Network& network) {
       network.blocks[0].attention->normalizer.temperature = 0.5F;
       network.blocks[1].attention->normalizer.kind = &normalizer_kind("sparsemax");
       network.blocks[2].attention->score.kind = &score_kind("dot");
       network.blocks[2].attention->score.scale = 0.3F;
     }},
};

}  // namespace

Network plain_network(Random& random) {
  Network network;
  for (Index n = 0; n < kWords; ++n) network.vocabulary.push_back(std::to_string(n));
  network.embedding = random.matrix(kWords, kWidth);
  for (std::size_t b = 0; b < kBlocks; ++b) {
    Block& block = network.blocks.emplace_back();
    add_attention(random, block);
    Mlp& mlp = block.mlp.emplace();
    mlp.w_1 = random.matrix(kWidth, kInner, 0.3F);
    mlp.w_2 = random.matrix(kInner, kWidth, 0.3F);
    mlp.activation = &activation_kind("gelu_tanh");
    block.attention_norm = random_norm(random, "rms");
    block.mlp_norm = random_norm(random, "rms");
  }
  network.norm_out = random_norm(random, "layer");
  return network;
}

std::span<const ModelPart> model_parts() { return kParts; }

void PrintTo(const ModelPart& part, std::ostream* out) { *out << part.name; }

std::vector<int> random_ids(Random& random, Index count) {
  std::vector<int> ids;
  for (Index n = 0; n < count; ++n) ids.push_back(random.below(static_cast<int>(kWords)));
  return ids;
}

}  // namespace attn::test
