import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  toFoundWords,
  toProgressWords,
  toResultWords,
  toShare,
  toSize,
} from "../../../adapters/ui/page/views/import/words.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { onStage } from "./support/page-stage.ts";

const amplitude = (at: number, ids: object, more: object = {}) => ({
  event_type: "order placed",
  event_time: `2024-03-04 10:00:${String(at).padStart(2, "0")}.000000`,
  event_properties: { total: at },
  user_properties: {},
  uuid: `a3d1f000-1111-4222-8333-0000000000${String(at).padStart(2, "0")}`,
  device_id: null,
  user_id: null,
  ...ids,
  ...more,
});

const RECORDS = [
  amplitude(10, { device_id: "d-1" }),
  amplitude(11, { device_id: "d-1", user_id: "u-1" }),
  amplitude(12, { device_id: "d-1" }, { event_type: "session_start" }),
  ...Array.from({ length: 20 }, (_, n) => amplitude(20 + n, { user_id: `u-${n}` })),
];

const temp = tempFolder();
const ZIP = temp.file("export.zip");
const lines = RECORDS.map((record) => `${JSON.stringify(record)}\n`);
writeFileSync(
  ZIP,
  zipSync({
    "app/app_2024-03-04_10#0.json.gz": gzipSync(lines.slice(0, 2).join("")),
    "app/app_2024-03-04_10#1.json.gz": gzipSync(lines.slice(2).join("")),
    "app/app_2024-03-04_10_complete": Buffer.alloc(0),
  }),
);
const TABLE = temp.file("orders.csv");
writeFileSync(TABLE, "when;who;what\n2024-03-04;u-1;bought\n2024-03-05;u-2;sold\nnonsense;u-3;lost\n");

const tests = suite("the page: import");
tests.after(() => temp.remove());
const it = onStage(tests, { hogletOptions: { personalApiKey: "phx_owner" } });

it("shows what a file is and its first events, stores it when it is told, and knows it the second time", async (stage) => {
  const { hoglet } = stage;
  const page = await stage.page("/settings");
  await page.getByRole("link", { name: "import files" }).click();
  await page.getByLabel("Files", { exact: true }).setInputFiles(ZIP);
  await page.getByRole("heading", { name: /^Amplitude export, 1 file, .*, 22 events$/ }).waitFor();
  await page.getByText("1 link between ids will join users with their devices.").waitFor();
  await page.getByText("Left out: 1 session_start.").waitFor();
  const rows = page.getByRole("region", { name: "The first events as they would be" }).getByRole("row");
  assert.is(await rows.count(), 1 + 10);
  assert.match((await rows.nth(2).textContent()) ?? "", "$identify");
  assert.is((await hoglet.events.list()).count, 0);

  await page.getByRole("button", { name: "Import 22 events" }).click();
  await page.getByText("22 events stored, and 1 link between ids.").waitFor();
  assert.is((await hoglet.events.list()).count, 23);
  const { results } = await hoglet.persons.list({ limit: 100 });
  assert.ok(results.some(({ distinct_ids: ids }) => ids.includes("d-1") && ids.includes("u-1")));

  await page.getByRole("button", { name: "Other files" }).click();
  await page.getByLabel("Files", { exact: true }).setInputFiles(ZIP);
  await page.getByRole("button", { name: "Import 22 events" }).click();
  await page.getByText("All 22 events were known: nothing new.").waitFor();
});

it("refuses with the reason, and reads again by a mapping without bad records", async (stage) => {
  const { hoglet } = stage;
  const page = await stage.page("/import");
  await page.getByLabel("Files", { exact: true }).setInputFiles(TABLE);
  await page
    .getByRole("alert")
    .getByText(/Its fields: when, who, what/)
    .waitFor();
  await page.getByLabel("Columns of a table").fill("event=what,distinct_id=who,timestamp=when");
  await page.getByRole("button", { name: "Read again" }).click();
  await page
    .getByRole("alert")
    .getByText(/Line 4: timestamp: "nonsense" is no time/)
    .waitFor();
  await page.getByLabel("Columns of a table").fill("event=what,distinct_id=who,timestamp=when");
  await page.getByLabel("Leave out bad records").check();
  await page.getByRole("button", { name: "Read again" }).click();
  await page.getByText("Left out: 1 bad record.").waitFor();
  await page.getByText("The first bad records").click();
  await page.getByText(/line 4: timestamp: "nonsense" is no time/).waitFor();

  // The import waits while the user looks at something else.
  await page.getByRole("link", { name: "Persons" }).click();
  await page.getByRole("heading", { name: "Persons" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Import 2 events" }).click();
  await page.getByText("2 events stored.").waitFor();
  assert.is((await hoglet.events.list({ event: "bought" })).count, 1);
});

it("cancels before anything is stored", async (stage) => {
  const page = await stage.page("/import");
  await page.getByLabel("Files", { exact: true }).setInputFiles([TABLE, ZIP]);
  await page.getByText(/^Passed over: .*orders\.csv\.$/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Files", { exact: true }).waitFor();
  const { results } = (await (await stage.hoglet.fetch("/api/projects/1/imports", ASKED)).json()) as {
    results: { state: string }[];
  };
  assert.ok(results.every(({ state }) => state === "done"));
});

const ASKED = { headers: { authorization: "Bearer phx_owner" } };

tests.run();

const words = suite("words of an import");

const progress = { done: 1500, total: 3000, read_bytes: 0, size_bytes: null, per_second: 750 };

words("tell source, progress with rate, and result", () => {
  const found = { from: "amplitude", kind: "Amplitude export", files: 14, size_bytes: 48_000_000, map: null };
  const preview = { events: 2_100_000, persons: 0, links: 0, skipped: {}, bad_records: 0, passed_over: [], sample: [] };
  assert.is(toFoundWords({ found, preview }), "Amplitude export, 14 files, 48 MB, 2,100,000 events");
  assert.is(toProgressWords({ state: "storing", progress }), "Storing: 1,500 of 3,000 events, 750 a second");
  assert.is(toShare({ state: "storing", progress }), 0.5);
  assert.is(toShare({ state: "reading", progress: { ...progress, total: null, read_bytes: 1, size_bytes: 4 } }), 0.25);
  assert.is(toShare({ state: "reading", progress: { ...progress, total: null } }), null);
  const counts = {
    events: 1,
    known: 2,
    repeated: 3,
    links: 1,
    persons: 1,
    groups: 0,
    skipped: { session_start: 4 },
    bad_records: 1,
    shared_devices: 1,
    contradicting: 1,
  };
  assert.equal(toResultWords(counts), [
    "1 event stored, and 1 link between ids.",
    "2 events were known.",
    "3 records repeat others of the files.",
    "1 person updated.",
    "Left out: 4 session_start; 1 bad record.",
    "1 user shares a device with an earlier user: not joined.",
    "1 record has the id of another record and other contents: the first counts.",
  ]);
  assert.equal([toSize(10), toSize(1_234_567), toSize(3e9)], ["0.1 kB", "1.2 MB", "3 GB"]);
});

words.run();
