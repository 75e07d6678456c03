import { X509Certificate } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { get as getSecurely } from "node:https";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { capture, get, run, serve, start } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";
import { makeSelfSigned } from "../../bin/self-signed.ts";
import { whenAll } from "../support/rounds.ts";

const starts = suite("serve: starting");
let folder: ReturnType<typeof tempFolder>;
starts.before.each(() => void (folder = tempFolder()));
starts.after.each(() => folder.remove());

starts("the first start shows address, token, key and snippets on stderr; later starts never the key", async () => {
  const cwd = folder.path;
  const first = start(["--port", "0"], { cwd });
  const { 0: text } = await first.until("stderr", /listens on[\s\S]*curl .*\n/);
  const [url] = text.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [""];
  const [token] = text.match(/phc_\w{30,}/) ?? [""];
  const [key] = text.match(/phx_\w{30,}/) ?? [""];
  assert.ok(text.includes(`posthog.init("${token}", { api_host: "${url}" });`));
  assert.ok(text.includes(`new PostHog("${token}", { host: "${url}" });`));
  assert.is((await fetch(`${url}/readyz`)).status, 200);
  const { 1: page } = await first.until("stderr", /^hoglet \S+ in the browser: (\S+)\n/);
  assert.is(page, `${url}/ui/`);
  assert.ok(text.includes(`${url}/docs/`));
  assert.match(await (await fetch(`${url}/docs/guides/testing.html`)).text(), /<h1>Testing your analytics<\/h1>/);
  const session = await fetch(`${page}session`, { headers: { "x-hoglet-page": "1" } });
  assert.equal(await session.json(), { signed_in: true, by: "loopback" });
  first.child.kill("SIGINT");
  assert.equal(await first.finished.then(({ code, stdout }) => ({ code, stdout })), { code: 0, stdout: "" });
  assert.ok(existsSync(folder.file("hoglet.db")));

  // The key stays secret even when the option is given again.
  const second = start(["--port", "0", "--personal-api-key", key], { cwd });
  await second.until("stderr", /personal key.*\n/);
  second.child.kill("SIGTERM");
  const { code, stderr } = await second.finished;
  assert.is(code, 0);
  assert.ok(stderr.includes(token));
  assert.not.ok(stderr.includes(key));
  assert.not.match(stderr, /phx_/);
});

whenAll(starts)(
  "--json prints one ready line; the key is null once the database exists, unless it is given",
  async () => {
    const file = folder.file("a.db");
    await using first = await serve([file]);
    assert.equal(Object.keys(first.ready), ["url", "project_id", "project_token", "personal_api_key"]);
    assert.is(first.ready.project_id, 1);
    const key = first.ready.personal_api_key ?? "";
    assert.is((await get(first.ready, "/api/projects/1/persons/", key)).status, 200);
    const { stdout, stderr } = await first.stop();
    assert.is(stdout.trimEnd().split("\n").length, 1);
    assert.not.ok(stderr.includes(key));

    await using second = await serve([file]);
    assert.is(second.ready.personal_api_key, null);
    assert.is(second.ready.project_token, first.ready.project_token);
    await second.stop();

    await using third = await serve([file, "--personal-api-key", key, "--project-token", first.ready.project_token]);
    assert.is(third.ready.personal_api_key, key);
    await third.stop();

    const other = await run(["serve", file, "--port", "0", "--personal-api-key", "phx_anotherkey"]);
    assert.is(other.code, 1);
    assert.is(other.stderr, "hoglet: This database does not know that personal API key.\n");
  },
);

whenAll(starts)("every flag can come from the environment, and a flag on the command line wins", async () => {
  const env = {
    HOGLET_PORT: "1",
    HOGLET_MEMORY: "1",
    HOGLET_JSON: "false",
    HOGLET_NOW: "2024-03-01T08:00:00Z",
    HOGLET_PROJECT_TOKEN: "phc_given",
    HOGLET_PERSONAL_API_KEY: "phx_given",
    HOGLET_DURABILITY: "",
  };
  await using server = await serve([], { env, cwd: folder.path });
  assert.is(server.ready.project_token, "phc_given");
  assert.is(server.ready.personal_api_key, "phx_given");
  assert.is(await capture(server.ready, { event: "a", distinct_id: "u" }), 200);
  const { body } = await get(server.ready, "/api/projects/1/persons/", "phx_given");
  assert.is((body as { results: { created_at: string }[] }).results[0]?.created_at, "2024-03-01T08:00:00Z");
  await server.stop();
  assert.not.ok(existsSync(folder.file("hoglet.db")));

  await using named = await serve([], {
    env: { HOGLET_FILE: folder.file("env.db"), HOGLET_MEMORY: "no" },
    cwd: folder.path,
  });
  await named.stop();
  assert.ok(existsSync(folder.file("env.db")));
});

whenAll(starts)("no other variable moves it or makes it talk, and stdout is empty", async () => {
  const env = { HOST: "0.0.0.0", PORT: "1", NODE_ENV: "development", DEBUG: "*", PORTLESS_URL: "http://elsewhere" };
  const server = start(["--memory", "--port", "0"], { env, cwd: folder.path });
  const [, url = ""] = await server.until("stderr", /listens on +(\S+)\n/);
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d{2,}$/);
  assert.is((await fetch(`${url}/readyz`)).status, 200);
  server.child.kill("SIGTERM");
  const { code, stdout, stderr } = await server.finished;
  assert.equal([code, stdout], [0, ""]);
  assert.not.match(stderr, /listhen|elsewhere|0\.0\.0\.0/);
});

whenAll(starts)("--https answers with a certificate made for it, --cert and --key with the given one", async () => {
  const pair = makeSelfSigned(["localhost", "127.0.0.1"], Date.now());
  writeFileSync(folder.file("cert.pem"), pair.cert);
  writeFileSync(folder.file("key.pem"), pair.key);
  const given = { HOGLET_CERT: folder.file("cert.pem"), HOGLET_KEY: folder.file("key.pem") };
  for (const env of [{ HOGLET_HTTPS: "1" }, given]) {
    await using server = await serve(["--memory"], { env });
    const { url, personal_api_key } = server.ready;
    assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/);
    // Links in answers and the cookie of the page are those of an encrypted server.
    const headers = { authorization: `Bearer ${personal_api_key}`, "x-hoglet-page": "1" };
    const { cert, body, cookie } = await ask(`${url}/api/projects/1/persons/?limit=1`, headers);
    assert.is(cert === new X509Certificate(pair.cert).fingerprint256, env === given);
    assert.equal(JSON.parse(body), { count: 0, next: null, previous: null, results: [] });
    assert.is(cookie, undefined);
    assert.match((await ask(`${url}/ui/session`, headers)).cookie ?? "", /; Secure/);
    const { port } = new URL(url);
    const own = await run(["readyz"], { env: { ...env, HOGLET_PORT: port } });
    assert.equal([own.code, own.stderr], [0, `https://127.0.0.1:${port} is ready.\n`]);
    const foreign = await run(["readyz", "--url", url]);
    assert.is(foreign.code, 1);
    assert.match(foreign.stderr, /is not ready: its certificate is not trusted \(\w+\)\.\n$/);
    assert.is((await server.stop()).code, 0);
  }
});

whenAll(starts)("--qr shows the address in the network as a QR code on stderr", async () => {
  await using server = await serve(["--memory", "--host", "0.0.0.0", "--qr"]);
  const { port } = new URL(server.ready.url);
  // A machine without a network has no such address.
  await server.until("stderr", new RegExp(`network: http://[\\d.]+:${port}.*\\n\\n█[█▀ ]+█\\n|No QR code: `));
  const { stdout } = await server.stop();
  assert.is(stdout.trimEnd().split("\n").length, 1);
});

starts("wrong usage exits with 2 and a sentence", async () => {
  const cases: [args: string[], env: Record<string, string>, says: RegExp][] = [
    [["--prot", "1"], {}, /unknown option '--prot'\n\(Did you mean --port\?\)/],
    [["--port", "99999"], {}, /'99999' is invalid\. Expected a whole number from 0 to 65535\./],
    [["--now", "yesterday"], {}, /Expected an ISO date-time/],
    [["--memory-budget", "much"], {}, /Expected a whole number from 0 to 1048576\./],
    [["--durability", "ful"], {}, /Did you mean "full"\? Allowed choices are normal, full/],
    [["--project-token", "two words"], {}, /Expected 1 to 64 visible ASCII characters/],
    [["--memory", "a.db"], {}, /a database in memory has no file/],
    [["--memory", "--db", "a.db"], {}, /a database in memory has no file, but a\.db was named/],
    [["--host", ""], {}, /Expected an address such as 127\.0\.0\.1 or 0\.0\.0\.0\./],
    [["--cert", "cert.pem"], {}, /--cert and --key need each other\./],
    [[], { HOGLET_KEY: "key.pem" }, /--cert and --key need each other\./],
    [
      ["--port", "0", "--qr"],
      {},
      /--qr is for other devices, which cannot reach 127\.0\.0\.1\. Add --host 0\.0\.0\.0\./,
    ],
    [
      ["--port", "0", "--host", "localhost"],
      { HOGLET_QR: "1" },
      /--qr is for other devices, which cannot reach localhost\./,
    ],
    [["exprot"], {}, /unknown command 'exprot'\n\(Did you mean export\?\)/],
    [[], { HOGLET_MEMORY: "maybe" }, /HOGLET_MEMORY is "maybe"; expected true or false/],
    [[], { HOGLET_PORT: "http" }, /from env 'HOGLET_PORT' is invalid/],
  ];
  for (const [args, env, says] of cases) {
    const { code, stdout, stderr } = await runHere(args, { env });
    assert.is(code, 2, stderr);
    assert.match(stderr, says);
    assert.not.match(stderr, /\n\s+at /);
    assert.is(stdout, "");
  }
});

whenAll(starts)(
  "behind a proxy everybody is a stranger: no project for an unknown token, and no page without a key",
  async () => {
    const headers = { "x-hoglet-page": "1" };
    const event = { api_key: "phc_unknown", event: "a", distinct_id: "u" };
    for (const [flags, status, session] of [
      [[], 200, { signed_in: true, by: "loopback" }],
      [["--behind-proxy"], 401, { signed_in: false }],
    ] as const) {
      await using server = await serve(["--memory", ...flags]);
      const { url } = server.ready;
      assert.equal(await (await fetch(`${url}/ui/session`, { headers })).json(), session);
      assert.is((await fetch(`${url}/e/`, { method: "POST", body: JSON.stringify(event) })).status, status);
      await server.stop();
    }
  },
);

whenAll(starts)("--demo fills an empty database up to now, and refuses another", async () => {
  const file = folder.file("demo.db");
  await using server = await serve([file, "--demo", "--now", "2024-06-01T00:00:00Z"]);
  const { body } = await get(server.ready, "/api/projects/1/persons/?limit=1", server.ready.personal_api_key ?? "");
  assert.ok((body as { count: number }).count > 1000);
  await server.stop();
  const again = await run(["serve", file, "--port", "0", "--demo"]);
  assert.is(again.code, 1);
  assert.is(again.stderr.split("\n").at(-2), "hoglet: --demo needs an empty database; this one holds data.");
});

starts("--version prints the version", async () => {
  const { code, stdout } = await run(["--version"]);
  assert.is(code, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

starts.run();

const refusals = suite("serve: what cannot be used");
refusals.before.each(() => void (folder = tempFolder()));
refusals.after.each(() => folder.remove());

refusals("a taken port is named together with a free one, and no database is left behind", async () => {
  const rival = createServer().listen(0, "127.0.0.1");
  await once(rival, "listening");
  const { port } = rival.address() as AddressInfo;
  const { code, stderr } = await run(["--port", String(port)], { cwd: folder.path });
  const free = Number(stderr.match(/; (\d+) is free/)?.[1]);
  assert.is(code, 1);
  assert.is(stderr, `hoglet: Port ${port} is taken; ${free} is free: --port ${free}.\n`);
  const probe = createServer().listen(free, "127.0.0.1");
  await once(probe, "listening");
  probe.close();
  rival.close();
  assert.not.ok(existsSync(folder.file("hoglet.db")));
});

whenAll(refusals)("files that are no databases are refused in one sentence", async () => {
  writeFileSync(folder.file("text.db"), "not a database, but long enough to be looked at ".repeat(100));
  mkdirSync(folder.file("folder.db"));
  const cases: [file: string, says: RegExp][] = [
    [folder.file("text.db"), /text\.db is not a SQLite database\.\n$/],
    [folder.file("folder.db"), /folder\.db is a folder, not a database\.\n$/],
    [folder.file("missing/a.db"), /The folder .*missing does not exist\.\n$/],
    ["/proc/hoglet.db", /^hoglet: .+\n$/],
  ];
  const results = await Promise.all(cases.map(([file]) => run(["serve", "--port", "0", file])));
  for (const [index, { code, stderr }] of results.entries()) {
    assert.is(code, 1);
    assert.match(stderr, cases[index]?.[1] ?? /never/);
    assert.is(stderr.split("\n").length, 2, stderr);
  }
});

whenAll(refusals)("a file without permission is refused in one sentence", async () => {
  const file = folder.file("locked.db");
  writeFileSync(file, "");
  chmodSync(file, 0o000);
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder.path, 0o755);
  // Root may read every file: the command then runs as the user "nobody".
  const { code, stderr } = await run(["serve", "--port", "0", file], {
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
    // The user "nobody" may not write coverage of this process, and would report that on stderr.
    env: { NODE_V8_COVERAGE: "" },
  });
  assert.is(code, 1);
  assert.is(stderr, `hoglet: No permission for ${file}.\n`);
});

whenAll(refusals)("a host that is not loopback is refused while the database has no personal key", async () => {
  const file = folder.file("open.db");
  const hoglet = await createHoglet({ file });
  for (const { id } of await hoglet.keys.list()) await hoglet.keys.revoke(id);
  await hoglet.close();
  const { code, stderr } = await run(["serve", file, "--port", "0", "--host", "0.0.0.0"]);
  assert.is(code, 1);
  assert.match(stderr, /^hoglet: Not listening on 0\.0\.0\.0: the database has no personal API key\./);
});

refusals.run();

const stops = suite("serve: stopping");
stops.before.each(() => void (folder = tempFolder()));
stops.after.each(() => folder.remove());

whenAll(stops)(
  "SIGTERM while requests run: what was acknowledged is there, nothing is torn, exit 0, no log file left",
  async () => {
    const file = folder.file("busy.db");
    await using server = await serve([file]);
    let acknowledged = 0;
    const sender = async (name: string) => {
      for (let number = 0; ; number += 1) {
        const status = await capture(server.ready, { event: "a", distinct_id: `${name}-${number}` }).catch(() => null);
        if (status === null) return;
        assert.is(status, 200);
        acknowledged += 1;
        if (acknowledged === 200) server.child.kill("SIGTERM");
      }
    };
    await Promise.all(["a", "b", "c", "d", "e", "f"].map(sender));
    const { code, stderr } = await server.finished;
    assert.is(code, 0, stderr);
    assert.not.ok(existsSync(`${file}-wal`));
    const hoglet = await createHoglet({ file });
    let stored = 0;
    for await (const _ of hoglet.export({ kinds: ["event"] })) stored += 1;
    await hoglet.close();
    assert.ok(acknowledged >= 200);
    assert.is(stored, acknowledged);
  },
);

stops("a request that is being sent may finish, while idle connections are closed at once", async () => {
  await using server = await serve(["--memory"]);
  const port = Number(new URL(server.ready.url).port);
  const [idle, busy] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  await Promise.all([once(idle, "connect"), once(busy, "connect")]);
  const body = JSON.stringify({ api_key: server.ready.project_token, event: "a", distinct_id: "u" });
  // A whole request first: it tells that the server has seen the connection.
  busy.write("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(busy, "data");
  busy.write(`POST /capture/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`);
  // Comes after the half request: once it is answered, the server has read that too.
  assert.is((await fetch(`${server.ready.url}/readyz`)).status, 200);
  const idleEnd = once(idle, "close");
  idle.resume();
  server.child.kill("SIGTERM");
  await idleEnd;
  busy.write(body.slice(9));
  const [answer] = (await once(busy, "data")) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  assert.is((await server.finished).code, 0);
});

whenAll(stops)("a browser that watches events does not hold it up", async () => {
  await using server = await serve(["--memory"]);
  const { url, project_id, personal_api_key } = server.ready;
  const headers = { authorization: `Bearer ${personal_api_key}` };
  const live = await fetch(`${url}/api/projects/${project_id}/events/live`, { headers });
  const text = live.text();
  server.child.kill("SIGINT");
  // Ended, and not torn: that would reject. Running requests are given five seconds and then torn.
  assert.match(await text, /^: connected/);
  assert.is((await server.finished).code, 0);
});

whenAll(stops)("a second signal ends it at once", async () => {
  await using server = await serve(["--memory"]);
  const socket = connect(Number(new URL(server.ready.url).port), "127.0.0.1").on("error", () => {});
  socket.write("POST /capture/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf");
  assert.is((await fetch(`${server.ready.url}/readyz`)).status, 200);
  server.child.kill("SIGINT");
  await server.until("stderr", /Stopping/);
  server.child.kill("SIGINT");
  assert.is((await server.finished).code, 1);
  socket.destroy();
});

stops.run();

/** Sends a request over TLS and accepts every certificate. */
async function ask(url: string, headers: Record<string, string>) {
  const request = getSecurely(url, { rejectUnauthorized: false, agent: false, headers });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const cert = (response.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256;
  let body = "";
  for await (const piece of response) body += String(piece);
  return { cert, body, cookie: response.headers["set-cookie"]?.[0] };
}
