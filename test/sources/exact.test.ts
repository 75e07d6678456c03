import avro from "avsc";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dataPage, parquetFile } from "./support/parquet.ts";
import type { HandColumn, Thrift } from "./support/parquet.ts";
import { idsOf, take, toLines } from "./take.ts";
import type { Fields } from "./take.ts";

// Values keep their digits in every format: one that a number would round is text. The expected values follow from the formats'
// specifications; test/duckdb compares with another reader.

const [INT32, INT64, INT96, BYTE_ARRAY, FIXED] = [1, 2, 3, 6, 7];

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

/** A whole number of two's complement, the first byte the highest. */
function big(value: bigint, length: number): Buffer {
  const digits = BigInt.asUintN(length * 8, value).toString(16);
  return Buffer.from(digits.padStart(length * 2, "0"), "hex");
}

const text = (value: string | Buffer) => Buffer.concat([int32(value.length), Buffer.from(value)]);

const UTF8: Record<number, Thrift> = { 6: { i32: 0 } };
const decimal = (scale: number): Record<number, Thrift> => ({ 6: { i32: 5 }, 7: { i32: scale }, 8: { i32: 38 } });
const ofLength = (length: number, rest: Record<number, Thrift> = {}): Record<number, Thrift> => ({
  2: { i32: length },
  ...rest,
});

/** The properties of events whose columns hold these plain values. */
async function readColumns(
  columns: Record<string, [type: number, values: Buffer[], element?: Record<number, Thrift>]>,
) {
  const count = Object.values(columns)[0]?.[1].length ?? 0;
  const times = Array.from({ length: count }, (_, n) => text(`2024-03-0${n + 1}T10:00:00Z`));
  const given: typeof columns = {
    event: [BYTE_ARRAY, times.map(() => text("o")), UTF8],
    user_id: [BYTE_ARRAY, times.map((_, n) => text(`u${n}`)), UTF8],
    time: [BYTE_ARRAY, times, UTF8],
    ...columns,
  };
  const file = parquetFile(
    Object.entries(given).map(([name, [type, values, element = {}]]): HandColumn => ({
      name,
      type,
      pages: dataPage(Buffer.concat(values), { count }),
      element,
    })),
    count,
  );
  const { events, persons } = await take(file);
  return { properties: propertiesOf(events), persons, events };
}

function propertiesOf(events: Fields[]): unknown[] {
  return events.map((event) => event["properties"]);
}

const exact = suite("exact values");

exact("Parquet: decimals of all physical types", async () => {
  const { properties } = await readColumns({
    in32: [INT32, [int32(1250), int32(-1)], decimal(2)],
    in64: [INT64, [int64(123_456_789_012_345_678n), int64(-30n)], decimal(2)],
    inFixed: [FIXED, [big(-12_345_678_901_234_567_890n, 16), big(5n, 16)], ofLength(16, decimal(0))],
    inBytes: [BYTE_ARRAY, [text(big(10n ** 20n + 1n, 9)), text(big(-300n, 2))], decimal(3)],
  });
  assert.equal(properties, [
    { in32: 12.5, in64: "1234567890123456.78", inFixed: "-12345678901234567890", inBytes: "100000000000000000.001" },
    { in32: -0.01, in64: -0.3, inFixed: 5, inBytes: -0.3 },
  ]);
});

exact("Parquet: ids of decimals stay apart, as persons and as events", async () => {
  const ids = [0n, 1n, 2n].map((n) => big(12_345_678_901_234_567_890n + n, 16));
  const { persons } = await readColumns({ user_id: [FIXED, ids, ofLength(16, decimal(0))] });
  assert.equal(idsOf(persons), [["12345678901234567890"], ["12345678901234567891"], ["12345678901234567892"]]);
  const { events } = await readColumns({ event_id: [FIXED, ids, ofLength(16, decimal(0))] });
  assert.is(events.length, 3);
});

/** A logical type whose unit is 1 = milliseconds, 2 = microseconds, 3 = nanoseconds. @param kind 7 = a time of the day, 8 = an instant */
function ofUnit(kind: 7 | 8, unit: number): Record<number, Thrift> {
  return { 10: { struct: { [kind]: { struct: { 2: { struct: { [unit]: { struct: {} } } } } } } } };
}

exact("Parquet: times of the day, instants, intervals, uuids, JSON and bytes", async () => {
  const uuid = Buffer.from("fe12f6231a924a1f8ea8ee95bee0c0de", "hex");
  const interval = Buffer.concat([int32(14), int32(3), int32(4500)]);
  // Julian day 2,440,587 is the last of 1969.
  const int96 = Buffer.concat([int64(86_399_000_000_001n), int32(2_440_587)]);
  const { properties } = await readColumns({
    ms: [INT32, [int32(36_672_500)], { 6: { i32: 7 } }],
    us: [INT64, [int64(36_672_000_001n)], ofUnit(7, 2)],
    ns: [INT64, [int64(36_672_000_000_001n)], ofUnit(7, 3)],
    before1970: [INT64, [int64(-1500n)], ofUnit(8, 2)],
    at96: [INT96, [int96]],
    interval: [FIXED, [interval], ofLength(12, { 6: { i32: 21 } })],
    guid: [FIXED, [uuid], ofLength(16, { 10: { struct: { 14: { struct: {} } } } })],
    json: [BYTE_ARRAY, [text('{"id":12345678901234567891}')], { 6: { i32: 19 } }],
    bytes: [BYTE_ARRAY, [text(Buffer.from([0xff, 0xfe]))]],
  });
  assert.equal(properties, [
    {
      ms: "10:11:12.5",
      us: "10:11:12.000001",
      ns: "10:11:12.000000001",
      before1970: "1969-12-31T23:59:59.998500Z",
      at96: "1969-12-31T23:59:59.000000001Z",
      interval: "P14M3DT4.5S",
      guid: "fe12f623-1a92-4a1f-8ea8-ee95bee0c0de",
      json: { id: "12345678901234567891" },
      bytes: "fffe",
    },
  ]);
});

/** An Avro file with the schema as it is, whose values are those below the logical types. */
async function avroFile(fields: object[], records: object[]): Promise<Buffer> {
  const schema = { type: "record", name: "R", fields };
  const encoder = new avro.streams.BlockEncoder(schema as avro.Schema, { writeHeader: true });
  const pieces: Buffer[] = [];
  encoder.on("data", (piece: Buffer) => pieces.push(piece));
  for (const record of records) encoder.write(record);
  encoder.end();
  await new Promise((resolve) => encoder.once("end", resolve));
  return Buffer.concat(pieces);
}

const of = (type: string, logicalType: string, rest: object = {}) => ({ type, logicalType, ...rest });
const DECIMAL = of("bytes", "decimal", { precision: 38, scale: 0 });

exact("Avro: ids of decimals stay apart, small ones too", async () => {
  const fields = [
    { name: "event", type: "string" },
    { name: "user_id", type: ["null", DECIMAL] },
    { name: "time", type: of("long", "timestamp-micros") },
  ];
  for (const first of [12_345_678_901_234_567_890n, 65n, -66n]) {
    const records = [0n, 1n, 2n].map((n) => ({
      event: "o",
      user_id: big(first + n, 9),
      time: 1_709_287_200_123_456,
    }));
    const { events, persons } = await take(await avroFile(fields, records));
    assert.equal(idsOf(persons).flat(), [0n, 1n, 2n].map((n) => String(first + n)).toSorted());
    assert.is(events[0]?.["timestamp"], "2024-03-01T10:00:00.123Z");
  }
});

exact("Avro: instants, local times, times of the day, dates, durations, uuids", async () => {
  const names = {
    ms: [of("long", "timestamp-millis"), -1],
    us: [of("long", "timestamp-micros"), -1500],
    local: [of("long", "local-timestamp-millis"), 1_709_287_200_000],
    day: [of("int", "date"), -1],
    clockMs: [of("int", "time-millis"), 36_672_500],
    clockUs: [of("long", "time-micros"), 36_672_000_001],
    price: [of("fixed", "decimal", { name: "P", size: 4, precision: 9, scale: 2 }), big(-1234n, 4)],
    long: [of("fixed", "duration", { name: "D", size: 12 }), Buffer.concat([int32(0), int32(1), int32(0)])],
    guid: [of("string", "uuid"), "fe12f623-1a92-4a1f-8ea8-ee95bee0c0de"],
    guidBytes: [of("fixed", "uuid", { name: "U", size: 16 }), Buffer.from("fe12f6231a924a1f8ea8ee95bee0c0de", "hex")],
    map: [{ type: "map", values: DECIMAL }, { a: big(10n ** 17n + 1n, 8) }],
    // Not as the specification has it: then it is what lies below.
    odd: [of("string", "decimal"), "x"],
    whole: [{ type: "long" }, 7],
  } as const;
  const fields = Object.entries({ event: ["string"], user_id: ["string"], time: ["string"], ...names }).map(
    ([name, [type]]) => ({ name, type }),
  );
  const values = Object.fromEntries(Object.entries(names).map(([name, [, value]]) => [name, value]));
  const record = { event: "o", user_id: "u", time: "2024-03-01", ...values };
  const { events } = await take(await avroFile(fields, [record]));
  assert.equal(events[0]?.["properties"], {
    ms: "1969-12-31T23:59:59.999Z",
    us: "1969-12-31T23:59:59.998500Z",
    local: "2024-03-01T10:00:00.000Z",
    day: "1969-12-31T00:00:00.000Z",
    clockMs: "10:11:12.5",
    clockUs: "10:11:12.000001",
    price: -12.34,
    long: "P1D",
    guid: "fe12f623-1a92-4a1f-8ea8-ee95bee0c0de",
    guidBytes: "fe12f623-1a92-4a1f-8ea8-ee95bee0c0de",
    map: { a: "100000000000000001" },
    odd: "x",
    whole: 7,
  });
});

exact("Avro: a local time of the event is in the zone that the user names", async () => {
  const fields = [
    { name: "event", type: "string" },
    { name: "user_id", type: "string" },
    { name: "time", type: of("long", "local-timestamp-millis") },
  ];
  const file = await avroFile(fields, [{ event: "o", user_id: "u", time: 1_709_287_200_000 }]);
  const { events } = await take(file, { timezone: "Europe/Berlin" });
  assert.is(events[0]?.["timestamp"], "2024-03-01T09:00:00Z");
});

/** Numbers as they are written, and what they become. */
const NUMBERS: [written: string, value: number | string][] = [
  ["1.50", 1.5],
  ["-0.1", -0.1],
  ["123456789012345", 123_456_789_012_345],
  ["9007199254740992.5", "9007199254740992.5"],
  ["0.12345678901234567890", "0.12345678901234567890"],
  ["12345678901234.567", "12345678901234.567"],
  ["99999999999999.999", "99999999999999.999"],
  ["123456789012345.6789", "123456789012345.6789"],
];

exact("CSV, JSON and lines: a number that would be rounded is its text", async () => {
  for (const [written, value] of NUMBERS) {
    const record = `{"event":"o","user_id":"u","time":"2024-03-01","n":${written}}`;
    for (const source of [record, `[\n${record}\n]`, `event,user_id,time,n\no,u,2024-03-01,${written}\n`]) {
      const { events } = await take(source);
      assert.equal(propertiesOf(events), [{ n: value }], source);
    }
  }
});

exact("numbers within JSON in a cell keep their digits too", async () => {
  const cell = await take('event,user_id,time,x\no,u,2024-03-01,"{""id"":12345678901234567891}"\n');
  assert.equal(propertiesOf(cell.events), [{ x: { id: "12345678901234567891" } }]);
  const exponent = toLines([{ event: "o", user_id: "u", time: "2024-03-01", n: 0 }]).replace(":0}", ":1e400}");
  assert.equal(propertiesOf((await take(exponent)).events), [{ n: "1e400" }]);
});

exact.run();
