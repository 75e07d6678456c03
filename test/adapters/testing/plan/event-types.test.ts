import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as v from "valibot";
import { capturedTypes, defineEvents, planTypes, toDeclarations } from "../../../../adapters/testing/index.ts";
import type { StandardSchema } from "../../../../adapters/testing/index.ts";
import { inferType, toTypeText } from "../../../../adapters/testing/plan/json-type.ts";

const texts = suite("toTypeText");

texts("writes TypeScript for JSON Schema", () => {
  const object = { type: "object", properties: { a: { type: "integer" }, "b c": { type: "string" } }, required: ["a"] };
  const pairs = [
    [{ type: "string" }, "string"],
    [{ type: ["number", "null"] }, "number | null"],
    [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
    [{ const: true }, "true"],
    [{ anyOf: [{ type: "string" }, { type: "string" }, { type: "boolean" }] }, "string | boolean"],
    [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }, "(string | number)[]"],
    [{ type: "array" }, "(unknown)[]"],
    [object, '{ a: number; "b c"?: string }'],
    [
      { allOf: [object, { type: "object", properties: { d: {} } }] },
      '({ a: number; "b c"?: string }) & ({ d?: unknown })',
    ],
    [{ type: "object" }, "Record<string, unknown>"],
    [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
    [{}, "unknown"],
  ] as const;
  for (const [schema, text] of pairs) assert.is(toTypeText(schema), text);
});

texts.run();

const inferred = suite("inferType");
const text = (values: unknown[]) => toTypeText(inferType(values));

inferred("finds the type of all values: what some objects lack is optional", () => {
  assert.is(text(["a", "b"]), "string");
  assert.is(text([1, "a", null, 2]), "null | number | string");
  assert.is(
    text([
      { a: 1, b: [1, "x"] },
      { a: "1", c: { d: true } },
    ]),
    "{ a: number | string; b?: (number | string)[]; c?: { d: boolean } }",
  );
  assert.is(text([[]]), "(unknown)[]");
});

inferred.run();

const declarations = suite("toDeclarations");

declarations("writes a plan's events, by what each schema takes", () => {
  const opaque: StandardSchema = { "~standard": { version: 1, vendor: "x", validate: (value) => ({ value }) } };
  const described = {
    "~standard": {
      ...opaque["~standard"],
      jsonSchema: { input: () => ({ type: "object", properties: { z: { type: "string" } } }) },
    },
  };
  const plan = defineEvents({
    "signed up": v.object({
      plan: v.picklist(["free", "pro"]),
      source: v.optional(v.string()),
      n: v.pipe(v.string(), v.transform(Number)),
    }),
    opaque,
    described: described as StandardSchema,
  });
  const written = toDeclarations(planTypes(plan));
  assert.match(written, '  "signed up": { plan: "free" | "pro"; source?: string; n: string };\n');
  assert.match(written, "  opaque: unknown;\n  described: { z?: string };\n");
});

declarations("writes what was captured, without what clients add", async () => {
  const types = await capturedTypes([
    { event: "paid", properties: { amount: 1, $lib: "web" } },
    { event: "paid", properties: { amount: 2, coupon: "X" } },
    { event: "$pageview", properties: {} },
    { event: "left" },
  ]);
  const written = toDeclarations(types);
  assert.match(written, "  left: Record<string, unknown>;\n  paid: { amount: number; coupon?: string };\n");
  assert.not.match(written, "$pageview");
});

declarations.run();
