import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getPort } from "get-port-please";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { capture, run, serve } from "../bin/hoglet-process.ts";
import { sayMissing } from "../support/skipped.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const it = suite("docs/deploy.md");

const page = readFileSync("docs/deploy.md", "utf8");
const lines = (/```dockerfile\n([^]*?)```/.exec(page)?.[1] ?? "").split("\n");
const [, unit = ""] = /```ini\n([^]*?)```/.exec(page) ?? [];
const placeOf = (start: string) => lines.findIndex((line) => line.startsWith(start));
const [, database = "none"] = /^ENV HOGLET_FILE=(.+)$/m.exec(lines.join("\n")) ?? [];
const argsOf = (start: string): string[] => {
  const line = lines[placeOf(start)] ?? "";
  return (JSON.parse(line.slice(line.indexOf("["))) as string[]).slice(1);
};

it("has a Dockerfile that gives the volume's folder to its user before it declares the volume", () => {
  const [, volume = "none"] = (lines[placeOf("VOLUME")] ?? "").split(" ");
  const [, user = "none"] = (lines[placeOf("USER")] ?? "").split(" ");
  const given = lines.findIndex((line) => line.includes(`mkdir ${volume} && chown ${user}:${user} ${volume}`));
  assert.ok(given >= 0 && given < placeOf("VOLUME"));
  assert.ok(placeOf("USER") > placeOf("RUN"), "packages are installed by root");
  assert.ok(database.startsWith(`${volume}/`));
});

whenAll(it)("has a Dockerfile whose command and health check run", async () => {
  const folder = tempFolder();
  const [, ...flags] = argsOf("CMD");
  {
    const env = { HOGLET_FILE: folder.file(basename(database)) };
    await using server = await serve(flags, { env });
    const [, ...words] = /^docker exec hoglet hoglet (.*?) *#/m.exec(page)?.[1]?.split(" ") ?? [];
    assert.match((await run(["keys", ...words], { env })).stdout, /^phx_/);
    const { port } = new URL(server.ready.url);
    const health = argsOf("HEALTHCHECK").map((arg) => arg.replace(/:\d+$/, `:${port}`));
    const { code, stdout, stderr } = await run(health);
    assert.is(code, 0, stdout + stderr);
  }
  folder.remove();
});

it("has a unit of systemd that starts, in a folder that its user may write", async () => {
  const [, folderName = "none"] = /^StateDirectory=(.+)$/m.exec(unit) ?? [];
  const [, user = "none"] = /^User=(.+)$/m.exec(unit) ?? [];
  // Uploads and imports lie in the temporary folder for a while: no other service sees them.
  assert.match(unit, /^PrivateTmp=true$/m);
  assert.ok(page.includes(`useradd --system ${user} `) && page.includes(`systemctl enable --now ${folderName} `));
  const [, command = ""] = /^ExecStart=\S+ serve (.+)$/m.exec(unit) ?? [];
  const [file = "", ...flags] = command.split(" ");
  assert.is(dirname(file), `/var/lib/${folderName}`);
  assert.ok(page.includes(`sudo -u ${user} hoglet keys create --label ops --db ${file} `));
  const folder = tempFolder();
  {
    await using server = await serve([folder.file(basename(file)), ...flags, "--port", "0"]);
    assert.is((await fetch(`${server.ready.url}/readyz`)).status, 200);
  }
  folder.remove();
});

const NGINX = "/usr/sbin/nginx";
if (!existsSync(NGINX)) sayMissing("the server behind nginx", "apt-get install nginx-light");

(existsSync(NGINX) ? whenAll(it) : it.skip)(
  "has a location for nginx that keeps addresses, ports, streams and large bodies",
  async () => {
    const folder = tempFolder();
    {
      await using server = await serve(["--memory", "--behind-proxy", "--personal-api-key", "phx_secret-key"]);
      const port = await getPort({ host: "127.0.0.1" });
      const [, location = ""] = /```nginx\n([^]*?)```/.exec(page) ?? [];
      const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder.file(name)};`,
      );
      writeFileSync(
        folder.file("nginx.conf"),
        `user root; daemon off; pid ${folder.file("pid")}; error_log stderr; events {}
       http { access_log off; ${own.join(" ")}
       server { listen 127.0.0.1:${port}; ${location.replace("http://127.0.0.1:8010", server.ready.url)} } }`,
      );
      const nginx = spawn(NGINX, ["-e", "stderr", "-c", folder.file("nginx.conf")], { stdio: "ignore" });
      const proxied = { ...server.ready, url: `http://127.0.0.1:${port}` };
      await using _ = { [Symbol.asyncDispose]: () => ended(nginx) };
      await untilReady(`${proxied.url}/readyz`, nginx);
      const headers = { authorization: "Bearer phx_secret-key", "x-forwarded-for": "203.0.113.7" };
      const stream = await fetch(`${proxied.url}/api/projects/@current/events/live`, { headers });
      assert.is(
        await capture(proxied, { event: "seen", distinct_id: "u1", properties: { text: "x".repeat(500_000) } }),
        200,
      );
      let text = "";
      for await (const part of stream.body ?? []) {
        text += Buffer.from(part as Uint8Array).toString();
        if (text.includes('"$ip":')) break;
      }
      // The proxy's word, not the client's.
      assert.match(text, /"\$ip":"127\.0\.0\.1"/);
      await capture(proxied, { event: "seen", distinct_id: "u2" });
      const reply = await fetch(`${proxied.url}/api/projects/@current/events/?limit=1`, { headers });
      const { next } = (await reply.json()) as { next: string };
      assert.ok(next.startsWith(`${proxied.url}/`), next);
      // A write of the page, which names its origin.
      const write = {
        method: "POST",
        headers: { ...headers, origin: proxied.url, "content-type": "application/json" },
        body: '{"label":"ops","scopes":["person:read"]}',
      };
      assert.is((await fetch(`${proxied.url}/api/personal_api_keys/`, write)).status, 201);
      const large = await fetch(`${proxied.url}/e/`, { method: "POST", body: new Uint8Array(21 * 1024 * 1024) });
      assert.is(large.headers.get("x-content-type-options"), "nosniff", "nginx refused the body, and not hoglet");
      nginx.kill();
      await once(nginx, "exit");
    }
    folder.remove();
  },
);

async function ended(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null) return;
  nginx.kill();
  await once(nginx, "exit");
}

async function untilReady(url: string, nginx: ChildProcess): Promise<void> {
  while (nginx.exitCode === null) {
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    await delay(50);
  }
  throw new Error("nginx ended.");
}

it.run();
