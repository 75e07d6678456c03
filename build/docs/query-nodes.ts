import { globSync, readFileSync } from "node:fs";
import type * as v from "valibot";
import { FiltersField } from "../../lib/events/filters/index.ts";
import { queryKinds } from "../../lib/query/index.ts";
import {
  BreakdownFilterNode,
  CompareFilterNode,
  DateRangeNode,
  idleEntries,
  insightNodeEntries,
} from "../../lib/questions/shared/node-fields.ts";
import { ActionsNode, EventsNode, GroupNode, SeriesList } from "../../lib/questions/shared/node-series.ts";
import { toCell } from "./cell.ts";
import { constantDoc, fieldDocs } from "./field-docs.ts";
import type { FieldDoc } from "./field-docs.ts";

const HEAD = `# Query nodes

\`npm run docs\` writes this page from the schemas. \`hoglet.ask(node)\` answers a node in process, \`POST …/query/\` with \`{ "query": node }\`
over HTTP, and insights are saved by it. A field that is null counts as absent, and an unknown field is refused with 400 by its name.

- \`InsightVizNode\`, \`DataTableNode\` and \`DataVisualizationNode\` say how an answer is drawn. Their \`source\` is one of the nodes below,
  and their answer is that of the source.
- \`version\`, \`modifiers\`, \`tags\`, \`response\` and \`dataColorTheme\` are taken and change no answer.
- A **bold** field is required.
`;

const FILTERS = `## Filters

A list of filters that must all pass, or a group \`{ "type": "AND" | "OR", "values": [ … ] }\`. A filter has \`key\`, \`value\`, \`operator\` and
\`type\`: \`event\` (the default), \`person\`, \`group\` (with \`group_type_index\`), \`session\`, \`cohort\`, \`element\`, \`event_metadata\`,
\`feature\` or \`hogql\`.

\`\`\`json
{ "key": "plan", "value": ["pro", "team"], "operator": "exact", "type": "person" }
\`\`\`
`;

type Schema = v.GenericSchema & {
  type: string;
  wrapped?: Schema;
  entries?: Record<string, Schema>;
  item?: Schema;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly { type: string; requirement?: unknown }[];
};

/** Parts that several nodes have: a section of their own each. */
const SHARED: readonly { name: string; title: string; file: string; schema: unknown }[] = [
  { name: "DateRangeNode", title: "Date range", file: "node-fields", schema: DateRangeNode },
  { name: "CompareFilterNode", title: "Compared period", file: "node-fields", schema: CompareFilterNode },
  { name: "BreakdownFilterNode", title: "Breakdown", file: "node-fields", schema: BreakdownFilterNode },
  { name: "EventsNode", title: "EventsNode", file: "node-series", schema: EventsNode },
  { name: "ActionsNode", title: "ActionsNode", file: "node-series", schema: ActionsNode },
  { name: "GroupNode", title: "GroupNode", file: "node-series", schema: GroupNode },
];

const IDLE = new Set([...Object.keys(idleEntries), "dataColorTheme"]);

/** The page of all nodes that can be asked. */
export function queryNodesPage(): string {
  const kinds = queryKinds().map(({ kind, summary, example, node }) => {
    const { file, name } = placeOf(kind);
    const docs = fieldDocs(file, name);
    const own = node as unknown as Schema;
    const isInsight = Object.entries(insightNodeEntries).every(
      ([field, schema]) => own.entries?.[field] === schema || field === "aggregation_group_type_index",
    );
    const more = isInsight ? "\nAlso [the fields of all insights](#fields-of-all-insights).\n" : "";
    return `\n## ${kind}\n\n${summary}\n\n\`\`\`json\n${toJson(example)}\n\`\`\`\n\n${toTable(own, docs, isInsight)}${more}`;
  });
  const common = { entries: insightNodeEntries } as unknown as Schema;
  const insights = `\n## Fields of all insights\n\n${toTable(common, fieldDocs(shared("node-fields"), "insightNodeEntries"), false)}`;
  const parts = SHARED.map(({ name, title, file, schema }) => {
    const about = constantDoc(shared(file), name);
    return `\n## ${title}\n\n${about}\n\n${toTable(schema as Schema, fieldDocs(shared(file), name), false)}`;
  });
  return [HEAD, ...kinds, insights, ...parts, `\n${FILTERS}`].join("");
}

/** Columns of a line of JSON. */
const WIDTH = 110;

/** JSON with lists and objects on one line where they fit. */
function toJson(value: unknown, indent = ""): string {
  const inline = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ").replaceAll("[ ", "[").replaceAll(" ]", "]");
  if (typeof value !== "object" || value === null || indent.length + inline.length <= WIDTH) return inline;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${toJson(item, inner)}`)
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${toJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function shared(file: string): string {
  return `lib/questions/shared/${file}.ts`;
}

/** The constant with the schema of a kind. */
function placeOf(kind: string): { file: string; name: string } {
  for (const file of globSync("lib/{query,questions}/**/*.ts").toSorted()) {
    const text = readFileSync(file, "utf8");
    const own = text.indexOf(`kind: v.literal("${kind}")`);
    // Kinds of a table have their fields in a constant above it.
    const at = own === -1 ? text.indexOf(`\n  ${kind}: {\n    summary:`) : own;
    const names = own === -1 ? /^const (\w+Fields)\b/gm : /^(?:export )?const (\w+)/gm;
    const name = at === -1 ? undefined : [...text.slice(0, at).matchAll(names)].at(-1)?.[1];
    if (name !== undefined) return { file: file.replaceAll("\\", "/"), name };
  }
  throw new Error(`No schema of ${kind} was found.`);
}

function toTable(schema: Schema, docs: Map<string, FieldDoc>, isInsight: boolean): string {
  const rows = toRows(schema, docs, "", isInsight);
  if (rows.length === 0) return "It has no fields of its own.\n";
  return `| field | type | what it does | default |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`;
}

function toRows(schema: Schema, docs: Map<string, FieldDoc>, path: string, isInsight: boolean): string[] {
  return Object.entries(schema.entries ?? {}).flatMap(([field, given]) => {
    if (field === "kind" || IDLE.has(field)) return [];
    if (isInsight && (insightNodeEntries as Record<string, unknown>)[field] === given) return [];
    const doc = docs.get(field) ?? { text: "", default: "", constant: null };
    const isRequired = !/^(?:nullish|optional|exact_optional)$/.test(given.type);
    const name = isRequired ? `**\`${path}${field}\`**` : `\`${path}${field}\``;
    const inner = unwrap(given);
    const row = `| ${name} | ${toType(given)} | ${toCell(doc.text)} | ${toCell(doc.default)} |`;
    const object = inner.type === "array" && inner.item !== undefined ? unwrap(inner.item) : inner;
    if (object.entries === undefined || toLink(object) !== null) return [row];
    const below = doc.constant === null ? new Map<string, FieldDoc>() : fieldDocs(doc.constant.file, doc.constant.name);
    return [row].concat(toRows(object, below, `${path}${field}${object === inner ? "" : "[]"}.`, false));
  });
}

function unwrap(schema: Schema): Schema {
  return schema.wrapped === undefined ? schema : unwrap(schema.wrapped);
}

/** The section that describes a schema; null = it has none of its own. */
function toLink(schema: Schema): string | null {
  if (schema === (FiltersField as unknown)) return "[filters](#filters)";
  if (schema === (SeriesList as unknown))
    return "list of [EventsNode](#eventsnode), [ActionsNode](#actionsnode), [GroupNode](#groupnode)";
  const part = SHARED.find((each) => each.schema === schema);
  if (part !== undefined) return `[${part.title}](#${part.title.toLowerCase().replaceAll(" ", "-")})`;
  const kind = queryKinds().find(({ node }) => (node as unknown) === schema)?.kind ?? kindOf(schema);
  return kind === undefined ? null : `[${kind}](#${kind.toLowerCase()})`;
}

/** A node that is also a kind, by its field `kind`. */
function kindOf(schema: Schema): string | undefined {
  const literal = schema.entries?.["kind"]?.literal;
  return queryKinds().find(({ kind }) => kind === literal)?.kind;
}

function toType(given: Schema): string {
  const schema = unwrap(given);
  const link = toLink(schema);
  if (link !== null) return link;
  const checks = schema.pipe ?? [];
  const check = (type: string) => checks.find((each) => each.type === type)?.requirement;
  switch (schema.type) {
    case "union":
    case "variant": {
      if (checks.some(({ type }) => type === "integer")) return toNumber(check);
      return [...new Set((schema.options as Schema[]).map(toType))].join(" or ");
    }
    case "number":
      return checks.some(({ type }) => type === "integer") ? toNumber(check) : "number";
    case "string":
      return "text";
    case "picklist":
      return (schema.options ?? []).map((option) => `\`${String(option)}\``).join(", ");
    case "literal":
      return `\`${JSON.stringify(schema.literal)}\``;
    case "array":
      return `list of ${schema.item === undefined ? "anything" : toType(schema.item)}`;
    case "strict_object":
    case "loose_object":
    case "object":
      return "object";
    case "record":
      return "object";
    case "null":
      return "null";
    case "boolean":
      return "boolean";
    default:
      return "anything";
  }
}

function toNumber(check: (type: string) => unknown): string {
  const [least, most] = [check("min_value"), check("max_value")].map((bound) =>
    typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : null,
  );
  if (typeof least !== "number") return "whole number";
  return typeof most === "number" ? `whole number, ${least} to ${most}` : `whole number from ${least}`;
}
