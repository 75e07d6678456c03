import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openFront } from "./support/front.ts";
import type { Reply, Front } from "./support/front.ts";

const PERSONS = "/api/projects/1/persons/";

function read(answer: Reply): Record<string, unknown> {
  return JSON.parse(answer.text) as Record<string, unknown>;
}

/** Signs in with a key and gives the cookie, as a browser would send it. */
async function enter(front: Front, key = "phx_owner"): Promise<string> {
  const { headers } = await front.browse("/ui/session", { method: "POST", body: { key } });
  return headers["set-cookie"]?.split(";")[0] ?? "";
}

const LIVE = "/api/projects/1/events/live";
const END = "the end";

async function takePiece({ pieces }: Reply): Promise<string> {
  const piece = await pieces?.next();
  return piece === undefined || piece.done ? END : piece.value;
}

const loopback = suite("sessions: on loopback");

loopback("who comes by a loopback address is signed in by a cookie, and may ask everything", async () => {
  const front = await openFront({ signIn: "loopback" });
  assert.is((await front.browse(PERSONS)).status, 401);
  assert.equal(read(await front.browse("/ui/session")), { signed_in: true, by: "loopback" });
  assert.is((await front.browse(PERSONS)).status, 200);
  const project = await front.browse("/api/projects/", { method: "POST", body: { name: "b" } });
  assert.is(project.status, 201);
  await front.close();
});

loopback("the cookie is http-only, same-site, of this port alone, and holds no key", async () => {
  const front = await openFront({ signIn: "loopback" });
  const cookie = (await front.browse("/ui/session")).headers["set-cookie"] ?? "";
  assert.match(cookie, /^hoglet_session_8010=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const other = await front.ask("/ui/session", {
    headers: { host: "localhost:9000", "sec-fetch-site": "same-origin" },
  });
  assert.match(other.headers["set-cookie"] ?? "", /^hoglet_session_9000=/);
  const safe = await front.ask("https://localhost/ui/session", {
    headers: { host: "localhost", "sec-fetch-site": "same-origin" },
  });
  assert.match(safe.headers["set-cookie"] ?? "", /^hoglet_session_default=.*; Secure$/);
  // A proxy took the encryption off.
  const proxied = await front.browse("/ui/session", {
    method: "POST",
    headers: { "x-forwarded-proto": "https" },
    body: { key: "phx_owner" },
  });
  assert.match(proxied.headers["set-cookie"] ?? "", /; Secure$/);
  await front.close();
});

loopback("a name that was bent to lead here (DNS rebinding) is not signed in", async () => {
  const front = await openFront({ signIn: "loopback" });
  const headers = { host: "evil.example:8010", "sec-fetch-site": "same-origin" };
  const answer = await front.ask("/ui/session", { headers });
  assert.equal([read(answer), answer.headers["set-cookie"]], [{ signed_in: false }, undefined]);
  assert.is((await front.ask(PERSONS, { headers })).status, 401);
  await front.close();
});

loopback("whom a proxy on this machine lets in is asked for a key", async () => {
  const front = await openFront({ signIn: "loopback" });
  const headers = { "x-forwarded-for": "203.0.113.9" };
  const answer = await front.browse("/ui/session", { headers });
  assert.equal([read(answer), answer.headers["set-cookie"]], [{ signed_in: false }, undefined]);
  await front.browse("/ui/session", { method: "POST", headers, body: { key: "phx_owner" } });
  assert.equal(read(await front.browse("/ui/session", { headers })), { signed_in: true, by: "key" });
  await front.close();
});

loopback("the cookie of another site's request, or of another port's, does nothing", async () => {
  const front = await openFront({ signIn: "loopback" });
  const cookie = (await front.browse("/ui/session")).headers["set-cookie"]?.split(";")[0] ?? "";
  const post = (headers: Record<string, string>) =>
    front.ask("/api/projects/", { method: "POST", headers: { cookie, ...headers }, body: { name: "evil" } });
  assert.is((await post({ "sec-fetch-site": "same-site", origin: "http://127.0.0.1:3000" })).status, 403);
  assert.is((await post({ "sec-fetch-site": "cross-site", "x-hoglet-page": "1" })).status, 403);
  // Another app on this machine is the same site: browsers send it the cookie, and CORS lets it read answers.
  const neighbour = { cookie, origin: "http://127.0.0.1:3000" };
  for (const path of [PERSONS, "/ui/requests?project=1", "/ui/session", "/ui/demo"]) {
    for (const says of [{ "sec-fetch-site": "same-site" }, { "x-hoglet-page": "1" }]) {
      const { text } = await front.ask(path, { headers: { ...neighbour, ...says } });
      assert.not.match(text, /results|"signed_in":true|"is_offered":true/, path);
    }
  }
  assert.is((await post({})).status, 401);
  assert.is((await post({ "x-hoglet-page": "1", origin: "http://evil.example" })).status, 403);
  const leave = await front.ask("/ui/session", {
    method: "DELETE",
    headers: { cookie, "sec-fetch-site": "cross-site" },
  });
  assert.is(leave.status, 403);
  assert.equal((await front.hoglet.projects.list()).count, 1);
  assert.is((await front.browse(PERSONS)).status, 200);
  await front.close();
});

loopback("another site gets no session", async () => {
  const front = await openFront({ signIn: "loopback" });
  for (const site of ["same-site", "cross-site"]) {
    const answer = await front.ask("/ui/session", { headers: { "sec-fetch-site": site } });
    assert.equal([answer.status, answer.headers["set-cookie"]], [403, undefined]);
  }
  await front.close();
});

loopback("a key in a request wins over the session", async () => {
  const front = await openFront({ signIn: "loopback" });
  await front.browse("/ui/session");
  assert.is((await front.browse(PERSONS, { headers: { authorization: "Bearer phx_wrong" } })).status, 401);
  await front.close();
});

loopback.run();

const keys = suite("sessions: with a key");

keys("it is asked for, and a wrong one is refused by a sentence", async () => {
  const front = await openFront();
  assert.equal(read(await front.browse("/ui/session")), { signed_in: false });
  const wrong = await front.browse("/ui/session", { method: "POST", body: { key: "phx_wrong" } });
  assert.equal([wrong.status, read(wrong)], [401, { detail: "There is no such key.", attr: "key" }]);
  for (const body of [{ key: "phc_1" }, { key: 7 }, {}, "no json", "null"]) {
    const answer = await front.browse("/ui/session", { method: "POST", body });
    assert.equal([answer.status, answer.headers["set-cookie"]], [400, undefined], JSON.stringify(body));
  }
  assert.is((await front.browse(PERSONS)).status, 401);
  await front.close();
});

keys("the page may do what the key may, and no more", async () => {
  const front = await openFront();
  const { value } = await front.hoglet.keys.create({ label: "reader", scopes: ["person:read"] });
  await enter(front, value);
  assert.equal(read(await front.browse("/ui/session")), { signed_in: true, by: "key" });
  assert.is((await front.browse(PERSONS)).status, 200);
  assert.is((await front.browse("/api/projects/1/events/")).status, 403);
  await front.close();
});

keys("a revoked key is signed out", async () => {
  const front = await openFront();
  const { id, value } = await front.hoglet.keys.create({ label: "page", scopes: ["*"] });
  await enter(front, value);
  assert.is((await front.browse(PERSONS)).status, 200);
  await front.hoglet.keys.revoke(id);
  assert.is((await front.browse(PERSONS)).status, 401);
  assert.equal(read(await front.browse("/ui/session")), { signed_in: false });
  await front.close();
});

keys("signing out ends the session at the server too", async () => {
  const front = await openFront();
  const cookie = await enter(front);
  const left = await front.browse("/ui/session", { method: "DELETE" });
  assert.is(left.status, 204);
  assert.match(left.headers["set-cookie"] ?? "", /^hoglet_session_8010=; .*Max-Age=0$/);
  const again = await front.ask(PERSONS, { headers: { cookie, "sec-fetch-site": "same-origin" } });
  assert.is(again.status, 401);
  await front.close();
});

keys("signing out ends the open streams of the session, and of no other", async () => {
  const front = await openFront();
  const other = { cookie: await enter(front), "sec-fetch-site": "same-origin" };
  await enter(front);
  const [staying, leaving] = [await front.ask(LIVE, { headers: other }), await front.browse(LIVE)];
  assert.match(await takePiece(staying), /connected/);
  assert.match(await takePiece(leaving), /connected/);
  const [waitsOn, waiting] = [takePiece(staying), takePiece(leaving)];
  await front.browse("/ui/session", { method: "DELETE" });
  await front.hoglet.capture({ event: "later", distinct_id: "u1" });
  assert.is(await waiting, END);
  assert.match(await waitsOn, /"event":"later"/);
  await front.close();
});

keys("revoking the key ends the open streams of its sessions, before another event is shown", async () => {
  const front = await openFront();
  const { id, value } = await front.hoglet.keys.create({ label: "reader", scopes: ["event:read"] });
  await enter(front, value);
  const stream = await front.browse(LIVE);
  assert.match(await takePiece(stream), /connected/);
  await front.hoglet.capture({ event: "before", distinct_id: "u1" });
  assert.match(await takePiece(stream), /"event":"before"/);
  const waiting = takePiece(stream);
  await front.hoglet.keys.revoke(id);
  await front.hoglet.capture({ event: "after", distinct_id: "u1" });
  assert.is(await waiting, END);
  await front.close();
});

keys("an invented cookie is nobody's", async () => {
  const front = await openFront();
  const headers = { cookie: "hoglet_session_8010=", "sec-fetch-site": "same-origin" };
  assert.is((await front.ask(PERSONS, { headers })).status, 401);
  await front.close();
});

keys("other methods are not allowed", async () => {
  const front = await openFront();
  assert.is((await front.browse("/ui/session", { method: "PUT" })).status, 405);
  await front.close();
});

keys.run();

const trusted = suite("sessions: behind an app's own sign-in");

trusted("the page needs none, by whatever name it is reached; another site still has no way", async () => {
  const front = await openFront({ signIn: "trusted" });
  const headers = { host: "analytics.example", "sec-fetch-site": "same-origin" };
  const answer = await front.ask("/ui/session", { headers });
  assert.equal([read(answer), answer.headers["set-cookie"]], [{ signed_in: true, by: "trusted" }, undefined]);
  assert.is((await front.ask(PERSONS, { headers })).status, 200);
  assert.is((await front.ask(PERSONS, { headers: { ...headers, "sec-fetch-site": "cross-site" } })).status, 401);
  await front.close();
});

trusted.run();
