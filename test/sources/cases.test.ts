import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { checkCase } from "../support/check-import-case.ts";
import type { ImportCase } from "../support/check-import-case.ts";

// Exports of other products as they write them, each with what must come of it (fixtures/import/README.md).

const FOLDER = "fixtures/import";

const cases = suite("given imports");

for (const name of readdirSync(FOLDER).filter((file) => !file.includes("."))) {
  const wanted = JSON.parse(readFileSync(join(FOLDER, name, "expected.json"), "utf8")) as ImportCase;
  const source = { path: join(FOLDER, name, wanted.input) };
  const options = { from: "auto", ...toOptions(wanted.options) } as const;

  if (wanted.refused === true) {
    cases(`${name} is refused with a sentence, and nothing is kept`, async () => {
      await using hoglet = await createHoglet();
      const error = await hoglet.import(source, options).then(
        () => assert.unreachable() as never,
        (reason: Error) => reason,
      );
      for (const word of wanted.message_names ?? []) assert.match(error.message, word);
      assert.equal(await dump(hoglet), []);
    });
  } else {
    cases(`${name} comes in as it must, and a second time nothing changes`, async () => {
      await using hoglet = await createHoglet();
      const counts = await hoglet.import(source, options);
      assert.is(counts.from, wanted.source);
      const stored = await dump(hoglet);
      checkCase(wanted, stored, await groupsOf(hoglet));
      if (wanted.duplicates !== undefined) assert.is(counts.duplicates, wanted.duplicates);
      for (const [reason, number] of Object.entries(wanted.skipped ?? {})) assert.is(counts.skipped?.[reason], number);

      const again = await hoglet.import(source, options);
      assert.equal(await dump(hoglet), stored);
      assert.is(again.events, 0);
      assert.is(again.made ?? 0, 0);
      if (wanted.again?.duplicates !== undefined) assert.is(again.duplicates, wanted.again.duplicates);
    });
  }

  if (wanted.with_skip_bad !== undefined) {
    cases(`${name} without its bad lines`, async () => {
      await using hoglet = await createHoglet();
      const lines: number[] = [];
      const counts = await hoglet.import(source, { ...options, skipBad: true, onBad: ({ line }) => lines.push(line) });
      assert.is(counts.events, wanted.with_skip_bad?.events);
      assert.equal(lines, wanted.with_skip_bad?.bad_lines);
    });
  }
}

/** The cases write `map: { set: { email: "user.email" } }`; ours is flat. */
function toOptions({ map, ...rest }: NonNullable<ImportCase["options"]> = {}) {
  if (map === undefined) return rest;
  const { set = {}, ...fields } = map as Record<string, string> & { set?: Record<string, string> };
  const below = Object.entries(set).map(([key, column]) => [`set.${key}`, column]);
  return { ...rest, map: { ...fields, ...(Object.fromEntries(below) as Record<string, string>) } };
}

async function dump(hoglet: Hoglet): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for await (const line of hoglet.export({ kinds: ["person", "group", "event"] })) {
    lines.push(JSON.parse(line) as Record<string, unknown>);
  }
  return lines;
}

async function groupsOf(hoglet: Hoglet): Promise<Record<string, unknown>[]> {
  const groups: Record<string, unknown>[] = [];
  const types = new Map<number, string>();
  for (const { group_type: name, group_type_index: index } of await hoglet.groups.types()) types.set(index, name);
  for (const line of await dump(hoglet)) {
    if (line["kind"] === "group") groups.push({ ...line, group_type: types.get(Number(line["group_type_index"])) });
  }
  return groups;
}

cases.run();
