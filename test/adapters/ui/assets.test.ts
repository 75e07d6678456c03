import { writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundlePage } from "../../../build/page.ts";
import { findAssets } from "../../../adapters/ui/assets.ts";
import { FILES, openFront } from "./support/front.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const assets = suite("assets");

assets(
  "every file forbids scripts and styles of other places and inline ones, and being taken for another type",
  async () => {
    const front = await openFront();
    for (const path of ["/ui/", ...Object.keys(FILES).map((name) => `/ui/${name}`)]) {
      const { status, headers } = await front.ask(path);
      assert.is(status, 200, path);
      const policy = headers["content-security-policy"] ?? "";
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.not.match(policy, /unsafe|\*|https?:/);
      assert.match(policy, /base-uri 'none'; frame-ancestors 'self'/);
      assert.is(headers["x-content-type-options"], "nosniff");
      assert.is(headers["referrer-policy"], "no-referrer");
    }
    await front.close();
  },
);

assets("the document is asked for each time, the rest is kept for ever by its hashed name", async () => {
  const front = await openFront();
  assert.is((await front.ask("/ui/")).headers["cache-control"], "no-cache");
  assert.is((await front.ask("/ui/index.html")).headers["content-type"], "text/html; charset=utf-8");
  const script = await front.ask("/ui/main-A1.js");
  assert.equal(
    [script.headers["cache-control"], script.headers["content-type"]],
    ["public, max-age=31536000, immutable", "text/javascript; charset=utf-8"],
  );
  await front.close();
});

assets("a file goes out packed to those who can unpack it, and as it is to others", async () => {
  const folder = tempFolder();
  writeFileSync(folder.file("index.html"), FILES["index.html"]);
  const packed = findAssets(folder.path)?.get("index.html")?.gzipped() ?? new Uint8Array(0);
  assert.is(gunzipSync(packed).toString(), FILES["index.html"]);
  folder.remove();

  const front = await openFront();
  const plain = await front.ask("/ui/main-A1.js");
  assert.equal([plain.headers["content-encoding"], plain.text], [undefined, FILES["main-A1.js"]]);
  const small = await front.ask("/ui/main-A1.js", { headers: { "accept-encoding": "br, gzip" } });
  assert.is(small.headers["content-encoding"], "gzip");
  assert.ok(small.text.length < plain.text.length / 2);
  await front.close();
});

assets("a folder without a document is no page", () => {
  const folder = tempFolder();
  assert.is(findAssets(folder.path), undefined);
  folder.remove();
});

assets("a file that is not there is 404, and only reading is allowed", async () => {
  const front = await openFront();
  assert.is((await front.ask("/ui/../package.json")).status, 404);
  assert.is((await front.ask("/ui/nothing.js")).status, 404);
  const { status, headers } = await front.ask("/ui/", { method: "POST" });
  assert.equal([status, headers["allow"]], [405, "GET"]);
  await front.close();
});

// Views load when they are opened: size.test.ts holds the first view to 60 kB and each view to 120 kB. This bounds what the package carries.
assets("all views together are less than 240 kB packed, and name no other place to load from", async () => {
  const folder = tempFolder();
  await bundlePage(folder.path);
  const found = [...(findAssets(folder.path) ?? [])];
  const packed = found.map(([, asset]) => asset.gzipped().length);
  const total = packed.reduce((sum, size) => sum + size, 0);
  assert.ok(total > 10_000 && total < 240_000, `${total} bytes`);
  for (const [name, { bytes }] of found) {
    assert.not.match(Buffer.from(bytes).toString(), /(?:src|href)="?(?:https?:)?\/\/|@import|url\(["']?https?:/, name);
  }
  folder.remove();
});

assets("a page that was not built says so", async () => {
  const front = await openFront({ isBuilt: false });
  const { status, text } = await front.ask("/ui/");
  assert.equal([status, text], [503, "The page was not built: npm run build does it."]);
  await front.close();
});

assets.run();
