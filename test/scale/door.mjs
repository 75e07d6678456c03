// A ClickHouse server's HTTP interface before the embedded engine, for @clickhouse/client: queries, commands, inserts with their data,
// parameters, settings, users and typed errors. The engine answers one statement after the other, in bytes: binary formats stay whole.
// node door.mjs FOLDER PASSWORD [PORT]: prints the port once it listens. It ends with its standard input.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const [folder, password, port = "0"] = process.argv.slice(2);
const { Session } = createRequire(import.meta.url)("chdb");
const session = new Session(folder);

/** Parameters of the address that are no settings. */
const OWN = new Set([
  "query",
  "query_id",
  "database",
  "default_format",
  "session_id",
  "enable_http_compression",
  "role",
]);

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://door");
  if (url.pathname === "/ping") return response.end("Ok.\n");
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  try {
    requireUser(request.headers);
    const given = url.searchParams.get("query");
    const sql = given === null ? body : `${given}\n${body}`;
    const settings = [...url.searchParams].filter(([name]) => !OWN.has(name));
    const format = url.searchParams.get("default_format") ?? "TabSeparated";
    const answer = await inTurn(() => withSettings(settings, () => session.queryAsync(sql, { format })));
    response.setHeader("X-ClickHouse-Query-Id", url.searchParams.get("query_id") ?? "");
    response.setHeader("X-ClickHouse-Summary", "{}");
    response.end(answer.bytes());
  } catch (error) {
    const message = String(error.message).replace(/^Query failed: /, "");
    response.writeHead(500, { "X-ClickHouse-Exception-Code": /Code: (\d+)/.exec(message)?.[1] ?? "0" });
    response.end(message);
  }
});

function requireUser({ authorization = "" }) {
  const [, given = ""] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(/:(.*)/s);
  if (given === password) return;
  throw new Error(
    "Code: 516. DB::Exception: default: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 26.7.3.1)",
  );
}

let last = Promise.resolve();

/** Runs one after the other. */
function inTurn(run) {
  const own = last.then(run);
  last = own.catch(() => {});
  return own;
}

/** Settings of the statement before: they belong to a statement, and the session keeps them. */
let current = new Map();

function withSettings(settings, run) {
  const wanted = new Map(settings);
  for (const name of current.keys())
    if (!wanted.has(name) && !name.startsWith("param_")) session.query(`SET ${name} = DEFAULT`);
  for (const [name, value] of wanted) {
    if (current.get(name) !== value)
      session.query(`SET ${name} = '${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`);
  }
  current = wanted;
  return run();
}

process.stdin.on("end", () => process.exit(0)).resume();
server.listen(Number(port), "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
