import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundlePage } from "../../../build/page.ts";

/** Most bytes of all files of the page together, as they are sent. */
const MOST_BYTES = 150_000;

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

page("has less than 150 kB in all, sent with gzip", () => {
  const sizes = files.map(({ bytes }) => gzipSync(bytes).length);
  const sum = sizes.reduce((all, size) => all + size, 0);
  assert.ok(files.length > 10, "every view is a file of its own");
  assert.ok(sum < MOST_BYTES, `${sum} bytes`);
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
