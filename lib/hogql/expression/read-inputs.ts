import type { ExpressionInput, ExpressionSubject } from "../../events/expression-context.ts";
import type { CallNode, Expression, Query } from "../language/tree.ts";
import { Refusal } from "../refusal.ts";
import { sourceOfSession } from "../session-table.ts";
import { requireBounded, unfit } from "./require-bounded.ts";

const COLUMNS = ["event", "distinct_id", "person_id", "timestamp", "uuid", "created_at", "elements_chain"] as const;
/** Made of the chain of elements. */
const OF_CHAIN = /^elements_chain_(?:href|texts|ids|elements)$/;
const PERSON_ID = /^(?:person_id|person\.(?:id|uuid))$/;
const TABLES = new Set(["events", "event", "e"]);
/** Properties of the event by the same names. */
const OF_PROPERTIES = /^\$(?:session_id|window_id|group_[0-4])$/;
const GROUP = /^group_([0-4])$/;

/**
 * Lists what an expression reads of its subject: an event with person and groups, or a person.
 * @throws Refusal for a part that an expression cannot have: a SELECT, a placeholder, a cohort, a window
 */
export function readInputs(node: Expression, subject: ExpressionSubject): ExpressionInput[] {
  const found = new Map<string, ExpressionInput>();
  const add = (input: ExpressionInput) => void found.set(JSON.stringify(input), input);
  walk(
    node,
    new Set(),
    subject === "person"
      ? { name: (parts) => readNameOfPerson(parts, add), cohort: (test) => fail(refused(test)) }
      : { name: (parts) => readName(parts, add), cohort: (test) => add(readCohort(test)) },
  );
  requireBounded(node);
  return [...found.values()];
}

type Add = (input: ExpressionInput) => void;

type InCohort = Extract<Expression, { kind: "inCohort" }>;

/** Reads a name from outside the expression, or a test of a cohort. */
interface Read {
  name(parts: readonly string[]): void;
  cohort(node: InCohort): void;
}

function fail(refusal: Refusal): never {
  throw refusal;
}

function walk(part: unknown, bound: ReadonlySet<string>, read: Read): void {
  if (Array.isArray(part)) return part.forEach((each) => walk(each, bound, read));
  if (typeof part !== "object" || part === null) return;
  const node = part as Expression | Query;
  switch (node.kind) {
    case "union":
    case "query":
    case "exists":
    case "placeholder":
      throw refused(node);
    case "inCohort":
      read.cohort(node);
      return walk(node.left, bound, read);
    case "star":
      // count(*) reads nothing; the compiler refuses other stars.
      return;
    case "name":
      return bound.has(node.parts[0] ?? "") ? undefined : read.name(node.parts);
    case "lambda":
      if (JSON.stringify(node.body).includes('"kind":"lambda"')) throw unfit("A lambda within a lambda");
      return walk(node.body, new Set([...bound, ...node.names]), read);
    case "subscript":
      if (node.arg.kind === "name" && node.index.kind === "constant" && typeof node.index.value === "string") {
        const path = withoutTable(node.arg.parts);
        if (path.at(-1) === "properties") return read.name([...path, node.index.value]);
      }
      break;
    case "call":
      if (readJson(node, bound, read)) return;
      if (node.over !== null) throw refused(node);
      break;
    default:
  }
  for (const inner of Object.values(node)) walk(inner, bound, read);
}

function refused(node: Expression | Query): Refusal {
  const words = {
    union: "A SELECT",
    query: "A SELECT",
    exists: "A SELECT",
    placeholder: "A placeholder",
    inCohort: "IN COHORT",
  };
  const name = node.kind === "call" ? `${node.name}()` : words[node.kind as keyof typeof words];
  return unfit(`${name} at character ${node.start + 1}`);
}

/** `JSONExtractString(properties, 'plan')` reads one property. */
function readJson({ name, args }: CallNode, bound: ReadonlySet<string>, read: Read): boolean {
  const [json, key, ...rest] = args;
  if (!/^json/i.test(name) || json?.kind !== "name" || withoutTable(json.parts).at(-1) !== "properties") return false;
  if (key?.kind !== "constant" || typeof key.value !== "string") return false;
  read.name([...withoutTable(json.parts), key.value]);
  walk(rest, bound, read);
  return true;
}

/** `person_id IN COHORT 2`, or the cohort's name. */
function readCohort({ left, cohort, start }: InCohort): ExpressionInput {
  const name = cohort.kind === "constant" ? cohort.value : null;
  if (typeof name !== "string" && !Number.isSafeInteger(name))
    throw new Refusal(`IN COHORT at character ${start + 1} needs the id or the name of a cohort.`);
  if (left.kind !== "name" || !PERSON_ID.test(withoutTable(left.parts).join(".")))
    throw new Refusal(`IN COHORT at character ${start + 1} tests persons: write person_id before it.`);
  return { of: "cohort", name: name as string | number };
}

function withoutTable(parts: readonly string[]): readonly string[] {
  const rest = TABLES.has(parts[0] ?? "") && parts.length > 1 ? parts.slice(1) : parts;
  if (rest.length === 1) return rest;
  // `pdi` is the row of a distinct id's owner, and `poe` another name of the person.
  if (rest[0] === "pdi") return rest.slice(1);
  return rest[0] === "poe" ? ["person", ...rest.slice(1)] : rest;
}

function readName(written: readonly string[], add: Add): void {
  const [first = "", second, third] = withoutTable(written);
  const column = COLUMNS.find((known) => known === first);
  if (column !== undefined && second === undefined) return add({ of: "column", key: column });
  if (OF_CHAIN.test(first) && second === undefined) return add({ of: "column", key: "elements_chain" });
  if (first === "session" && second !== undefined && third === undefined && readSession(second, add)) return;
  if (OF_PROPERTIES.test(first) && second === undefined) return add({ of: "event", key: first });
  if (first === "properties" && second !== undefined) return add({ of: "event", key: second });
  if (first === "person" && second === "properties" && third !== undefined) return add({ of: "person", key: third });
  if (first === "person" && (second === "id" || second === "uuid")) return add({ of: "column", key: "person_id" });
  if (first === "person" && second === "created_at") return add({ of: "column", key: "person_created_at" });
  const index = GROUP.exec(first)?.[1];
  if (index !== undefined && second === "properties" && third !== undefined) {
    // The group's row is found by key.
    add({ of: "event", key: `$group_${index}` });
    return add({ of: "group", key: third, groupTypeIndex: Number(index) });
  }
  throw new Refusal(
    `Unable to resolve field: ${written.join(".")}. An expression of a question may name properties.<name>, person.properties.<name>, person.created_at, group_0.properties.<name>, session.<name>, event, distinct_id, person_id, timestamp, uuid, created_at and elements_chain.`,
  );
}

/** @returns false = sessions have no such column here */
function readSession(column: string, add: Add): boolean {
  const source = sourceOfSession(column);
  if (source === undefined || source === "distinct_id") return false;
  // The session's row is found by id.
  add({ of: "event", key: "$session_id" });
  if (source !== "id") add({ of: "session", key: source });
  return true;
}

const OF_PERSONS = new Set(["person", "persons"]);

function readNameOfPerson(written: readonly string[], add: Add): void {
  const [first = "", second] = OF_PERSONS.has(written[0] ?? "") && written.length > 1 ? written.slice(1) : written;
  if (first === "properties" && second !== undefined) return add({ of: "person", key: second });
  if (first === "created_at" && second === undefined) return add({ of: "column", key: "person_created_at" });
  if ((first === "id" || first === "uuid") && second === undefined) return add({ of: "column", key: "person_id" });
  throw new Refusal(
    `Unable to resolve field: ${written.join(".")}. An expression of persons may name properties.<name>, id and created_at.`,
  );
}
