import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { serve } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const folder = tempFolder();
const file = folder.file("a.db");
const hoglet = await createHoglet({ file });
const other = await hoglet.projects.create({ name: "other" });
await hoglet.capture([
  { event: "viewed", distinct_id: "u1", properties: { price: 5, note: "a\u001b[31mb" } },
  { event: "viewed", distinct_id: "u2", properties: { price: 7 } },
  { event: "paid", distinct_id: "u1", properties: { price: 120 } },
]);
await hoglet.close();

const FIRST = "Project 1, the first of 2; hoglet projects lists them with their events.\n";
const GROUPED = "select event, count() as count from events group by 1 order by 1";

const as = async (format: string, sql = GROUPED) =>
  (await runHere(["query", sql, "--format", format], { env: { HOGLET_FILE: file } })).stdout;

const countIn = (project: string) =>
  runHere(["query", "select count() as events from events", "--db", file, "--project", project]);

const command = suite("hoglet query");

command("writes NDJSON into a pipe, and nothing else", async () => {
  const { code, stdout, stderr } = await runHere(["query", GROUPED, "--db", file]);
  assert.equal([code, stdout, stderr], [0, '{"event":"paid","count":1}\n{"event":"viewed","count":2}\n', FIRST]);
});

command("writes a table, CSV or the whole answer when asked to", async () => {
  assert.is(await as("table"), "event   count\n──────  ─────\npaid        1\nviewed      2\n");
  assert.is(await as("csv"), "event,count\r\npaid,1\r\nviewed,2\r\n");
  const answer = JSON.parse(await as("json")) as Record<string, unknown>;
  assert.equal(
    [answer["results"], answer["hasMore"]],
    [
      [
        ["paid", 1],
        ["viewed", 2],
      ],
      false,
    ],
  );
});

whenAll(command)("lets no event steer the terminal, and cuts long cells", async () => {
  const sql =
    "select properties.note, replace(hex(zeroblob(99)), '0', 'x') as long from events where properties.price = 5";
  const { stdout } = await runHere(["query", sql, "--format", "table", "--db", file]);
  assert.match(stdout, /^a\\u001b\[31mb +x{59}…$/m);
});

command("reads the statement from stdin, and tells on stderr that there are more rows", async () => {
  const { code, stdout, stderr } = await runHere(["query", "-", "--db", file, "--limit", "1"], {
    input: "select distinct_id\nfrom person_distinct_ids order by 1",
  });
  assert.equal([code, stdout], [0, '{"distinct_id":"u1"}\n']);
  assert.is(stderr, FIRST + "This is 1 row; there are more (--limit).\n");
});

command("asks another project", async () => {
  assert.is((await countIn(String(other.id))).stdout, '{"events":0}\n');
  const missing = await countIn("99");
  assert.equal([missing.code, missing.stderr], [1, "hoglet: There is no project 99. hoglet projects lists them.\n"]);
});

command("says in a sentence what is wrong, with exit code 1, or 2 for wrong usage", async () => {
  const WRONG: [args: string[], code: number, stderr: RegExp][] = [
    [["delete from events", "--db", file], 1, /\nhoglet: Only a single SELECT can be run\.\n$/],
    [["select 1", "--db", folder.file("none.db")], 1, /There is no database at/],
    [["select 1", "--db", file, "--format", "xml"], 2, /Allowed choices are table, csv, ndjson, json/],
    [["--db", file], 2, /missing required argument 'sql'/],
    [
      [
        "with recursive c(x) as (select 1 union all select x from c) select sum(x) from c",
        "--db",
        file,
        "--timeout",
        "1",
      ],
      1,
      /\nhoglet: The query took longer than 1 s and was stopped\.\n$/,
    ],
  ];
  for (const [args, code, stderr] of WRONG) {
    const finished = await runHere(["query", ...args]);
    assert.equal([finished.code, finished.stdout], [code, ""], args.join(" "));
    assert.match(finished.stderr, stderr);
  }
});

whenAll(command)("works beside a server that has the database open", async () => {
  await using server = await serve([file]);
  assert.ok(server.ready.url);
  assert.is((await runHere(["query", "select count() as n from events", "--db", file])).stdout, '{"n":3}\n');
});

command("leaves the database as it was", async () => {
  const again = await createHoglet({ file });
  assert.is((await again.events.list()).count, 3);
  await again.close();
  folder.remove();
});

command.run();
