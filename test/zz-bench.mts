import { openDatabase, write } from "/work/main/lib/storage/index.ts";
import { columnsEngine, projectBlock } from "/work/main/lib/columns/index.ts";
import { rowsEngine } from "/work/main/lib/rows/index.ts";
import { lifecycle, retention, stickiness, trend } from "/work/main/lib/insights/index.ts";
import { createRandom } from "/work/main/fixtures/random.ts";
import { existsSync, rmSync } from "node:fs";
const N = Number(process.argv[2] ?? 1_000_000), P = N / 20;
const file = `/tmp/colbench-${N}.db`;
const t = (name: string, fn: () => any) => { const s = performance.now(); const r = fn(); console.log(name, (performance.now() - s).toFixed(0), "ms"); return r; };
const day = 86400000, from = Date.UTC(2024, 0, 1);
if (!existsSync(file)) {
  const db = openDatabase({ file, durability: "normal" });
  const random = createRandom(1);
  t("insert", () => {
    write(db, () => { db.sql("INSERT INTO projects (uuid,name,api_token,created_at) VALUES ('u','p','t',0)").run();
      for (let i = 0; i < 30; i++) db.sql("INSERT INTO event_names (project_id,name) VALUES (1,?)").run("e" + i);
      for (let i = 1; i <= P; i++) { db.sql("INSERT INTO persons (project_id,uuid,properties,created_at) VALUES (1,?,?,?)").run("u" + i, JSON.stringify({ plan: "p" + (i % 4), email: i + "@x" }), from + Math.floor(random.unit() * 90) * day);
        db.sql("INSERT INTO distinct_ids (project_id,distinct_id,person_id) VALUES (1,?,?)").run("d" + i, i); } });
    const ins = db.sql("INSERT INTO events (project_id,uuid,event_name_id,distinct_id_id,timestamp,received_at,properties) VALUES (1,?,?,?,?,?,?)");
    const b = ["Chrome", "Safari", "Firefox", "Edge", "Opera"];
    for (let k = 0; k < N; k += 50000) write(db, () => { for (let i = k; i < Math.min(N, k + 50000); i++) {
      const name = random.chance(0.25) ? 1 : random.integer(2, 30);
      const did = 1 + Math.floor(P * random.unit() ** 2);
      const late = random.chance(0.02) ? -random.integer(0, 10) * day : 0;
      const ms = Math.max(from, Math.floor(from + (i / N) * 90 * day + late + random.integer(0, 1000)));
      const uuid = Buffer.alloc(16); uuid.writeUInt32BE(i);
      ins.run(uuid, name, did, ms, ms, JSON.stringify({ $browser: random.pick(b), $os: random.pick(b), amount: random.integer(1, 500), $current_url: "https://x.org/" + random.integer(1, 200), $lib: "web", $session_id: "s" + Math.floor(i / 10), path: "/a/" + random.integer(1, 1000), country: "c" + random.integer(1, 60), w: 1200, h: 800, ref: "r" + random.integer(1, 20), v: 1 }));
    } });
  });
  db.close();
}
const db = openDatabase({ file, durability: "normal" });
console.log("project", (() => { const s = performance.now(); let n = 0; while (projectBlock(db)) n++; return [n, (performance.now() - s).toFixed(0)]; })());
const rows = rowsEngine(db), columns = columnsEngine(db, rows);
const ctx = (engine: any) => ({ db, engine, clock: { now: () => Date.UTC(2024, 3, 1) } }) as any;
const project = { id: 1, timezone: "Europe/Berlin", week_start_day: 0, test_account_filters: [] } as any;
const range = { date_from: "2024-01-01", date_to: "2024-03-29", refresh: true };
const qs: [string, any, any][] = [
  ["daily count 25%", trend, { ...range, events: [{ id: "e0" }] }],
  ["daily uniques 25%", trend, { ...range, events: [{ id: "e0", math: "dau" }] }],
  ["filter+breakdown", trend, { ...range, events: [{ id: "e0" }], properties: [{ key: "$os", value: ["Chrome", "Edge"] }], breakdown: "$browser" }],
  ["dau all events", trend, { ...range, events: [{ id: null, math: "dau" }] }],
  ["monthly_active", trend, { ...range, events: [{ id: "e0", math: "monthly_active" }] }],
  ["sum amount", trend, { ...range, events: [{ id: "e0", math: "sum", math_property: "amount" }] }],
  ["sessions", trend, { ...range, events: [{ id: "e0", math: "unique_session" }] }],
  ["dau breakdown", trend, { ...range, events: [{ id: "e0", math: "dau" }], breakdown: "country" }],
  ["weekly retention", retention, { period: "Week", total_intervals: 12, date_to: "2024-03-29", target_entity: { id: "e0" }, returning_entity: { id: "e0" }, refresh: true }],
  ["lifecycle", lifecycle, { ...range, events: [{ id: "e0" }] }],
  ["stickiness", stickiness, { ...range, events: [{ id: "e0" }] }],
  ["person filter", trend, { ...range, events: [{ id: "e0" }], properties: [{ key: "plan", value: "p1", type: "person" }] }],
];
for (const [name, fn, query] of qs) {
  const times: number[] = []; let found: any;
  for (let i = 0; i < 7; i++) { const s = performance.now(); found = (await fn(ctx(columns), project, query)).result; times.push(performance.now() - s); }
  const cold = times[0]!; times.sort((a, b) => a - b);
  let eq = "";
  if (process.argv[3]) { const wanted = (await fn(ctx(rows), project, query)).result; eq = JSON.stringify(found) === JSON.stringify(wanted) ? "equal" : "DIFFERENT"; }
  console.log(name.padEnd(20), "cold", cold.toFixed(1), "warm", times[3]!.toFixed(1), eq);
}
console.log("rss MB", (process.memoryUsage().rss / 1e6).toFixed(0));
