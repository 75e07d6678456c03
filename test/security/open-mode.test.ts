import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

// Open mode creates a project for each unknown token; a loop must not fill the database with projects.

const MOST = 100;

/** Every way in which a token makes its project. */
const WAYS: [name: string, ask: (hoglet: Hoglet, token: string) => Promise<Response>][] = [
  ["capture", (hoglet, token) => post(hoglet, "/e/", { api_key: token, event: "a", distinct_id: "u" })],
  ["batch", (hoglet, token) => post(hoglet, "/batch/", { api_key: token, batch: [{ event: "a", distinct_id: "u" }] })],
  ["flags", (hoglet, token) => post(hoglet, "/flags/?v=2", { api_key: token, distinct_id: "u" })],
  ["decide", (hoglet, token) => post(hoglet, "/decide/?v=3", { api_key: token, distinct_id: "u" })],
  ["remote config", (hoglet, token) => hoglet.fetch(`/array/${token}/config`)],
  ["remote config as a script", (hoglet, token) => hoglet.fetch(`/array/${token}/config.js`)],
  [
    "reports",
    (hoglet, token) =>
      hoglet.fetch(`/report/?token=${token}`, {
        method: "POST",
        headers: { "content-type": "application/csp-report" },
        body: '{"csp-report":{"document-uri":"http://a.test/","violated-directive":"img-src"}}',
      }),
  ],
];

function post(hoglet: Hoglet, path: string, body: object): Promise<Response> {
  return hoglet.fetch(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
}

const cap = suite("security: projects of unknown tokens");

for (const [name, ask] of WAYS) {
  cap(`no more than ${MOST} are made by ${name}, and the refusal says what to do`, async () => {
    await using hoglet = await createHoglet({ openMode: true });
    for (let index = 0; index < MOST + 5; index++) {
      const { status } = await ask(hoglet, `phc_token_${index}`);
      assert.is(status < 300, index < MOST, `${index}: ${status}`);
    }
    assert.is((await hoglet.projects.list({ limit: 1000 })).count, MOST + 1);
    const refused = await ask(hoglet, "phc_one_more");
    assert.is(refused.status, 401);
    assert.match(await refused.text(), /100 projects already.*POST \/api\/projects/);
    assert.is((await ask(hoglet, "phc_token_7")).status < 300, true);
  });
}

cap("one that is deleted makes room, and one that is made on purpose needs none", async () => {
  await using hoglet = await createHoglet({ openMode: true });
  const capture = (token: string) => post(hoglet, "/e/", { api_key: token, event: "a", distinct_id: "u" });
  for (let index = 0; index < MOST; index++) await capture(`phc_token_${index}`);
  await hoglet.projects.create({ name: "mine", api_token: "phc_mine" });
  assert.equal([(await capture("phc_mine")).status, (await capture("phc_other")).status], [200, 401]);
  const { results } = await hoglet.projects.list({ limit: 1000 });
  await hoglet.projects.delete(results.find(({ api_token }) => api_token === "phc_token_3")?.id ?? 0);
  assert.equal([(await capture("phc_other")).status, (await capture("phc_next")).status], [200, 401]);
});

cap.run();
