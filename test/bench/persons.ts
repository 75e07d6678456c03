import Database from "better-sqlite3";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, PersonListInput } from "../../lib/index.ts";
import { personUuid } from "../../lib/base/ids.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { count, elapsedMs, median } from "./measure.ts";

const ROUNDS = 15;
const PLANS = ["free", "free", "free", "free", "free", "free", "pro", "pro", "team", "enterprise"];

/**
 * Milliseconds of each person lookup over `--persons` (500,000) persons of about 350 bytes of properties, through the
 * handle: median of 15 calls with changing values; beside it the statement one would write over the same file in bare
 * better-sqlite3 (page and count), without the in-memory property index. `best` says more than the median on a busy
 * machine; `first` is the first call: of a filter, the one that reads the property of every person into memory. The last
 * row has no call of ours: it is what SQLite takes to walk the persons without looking into their properties, which no
 * question that reads them all can beat.
 */
export async function benchPersons(args: string[]): Promise<void> {
  const persons = Number(args[args.indexOf("--persons") + 1] || 500_000);
  const folder = tempFolder();
  const file = folder.file("hoglet.db");
  await (await createHoglet({ file })).close();
  fill(file, persons);
  const hoglet = await createHoglet({ file });
  const bare = new Database(file, { readonly: true });
  const other = new Database(file);
  bare.pragma("cache_size = -32768");

  process.stdout.write(
    `${count(persons)} persons; ms: hoglet median, best, first; bare SQLite median, best; served by\n`,
  );
  for (const row of [...ROWS, ...withForeign(other)]) {
    const times: number[] = [];
    const bareTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Spread over all persons, the same in both.
      const n = (round * 7_919_001) % persons;
      times.push(await elapsedMs(() => row.ask(hoglet, n)));
      bareTimes.push(await elapsedMs(() => row.bare(bare, n)));
    }
    const [first = Number.NaN, ...warm] = times;
    const all = [median(warm), Math.min(...warm), first, median(bareTimes), Math.min(...bareTimes)];
    const figures = all.map((ms) => ms.toFixed(2).padStart(9)).join("");
    process.stdout.write(`${row.name.padEnd(34)}${figures}  ${row.servedBy}\n`);
  }
  await hoglet.close();
  other.close();
  bare.close();
  folder.remove();
}

interface Row {
  name: string;
  servedBy: string;
  ask(hoglet: Hoglet, n: number): Promise<void>;
  bare(db: Database.Database, n: number): void;
}

const list = (query: (n: number) => PersonListInput) => async (hoglet: Hoglet, n: number) => {
  await hoglet.persons.list(query(n));
};

const EMAIL = "properties ->> '$.email'";

/** Count and page, as a list answers. */
function both(condition: string, value: (n: number) => string): Row["bare"] {
  return (db, n) => {
    db.prepare(`SELECT count(*) FROM persons WHERE project_id = 1 AND ${condition}`).get(value(n));
    db.prepare(
      `SELECT * FROM persons WHERE project_id = 1 AND ${condition} ORDER BY created_at DESC, id DESC LIMIT 100`,
    ).all(value(n));
  };
}

const PLAN = (n: number) => PLANS[n % PLANS.length] ?? "free";

const ROWS: Row[] = [
  {
    name: "retrieve by integer id",
    servedBy: "primary key",
    ask: async (hoglet, n) => void (await hoglet.persons.get(n + 1)),
    bare: (db, n) => db.prepare("SELECT * FROM persons WHERE id = ? AND project_id = 1").get(n + 1),
  },
  {
    name: "retrieve by UUID",
    servedBy: "persons_by_uuid",
    ask: async (hoglet, n) => void (await hoglet.persons.get(personUuid(1, `id-${n}`))),
    bare: (db, n) =>
      db.prepare("SELECT * FROM persons WHERE project_id = 1 AND uuid = ?").get(personUuid(1, `id-${n}`)),
  },
  {
    name: "list distinct_id=",
    servedBy: "distinct_ids_by_text",
    ask: list((n) => ({ distinct_id: `id-${n}` })),
    bare: both("id = (SELECT person_id FROM distinct_ids WHERE project_id = 1 AND distinct_id = ?)", (n) => `id-${n}`),
  },
  {
    name: "list email=",
    servedBy: "persons_by_email",
    ask: list((n) => ({ email: `user.${n}@example${n % 97}.com` })),
    bare: both(`${EMAIL} = ?`, (n) => `user.${n}@example${n % 97}.com`),
  },
  {
    name: "list search=, few match",
    servedBy: "persons_by_email, read whole",
    ask: list((n) => ({ search: `ER.${n % 1000}@` })),
    bare: both(`${EMAIL} LIKE ?`, (n) => `%ER.${n % 1000}@%`),
  },
  {
    name: "list search=, 1 of 5 matches",
    servedBy: "persons_by_email, read whole",
    ask: list((n) => ({ search: `user.${(n % 4) + 1}` })),
    bare: both(`${EMAIL} LIKE ?`, (n) => `%user.${(n % 4) + 1}%`),
  },
  {
    name: "list search=, 4 of 5 match",
    servedBy: "persons_by_email, read whole",
    ask: list(() => ({ search: "example" })),
    bare: both(`${EMAIL} LIKE ?`, () => "%example%"),
  },
  {
    name: "list, no filter",
    servedBy: "persons_by_created_at",
    ask: list(() => ({})),
    bare: both("? IS NOT NULL", () => "x"),
  },
  {
    name: "list properties: plan = …",
    servedBy: "property index",
    ask: list((n) => ({ properties: [{ key: "plan", value: PLAN(n) }] })),
    bare: both("properties ->> '$.plan' = ?", PLAN),
  },
  {
    name: "list properties: name icontains",
    servedBy: "property index",
    ask: list((n) => ({ properties: [{ key: "name", value: `son ${n % 1000}`, operator: "icontains" }] })),
    bare: both("properties ->> '$.name' LIKE ?", (n) => `%son ${n % 1000}%`),
  },
  {
    name: "list properties: plan and seats >",
    servedBy: "property index",
    ask: list((n) => ({
      properties: [
        { key: "plan", value: PLAN(n) },
        { key: "seats", value: 40, operator: "gt" },
      ],
    })),
    bare: both("properties ->> '$.plan' = ? AND properties ->> '$.seats' > 40", PLAN),
  },
  {
    name: "the same after 1000 persons changed",
    servedBy: "property index",
    async ask(hoglet, n) {
      await hoglet.capture(
        Array.from({ length: 1000 }, (_, i) => ({
          event: "$set",
          distinct_id: `id-${(n + i) % 10_000}`,
          properties: { $set: { seats: n % 50 } },
        })),
      );
      await hoglet.persons.list({ properties: [{ key: "plan", value: PLAN(n) }] });
    },
    bare: both("properties ->> '$.plan' = ?", PLAN),
  },
  {
    name: "values of plan",
    servedBy: "property index",
    ask: async (hoglet) => void (await hoglet.persons.values({ key: "plan" })),
    bare: (db) =>
      db
        .prepare(
          "SELECT properties ->> '$.plan', count(*) FROM persons WHERE project_id = 1 GROUP BY 1 ORDER BY 2 DESC LIMIT 20",
        )
        .all(),
  },
];

/** Rows about persons that another process has changed since. */
function withForeign(other: Database.Database): Row[] {
  return [
    {
      name: "after another process's commit",
      servedBy: "property index, compared by blocks",
      async ask(hoglet, n) {
        const change = "UPDATE persons SET properties = json_set(properties, '$.seats', ?), version = version + 1";
        other.prepare(`${change} WHERE id = ?`).run(n % 50, n + 1);
        await hoglet.persons.list({ properties: [{ key: "plan", value: PLAN(n) }] });
      },
      bare: both("properties ->> '$.plan' = ?", PLAN),
    },
    {
      name: "(the floor: every person, unread)",
      servedBy: "the table",
      ask: async () => {},
      bare: (db) => db.prepare("SELECT sum(version) FROM persons NOT INDEXED").get(),
    },
  ];
}

function fill(file: string, persons: number): void {
  const db = new Database(file);
  const addPerson = db.prepare("INSERT INTO persons (project_id, uuid, properties, created_at) VALUES (1, ?, ?, ?)");
  const addId = db.prepare("INSERT INTO distinct_ids (project_id, distinct_id, person_id) VALUES (1, ?, ?)");
  const startMs = Date.parse("2024-01-01T00:00:00Z");
  db.transaction(() => {
    for (let n = 0; n < persons; n++) {
      const uuid = personUuid(1, `id-${n}`);
      const properties = {
        ...(n % 5 > 0 && { email: `user.${n}@example${n % 97}.com` }),
        name: `Person ${n}`,
        plan: PLAN(n),
        seats: n % 50,
        $browser: ["Chrome", "Firefox", "Safari"][n % 3],
        $os: "Mac OS X",
        $initial_referrer: "https://www.google.com/search?q=abc",
        $initial_current_url: `https://example.com/pricing/${n % 100}`,
        country: "DE",
        active: n % 2 === 0,
        signed_up: "2024-03-01T08:15:30Z",
        $creator_event_uuid: uuid,
      };
      const { lastInsertRowid } = addPerson.run(uuid, JSON.stringify(properties), startMs + n * 60_000);
      addId.run(`id-${n}`, lastInsertRowid);
    }
  })();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}
