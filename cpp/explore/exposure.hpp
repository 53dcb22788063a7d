// What threads that are run apart must know of each other besides what they share, if that is not enough.
//
// The paper exposes local states where the method is too coarse; with all of them exposed it sees the states of the
// whole program. So everything is exposed for a few members of each family, and as much as possible is hidden again.
// What is left over is then tried for all members: it is a guess like any other.
#pragma once

#include <optional>

#include "explore/thread_views.hpp"

namespace plato {

// Nothing if a few members have too many views with everything exposed, or an error even then.
std::optional<Exposure> find_exposure(const Program& program, const Specification& specification);

// The views with as much exposed as is needed, to be shown; of a few members, where these stand for all.
tl::expected<ThreadViews, NoThreadViews> find_kept_views(const Program& program, const Specification& specification);

}   // namespace plato
