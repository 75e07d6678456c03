import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const ROWS = "test/reference/rows";

/** Values that the reference shares with the product, where both would make the same mistake: the reading of the log, and SQL of expressions. */
const SHARED: Record<string, readonly string[]> = {
  "lib/base/clock.ts": ["toIso"],
  "lib/base/ids.ts": ["toUuidText"],
  "lib/engines/rows/index.ts": ["groupKeyOf", "readSessions", "sessionIdOf", "walkEvents"],
  "lib/events/sessions/index.ts": ["sessionValue"],
  "lib/hogql/index.ts": ["openEvaluator"],
  "lib/log/event-rows.ts": ["allEvents"],
  "lib/log/event-texts.ts": ["propertiesOf"],
  "lib/log/index.ts": ["parseOfEvent", "readEvent"],
  "lib/port/lines.ts": ["EMPTY_TEXT"],
  "lib/storage/index.ts": ["parseStored"],
};

const VALUES = /^(?:import|export)\s+(?!type\b)([^"]*?)\s+from\s+"(\.[^"]+)"/gm;

const reference = suite("independence of the reference");

reference("rows take no rule of questions or filters from the product, but types", () => {
  const wrong: string[] = [];
  for (const name of readdirSync(ROWS, { recursive: true }) as string[]) {
    if (!name.endsWith(".ts")) continue;
    const file = join(ROWS, name);
    for (const [, names = "", path = ""] of readFileSync(file, "utf8").matchAll(VALUES)) {
      const from = normalize(join(dirname(file), path));
      if (from.startsWith(ROWS)) continue;
      const shared = SHARED[from] ?? [];
      const unknown = names
        .split(/[{},]/)
        .map((part) => part.trim())
        .filter((each) => each !== "" && !shared.includes(each));
      wrong.push(...unknown.map((each) => `${file} -> ${each} of ${from}`));
    }
  }
  assert.equal(wrong, []);
});

reference.run();
