import { routes } from "../../lib/http/index.ts";
import { ownErrors } from "../../lib/operations/index.ts";
import { toCell } from "./cell.ts";

const HEAD = `# HTTP API

\`npm run docs\` writes this page from the route table. \`GET /api/schema/\` and \`hoglet openapi\` give the whole OpenAPI 3.1 document with
parameters, bodies and answers. Paths answer with and without a trailing slash. \`@current\` may stand for a project's id.

- Capture and flags take a project token (\`phc_…\`) in the body.
- The API takes a personal key: \`Authorization: Bearer phx_…\`. The column "access" names the scopes that the key needs.
- Errors are JSON: \`{ "type", "code", "detail", "attr" }\`. Every operation may answer with those of its key, path and body, and with
  \`invalid_input\`, \`required\`, \`null\` and the like for each of its fields (see [errors](errors.md)). A second table has an operation's own
  errors, by the first name in \`attr\`; a test provokes each.
`;

type Route = (typeof routes)[number];

/** The page of the HTTP API: a table of routes for each part of it. */
export function httpApiPage(): string {
  const groups = [...Map.groupBy(routes.filter(isShown), toGroup)].toSorted(([a], [b]) => a.localeCompare(b));
  const sections = groups.map(([name, rows]) => {
    const own = rows.flatMap(toErrorRows);
    const routeTable = toTable("| method | path | what it does | access |", rows.map(toRow));
    return `\n## ${name}\n\n${routeTable}${own.length === 0 ? "" : `\n${toTable("| path | error | `attr` | when |", own)}`}`;
  });
  return `${HEAD}${sections.join("")}`;
}

function toTable(head: string, rows: readonly string[]): string {
  const columns = head.split("|").length - 2;
  return `${head}\n|${" --- |".repeat(columns)}\n${rows.join("\n")}\n`;
}

/** Preflights of browsers are answered, but nobody calls them by hand. */
function isShown({ methods }: Route): boolean {
  return methods.some((method) => method !== "OPTIONS");
}

/** The first part of a path that says what it is about. */
function toGroup({ path }: Route): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== "api" && !part.startsWith(":"));
  const [first = "/", second] = parts;
  const isScope = first === "projects" || first === "environments" || first === "organizations";
  return path.startsWith("/api/") ? (isScope && second !== undefined ? second : first) : "capture, flags and browsers";
}

function toRow(route: Route): string {
  const methods = route.methods.filter((method) => method !== "OPTIONS").join(", ");
  const access = route.access === "key" ? route.scopes.map((scope) => `\`${scope}\``).join(", ") : route.access;
  return `| ${methods} | \`${toCell(route.path)}\` | ${toCell(route.summary)} | ${access} |`;
}

/** The errors of an operation's own. */
function toErrorRows(route: Route): string[] {
  if (route.access !== "key") return [];
  const of = `${route.methods.join(", ")} \`${toCell(route.path.replace("/api/projects/:project_id/", "…/"))}\``;
  return ownErrors(route.errors).map(
    ({ status, code, attr, when }) =>
      `| ${of} | ${status} \`${code}\` | ${attr === null ? "" : `\`${attr}\``} | ${toCell(when)} |`,
  );
}
