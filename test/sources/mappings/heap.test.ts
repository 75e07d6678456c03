import { deflateRawSync, zstdCompressSync } from "node:zlib";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import avro from "avsc";
import { zipSync } from "fflate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tempFolder } from "../../support/temp-folder.ts";
import { idsOf, refuse, take } from "../take.ts";

const heap = suite("Heap");

/** Files of one folder, by their names. */
async function takeFiles(files: Record<string, string | Uint8Array>) {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(folder.file(name)), { recursive: true });
    writeFileSync(folder.file(name), content);
  }
  try {
    return await take({ path: folder.path });
  } finally {
    folder.remove();
  }
}

const VIEWS = "event_id,user_id,session_id,time,domain,path\n";

heap("migrations and identities are one person, whatever their order in time", async () => {
  const { persons, events } = await takeFiles({
    "pageviews.csv": `${VIEWS}1,10,5,2024-03-04 10:00:00,h.example,/\n2,11,5,2024-03-04 11:00:00,h.example,/\n3,12,5,2024-03-04 12:00:00,h.example,/\n4,99,6,2024-03-04 12:00:00,h.example,/\n`,
    // 10 became 11, 11 became 12, and 12 is ada.
    "user_migrations.csv":
      "from_user_id,to_user_id,time\n10,11,2024-03-04 10:30:00 UTC\n11,12,2024-03-04 11:30:00 UTC\n12,12,2024-03-04 11:40:00 UTC\n",
    "users.csv":
      "user_id,identity,joindate,plan\n12,ada@example.com,2024-03-04 10:00:00 UTC,pro\n99,,2024-03-04 12:00:00 UTC,\n",
  });
  assert.equal(idsOf(persons), [["10", "11", "12", "ada@example.com"], ["99"]]);
  assert.is(events.filter(({ event }) => event === "$pageview").length, 4);
});

heap("parts of a table have the name of their folder, numbered downloads that of their file", async () => {
  const click = "event_id,user_id,session_id,time\n";
  const { events } = await takeFiles({
    "clicked_2024/part-00000-af31.csv": `${click}1,10,5,2024-03-04 10:00:00\n`,
    "signed_up (1).csv": `${click}2,10,5,2024-03-04 11:00:00\n`,
    "pageviews-000000000001.csv": `${click}3,10,5,2024-03-04 12:00:00\n`,
    "step_10.csv": `${click}4,10,5,2024-03-04 13:00:00\n`,
  });
  assert.equal(
    events.map(({ event }) => event),
    ["clicked_2024", "signed_up", "$pageview", "step_10"],
  );
});

const SCHEMA: avro.Schema = {
  type: "record",
  name: "pageviews",
  fields: [
    { name: "event_id", type: "long" },
    { name: "user_id", type: "long" },
    { name: "session_id", type: "long" },
    { name: "time", type: { type: "long", logicalType: "timestamp-micros" } },
    { name: "path", type: ["null", "string"] },
    { name: "cart_total", type: ["null", "double"] },
    { name: "is_first", type: "boolean" },
  ],
};

/** An Avro file as writers make it: header, then blocks of records. */
async function toAvro(records: object[], codec: "null" | "deflate" | "zstandard"): Promise<Buffer> {
  const pack = { null: (data: Buffer) => data, deflate: deflateRawSync, zstandard: zstdCompressSync }[codec];
  const codecs = { [codec]: (data: Buffer, done: (error: null, packed: Buffer) => void) => done(null, pack(data)) };
  const encoder = new avro.streams.BlockEncoder(SCHEMA, { codec, codecs, blockSize: 64 } as never);
  for (const record of records) encoder.write(record);
  encoder.end();
  const pieces: Buffer[] = [];
  for await (const piece of encoder) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const RECORDS = [1, 2, 3].map((id) => ({
  event_id: id,
  user_id: 9_007_199_254_740_990,
  session_id: 5,
  time: 1_709_546_400_000_000 + id * 1_000_001,
  path: id === 2 ? null : `/p${id}`,
  cart_total: id === 3 ? 12.5 : null,
  is_first: id === 1,
}));

for (const codec of ["null", "deflate", "zstandard"] as const) {
  heap(`Avro of the dump to S3, with ${codec}`, async () => {
    const { events, counts } = await take(
      zipSync({ "sync_7/pageviews/part-00000.avro": await toAvro(RECORDS, codec) }),
    );
    assert.is(counts.from, "heap");
    assert.equal(
      events.map(({ event, distinct_id: id, timestamp }) => [event, id, timestamp]),
      [
        ["$pageview", "9007199254740990", "2024-03-04T10:00:01Z"],
        ["$pageview", "9007199254740990", "2024-03-04T10:00:02Z"],
        ["$pageview", "9007199254740990", "2024-03-04T10:00:03Z"],
      ],
    );
    const [first, , third] = events.map(({ properties }) => properties as Record<string, unknown>);
    assert.equal([first?.["$pathname"], first?.["is_first"], third?.["cart_total"]], ["/p1", true, 12.5]);
  });
}

heap("damaged Avro is refused", async () => {
  const file = await toAvro(RECORDS, "deflate");
  const cut = zipSync({ "pageviews.avro": file.subarray(0, file.length - 10) });
  assert.match(await refuse(cut), /damaged Avro file: it is cut off/);
  assert.match(await refuse(Buffer.from("Obj\u0001nonsense")), "damaged Avro file");
});

heap.run();
