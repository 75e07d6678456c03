import { readFileSync } from "node:fs";
import type { Plugin } from "rolldown";

// Packages bring parts that hoglet never asks for: a fifth of the packed package, and listhen whole would double the time that
// the command takes to load. These parts become empty modules here. Each says why nothing of it runs; the tests of the built
// command and of plugins (`test/bin`, `test/smoke`, `test/matrix`) would meet one that does.

/** Parts of listhen that are imported only when an option asks for them, which the command never gives (`bin/bind.ts`). */
const NEVER_IMPORTED =
  /^(?:untun|tinyclip|crossws\/adapters\/node|jiti|@parcel\/watcher(?:-wasm)?|\.\.\/chunks\/xdg-open\.mjs)$/;

/** The functions of zod that make JSON Schema, which each schema names and nothing here calls. */
const JSON_SCHEMA_MAKERS = ["json-schema-processors", "to-json-schema"].flatMap((name) =>
  [...readFileSync(`node_modules/zod/v4/core/${name}.js`, "utf8").matchAll(/^export (?:const|function) (\w+)/gm)].map(
    (match) => `none as ${match[1]}`,
  ),
);
const NO_JSON_SCHEMA = `const none = () => null; export { ${JSON_SCHEMA_MAKERS.join(", ")} };`;

interface Part {
  /** The package that imports it. */
  of: "listhen" | "sucrase" | "cli-progress" | "@modelcontextprotocol/sdk" | "zod";
  /** The specifier in its import. */
  specifier: string;
  /** The replacement module. */
  code: string;
}

/** Functions that sucrase's parser calls only for the transform "flow". */
const FLOW_FUNCTIONS = [
  "flowAfterParseClassSuper",
  "flowAfterParseVarHead",
  "flowParseArrow",
  "flowParseAssignableListItemTypes",
  "flowParseExportDeclaration",
  "flowParseExportStar",
  "flowParseFunctionBodyAndFinish",
  "flowParseIdentifierStatement",
  "flowParseImportSpecifier",
  "flowParseMaybeAssign",
  "flowParseSubscript",
  "flowParseSubscripts",
  "flowParseTypeAnnotation",
  "flowParseTypeParameterDeclaration",
  "flowParseVariance",
  "flowShouldDisallowExportDefaultSpecifier",
  "flowShouldParseExportDeclaration",
  "flowShouldParseExportStar",
  "flowStartParseAsyncArrowFromCallExpression",
  "flowStartParseFunctionParams",
  "flowStartParseImportSpecifiers",
  "flowStartParseNewArguments",
  "flowStartParseObjPropValue",
  "flowTryParseExportDefaultExpression",
  "flowTryParseStatement",
];

/** A module of functions that end loudly when they are called after all. */
const FLOW_PARSER = `const absent = () => { throw new Error("hoglet is built without the parser of Flow."); };
export { ${FLOW_FUNCTIONS.map((name) => `absent as ${name}`).join(", ")} };`;

/** Transformers that sucrase creates for options and transforms which `lib/plugins/transform.ts` does not give. */
const UNUSED_TRANSFORMERS = [
  "ESMImportTransformer",
  "FlowTransformer",
  "JestHoistTransformer",
  "NumericSeparatorTransformer",
  "OptionalCatchBindingTransformer",
  "OptionalChainingNullishTransformer",
  "ReactHotLoaderTransformer",
];

const PARTS: Part[] = [
  // Self-signed certificates, which hoglet makes itself (`bin/self-signed.ts`).
  { of: "listhen", specifier: "node-forge", code: "export default {};" },
  // Its log: warnings on stderr.
  { of: "listhen", specifier: "consola", code: "export const consola = console; export default console;" },
  // Maps of sources, which `lib/plugins/transform.ts` does not ask for.
  {
    of: "sucrase",
    specifier: "@jridgewell/gen-mapping",
    code: "export class GenMapping {} export const maybeAddSegment = null, toEncodedMap = null;",
  },
  // A check of the options, which the compiler has checked.
  {
    of: "sucrase",
    specifier: "ts-interface-checker",
    code: "export const createCheckers = () => ({ Options: { strictCheck() {} } });",
  },
  { of: "sucrase", specifier: "./Options-gen-types", code: "export default {};" },
  // Flow: plugins are JavaScript or TypeScript.
  { of: "sucrase", specifier: "../plugins/flow", code: FLOW_PARSER },
  { of: "sucrase", specifier: "./flow", code: FLOW_PARSER },
  ...UNUSED_TRANSFORMERS.map((name): Part => ({
    of: "sucrase",
    specifier: `./${name}`,
    code: `export default class ${name} {}`,
  })),
  // The MCP server asks users nothing, whose answers this would check: it hands over a validator of its own, and ajv is half of the SDK.
  {
    of: "@modelcontextprotocol/sdk",
    specifier: "../validation/ajv-provider.js",
    code: "export class AjvJsonSchemaValidator {}",
  },
  // The SDK's messages are schemas of zod 4. Schemas of zod 3, and JSON Schema made of either, are for `McpServer`.
  { of: "@modelcontextprotocol/sdk", specifier: "zod/v3", code: "export const object = null;" },
  { of: "@modelcontextprotocol/sdk", specifier: "zod-to-json-schema", code: "export const zodToJsonSchema = null;" },
  {
    of: "@modelcontextprotocol/sdk",
    specifier: "zod/v4-mini",
    code: 'export { safeParse, safeParseAsync } from "zod/v4/core"; export const object = null, toJSONSchema = null;',
  },
  { of: "zod", specifier: "../core/json-schema-processors.js", code: NO_JSON_SCHEMA },
  { of: "zod", specifier: "./json-schema-processors.js", code: NO_JSON_SCHEMA },
  { of: "zod", specifier: "../core/to-json-schema.js", code: NO_JSON_SCHEMA },
  { of: "zod", specifier: "./to-json-schema.js", code: NO_JSON_SCHEMA },
  { of: "zod", specifier: "./from-json-schema.js", code: "export const fromJSONSchema = null;" },
  { of: "zod", specifier: "./json-schema-generator.js", code: "export const JSONSchemaGenerator = null;" },
  // The width of wide characters and emoji: hoglet's bars hold digits and Latin letters (`bin/progress.ts`).
  { of: "cli-progress", specifier: "string-width", code: "module.exports = (text) => text.length;" },
];

const SPECIFIERS = new Set(PARTS.map(({ specifier }) => specifier));

/** The id of a module that stands for a part. */
const EMPTY = "\0lean:";

/** The places of parts that were imported. */
const met = new Set<number>();

/** Removes unused parts of packages from the bundles. */
export const leanPackages: Plugin = {
  name: "lean-packages",
  resolveId(id, from) {
    if (!SPECIFIERS.has(id) && !NEVER_IMPORTED.test(id)) return null;
    const importer = /[\\/]node_modules[\\/](listhen|sucrase|cli-progress|@modelcontextprotocol[\\/]sdk|zod)[\\/]/
      .exec(from ?? "")?.[1]
      ?.replace("\\", "/");
    if (importer === "listhen" && NEVER_IMPORTED.test(id)) return { id, external: true };
    const part = PARTS.findIndex(({ of, specifier }) => of === importer && specifier === id);
    if (part === -1) return null;
    met.add(part);
    return `${EMPTY}${part}`;
  },
  buildEnd() {
    const moved = PARTS.filter((_, place) => !met.has(place)).map(({ of, specifier }) => `${of} (${specifier})`);
    if (moved.length > 0)
      throw new Error(
        `These packages no longer import a part that build/lean-packages.ts leaves out: ${moved.join(", ")}.`,
      );
  },
  load: (id) => (id.startsWith(EMPTY) ? (PARTS[Number(id.slice(EMPTY.length))]?.code ?? null) : null),
};
