import { suite } from "uvu";
import * as assert from "uvu/assert";

/** The module as a page at that address has it. */
async function openAt(href: string) {
  Object.assign(globalThis, { location: { href } });
  return (await import(
    `../../../../adapters/ui/page/api.ts?${encodeURIComponent(href)}`
  )) as typeof import("../../../../adapters/ui/page/api.ts");
}

const urls = suite("toUrl");

urls("paths are below where the hoglet is mounted, with the fields of the query that are there", async () => {
  const { HOST, toUrl } = await openAt("https://a.example/analytics/ui/#/live");
  assert.is(HOST, "https://a.example/analytics/");
  assert.is(toUrl("api/projects/1/"), "https://a.example/analytics/api/projects/1/");
  const query = { search: "a b", limit: 0, none: undefined, nil: null, empty: "", list: [{ a: 1 }] };
  assert.equal(
    [...new URL(toUrl("ui/session", query)).searchParams],
    [
      ["search", "a b"],
      ["limit", "0"],
      ["list", '[{"a":1}]'],
    ],
  );
});

urls("links of answers, which do not know the path or what stands before the server, lead there too", async () => {
  const { toUrl } = await openAt("https://a.example/analytics/ui/");
  const expected = "https://a.example/analytics/api/projects/1/persons/?offset=100";
  assert.is(toUrl("http://127.0.0.1:8010/api/projects/1/persons/?offset=100"), expected);
  assert.is(toUrl("/api/projects/1/persons/?offset=100"), expected);
  assert.is(toUrl(expected), expected);
});

urls.run();
