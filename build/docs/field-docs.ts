import { readFileSync } from "node:fs";
import { parseSync } from "rolldown/utils";
import { importOf } from "./interface.ts";

// Schemas have their docstrings in the source alone. These functions follow a constant through spreads and imports to the
// object that lists its fields. rolldown's parser (oxc) gives the places of comments.

/** The description of a field in the source of its schema. */
export interface FieldDoc {
  text: string;
  /** The default that `@default` names; empty = it names none. */
  default: string;
  /** The constant that holds the field's own schema, if its value names one. */
  constant: { file: string; name: string } | null;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** The descriptions of the fields of the schema, or of the entries, that the constant `name` of `file` holds. */
export function fieldDocs(file: string, name: string): Map<string, FieldDoc> {
  const text = readFileSync(file, "utf8");
  const { program, comments } = parseSync(file, text);
  const value = findConstant(program as unknown as Node, name);
  if (value === undefined) return imports(text, name) ? fieldDocs(importOf(text, file, name), name) : new Map();
  // `const { dropped, ...entries } = all`: the entries are those of `all`.
  if (value.type === "Identifier") return fieldDocs(file, String(value["name"]));
  const found = new Map<string, FieldDoc>();
  for (const member of members(firstObject(value))) {
    if (member.type === "SpreadElement") {
      const from = leftmost(member["argument"] as Node);
      for (const [field, doc] of from === null ? [] : fieldDocs(file, from)) found.set(field, doc);
      continue;
    }
    const key = member["key"] as Node;
    const comment = comments.findLast(({ end }) => end <= member.start && text.slice(end, member.start).trim() === "");
    const own = comment?.type === "Block" ? toParagraph(comment.value) : "";
    const [told = "", standard = ""] = own.split("@default ");
    const constant = namedBy(member["value"] as Node);
    found.set(String(key["name"] ?? key["value"]), {
      text: told.trim(),
      default: standard.trim(),
      constant: constant === null ? null : { file, name: constant },
    });
  }
  return found;
}

/** The description of a constant: the block comment before it, without its source. */
export function constantDoc(file: string, name: string): string {
  const text = readFileSync(file, "utf8");
  const { comments } = parseSync(file, text);
  const at = text.search(new RegExp(`^export const ${name}\\b`, "m"));
  const comment = comments.findLast(({ end }) => end <= at && text.slice(end, at).trim() === "");
  return comment === undefined ? "" : toParagraph(comment.value).replace(/ Source: .*$/, "");
}

function imports(text: string, name: string): boolean {
  return new RegExp(`(?:import|export) \\{[^}]*\\b${name}\\b[^}]*\\} from "\\.`).test(text);
}

function findConstant(program: Node, name: string): Node | undefined {
  for (const statement of program["body"] as Node[]) {
    const declaration = (statement["declaration"] ?? statement) as Node;
    if (declaration.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration["declarations"] as { id: Node; init: Node }[]) {
      if (id.type === "Identifier" && id["name"] === name) return init;
      const isRest = members(id).some(
        (property) => property.type === "RestElement" && (property["argument"] as Node)["name"] === name,
      );
      if (isRest) return init;
    }
  }
  return undefined;
}

function members(node: Node | null): Node[] {
  return (node?.["properties"] as Node[] | undefined) ?? [];
}

/** The object in `v.strictObject({ … })`, `field(v.strictObject({ … }))` or `{ … }`. */
function firstObject(node: Node): Node | null {
  if (node.type === "ObjectExpression") return node;
  for (const argument of (node["arguments"] as Node[] | undefined) ?? []) {
    const found = firstObject(argument);
    if (found !== null) return found;
  }
  return null;
}

/** `all` in `...all`, `EventsNode` in `...EventsNode.entries`. */
function leftmost(node: Node): string | null {
  if (node.type === "Identifier") return String(node["name"]);
  return node.type === "MemberExpression" ? leftmost(node["object"] as Node) : null;
}

/** The constant that a value is, or wraps: `Filters`, `field(Filters)`, `field(nodeList(Filters))`. */
function namedBy(node: Node): string | null {
  if (node.type === "Identifier") return String(node["name"]);
  const [first] = (node["arguments"] as Node[] | undefined) ?? [];
  return first === undefined ? null : namedBy(first);
}

function toParagraph(comment: string): string {
  const lines = comment.replace(/^\*/, "").split("\n");
  return lines
    .map((line) => line.replace(/^\s*\*?\s?/, "").trim())
    .join(" ")
    .trim();
}
