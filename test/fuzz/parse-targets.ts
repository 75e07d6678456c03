import { gzipSync, zstdCompressSync } from "node:zlib";
import avro from "avsc";
import lz from "lz-string";
import { isCron, nextRun } from "../../lib/base/cron.ts";
import { HogletError } from "../../lib/base/errors.ts";
import { parseInstant } from "../../lib/base/instant.ts";
import { parseElementsChain } from "../../lib/events/elements/elements-chain.ts";
import { parseComparison } from "../../lib/events/filters/comparison.ts";
import { parseLooseDate } from "../../lib/events/filters/loose-date.ts";
import { parseRelativeDate } from "../../lib/events/filters/relative-date.ts";
import { parseSelector } from "../../lib/events/filters/selector.ts";
import { versionOperators } from "../../lib/events/filters/semver.ts";
import { readExpression } from "../../lib/hogql/read-expression.ts";
import { Refusal } from "../../lib/hogql/refusal.ts";
import { parseStatement } from "../../lib/hogql/language/parse-query.ts";
import { readBody } from "../../lib/ingest/capture/body.ts";
import { decode } from "../../lib/ingest/capture/decode.ts";
import { parseTimestamp } from "../../lib/ingest/capture/timestamp.ts";
import { parseRfc3339 } from "../../lib/ingest/capture/v1/rfc3339.ts";
import { parseDateText } from "../../lib/questions/shared/date-text.ts";
import { openSource } from "../../lib/sources/read-source.ts";
import { openSpool } from "../../lib/sources/read/spool.ts";
import { dataPage, parquetFile } from "../sources/support/parquet.ts";
import { toTar, toZip } from "./archives.ts";

/** A parser of bytes or texts that come from outside. */
export interface ParseTarget {
  name: string;
  /** Inputs from which the others are made. */
  corpus: readonly (string | Uint8Array)[];
  /** Parts of the parser's language. */
  tokens: readonly string[];
  /** The inputs are bytes and not made of characters. */
  isBinary?: true;
  /** May throw a refusal (`isRefusal`), and no other error. */
  run(input: Buffer): unknown;
}

const NOW_MS = Date.UTC(2025, 5, 11);
const LINES =
  '{"event":"a","distinct_id":"u","timestamp":"2025-01-02T03:04:05Z"}\n{"event":"b","properties":{"n":1.5}}\n';
const TABLE = 'event,distinct_id,time\na,"u ""1""",2025-01-02\n# c\nb;u2;1700000000\n';
const DATES = ["2025-01-02T03:04:05.678+02:00", "-7d", "dStart", "1700000000", "2025-6-1 10:00", "Jan 2, 2025 3:04 PM"];

/** All targets. @param folder for files that are read from their end */
export function parseTargets(folder: string): ParseTarget[] {
  const spool = openSpool(folder);
  const file = async (input: Buffer) => {
    for await (const read of (await openSource(input, {}, spool)).files) {
      for await (const _ of "own" in read ? read.own : read.rows);
    }
  };
  return [...requestTargets(), ...fileTargets(file)];
}

function requestTargets(): ParseTarget[] {
  return [
    {
      name: "bodies",
      corpus: bodies(),
      tokens: ["token", "api_key", "batch", "data=", "%7B", "\\u0000"],
      run: readAny,
    },
    {
      name: "hogql",
      corpus: [
        "select event, count() from events where properties.$browser = 'x' and timestamp > now() - interval 7 day group by event",
        "with a as (select 1) select * from a left join events e on e.uuid = a.1 order by 1 desc limit 5 by event",
        "x -> arrayMap(y -> y ?? f'{y}', [1, (2, 3)])[1]::Int32 between 1 and case when a then b else c end",
      ],
      tokens: ["select ", " from ", "(", ")", "'", "`", "{", "}", " as ", "->", "::", "over ", "--", "/*", "not "],
      run: text((query) => [attempt(() => parseStatement(query)), attempt(() => readExpression(query))]),
    },
    { name: "dates", corpus: DATES, tokens: ["-", "T", "Z", "+24:00", "End", "9999", "mStart"], run: text(readDate) },
    {
      name: "elements",
      corpus: ['a.link.b:text="Go \\"x\\""href="/p"nth-child="1";div#id > a[data-x="1"]:nth-child(2)'],
      tokens: ['="', '"', ";", ":", "\\", ".", "nth-of-type", "[", "]", ">"],
      run: text((chain) => [parseElementsChain(chain), attempt(() => parseSelector(chain))]),
    },
    {
      name: "filters",
      corpus: ["toInt(properties.n) >= 3", "person.properties['a b'] not in ('x', 'y')", "e.properties.x ilike '%a_'"],
      tokens: ["properties", "person.", "'", "in (", " is not null", "%", "\\"],
      run: text(parseComparison),
    },
    {
      name: "semver",
      corpus: ["1.2.3-beta.1+x", "^1.2", "~0.0.3", "1.*"],
      tokens: ["*", "^", "~", "-", "+", "99999999999999999999", "v"],
      run: text((version) => {
        const tests = Object.values(versionOperators).map((operator) => operator(version));
        return [versionOperators.semver_gte("1.2.3")?.(version), tests.map((test) => test?.("1.2.3"))];
      }),
    },
    {
      name: "cron",
      corpus: ["0 5 * * 0", "*/15 0-6,22 1 JAN MON#2", "0 0 31 2 *", "@daily"],
      tokens: ["*", "/", "-", ",", "L", "W", "#", "?", "@", "60"],
      run: text((cron) => isCron(cron) && nextRun(cron, NOW_MS)),
    },
  ];
}

function fileTargets(file: ParseTarget["run"]): ParseTarget[] {
  return [
    {
      name: "csv",
      corpus: [TABLE, "a\tb\n1\t2\n", 'event|"x\ny"\n'],
      tokens: ['"', ",", "\r\n", "\\", "\ufeff"],
      run: file,
    },
    {
      name: "ndjson",
      corpus: [LINES, `[${LINES.trim().replace("\n", ",")}]`, '{"data":{"rows":[{"event":"a"}]}}'],
      tokens: ["[", "]", "{", "}", "\n", '"', "1e999", "\\ud800", "null"],
      run: file,
    },
    {
      name: "zip",
      isBinary: true,
      corpus: [toZip({ "a.ndjson": LINES, "b/c.csv": TABLE })],
      tokens: ["PK\u0001\u0002", "PK\u0005\u0006"],
      run: file,
    },
    {
      name: "tar",
      isBinary: true,
      corpus: [toTar({ "a.ndjson": LINES }), gzipSync(toTar({ "b.csv": TABLE })), zstdCompressSync(LINES)],
      tokens: ["ustar", "\u0000", "7777777", "x", "30 path=../a\n"],
      run: file,
    },
    { name: "parquet", isBinary: true, corpus: parquets(), tokens: ["PAR1", "\u0015", "\u0000"], run: file },
    {
      name: "avro",
      isBinary: true,
      corpus: avros(),
      tokens: ["Obj\u0001", "avro.schema", '"array"', '"map"', '"null"', "deflate"],
      run: file,
    },
  ];
}

function text(run: (text: string) => unknown): ParseTarget["run"] {
  return (input) => run(input.toString("utf8"));
}

/** Runs a parser; its refusal is a result. @throws every other error */
function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Is it an error for the client? */
export function isRefusal(error: unknown): boolean {
  return error instanceof Refusal || (error instanceof HogletError && error.status < 500);
}

function readDate(date: string): unknown {
  const readers = [parseInstant, parseTimestamp, parseRfc3339, parseLooseDate, parseRelativeDate];
  return [readers.map((read) => read(date)), attempt(() => parseDateText(date, NOW_MS, "date_from"))];
}

const PATHS = ["/e", "/batch", "/engage", "/i/v0/e"];
const TYPES = [null, "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
const HINTS = ["", "compression=base64", "compression=lz64"];
const ENCODINGS = [null, "gzip", "deflate", "br", "zstd"];

/** The first three bytes say how the others are sent. */
async function readAny(input: Buffer): Promise<unknown> {
  const [form = 0, encoding = 0, hint = 0] = input;
  const sent = {
    path: PATHS[form % PATHS.length] ?? "",
    query: new URLSearchParams(HINTS[hint % HINTS.length]),
    contentType: TYPES[Math.floor(form / PATHS.length) % TYPES.length] ?? null,
    contentEncoding: ENCODINGS[encoding % ENCODINGS.length] ?? null,
    body: input.subarray(3),
  };
  return decode(sent, (json) => readBody(json, { path: sent.path, sentAtQuery: null }, () => {}));
}

function bodies(): Buffer[] {
  const event =
    '{"token":"t","event":"a","distinct_id":"u","properties":{"$set":{"n":1}},"timestamp":"2025-01-02T03:04:05Z"}';
  const batch = `{"api_key":"t","batch":[${event.replace('"token":"t",', "")}],"sent_at":"2025-01-02T03:04:05Z"}`;
  const base64 = Buffer.from(event).toString("base64");
  const sent: [form: number, encoding: number, hint: number, body: string | Buffer][] = [
    [0, 0, 0, event],
    [1, 0, 0, batch],
    [0, 0, 0, `[${event}]`],
    [8, 0, 0, `data=${encodeURIComponent(base64)}`],
    [0, 0, 1, base64],
    [0, 0, 2, lz.compressToBase64(event)],
    [3, 1, 0, gzipSync(batch)],
  ];
  return sent.map(([form, encoding, hint, body]) =>
    Buffer.concat([Buffer.from([form, encoding, hint]), Buffer.from(body)]),
  );
}

function parquets(): Buffer[] {
  const numbers = Buffer.from([7, 0, 0, 0]);
  const plain = parquetFile([{ name: "event", type: 1, pages: dataPage(numbers, { count: 1 }) }], 1);
  const texts = Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.from("a")]);
  return [plain, parquetFile([{ name: "event", type: 6, pages: dataPage(texts, { count: 1 }) }], 1)];
}

function avros(): Buffer[] {
  const type = avro.Type.forSchema({
    type: "record",
    name: "r",
    fields: [
      { name: "event", type: "string" },
      { name: "tags", type: { type: "array", items: ["null", "long"] } },
    ],
  });
  const header = Buffer.from("Obj\u0001", "latin1");
  const meta = avro.Type.forSchema({ type: "map", values: "bytes" });
  const schema = meta.toBuffer({
    "avro.schema": Buffer.from(JSON.stringify(type.schema())),
    "avro.codec": Buffer.from("null"),
  });
  const sync = Buffer.alloc(16, 7);
  const row = type.toBuffer({ event: "a", tags: [null, 3] });
  const block = Buffer.concat([Buffer.from([2, row.length * 2]), row]);
  return [Buffer.concat([header, schema, sync, block, sync])];
}
