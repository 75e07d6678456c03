import { mkdirSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { listEnabledConfigs } from "../../lib/plugins/configs/enabled.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const plugins = suite("hoglet plugins");
let folder: ReturnType<typeof tempFolder>;
plugins.before.each(() => void (folder = tempFolder()));
plugins.after.each(() => folder.remove());

const CONFIG = [
  { key: "token", secret: true },
  { key: "region", default: "eu" },
  { key: "f", type: "attachment" },
];

async function open() {
  const db = folder.file("a.db");
  await (await createHoglet({ file: db })).close();
  const path = folder.file("my-plugin");
  mkdirSync(path);
  writeFileSync(`${path}/plugin.json`, JSON.stringify({ version: "1", config: CONFIG }));
  writeFileSync(`${path}/index.js`, "exports.processEvent = (event) => event");
  const hoglet = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(["plugins", ...args, "--db", db]);
    return code === 0 ? stdout : `${code} ${stderr}`;
  };
  return { db, path, hoglet };
}

plugins("install, list, update, uninstall", async () => {
  const { path, hoglet } = await open();
  assert.is(await hoglet("install", path), "1\n");
  assert.match(await hoglet("install", path), /^1 hoglet: .*already installed/);
  assert.is(await hoglet("install", "@posthog/geoip-plugin"), "2\n");
  assert.match(await hoglet("install", "not-there"), /^1 hoglet: .*no installed package not-there/);
  const rows = (await hoglet("list")).trimEnd().split("\n");
  assert.match(rows[0] ?? "", /^ID +NAME +VERSION +FROM +OFFERS +ERROR$/);
  assert.match(rows[1] ?? "", /^1 +my-plugin +1 +file:.*my-plugin +processEvent/);
  assert.match(rows[2] ?? "", /^2 +GeoIP +0\.0\.7 +npm:@posthog\/geoip-plugin +processEvent/);
  writeFileSync(`${path}/plugin.json`, JSON.stringify({ version: "2", main: "gone.js" }));
  assert.is(await hoglet("update", "1"), "1\n");
  const [listed] = JSON.parse(await hoglet("list", "--json")) as { tag: string; error: string }[];
  assert.equal([listed?.tag, listed?.error], ["2", "gone.js is not among the plugin's files."]);
  assert.is(await hoglet("uninstall", "1", "--json"), '{"id":1}\n');
  assert.match(await hoglet("uninstall", "1"), /^1 hoglet: There is no plugin with the id 1\./);
});

whenAll(plugins)(
  "enable, configure, configs, migrate, disable, logs: secrets stay and are shown to nobody",
  async () => {
    const { db, path, hoglet } = await open();
    await hoglet("install", path);
    writeFileSync(folder.file("f.txt"), "bytes");
    const attach = `f=${folder.file("f.txt")}`;
    assert.is(await hoglet("enable", "1", "--set", "token=s3c=ret", "--set", "a=b", "--attach", attach), "1\n");
    assert.is(await hoglet("enable", "1", "--another"), "2\n");
    assert.is(await hoglet("configure", "1", "--set", "region=us"), "1\n");
    const shown = await hoglet("configs", "--json");
    assert.not.match(shown, "s3c=ret");
    assert.equal(
      (JSON.parse(shown) as { order: number }[]).map(({ order }) => order),
      [1, 2],
    );
    writeFileSync(`${path}/index.js`, "exports.processEvent = () => null");
    assert.is(await hoglet("migrate", "1"), "1\n");
    assert.is(await hoglet("disable", "2"), "2\n");
    assert.match(await hoglet("configs"), /\n1 +1 +my-plugin +1 +yes\n2 +1 +my-plugin +2 +no\n$/);
    assert.is(await hoglet("logs", "1"), "");
    assert.match(await hoglet("disable", "7"), /^1 hoglet: There is no plugin config with the id 7\./);
    const { ctx } = openContext({ file: db });
    const [config] = listEnabledConfigs(ctx, 1);
    assert.equal(config?.config, { a: "b", region: "us", token: "s3c=ret" });
    assert.is(config?.attachments["f"]?.contents.toString(), "bytes");
    ctx.db.close();
  },
);

plugins("enable said twice makes one config, with the values of both; --another makes one more", async () => {
  const { db, path, hoglet } = await open();
  await hoglet("install", path);
  const enable = (...args: string[]) => runHere(["plugins", "enable", "1", ...args, "--db", db]);
  const configs = async () =>
    (JSON.parse(await hoglet("configs", "--json")) as { id: number; enabled: boolean; order: number }[]).map(
      ({ id, enabled, order }) => [id, enabled, order],
    );
  assert.equal(await enable("--set", "token=t", "--order", "5"), { code: 0, stdout: "1\n", stderr: "" });
  await hoglet("disable", "1");
  assert.equal(await enable("--set", "region=us"), {
    code: 0,
    stdout: "1\n",
    stderr:
      "hoglet: my-plugin is set up in this project already: config 1. It is enabled now; --another creates another.\n",
  });
  assert.equal(await configs(), [[1, true, 5]]);
  const { ctx } = openContext({ file: db });
  assert.equal(listEnabledConfigs(ctx, 1)[0]?.config, { token: "t", region: "us" });
  ctx.db.close();
  assert.is((await enable("--another")).stdout, "2\n");
  const third = await enable();
  assert.is(third.code, 1);
  assert.match(third.stderr, /already: config 1, 2\. Enable it with configure, or create another with --another\./);
  assert.equal(await configs(), [
    [1, true, 5],
    [2, true, 6],
  ]);
});

const told = (key: string) => `hoglet: my-plugin declares no field ${key}; it declares token, region, f.\n`;

plugins("an id that nobody has is named, and so is a key that the plugin does not declare", async () => {
  const { db, path, hoglet } = await open();
  await hoglet("install", path);
  assert.is(await hoglet("enable", "9"), "1 hoglet: There is no plugin with the id 9.\n");
  assert.is(await hoglet("logs", "9"), "1 hoglet: There is no plugin config with the id 9.\n");
  const enabling = await runHere(["plugins", "enable", "1", "--set", "regoin=us", "--set", "token=t", "--db", db]);
  assert.equal(enabling, { code: 0, stdout: "1\n", stderr: told("regoin") });
  const configuring = await runHere(["plugins", "configure", "1", "--set", "tokn=t", "--db", db]);
  assert.equal(configuring, { code: 0, stdout: "1\n", stderr: told("tokn") });
});

plugins.run();
