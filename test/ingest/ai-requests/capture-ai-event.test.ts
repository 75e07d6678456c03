import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { send } from "./send.ts";
import type { Sent } from "./send.ts";

const UUID = "0197a000-0000-7000-8000-000000000001";

interface Part {
  name: string;
  type?: string;
  text: string;
}

const EVENT = { event: "$ai_generation", distinct_id: "u1", uuid: UUID };
const PROPERTIES = { $ai_model: "gpt-4o", $ai_provider: "openai", $ai_input_tokens: 1000, $ai_output_tokens: 100 };

function part(name: string, value: unknown, type = "application/json"): Part {
  return { name, type, text: JSON.stringify(value) };
}

function toMultipart(parts: readonly Part[], boundary = "b0"): string {
  const lines = parts.flatMap(({ name, type, text }) => [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    "",
    text,
  ]);
  return [...lines, `--${boundary}--`, ""].join("\r\n");
}

const FORM = { "content-type": "multipart/form-data; boundary=b0" };

const parts = suite("POST /i/v0/ai");

parts("stores an event of two parts, with its costs, and names the parts", async () => {
  await using hoglet = await createHoglet();
  const [event, properties] = [part("event", EVENT), part("event.properties", PROPERTIES)];
  const reply = await send(hoglet, "/i/v0/ai/", { body: toMultipart([event, properties]), headers: FORM });
  assert.is(reply.status, 200);
  assert.equal(await reply.json(), {
    accepted_parts: [event, properties].map(({ name, type, text }) => {
      return { name, length: text.length, "content-type": type, "content-encoding": null };
    }),
  });
  const stored = await hoglet.events.get(UUID);
  assert.is(stored.distinct_id, "u1");
  // 1,000 of $2.50 and 100 of $10 a million.
  assert.is(stored.properties["$ai_total_cost_usd"], 0.0035);
  assert.is(stored.properties["$ai_cost_model_provider"], "openai");
});

parts("takes gzip, a quoted boundary, embedded properties, and large ones in parts of their own", async () => {
  await using hoglet = await createHoglet();
  const body = toMultipart(
    [
      part("event", { ...EVENT, properties: PROPERTIES }),
      part("event.properties.$ai_input", [{ role: "user", content: "hi" }]),
      { name: "event.properties.$ai_output", type: "text/plain; charset=utf-8", text: "grüße" },
      part("event.properties.__proto__", { polluted: true }),
      { name: "event.properties.bytes", type: "application/octet-stream", text: "abc" },
    ],
    "a b",
  );
  const headers = { "content-type": 'multipart/form-data; boundary="a b"', "content-encoding": "gzip" };
  assert.is((await send(hoglet, "/i/v0/ai", { body: gzipSync(body), headers })).status, 200);
  const { properties } = await hoglet.events.get(UUID);
  assert.equal(properties["$ai_input"], [{ role: "user", content: "hi" }]);
  assert.is(properties["$ai_output"], "grüße");
  assert.equal(Object.getOwnPropertyDescriptor(properties, "__proto__")?.value, { polluted: true });
  assert.is(properties["bytes"], Buffer.from("abc").toString("base64"));
});

const own = part("event.properties", PROPERTIES);
const REFUSED: [name: string, status: number, text: RegExp, sent: Sent][] = [
  [
    "no token",
    401,
    /without an api_key/,
    { body: toMultipart([part("event", EVENT), own]), headers: FORM, token: null },
  ],
  [
    "another token",
    401,
    /unknown project token/,
    { body: toMultipart([part("event", EVENT)]), headers: FORM, token: "phc_other" },
  ],
  ["no body", 400, /no event/, { body: "", headers: FORM }],
  ["JSON", 400, /must be multipart/, { body: "{}", headers: { "content-type": "application/json" } }],
  ["no boundary", 400, /Invalid boundary/, { body: "x", headers: { "content-type": "multipart/form-data" } }],
  ["other bytes", 400, /Multipart parsing failed/, { body: "hello", headers: FORM }],
  ["a body that ends early", 400, /Multipart parsing failed/, { body: toMultipart([own]).slice(0, -9), headers: FORM }],
  [
    "another first part",
    400,
    /First part must be 'event', got 'event.properties'/,
    { body: toMultipart([own, part("event", EVENT)]), headers: FORM },
  ],
  [
    "an unknown part",
    400,
    /Unknown multipart field: 'more'/,
    { body: toMultipart([part("event", EVENT), own, part("more", 1)]), headers: FORM },
  ],
  [
    "a part twice",
    400,
    /Duplicate part: event.properties/,
    { body: toMultipart([part("event", EVENT), own, own]), headers: FORM },
  ],
  [
    "properties twice",
    400,
    /both embedded properties/,
    { body: toMultipart([part("event", { ...EVENT, properties: {} }), own]), headers: FORM },
  ],
  [
    "broken JSON",
    400,
    /Event part must be valid JSON/,
    { body: toMultipart([{ name: "event", text: "{" }]), headers: FORM },
  ],
  ["a list", 400, /Event must be a JSON object/, { body: toMultipart([part("event", [])]), headers: FORM }],
  [
    "an ordinary event",
    400,
    /must be one of: \$ai_generation.*got '\$pageview'/,
    { body: toMultipart([part("event", { ...EVENT, event: "$pageview" }), own]), headers: FORM },
  ],
  [
    "no distinct id",
    400,
    /missing 'distinct_id'/,
    { body: toMultipart([part("event", { ...EVENT, distinct_id: undefined }), own]), headers: FORM },
  ],
  ["no model", 400, /must contain '\$ai_model'/, { body: toMultipart([part("event", EVENT)]), headers: FORM }],
  [
    "an empty model",
    400,
    /cannot be empty/,
    { body: toMultipart([part("event", EVENT), part("event.properties", { $ai_model: "" })]), headers: FORM },
  ],
  [
    "no uuid",
    400,
    /UUID is required/,
    { body: toMultipart([part("event", { ...EVENT, uuid: undefined }), own]), headers: FORM },
  ],
  [
    "a wrong uuid",
    400,
    /Invalid UUID/,
    { body: toMultipart([part("event", { ...EVENT, uuid: "x" }), own]), headers: FORM },
  ],
  [
    "a large event",
    413,
    /Event part size \(\d+ bytes\)/,
    { body: toMultipart([part("event", { ...EVENT, x: "y".repeat(33_000) }), own]), headers: FORM },
  ],
  [
    "large properties",
    413,
    /Combined event and properties/,
    {
      body: toMultipart([part("event", EVENT), part("event.properties", { ...PROPERTIES, x: "y".repeat(983_040) })]),
      headers: FORM,
    },
  ],
  [
    "a blob without a type",
    400,
    /Missing required Content-Type/,
    { body: toMultipart([part("event", EVENT), own, { name: "event.properties.a", text: "x" }]), headers: FORM },
  ],
  [
    "an empty blob",
    400,
    /cannot be empty/,
    {
      body: toMultipart([part("event", EVENT), own, { name: "event.properties.a", type: "text/plain", text: "" }]),
      headers: FORM,
    },
  ],
  [
    "a blob within a property",
    400,
    /nested properties/,
    { body: toMultipart([part("event", EVENT), own, part("event.properties.a.b", 1)]), headers: FORM },
  ],
  [
    "a picture",
    400,
    /Unsupported content type/,
    {
      body: toMultipart([part("event", EVENT), own, { name: "event.properties.a", type: "image/png", text: "x" }]),
      headers: FORM,
    },
  ],
];

for (const [name, status, text, sent] of REFUSED) {
  parts(`refuses ${name}, and stores nothing`, async () => {
    await using hoglet = await createHoglet();
    const reply = await send(hoglet, "/i/v0/ai", sent);
    assert.is(reply.status, status);
    assert.match(await reply.text(), text);
    assert.is((await hoglet.events.list()).results.length, 0);
  });
}

parts.run();

const kept = suite("large and private properties");

kept("a large prompt is cut and told; the rest of the event stays", async () => {
  await using hoglet = await createHoglet();
  const properties = { ...PROPERTIES, $ai_input: [{ role: "user", content: "x".repeat(2_000_000) }] };
  const body = JSON.stringify({ api_key: hoglet.project.api_token, batch: [{ ...EVENT, properties }] });
  assert.is((await send(hoglet, "/i/v0/ai/batch/", { body, token: null })).status, 200);
  const stored = await hoglet.events.get(UUID);
  assert.is(String(stored.properties["$ai_input"]).length, 250_000);
  assert.is(stored.properties["$ai_total_cost_usd"], 0.0035);
  const [told] = (await hoglet.warnings.list()).results;
  assert.equal([told?.type, told?.details["property"]], ["ai_property_cut", "$ai_input"]);
});

kept("redacted properties are null, and their derived ones stay", async () => {
  await using hoglet = await createHoglet({ redact: ["$ai_input", "$ai_output_choices", "secret", "toString"] });
  const $ai_output_choices = [{ tool_calls: [{ function: { name: "pay" } }] }];
  const properties = { ...PROPERTIES, $ai_input: "card 4111", $ai_output_choices };
  await hoglet.capture([
    { ...EVENT, properties },
    { event: "paid", distinct_id: "u1", properties: { secret: 1, open: 2 } },
  ]);
  const stored = (await hoglet.events.get(UUID)).properties;
  assert.equal([stored["$ai_input"], stored["$ai_output_choices"], stored["$ai_tools_called"]], [null, null, "pay"]);
  const paid = (await hoglet.events.list({ event: "paid" })).results[0]?.properties;
  assert.equal([paid?.["secret"], paid?.["open"]], [null, 2]);
  assert.not(Object.hasOwn(paid ?? {}, "toString"));
});

kept.run();
