import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDirectly } from "../../sql/ask-directly.ts";

const types = suite("types");

const ask = await openDirectly();
const typesOf = (sql: string, timezone = "UTC") => ask(sql, { timezone }).types;

types("are ClickHouse's, of columns, functions and aggregates", () => {
  assert.equal(typesOf("SELECT uuid, event, timestamp, properties.x, $session_id FROM events"), [
    "UUID",
    "String",
    "DateTime64(6, 'UTC')",
    "Nullable(String)",
    "Nullable(String)",
  ]);
  assert.equal(typesOf("SELECT count(), uniq(event), sum(1), avg(1), min(timestamp), groupArray(event) FROM events"), [
    "UInt64",
    "UInt64",
    "UInt64",
    "Float64",
    "DateTime64(6, 'UTC')",
    "Array(String)",
  ]);
  assert.equal(typesOf("SELECT toStartOfDay(timestamp), toStartOfMonth(timestamp), now() FROM events", "Asia/Tokyo"), [
    "DateTime('Asia/Tokyo')",
    "Date",
    "DateTime64(6, 'Asia/Tokyo')",
  ]);
});

types("follow through subqueries, unions and conditions", () => {
  const sql =
    "WITH e AS (SELECT timestamp AS at, person_id FROM events) SELECT at, e.person_id, is_identified FROM e JOIN persons ON id = e.person_id";
  assert.equal(typesOf(sql), ["DateTime64(6, 'UTC')", "UUID", "Bool"]);
  assert.equal(typesOf("SELECT 1 UNION ALL SELECT 1.5"), ["Float64"]);
  assert.equal(ask("SELECT timestamp FROM events UNION ALL SELECT 'x' ORDER BY 1 DESC LIMIT 1").rows, [["x"]]);
  assert.equal(typesOf("SELECT if(1, 1, NULL), if(1, 1, 'x')"), ["Nullable(UInt8)", "Nullable(String)"]);
});

types("decide how values are shown", () => {
  assert.equal(ask("SELECT true, 1 = 1, [1, 2], (1, 'a'), [toDate('2024-01-31')], [(1, now())], [true], 1 / 0").rows, [
    [true, 1, [1, 2], [1, "a"], ["2024-01-31"], [[1, "2024-03-10T12:00:00Z"]], [true], null],
  ]);
  assert.equal(
    ask("SELECT is_identified, created_at FROM persons ORDER BY created_at", { timezone: "America/New_York" }).rows,
    [
      [true, "2024-03-01T03:00:00-05:00"],
      [false, "2024-03-02T03:00:00-05:00"],
    ],
  );
  assert.equal(ask("SELECT 9007199254740991, 9007199254740993, 'ä', null").rows, [
    [9007199254740991, "9007199254740993", "ä", null],
  ]);
});

types("that do not fit are refused in ClickHouse's words and codes", () => {
  const WRONG: [sql: string, code: string, message: RegExp][] = [
    [
      "SELECT timestamp + 'string' FROM events",
      "illegal_type_of_argument",
      /^Illegal types DateTime64\(6, 'UTC'\) and String of arguments of function plus/,
    ],
    ["SELECT sum('a')", "illegal_type_of_argument", /Illegal type String of argument of function sum/],
    ["SELECT 'a' > 1", "no_common_type", /supertype for types String, UInt8/],
    ["SELECT 1 FROM events WHERE event", "illegal_type_of_column_for_filter", /Illegal type String/],
    ["SELECT toDate()", "invalid_input", /Function 'toDate' expects 1 to 2 arguments, found 0/],
    ["SELECT splitByChar('a')", "invalid_input", /Function 'splitByChar' expects 2 to 3 arguments, found 1/],
    ["SELECT toHour(now(), 'Nowhere/Town')", "bad_arguments", /no time zone/],
  ];
  for (const [sql, code, message] of WRONG) {
    assert.throws(
      () => ask(sql),
      (error: Error & { code: string }) => error.code === code && message.test(error.message),
      sql,
    );
  }
});

types.run();
