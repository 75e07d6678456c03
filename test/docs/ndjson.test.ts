import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { KINDS, parseLine } from "../../lib/transfer/line.ts";

const PAGE = readFileSync("docs/manual/ndjson.md", "utf8");

/** A value of each field that a line may require. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  distinct_ids: ["a"],
  distinct_id: "a",
  event: "a",
  timestamp: "2024-01-01T00:00:00Z",
  group_type_index: 0,
  group_key: "a",
  id: 1,
  name: "a",
  key: "a",
};

const ndjson = suite("docs/manual/ndjson.md");

for (const kind of KINDS) {
  ndjson(`has the fields that a line of kind ${kind} requires`, () => {
    const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${kind}\` |`)) ?? "";
    const [, , required = ""] = row.split("|");
    const names = [...required.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    const fields = Object.fromEntries(names.map((name) => [name, SAMPLES[name]]));
    parseLine({ kind, ...fields });
    for (const name of names) {
      const { [name]: _, ...rest } = fields;
      assert.throws(() => parseLine({ kind, ...rest }), undefined, name);
    }
  });
}

ndjson("has only lines that an import takes in its example", () => {
  const [, lines = ""] = /```json\n([^]*?)```/.exec(PAGE) ?? [];
  for (const line of lines.trim().split("\n")) parseLine(line);
});

ndjson.run();
