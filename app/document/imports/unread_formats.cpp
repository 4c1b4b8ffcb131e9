#include "app/document/imports/unread_formats.h"

namespace attn {
namespace {

using namespace std::string_view_literals;

struct UnreadFormat {
  std::string_view begin;  ///< first bytes of a file
  std::string_view name;
  std::string_view python;  ///< saves the arrays of FILE; empty: nothing to save
};
constexpr UnreadFormat kUnread[] = {
    {"\x80\x02\x8a\x0al\xfc\x9c"sv, "an old file of torch.save",
     "import torch; torch.save(torch.load(\"FILE\", map_location=\"cpu\"), \"attention.pt\")"},
    {"\x80\x02"sv, "a pickle of Python", ""},
    {"\x80\x03"sv, "a pickle of Python", ""},
    {"\x80\x04"sv, "a pickle of Python", ""},
    {"\x80\x05"sv, "a pickle of Python", ""},
    {"\x89HDF\r\n\x1a\n"sv, "a file of HDF5",
     "import h5py, numpy as np; f = h5py.File(\"FILE\"); np.savez(\"attention.npz\", **{k: "
     "f[k][()] for k in f})"},
    {"PAR1"sv, "a file of Parquet",
     "import pandas; pandas.read_parquet(\"FILE\").to_csv(\"attention.csv\", index=False)"},
    {"MATLAB 5.0"sv, "a file of MATLAB",
     "import scipy.io, numpy as np; np.savez(\"attention.npz\", **{k: v for k, v in "
     "scipy.io.loadmat(\"FILE\").items() if k[0] != \"_\"})"},
    {"ARROW1"sv, "a file of Arrow",
     "import pandas; pandas.read_feather(\"FILE\").to_csv(\"attention.csv\", index=False)"},
    {"version https://git-lfs"sv, "a pointer of Git LFS without the file itself: git lfs pull", ""},
};
constexpr std::string_view kOfPickle =
    "import pickle, numpy as np; np.save(\"attention.npy\", np.asarray(pickle.load(open(\"FILE\", "
    "\"rb\"))))";

}  // namespace

std::string unread_format(std::string_view begin) {
  for (const UnreadFormat& format : kUnread) {
    if (!begin.starts_with(format.begin)) continue;
    std::string words = "it is " + std::string(format.name);
    const bool is_pickle = begin.starts_with('\x80') && format.python.empty();
    const std::string_view python = is_pickle ? kOfPickle : format.python;
    return python.empty()
               ? words
               : words +
                     ", which is not read; in Python this saves its arrays: " + std::string(python);
  }
  return "";
}

}  // namespace attn
