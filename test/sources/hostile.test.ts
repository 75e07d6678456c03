import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import avro from "avsc";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { readParquet } from "../../lib/sources/read/parquet/read-parquet.ts";
import { openSpool } from "../../lib/sources/read/spool.ts";
import type { Member } from "../../lib/sources/read/unpack.ts";
import { dataPage, dictionaryPage, footer, parquetFile, varintBytes } from "./support/parquet.ts";
import type { HandColumn, Thrift } from "./support/parquet.ts";
import { refuse } from "./take.ts";
import { whenAll } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";

// Files that claim more than they have. Readers compare the claims with the bytes, and a process of its own reads them.

const BOOLEAN = 0;
const INT32 = 1;
const BYTES = 6;

const plainInt = Buffer.from([7, 0, 0, 0]);

/** A file of one column and one row. */
function oneRow(column: Omit<HandColumn, "name">, rows = 1): Buffer {
  return parquetFile([{ name: "event", ...column }], rows);
}

/** Runs of a number of equal values. @param bytes of one value */
const run = (count: number, value: number[]) => Buffer.concat([varintBytes(count * 2), Buffer.from(value)]);

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const claims = suite("claims of a file");

claims("Parquet: rows that no row group has", async () => {
  assert.match(await refuse(parquetFile([], 0, 10n ** 15n)), "damaged Parquet file: it says that it has");
  const pages = dataPage(plainInt, { count: 1 });
  assert.match(await refuse(parquetFile([{ name: "event", type: INT32, pages }], 1, 2)), "its row groups have 1");
  const columns = ["event", "user_id", "time"].map((name) => ({ name, type: INT32, pages }));
  assert.match(await refuse(parquetFile(columns, 10 ** 12), { skipBad: true }), "ends before its rows");
});

claims("Parquet: runs longer than their page, plain, in a dictionary, and of levels", async () => {
  const dictionary = dictionaryPage(plainInt, { count: 1 });
  const places = Buffer.concat([Buffer.from([1]), run(2 ** 28, [0])]);
  const pages = Buffer.concat([dictionary, dataPage(places, { count: 1, encoding: 8 })]);
  assert.match(await refuse(oneRow({ type: INT32, pages })), "a run has more values than its page");
  const flags = dataPage(withLength(run(2 ** 28, [1])), { count: 1, encoding: 3 });
  assert.match(await refuse(oneRow({ type: BOOLEAN, pages: flags })), "a run has more values than its page");
  // Width 0 takes no bytes, whatever the count.
  const packed = dataPage(Buffer.concat([Buffer.from([1]), varintBytes(2 ** 28 + 1)]), { count: 1, encoding: 8 });
  assert.match(
    await refuse(oneRow({ type: INT32, pages: Buffer.concat([dictionary, packed]) })),
    "a run has more values than its page",
  );
  const levels = dataPage(Buffer.concat([withLength(run(2 ** 28, [1])), plainInt]), { count: 1 });
  const element: Record<number, Thrift> = { 3: { i32: 1 } };
  assert.match(await refuse(oneRow({ type: INT32, pages: levels, element })), "a run has more values than its page");
});

claims("Parquet: a place behind the end of the dictionary, and a page of too many values", async () => {
  const dictionary = dictionaryPage(plainInt, { count: 1 });
  const place = dataPage(Buffer.concat([Buffer.from([1]), run(1, [1])]), { count: 1, encoding: 8 });
  assert.match(
    await refuse(oneRow({ type: INT32, pages: Buffer.concat([dictionary, place]) })),
    "a value is not in its dictionary",
  );
  for (const pages of [dataPage(plainInt, { count: 2 ** 30 }), dictionaryPage(plainInt, { count: 2 ** 30 })])
    assert.match(await refuse(oneRow({ type: INT32, pages })), "a page has more than 16000000 values");
});

whenAll(claims)("Parquet: pages that unpack to more than they say", async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  for (const [codec, packed] of [
    [2, gzipSync(zeros)],
    [4, brotliCompressSync(zeros)],
    [6, zstdCompressSync(zeros)],
  ] as const) {
    const pages = dataPage(packed, { count: 1, unpacked: 100 });
    // Refused while it unpacks: afterwards its length would be wrong too.
    const refusal = await refuse(oneRow({ type: INT32, codec, pages }));
    assert.match(refusal, "damaged Parquet file: Cannot create a Buffer larger than 100 bytes");
  }
  const huge = dataPage(plainInt, { count: 1, unpacked: 2 ** 30 });
  assert.match(await refuse(oneRow({ type: INT32, codec: 6, pages: huge })), "a page has more than");
});

/** Bytes that this process has read, by the count of Linux. */
const readBytes = () => Number(/^rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);

if (process.platform === "linux")
  claims("Parquet: a row group of many rows is read once", async () => {
    const value = withLength(Buffer.alloc(300, "v"));
    const page = dataPage(Buffer.concat(Array.from({ length: 1000 }, () => value)), { count: 1000 });
    const bytes = parquetFile([{ name: "event", type: BYTES, pages: Buffer.concat(Array(20).fill(page)) }], 20_000);
    const folder = tempFolder();
    const path = folder.file("a.parquet");
    writeFileSync(path, bytes);
    const before = readBytes();
    let rows = 0;
    const { rows: read } = await readParquet({ name: "", path } as Member, openSpool(folder.path));
    for await (const _ of read) rows += 1;
    assert.is(rows, 20_000);
    const times = (readBytes() - before) / bytes.length;
    assert.ok(times < 1.5, `it was read ${times} times`);
    folder.remove();
  });

/** A file without rows. */
function withSchema(schema: Thrift[]): Buffer {
  return footer(Buffer.from("PAR1"), { 1: { i32: 1 }, 2: { list: schema }, 3: { i64: 0 }, 4: { list: [] } });
}

claims("Parquet: schemas that are deep, wide, or cut off, and columns outside of the file", async () => {
  const element = (name: string, children: number): Thrift => ({
    struct: { 4: { text: name }, ...(children > 0 ? { 5: { i32: children } } : { 1: { i32: INT32 } }) },
  });
  const deep = Array.from({ length: 5000 }, (_, level) => element(`c${level}`, level === 4999 ? 0 : 1));
  assert.match(await refuse(withSchema(deep)), "nested deeper than 100 levels");
  const wide = [element("root", 20_000), ...Array.from({ length: 20_000 }, (_, n) => element(`c${n}`, 0))];
  assert.match(await refuse(withSchema(wide)), "more than 10000 columns");
  assert.match(await refuse(withSchema([element("root", 2), element("a", 0)])), "its schema ends before its columns");
  assert.match(
    await refuse(withSchema([element("root", 2), element("a", 0), element("a", 0)])),
    'it has two columns "a"',
  );
  const pages = dataPage(plainInt, { count: 1 });
  const far = parquetFile([{ name: "event", type: INT32, pages }], 1);
  // Without its first page, so that the column is longer than the bytes before the footer's end.
  assert.match(
    await refuse(Buffer.concat([Buffer.from("PAR1"), far.subarray(-far.length + 4 + pages.length)])),
    "damaged",
  );
});

async function avroFile(schema: object, block: Buffer, count = 1): Promise<Buffer> {
  const encoder = new avro.streams.BlockEncoder(schema as avro.Schema, { writeHeader: true });
  const pieces: Buffer[] = [];
  encoder.on("data", (piece: Buffer) => pieces.push(piece)).end();
  await new Promise((resolve) => encoder.once("end", resolve));
  const head = Buffer.concat(pieces);
  return Buffer.concat([head, varintBytes(count * 2), varintBytes(block.length * 2), block, head.subarray(-16)]);
}

const record = (type: unknown) => ({ type: "record", name: "R", fields: [{ name: "event", type }] });

claims("Avro: counts of lists and maps, without bytes or beyond the end", async () => {
  const count = Buffer.concat([varintBytes(2 ** 28 * 2), Buffer.from([0])]);
  const nulls = await avroFile(record({ type: "array", items: "null" }), count);
  assert.match(await refuse(nulls), "items without bytes");
  const longs = await avroFile(record({ type: "array", items: "long" }), count);
  assert.match(await refuse(longs), "damaged Avro file");
  const map = await avroFile(record({ type: "map", values: "null" }), count);
  assert.match(await refuse(map), "damaged Avro file");
  const head = Buffer.concat([Buffer.from("Obj\u0001"), varintBytes(2 ** 40), Buffer.from([2, 65])]);
  assert.match(await refuse(head), "damaged Avro file");
});

claims("Avro: schemas that are deep or wide", async () => {
  const fields = Array.from({ length: 20_000 }, (_, n) => ({ name: `c${n}`, type: "null" }));
  const wide = await avroFile({ type: "record", name: "R", fields }, Buffer.alloc(0));
  assert.match(await refuse(wide), "more than 10000 fields");
  let type: object = { type: "array", items: "null" };
  for (let level = 0; level < 400; level++) type = { type: "array", items: type };
  assert.match(await refuse(await avroFile(record(type), Buffer.from([0]))), "nested deeper than 100 levels");
});

claims("CSV: more columns than a table has", async () => {
  const names = Array.from({ length: 150_000 }, (_, n) => `c${n}`).join(",");
  assert.match(await refuse(`${names}\n`), "more than 10000 columns");
});

whenAll(claims)("archives: what is passed over counts too", async () => {
  const zeros = Buffer.alloc(96 * 1024 * 1024);
  const { packTar } = await import("modern-tar");
  const tar = await packTar([{ header: { name: "README.md", size: zeros.length }, body: zeros }]);
  assert.match(await refuse(gzipSync(tar)), "zip bomb");
});

claims.run();

const beside = suite("the process beside files");

whenAll(beside)(
  "stays free while a file is read, and the file that asks for too much ends with a sentence",
  async () => {
    await using hoglet = await createHoglet();
    // Runs of few bytes: all claims are true, and the rows would be millions.
    const rows = 4_000_000;
    const dictionary = dictionaryPage(plainInt, { count: 1 });
    const page = dataPage(Buffer.concat([Buffer.from([1]), run(rows, [0])]), { count: rows, encoding: 8 });
    const column = (name: string) => ({ name, type: INT32, pages: Buffer.concat([dictionary, page]) });
    const file = parquetFile(["event", "user_id", "time"].map(column), rows);
    const cpu = process.cpuUsage();
    const error = await hoglet.import(file, { from: "auto", skipBad: true }).catch((fault: Error) => fault);
    assert.match(String(error), "refused as a bomb");
    const { user } = process.cpuUsage(cpu);
    assert.ok(user < 30_000_000, `this process worked for ${user} µs`);
  },
);

beside("goes on with the next file", async () => {
  await using hoglet = await createHoglet();
  const counts = await hoglet.import("event,user_id,time\no,a,2024-03-01\n", { from: "auto" });
  assert.is(counts.events, 1);
});

beside.run();
