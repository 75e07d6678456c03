import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { HogletOptions } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const secrets = suite("secrets of plugin configs");
let folder: ReturnType<typeof tempFolder>;
secrets.before.each(() => void (folder = tempFolder()));
secrets.after.each(() => {
  folder.remove();
  delete process.env["HOGLET_SECRET_KEY"];
});

/** Secrets in different places: two values, of which one in an object, a file's name and its bytes. */
const SECRETS = ["zebra-token-1", "zebra-token-2", "zebra-nested", "zebra-file-name", "zebra-file-bytes"];
const OPEN = "giraffe-region";

const MANIFEST = JSON.stringify({
  name: "mine",
  config: {
    token: { type: "string", secret: true },
    nested: { type: "json", secret: true },
    region: { type: "string" },
    pem: { type: "attachment", secret: true },
  },
});

/** Says all it knows whenever it can. */
const TALKATIVE = `
  const tell = ({ config, attachments }) => {
    console.log(config, config.token + "!", JSON.stringify(JSON.stringify(config.nested)));
    for (const { file_name, contents } of Object.values(attachments)) console.warn(file_name, String(contents));
  };
  exports.setupPlugin = (meta) => { tell(meta); if (meta.config.region === "nowhere") throw new Error("wrong key " + meta.config.token) };
  exports.processEvent = (event, { config }) => { throw new Error("cannot use " + config.token) };
  exports.onEvent = async (event, { config }) => { await fetch("https://a.test/?key=" + encodeURIComponent(config.token)) };
  exports.teardownPlugin = tell;`;

/** Does everything that may show or store a secret; gives all that was answered, in one text. */
async function live(file: string): Promise<string> {
  const heard: string[] = [];
  const hear = (message: string, fields?: object) => void heard.push(message + JSON.stringify(fields ?? {}));
  const options: HogletOptions = { file, logger: { info: hear, warn: hear, error: hear } };
  await using hoglet = await createHoglet(options);
  const say = (value: unknown) => void heard.push(JSON.stringify(value));
  const plugin = await hoglet.plugins.install({ files: { "plugin.json": MANIFEST, "index.js": TALKATIVE } });
  const config = { token: SECRETS[0], nested: { deep: SECRETS[2] }, region: OPEN };
  const attachments = { pem: { name: SECRETS[3] ?? "", bytes: Buffer.from(SECRETS[4] ?? "") } };
  const made = await hoglet.pluginConfigs.create({ plugin: plugin.id, order: 1, enabled: true, config, attachments });
  say(made);
  say(await hoglet.pluginConfigs.update(made.id, { config: { token: SECRETS[1], region: OPEN } }));
  await hoglet.capture({ event: "a", distinct_id: "u" });
  await hoglet.runDue();
  say(await hoglet.pluginConfigs.update(made.id, { config: { token: SECRETS[0], region: "nowhere" } }));
  await hoglet.capture({ event: "b", distinct_id: "u" });
  await hoglet.runDue();
  say(await hoglet.pluginConfigs.get(made.id));
  say(await hoglet.pluginConfigs.list());
  say(await hoglet.pluginConfigs.rearrange({ [made.id]: 3 }));
  say(await hoglet.pluginConfigs.activity(made.id));
  say(await hoglet.pluginConfigs.logs(made.id));
  say(await hoglet.activity.list());
  say(await hoglet.plugins.list());
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  for (const path of ["", `${made.id}/`, `${made.id}/activity/`, `${made.id}/logs/`, `${made.id}/frontend/`]) {
    heard.push(await (await hoglet.fetch(`/api/projects/1/plugin_configs/${path}`, { headers })).text());
  }
  await hoglet.pluginConfigs.update(made.id, { attachments: { pem: null } });
  await hoglet.pluginConfigs.update(made.id, { attachments });
  for await (const line of hoglet.export()) heard.push(JSON.stringify(line));
  copy(file);
  return heard.join("\n");
}

/** By another process: reading the file in this one would drop SQLite's locks. With its log, while it is open. */
function copy(file: string): void {
  for (const ending of ["", "-wal"]) execFileSync("cp", [`${file}${ending}`, `${file}${ending}.copy`]);
}

function found(texts: readonly (string | Buffer)[]): string[] {
  return SECRETS.filter((secret) => texts.some((text) => text.includes(secret)));
}

secrets("are in no answer, log, export or file, and are read again with the key beside the file alone", async () => {
  const file = folder.file("a.db");
  const heard = await live(file);
  assert.equal(found([heard]), []);
  assert.ok(heard.includes(OPEN));
  for (const said of ["wrong key ***", "cannot use ***", "?key=***"]) assert.ok(heard.includes(said), said);
  execFileSync("cp", [file, `${file}.closed`]);
  const stored = [`${file}.copy`, `${file}-wal.copy`, `${file}.closed`].map((path) => readFileSync(path));
  assert.equal(found(stored), []);
  // So that it is known that they would be found.
  assert.ok(stored.some((bytes) => bytes.includes(OPEN)));
  assert.is(statSync(`${file}.key`).mode & 0o777, 0o600);
  const shown = async () => {
    await using hoglet = await createHoglet({ file });
    await hoglet.pluginConfigs.update(1, { config: { region: "x" } });
    return (await hoglet.pluginConfigs.get(1)).config["token"];
  };
  assert.match(String(await shown()), "POSTHOG SECRET FIELD");
  process.env["HOGLET_SECRET_KEY"] = "another";
  await shown().then(
    () => assert.unreachable("it was read with another key"),
    (error: Error) => assert.match(error.message, "HOGLET_SECRET_KEY"),
  );
});

secrets("no key is made where none is needed", async () => {
  const file = folder.file("a.db");
  await using hoglet = await createHoglet({ file });
  const plugin = await hoglet.plugins.install({ files: { "plugin.json": MANIFEST, "index.js": "" } });
  await hoglet.pluginConfigs.create({ plugin: plugin.id, order: 1, config: { region: "x" } });
  assert.throws(() => statSync(`${file}.key`), /ENOENT/);
});

secrets.run();
