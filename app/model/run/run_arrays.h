#pragma once

#include <string>
#include <vector>

#include "app/document/json/sink.h"
#include "engine/model/model_run.h"

namespace attn {

/// "ids, logits, hidden, final, attentions"
std::string run_array_names();
bool is_run_array(const std::string& name);

/// Writes the arrays `names` of a run, or all that the model has if there are none, as .npz.
void write_run_arrays(const std::vector<std::string>& names, const std::vector<int>& ids,
                      const Model& model, ModelRun& run, const Sink& sink);

}  // namespace attn
