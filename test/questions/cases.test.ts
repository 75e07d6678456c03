import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareSeries } from "./compare-series.ts";
import type { ExpectedSeries } from "./compare-series.ts";
import { askCase, givenCases } from "./given-case.ts";
import type { Answered } from "./given-case.ts";

/** The rows that a case of retention expects. */
interface ExpectedRows {
  row_count?: number;
  rows?: { index: number; label?: string; date?: string; values?: number[] }[];
  counts_by_label?: Record<string, number[]>;
}

type Statuses = Record<string, number[]>;

function define<Expected>(
  insight: string,
  path: string,
  compare: (answered: Answered, expected: Expected) => void,
): void {
  const given = suite(`given cases: ${insight}`);
  for (const one of givenCases<Expected>(insight)) {
    given(`${one.id}: ${one.note ?? ""}`, async () => {
      const { post, get, inProcess } = await askCase(one, path);
      const isError = (one.expected as { error?: boolean }).error === true;
      for (const { status, body } of [post, inProcess]) {
        assert.is(status, isError ? 400 : 200, JSON.stringify(body).slice(0, 300));
        if (isError) assert.is(body["type"], "validation_error");
      }
      if (!isError) for (const answered of [post, inProcess]) compare(answered, one.expected);
      // The second way of asking gives the same answer: lists and objects as JSON text in the query string.
      assert.equal(get.body.result, post.body.result);
      if (!isError) assert.is(get.body["is_cached"], true, "asked again, it is answered from the cache");
    });
  }
  given.run();
}

define<ExpectedSeries>("trends", "trend", ({ body }, expected) => compareSeries(body.result, expected));
define<ExpectedSeries>("stickiness", "trend", ({ body }, expected) => compareSeries(body.result, expected));

define<Statuses>("lifecycle", "trend", ({ body }, expected) => {
  const actual = Object.fromEntries(body.result.map(({ status, data }) => [status, data]));
  assert.equal(actual, expected);
});

function counts(row: Record<string, unknown> | undefined): number[] {
  return ((row?.["values"] ?? []) as { count: number }[]).map(({ count }) => count);
}

define<ExpectedRows>(
  "retention",
  "retention",
  ({ body }, { row_count: count, rows = [], counts_by_label: byLabel }) => {
    const { result } = body;
    if (count !== undefined) assert.is(result.length, count);
    for (const { index, values, ...facts } of rows) {
      const row = result[index];
      for (const [name, fact] of Object.entries(facts)) assert.equal(row?.[name], fact, name);
      if (values !== undefined) assert.equal(counts(row), values, `row ${index}`);
    }
    for (const [label, values] of Object.entries(byLabel ?? {})) {
      assert.equal(counts(result.find((row) => row["label"] === label)), values, label);
    }
  },
);

/** The edges that a case of paths expects. */
interface ExpectedEdges {
  edge_count?: number;
  edges?: ({ index: number } & Record<string, unknown>)[];
  edges_unordered?: Record<string, unknown>[];
}

define<ExpectedEdges>("paths", "path", ({ body }, { edge_count: count, edges = [], edges_unordered: unordered }) => {
  const { result } = body;
  if (count !== undefined) assert.is(result.length, count);
  for (const { index, ...facts } of edges) {
    for (const [name, fact] of Object.entries(facts)) assert.equal(result[index]?.[name], fact, `${name} of ${index}`);
  }
  for (const facts of unordered ?? []) {
    const names = Object.keys(facts);
    assert.ok(
      result.some((edge) => names.every((name) => edge[name] === facts[name])),
      `${JSON.stringify(facts)} in ${JSON.stringify(result)}`,
    );
  }
  if (unordered !== undefined) assert.is(result.length, unordered.length);
});
