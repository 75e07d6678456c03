import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toMessage } from "../../../lib/admin/warnings/index.ts";

/** Other texts of this form in the files that speak of warnings: fields, property names and codes of errors. */
const NO_TYPES = new Set([
  "attr_class",
  "attr_id",
  "database_busy",
  "distinct_id",
  "nth_child",
  "nth_of_type",
  "ph_product_tours",
  "tag_name",
]);

/** Texts that may be types of warnings: every quoted `snake_case` in a file that makes warnings. */
function producedTypes(): string[] {
  const files = ["lib/ingest/capture", "lib/people/persons"].flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  const sources = files
    .map((file) => readFileSync(file, "utf8"))
    .filter((source) => /Finding\b|PersonWarning\b|IngestionWarning\b|\brefusal\b|\bwarning\b/.test(source));
  const texts = sources.flatMap((source) =>
    [...source.matchAll(/"([a-z]+(?:_[a-z0-9]+)+)"/g)].map((match) => match[1]),
  );
  return [...new Set(texts)].filter((text) => text !== undefined).filter((text) => !NO_TYPES.has(text));
}

const explaining = suite("toMessage");

explaining("has a sentence for every type that capture and persons produce", () => {
  const types = producedTypes();
  for (const known of ["cannot_merge_already_identified", "ignored_invalid_timestamp", "invalid_alias"]) {
    assert.ok(types.includes(known), `the search no longer finds ${known}`);
  }
  assert.equal(
    types.filter((type) => toMessage(type) === null),
    [],
  );
});

explaining("says what became of the event, in whole sentences", () => {
  for (const type of producedTypes()) {
    assert.match(
      toMessage(type) ?? "",
      /^The \S*( \S+)* event was (dropped|stored)\b.*\.$|^The event was .*\.$|^Requests were answered, .*\.$/,
      type,
    );
  }
});

explaining("knows nothing of a type it does not know", () => {
  assert.is(toMessage("something_else"), null);
  assert.is(toMessage("constructor"), null);
});

explaining.run();
