import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FILES, openFront } from "./support/front.ts";
import type { Front, Reply } from "./support/front.ts";

const start = suite("the start in the HTML");

const SAME = { "sec-fetch-site": "same-origin" };

function read({ text }: Reply): { session?: unknown; projects?: { results: { name: string }[] } } {
  const [, content = ""] = /<meta name="start" content="([^"]*)" \/>/.exec(text) ?? [];
  return JSON.parse(content.replaceAll("&quot;", '"').replaceAll("&amp;", "&") || "{}") as ReturnType<typeof read>;
}

async function rename(front: Front, name: string): Promise<void> {
  await front.hoglet.projects.update(1, { name });
}

start("holds session and projects with any name, and signs in a browser of this machine", async () => {
  const front = await openFront({ signIn: "loopback" });
  const name = `"/><script>&quot;$& é`;
  await rename(front, name);
  const reply = await front.browse("/ui/");
  assert.equal(read(reply).session, { signed_in: true, by: "loopback" });
  assert.is(read(reply).projects?.results[0]?.name, name);
  assert.is(reply.headers["cache-control"], "no-store");
  assert.is((await front.browse("/api/projects/1/persons/")).status, 200);
  await front.close();
});

start("is empty for other sites, and for browsers that do not say whose request it is", async () => {
  const front = await openFront({ signIn: "trusted" });
  for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
    const reply = await front.ask("/ui/", { headers });
    assert.equal([reply.text, reply.headers["set-cookie"]], [FILES["index.html"], undefined]);
  }
  await front.close();
});

start("tells no projects to users who are not signed in", async () => {
  const front = await openFront();
  const reply = await front.ask("/ui/", { headers: SAME });
  assert.equal(read(reply), { session: { signed_in: false } });
  await front.close();
});

start.run();
