import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { brotliCompressSync } from "node:zlib";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDocs } from "../../../adapters/ui/docs/index.ts";
import { toSearchFile } from "../../../adapters/ui/docs/search-file.ts";
import { createSearch } from "../../../adapters/ui/docs/site/search.ts";
import { buildSite } from "../../../build/docs/site/index.ts";
import { shippedPages } from "../../../build/docs/site/shipped.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openFront } from "./support/front.ts";
import { onStage } from "./support/page-stage.ts";

// The documentation as `hoglet serve` shows it at /docs/: made of the same Markdown as on GitHub, offline and searchable.

/**
 * Most bytes of the file in the package: 47 pages, the search and the form. The page about language models takes 1,000, watching 1,500, those about
 * copies and Litestream 2,000, a second machine and its routes 2,500, its taking over 1,500.
 */
const PACKED_BYTES = 108_000;

const temp = tempFolder();
const docsFile = temp.file("docs.json.br");
const { files } = await buildSite();
const packed = brotliCompressSync(JSON.stringify(files));
writeFileSync(docsFile, packed);
process.on("exit", () => temp.remove());

const pages = Object.keys(files).filter((name) => name.endsWith(".html"));

const site = suite("the documentation at /docs/");

site("has a page for every Markdown file that ships, and one that sends requests", () => {
  assert.ok(shippedPages().has("docs/guides/testing.md") && shippedPages().has("SECURITY.md"));
  assert.ok(shippedPages().has("docs/contract.md"));
  assert.not.ok(shippedPages().has("docs/reference/rest.md"));
  assert.equal(pages.toSorted(), [...shippedPages().values(), "try"].map((name) => `${name}.html`).toSorted());
});

site("has links that lead to pages and headings of it, or to the page and the API", () => {
  const wrong = pages.flatMap((name) =>
    linksOf(name)
      .filter((href) => !leads(name, href))
      .map((href) => `${name}: ${href}`),
  );
  assert.equal(wrong, []);
  assert.ok(leads("index.html", "guides/testing.html#your-runner"));
  assert.not.ok(leads("index.html", "guides/testing.html#nowhere") || leads("index.html", "guides/nowhere.html"));
});

site("lists every page in its navigation", () => {
  const listed = new Set(linksOf("index.html").map((href) => join(".", href.split("#")[0] ?? "")));
  assert.equal(
    pages.filter((name) => !listed.has(name)),
    [],
  );
});

site("has no script, style or picture from elsewhere, and none inside the HTML", () => {
  for (const name of pages) {
    const html = files[name] ?? "";
    assert.not.match(
      html,
      /<style|\sstyle="|\son\w+="|<script(?![^>]* src="(?:\.\.\/)*(?:docs|try)-\w+\.js")|<img|src="https?:/,
      name,
    );
    assert.not.match(
      html,
      /<link (?!rel="icon" href="data:,">|rel="stylesheet" href="(?:\.\.\/)*style-\w+\.css">)/,
      name,
    );
  }
});

site("shows the text of the documents as text", () => {
  assert.match(files["guides/testing.html"] ?? "", /toHaveCaptured\(&quot;signed up&quot;/);
  assert.match(files["manual/http-api.html"] ?? "", /<a href="errors.html">errors<\/a>/);
  assert.match(files["compatibility.html"] ?? "", /<td>/);
});

site("is small in the package", () => {
  assert.ok(packed.length <= PACKED_BYTES, `${packed.length} bytes`);
});

site("is sent with the rights of the page, by GET alone, for everybody who reaches the server", async () => {
  const front = await openFront({ docsFile });
  assert.is((await front.ask("/docs")).headers["location"], "docs/");
  for (const name of ["", "index.html", "manual/options.html", "search.json"]) {
    const { status, headers } = await front.ask(`/docs/${name}`);
    assert.is(status, 200, name);
    assert.match(headers["content-security-policy"] ?? "", /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.is(headers["cache-control"], "no-cache");
  }
  const script = Object.keys(files).find((name) => name.startsWith("docs-")) ?? "";
  assert.match((await front.ask(`/docs/${script}`)).headers["cache-control"] ?? "", /immutable/);
  for (const name of ["nowhere.html", "../package.json", "__proto__", "%2e%2e/package.json"]) {
    assert.is((await front.ask(`/docs/${name}`)).status, 404, name);
  }
  assert.is((await front.ask("/docs/", { method: "POST" })).status, 405);
  await front.close();
});

site("says so when it was not built", () => {
  const { status, body } = openDocs(temp.file("missing.br")).answer(
    { method: "GET", url: "/docs/", headers: {}, body: new Uint8Array(0), ip: null },
    "",
  );
  assert.equal([status, body], [503, "The documentation was not built: npm run build does it."]);
});

site("is searched by words of titles, headings and texts, by their beginnings, and with a slip", () => {
  const find = createSearch(toSearchFile(files));
  const first = (words: string) => find(words)[0];
  assert.equal([first("electron")?.name, first("electron")?.anchor], ["guides/electron", ""]);
  assert.is(first("planMode")?.name, "guides/testing");
  assert.ok(find("database_busy").some(({ name }) => name === "manual/errors"));
  assert.is(first("minimum vers")?.anchor, "minimum-versions");
  assert.is(first("trackign plan")?.anchor, "a-tracking-plan");
  assert.match(first("planMode")?.excerpt ?? "", /planMode/i);
  assert.equal(find("xyzzyx"), []);
  // No section has all of these words.
  assert.ok(find("decimal comma xyzzyx").some(({ name }) => name === "import"));
  assert.ok(find("delete person gdpr").some(({ name }) => /delet|reliability|contract|persons/.test(name)));
  assert.ok(find("bot headless").length > 0);
  assert.ok(find("hoglet").length <= 20);
});

site.run();

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const browser = suite("the documentation in a browser");
const it = onStage(browser, { pageOptions: { signIn: "loopback", docsFile } });

it("is reached from the page's menu, and found by its search", async (stage) => {
  const page = await stage.page("/");
  await page.getByRole("link", { name: "Docs" }).click();
  await page.getByRole("heading", { level: 1, name: "hoglet's documentation" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("nginx");
  await page.getByRole("link", { name: "Running a server: Behind a proxy" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/deploy.html#behind-a-proxy");
  await page.keyboard.press("/");
  await page.keyboard.type("xyzzyx");
  await page.getByText("Nothing found for “xyzzyx”.").waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#found").isHidden());
});

it("is readable in light and dark and on a phone", async (stage) => {
  const page = await stage.page("/");
  for (const name of ["guides/testing.html", "try.html"]) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${stage.url}/docs/${name}`);
    if (name === "try.html") await page.getByRole("button", { name: "Send GET" }).waitFor();
    assert.equal(await violations(page), [], name);
    // The elements are the same in the dark.
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await violations(page, ["color-contrast"]), [], `${name}, dark`);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  for (const name of pages) {
    await page.goto(`${stage.url}/docs/${name}`);
    if (name === "try.html") await page.getByRole("button", { name: "Send GET" }).waitFor();
    assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 375, name);
  }
  await page.locator("#search").fill("electron");
  await page.locator("#found li").first().waitFor();
  const [found, header] = [await page.locator("#found").boundingBox(), await page.locator("header").boundingBox()];
  assert.ok(
    found !== null && header !== null && found.y >= header.height - 1,
    "the header, of two lines here, covers no result",
  );
});

it("sends a request with the rights of its reader, and with a key", async (stage) => {
  await stage.hoglet.capture({ event: "signed up", distinct_id: "u1" });
  const page = await stage.page("/");
  // A reader who has not looked at the page yet.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${stage.url}/docs/try.html#get_projects_project_id_events`);
  await page.getByRole("button", { name: "Send GET" }).click();
  await page.getByRole("heading", { name: "200" }).waitFor();
  assert.match((await page.getByRole("region", { name: "Answer" }).textContent()) ?? "", /"event": "signed up"/);

  await page.getByLabel("Route").selectOption("post_projects_project_id_query");
  const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "signed up" }] };
  await page.getByLabel(/^Body/).fill(JSON.stringify({ query }));
  await page.getByRole("button", { name: "Send POST" }).click();
  await page.getByRole("heading", { name: "200" }).waitFor();
  assert.match((await page.getByRole("region", { name: "Answer" }).textContent()) ?? "", /"count": 1/);
  assert.match(
    (await page.locator("form pre").textContent()) ?? "",
    /curl -X POST 'http:.*\/api\/projects\/@current\/query'/,
  );

  await page.getByLabel(/^Personal API key/).fill("phx_wrong");
  await page.getByRole("button", { name: "Send POST" }).click();
  await page.getByRole("heading", { name: "401" }).waitFor();
  assert.not.match((await page.locator("form pre").textContent()) ?? "", /phx_wrong/);
  stage.faults.splice(0, Infinity, ...stage.faults.filter((fault) => !/401/.test(fault)));
});

browser.run();

function linksOf(name: string): string[] {
  return [...(files[name] ?? "").matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);
}

/** Does a link of a page lead somewhere? */
function leads(from: string, href: string): boolean {
  if (/^(?:https:|mailto:|http:\/\/127\.0\.0\.1)/.test(href)) return true;
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? from : join(dirname(from), path);
  if (["../ui/", "../api/schema/"].includes(target)) return true;
  const html = files[/(?:^|\/)$/.test(target) || target === "." ? "index.html" : target];
  return html !== undefined && (anchor === undefined || html.includes(` id="${anchor}"`));
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate((runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return axe.run(runOnly === undefined ? {} : { runOnly });
  }, rules);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}: ${node.failureSummary}`));
}
