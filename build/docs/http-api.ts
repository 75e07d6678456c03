import { routes } from "../../lib/http/index.ts";
import { toCell } from "./cell.ts";

const HEAD = `# HTTP API

\`npm run docs\` writes this page from the route table. \`GET /api/schema/\` and \`hoglet openapi\` give the whole OpenAPI 3.1 document with
parameters, bodies and answers. Paths answer with and without a trailing slash. \`@current\` may stand for a project's id.

- Capture and flags take a project token (\`phc_…\`) in the body.
- The API takes a personal key: \`Authorization: Bearer phx_…\`. The column "access" names the scopes that the key needs.
- Errors are JSON: \`{ "type", "code", "detail", "attr" }\` (see [errors](errors.md)).
`;

type Route = (typeof routes)[number];

/** The page of the HTTP API: a table of routes for each part of it. */
export function httpApiPage(): string {
  const groups = [...Map.groupBy(routes.filter(isShown), toGroup)].toSorted(([a], [b]) => a.localeCompare(b));
  const sections = groups.map(
    ([name, rows]) =>
      `\n## ${name}\n\n| method | path | what it does | access |\n| --- | --- | --- | --- |\n${rows.map(toRow).join("\n")}\n`,
  );
  return `${HEAD}${sections.join("")}`;
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
