#pragma once

#include <string>
#include <type_traits>

#include "engine/attention/numbers.h"

namespace attn {

// Calls visit(place, numbers) for the given trainable numbers: `place` is their JSON pointer in the
// object of the file, `numbers` a Cow<Matrix>, a Cow<RowVector> or a float. Settings have no
// gradient: visible keys, number of kept keys, powers (`alpha`) and the `epsilon` of norms. A
// Scene, or its parts, may be const.

/// Visits the number if it is present: absent numbers are not trained.
template <typename Given, typename Visit>
void visit_given(Given& given, const std::string& place, const Visit& visit) {
  if (given) visit(place, *given);
}

/// Visits the trainable numbers of a head, a score, …, by the rows of its table.
template <typename Owner, typename Visit>
void visit_owner_numbers(Owner& owner, const std::string& place, const Visit& visit) {
  for (const auto& number : numbers_of<std::remove_const_t<Owner>>()) {
    if (number.learned.label.empty() || !takes_number(owner, number)) continue;
    visit_slot(number, owner, [&](auto& slot) {
      auto* numbers = value_in(slot);
      using Value = std::remove_cvref_t<decltype(*numbers)>;
      if constexpr (!std::is_same_v<Value, int>) {
        if (numbers) visit(place + place_below(number.key), *numbers);
      }
    });
  }
}

template <typename OfCombine, typename Visit>
void visit_combine_numbers(OfCombine& combine, const std::string& place, const Visit& visit) {
  if (combine.kind->joins != Joins::kByMatrix) return visit_owner_numbers(combine, place, visit);
  for (std::size_t h = 0; h < combine.projections.size(); ++h) {
    visit(place + "/w/" + std::to_string(h), combine.projections[h]);
  }
}

template <typename OfAttention, typename Visit>
void visit_attention_numbers(OfAttention& attention, const std::string& place, const Visit& visit) {
  visit_owner_numbers(attention.position, place + "/position", visit);
  for (std::size_t h = 0; h < attention.heads.size(); ++h) {
    visit_owner_numbers(attention.heads[h], place + "/heads/" + std::to_string(h), visit);
  }
  visit_owner_numbers(attention.score, place + "/score", visit);
  visit_given(attention.bias, place + "/bias", visit);
  for (std::size_t n = 0; n < attention.masks.size(); ++n) {
    visit_owner_numbers(attention.masks[n], place + "/masks/" + std::to_string(n), visit);
  }
  visit_owner_numbers(attention.normalizer, place + "/normalizer", visit);
  visit_combine_numbers(attention.combine, place + "/combine", visit);
}

template <typename OfScene, typename Visit>
void visit_scene_numbers(OfScene& scene, const Visit& visit) {
  if (scene.embeddings->cols() > 0) {
    visit("/embeddings", scene.embeddings);
    if (scene.queries) visit("/queries/embeddings", scene.queries->embeddings);
  }
  visit_given(scene.values, "/values", visit);
  visit_attention_numbers(scene, "", visit);
}

}  // namespace attn
