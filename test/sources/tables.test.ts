import { zipSync } from "fflate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { ImportOptions } from "../../lib/index.ts";
import { parquetFile } from "./support/parquet.ts";
import { idsOf, refuse, take, toLines } from "./take.ts";
import { size } from "../support/rounds.ts";

// Tables as other programs write them: unnamed columns, words for nothing, dialects, times, no rows. A refusal names the option that helps.

const properties = async (source: string, options: Partial<ImportOptions> = {}) =>
  (await take(source, options)).events.map((event) => event["properties"]);

const tables = suite("tables of other programs");

tables("a column without a name has the name of its place", async () => {
  for (const header of [",event,user_id,time", '"","event","user_id","time"'])
    assert.equal(await properties(`${header}\n0,opened,a,2024-03-01\n1,opened,b,2024-03-02\n`), [
      { column_1: 0 },
      { column_1: 1 },
    ]);
  assert.equal(await properties(",event,user_id,time,\nx,opened,a,2024-03-01,y\n"), [{ column_1: "x", column_5: "y" }]);
  const line = '{"event":"o","user_id":"a","time":"2024-03-01","":1}\n';
  assert.equal(await properties(line), [{ "": 1 }]);
});

const WORDS = ["NULL", "null", "\\N", "None", "NaN", "nan", "NA", "<NA>", "(null)", "<null>"];

tables("words for nothing are no ids", async () => {
  for (const word of size(WORDS.slice(0, 3), WORDS)) {
    const rows = `event,user_id,time\no,${word},2024-03-01\no,${word},2024-03-02\no,a,2024-03-03\n`;
    assert.match(await refuse(rows), `holds "${word}", which counts as empty`);
    assert.match(await refuse(rows), "--null-words");
    const { counts, persons } = await take(rows, { skipBad: true });
    assert.is(counts.bad_records, 2);
    assert.equal(idsOf(persons), [["a"]]);
    assert.is((await take(rows, { nullWords: [] })).events.length, 3);
    assert.is((await take(rows, { nullWords: ["-"] })).events.length, 3);
    const lines = toLines([{ event: "o", user_id: word, time: "2024-03-01" }]);
    assert.match(await refuse(lines), "counts as empty");
  }
});

tables("words for nothing are no ids in tables of known products", async () => {
  const header = "id,anonymous_id,user_id,event,event_text,received_at,timestamp,original_timestamp,sent_at";
  const time = "2024-03-01 10:00:00";
  const row = (id: number, user: string) => `m${id},d${id},${user},order,Order,${[time, time, time, time].join(",")}`;
  const { persons } = await take(`${header}\n${row(1, "\\N")}\n${row(2, "\\N")}\n`);
  assert.not.match(JSON.stringify(persons), "\\\\N");
});

tables("a line sep= names the delimiter", async () => {
  for (const start of ["sep=;", "\ufeffsep=;", '"sep=;"', "SEP=;"]) {
    for (const end of size(["\r\n"], ["\r\n", "\n", "\r"])) {
      const text = [start, "event;user_id;time;n", "o;a;2024-03-01;1,5", ""].join(end);
      assert.equal(await properties(text, { decimal: "," }), [{ n: 1.5 }], JSON.stringify(text));
    }
  }
  assert.equal(await properties("sep=|\nevent|user_id|time|n\no|a|2024-03-01|x,y;z\n"), [{ n: "x,y;z" }]);
});

tables("quotes mean nothing, or backslashes stand before them, when it is said, and a refusal says how", async () => {
  const raw = 'event\tuser_id\ttime\tnote\nopened\ta\t2024-03-01\t5" pipe\nopened\tb\t2024-03-01\t"x\n';
  assert.match(await refuse(raw), "--quote none");
  assert.equal(await properties(raw, { quote: "none" }), [{ note: '5" pipe' }, { note: '"x' }]);
  const escaped = 'event,user_id,time,data\nopened,a,2024-03-01,"{\\"plan\\":\\"pro\\"}"\n';
  assert.match(await refuse(escaped), "--escape backslash");
  assert.equal(await properties(escaped, { escape: "backslash" }), [{ data: { plan: "pro" } }]);
  assert.equal(await properties("event,user_id,time,n\no,a,2024-03-01,'x, ''y'''\n", { quote: "'" }), [
    { n: "x, 'y'" },
  ]);
});

tables("comments are left out when it is said, and a refusal says how", async () => {
  const rows = "event,user_id,time,n\no,a,2024-03-01,#1\n";
  for (const mark of ["#", "--"]) {
    const text = `${mark} exported today\n${mark} ------\n${rows}`;
    assert.match(await refuse(text), `--comment "${mark}"`);
    assert.equal(await properties(text, { comment: mark }), [{ n: "#1" }]);
  }
});

async function timesOf(source: string, options: Partial<ImportOptions> = {}): Promise<unknown[]> {
  return (await take(source, { anyTime: true, ...options })).events.map((event) => event["timestamp"]);
}

function rowAt(time: string): string {
  return `event,user_id,time\no,a,${time}\n`;
}

function inFormat(format: string): Partial<ImportOptions> {
  return { map: { timestamp: `time:${format}` } };
}

tables("times before 1970, in every form", async () => {
  assert.equal(await timesOf(rowAt("1969-12-31T23:59:59.5Z")), ["1969-12-31T23:59:59.500Z"]);
  assert.equal(await timesOf(rowAt("0100-01-01T00:00:00Z")), ["0100-01-01T00:00:00Z"]);
  assert.equal(await timesOf(rowAt("-86400000"), inFormat("unix_ms")), ["1969-12-31T00:00:00Z"]);
  assert.equal(await timesOf(rowAt("-1500"), inFormat("unix_us")), ["1969-12-31T23:59:59.998Z"]);
  assert.equal(await timesOf(rowAt("-0.5"), inFormat("unix_s")), ["1969-12-31T23:59:59.500Z"]);
  // The ids of devices before 1970 are linked too.
  const lines = toLines([
    { event: "o", user_id: "a", time: "1969-12-31T00:00:00Z" },
    { event: "p", user_id: "a", time: "2024-03-01" },
  ]);
  assert.equal(await timesOf(lines), ["1969-12-31T00:00:00Z", "2024-03-01T00:00:00Z"]);
});

tables("a time that cannot be read names its format", async () => {
  for (const [time, format] of [
    ["2024/03/01 10:00:00", "yyyy/MM/dd HH:mm:ss"],
    ["01.03.2024 10:00", "dd.MM.yyyy HH:mm"],
    ["Fri, 01 Mar 2024 10:00:00 +0000", "EEE, dd MMM yyyy HH:mm:ss ZZZ"],
    ["2024-03-01T10:00:00Z[UTC]", "yyyy-MM-dd'T'HH:mm:ss'Z[UTC]'"],
  ] as const) {
    const text = `event,user_id,time\no,a,"${time}"\n`;
    assert.match(await refuse(text), `--time-format "${format}"`);
    const { events } = await take(text, { timeFormat: format });
    assert.is(events[0]?.["timestamp"], "2024-03-01T10:00:00Z", time);
  }
});

tables("a time that could be two days names both formats", async () => {
  assert.match(await refuse(rowAt("10/1/2026 8:30")), '--time-format "d/M/yyyy H:mm" or "M/d/yyyy H:mm"');
  assert.match(await refuse(rowAt("01.10.2026 08:30")), /--time-format "dd\.MM\.yyyy HH:mm"\.$/);
  assert.match(await refuse(rowAt("10/25/2026 8:30 PM")), /--time-format "M\/d\/yyyy h:mm a"\.$/);
});

const SUMS = (cells: string[]) =>
  ["event;user_id;time;sum", ...cells.map((cell) => `o;a;2024-03-01;${cell}`)].join("\n");

tables("a column of numbers with a decimal comma is refused until it is said what they are", async () => {
  const sums = SUMS(["12,50", "", "-1.234,5", "7"]);
  assert.match(await refuse(sums), /column sum .* such as "12,50".* --decimal ","/);
  assert.match(await refuse(sums, { skipBad: true }), "--decimal");
  assert.equal(await properties(sums, { decimal: "," }), [{ sum: 12.5 }, {}, { sum: -1234.5 }, { sum: 7 }]);
  assert.equal(await properties(sums, { decimal: "." }), [{ sum: "12,50" }, {}, { sum: "-1.234,5" }, { sum: 7 }]);
  const mapped = { map: { "set.total": "sum" }, decimal: "," as const };
  assert.is(((await take(sums, mapped)).persons[0]?.["properties"] as { total?: unknown } | undefined)?.total, 7);
  assert.match(await refuse(sums, { map: { "properties.total": "sum" } }), "column sum");
  // A lone cell that is no number makes it a column of texts.
  for (const other of ["n/a", "1,5 kg", "0123", "1,2,3"])
    assert.equal((await properties(SUMS(["12,50", other])))[0], { sum: "12,50" }, other);
  // Long digits stay exact; postcodes and ids stay text.
  assert.equal(await properties(SUMS(["12345678901234,123456", "01067", "1.234"]), { decimal: "," }), [
    { sum: "12345678901234.123456" },
    { sum: "01067" },
    { sum: 1234 },
  ]);
  const line = toLines([{ event: "o", user_id: "a", time: "2024-03-01", sum: "12,50" }]);
  assert.equal(await properties(line), [{ sum: "12,50" }]);
});

tables("the suggested map takes what is known, and names nothing that is not", async () => {
  const refusal = await refuse("Datum;Betrag;Notiz;Stadt\n25.10.2026 08:30;12;hallo;Köln\n");
  assert.match(refusal, `--map "event='opened',distinct_id=COLUMN,timestamp=Datum:dd.MM.yyyy HH:mm"`);
  assert.match(await refuse("action,day\nx,2024-03-01\n"), `--map "event=action,distinct_id=COLUMN,timestamp=day"`);
});

tables("a table without rows is an import of nothing", async () => {
  const empty = parquetFile([], 0);
  for (const source of ["event,user_id,time\n", "event;user_id;time\r\n", empty]) {
    const { counts, events } = await take(source);
    assert.is(counts.records, 0);
    assert.equal(events, []);
  }
  const archive = zipSync({
    "1.csv": Buffer.from("event,user_id,time\n"),
    "2.csv": Buffer.from("event,user_id,time\no,a,2024-03-01\n"),
  });
  const { counts, events } = await take(archive);
  assert.is(events.length, 1);
  assert.equal(counts.passed_over, ["1.csv"]);
  assert.match(await refuse(""), "empty");
  assert.match(await refuse("<html></html>\n"), "no record");
  assert.match(await refuse('{"page":1,\n"next":null}'), "no record");
});

const UUID = "fe12f623-1a92-4a1f-8ea8-ee95bee0c0de";
const FORMS = [UUID.replaceAll("-", ""), UUID.toUpperCase(), `{${UUID}}`, `urn:uuid:${UUID}`];

tables("a uuid in any form is that uuid, in tables and in hoglet's own lines", async () => {
  for (const form of FORMS) {
    const { events } = await take(`event,user_id,time,uuid\no,a,2024-03-01,"${form}"\n`);
    assert.is(events[0]?.["uuid"], UUID, form);
    await using hoglet = await createHoglet();
    const line = { kind: "event", event: "o", distinct_id: "a", timestamp: "2024-03-01T00:00:00Z", properties: {} };
    await hoglet.import(
      toLines([
        { ...line, uuid: form },
        { ...line, uuid: UUID },
      ]),
    );
    assert.is((await hoglet.events.list()).count, 1);
  }
});

tables.run();
