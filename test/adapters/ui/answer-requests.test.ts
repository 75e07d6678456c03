import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SeenRequest, SeenRequestDetail } from "../../../adapters/explain/show-request.ts";
import { createRequestLog } from "../../../adapters/explain/request-log.ts";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openFront } from "./support/front.ts";
import type { Front } from "./support/front.ts";
import { whenAll } from "../../support/rounds.ts";

const NOW = "2026-03-01T10:00:00.000Z";

async function list(front: Front, project = 1): Promise<SeenRequest[]> {
  const { status, text } = await front.browse(`/ui/requests?project=${project}`);
  assert.is(status, 200, text);
  return (JSON.parse(text) as { results: SeenRequest[] }).results;
}

async function detail(front: Front, id: number | undefined): Promise<SeenRequestDetail> {
  return JSON.parse((await front.browse(`/ui/requests/${id}?project=1`)).text) as SeenRequestDetail;
}

function capture(front: Front, body: unknown, headers: Record<string, string> = {}, path = "/e/") {
  return front.ask(path, { method: "POST", body, headers });
}

/** A body that packs 30 to 100 times smaller. A body that packs better is refused as a bomb; a larger body is not kept. */
function large(chars: number): Uint8Array {
  const event = Array.from({ length: Math.ceil(chars / 200) }, (_, index) => String(index).padEnd(200, "x")).join("");
  return gzipSync(JSON.stringify({ api_key: "phc_1", event: event.slice(0, chars) }));
}

const local = suite("ui/requests: on loopback");

local("shows what came, what was in it, and why it was refused", async () => {
  const front = await openFront({ signIn: "loopback", hogletOptions: { now: NOW } });
  await front.browse("/ui/session");
  const event = { event: "paid", distinct_id: "u1", uuid: "01a1ff22-d777-7469-9504-98b86e11bec2" };
  await capture(front, { api_key: "phc_1", ...event });
  await capture(front, { api_key: "phc_1", event: "nobody's" });
  await capture(front, "this is no JSON");
  const [unread, refused, taken] = await list(front);
  assert.equal(taken, {
    id: 1,
    received_at: NOW,
    method: "POST",
    path: "/e/",
    status: 200,
    refusal: null,
    size_bytes: JSON.stringify({ api_key: "phc_1", ...event }).length,
    events: [event],
  });
  assert.equal([refused?.status, refused?.refusal], [400, "event submitted without a distinct_id"]);
  assert.equal([unread?.status, unread?.events], [400, null]);
  await front.close();
});

local("shows what clients sent below the page, whose address they took for the host", async () => {
  const front = await openFront({ signIn: "loopback", hogletOptions: { now: NOW } });
  await front.browse("/ui/session");
  const reply = await capture(front, { api_key: "phc_1", event: "paid", distinct_id: "u1" }, {}, "/ui/i/v0/e/");
  assert.is(reply.status, 404);
  assert.equal(
    (await list(front)).map(({ path, status }) => [path, status]),
    [["/ui/i/v0/e/", 404]],
  );
  await front.close();
});

local("shows one as it came and as it was meant, however it was packed", async () => {
  const front = await openFront({ signIn: "loopback" });
  await front.browse("/ui/session");
  const sent = { api_key: "phc_1", event: "paid", distinct_id: "u1" };
  const packed = gzipSync(JSON.stringify(sent));
  await capture(front, packed, { "content-type": "text/plain", cookie: "secret" }, "/e/?compression=gzip-js&ver=1");
  await capture(front, sent, { "content-type": "application/json", "user-agent": "app" });
  const [plain, zipped] = await list(front);
  const [first, second] = [await detail(front, zipped?.id), await detail(front, plain?.id)];
  assert.equal(first.decoded, sent);
  assert.equal([first.raw_form, first.raw], ["base64", packed.toString("base64")]);
  assert.equal([first.url, first.headers], ["/e/?compression=gzip-js&ver=1", { "content-type": "text/plain" }]);
  assert.equal([second.raw_form, second.raw], ["text", JSON.stringify(sent)]);
  assert.equal(second.headers, { "content-type": "application/json", "user-agent": "app" });
  assert.is((await front.browse("/ui/requests/99?project=1")).status, 404);
  await front.close();
});

local("personal keys that were sent by mistake are never shown, in whatever packing", async () => {
  const front = await openFront({ signIn: "loopback" });
  await front.browse("/ui/session");
  const sent = { api_key: "phx_owner", event: "paid", distinct_id: "u1" };
  await capture(front, sent, {}, "/e/?personal_api_key=phx_owner");
  await capture(front, gzipSync(JSON.stringify(sent)), {}, "/e/?compression=gzip");
  await capture(front, `data=${Buffer.from(JSON.stringify(sent)).toString("base64")}`, {
    "content-type": "application/x-www-form-urlencoded",
  });
  await capture(front, sent, {
    authorization: "Bearer phx_owner",
    referer: "http://a.example/?personal_api_key=other",
  });
  // Once in plain text and once hidden, and in the texts of a list.
  await capture(front, `data=${Buffer.from(JSON.stringify(sent)).toString("base64")}&personal_api_key=phx_owner`, {
    "content-type": "application/x-www-form-urlencoded",
  });
  await capture(front, { api_key: "phc_1", event: "phx_owner", distinct_id: "phx_owner", uuid: "phx_owner" });
  const found = await list(front);
  assert.is(found.length, 6);
  const details = await Promise.all(found.map(({ id }) => detail(front, id)));
  const shown = JSON.stringify([found, details]);
  assert.not.match(shown, /phx_owner|personal_api_key=other/);
  assert.not.match(shown, Buffer.from(JSON.stringify(sent)).toString("base64").slice(0, 20));
  assert.equal(
    details.map(({ raw }) => raw === null),
    [false, true, false, true, true, false],
  );
  await front.close();
});

whenAll(local)(
  "nobody can make the list fail or grow: what is nested too deep or unpacks to too much is not read",
  async () => {
    const front = await openFront({ signIn: "loopback" });
    await front.browse("/ui/session");
    await capture(front, `{"api_key":"phc_1","event":${"[".repeat(20_000)}${"]".repeat(20_000)},"distinct_id":"u"}`);
    await capture(front, large(1024 * 1024));
    for (let index = 0; index < 9; index++) await capture(front, large(1_000_000));
    const found = await list(front);
    const isRead = found.map(({ events }) => events !== null);
    assert.equal(isRead, [...Array<boolean>(8).fill(true), false, false, false]);
    // By itself it is small enough.
    assert.is.not((await detail(front, 3)).decoded, null);
    assert.equal([(await detail(front, 2)).decoded, (await detail(front, 1)).decoded], [null, null]);
    await front.close();
  },
);

local("each project shows its own, and the owner those that no project took", async () => {
  const front = await openFront({ signIn: "loopback" });
  await front.browse("/ui/session");
  const { id } = await front.hoglet.projects.create({ name: "b", api_token: "phc_2" });
  await capture(front, { api_key: "phc_1", event: "one", distinct_id: "u" });
  await capture(front, { api_key: "phc_2", event: "two", distinct_id: "u" });
  await capture(front, { api_key: "phc_3", event: "three", distinct_id: "u" });
  const names = async (project: number) => (await list(front, project)).map(({ events }) => events?.[0]?.event);
  assert.equal(
    [await names(1), await names(id)],
    [
      ["three", "one"],
      ["three", "two"],
    ],
  );
  assert.is((await front.browse("/ui/requests?project=99")).status, 404);
  assert.is((await front.browse("/ui/requests?project=x")).status, 400);
  await front.close();
});

local.run();

const keyed = suite("ui/requests: with a key");

keyed("is for who is signed in, with the scope that events need, and for projects of the key", async () => {
  const front = await openFront();
  const { id } = await front.hoglet.projects.create({ name: "b", api_token: "phc_2" });
  const enter = async (scopes: string[], projects?: number[]) => {
    const key = await front.hoglet.keys.create({ label: "k", scopes, ...(projects && { projects }) });
    await front.browse("/ui/session", { method: "POST", body: { key: key.value } });
  };
  assert.is((await front.browse("/ui/requests?project=1")).status, 401);
  await enter(["project:read", "person:read"]);
  assert.is((await front.browse("/ui/requests?project=1")).status, 403);
  await enter(["project:read", "event:read"], [id]);
  assert.is((await front.browse("/ui/requests?project=1")).status, 403);
  assert.is((await front.browse(`/ui/requests?project=${id}`)).status, 200);
  const evil = { "sec-fetch-site": "cross-site" };
  assert.is((await front.browse(`/ui/requests?project=${id}`, { headers: evil })).status, 401);
  await front.close();
});

keyed("nothing is kept before somebody looks; then their project's alone is shown", async () => {
  const front = await openFront();
  await front.browse("/ui/session", { method: "POST", body: { key: "phx_owner" } });
  const paid = { api_key: "phc_1", event: "paid", distinct_id: "u1" };
  await capture(front, paid);
  assert.equal(await list(front), []);
  await capture(front, paid);
  await capture(front, { ...paid, api_key: "phc_wrong" });
  await capture(front, "nothing to read");
  assert.equal(
    (await list(front)).map(({ status }) => status),
    [200],
  );
  await front.close();
});

keyed.run();

const erased = suite("ui/requests: an erased person");

const EVENT = { api_key: "phc_1", event: "paid", distinct_id: "erased@x.io" };

/** Ways to ask for the deletion of the events that `EVENT` brought. */
const ERASERS: Record<string, (front: Front, file: string) => Promise<unknown>> = {
  "the API": async (front) => {
    const [person] = (await front.hoglet.persons.list()).results;
    const deleted = await front.ask(`/api/projects/1/persons/${person?.uuid}/?delete_events=true`, {
      method: "DELETE",
      headers: { authorization: "Bearer phx_owner" },
    });
    assert.is(deleted.status, 204, deleted.text);
  },
  "the handle": ({ hoglet }) => hoglet.deletions.request({ kind: "events_by_name", key: "paid" }),
  "the handle of persons": async ({ hoglet }) =>
    hoglet.persons.bulkDelete({ distinct_ids: ["erased@x.io"], delete_events: true }),
  "another handle on the file": async (_, file) => {
    await using other = await createHoglet({ file, now: NOW });
    await other.deletions.request({ kind: "events_by_name", key: "paid" });
  },
};

for (const [way, erase] of Object.entries(ERASERS)) {
  erased(`is not named in what is kept, once ${way} asked for it`, async () => {
    const temp = tempFolder();
    const file = temp.file("a.db");
    let nowMs = Date.parse(NOW);
    const front = await openFront({ signIn: "loopback", hogletOptions: { file, now: () => nowMs } });
    await front.browse("/ui/session");
    await capture(front, EVENT);
    assert.is((await capture(front, { ...EVENT, api_key: "phc_other" })).status, 401);
    await capture(front, "erased@x.io, cut off");
    assert.is((await list(front)).length, 3);
    // A deletion by this process is known at once, without a check of the file.
    if (way !== "another handle on the file") front.hoglet.deletions.lastRequest = () => Promise.resolve(null);
    await erase(front, file);
    assert.equal(await list(front), []);
    assert.is((await front.browse("/ui/requests/1?project=1")).status, 404);
    nowMs++;
    await capture(front, { ...EVENT, distinct_id: "later" });
    assert.is((await list(front)).length, 1);
    await front.close();
    temp.remove();
  });
}

erased("is cleared from memory at once, a request that is still under way too", () => {
  const { keep, forget, list: kept } = createRequestLog({ now: () => 0, isAlways: true });
  const request = { method: "POST", url: "/e/", headers: {}, body: new Uint8Array(3), ip: null };
  const reply = { status: 200, headers: {}, body: "" };
  for (const receivedAtMs of [1, 2, 3]) keep(request, reply, receivedAtMs);
  forget(2);
  keep(request, reply, 2);
  forget(1);
  assert.equal(
    kept().map(({ receivedAtMs }) => receivedAtMs),
    [3],
  );
});

erased.run();
