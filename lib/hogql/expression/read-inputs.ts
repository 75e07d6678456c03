import type { ExpressionInput } from "../../events/expression-context.ts";
import type { CallNode, Expression } from "../language/tree.ts";
import { Refusal } from "../refusal.ts";
import { requireBounded, unfit } from "./require-bounded.ts";

const COLUMNS = ["event", "distinct_id", "person_id", "timestamp"] as const;
const TABLES = new Set(["events", "event", "e"]);
/** Columns that are properties of the event by the same names. */
const OF_PROPERTIES = /^\$(?:session_id|window_id|group_[0-4])$/;
const GROUP = /^group_([0-4])$/;

/**
 * Lists the values of an event that an expression reads.
 * @throws Refusal for a part that an expression of a question cannot have: a SELECT, a placeholder, a cohort, a window
 */
export function readInputs(node: Expression): ExpressionInput[] {
  const found = new Map<string, ExpressionInput>();
  const add = (input: ExpressionInput) => void found.set(JSON.stringify(input), input);
  walk(node, new Set(), add);
  requireBounded(node);
  return [...found.values()];
}

type Add = (input: ExpressionInput) => void;

function walk(part: unknown, bound: ReadonlySet<string>, add: Add): void {
  if (Array.isArray(part)) return part.forEach((each) => walk(each, bound, add));
  if (typeof part !== "object" || part === null) return;
  const node = part as Expression;
  switch (node.kind) {
    case "query":
    case "exists":
    case "placeholder":
    case "inCohort":
      throw refused(node);
    case "star":
      // count(*) reads nothing; elsewhere the compiler refuses a star.
      return;
    case "name":
      return readName(node.parts, bound, add);
    case "lambda":
      if (JSON.stringify(node.body).includes('"kind":"lambda"')) throw unfit("A lambda within a lambda");
      return walk(node.body, new Set([...bound, ...node.names]), add);
    case "subscript":
      if (node.arg.kind === "name" && node.index.kind === "constant" && typeof node.index.value === "string") {
        const path = withoutTable(node.arg.parts);
        if (path.at(-1) === "properties") return readName([...path, node.index.value], bound, add);
      }
      break;
    case "call":
      if (readJson(node, bound, add)) return;
      if (node.over !== null) throw refused(node);
      break;
    default:
  }
  for (const inner of Object.values(node)) walk(inner, bound, add);
}

function refused(node: Expression): Refusal {
  const words = {
    query: "A SELECT",
    exists: "A SELECT",
    placeholder: "A placeholder",
    inCohort: "IN COHORT",
  };
  const name = node.kind === "call" ? `${node.name}()` : words[node.kind as keyof typeof words];
  return unfit(`${name} at character ${node.start + 1}`);
}

/** `JSONExtractString(properties, 'plan')` reads one property. */
function readJson({ name, args }: CallNode, bound: ReadonlySet<string>, add: Add): boolean {
  const [json, key, ...rest] = args;
  if (!/^json/i.test(name) || json?.kind !== "name" || withoutTable(json.parts).at(-1) !== "properties") return false;
  if (key?.kind !== "constant" || typeof key.value !== "string") return false;
  readName([...withoutTable(json.parts), key.value], bound, add);
  walk(rest, bound, add);
  return true;
}

function withoutTable(parts: readonly string[]): readonly string[] {
  return TABLES.has(parts[0] ?? "") && parts.length > 1 ? parts.slice(1) : parts;
}

function readName(written: readonly string[], bound: ReadonlySet<string>, add: Add): void {
  if (bound.has(written[0] ?? "")) return;
  const [first = "", second, third] = withoutTable(written);
  const column = COLUMNS.find((known) => known === first);
  if (column !== undefined && second === undefined) return add({ of: "column", key: column });
  if (OF_PROPERTIES.test(first) && second === undefined) return add({ of: "event", key: first });
  if (first === "properties" && second !== undefined) return add({ of: "event", key: second });
  if (first === "person" && second === "properties" && third !== undefined) return add({ of: "person", key: third });
  if (first === "person" && (second === "id" || second === "uuid")) return add({ of: "column", key: "person_id" });
  const index = GROUP.exec(first)?.[1];
  if (index !== undefined && second === "properties" && third !== undefined) {
    // The row of the group is found by its key.
    add({ of: "event", key: `$group_${index}` });
    return add({ of: "group", key: third, groupTypeIndex: Number(index) });
  }
  throw new Refusal(
    `Unable to resolve field: ${written.join(".")}. An expression of a question may name properties.<name>, person.properties.<name>, group_0.properties.<name>, event, distinct_id, person_id and timestamp.`,
  );
}
