import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createDispatch, routes as table } from "../../lib/http/index.ts";
import type { HttpReply } from "../../lib/http/index.ts";
import type { Scope } from "../../lib/admin/auth/index.ts";
import { openRest } from "./ask.ts";
import type { Rest } from "./ask.ts";

/** Walks the whole route table: each route must let in exactly the right keys and scopes. */

interface Row {
  method: string;
  path: string;
  scopes: readonly Scope[];
}

/** Routes with a key, one row for each method. */
const rows: Row[] = table.flatMap((route) =>
  route.access === "key" ? route.methods.map((method) => ({ method, path: route.path, scopes: route.scopes })) : [],
);

const OBJECTS = [
  ...new Set(rows.flatMap(({ scopes }) => scopes.filter((scope) => scope !== "*").map((scope) => scope.split(":")[0]))),
];

/** All scopes. A route is asked with all of them, with each alone, and with all but its own. */
const ALL_SCOPES = OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`]);

/**
 * A path with its parameters filled in. The ids belong to nothing, so that no request changes anything. A route without a
 * scope is about the key itself.
 */
function fill({ path, scopes }: Row, project: number | string): string {
  const id = scopes.length === 0 ? "@current" : "999999";
  return path.replace(":project_id", String(project)).replaceAll(/:\w+/g, id);
}

/** The status of a request with this key and no body: a route that accepts the key answers 200, 400 or 404. */
async function statusOf({ ctx }: Rest, row: Row, key: string | null, project: number | string = 1) {
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const { method } = row;
  const url = fill(row, project);
  const reply = await createDispatch(ctx, table)({ method, url, headers, body: new Uint8Array(), ip: null });
  return { status: reply.status, detail: await detailOf(reply) };
}

async function detailOf({ body }: HttpReply): Promise<string> {
  if (typeof body === "string") return body.startsWith("{") ? String(JSON.parse(body).detail) : body;
  // A stream of events would never end.
  if (body !== null && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.();
  return "";
}

/** Scopes that satisfy all that is needed, and no more. */
function exactly(scopes: readonly Scope[]): string[] {
  return scopes.length === 0 ? [ALL_SCOPES[0] ?? "person:read"] : [...scopes];
}

/** All scopes but those that satisfy `missing`; null when no narrower key can be made (`*`). */
function allBut(missing: Scope): string[] {
  if (missing === "*") return ALL_SCOPES;
  const write = missing.replace(/:read$/, ":write");
  return ALL_SCOPES.filter((scope) => scope !== missing && scope !== write);
}

const isRefused = (status: number) => status === 401 || status === 403;

const matrix = suite("access matrix");

// Deleting the project would end the walk: it is let in last, and then only once.
const isDestructive = ({ method, path }: Row) => method === "DELETE" && path === "/api/projects/:project_id";

matrix(
  "every route with a key refuses who has none, a wrong one, or one that lacks a scope, and lets the right one in",
  async () => {
    const rest = openRest();
    const wrong: string[] = [];
    const lines: string[] = [];
    for (const row of rows) {
      const name = `${row.method} ${row.path}`;
      const none = await statusOf(rest, row, null);
      const bad = await statusOf(rest, row, "phx_unknown");
      const lacking = await Promise.all(row.scopes.map((scope) => statusOf(rest, row, rest.key(allBut(scope)))));
      const project = isDestructive(row) ? 999_999 : 1;
      const right = await statusOf(rest, row, rest.key(exactly(row.scopes)), project);
      const star = await statusOf(rest, row, rest.key(["*"]), project);
      const isOk =
        none.status === 401 &&
        bad.status === 401 &&
        lacking.every(({ status }) => status === 403) &&
        !isRefused(right.status) &&
        right.status < 500 &&
        !isRefused(star.status);
      const cells = [
        none.status,
        bad.status,
        lacking.map(({ status }) => status).join("/") || "-",
        right.status,
        star.status,
      ];
      lines.push(`${cells.join(" ").padEnd(28)} ${row.scopes.join("+").padEnd(26)} ${name}`);
      if (!isOk) wrong.push(lines.at(-1) ?? name);
    }
    process.stdout.write(`\nnone bad lacking right *       scopes                     route\n${lines.join("\n")}\n`);
    assert.equal(wrong, []);
  },
);

matrix("`write` satisfies `read` of the same object, and a missing scope is named", async () => {
  const rest = openRest();
  for (const row of rows.filter(({ scopes }) => scopes.some((scope) => scope.endsWith(":read")))) {
    const write = row.scopes.map((scope) => scope.replace(/:read$/, ":write"));
    const { status } = await statusOf(rest, row, rest.key(write));
    assert.not(isRefused(status), `${row.method} ${row.path}: ${status}`);
    const [first] = row.scopes;
    const { detail } = await statusOf(rest, row, rest.key(allBut(first ?? "*")));
    assert.is(detail, `API key missing required scope '${first}'`, `${row.method} ${row.path}`);
  }
});

matrix(
  "a key limited to another project is refused by every route of a project, and by every route without one",
  async () => {
    const rest = openRest();
    const limited = rest.key(["*"], [2]);
    for (const row of rows) {
      const { status } = await statusOf(rest, row, limited);
      assert.is(status, 403, `${row.method} ${row.path}`);
    }
  },
);

matrix("no project of another number is there, and no number that is none", async () => {
  const rest = openRest();
  for (const row of rows.filter(({ path }) => path.includes(":project_id"))) {
    for (const project of [77, "abc"]) {
      const { status, detail } = await statusOf(rest, row, "phx_test_key", project);
      assert.equal([status, detail], [404, "Project not found."], `${row.method} ${row.path}`);
    }
  }
});

matrix("says so when a path knows no such method, to holders of a key only", async () => {
  const rest = openRest();
  const known = new Map<string, Set<string>>();
  for (const { method, path } of rows) known.set(path, (known.get(path) ?? new Set()).add(method));
  for (const [path, methods] of known) {
    const method = ["DELETE", "PUT", "PATCH", "POST", "GET"].find((candidate) => !methods.has(candidate));
    if (method === undefined) continue;
    const row = { method, path, scopes: [] };
    assert.is((await statusOf(rest, row, null)).status, 401, `${method} ${path}`);
    assert.is((await statusOf(rest, row, "phx_test_key")).status, 405, `${method} ${path}`);
  }
});

matrix.run();
