import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";
import type { ImportCase } from "../support/check-import-case.ts";
import type { Fields } from "./take.ts";
import { size } from "../support/rounds.ts";

// A field may have any JSON value. Each of a given file is replaced by an object that has no text (`String` throws), one at a time.

const FOLDER = "fixtures/import";
const BAD = { toString: 0 };

const damaged = suite("damaged records");

for (const name of readdirSync(FOLDER).filter((file) => !file.includes("."))) {
  const { input } = JSON.parse(readFileSync(join(FOLDER, name, "expected.json"), "utf8")) as ImportCase;
  const path = join(FOLDER, name, input);
  if (statSync(path).isDirectory() || !/\.(?:json|jsonl|ndjson)$/.test(input)) continue;
  damaged(`${name}: they come in, or are refused with 400`, async () => {
    await using hoglet = await createHoglet();
    for (const [place, text] of [...damage(readFileSync(path, "utf8"))].entries()) {
      if (size(place % 4 > 0, false)) continue;
      const failure = await hoglet.import(Buffer.from(text), { from: "auto" }).then(
        () => null,
        (error: unknown) => error,
      );
      const isRefusal = failure instanceof HogletError && failure.status === 400;
      assert.ok(failure === null || isRefusal, `${text.slice(0, 2000)}\n${String((failure as Error | null)?.stack)}`);
    }
  });
}

/** The text of a file with one field of its first or last record damaged. */
function* damage(text: string): Generator<string> {
  const lines = text.trim().split("\n");
  const whole = parse(text);
  if (whole !== undefined) {
    for (const value of damageFields(whole)) yield JSON.stringify(value);
    return;
  }
  for (const at of [0, lines.length - 1]) {
    for (const line of damageFields(parse(lines[at] ?? ""))) yield lines.with(at, JSON.stringify(line)).join("\n");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* damageFields(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const at of new Set(value.length === 0 ? [] : [0, value.length - 1])) {
      for (const member of damageFields(value[at])) yield value.with(at, member);
      yield value.with(at, BAD);
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, field] of Object.entries(value as Fields)) {
    for (const inner of damageFields(field)) yield { ...value, [name]: inner };
    yield { ...value, [name]: BAD };
  }
}

damaged.run();
