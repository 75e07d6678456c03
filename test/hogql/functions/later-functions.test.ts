import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { openDirectly, valueOf } from "../../sql/ask-directly.ts";

// Expected values: by hand, from ClickHouse's documentation, and the published digests of RFC 1321 and FIPS 180.

const functions = suite("functions of digests, distances and numbers for people");

const VALUES: [expression: string, value: unknown][] = [
  ["lower(hex(MD5('abc')))", "900150983cd24fb0d6963f7d28e17f72"],
  ["lower(hex(SHA1('abc')))", "a9993e364706816aba3e25717850c26c9cd0d89d"],
  ["hex(SHA256('abc'))", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"],
  ["hex(255)", "FF"],
  ["hex(256)", "0100"],
  ["hex(0)", "00"],
  ["hex(1.5)", "000000000000F83F"],
  ["hex('a')", "61"],
  ["to_char(toDate('2024-01-02'), '%Y')", "2024"],
  ["toUnixTimestamp(to_timestamp(86400))", 86_400],
  ["toString(date_subtract(toDate('2024-01-02'), INTERVAL 1 DAY))", "2024-01-01"],
  ["current_date() = today()", 1],
  ["current_timestamp() = now()", 1],
  ["isEmpty('')", 1],
  ["isNotEmpty([1])", 1],
  ["btrim('  a ')", "a"],
  ["toNullableString(5)", "5"],
  ["JSONArrayLength('[1, 2]')", 2],
  ["levenshteinDistance('kitten', 'sitting')", 3],
  ["editDistance('', 'abc')", 3],
  ["formatReadableSize(1536)", "1.50 KiB"],
  ["formatReadableSize(192851925)", "183.92 MiB"],
  ["formatReadableQuantity(1024)", "1.02 thousand"],
  ["formatReadableQuantity(1234 * 1000)", "1.23 million"],
  ["formatReadableQuantity(12)", "12.00"],
  ["MD5(NULL) IS NULL", 1],
  // Functions of PostHog alone.
  ["toDateTimeUS('02/10/2024 10:00:00')", "2024-02-10T10:00:00Z"],
  ["toDateTimeUS('2/3/2024 4:05 PM')", "2024-02-03T16:05:00Z"],
  ["toDateTimeUS('nonsense')", null],
  ["date_part('dow', toDate('2024-03-13'))", 3],
  ["date_part('century', toDate('2024-03-13'))", null],
  [
    "date_bin(INTERVAL 15 MINUTE, toDateTime('2024-03-13 10:11:12'), toDateTime('2024-03-13 00:05:00'))",
    "2024-03-13T10:05:00Z",
  ],
  ["make_timestamptz(2024, 2, 3, 5, 2, 3, 'Asia/Tokyo')", "2024-02-03T14:02:03+09:00"],
  ["timezone('Asia/Tokyo', toDateTime('2024-03-13 10:00:00'))", "2024-03-13T19:00:00+09:00"],
  ["make_timestamp(2024, 2, 3, 5, 2, 3, 'Asia/Tokyo')", "2024-02-03T05:02:03+09:00"],
  ["split_part('a,b,c', ',', 2)", "b"],
  ["split_part('a,b,c', ',', -1)", "c"],
  ["split_part('a,b,c', ',', 9)", ""],
  ["toUUID('x')", null],
  ["sortableSemVer('v1.10.0-beta')", [1, 10, 0]],
  ["sortableSemVer('1.9.0') < sortableSemVer('1.10.0')", 1],
  ["sortableSemVer('01.9.0') < sortableSemVer('1.10.0')", 0],
];

functions("aggregates of PostHog alone, and what combinators refuse", async () => {
  const ask = await openDirectly();
  const two = "(SELECT arrayJoin([1, 2]) AS x, arrayJoin([[1], [2, 3]]) AS list)";
  const { rows } = ask(`SELECT json_agg(DISTINCT x), every(x > 0), every(x > 1), sumArray(list) FROM ${two}`);
  assert.equal(rows, [["[1,2]", true, false, 12]]);
  const sample = ask(`SELECT groupArraySample(2)(x) FROM ${two}`).rows[0]?.[0] as number[];
  assert.is(sample.length, 2);
  const refusals: [call: string, sentence: RegExp][] = [
    ["sumArray(list) OVER ()", /sumArray cannot run over a window/],
    ["sumArray([1])", /sumArray needs a column/],
    ["sumMap(x)", /Illegal type/],
    ["quantileExactWeighted(0.5)(x)", /requires an argument/],
    ["groupArrayLast(x)", /requires a size/],
    ["groupArrayMovingSum(-1)(x)", /number from 0/],
    ["groupArrayInsertAt(x, 100000000)", /1000000 members/],
  ];
  for (const [call, sentence] of refusals) {
    assert.throws(
      () => ask(`SELECT ${call} FROM ${two}`),
      (error: Error) => sentence.test(error.message),
      call,
    );
  }
});

functions("take as many values as a statement may have rows", async () => {
  const ask = await openDirectly();
  const { rows } = ask("SELECT length(groupArrayInsertAt(x, x)) FROM (SELECT arrayJoin(range(200000)) AS x)");
  assert.equal(rows, [[200_000]]);
});

functions("sort arrays by their members", async () => {
  const ask = await openDirectly();
  const versions = "(SELECT arrayJoin(['1.10.0', 'x', '2.0.0', '1.9.0']) AS v)";
  const { rows } = ask(`SELECT v FROM ${versions} ORDER BY sortableSemVer(v)`);
  assert.equal(rows.flat(), ["1.9.0", "1.10.0", "2.0.0", "x"]);
});

functions("refuse what would take too much memory, or has no value", async () => {
  const ask = await openDirectly();
  const refusals: [expression: string, sentence: RegExp][] = [
    ["ngrams(repeat('a', 100000), 1000)", /10000000 characters/],
    ["URLHierarchy(concat('http://a', repeat('/b', 100000)))", /10000000 characters/],
    ["arrayWithConstant(10000000, 1)", /1000000 members/],
    ["mapPopulateSeries(map(1, 1, 10000000, 1))", /1000000 members/],
    ["timeSlots(now(), 1000000000, 1)", /1000000 members/],
    ["geohashesInBox(-180, -90, 180, 90, 8)", /100000 cells/],
    ["base58Encode(repeat('a', 20000))", /10000 characters/],
    ["base58Decode('0')", /base 58/],
    ["bar(1, 0, 2, 5000)", /1000 characters/],
    ["factorial(21)", /above 20/],
    ["hasToken('a b', 'a b')", /hasTokenOrNull/],
    ["extractGroups('a', 'a')", /no groups/],
    ["arrayReduce('nothing', [1])", /no aggregate/],
    ["tuplePlus((1, 2), (1, 2, 3))", /different lengths/],
    ["L2Distance([1], [1, 2])", /different lengths/],
    ["mapFromArrays(['a'], [1, 2])", /different lengths/],
    ["formatReadableTimeDelta(1, 'weeks')", /no unit/],
  ];
  for (const [expression, sentence] of refusals) {
    assert.throws(
      () => ask(`SELECT ${expression}`),
      (error: Error) => sentence.test(error.message),
      expression,
    );
  }
});

functions("give the known values", async () => {
  const ask = await openDirectly();
  for (const [expression, value] of VALUES) assert.equal(valueOf(ask, expression), value, expression);
});

functions.run();

const at = (distinct_id: string, event: string, minute: number) => ({
  event,
  distinct_id,
  timestamp: `2024-06-10T10:${String(minute).padStart(2, "0")}:00Z`,
});

const funnel = suite("windowFunnel");

funnel("counts the steps that were taken in order within the window after the first", async () => {
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await hoglet.capture([
    at("whole", "a", 0),
    at("whole", "x", 1),
    at("whole", "b", 10),
    at("whole", "c", 20),
    // The second comes too late for the first, in time for the second first.
    at("again", "a", 0),
    at("again", "b", 25),
    at("again", "a", 30),
    at("again", "b", 40),
    at("backwards", "b", 0),
    at("backwards", "a", 5),
    at("none", "c", 0),
  ]);
  const steps = "event = 'a', event = 'b', event = 'c'";
  const levels = async (time: string, window: number) =>
    (
      await hoglet.query(
        `select distinct_id, windowFunnel(${window})(${time}, ${steps}) from events group by distinct_id order by distinct_id`,
      )
    ).results.map(([, level]) => level);
  // 20 minutes.
  for (const [time, window] of [
    ["timestamp", 1200],
    ["toUnixTimestamp(timestamp)", 1200],
    ["toUnixTimestamp64Milli(timestamp)", 1_200_000],
  ] as const) {
    assert.equal(await levels(time, window), [2, 1, 0, 3], time);
  }
  assert.equal(await levels("timestamp", 599), [1, 1, 0, 1]);
  assert.equal(await levels("timestamp", 3600), [2, 1, 0, 3]);
  const failure = async (call: string) =>
    hoglet.query(`select ${call} from events`).then(
      () => "",
      ({ detail }: { detail: string }) => detail,
    );
  assert.match(await failure("windowFunnel(timestamp, event = 'a')"), /requires a window/);
  assert.match(await failure("windowFunnel(10, 'strictly')(timestamp, event = 'a')"), /no mode 'strictly'/);
  assert.match(await failure("windowFunnel(10)(timestamp)"), /1 to 32 conditions/);
});

funnel("members of pdi are those of the event", async () => {
  await using hoglet = await createHoglet();
  await hoglet.capture({ event: "a", distinct_id: "u", properties: { $set: { email: "u@x.org" } } });
  const sql = "select pdi.distinct_id, pdi.person_id = person_id, pdi.person.properties.email from events";
  assert.equal((await hoglet.query(sql)).results, [["u", 1, "u@x.org"]]);
});

const sent = (event: string, time: string) => ({ event, distinct_id: "u", timestamp: `2024-05-10T${time}Z` });

funnel("sequences are found by seconds between instants, and patterns that are none are refused", async () => {
  await using hoglet = await createHoglet({ now: "2024-05-10T12:00:00Z" });
  await hoglet.capture([sent("b", "08:10:00"), sent("a", "08:00:00"), sent("a", "09:00:00"), sent("b", "11:00:00")]);
  const one = async (call: string) => (await hoglet.query(`select ${call} from events`)).results[0]?.[0];
  const steps = "timestamp, event = 'a', event = 'b'";
  assert.is(await one(`sequenceCount('(?1)(?2)')(${steps})`), 2);
  assert.is(await one(`sequenceCount('(?1)(?t<=600)(?2)')(${steps})`), 1);
  assert.is(await one(`sequenceMatch('(?1)(?t>7200)(?2)')(${steps})`), 1, "from the first a to the last b");
  assert.is(await one(`sequenceMatch('(?2)(?t<600)(?1)')(${steps})`), 0);
  assert.equal(await one("retention(event = 'a', event = 'b', event = 'c')"), [1, 1, 0]);
  assert.equal(await one("retention(event = 'c', event = 'b')"), [0, 0]);
  const failure = async (call: string) =>
    hoglet.query(`select ${call} from events`).then(
      () => "",
      ({ detail }: { detail: string }) => detail,
    );
  assert.match(await failure(`sequenceMatch(${steps})`), /requires a pattern/);
  assert.match(await failure(`sequenceMatch('(?3)')(${steps})`), /condition 3 of 2/);
  assert.match(await failure(`sequenceMatch('(?1) (?2)')(${steps})`), /character 5/);
  assert.match(await failure("sequenceCount('(?1)')(timestamp)"), /1 to 32 conditions/);
  assert.match(await failure("retention()"), /1 to 32 conditions/);
});

funnel("a pattern that would take ages is refused", async () => {
  await using hoglet = await createHoglet({ now: "2024-05-10T12:00:00Z" });
  const sql = `select sequenceMatch('${".*".repeat(12)}(?2)')(number, number > 0, number < 0) from numbers(200)`;
  const refused = await hoglet.query(sql).catch((error: unknown) => String(error));
  assert.match(String(refused), /too many steps/);
});

funnel("persons have their distinct ids as pdi, and tables their names beneath", async () => {
  await using hoglet = await createHoglet();
  await hoglet.capture([
    { event: "$identify", distinct_id: "u", properties: { $anon_distinct_id: "anon", $session_id: "s1" } },
    { event: "a", distinct_id: "v" },
  ]);
  const rows = async (sql: string) => (await hoglet.query(sql)).results;
  assert.equal(await rows("select pdi.distinct_id from persons order by pdi.distinct_id"), [["anon"], ["u"], ["v"]]);
  assert.equal(
    await rows("select count(), count(distinct p.id) from persons p where p.pdi.distinct_id in ('u', 'anon')"),
    [[2, 1]],
  );
  assert.equal(await rows("select count() from persons"), [[2]], "one row a person where no distinct id is named");
  assert.equal(await rows("select session_id from raw_sessions"), [["s1"]]);
  assert.equal(await rows("select count() from raw_person_distinct_ids"), [[3]]);
  const [[hash, rest] = []] = await rows(
    "select cityHash64(distinct_id), cityHash64(distinct_id) % 10 from raw_persons, events limit 1",
  );
  assert.is(Number(BigInt(String(hash)) % 10n), rest);
  const sampled = await rows(
    "select count() from events where cityHash64(distinct_id) % 2 = 0 or cityHash64(distinct_id) % 2 = 1",
  );
  assert.equal(sampled, [[2]]);
});

funnel.run();
