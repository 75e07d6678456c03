import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { whenAll } from "../support/rounds.ts";

// docs/manual/errors.md explains every code that a client can meet. The codes are read from the sources: arguments of the
// functions that make errors, and the values of `code` and of the storage's table.

const PAGE = "docs/manual/errors.md";

/** Place of the code among the arguments of each function that makes an error. */
const PLACE_OF_CODE: Readonly<Record<string, number>> = {
  invalid: 2,
  unauthenticated: 1,
  unavailable: 0,
  refuse: 1,
};

const codes = suite(PAGE);

codes("explains every code of the sources, and no other", () => {
  const told = [...readFileSync(PAGE, "utf8").matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code = ""]) => code);
  assert.equal(told.toSorted(), [...codesOfSources()].toSorted());
});

whenAll(codes)("the test can see a code", () => {
  assert.ok(codesOfSources().has("database_busy"));
});

codes.run();

/** The codes of all sources. */
function codesOfSources(): Set<string> {
  // The storage's and the client's defaults are parameters, not arguments.
  const all = new Set<string>(["not_authenticated"]);
  for (const file of globSync(["lib/**/*.ts", "adapters/{h3,posthog,testing}/**/*.ts"])) {
    const text = readFileSync(file, "utf8");
    if (!/HogletError|base\/errors|refuse|failed/.test(text)) continue;
    new Visitor({
      CallExpression({ callee, arguments: given }) {
        const place = callee.type === "Identifier" ? PLACE_OF_CODE[callee.name] : undefined;
        const argument = place === undefined ? undefined : given[place];
        if (argument?.type === "Literal" && isCode(argument.value)) all.add(argument.value);
      },
      Property({ key, value }) {
        const isNamed = key.type === "Identifier" && key.name === "code" && value.type === "Literal";
        if (isNamed && isCode(value.value)) all.add(value.value);
      },
      ArrayExpression({ elements: [prefix, code] }) {
        const isFailure = prefix?.type === "Literal" && String(prefix.value).startsWith("SQLITE_");
        if (isFailure && code?.type === "Literal") all.add(String(code.value));
      },
    }).visit(parseSync(file, text).program);
  }
  return all;
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && /^[a-z]+(?:_[a-z]+)*$/.test(value);
}
