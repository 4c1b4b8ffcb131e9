#pragma once

#include <string>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn {

// Rules by which parts are computed: referenced by the rows of the table of parts (parts.h).

// Inputs of each part, in the order of its formula: appended to `feeds`.

void position_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void x_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void query_x_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void q_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void k_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void v_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void unscaled_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void raw_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void shift_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void forget_gates_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void seen_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void scores_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void subtract_q_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void subtract_k_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void subtract_raw_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void subtract_scores_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void subtract_weights_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void weights_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void gates_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void head_output_feeds(const Scene& scene, std::size_t h, Feeds& feeds);
void output_feeds(const Scene& scene, std::size_t h, Feeds& feeds);

// Returns whether a part depends on settings that differ, besides its inputs; for two scenes of
// equal size.

bool positions_differ(const Attention& from, const Attention& to, std::size_t h);
bool q_differ(const Attention& from, const Attention& to, std::size_t h);
bool k_differ(const Attention& from, const Attention& to, std::size_t h);
bool v_differ(const Attention& from, const Attention& to, std::size_t h);
bool unscaled_differ(const Attention& from, const Attention& to, std::size_t h);
bool raw_differ(const Attention& from, const Attention& to, std::size_t h);
bool subtract_raw_differ(const Attention& from, const Attention& to, std::size_t h);
bool masks_differ(const Attention& from, const Attention& to, std::size_t h);
bool shift_differ(const Attention& from, const Attention& to, std::size_t h);
bool subtract_weights_differ(const Attention& from, const Attention& to, std::size_t h);
bool weights_differ(const Attention& from, const Attention& to, std::size_t h);
/// Returns whether numbers of the head that this part is computed from differ.
bool head_numbers_differ(Part part, const Head& from, const Head& to);
bool output_differ(const Attention& from, const Attention& to, std::size_t h);

/// Returns whether a part's settings differ: numbers of the head, or other settings by `others`.
template <Part part, bool (*others)(const Attention&, const Attention&, std::size_t) = nullptr>
bool numbers_differ(const Attention& from, const Attention& to, std::size_t h) {
  if (head_numbers_differ(part, from.heads[h], to.heads[h])) return true;
  if constexpr (others != nullptr) return others(from, to, h);
  return false;
}

// Formulas.

std::string position_formula(const Scene& scene, std::size_t h);
std::string x_formula(const Scene& scene, std::size_t h);
std::string q_formula(const Scene& scene, std::size_t h);
std::string k_formula(const Scene& scene, std::size_t h);
std::string v_formula(const Scene& scene, std::size_t h);
std::string subtract_q_formula(const Scene& scene, std::size_t h);
std::string subtract_k_formula(const Scene& scene, std::size_t h);
std::string unscaled_formula(const Scene& scene, std::size_t h);
std::string raw_formula(const Scene& scene, std::size_t h);
std::string subtract_raw_formula(const Scene& scene, std::size_t h);
std::string shift_formula(const Scene& scene, std::size_t h);
std::string forget_gates_formula(const Scene& scene, std::size_t h);
std::string seen_formula(const Scene& scene, std::size_t h);
std::string scores_formula(const Scene& scene, std::size_t h);
std::string subtract_scores_formula(const Scene& scene, std::size_t h);
std::string subtract_weights_formula(const Scene& scene, std::size_t h);
std::string weights_formula(const Scene& scene, std::size_t h);
std::string gates_formula(const Scene& scene, std::size_t h);
std::string head_output_formula(const Scene& scene, std::size_t h);
std::string output_formula(const Scene& scene, std::size_t h);

}  // namespace attn
