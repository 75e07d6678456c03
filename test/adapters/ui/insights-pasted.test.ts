import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readPasted, toSql } from "../../../adapters/ui/page/views/insights/pasted.ts";

const QUERY = { kind: "TrendsQuery", series: [{ event: "paid" }] };
const TEXT = encodeURIComponent(JSON.stringify(QUERY));
const OLDER = { insight: "FUNNELS", events: [{ id: "a" }] };
const FIELDS = `insight=FUNNELS&events=${encodeURIComponent(JSON.stringify(OLDER.events))}`;

/** A pasted text, and the question in it. */
const TEXTS: [text: string, expected: unknown][] = [
  [JSON.stringify(QUERY), { query: QUERY }],
  [`  ${JSON.stringify({ query: QUERY, refresh: "blocking" })}\n`, { query: QUERY }],
  [JSON.stringify({ name: "an insight", query: QUERY, filters: {} }), { query: QUERY }],
  [JSON.stringify(OLDER), { filters: OLDER }],
  [`https://eu.posthog.com/project/3/insights/new#q=${TEXT}`, { query: QUERY }],
  [`https://eu.posthog.com/insights/new?q=${TEXT}`, { query: QUERY }],
  [`https://app.posthog.com/insights?${FIELDS}`, { filters: OLDER }],
  [`https://app.posthog.com/insights/new#${FIELDS}`, { filters: OLDER }],
  [`http://127.0.0.1:8010/ui/#/insights/new?${FIELDS}`, { filters: OLDER }],
  ["https://app.posthog.com/insights/AbC123", null],
  ["{}", null],
  ["{", null],
  ["hello", null],
];

const pasted = suite("readPasted");

pasted("finds the question in a text", () => {
  for (const [text, expected] of TEXTS) assert.equal(readPasted(text), expected, text);
});

pasted("finds the SQL of a node", () => {
  const sql = { kind: "HogQLQuery", query: "select 1" };
  assert.is(toSql(sql), "select 1");
  assert.is(toSql({ kind: "DataVisualizationNode", source: sql }), "select 1");
  assert.is(toSql(QUERY), null);
  assert.is(toSql(null), null);
});

pasted.run();
