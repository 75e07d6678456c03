import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { oneIn, whenAll } from "../support/rounds.ts";

/** Bytes of a small database, without indexes of emails. */
async function makeBytes(): Promise<Buffer> {
  await using hoglet = await createHoglet({ now: "2024-03-10T12:00:00Z" });
  await hoglet.import([
    { kind: "person", distinct_ids: ["first-id"], properties: { plan: "pro" }, created_at: "2024-03-01T00:00:00Z" },
    { kind: "person", distinct_ids: ["second-id"], properties: { plan: "free" }, created_at: "2024-03-02T00:00:00Z" },
    { kind: "group", group_type_index: 0, group_type: "company", group_key: "a-company", properties: { size: 7 } },
    {
      kind: "event",
      event: "name-of-event",
      distinct_id: "first-id",
      timestamp: "2024-03-09T00:00:00Z",
      uuid: "00000000-0000-4000-8000-000000000001",
    },
  ]);
  return Buffer.from(await hoglet.serialize());
}

/** Changes the last byte of a text where a row has it: the values before it in the record are known. */
async function openDamaged(text: string, behind: string): Promise<Hoglet> {
  const contents = await makeBytes();
  const at = contents.indexOf(`${text}${behind}`);
  assert.ok(at > 0, text);
  contents.write("X", at + text.length - 1);
  return createHoglet({ now: "2024-03-10T12:00:00Z", contents });
}

async function exported(hoglet: Hoglet): Promise<string> {
  const lines: string[] = [];
  for await (const line of hoglet.export({ kinds: ["person", "group", "event"] })) lines.push(line);
  return lines.join("\n");
}

const whole = await makeBytes().then(async (contents) => {
  await using hoglet = await createHoglet({ contents });
  return await exported(hoglet);
});

const mends = suite("mendRow");

/** Tables by a text of a row, which an index has too. */
const DERIVED: Record<string, string> = {
  distinct_ids: "second-id",
  event_names: "name-of-event",
  groups: "a-company",
};

const mendsTable = oneIn(3, mends);

for (const [table, text] of Object.entries(DERIVED)) {
  mendsTable(`gives a row of ${table} its text back, which an index still has`, async () => {
    const bytes = await makeBytes();
    const places = placesOf(bytes, text);
    let mended = 0;
    for (const at of places) {
      const contents = Buffer.from(bytes);
      contents.write("X", at + text.length - 1);
      await using hoglet = await createHoglet({ now: "2024-03-10T12:00:00Z", contents });
      const { findings } = await hoglet.check();
      if (!findings.some(({ check, message }) => check === "rows" && message.includes(` of ${table} `))) continue;
      const { ok, repaired } = await hoglet.check({ repair: true });
      assert.equal([ok, repaired.some(({ check }) => check === "rows")], [true, true]);
      assert.is(await exported(hoglet), whole);
      mended += 1;
    }
    assert.is(mended, 1, `${places.length} places`);
  });
}

function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) places.push(at);
  return places;
}

whenAll(mends)("leaves properties that are lost, and says so", async () => {
  await using hoglet = await openDamaged('{"plan":"free', '"}');
  const { ok, findings, repaired } = await hoglet.check({ repair: true });
  assert.equal([ok, repaired], [false, []]);
  assert.ok(
    findings.some(({ message, is_repairable: is }) => !is && message === "Row 2 of persons is not as it was stored."),
  );
});

mends.run();
