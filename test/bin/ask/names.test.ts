import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folder, RANGE, rows, run, values } from "./counted-log.ts";

const stored = suite("hoglet ask: saved insights and query nodes");

stored("answers a saved insight by name, short id and id, in both dialects", async () => {
  const [first] = await rows("Sign-ups");
  assert.equal(first, { series: "signed up", date: "2024-01-01", value: 2 });
  assert.equal(values(await rows("Older")), [1, 1, 1, 1]);
  assert.equal(values(await rows("Sign-ups", "--where", "plan = pro")), [1, 1, 0, 0]);
  const { code, stderr } = await run(["Sign-up"]);
  assert.equal([code, stderr], [1, "hoglet: No saved insight is called 'Sign-up'. Did you mean 'Sign-ups'?\n"]);
  const other = await run(["Revenue of all shops"]);
  assert.match(other.stderr, /^hoglet: No saved insight is called 'Revenue of all shops'\. Insights: '.*'\.\n$/);
  const lone = await run(["trend"]);
  assert.is(lone.stderr, "hoglet: No saved insight is called 'trend'. Did you mean the kind: hoglet ask trends?\n");
  const misspelt = await run(["trend", "paid"]);
  assert.is(misspelt.code, 2);
  assert.match(misspelt.stderr, /^error: unknown kind 'trend'\. Did you mean "trends"\? The kinds are trends, /);
});

stored("answers a query node of a file, and prints one", async () => {
  const { stdout } = await run(["trends", "paid", "--show-query", ...RANGE]);
  const path = folder.file("query.json");
  writeFileSync(path, stdout);
  assert.equal(values(await rows("--query", path)), [1, 1, 1, 1]);
  writeFileSync(
    path,
    '{"kind":"HogQLQuery","query":"select event, count() as n from events group by event order by event limit 2"}',
  );
  assert.equal(await rows("--query", path), [
    { event: "$groupidentify", n: 1 },
    { event: "paid", n: 4 },
  ]);
});

stored("says what is wrong with a file", async () => {
  const path = folder.file("bad.json");
  for (const [text, sentence] of [
    ["{", /is no JSON: /],
    ["[]", /is no query: expected an object with a kind/],
    [
      '{"kind":"TrendsQuery","series":[{"kind":"EventsNode","event":"paid","mth":"dau"}]}',
      /^hoglet: series\.0\.\S*mth: Extra inputs are not permitted\. Did you mean "math"\?\n$/,
    ],
  ] as const) {
    writeFileSync(path, text);
    const { code, stderr } = await run(["--query", path]);
    assert.is(code, 1);
    assert.match(stderr, sentence);
  }
});

stored.run();

const names = suite("hoglet ask: names and usage");

names("refuses a misspelt event or property, with the nearest name", async () => {
  for (const [args, sentence] of [
    [["trends", "signed upp"], "No event is called 'signed upp'. Did you mean 'signed up'?"],
    [["funnel", "signed up", "pad"], "No event is called 'pad'. Did you mean 'paid'?"],
    [["retention", "--target", "Signed Up"], "No event is called 'Signed Up'. Did you mean 'signed up'?"],
    [["trends", "paid", "--where", "amuont > 3"], "No event has a property 'amuont'. Did you mean 'amount'?"],
    [
      ["trends", "paid", "--where", "country = AT"],
      "No event has a property 'country', but persons do: person.country",
    ],
    [["trends", "paid", "--breakdown", "person.contry"], "No person has a property 'contry'. Did you mean 'country'?"],
    [
      ["trends", "paid", "--math", "sum", "--math-property", "amont"],
      "No event has a property 'amont'. Did you mean 'amount'?",
    ],
    [
      ["trends", "paid", "--where", "group.compny.size > 1"],
      "No type of groups is called 'compny'. Did you mean 'company'?",
    ],
    [["trends", "--actions", "none"], "No action is called 'none'."],
  ] as const) {
    const { code, stdout, stderr } = await run([...args]);
    assert.equal([code, stdout, stderr], [1, "", `hoglet: ${sentence}\n`]);
  }
});

names("refuses wrong usage with exit code 2", async () => {
  for (const [args, sentence] of [
    [[], /name a kind .* a saved insight, or --query/],
    [["funnel"], /a funnel needs an event/],
    [["correlation", "paid"], /a correlation needs 2 events/],
    [["retention", "paid", "paid", "paid"], /a retention has 2 events at most/],
    [["trends", "paid", "--where", "amount >"], /Expected a number or a date after > but found the end at character 9/],
    [["trends", "paid", "--math", "total2"], /Did you mean "total"\? Allowed choices are total, dau/],
    [["correlation", "paid", "paid", "--by", "people"], /invalid\. Allowed choices are events, properties/],
    [["trends", "paid", "--watch", "0"], /Expected seconds/],
    [["trends", "paid", "--url", "http://127.0.0.1:1", "--db", "x.db"], /--url and --db exclude each other/],
  ] as const) {
    const { code, stderr } = await run([...args]);
    assert.is(code, 2, stderr);
    assert.match(stderr, sentence);
  }
});

names("passes on the API's refusal in the words of the flags, and of a file in those of its fields", async () => {
  for (const [args, sentence] of [
    [["trends", "paid", "--date-from", "yesterday"], /^hoglet: --date-from: Expected a day such as 2024-03-01/],
    [["trends", "paid", "--math", "sum"], /^hoglet: The math sum needs --math-property\.$/m],
    [["trends", "paid", "--math", "unique_group"], /^hoglet: --math unique_group needs --group <type>\.$/m],
    [["trends", "paid", "--smoothing", "2000"], /^hoglet: --smoothing: Expected <=1000/],
    [["retention", "paid", "--total-intervals", "999"], /^hoglet: --total-intervals: Expected <=400/],
  ] as const) {
    const { code, stderr } = await run([...args]);
    assert.is(code, 1);
    assert.match(stderr, sentence);
  }
  const path = folder.file("sum.json");
  writeFileSync(path, '{"kind":"TrendsQuery","series":[{"kind":"EventsNode","event":"paid","math":"sum"}]}');
  const { stderr } = await run(["--query", path]);
  assert.is(stderr, "hoglet: series.0.math_property: The math sum needs a math_property.\n");
});

names.run();
