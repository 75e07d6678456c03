import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { packTar } from "modern-tar";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { ForeignSource, ImportOptions } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const LINES = ["a", "b", "c"].map(
  (id, index) =>
    `${JSON.stringify({ event: "opened", distinct_id: id, timestamp: `2024-03-0${index + 1}T10:00:00Z`, properties: { n: index } })}\n`,
);
const TEXT = LINES.join("");

async function idsFrom(source: ForeignSource, options: Partial<ImportOptions> = {}): Promise<string[]> {
  await using hoglet = await createHoglet();
  await hoglet.import(source, { from: "auto", ...options });
  const ids: string[] = [];
  for await (const line of hoglet.export({ kinds: ["event"] }))
    ids.push(String((JSON.parse(line) as { distinct_id: string }).distinct_id));
  return ids.toSorted();
}

async function refusal(source: ForeignSource, options: Partial<ImportOptions> = {}): Promise<string> {
  await using hoglet = await createHoglet();
  try {
    await hoglet.import(source, { from: "auto", ...options });
  } catch (error) {
    for await (const line of hoglet.export({ kinds: ["event", "person"] })) assert.unreachable(line);
    return (error as Error).message;
  }
  return assert.unreachable("it was taken") as never;
}

const ALL = ["a", "b", "c"];
const forms = suite("forms of a source");

forms("packed by gzip, zstd, zip, tar, and one in another, whatever the name says", async () => {
  const tar = await packTar([{ header: { name: "x/events.json", size: TEXT.length }, body: TEXT }]);
  const zip = zipSync({ "events.json.gz": gzipSync(TEXT), "manifest.json": Buffer.from("{}") });
  for (const bytes of [gzipSync(TEXT), zstdCompressSync(TEXT), zip, tar, gzipSync(tar), gzipSync(zip)]) {
    assert.equal(await idsFrom(bytes), ALL);
  }
});

forms("gzip with a member for each record is read to its end", async () => {
  assert.equal(await idsFrom(Buffer.concat(LINES.map((line) => gzipSync(line)))), ALL);
});

/** A frame that zstd passes over (RFC 8878 3.1.2), with five bytes. */
const SKIPPED = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5]);

whenAll(forms)("zstd with several frames, with frames to skip, and zeros between and after", async () => {
  const frames = LINES.map((line) => zstdCompressSync(line));
  const zeros = Buffer.alloc(700);
  for (const parts of [
    frames,
    [SKIPPED, ...frames],
    [...frames.slice(0, 1), SKIPPED, zstdCompressSync(""), ...frames.slice(1), SKIPPED],
    frames.flatMap((frame) => [frame, zeros]),
  ]) {
    const bytes = Buffer.concat(parts);
    assert.equal(await idsFrom(bytes), ALL);
    assert.equal(await idsFrom(Readable.from([...bytes].map((byte) => Uint8Array.of(byte)))), ALL);
  }
  assert.equal(await idsFrom(Buffer.concat(LINES.flatMap((line) => [gzipSync(line), zeros]))), ALL);
});

forms("a stream in small pieces, and pieces of text", async () => {
  const bytes = gzipSync(TEXT);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
  assert.equal(await idsFrom(Readable.from(pieces)), ALL);
  assert.equal(await idsFrom(Readable.from(LINES, { objectMode: false })), ALL);
});

forms("a folder with brotli, where files of the system are passed over", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder.path, "deep"));
  writeFileSync(folder.file("1.jsonl.br"), brotliCompressSync(LINES[0] ?? ""));
  writeFileSync(join(folder.path, "deep", "2.jsonl"), LINES.slice(1).join(""));
  writeFileSync(folder.file(".DS_Store"), "nonsense");
  assert.equal(await idsFrom({ path: folder.path }), ALL);
  folder.remove();
});

forms("UTF-16 with a mark, a pretty document, lists below a key", async () => {
  assert.equal(await idsFrom(Buffer.from(`\ufeff${TEXT}`, "utf16le")), ALL);
  const list = LINES.map((line) => JSON.parse(line) as object);
  assert.equal(await idsFrom(JSON.stringify(list, null, 2)), ALL);
  assert.equal(await idsFrom(JSON.stringify(list)), ALL);
  assert.equal(await idsFrom(JSON.stringify({ next: null, results: list }, null, 1)), ALL);
  assert.equal(await idsFrom(JSON.stringify({ api_key: "x", batch: list })), ALL);
});

forms("a line for each request: batches, lists and single events", async () => {
  const [a, b, c] = LINES.map((line) => JSON.parse(line) as object);
  const log = [{ api_key: "x", batch: [a, b] }, [c]].map((body) => `${JSON.stringify(body)}\n`).join("");
  assert.equal(await idsFrom(log), ALL);
  assert.equal(await idsFrom(`${JSON.stringify([a])}\n${JSON.stringify({ api_key: "x", batch: [b, c] })}`), ALL);
});

const lineOf = (id: string) =>
  `{"event":"e","distinct_id":${id},"timestamp":"2024-01-01","properties":{"n":${id},"x":1.5}}`;

forms("ids of more digits than a number holds stay whole, in lines and in documents", async () => {
  const ids = ["12345678901234567890", "12345678901234567891"];
  assert.equal(await idsFrom(ids.map((id) => `${lineOf(id)}\n`).join("")), ids);
  assert.equal(await idsFrom(`[${ids.map(lineOf).join(",\n")}]`), ids);
});

forms("line ends of all kinds, quotes, blank lines and a byte order mark", async () => {
  const rows = [
    '"event","user_id","time","note"',
    '"opened","a","2024-03-01","x, ""y""',
    'opened,b,2024-03-02,"two',
    'lines"',
    "",
    "opened,c,2024-03-03,",
  ];
  rows[1] += '"';
  for (const end of ["\n", "\r\n", "\r"])
    assert.equal(await idsFrom(`\ufeff${rows.join(end)}${end}`), ALL, JSON.stringify(end));
});

forms("Parquet with times as times, in a zip too", async () => {
  const columnData = [
    { name: "event", data: ["opened", "opened", "opened"], type: "STRING" as const },
    { name: "user_id", data: ALL, type: "STRING" as const },
    { name: "ts", data: [1, 2, 3].map((day) => new Date(Date.UTC(2024, 2, day))), type: "TIMESTAMP" as const },
    { name: "amount", data: [1n, 2n, 9_007_199_254_740_993n], type: "INT64" as const },
  ];
  const parquet = new Uint8Array(parquetWriteBuffer({ columnData }));
  assert.equal(await idsFrom(parquet), ALL);
  await using hoglet = await createHoglet();
  await hoglet.import(zipSync({ "a.parquet": parquet }), { from: "auto" });
  const amounts: unknown[] = [];
  for await (const line of hoglet.export({ kinds: ["event"] })) {
    const { properties, timestamp } = JSON.parse(line) as { properties: { amount: unknown }; timestamp: string };
    amounts.push([timestamp, properties.amount]);
  }
  // A number would round the last.
  assert.equal(amounts, [
    ["2024-03-01T00:00:00Z", 1],
    ["2024-03-02T00:00:00Z", 2],
    ["2024-03-03T00:00:00Z", "9007199254740993"],
  ]);
});

forms("a list a line, with names of its values; a table without a header", async () => {
  const lists = '["opened","a","2024-01-01"]\n["opened","b","2024-01-02"]\n';
  assert.equal(await idsFrom(lists, { columns: ["event", "distinct_id", "timestamp"] }), ["a", "b"]);
  assert.match(await refusal('["opened","a"]\n["opened","b"]\n'), "--columns");
  assert.equal(await idsFrom("opened;a;2024-01-01\nopened;b;2024-01-02\n", { columns: ["event", "user_id", "time"] }), [
    "a",
    "b",
  ]);
});

forms.run();

const bounds = suite("bounds of a source");

whenAll(bounds)("a zip bomb is refused, alone and in layers", async () => {
  const zeros = gzipSync(TEXT + `${" ".repeat(1024 * 1024)}\n`.repeat(80));
  assert.match(await refusal(zeros), "zip bomb");
  assert.match(await refusal(zipSync({ "a.json": [zeros, { level: 0 }] })), "zip bomb");
  const layers = [1, 2, 3, 4, 5].reduce((inner: Uint8Array) => gzipSync(inner), Buffer.from(TEXT));
  assert.match(await refusal(layers), "more than 4 times");
});

bounds("names in archives reach no file", async () => {
  const tar = await packTar([{ header: { name: "../../outside.json", size: TEXT.length }, body: TEXT }]);
  assert.equal(await idsFrom(tar), ALL);
  assert.match(await refusal(zipSync({ "../outside.json": Buffer.from(TEXT) })), "damaged zip");
});

bounds("deep JSON is a bad record, in lines and in documents", async () => {
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  const event = `{"event":"e","distinct_id":"a","timestamp":"2024-01-01","properties":{"x":${deep}}}`;
  assert.match(await refusal(`${TEXT}${event}\n`), /Line 4: .*deeper than 100/);
  assert.match(await refusal(`[\n${event}\n]`), "deeper than 100");
});

whenAll(bounds)("a line without end is refused before it fills the memory", async () => {
  const piece = "x".repeat(1024 * 1024);
  async function* endless() {
    yield '{"event":"';
    for (;;) yield piece;
  }
  assert.match(await refusal(Readable.from(endless(), { objectMode: false })), "longer than");
});

bounds("bytes after the end of what is read are refused", async () => {
  for (const [pack, form] of [
    [zstdCompressSync, "zstd"],
    [gzipSync, "gzip"],
  ] as const) {
    for (const rest of ["\n", "rest of something else"])
      assert.match(await refusal(Buffer.concat([pack(TEXT), Buffer.from(rest)])), /other bytes after/, form);
  }
  const zip = zipSync({ "a.json": Buffer.from(LINES[0] ?? "") });
  assert.match(await refusal(Buffer.concat([zip, zip])), "damaged zip");
  assert.match(await refusal(Buffer.concat([zip, zipSync({ "b.ndjson": Buffer.from(TEXT) })])), "damaged zip");
  const tar = await packTar([{ header: { name: "events.json", size: TEXT.length }, body: TEXT }]);
  assert.match(await refusal(Buffer.concat([tar, tar])), "damaged tar");
  const document = JSON.stringify(
    LINES.map((line) => JSON.parse(line) as object),
    null,
    1,
  );
  assert.match(await refusal(document + document), "Not JSON");
  assert.match(await refusal(document.slice(0, -2)), "cut off");
});

bounds("damaged, unreadable and empty sources are told apart", async () => {
  assert.match(await refusal(gzipSync(TEXT).subarray(0, 40)), "damaged or cut off");
  assert.match(await refusal(Buffer.from([0x50, 0x4b, 3, 4, 9, 9, 9])), "damaged zip");
  const tar = await packTar([{ header: { name: "events.json", size: TEXT.length }, body: TEXT }]);
  for (const end of [512 + TEXT.length / 2, 512 + TEXT.length]) {
    assert.match(await refusal(tar.subarray(0, end)), "damaged tar: Tar archive is truncated.");
  }
  assert.match(await refusal(Buffer.from("PAR1nonsense")), "damaged Parquet");
  assert.match(await refusal(Buffer.from("SQLite format 3\0")), "SQLite");
  assert.match(await refusal(Buffer.from([0x42, 0x5a, 0x68, 0x39])), "bzip2");
  assert.match(await refusal(zipSync({ "[Content_Types].xml": Buffer.from("<x/>") })), "Excel");
  assert.match(await refusal(Buffer.from('{"event":"\xff\xfe","a":1}\n', "latin1")), "in Excel by saving as CSV UTF-8");
  assert.match(await refusal(""), "empty");
  assert.match(await refusal(zipSync({})), "empty");
  assert.match(await refusal({ path: "there/is/none" }), "There is no file or folder");
});

bounds.run();
