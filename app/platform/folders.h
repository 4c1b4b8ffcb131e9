#pragma once

#include <string>

namespace attn {

/// Home folder of this user, without a trailing slash; empty if the system does not know one.
std::string home_folder();

/// Value of an environment variable that names a folder: an absolute path, without a trailing
/// slash; else empty.
std::string folder_variable(const char* name);

/// Creates one folder that only this user can enter; returns the system's error, or 0. A folder
/// that exists is no error.
int make_private_folder(const std::string& path);
/// Creates a new temporary folder that only this user can enter. Throws std::runtime_error.
std::string make_temporary_folder();

/// Target of the symbolic link at `path`; empty if there is no link.
std::string link_target(const std::string& path);

/// Returns whether `a` comes before `b` as people count: "scene 9" before "scene 10". Negative, 0
/// or positive.
int compare_names(const std::string& a, const std::string& b);

}  // namespace attn
