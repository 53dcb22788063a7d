// The derivation of a program as a tree that folds.
#pragma once

#include <string>

#include "pipeline/checked.hpp"
#include "thread_modular/derivation.hpp"

namespace plato {

// How far the conditions of a node and of all nodes below it have come.
enum class NodeStatus : std::uint8_t { proved, open, fails };
std::vector<NodeStatus> node_statuses(const std::vector<DerivationNode>& nodes, const Checked& checked);

// Nested <details>; conditions are links to the elements `condition-N`, N from 1.
std::string derivation_html(const std::vector<DerivationNode>& nodes, const Checked& checked);

// The sign and word of a condition's status.
std::string status_html(ConditionResult::Status status);

}   // namespace plato
