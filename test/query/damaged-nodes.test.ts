import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { queryKinds } from "../../lib/query/registry.ts";
import { size } from "../support/rounds.ts";

// Clients may keep and convert a query that cannot be run. One field of each kind's example is taken away or replaced at a time.

type Fields = Record<string, unknown>;

/** Each stands in turn in a field's place; undefined = the field is taken away. The last has no text: `String` throws. */
const REPLACEMENTS: readonly unknown[] = [undefined, null, 0, "x", [], {}, [null], { kind: 1 }, { toString: 0 }];

/** The value in every form that it has with one of its fields damaged, at any depth. */
function* damage(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      for (const damaged of damage(member)) yield value.with(index, damaged);
      for (const other of REPLACEMENTS) yield value.with(index, other);
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    for (const damaged of damage(field)) yield { ...value, [name]: damaged };
    for (const other of REPLACEMENTS) yield { ...value, [name]: other };
  }
}

const damaged = suite("damaged query nodes");

for (const { kind, example } of queryKinds()) {
  damaged(`a ${kind} is converted, run, kept and listed, or refused with 400`, async () => {
    await using hoglet = await createHoglet();
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await hoglet.fetch(`http://hoglet.test/api/projects/1/${path}`, {
        method,
        headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    for (const [place, query] of [...(damage(example) as Generator<Fields>)].entries()) {
      // There are nine replacements, so that a tenth of the places has each of them.
      if (size(place % 10 > 0, false)) continue;
      for (const path of ["query/upgrade/", "query/", "insights/"]) {
        const { status, text } = await send("POST", path, { query });
        assert.ok(
          [200, 201, 400].includes(status),
          `${path} ${JSON.stringify(query)}: ${status} ${text.slice(0, 300)}`,
        );
      }
    }
    assert.is((await send("GET", "insights/?limit=1000")).status, 200);
  });
}

damaged.run();
