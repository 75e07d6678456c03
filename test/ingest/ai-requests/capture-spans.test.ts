import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { send } from "./send.ts";
import type { Sent } from "./send.ts";

/** Bytes of the official exporters of OpenTelemetry, see fixtures/otlp.json. */
const { json, protobuf } = JSON.parse(readFileSync("fixtures/otlp.json", "utf8")) as {
  json: unknown;
  protobuf: string;
};

const spans = suite("POST /i/v0/ai/otel and /i/v1/traces");

const FORMS: [form: string, sent: Sent, answer: string][] = [
  ["JSON", { body: JSON.stringify(json), headers: { "content-type": "application/json" } }, "{}"],
  ["protobuf", { body: Buffer.from(protobuf, "base64"), headers: { "content-type": "application/x-protobuf" } }, ""],
];

for (const [form, sent, answer] of FORMS) {
  for (const path of ["/i/v0/ai/otel", "/i/v1/traces"]) {
    spans(`store ${form} with and without gzip at ${path}; the same spans again change nothing`, async () => {
      await using hoglet = await createHoglet({ now: "2024-01-01T01:00:00Z" });
      const packed = { body: gzipSync(sent.body), headers: { ...sent.headers, "content-encoding": "gzip" } };
      for (const each of [sent, packed]) {
        const reply = await send(hoglet, path, each);
        assert.equal([reply.status, await reply.text()], [200, answer]);
        assert.is(reply.headers.get("content-type"), sent.headers?.["content-type"]);
      }
      const { results } = await hoglet.events.list({ limit: 10 });
      assert.equal(results.map(({ event }) => event).toSorted(), ["$ai_generation", "$ai_trace"]);
      const generation = results.find(({ event }) => event === "$ai_generation");
      const trace = results.find(({ event }) => event === "$ai_trace");
      assert.is(Date.parse(generation?.timestamp ?? ""), Date.UTC(2024, 0, 1, 0, 0, 0, 250));
      assert.is(generation?.distinct_id, "user-7");
      const { properties = {} } = generation ?? {};
      assert.is(properties["$ai_parent_id"], trace?.properties["$ai_span_id"]);
      assert.is(properties["$ai_trace_id"], trace?.properties["$ai_trace_id"]);
      assert.match(String(properties["$ai_trace_id"]), /^[0-9a-f]{32}$/);
      assert.equal(
        [
          properties["$ai_model"],
          properties["$ai_input_tokens"],
          properties["$ai_latency"],
          properties["service.name"],
        ],
        ["gpt-4o", 1000, 1.5, "shop"],
      );
      assert.is(properties["$ai_total_cost_usd"], 0.0035);
      assert.equal(properties["numbers"], [1, 2.5, -3]);
      assert.equal(
        [properties["$ai_is_error"], properties["$ai_error"], properties["$ai_http_status"]],
        [true, "RateLimitError: Too many requests", 429],
      );
      assert.equal([properties["$lib"], properties["$lib_version"]], ["posthog-otel", "1.2.3"]);
      assert.is(properties["$geoip_disable"], true);
      assert.not.ok("host.name" in properties || "telemetry.sdk.language" in properties);
      const told = (await hoglet.warnings.list({ type: "not_kept" })).results;
      assert.is(told.length, path === "/i/v1/traces" ? 1 : 0, "a span of HTTP is among them");
    });
  }
}

function toSpan(traceId: string, attributes: object[]): object {
  return {
    traceId,
    spanId: traceId.slice(16),
    startTimeUnixNano: "1704067200000000000",
    attributes: [{ key: "gen_ai.operation.name", value: { stringValue: "chat" } }, ...attributes],
  };
}

spans("a trace without a user is stored without a person", async () => {
  await using hoglet = await createHoglet();
  const session = [{ key: "gen_ai.conversation.id", value: { stringValue: "s1" } }];
  const all = [toSpan("a".repeat(32), []), toSpan("b".repeat(32), session), toSpan("c".repeat(32), session)];
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: all }] }] });
  await send(hoglet, "/i/v0/ai/otel", { body, headers: { "content-type": "application/json" } });
  const { results } = await hoglet.events.list();
  const [first, second, third] = [..."abc"].map(
    (letter) => results.find(({ properties }) => String(properties["$ai_trace_id"]).startsWith(letter))?.distinct_id,
  );
  assert.is(second, third);
  assert.is.not(first, second);
  assert.is((await hoglet.persons.list()).results.length, 0);
});

spans("a request of other spans alone is told at both doors", async () => {
  await using hoglet = await createHoglet();
  const other = { traceId: "a".repeat(32), spanId: "b".repeat(16), attributes: [] };
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [other] }] }] });
  for (const path of ["/i/v0/ai/otel", "/i/v1/traces"]) {
    assert.is((await send(hoglet, path, { body, headers: { "content-type": "application/json" } })).status, 200);
  }
  const told = (await hoglet.warnings.list({ type: "not_kept" })).results.map(({ details }) => details["path"]);
  assert.equal(told.toSorted(), ["/i/v0/ai/otel", "/i/v1/traces"]);
});

const valid = Buffer.from(protobuf, "base64");
const BROKEN: [name: string, status: number, text: RegExp, sent: Sent][] = [
  ["no token", 401, /without an api_key/, { body: "{}", headers: { "content-type": "application/json" }, token: null }],
  ["another type", 400, /Content-Type must be/, { body: "{}", headers: { "content-type": "text/plain" } }],
  ["broken JSON", 400, /Invalid JSON/, { body: "{", headers: { "content-type": "application/json" } }],
  ["another JSON", 400, /expected an object/, { body: "[]", headers: { "content-type": "application/json" } }],
  [
    "another shape",
    400,
    /resourceSpans to be a list/,
    { body: '{"resourceSpans":1}', headers: { "content-type": "application/json" } },
  ],
  [
    "many spans with large attributes of their process",
    413,
    /each item gets all of them/,
    {
      body: JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: [{ key: "service.name", value: { stringValue: "x".repeat(50_000) } }] },
            scopeSpans: [{ spans: Array.from({ length: 900 }, () => ({})) }],
          },
        ],
      }),
      headers: { "content-type": "application/json" },
    },
  ],
  [
    "too many spans",
    400,
    /Too many spans: 1001/,
    {
      body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: 1001 }, () => ({})) }] }] }),
      headers: { "content-type": "application/json" },
    },
  ],
  [
    "cut protobuf",
    400,
    /Invalid protobuf/,
    { body: valid.subarray(0, valid.length - 5), headers: { "content-type": "application/x-protobuf" } },
  ],
  [
    "other bytes",
    400,
    /Invalid protobuf/,
    { body: Buffer.from("hello world"), headers: { "content-type": "application/x-protobuf" } },
  ],
  ["5 MiB", 413, /bytes/, { body: Buffer.alloc(5 * 1024 * 1024, 32), headers: { "content-type": "application/json" } }],
  [
    "5 MiB in gzip",
    413,
    /bytes/,
    {
      body: gzipSync(Buffer.alloc(5 * 1024 * 1024, 32)),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    },
  ],
];

for (const [name, status, text, sent] of BROKEN) {
  spans(`refuse ${name}`, async () => {
    await using hoglet = await createHoglet();
    const reply = await send(hoglet, "/i/v0/ai/otel", sent);
    assert.is(reply.status, status);
    assert.match(await reply.text(), text);
    assert.is((await hoglet.events.list()).results.length, 0);
  });
}

spans("values that are nested too deeply are refused in both forms", async () => {
  await using hoglet = await createHoglet();
  let value: object = { stringValue: "x" };
  // As protobuf: a list's value is field 5, an item of the list field 1.
  let bytes: Buffer = Buffer.from([0x0a, 1, 0x78]);
  for (let depth = 0; depth < 120; depth++) {
    value = { arrayValue: { values: [value] } };
    bytes = field(5, field(1, bytes));
  }
  const attribute = Buffer.concat([field(1, Buffer.from("gen_ai.x")), field(2, bytes)]);
  const deep = field(1, field(2, field(2, field(9, attribute))));
  const body = JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ spans: [{ attributes: [{ key: "gen_ai.x", value }] }] }] }],
  });
  const replies = [
    await send(hoglet, "/i/v0/ai/otel", { body, headers: { "content-type": "application/json" } }),
    await send(hoglet, "/i/v0/ai/otel", { body: deep, headers: { "content-type": "application/x-protobuf" } }),
  ];
  for (const reply of replies) assert.equal([reply.status, /nested at most 100/.test(await reply.text())], [400, true]);
});

/** A field of bytes in protobuf. */
function field(number: number, bytes: Uint8Array): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length]), bytes]);
}

spans.run();
