import Database from "better-sqlite3";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createExpressionTests } from "../../../lib/questions/index.ts";
import { toClock } from "../../../lib/base/clock.ts";
import { compileFilter, parseFilters } from "../../../lib/events/filters/index.ts";
import type { FilterGroup, Properties } from "../../../lib/events/filters/index.ts";
import { compilePersonFilter } from "../../../lib/people/persons/person-filter.ts";
import { PropertyIndex } from "../../../lib/people/persons/property-index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { toJson, writeNow } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { whenAll } from "../../support/rounds.ts";

/** A database with its property index. */
type Opened = Db & { properties: PropertyIndex };

function open(file?: string): Opened {
  const db = openDatabase({ file, durability: "normal" });
  const add = db.sql("INSERT OR IGNORE INTO projects (id, uuid, name, api_token, created_at) VALUES (?, ?, 'p', ?, 0)");
  for (const id of [1, 2]) add.run(id, `project-${id}`, `token-${id}`);
  return Object.assign(db, { properties: new PropertyIndex(db) });
}

let made = 0;

function addPerson(db: Db, properties: unknown, project = 1): number {
  const add = db.sql("INSERT INTO persons (project_id, uuid, properties, created_at) VALUES (?, ?, ?, 0)");
  return Number(add.run(project, `uuid-${made++}`, toJson(properties)).lastInsertRowid);
}

/** Tests every person by itself: the index must agree with the result. */
function naive(db: Db, filter: FilterGroup): number[] {
  const passes = compileFilter(filter, () => () => false);
  const rows = db.sql("SELECT id, properties FROM persons WHERE project_id = 1 ORDER BY id").all();
  return (rows as { id: number; properties: string }[])
    .filter(({ id, properties }) => {
      const personProperties = JSON.parse(properties) as Properties;
      return passes({ properties: {}, personId: id, personProperties, groupProperties: () => ({}) });
    })
    .map((row) => row.id);
}

async function indexed(db: Opened, filter: FilterGroup): Promise<number[]> {
  const { ids } = await compilePersonFilter(
    {
      db,
      properties: db.properties,
      clock: toClock(undefined),
      expressions: createExpressionTests({ db, clock: toClock(undefined) }),
    },
    1,
    filter,
  );
  return ids?.() ?? [];
}

const KEYS = [
  "plan",
  "$os",
  "a.b",
  'q"q',
  "back\\slash",
  "__proto__",
  "",
  "ünï",
  "tab\t",
  "0",
  "constructor",
  "half\ud800",
];

const key = fc.constantFrom(...KEYS);
const scalar = fc.oneof(
  fc.constantFrom(
    "",
    "pro",
    "Pro",
    "1",
    "1.0",
    "true",
    "null",
    "2024-05-01",
    "2024-05-01T10:00:00Z",
    '"x"',
    "%",
    "a_b",
    "\u0000",
  ),
  fc.constantFrom(0, 1, 1.5, -0, 1e21, 1e-7),
  fc.boolean(),
  // Any points below the surrogates: fast-check's own "binary" makes a table of a million of them first.
  fc.array(fc.integer({ min: 0, max: 0xd7ff }), { maxLength: 4 }).map((points) => String.fromCodePoint(...points)),
);
const stored = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, [], {}, { a: 1 }, ["x", null], [1.5]) },
);
const properties = fc
  .array(fc.tuple(key, stored), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);

const test = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom("exact", "is_not", "icontains", "not_icontains"),
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
    negation: fc.boolean(),
  }),
  fc.record({
    key,
    operator: fc.constantFrom("regex", "not_regex"),
    value: fc.constantFrom("^p", "", "[", ".*", "1|t"),
    negation: fc.boolean(),
  }),
  fc.record({
    key,
    operator: fc.constantFrom("gt", "gte", "lt", "lte"),
    value: fc.constantFrom<string | number>(0, 1, "1.2"),
    negation: fc.boolean(),
  }),
  fc.record({
    key,
    operator: fc.constantFrom("is_date_exact", "is_date_after", "is_date_before"),
    value: fc.constantFrom("2024-05-01", "2024-05-01T10:00:00Z"),
    negation: fc.boolean(),
  }),
  fc.record({ key, operator: fc.constantFrom("is_set", "is_not_set"), negation: fc.boolean() }),
);
const group = fc.record({ type: fc.constantFrom("AND", "OR"), values: fc.array(test, { minLength: 1, maxLength: 3 }) });
const filter = fc
  .record({ type: fc.constantFrom("AND", "OR"), values: fc.array(group, { minLength: 1, maxLength: 2 }) })
  .map((wire) => parseFilters(wire, "properties", "person"));

const agreement = suite("compilePersonFilter");

agreement(
  "agrees with testing every person by itself, for any values, keys and filters, while persons change",
  async () => {
    const db = open();
    const change = fc.record({
      pick: fc.nat(),
      kind: fc.constantFrom("add", "update", "delete", "move", "roll back"),
      properties,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 6 }),
        fc.array(filter, { minLength: 1, maxLength: 2 }),
        async (changes, filters) => {
          for (const { pick, kind, properties: next } of changes) {
            const ids = db.sql("SELECT id FROM persons WHERE project_id = 1 ORDER BY id").pluck().all() as number[];
            const id = ids[pick % Math.max(1, ids.length)] ?? 0;
            const update = db.sql("UPDATE persons SET properties = ? WHERE id = ?");
            if (kind === "add") addPerson(db, next, 1 + (pick % 4 === 0 ? 1 : 0));
            else if (kind === "update") update.run(toJson(next), id);
            else if (kind === "delete") db.sql("DELETE FROM persons WHERE id = ?").run(id);
            else if (kind === "move")
              db.sql("UPDATE persons SET properties = ?, project_id = 2 WHERE id = ?").run("{}", id);
            else {
              const undone = () =>
                writeNow(db, () => {
                  update.run(toJson(next), id);
                  throw new Error("no");
                });
              assert.throws(undone, "no");
            }
          }
          for (const each of filters) assert.equal(await indexed(db, each), naive(db, each), JSON.stringify(each));
        },
      ),
      { numRuns: 400 },
    );
    db.close();
  },
);

agreement.run();

const index = suite("PropertyIndex");

const PRO = parseFilters([{ key: "plan", value: "pro" }], "properties", "person");

index("sees what another connection commits", async () => {
  const folder = tempFolder();
  const db = open(folder.file("a.db"));
  const first = addPerson(db, { plan: "pro" });
  assert.equal(await indexed(db, PRO), [first]);
  const other = new Database(folder.file("a.db"));
  other.prepare("UPDATE persons SET properties = '{}' WHERE id = ?").run(first);
  other.close();
  assert.equal(await indexed(db, PRO), []);
  db.close();
  folder.remove();
});

index("after another connection's commits agrees with every person by itself, without starting anew", async () => {
  const folder = tempFolder();
  const db = open(folder.file("a.db"));
  const plans = ["pro", "bro", "free", null];
  writeNow(db, () => {
    for (let n = 0; n < 2000; n++) addPerson(db, { plan: plans[n % 4], n }, n % 9 === 0 ? 2 : 1);
  });
  const other = new Database(folder.file("a.db"));
  const update = other.prepare("UPDATE persons SET properties = ?, version = version + 1 WHERE id = ?");
  const isNot = parseFilters([{ key: 'q"q', operator: "is_set", value: "is_set" }], "properties", "person");
  const column = async () => (await db.properties.columns(1, new Set(["plan"]))).get("plan");
  const before = await column();
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ kind: fc.constantFrom("add", "update", "delete", "own"), pick: fc.nat(), plan: fc.nat(3) }),
        { maxLength: 8 },
      ),
      async (changes) => {
        for (const { kind, pick, plan } of changes) {
          const ids = db.sql("SELECT id FROM persons ORDER BY id").pluck().all() as number[];
          const id = ids[pick % ids.length] ?? 0;
          const next = { plan: plans[plan], 'q"q': 1 };
          if (kind === "add") addPerson({ sql: (text) => other.prepare(text) } as Db, next);
          else if (kind === "update") update.run(JSON.stringify(next), id);
          else if (kind === "own") db.sql("UPDATE persons SET properties = '{}' WHERE id = ?").run(id);
          else other.prepare("DELETE FROM persons WHERE id = ?").run(id);
        }
        for (const each of [PRO, isNot]) assert.equal(await indexed(db, each), naive(db, each));
      },
    ),
    { numRuns: 30 },
  );
  assert.is(await column(), before);
  other.close();
  db.close();
  folder.remove();
});

index("reads values of any length and with any character", async () => {
  const db = open();
  const values = ["x".repeat(4094), "x".repeat(4095), "ü".repeat(9000), "a\u001eb", "a,b\n", ["\u001e"], ""];
  const ids = values.map((plan) => addPerson(db, { plan }));
  for (const [n, value] of values.entries()) {
    if (typeof value !== "string" || value === "") continue;
    const wanted = parseFilters([{ key: "plan", value: [value] }], "properties", "person");
    assert.equal(await indexed(db, wanted), [ids[n]]);
  }
  assert.equal(
    (await db.properties.columns(1, new Set(["plan"]))).get("plan")?.values.slice(2).toSorted(),
    values.toSorted(),
  );
  db.close();
});

index("sees what changes while the persons are read for the first time", async () => {
  const db = open();
  const ids = Array.from({ length: 12_000 }, () => addPerson(db, { plan: "free" }));
  const asked = indexed(db, PRO);
  // The first piece has been read; these are in it, in a later one, and beyond the last.
  db.sql("UPDATE persons SET properties = ? WHERE id IN (?, ?)").run('{"plan":"pro"}', ids[3], ids[11_000]);
  const added = addPerson(db, { plan: "pro" });
  assert.equal(await asked, [ids[3], ids[11_000], added]);
  db.close();
});

index("two questions at once share the reading of a column", async () => {
  const db = open();
  const id = addPerson(db, { plan: "pro" });
  const both = await Promise.all([indexed(db, PRO), indexed(db, PRO)]);
  assert.equal(both, [[id], [id]]);
  const [a, b] = await Promise.all([1, 2].map(() => db.properties.columns(1, new Set(["plan"]))));
  assert.is(a?.get("plan"), b?.get("plan"));
  db.close();
});

whenAll(index)("forgets its columns when more persons change than it is worth to read again", async () => {
  const db = open();
  const ids = Array.from({ length: 100_001 }, () => addPerson(db, { plan: "free" }));
  assert.equal(await indexed(db, PRO), []);
  const before = (await db.properties.columns(1, new Set(["plan"]))).get("plan");
  db.sql("UPDATE persons SET properties = ?").run('{"plan":"pro"}');
  assert.is((await indexed(db, PRO)).length, ids.length);
  assert.is.not((await db.properties.columns(1, new Set(["plan"]))).get("plan"), before);
  db.close();
});

index("another project's persons are not in its columns", async () => {
  const db = open();
  addPerson(db, { plan: "pro" }, 2);
  const id = addPerson(db, { plan: "pro" });
  assert.equal(await indexed(db, PRO), [id]);
  db.close();
});

index("starts anew when most of its values have gone out of use", async () => {
  const db = open();
  const id = addPerson(db, { seen: 0 });
  const column = async () => (await db.properties.columns(1, new Set(["seen"]))).get("seen");
  for (let round = 0; round < 6000; round++) {
    db.sql("UPDATE persons SET properties = ? WHERE id = ?").run(`{"seen":${round}}`, id);
    if (round % 1000 === 0) await column();
  }
  const before = await column();
  assert.ok(before !== undefined && before.values.length < 100);
  for (let round = 0; round < 5100; round++) {
    db.sql("UPDATE persons SET properties = ? WHERE id = ?").run(`{"seen":"${round}"}`, id);
    await column();
  }
  assert.ok(((await column())?.values.length ?? 0) < 5100);
  db.close();
});

index.run();
