import { execFile } from "node:child_process";
import nodeAssert from "node:assert/strict";
import { promisify } from "node:util";
import { toNodeHandler } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import { createTestHoglet, expectHoglet } from "../../../adapters/testing/index.ts";
import type { TestHoglet } from "../../../adapters/testing/index.ts";
import type { Answered } from "../../../adapters/ui/page/views/insights/ask-insight.ts";
import {
  toAsk,
  toAssertion,
  toCurl,
  toHandleCall,
  toQueryCurl,
  toSource,
} from "../../../adapters/ui/page/views/insights/code.ts";
import { kindOf, KIND_NAMES, KINDS, toDefault, toKind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import type { QuestionDraft } from "../../../adapters/ui/page/views/insights/question.ts";
import { hasAllOf, isSame } from "../../../adapters/ui/page/views/insights/same-question.ts";
import type { QueryNode } from "../../../adapters/ui/page/views/insights/to-query.ts";
import { toFields } from "../../../adapters/ui/page/views/insights/to-fields.ts";
import { shop } from "../../../fixtures/shop.ts";
import { convertQuestion } from "../../../lib/query/saved/index.ts";
import { insightMethods } from "../../../lib/questions/index.ts";
import { serve } from "../../clients/serve.ts";
import { size, whenAll } from "../../support/rounds.ts";

const NAMES = ["$pageview", "product viewed", "added to cart", "checkout started", "order paid"];

/** One of each kind, and those whose code looks otherwise. */
const QUESTIONS: QuestionDraft[] = [
  ...KIND_NAMES.map((kind) => toDefault(kind, NAMES)),
  { ...toDefault("trends", NAMES), display: "BoldNumber", breakdown: "$browser" },
  {
    ...toDefault("trends", NAMES),
    interval: "week",
    properties: [{ key: "$browser", value: 'it\'s "Chrome" $HOME', operator: "is_not" }],
  },
  { ...toDefault("funnel", NAMES), breakdown: "$browser", breakdown_type: "event" },
  { ...toDefault("funnel", NAMES), funnel_viz_type: "trends", interval: "week" },
  { ...toDefault("funnel", NAMES), funnel_viz_type: "time_to_convert" },
  {
    insight: "FUNNELS",
    date_from: "-14d",
    events: [{ id: "product viewed", type: "events", order: 0, properties: [{ key: "category", value: "beans" }] }],
    actions: [{ id: 1, type: "actions", order: 1, name: "Spent money" }],
  },
];

async function openShop(): Promise<TestHoglet> {
  const hoglet = await createTestHoglet();
  await hoglet.import(shop({ endMs: hoglet.clock.now(), persons: size(40, 120), days: 40 }));
  return hoglet;
}

interface Asked {
  result: unknown;
}

/** Asks the handle without the code that is tested. */
async function ask(hoglet: TestHoglet, question: QuestionDraft): Promise<Answered> {
  const kind = kindOf(question);
  const { insight: _, ...fields } = question;
  const { insights } = hoglet as unknown as { insights: Record<string, (fields: object) => Promise<Asked>> };
  const answer = await insights[KINDS[kind].method]?.(fields);
  return { kind, question, answer } as unknown as Answered;
}

/** Runs code of a few lines, as a user would paste it. */
function run(code: string, names: Record<string, unknown>): Promise<unknown> {
  const parameters = Object.keys(names).join(", ");
  const make = new Function(`return async (${parameters}) => { ${code} };`) as () => (
    ...all: unknown[]
  ) => Promise<unknown>;
  return make()(...Object.values(names));
}

const calls = suite("toHandleCall");

calls("gives the numbers of the question", async () => {
  const hoglet = await openShop();
  for (const question of QUESTIONS) {
    const result = await run(`${toHandleCall(question)} return result;`, { hoglet: hoglet });
    assert.ok(JSON.stringify(result).length > 40, toHandleCall(question));
    assert.equal(result, (await ask(hoglet, question)).answer.result);
  }
  await hoglet.close();
});

calls("has no field that its method does not take, whatever the question was before", async () => {
  const before: QuestionDraft = { ...toDefault("trends", NAMES), interval: "week", date_from: "-30d", date_to: "-1d" };
  for (const kind of KIND_NAMES) {
    const { method } = KINDS[kind];
    let asked = {};
    const note = (question: object) => ((asked = question), { result: [] });
    await run(toHandleCall(toKind(before, kind, NAMES)), { hoglet: { insights: { [method]: note } } });
    const known = Object.keys(insightMethods[method]().fields.entries);
    assert.equal(
      Object.keys(asked).filter((name) => !known.includes(name)),
      [],
      method,
    );
  }
});

calls("names a project that is not the first", () => {
  assert.match(toHandleCall({ insight: "PATHS" }, 4), "paths({ project: 4 })");
});

calls.run();

const queries = suite("toAsk and toQueryCurl");

whenAll(queries)("give numbers for every question that a query says whole: all but correlations", async () => {
  const hoglet = await openShop();
  const server = await serve(toNodeHandler(h3Adapter(hoglet)));
  const place = { host: `${server.origin}/`, project: hoglet.project.id };
  const env = { ...process.env, HOGLET_KEY: hoglet.personalApiKey };
  try {
    for (const question of QUESTIONS.filter((each) => each.insight !== "CORRELATION")) {
      const { query, question: back } = convertQuestion({ filters: { ...question } });
      assert.ok(
        back !== null && hasAllOf(back, question),
        `${JSON.stringify(question)} came back as ${JSON.stringify(back)}`,
      );
      const node = query?.["source"] as QueryNode;
      const results = await run(`${toAsk(node)} return results;`, { hoglet: hoglet });
      assert.ok(JSON.stringify(results).length > 20, toAsk(node));
      const { stdout } = await promisify(execFile)("sh", ["-c", `${toQueryCurl(node, place)} --silent`], {
        env,
        maxBuffer: 2 ** 26,
      });
      assert.equal((JSON.parse(stdout) as { results: unknown }).results, JSON.parse(JSON.stringify(results)));
    }
  } finally {
    await server.close();
    await hoglet.close();
  }
});

queries("tells apart questions that say something else", () => {
  const filters = [{ key: "plan", value: "pro" }];
  const grouped = { type: "AND", values: [{ type: "AND", values: filters }] };
  assert.ok(isSame({ insight: "TRENDS", properties: filters }, { insight: "TRENDS", properties: grouped }));
  assert.not.ok(isSame({ insight: "TRENDS", breakdown: "plan" }, { insight: "TRENDS" }));
  assert.not.ok(isSame({ insight: "TRENDS" }, { insight: "TRENDS", breakdown: "plan" }));
  assert.ok(hasAllOf({ insight: "TRENDS", breakdown: "plan" }, { insight: "TRENDS" }));
});

queries.run();

const commands = suite("toCurl");

commands("gives the numbers of the question", async () => {
  const hoglet = await openShop();
  const server = await serve(toNodeHandler(h3Adapter(hoglet)));
  // Each starts a curl.
  for (const question of QUESTIONS.filter((_, index) => index % size(3, 1) === 0)) {
    const command = toCurl(question, { host: `${server.origin}/`, project: hoglet.project.id });
    const env = { ...process.env, HOGLET_KEY: hoglet.personalApiKey };
    const { stdout } = await promisify(execFile)("sh", ["-c", `${command} --silent`], { env, maxBuffer: 2 ** 26 });
    const { result } = JSON.parse(stdout) as Asked;
    assert.equal(withoutLinks(result), withoutLinks((await ask(hoglet, question)).answer.result), command);
  }
  await server.close();
  await hoglet.close();
});

/** Links begin with the server's address over HTTP. */
function withoutLinks(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => (/urls?$/.test(key) ? undefined : value));
}

commands.run();

const assertions = suite("toAssertion");

assertions("holds for the hoglet that it was made of, and no longer when events are gone", async () => {
  const hoglet = await openShop();
  const other = await createTestHoglet();
  await other.import(shop({ endMs: hoglet.clock.now(), persons: 60, days: 40, seed: 2 }));
  for (const question of QUESTIONS) {
    const code = toAssertion(await ask(hoglet, question));
    const names = { expectHoglet, assert: nodeAssert };
    await run(code, { ...names, hoglet });
    const failed = await run(code, { ...names, hoglet: other }).then(
      () => false,
      () => true,
    );
    assert.ok(failed, code);
  }
  await hoglet.close();
  await other.close();
});

assertions.run();

const sources = suite("toSource");

sources("writes values as TypeScript does, over lines where they are long", () => {
  const value = { id: "it's", "a-b": [1, null, true], nested: {} };
  assert.is(toSource(value), `{ id: "it's", "a-b": [1, null, true], nested: {} }`);
  const long = Array.from({ length: 40 }, (_, index) => index);
  assert.equal(new Function(`return ${toSource({ long })}`)(), { long });
  assert.ok(
    toSource({ long })
      .split("\n")
      .every((line) => line.length <= 90),
  );
});

sources.run();

const fields = suite("toFields");

fields("say which insight only where the path does not", () => {
  assert.equal(toFields({ insight: "CORRELATION", interval: "day" }), { interval: "day" });
  assert.equal(toFields({ insight: "STICKINESS" }), { insight: "STICKINESS" });
});

fields.run();
