import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundlePage } from "../../../build/page.ts";

/** Most bytes that a browser loads for the home of a site, and for any view, as they are sent. */
const HOME_BYTES = 60_000;
const VIEW_BYTES = 120_000;
/** Files that a site's home loads after the first ones. */
const OF_HOME = /^(?:chart-notes|use-notes)-/;

/** Addresses that cause no requests: names of XML vocabularies, and addresses in snippets to copy. */
const NO_REQUEST = /^https?:\/\/(?:www\.w3\.org\/|127\.0\.0\.1|localhost)/;

const page = suite("the built page");

let folder = "";
let files: { name: string; bytes: Buffer }[] = [];
page.before(async () => {
  folder = mkdtempSync(join(tmpdir(), "hoglet-size-"));
  await bundlePage(folder);
  files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
});
page.after(() => rmSync(folder, { recursive: true, force: true }));

/** A file and all that it imports at once. */
function closureOf(name: string, seen = new Set<string>()): Set<string> {
  const text = files.find((file) => file.name === name)?.bytes.toString("utf8");
  if (seen.has(name) || text === undefined) return seen;
  seen.add(name);
  for (const [, next = ""] of text.matchAll(/(?:from|import)["`]\.\/([^"`]+)["`]/g)) closureOf(next, seen);
  return seen;
}

/** Is a way the first files, which show the home of a site, or those and the files that it loads? */
function isOfHome(way: readonly string[]): boolean {
  const first = closureOf(files.find(({ name }) => name.startsWith("main-"))?.name ?? "");
  return way.every((name) => first.has(name) || OF_HOME.test(name));
}

/** Bytes of each way of files that are loaded one after the other, from the first one on. */
function waysFrom(name: string, before: readonly string[] = []): { way: string[]; bytes: number }[] {
  const way = [...new Set([...before, ...closureOf(name)])];
  const bytes = files.reduce((sum, file) => {
    // The home of a site has its styles in the first sheet.
    const isSheet = file.name.endsWith(".css") && !(isOfHome(way) && file.name.startsWith("views-"));
    const isLoaded = way.includes(file.name) || isSheet || file.name.endsWith(".html");
    return isLoaded ? sum + gzipSync(file.bytes).length : sum;
  }, 0);
  const added = way.filter((each) => !before.includes(each));
  const later = added.flatMap((each) => {
    const text = files.find((file) => file.name === each)?.bytes.toString("utf8") ?? "";
    return [...text.matchAll(/import\(["`]\.\/([^"`]+)["`]\)/g)].map(([, next = ""]) => next);
  });
  const next = later.filter((each) => !way.includes(each)).flatMap((each) => waysFrom(each, way));
  return [{ way, bytes }, ...next];
}

page("loads no more than 60 kB for the home of a site, and 120 kB for any view, sent with gzip", () => {
  const main = files.find(({ name }) => name.startsWith("main-"))?.name ?? "";
  const ways = waysFrom(main);
  assert.ok(ways.length > 10, "every view is a file of its own");
  for (const { way, bytes } of ways)
    assert.ok(bytes <= (isOfHome(way) ? HOME_BYTES : VIEW_BYTES), `${bytes} bytes: ${way.join(", ")}`);
  assert.ok(
    ways.some(({ way }) => way.length > 2 && isOfHome(way)),
    "the home loads notes of its chart",
  );
});

page("names no other host", () => {
  const named = files.flatMap(({ name, bytes }) =>
    (bytes.toString("utf8").match(/https?:\/\/[\w[$][^\s"'`)<]*/g) ?? []).map((url) => `${name}: ${url}`),
  );
  assert.equal(
    named.filter((each) => !NO_REQUEST.test(each.slice(each.indexOf("http")))),
    [],
  );
});

page("has no script and no style within the HTML, which its policy would refuse", () => {
  const html = files.find(({ name }) => name === "index.html")?.bytes.toString("utf8") ?? "";
  assert.match(html, /<script type="module" src="[^"]+"><\/script>/);
  assert.not.match(html, /<style|style="|<script(?![^>]* src=)/);
});

page.run();
