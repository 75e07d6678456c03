import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { send } from "./send.ts";

type Signal = "logs" | "metrics";

/** Bytes of the official serializers of OpenTelemetry, see fixtures/otlp-agents.json. */
const GIVEN = JSON.parse(readFileSync("fixtures/otlp-agents.json", "utf8")) as Record<
  Signal,
  { json: unknown; protobuf: string }
>;

const JSON_TYPE = { "content-type": "application/json" };
const FORMS = ["json", "protobuf"] as const;

function toSent(signal: Signal, form: (typeof FORMS)[number]) {
  const { json, protobuf } = GIVEN[signal];
  return form === "json"
    ? { body: JSON.stringify(json), headers: JSON_TYPE }
    : { body: Buffer.from(protobuf, "base64"), headers: { "content-type": "application/x-protobuf" } };
}

const entries = suite("POST /i/v1/logs and /i/v1/metrics");

for (const form of FORMS) {
  entries(
    `store the events of a coding agent (${form}), with and without gzip; the same again changes nothing`,
    async () => {
      await using hoglet = await createHoglet({ now: "2024-01-01T01:00:00Z" });
      const sent = toSent("logs", form);
      const packed = { body: gzipSync(sent.body), headers: { ...sent.headers, "content-encoding": "gzip" } };
      for (const each of [sent, packed]) {
        const reply = await send(hoglet, "/i/v1/logs", each);
        assert.equal([reply.status, await reply.text()], [200, form === "json" ? "{}" : ""]);
      }
      const { results } = await hoglet.events.list({ limit: 20 });
      assert.equal(results.map(({ event, distinct_id: id }) => `${event} ${id}`).toSorted(), [
        "$ai_generation device-1",
        "$ai_generation device-1",
        "claude_code.tool_result device-1",
        "claude_code.user_prompt device-1",
      ]);
      const call = results.find(({ properties }) => properties["event.name"] === "api_request");
      assert.is(Date.parse(call?.timestamp ?? ""), Date.UTC(2024, 0, 1, 0, 0, 3));
      const shown = (names: string[]) => names.map((name) => call?.properties[name]);
      assert.equal(
        shown(["$ai_model", "$ai_provider", "$ai_input_tokens", "$ai_output_tokens", "$ai_cache_read_input_tokens"]),
        ["claude-sonnet-4-5", "anthropic", 20, 300, 9000],
      );
      assert.equal(shown(["$ai_total_cost_usd", "$ai_cost_model_source", "$ai_latency"]), [0.0123, "passthrough", 2.4]);
      assert.equal(shown(["$ai_trace_id", "$ai_session_id", "service.name", "host.arch"]), [
        "prompt-1",
        "session-1",
        "claude-code",
        undefined,
      ]);
      const failed = results.find(({ properties }) => properties["event.name"] === "api_error")?.properties ?? {};
      assert.equal([failed["$ai_is_error"], failed["$ai_error"], failed["$ai_http_status"]], [true, "Overloaded", 529]);
      const [trace] = (await hoglet.ask({ kind: "TracesQuery" })).results;
      assert.equal(
        [trace?.id, trace?.totalCost, trace?.errorCount, trace?.aiSessionId],
        ["prompt-1", 0.0123, 1, "session-1"],
      );
      // The line of another app is not kept.
      const told = (await hoglet.warnings.list({ type: "not_kept" })).results;
      assert.equal(
        told.map(({ details }) => [details["path"], details["requests"]]),
        [["/i/v1/logs", 2]],
      );
    },
  );

  entries(`store the metrics of a coding agent (${form})`, async () => {
    await using hoglet = await createHoglet();
    assert.is((await send(hoglet, "/i/v1/metrics", toSent("metrics", form))).status, 200);
    const { results } = await hoglet.events.list();
    assert.equal(
      results
        .map(({ event, properties: { value, unit, type = "", model } }) => [event, value, unit, type, model])
        .toSorted(),
      [
        ["claude_code.cost.usage", 0.0123, "USD", "", "claude-sonnet-4-5"],
        ["claude_code.token.usage", 300, "tokens", "output", "claude-sonnet-4-5"],
      ],
    );
    // Another app's metric, and a histogram.
    assert.is((await hoglet.warnings.list({ type: "not_kept" })).count, 1);
  });
}

function toMetric(sum: object): string {
  return JSON.stringify({
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "claude_code.cost.usage", ...sum }] }] }],
  });
}

entries("do not keep sums that grow from export to export, which cannot be added", async () => {
  await using hoglet = await createHoglet();
  const dataPoints = [{ asDouble: 1, timeUnixNano: "1704067200000000000" }];
  for (const how of [2, "AGGREGATION_TEMPORALITY_CUMULATIVE"]) {
    await send(hoglet, "/i/v1/metrics", {
      body: toMetric({ sum: { aggregationTemporality: how, dataPoints } }),
      headers: JSON_TYPE,
    });
  }
  assert.is((await hoglet.events.list()).count, 0);
  assert.is((await hoglet.warnings.list({ type: "not_kept" })).results[0]?.details["requests"], 2);
  await send(hoglet, "/i/v1/metrics", { body: toMetric({ gauge: { dataPoints } }), headers: JSON_TYPE });
  assert.is((await hoglet.events.list()).count, 1);
});

entries("answer 200 to bodies of other forms, and tell", async () => {
  await using hoglet = await createHoglet();
  const bodies = [
    { body: "no JSON", headers: JSON_TYPE },
    { body: '{"resourceLogs":5}', headers: JSON_TYPE },
    { body: "\u0008\u0001", headers: { "content-type": "application/x-protobuf" } },
    { body: "{}", headers: { "content-type": "text/plain" } },
    { body: "{}", headers: { ...JSON_TYPE, "content-encoding": "gzip" } },
  ];
  for (const each of bodies) assert.is((await send(hoglet, "/i/v1/logs", each)).status, 200);
  assert.is((await hoglet.warnings.list({ type: "not_kept" })).results[0]?.details["requests"], bodies.length);
});

entries("refuse an agent with another token, by header or query", async () => {
  await using hoglet = await createHoglet();
  const sent = toSent("logs", "json");
  assert.is((await send(hoglet, "/i/v1/logs", { ...sent, token: "phc_other" })).status, 401);
  assert.is((await send(hoglet, "/i/v1/logs", { ...sent, token: null })).status, 401);
  const byQuery = `/i/v1/logs?token=${hoglet.project.api_token}`;
  assert.is((await send(hoglet, byQuery, { ...sent, token: null })).status, 200);
  assert.is((await hoglet.events.list()).count, 4);
});

entries(
  "bound what each event gets of its process: large attributes of many records are not kept, and told",
  async () => {
    await using hoglet = await createHoglet();
    const attributes = [{ key: "service.name", value: { stringValue: "x".repeat(50_000) } }];
    const toBody = (count: number) => {
      const logRecords = Array.from({ length: count }, () => ({ body: { stringValue: "codex.run" } }));
      return JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] });
    };
    assert.is((await send(hoglet, "/i/v1/logs", { body: toBody(1000), headers: JSON_TYPE })).status, 200);
    assert.is((await hoglet.events.list()).count, 0);
    assert.is((await hoglet.warnings.list({ type: "not_kept" })).results[0]?.details["requests"], 1);
    assert.is((await send(hoglet, "/i/v1/logs", { body: toBody(10), headers: JSON_TYPE })).status, 200);
    assert.is((await hoglet.events.list()).count, 10);
  },
);

entries.run();
