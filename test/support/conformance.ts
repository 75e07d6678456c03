import { Ajv2020 } from "ajv/dist/2020.js";
import { routes } from "../../lib/http/index.ts";
import { toOpenApi, toTemplate } from "../../lib/http/openapi.ts";
import { isUndeclared } from "./own-errors.ts";

/** A reply as tests see it. */
interface Seen {
  status: number;
  /** Parsed JSON, or text; null = the reply had no body. */
  body: unknown;
  headers: Headers;
}

/** An operation of the document, and a reply to it. */
export interface Conformance {
  /** Such as "GET /api/projects/{project_id}/persons"; null = the table does not have the path (an older form). */
  operation: string | null;
  /** Differences from the document; empty = the reply conforms. */
  faults: string[];
}

/** The description of the whole HTTP surface, which the functions here compare replies with. */
export const document = toOpenApi(routes);

// The other formats of the document are for readers only.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
ajv.addFormat("date-time", /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
ajv.addFormat("uuid", /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
ajv.addFormat("email", true);
ajv.addFormat("uri", true);
ajv.addSchema(document as object, "openapi");

/** Compares a reply with the document. */
export function conformance(method: string, url: string, reply: Seen): Conformance {
  const path = toPath(url);
  const template = findTemplate(method, path);
  if (template === null) return { operation: null, faults: [] };
  const operation = `${method} ${template}`;
  const responses = document.paths[template]?.[method.toLowerCase()]?.responses ?? {};
  const status = responses[reply.status] === undefined ? "default" : String(reply.status);
  const described = responses[status] as { content?: object; $ref?: string } | undefined;
  if (described === undefined) return { operation, faults: [`${operation}: status ${reply.status} is not described`] };
  const pointer = described.$ref ?? `#/paths/${escape(template)}/${method.toLowerCase()}/responses/${status}`;
  const faults = [...faultsOf(pointer, reply), ...undeclared(method, template, reply.body)];
  return { operation, faults: faults.map((fault) => `${operation} ${reply.status}: ${fault}`) };
}

/** An error that the operation's row does not tell. */
function undeclared(method: string, template: string, body: unknown): string[] {
  const { code, attr = null, detail } = Object(body) as { code?: unknown; attr?: string | null; detail?: unknown };
  const route = routes.find(
    (row) => toTemplate(row.path) === template && (row.methods as readonly string[]).includes(method),
  );
  if (route?.access !== "key" || typeof code !== "string" || typeof detail !== "string") return [];
  const isKnown = !isUndeclared(route, { code, attr }, detail);
  return isKnown ? [] : [`its row does not tell the error ${code} with attr ${attr}: ${detail}`];
}

function faultsOf(pointer: string, { status, body, headers }: Seen): string[] {
  const content = (at(pointer) as { content?: Record<string, unknown> }).content ?? {};
  const type = headers.get("content-type")?.split(";")[0] ?? "none";
  // A table without rows is an empty text.
  if (body === null && (status === 204 || type === "text/csv")) return [];
  if (body === null) return "application/json" in content ? ["has no body"] : [];
  if (content[type] === undefined) return [`has a body of type ${type}, described are: ${Object.keys(content).join()}`];
  if (type !== "application/json") return [];
  return validate(`openapi${pointer}/content/application~1json/schema`, body);
}

/** The differences of a value from a shape of the document. */
export function validate(reference: string, value: unknown): string[] {
  const check = ajv.getSchema(reference);
  if (check === undefined) return [`${reference} is not there`];
  if (check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
}

function at(pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document);
}

function escape(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

function toPath(url: string): string {
  const path = url.replace(/^\w+:\/\/[^/]*/, "").split(/[?#]/)[0] ?? "";
  const bare = path.length > 1 ? path.replace(/\/$/, "") : path;
  return bare.startsWith("/api/projects/")
    ? bare.replace(/(\/(?:persons|insights)(?:\/.*)?)\.(csv|json)$/, "$1")
    : bare;
}

/** The template with the most literal segments wins, as in the router. */
function findTemplate(method: string, path: string): string | null {
  const candidates = routes
    .filter((route) => (route.methods as readonly string[]).includes(method) && toPattern(route.path).test(path))
    .map((route) => route.path)
    .toSorted((a, b) => a.split(":").length - b.split(":").length);
  return candidates[0] === undefined ? null : toTemplate(candidates[0]);
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/:\w+/g, "[^/]+")}$`);
}
