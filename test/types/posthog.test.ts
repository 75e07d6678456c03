import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { whenAll } from "../support/rounds.ts";
import { queryKinds } from "../../lib/query/index.ts";
import { ensureBuilt } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { sayMissing } from "../support/skipped.ts";

// PostHog's own types of answers, which a tool of theirs makes from their OpenAPI document (@posthog/agent-toolkit), accept the
// answers of `hoglet.ask`: the built declarations are compiled against them.

const TOOLKIT = "test/clients/toolkit/node_modules/@posthog/agent-toolkit/dist";

/** The kinds that have a type of answer there, with its name. */
const ANSWERS: Readonly<Record<string, string>> = {
  TrendsQuery: "TrendsQueryResponse",
  FunnelsQuery: "FunnelsQueryResponse",
  RetentionQuery: "RetentionQueryResponse",
  PathsQuery: "PathsQueryResponse",
  LifecycleQuery: "LifecycleQueryResponse",
  StickinessQuery: "StickinessQueryResponse",
  FunnelCorrelationQuery: "FunnelCorrelationResponse",
  HogQLQuery: "HogQLQueryResponse",
  EventsQuery: "EventsQueryResponse",
  ActorsQuery: "ActorsQueryResponse",
  GroupsQuery: "GroupsQueryResponse",
  SessionsTimelineQuery: "SessionsTimelineQueryResponse",
  WebOverviewQuery: "WebOverviewQueryResponse",
  WebStatsTableQuery: "WebStatsTableQueryResponse",
  EventTaxonomyQuery: "EventTaxonomyQueryResponse",
  TeamTaxonomyQuery: "TeamTaxonomyQueryResponse",
  ActorsPropertyTaxonomyQuery: "ActorsPropertyTaxonomyQueryResponse",
  HogQLMetadata: "HogQLMetadataResponse",
  DatabaseSchemaQuery: "DatabaseSchemaQueryResponse",
  InsightActorsQueryOptions: "InsightActorsQueryOptionsResponse",
};

/** An interface is no record in TypeScript, although its values are: `Plain` makes it one. */
const HEAD = `
import type { AnswerTo } from "hoglet";
import type { Schemas } from "./schemas.d.ts";
type Plain<T> = T extends readonly (infer E)[] ? Plain<E>[] : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type Takes<Theirs, Ours extends Theirs> = Ours;
`;

const types = suite("PostHog's types of answers");

types("are compared for kinds that hoglet answers", () => {
  const known = new Set(queryKinds().map(({ kind }) => kind));
  assert.equal(
    Object.keys(ANSWERS).filter((kind) => !known.has(kind)),
    [],
  );
});

if (!existsSync(TOOLKIT)) {
  sayMissing("PostHog's own tools for agents", "npm install --prefix test/clients/toolkit");
} else {
  whenAll(types)("accept those of hoglet.ask, and refuse wrong ones", () => {
    const lines = Object.entries(ANSWERS).map(
      ([kind, answer]) => `export type Of${kind} = Takes<Schemas.${answer}, Plain<AnswerTo<"${kind}">>>;`,
    );
    const wrong = `// @ts-expect-error -- actors are no funnel's correlation
export type Wrong = Takes<Schemas.FunnelCorrelationResponse, Plain<AnswerTo<"ActorsQuery">>>;`;
    assert.is(compile([HEAD, ...lines, wrong].join("\n")), "");
  });
}

/** The errors of the compiler about a text beside PostHog's types and the package. */
function compile(text: string): string {
  ensureBuilt("types");
  const folder = tempFolder();
  for (const name of ["hoglet", "@types/node"]) {
    const place = folder.file(`node_modules/${name}`);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(name === "hoglet" ? resolve(".") : resolve("node_modules", name), place);
  }
  writeFileSync(folder.file("schemas.d.ts"), readSchemas());
  writeFileSync(folder.file("answers.mts"), text);
  const compilerOptions = { module: "nodenext", types: ["node"], strict: true, skipLibCheck: true, noEmit: true };
  writeFileSync(folder.file("tsconfig.json"), JSON.stringify({ compilerOptions, files: ["answers.mts"] }));
  const compiler = resolve("node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder.path], { encoding: "utf8" });
  folder.remove();
  return stdout;
}

/** The namespace of types, which the package does not export, as a module of its own. */
function readSchemas(): string {
  const [path = ""] = globSync(`${TOOLKIT}/types-*.d.ts`);
  const declarations = readFileSync(path, "utf8");
  const start = declarations.indexOf("declare namespace Schemas {");
  const end = declarations.indexOf("\n}\n", start);
  return `export ${declarations.slice(start, end)}\n}\n`;
}

types.run();
