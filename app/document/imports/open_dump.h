#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/document/dumps/attention_dump.h"
#include "app/document/dumps/dump_families.h"
#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Opens the attention in the file at `path`, "-" for standard input: a file of tensors, a JSON
/// text, a table, a BertViz page, or a network. Throws ImportError.
std::unique_ptr<AttentionDump> open_dump(const std::string& path, const DumpChoice& choice = {});
std::unique_ptr<AttentionDump> open_dump(FileBytes bytes, const DumpChoice& choice = {});
/// Overview of such a file; `named` as in contents_of_tensors(). Throws ImportError.
DumpContents contents_of(FileBytes bytes, const std::string& named = "");
/// The bytes of such a file, to open it several times. Throws ImportError.
FileBytes dump_bytes(const std::string& path);

/// Reads the `params` of a page by BertViz's head_view or model_view: the first of its attentions
/// (all, or from sentence A to B; encoder, decoder and cross), or the one chosen by name. Keeps no
/// reference to `html`. Throws ImportError.
std::unique_ptr<AttentionDump> open_page(std::string_view html, const DumpChoice& choice);

/// Attentions of a BertViz page. Throws ImportError.
DumpContents contents_of_page(std::string_view html);

/// Finds the attention among a file's arrays: one of 2 to 5 axes (queries × keys; preceded by
/// heads; by layers; and a batch between layers and heads), or one per layer, with names that
/// differ in a number (heads × queries × keys, optionally preceded by a batch); or queries and
/// keys, if there are no weights or if they are asked for. Throws ImportError if it is ambiguous.
std::unique_ptr<AttentionDump> open_tensors(TensorFile file, const DumpChoice& choice);

}  // namespace attn
