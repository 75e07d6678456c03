import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { HttpReply } from "../../lib/index.ts";
import { BODY_ATTACKS, many, MIB, repeated, TOKEN } from "./body-attacks.ts";
import type { BodyAttack } from "./body-attacks.ts";
import { whenAll } from "../support/rounds.ts";

const bodies = suite("attacks with a body");

async function open() {
  const hoglet = await createHoglet({ projectToken: TOKEN });
  const ask = async ({ path, headers, keyed, body }: Pick<BodyAttack, "path" | "headers" | "keyed" | "body">) => {
    const bytes = Buffer.from(body() as string);
    const sent = { ...headers, ...(keyed && { authorization: `Bearer ${hoglet.personalApiKey}` }) };
    return hoglet.handle({ method: "POST", url: path, headers: sent, body: bytes, ip: null });
  };
  return { hoglet, ask };
}

const textOf = ({ body }: HttpReply) => String(body ?? "");

for (const row of BODY_ATTACKS) {
  const [status, says] = row.gets;
  bodies(`${row.attack}: ${status}`, async () => {
    const { hoglet, ask } = await open();
    const reply = await ask(row);
    assert.is(reply.status, status, textOf(reply).slice(0, 300));
    assert.match(textOf(reply), says);
    assert.is((await hoglet.events.list({})).results.length, 0);
    await hoglet.close();
  });
}

whenAll(bodies)("what is large and meant well is stored, whole and in order", async () => {
  const { hoglet, ask } = await open();
  const batch = many(2000, (at) => ({
    event: "a",
    distinct_id: at === 7 ? 0 : `u${at}`,
    properties: { note: 'ü,]}"\\'.repeat(40), at },
  }));
  const text = JSON.stringify({ batch, sent_at: "2026-01-01T00:00:00Z", api_key: TOKEN }).replace(
    '"distinct_id":0',
    '"distinct_id":9007199254740993',
  );
  assert.ok(text.length > MIB / 4);
  for (const body of [text, gzipSync(text), ` ${text.replaceAll('"batch":[', '"batch" : [ ')} `]) {
    assert.is((await ask({ path: "/batch", body: () => body })).status, 200);
  }
  const list = JSON.stringify(batch.map((event) => Object.assign(event, { api_key: TOKEN })));
  assert.is((await ask({ path: "/e", body: () => list })).status, 200);
  const one = JSON.stringify({
    api_key: TOKEN,
    event: "large",
    distinct_id: "one",
    properties: { text: "x".repeat(900_000) },
  });
  assert.is((await ask({ path: "/e", body: () => one })).status, 200);
  const { results } = await hoglet.query("select count(*), count(distinct distinct_id) from events");
  assert.equal(results, [[8001, 2002]]);
  const rounded = await hoglet.query("select count(*) from events where distinct_id = '9007199254740993'");
  assert.equal(rounded.results, [[3]]);
  await hoglet.close();
});

whenAll(bodies)("large requests of all kinds at once do not wait for each other for ever", async () => {
  const { hoglet, ask } = await open();
  const bomb = gzipSync(`[${repeated("{},", 4 * MIB)}{}]`);
  const replies = await Promise.all(many(100, () => ask({ path: "/e", body: () => bomb })) as Promise<HttpReply>[]);
  const statuses = new Set(replies.map(({ status }) => status));
  assert.equal([...statuses].toSorted(), [413, 503]);
  assert.is((await ask({ path: "/e", body: () => bomb })).status, 413);
  await hoglet.close();
});

bodies.run();
