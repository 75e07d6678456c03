import type { Candidate, Define } from "./candidate.ts";
import * as assert from "uvu/assert";
import { compareSeries } from "../questions/compare-series.ts";
import type { ExpectedSeries } from "../questions/compare-series.ts";
import { askCase, givenCases } from "../questions/given-case.ts";
import type { Answered } from "../questions/given-case.ts";

/** The rows that a case of retention expects. */
interface ExpectedRows {
  row_count?: number;
  rows?: { index: number; label?: string; date?: string; values?: number[] }[];
  counts_by_label?: Record<string, number[]>;
}

type Statuses = Record<string, number[]>;

interface Defining {
  test: Define;
  options: Candidate["options"];
}

function defineCases<Expected>(
  { test, options }: Defining,
  insight: string,
  path: string,
  compare: (answered: Answered, expected: Expected) => void,
): void {
  for (const one of givenCases<Expected>(insight)) {
    test(`given ${insight} ${one.id}: ${one.note ?? ""}`, async () => {
      const { post, get, inProcess } = await askCase(one, path, options);
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
}

function counts(row: Record<string, unknown> | undefined): number[] {
  return ((row?.["values"] ?? []) as { count: number }[]).map(({ count }) => count);
}

/** The edges that a case of paths expects. */
interface ExpectedEdges {
  edge_count?: number;
  edges?: ({ index: number } & Record<string, unknown>)[];
  edges_unordered?: Record<string, unknown>[];
}

/** The given cases of trends, stickiness, lifecycle, retention and paths. */
export function conformToGivenInsights(test: Define, { options }: Candidate): void {
  const defining = { test, options };
  defineCases<ExpectedSeries>(defining, "trends", "trend", ({ body }, expected) =>
    compareSeries(body.result, expected),
  );
  defineCases<ExpectedSeries>(defining, "stickiness", "trend", ({ body }, expected) =>
    compareSeries(body.result, expected),
  );

  defineCases<Statuses>(defining, "lifecycle", "trend", ({ body }, expected) => {
    const actual = Object.fromEntries(body.result.map(({ status, data }) => [status, data]));
    assert.equal(actual, expected);
  });

  defineCases<ExpectedRows>(
    defining,
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

  defineCases<ExpectedEdges>(
    defining,
    "paths",
    "path",
    ({ body }, { edge_count: count, edges = [], edges_unordered: unordered }) => {
      const { result } = body;
      if (count !== undefined) assert.is(result.length, count);
      for (const { index, ...facts } of edges) {
        for (const [name, fact] of Object.entries(facts))
          assert.equal(result[index]?.[name], fact, `${name} of ${index}`);
      }
      for (const facts of unordered ?? []) {
        const names = Object.keys(facts);
        assert.ok(
          result.some((edge) => names.every((name) => edge[name] === facts[name])),
          `${JSON.stringify(facts)} in ${JSON.stringify(result)}`,
        );
      }
      if (unordered !== undefined) assert.is(result.length, unordered.length);
    },
  );
}
