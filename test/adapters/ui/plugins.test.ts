import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { until } from "../../clients/until.ts";
import { onStage } from "./support/page-stage.ts";

const tests = suite("the page: plugins");
const it = onStage(tests);

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

it("installs a plugin from source, sets it up, and shows what it says about an event", async ({
  hoglet,
  page: open,
}) => {
  const page = await open("/plugins");
  await page.getByRole("button", { name: "Install a plugin" }).click();
  const install = dialog(page, "Install a plugin");
  await install.getByLabel("From source").check();
  const manifest = await install.getByLabel("plugin.json").inputValue();
  await install.getByLabel("plugin.json").fill(manifest.replace("My plugin", "Marker"));
  await install.getByRole("button", { name: "Install" }).click();

  const setUp = dialog(page, "Set up Marker");
  assert.is(await setUp.getByLabel(/^Mark \(required\)/).inputValue(), "seen");
  await setUp.getByLabel(/^Mark \(required\)/).fill("by the page");
  await setUp.getByRole("button", { name: "Save" }).click();
  await setUp.waitFor({ state: "detached" });

  const [config] = (await hoglet.pluginConfigs.list()).results;
  assert.equal([config?.name, config?.enabled, config?.config], ["Marker", true, { mark: "by the page" }]);
  await hoglet.capture({ event: "opened", distinct_id: "u1" });
  const [event] = (await hoglet.events.list()).results;
  assert.is(event?.properties["mark"], "by the page");

  await page.getByRole("button", { name: "Log of Marker" }).click();
  await page.getByRole("log").getByText("saw opened").waitFor();
  // While the log is open, new lines appear without a reload.
  await hoglet.capture({ event: "closed", distinct_id: "u1" });
  await page.getByRole("log").getByText("saw closed").waitFor();
});

it("waits for a slow log before it looks again: looks that come too soon would never let it answer", async (stage) => {
  const page = await stage.page("/plugins");
  await page.clock.install();
  let asked = 0;
  let answer: (() => void) | undefined;
  const may = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/logs?*", async (route) => {
    asked++;
    await may;
    await route.continue();
  });
  await page.getByRole("button", { name: "Log of Marker" }).click();
  await until("it is asked for", () => asked > 0);
  await page.clock.runFor(10_000);
  assert.is(asked, 1);
  answer?.();
  await page.getByRole("log").getByText("saw closed").waitFor();
  await page.clock.runFor(2000);
  await until("it is looked at again", () => asked > 1);
});

const PICKY = `export function setupPlugin({ config }) { if (!config.mark) throw new Error("The mark is missing."); }
export function processEvent(event, { config }) { event.properties.mark = config.mark; return event; }`;

it("refuses to enable a plugin whose set-up fails, says why in the dialog, and enables it once it works", async (stage) => {
  const { hoglet } = stage;
  const manifest = { name: "Picky", config: [{ key: "mark", name: "Mark", type: "string" }] };
  await hoglet.plugins.install({ files: { "plugin.json": JSON.stringify(manifest), "index.js": PICKY } });
  const page = await stage.page("/plugins");
  await page.getByRole("button", { name: "Set up Picky" }).click();
  const setUp = dialog(page, "Set up Picky");
  await setUp.getByRole("button", { name: "Save" }).click();
  await setUp
    .getByRole("alert")
    .getByText("Saved, but not enabled: the set-up failed. Error: The mark is missing.")
    .waitFor();
  const find = async () => (await hoglet.pluginConfigs.list()).results.find(({ name }) => name === "Picky");
  assert.is((await find())?.enabled, false);
  await setUp.getByLabel("Mark").fill("here");
  await setUp.getByRole("button", { name: "Save" }).click();
  await setUp.waitFor({ state: "detached" });
  const { enabled, error, id } = (await find()) ?? {};
  assert.equal([enabled, error], [true, null]);
  // Enabling by its button is refused in the same way.
  await hoglet.pluginConfigs.update(id ?? 0, { enabled: false, config: { mark: "" } });
  await page.reload();
  await page.getByRole("button", { name: "Enable Picky" }).click();
  await page.getByRole("alert").getByText("not enabled: the set-up failed").waitFor();
  assert.is((await find())?.enabled, false);
  await hoglet.pluginConfigs.delete(id ?? 0);
});

const MANIFEST = {
  name: "Sink",
  version: "2.0.1",
  config: [
    { key: "token", name: "Token", type: "string", secret: true, required: true },
    { key: "region", name: "Region", type: "choice", choices: ["eu", "us"], default: "eu" },
    { key: "zone", name: "Zone", type: "string", visible_if: [["region", "us"]] },
    { key: "cert", name: "Certificate", type: "attachment" },
  ],
  publicJobs: { "Export now": { payload: { from: { title: "From", type: "string", required: true } } } },
};
const CODE = `export const jobs = { "Export now": ({ from }, { config, attachments }) =>
  console.log("exporting from", from, "with", config.token, config.region, config.zone, String(attachments.cert.contents)) };
export function processEvent(event) { return event; }`;

it("installs a plugin from a zip, with a secret, a file and a choice, and runs its job", async (stage) => {
  const { hoglet } = stage;
  const page = await stage.page("/plugins");
  await page.getByRole("button", { name: "Install a plugin" }).click();
  const files = { "sink/plugin.json": strToU8(JSON.stringify(MANIFEST)), "sink/index.js": strToU8(CODE) };
  const zip = { name: "sink.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(files)) };
  await page.getByLabel("Archive").setInputFiles(zip);
  await dialog(page, "Install a plugin").getByRole("button", { name: "Install" }).click();

  const setUp = dialog(page, "Set up Sink");
  await setUp.getByLabel(/^Token/).fill("t0p");
  assert.is(await setUp.getByLabel("Zone").count(), 0);
  await setUp.getByLabel("Region").selectOption("us");
  await setUp.getByLabel("Zone").fill("west");
  const cert = { name: "cert.pem", mimeType: "text/plain", buffer: Buffer.from("PEM") };
  await setUp.getByLabel("Certificate").setInputFiles(cert);
  await setUp.getByRole("button", { name: "Save" }).click();
  await setUp.waitFor({ state: "detached" });

  // Changed without the secret and the file being given again: both stay.
  await page.getByRole("button", { name: "Configure Sink" }).click();
  const configure = dialog(page, "Configure Sink");
  assert.is(await configure.getByLabel(/^Token/).inputValue(), "");
  await configure.getByText("cert.pem, 3 bytes, is kept.").waitFor();
  await configure.getByLabel("Zone").fill("east");
  await configure.getByRole("button", { name: "Save" }).click();
  await configure.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Run a job of Sink" }).click();
  await page.getByLabel("From").fill("2024-01-01");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByRole("log").getByText("exporting from 2024-01-01 with t0p us east PEM").waitFor();
  const plugin = (await hoglet.plugins.list()).results.find(({ name }) => name === "Sink");
  assert.is(plugin?.tag, "2.0.1");
});

const order = async (page: Page) =>
  page
    .getByRole("region", { name: "Running in this project" })
    .getByRole("listitem")
    .getByRole("heading")
    .allTextContents();

it("changes the order by buttons and by drag, disables, and uninstalls what was confirmed", async (stage) => {
  const { hoglet } = stage;
  const project = await hoglet.projects.create({ name: "Ordered" });
  for (const [index, name] of ["A", "B", "C"].entries()) {
    const files = { "plugin.json": JSON.stringify({ name }), "index.js": "exports.processEvent = (event) => event" };
    const { id } = await hoglet.plugins.install({ files });
    await hoglet.pluginConfigs.create({ project: project.id, plugin: id, order: index + 1, enabled: true });
  }
  const stored = async () => {
    const { results } = await hoglet.pluginConfigs.list({ project: project.id });
    return results.filter(({ enabled }) => enabled).map(({ name }) => name);
  };
  const page = await stage.page("/plugins");
  await page.getByLabel("Project", { exact: true }).selectOption({ label: "Ordered" });
  await page.getByRole("button", { name: "Move C up" }).click();
  await page.waitForFunction(() => document.querySelectorAll("ol h3")[1]?.textContent === "C");
  assert.equal(
    [await order(page), await stored()],
    [
      ["A", "C", "B"],
      ["A", "C", "B"],
    ],
  );

  // The message appears after the focus has moved.
  await page.getByText("C is now 2 of 3").waitFor();
  assert.is(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Move C up");

  const rows = page.locator("ol > li");
  await rows.nth(2).dragTo(rows.nth(0));
  await page.waitForFunction(() => document.querySelector("ol h3")?.textContent === "B");
  assert.equal(
    [await order(page), await stored()],
    [
      ["B", "A", "C"],
      ["B", "A", "C"],
    ],
  );

  await page.getByRole("button", { name: "Disable A" }).click();
  await page.getByRole("button", { name: "Enable A" }).waitFor();
  assert.equal(await stored(), ["B", "C"]);

  await page.getByRole("button", { name: "Uninstall B" }).click();
  await dialog(page, "Uninstall B?").getByRole("button", { name: "Uninstall" }).click();
  await page.getByRole("button", { name: "Uninstall B" }).waitFor({ state: "detached" });
  assert.equal(await stored(), ["C"]);
});

it("says why a plugin cannot be set up, and edits its source", async (stage) => {
  const { hoglet } = stage;
  const files = {
    "plugin.json": JSON.stringify({ name: "Broken" }),
    "index.js": "exports.setupPlugin = () => { throw new Error('no luck') }",
  };
  const { id } = await hoglet.plugins.install({ files });
  const config = await hoglet.pluginConfigs.create({ plugin: id, order: 9, enabled: true });
  await hoglet.capture({ event: "opened", distinct_id: "u1" });
  const page = await stage.page("/plugins");
  await page.getByText(/Stopped .*no luck/).waitFor();
  await page.getByRole("button", { name: "Source of Broken" }).click();
  const source = dialog(page, "Source of Broken").getByLabel("index.js");
  await source.fill("exports.processEvent = (event) => ({ ...event, event: 'mended' })");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Enable Broken" }).click();
  await page.getByRole("button", { name: "Disable Broken" }).waitFor();
  await hoglet.capture({ event: "opened", distinct_id: "u2" });
  assert.is((await hoglet.events.list({ distinct_id: "u2" })).results[0]?.event, "mended");
  assert.is((await hoglet.pluginConfigs.get(config.id)).error, null);
});

tests.run();
