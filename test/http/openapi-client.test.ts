import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { insightKinds, insightPaths } from "../../lib/questions/index.ts";
import { document } from "../support/conformance.ts";
import { contractRequest, contractRows } from "../support/contract-rows.ts";
import { toClientTypes } from "../support/openapi-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const P = "/api/projects/{project_id}";

/** Compiles a program over the client's types. @returns the errors, a line each */
function compile(program: string): string[] {
  const folder = tempFolder();
  const compilerOptions = {
    module: "nodenext",
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  writeFileSync(folder.file("package.json"), '{ "type": "module" }');
  writeFileSync(folder.file("tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  writeFileSync(folder.file("client.d.ts"), toClientTypes(document));
  writeFileSync(folder.file("program.ts"), `import type { Operations, Schemas } from "./client.d.ts";\n${program}`);
  const { stdout } = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder.path], {
    encoding: "utf8",
  });
  folder.remove();
  return stdout.split("\n").filter((line) => line.includes("error"));
}

/** Makes a constant of an operation's part, of `"POST /path" = value`. */
function toLine(part: string): (line: string, index: number) => string {
  return (line, index) => {
    const [operation, value] = line.split(" = ");
    return `export const ${part}${index}: Operations[${operation}]["${part}"] = ${value};`;
  };
}

/** Fields that are known only so that they can be refused have no type. */
function isRead(schema: unknown): boolean {
  return (schema as { wrapped?: { type: string } }).wrapped?.type !== "unknown";
}

const client = suite("a client made from the OpenAPI document");

whenAll(client)("compiles with the example of every question, and of every question for people", () => {
  const bodies = insightKinds.map(({ path, example }) => `"POST ${P}/insights/${path}" = ${JSON.stringify(example)}`);
  const queries = insightKinds.map(
    ({ people: { path, example } }) => `"GET ${P}/persons/${path}" = ${JSON.stringify(example)}`,
  );
  assert.equal(compile([...bodies.map(toLine("body")), ...queries.map(toLine("query"))].join("\n")), []);
});

whenAll(client)("knows every field of every question by its type", () => {
  const program = insightPaths.map(([path, kinds], index) => {
    const fields = kinds.flatMap(({ fields: { entries } }) =>
      Object.entries(entries).flatMap(([name, schema]) => (isRead(schema) ? [JSON.stringify(name)] : [])),
    );
    return `type Body${index} = Operations["POST ${P}/insights/${path}"]["body"];
      export const fields${index}: (keyof Body${index})[] = [${fields.join(", ")}];
      export const types${index}: (unknown extends Body${index}[keyof Body${index}] ? "unknown" : "typed") = "typed";`;
  });
  assert.equal(compile(program.join("\n")), []);
});

whenAll(client)("refuses a field that no question has, and a value of another type", () => {
  const wrong = [
    `"POST ${P}/insights/trend"]["body"] = { smoothing_intervals: true }`,
    `"POST ${P}/insights/trend"]["body"] = { shown_as: "Funnel" }`,
    `"POST ${P}/insights/funnel"]["body"] = { funnel_window_dayz: 7 }`,
    `"POST ${P}/insights/retention"]["body"] = { total_intervals: [8] }`,
    `"GET ${P}/persons/stickiness"]["query"] = { stickiness_days: {} }`,
  ];
  const lines = wrong.map((line, index) => `export const wrong${index}: Operations[${line};`);
  const errors = compile(lines.join("\n"));
  assert.is(errors.length, wrong.length, errors.join("\n"));
});

whenAll(client)("compiles with the request of every row of the contract; test/contract.test.ts sends these", () => {
  const rows = contractRows().map((row) => {
    const operation = `"${row.method} ${P}${row.path.replaceAll(/:(\w+)/g, "{$1}")}"`;
    const { query, body } = contractRequest(row);
    const format = row.isOfPersons ? { format: "csv" } : {};
    return {
      operation,
      query: JSON.stringify({ ...query, ...format }),
      body: row.body.length > 0 && JSON.stringify(body),
    };
  });
  assert.is(rows.length, 33);
  const queries = rows.map(({ operation, query }) => `${operation} = ${query}`);
  const bodies = rows.flatMap(({ operation, body }) => (body === false ? [] : [`${operation} = ${body}`]));
  assert.equal(compile([...queries.map(toLine("query")), ...bodies.map(toLine("body"))].join("\n")), []);
});

whenAll(client)("reads answers", () => {
  const program = `
    declare const trend: Operations["POST ${P}/insights/trend"]["answer"];
    export const counts: number[] = trend.result.map(({ count }) => count);
    declare const people: Operations["GET ${P}/persons/stickiness"]["answer"];
    export const first: number | undefined = people.results[0]?.count;
    declare const person: Schemas["Person"];
    export const id: number = person.id;`;
  assert.equal(compile(program), []);
});

client.run();
