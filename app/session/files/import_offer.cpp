#include "app/session/files/import_offer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "app/document/dumps/dump_tokens.h"
#include "app/document/files/utf8.h"
#include "app/document/imports/head_measures.h"
#include "app/document/imports/imported_files.h"
#include "app/document/imports/network_dump.h"
#include "app/document/imports/open_dump.h"
#include "app/document/numbers/numbers.h"
#include "app/session/files/watched_dump.h"

namespace attn {
namespace {

/// Whether the file is a network, or no file of this program, which say so at their beginning.
bool is_network_or_of_others(const std::string& path) try {
  constexpr std::size_t kBegin = 4096;
  const std::string begin = dump_bytes(path).read(0, kBegin);
  return is_network(begin) || begin.find("\"attentoscope/") == std::string::npos;
} catch (const std::runtime_error&) {
  return false;  // who opens it says why
}

/// The part of a choice that decides which numbers and tokens there are.
ImportChoice opening_part(ImportChoice choice) {
  choice.hide = {};
  choice.cleans = true;
  if (choice.has_own_tokens()) choice.layer.reset();  // others depend on its size
  return choice;
}

/// "1.9 kB"
std::string size_words(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 4> kUnits = {" bytes", " kB", " MB", " GB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 1000 && unit + 1 < kUnits.size()) {
    size /= 1000;
    ++unit;
  }
  return brief(size, size < 10 ? 2 : 3) + std::string(kUnits[unit]);
}

std::string letters_of(const std::vector<DumpAxis>& axes) {
  std::string letters;
  for (const DumpAxis& axis : axes) letters += axis.letter;
  return letters;
}

}  // namespace

bool may_hold_attention(const std::string& path) {
  const bool is_json = path.ends_with(".json") && !path.ends_with(".attn.json");
  return is_named_as_dump(path) || (is_json && is_network_or_of_others(path));
}

DumpChoice with_first_array(const DumpContents& contents, DumpChoice choice) {
  const bool is_undecided =
      choice.tensor.empty() && part_called(contents, "") == contents.parts.size();
  if (is_undecided) choice.tensor = contents.parts.front().name;
  return choice;
}

ImportOffer::ImportOffer(std::string path, DumpChoice choice, bool is_in_background)
    : path_(std::move(path)),
      name_(valid_utf8(std::filesystem::path(path_).filename().string())),
      is_in_background_(is_in_background),
      choice_{.dump = std::move(choice)},
      worker_(std::make_unique<Worker>()) {
  follow();
}

ImportOffer::~ImportOffer() = default;

std::string ImportOffer::file_words() const {
  return contents_ ? contents_->words + " · " + size_words(bytes_count_) : "";
}

void ImportOffer::choose(ImportChoice choice) { choose(std::move(choice), std::nullopt); }

void ImportOffer::choose(ImportChoice choice, std::optional<ImportChoice> otherwise) {
  if (choice == choice_) return;
  choice_ = std::move(choice);
  otherwise_ = std::move(otherwise);
  accepts_ = false;
  follow();
}

void ImportOffer::choose_head(Index head) {
  if (head == head_) return;
  head_ = head;
  accepts_ = false;
  follow();
}

void ImportOffer::choose_part(std::size_t n) {
  const DumpPart& part = contents_->parts[n];
  ImportChoice next = choice_;
  next.dump = {.tensor = part.is_usual ? "" : part.name, .batch = choice_.dump.batch};
  if (next.dump.tensor == choice_.dump.tensor) return;
  guessed_axes_.clear();
  choose_array(std::move(next));
}

void ImportOffer::choose_axes(std::string letters) {
  ImportChoice next = choice_;
  next.dump.axes = letters == guessed_axes_ ? "" : std::move(letters);
  next.dump.step.reset();
  choose_array(std::move(next));
}

/// Another array or reading of it may lack the chosen layer and sequence.
void ImportOffer::choose_array(ImportChoice next) {
  ImportChoice first = next;
  first.layer.reset();
  first.dump.batch = 0;
  choose(std::move(next), std::move(first));
}

void ImportOffer::choose_numbers(DumpAs as) {
  const bool is_guess =
      preview() && as == (preview()->are_scores_guessed ? DumpAs::kScores : DumpAs::kWeights);
  ImportChoice next = choice_;
  next.dump.as = is_guess ? DumpAs::kGuessed : as;
  if (as == DumpAs::kWeights) next.dump.masked_from.reset();
  choose(std::move(next));
}

void ImportOffer::choose_layer(Index layer) {
  ImportChoice next = choice_;
  next.layer.reset();
  if (layer > 0) next.layer = outline_->layers[static_cast<std::size_t>(layer)];
  choose(std::move(next));
}

Index ImportOffer::layer() const {
  if (!choice_.layer || !outline_) return 0;
  const auto found = std::ranges::find(outline_->layers, *choice_.layer);
  return found == outline_->layers.end() ? 0 : found - outline_->layers.begin();
}

void ImportOffer::choose_tokens(const std::string& text) {
  ImportChoice next = choice_;
  next.tokens_path.clear();
  next.tokens_text = text;
  // On one line for the command, if it can be read.
  import_problem([&] {
    const Index keys = preview() ? preview()->analysed.shape.keys : 0;
    next.tokens_text = tokens_as_json(parse_tokens(text, keys));
  });
  if (next.tokens_text.empty()) next.tokens_text = " ";  // no tokens, which is said
  choose(std::move(next));
}

bool ImportOffer::choose_other(const DumpDoubt& doubt) {
  constexpr std::string_view kAxes = "--axes ", kAs = "--as ";
  const std::string_view other = doubt.other;
  if (other.starts_with(kAxes)) {
    choose_axes(std::string(other.substr(kAxes.size())));
    return true;
  }
  for (const NumbersKind& kind : numbers_kinds()) {
    if (!other.starts_with(kAs) || other.substr(kAs.size()) != kind.id) continue;
    choose_numbers(kind.as);
    return true;
  }
  return false;
}

std::string ImportOffer::command() const {
  ImportChoice line = choice_;
  if (preview()) {
    const std::vector<Index> alone = opened_with(preview()->analysed.shape, head_);
    if (!alone.empty()) line.head = alone.front();
  }
  return import_line(path_, line);
}

bool ImportOffer::has_several() const {
  const bool has_layers = outline_ && outline_->layers.size() > 1;
  return has_layers || (preview() && preview()->analysed.shape.heads > 1);
}

void ImportOffer::accept() {
  accepts_ = true;
  tried_to_open_ = false;
  follow();
}

void ImportOffer::refuse(std::string problem) {
  accepts_ = false;
  problem_ = std::move(problem);
}

std::unique_ptr<ImportedAttention> ImportOffer::imported(std::function<void()> wake) const {
  auto imported =
      std::make_unique<ImportedAttention>(path_, choice_, preview_->opened, std::move(wake));
  imported->note_open({preview()->layer, preview()->head});
  return imported;
}

bool ImportOffer::wants_work() const {
  if (!failure_.empty()) return false;
  return tried_ != wish() || (accepts_ && !tried_to_open_);
}

void ImportOffer::follow() {
  collect();
  if (is_in_background_ && worker_->is_busy()) {
    const auto end = worker_->take_end();
    if (!end) {
      if (wants_work()) worker_->cancel();
      return;
    }
    collect();
    if (end->was_cancelled) tried_.reset();
    if (!end->problem.empty()) refuse(end->problem);
  }
  if (wants_work()) start();
}

void ImportOffer::start() {
  tried_ = wish();
  tried_to_open_ = accepts_;
  const auto run = [this, wanted = wish(), otherwise = otherwise_, opens = accepts_](
                       const Watch& watch) { work(wanted, otherwise, opens, watch); };
  if (is_in_background_) return worker_->start(run);
  run({});
  collect();
}

void ImportOffer::collect() {
  const std::lock_guard lock(mutex_);
  if (results_.contents) {
    contents_ = std::move(results_.contents);
    bytes_count_ = results_.bytes;
  }
  if (!results_.failure.empty()) failure_ = results_.failure;
  const bool is_wish = tried_ == wish();
  if (results_.choice && is_wish) choice_ = *results_.choice;
  if (results_.outline) {
    outline_ = std::move(results_.outline);
    if (results_.has_guessed_axes) guessed_axes_ = letters_of(outline_->axes);
  }
  if (results_.preview) {
    const bool has_other_heads =
        !preview_ || preview_->wish.choice != results_.preview->wish.choice;
    preview_ = std::move(results_.preview);
    problem_.clear();
    if (is_wish) {
      choice_ = preview_->wish.choice;
      head_ = preview_->wish.head;
    }
    if (has_other_heads) {
      thumbnails_.assign(static_cast<std::size_t>(preview()->analysed.shape.heads), nullptr);
    }
  }
  if (is_wish) tried_ = wish();
  if (!results_.problem.empty()) refuse(std::move(results_.problem));
  for (auto& [head, picture] : results_.thumbnails) {
    if (head < thumbnails_.size()) thumbnails_[head] = std::move(picture);
  }
  if (results_.scene && accepts_) scene_ = std::move(results_.scene);
  results_ = {};
}

void ImportOffer::read_contents(ImportChoice& choice) {
  const FileBytes bytes = dump_bytes(path_);
  DumpContents contents = contents_of(bytes, choice.dump.tensor);
  choice.dump = with_first_array(contents, choice.dump);
  bytes_ = bytes;
  const std::lock_guard lock(mutex_);
  results_.contents = std::move(contents);
  results_.bytes = bytes.size();
  results_.choice = choice;
}

ImportWishes ImportOffer::wishes_for(const OfferWish& wanted, Index layer) const {
  ImportWishes wishes = opened_->wishes(name_, wanted.choice);
  wishes.heads = opened_with(opened_->dump->layer(layer), wanted.head);
  return wishes;
}

void ImportOffer::open(const ImportChoice& choice) {
  const ImportChoice opening = opening_part(choice);
  if (opened_ && opened_for_ == opening) return;
  opened_.reset();
  opened_ = opened_import(*bytes_, choice);
  opened_for_ = opening;
  ImportOutline outline = outline_of(*opened_->dump);
  const std::lock_guard lock(mutex_);
  results_.outline = std::move(outline);
  results_.has_guessed_axes = choice.dump.axes.empty();
}

ImportOffer::OfferPreview ImportOffer::preview_for(OfferWish wanted, const Watch& watch) {
  open(wanted.choice);
  const WatchedDump dump(opened_->dump, [&] { watch.step(0, 1); });
  const Index layer = chosen_layer(dump, wanted.choice);
  wanted.head = std::min(wanted.head, dump.layer(layer).heads - 1);
  ImportPreview preview = preview_of(dump, wishes_for(wanted, layer), layer, wanted.head);
  return {std::move(wanted), std::move(preview), *opened_};
}

void ImportOffer::work(OfferWish wanted, const std::optional<ImportChoice>& otherwise, bool opens,
                       const Watch& watch) {
  if (!bytes_) {
    std::string failure = import_problem([&] { read_contents(wanted.choice); });
    if (!failure.empty()) {
      const std::lock_guard lock(mutex_);
      results_.failure = std::move(failure);
      return;
    }
  }
  OfferPreview made;
  std::string problem = import_problem([&] { made = preview_for(wanted, watch); });
  if (!problem.empty() && otherwise) {
    wanted.choice = *otherwise;
    problem = import_problem([&] { made = preview_for(wanted, watch); });
  }
  if (problem.empty()) {
    if (thumbnails_of_ != made.wish.choice) next_thumbnail_ = 0;
    thumbnails_of_ = made.wish.choice;
    const std::lock_guard lock(mutex_);
    results_.preview = made;
  }
  std::optional<Scene> scene;
  if (problem.empty() && opens) {
    problem = import_problem([&] {
      scene = imported_scene(*made.opened.dump, made.preview.analysed,
                             wishes_for(made.wish, made.preview.layer));
    });
  }
  if (problem.empty() && !opens) read_thumbnails(made, watch);
  const std::lock_guard lock(mutex_);
  results_.problem = std::move(problem);
  results_.scene = std::move(scene);
}

void ImportOffer::read_thumbnails(const OfferPreview& shown, const Watch& watch) {
  constexpr std::size_t kMost = 1024;
  const ImportedLayer& layer = shown.preview.analysed;
  const WatchedDump dump(shown.opened.dump, [&] { watch.step(0, 1); });
  // Heads that are opened one at a time are analysed one at a time.
  const bool is_one = std::ssize(layer.heads) < layer.shape.heads;
  const auto count = std::min(static_cast<std::size_t>(layer.shape.heads), kMost);
  for (; next_thumbnail_ < count; ++next_thumbnail_) {
    const auto head = static_cast<Index>(next_thumbnail_);
    std::shared_ptr<const Matrix> picture;
    import_problem([&] {
      picture = is_one ? summary_of(dump, layer.layer, head, 1, layer.hidden.shown).thumbnail
                       : std::make_shared<const Matrix>(
                             pooled(previewed_weights(dump, layer, head), kThumbnail));
    });
    const std::lock_guard lock(mutex_);
    results_.thumbnails.emplace_back(next_thumbnail_, std::move(picture));
  }
}

}  // namespace attn
