#pragma once

#include <string>
#include <string_view>

#include "app/session/training/training_history.h"
#include "app/session/training/training_plan.h"

namespace attn {

/// Run of the Train desk, to be continued later.
struct TrainingWork {
  TrainingPlan plan{};
  TrainingHistory history{};  ///< curves and marks, without networks
  SharedSnapshot latest{};    ///< null: nothing was learned yet
};

/// Returns whether both plans have the same task, network, settings and painted target.
bool same_plan(const TrainingPlan& a, const TrainingPlan& b);

/// Default folder of unsaved runs; empty if the user has none.
std::string trainings_folder();

/// Formats a record for KeptWork: JSON after its first line.
std::string record_of(const TrainingWork& work);
/// Parses a record. Throws std::exception if it is invalid.
void read_record(std::string_view record, TrainingWork& to);

}  // namespace attn
