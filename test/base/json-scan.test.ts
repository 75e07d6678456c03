import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { jsonSlices } from "../../lib/ingest/capture/json-slices.ts";
import { createJsonScan } from "../../lib/base/json-scan.ts";
import { parseJsonText } from "../../lib/base/json-text.ts";

const NO_BOUNDS = { values: Infinity, valuesOfOne: Infinity, items: Infinity, depth: Infinity };
const TEXTS = ["", 'a"b', "\\", '\\"', "[", "},{", "ü", "\u{1F600}", ",", "batch", "a\u0000"];

function toValue(random: Random, depth = 0): unknown {
  const kind = random.integer(0, depth > 4 ? 3 : 5);
  if (kind === 0) return random.pick([0, -1.5, 1e21]);
  if (kind === 1) return random.pick([true, false, null]);
  if (kind <= 3) return random.pick(TEXTS);
  const count = random.integer(0, 4);
  if (kind === 4) return Array.from({ length: count }, () => toValue(random, depth + 1));
  return Object.fromEntries(Array.from({ length: count }, () => [random.pick(TEXTS), toValue(random, depth + 1)]));
}

/** Levels of objects and lists in a parsed value. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const scans = suite("createJsonScan");

scans("finds the items of the main list that JSON.parse finds, however the JSON is spaced and stepped over", () => {
  for (let round = 0; round < 500; round++) {
    const random = createRandom(15, round);
    const list = Array.from({ length: random.integer(1, 6) }, () => toValue(random));
    const root = random.pick([list, { a: toValue(random), batch: list, b: [1] }]);
    const bytes = Buffer.from(JSON.stringify(root, null, random.pick([0, 2])));
    const scan = createJsonScan(bytes, NO_BOUNDS);
    for (let until = 0; until < bytes.length + 7; until += 7) assert.is(scan.advance(until), null);
    const found = scan.items()?.map(({ start, end }) => JSON.parse(bytes.toString("utf8", start, end)) as unknown);
    assert.equal(found, list, bytes.toString());
  }
});

scans("passes the bound of depth exactly where JSON.parse's value is deeper", () => {
  for (let round = 0; round < 500; round++) {
    const value = toValue(createRandom(16, round));
    const bytes = Buffer.from(JSON.stringify(value));
    const depth = depthOf(value);
    assert.is(createJsonScan(bytes, { ...NO_BOUNDS, depth }).advance(Infinity), null);
    if (depth > 0) assert.is(createJsonScan(bytes, { ...NO_BOUNDS, depth: depth - 1 }).advance(Infinity), "depth");
  }
});

scans.run();

const slices = suite("jsonSlices");

async function refusal(text: string): Promise<string | null> {
  try {
    for await (const _ of jsonSlices(Buffer.from(text), JSON.parse));
  } catch (error) {
    return String(error);
  }
  return null;
}

slices("put together give what JSON.parse gives", async () => {
  for (let round = 0; round < 100; round++) {
    const random = createRandom(17, round);
    const batch = Array.from({ length: random.integer(1, 9) }, () => ({ a: toValue(random) }));
    const text = JSON.stringify({ before: toValue(random), batch, after: toValue(random) });
    const items: unknown[] = [];
    let whole: unknown;
    for await (const { root, items: some } of jsonSlices(Buffer.from(text), JSON.parse)) {
      whole = root;
      items.push(...some);
    }
    assert.equal({ ...(whole as object), batch: items }, JSON.parse(text));
  }
});

slices("refuse two batches, an item that is empty, and JSON that is cut off", async () => {
  assert.match(String(await refusal('{"batch":[{"a":1}],"batch":[{"a":2}]}')), "duplicate field");
  for (const text of ["[1,,2]", "[1,2", '{"batch":[{}', "[1]]"]) assert.is.not(await refusal(text), null, text);
  assert.is(await refusal("[]"), null);
});

slices.run();

const jsonTexts = suite("parseJsonText");

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

jsonTexts("gives what JSON.parse gives, but for what is too deep or no text", () => {
  for (let round = 0; round < 300; round++) {
    const text = JSON.stringify(toValue(createRandom(18, round)));
    assert.equal(parseJsonText(text), JSON.parse(text));
  }
  assert.equal(parseJsonText(nested(100)), JSON.parse(nested(100)));
  for (const text of [
    nested(101),
    '"\\ud800"',
    '{"\\udc00":1}',
    '[["a\\ud800b"]]',
    "[",
    `[${"1,".repeat(200_000)}1]`,
  ]) {
    assert.throws(
      () => parseJsonText(text),
      (error: Error) => error instanceof SyntaxError,
      text.slice(0, 20),
    );
  }
});

jsonTexts.run();
