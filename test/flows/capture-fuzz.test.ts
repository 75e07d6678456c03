import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createDispatch, routes } from "../../lib/http/index.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import { computedMs } from "../support/computed.ts";
import { rounds } from "../support/rounds.ts";

const ROUNDS = rounds(150, 1500);

/** Ms of computing. Bodies of this size need a few ms: only a hang or quadratic work reaches this. */
const HANG_MS = 3000;

// Bodies that broke servers before, listed because random bodies would not find them.
const NASTY: string[] = [
  "[".repeat(100_000),
  `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
  `{"api_key":"phc_fuzz","event":"a","distinct_id":"u","properties":${"[".repeat(5000)}${"]".repeat(5000)}}`,
  `{"api_key":"phc_fuzz","event":"a","distinct_id":"u","properties":{"${"k".repeat(200_000)}":1}}`,
  '{"api_key":"phc_fuzz","event":"\\ud800","distinct_id":"\\udfff","properties":{"\\udead":"\\ud83d"}}',
  '{"api_key":"phc_fuzz","event":"a\\u0000b","distinct_id":"c\\u0000d","properties":{"\\u0000":"\\u0000"}}',
  '{"api_key":"phc_fuzz","event":"a","distinct_id":"u","properties":{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}}',
  '{"api_key":"phc_fuzz","event":"a","distinct_id":"u","$set":{"__proto__":{"isAdmin":true}},"__proto__":{"event":"b"}}',
  '{"api_key":"phc_fuzz","event":"a","event":"b","distinct_id":"u","distinct_id":"v"}',
  '{"api_key":"phc_fuzz","event":"a","distinct_id":9007199254740993,"properties":{"n":1e400,"m":-1e400,"z":123456789012345678901234567890}}',
  '{"api_key":"phc_fuzz","event":"a","distinct_id":{"b":[{}],"a":null},"timestamp":"+275760-09-13T00:00:00Z"}',
  '{"api_key":"phc_fuzz","event":"$identify","distinct_id":"u","properties":{"$anon_distinct_id":{"x":1},"$set":[1],"$unset":{"a":[]}}}',
  '{"api_key":"phc_fuzz","event":"$groupidentify","distinct_id":"u","properties":{"$group_type":{},"$group_key":[],"$group_set":7,"$groups":{"a":{"b":1},"c":null}}}',
  '{"api_key":"phc_fuzz","event":"a","distinct_id":"u","offset":-9007199254740991,"timestamp":"2024-13-45T99:99:99Z"}',
  '{"api_key":"phc_fuzz","event":"$autocapture","distinct_id":"u","properties":{"$elements":[null,1,"x",{"attr__class":[1,{}],"nth_child":"x"}],"$elements_chain":{}}}',
  '{"api_key":"phc_fuzz","batch":[null,1,"x",[],{}]}',
  '{"api_key":{"$gt":""},"batch":[{"event":"a","distinct_id":"u"}]}',
  "null",
  "0",
  '""',
  "{}",
  "[]",
  '{"batch":{}}',
];

const PATHS = ["/batch/", "/e/", "/capture/", "/engage/", "/track/", "/i/v0/e/"];

const fuzz = suite("capture under fuzz");

fuzz(`${ROUNDS} mutated bodies: no 5xx, no hang, and a request is stored whole or not at all`, async () => {
  const causes: unknown[] = [];
  const logger = {
    info() {},
    warn() {},
    error: (_: string, fields?: Record<string, unknown>) => void causes.push(fields?.["cause"]),
  };
  const { ctx } = openContext({ projectToken: "phc_fuzz", now: "2024-06-10T12:00:00Z", logger });
  const dispatch = createDispatch(ctx, routes);
  const countEvents = () => ctx.db.sql("SELECT count(*) FROM events").pluck().get() as number;
  let accepted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const random = createRandom(round);
    const { body, headers, path, events } = toRequest(random, round);
    const before = countEvents();
    const startMs = computedMs();
    const reply = await dispatch({ method: "POST", url: path, headers, body, ip: "10.0.0.1" });
    const workMs = computedMs() - startMs;
    const added = countEvents() - before;
    const context = `round ${round}: ${reply.status} ${String(reply.body)} ${Buffer.from(body).toString("latin1").slice(0, 300)}`;
    assert.ok(reply.status < 500, `${context} ${String(causes.at(-1))}`);
    assert.ok(workMs < HANG_MS, `${workMs} ms, ${context}`);
    if (reply.status !== 200) assert.is(added, 0, context);
    else if (events !== null) assert.ok(added === events, `${added} of ${events} events, ${context}`);
    if (reply.status === 200) accepted++;
  }
  assert.ok(accepted > ROUNDS / 20, `only ${accepted} requests were accepted: the fuzz tests nothing but refusals`);
  assert.is(({} as Record<string, unknown>)["isAdmin"], undefined);
  assertReadable(ctx);
  ctx.db.close();
});

/** Everything stored is JSON that SQLite and we can read back. */
function assertReadable(ctx: ReturnType<typeof openContext>["ctx"]): void {
  for (const table of ["events", "persons", "groups"]) {
    const invalid = ctx.db.sqlite
      .prepare(`SELECT count(*) FROM ${table} WHERE NOT json_valid(properties)`)
      .pluck()
      .get();
    assert.is(invalid, 0, table);
  }
  for (const text of ctx.db.sqlite.prepare("SELECT properties FROM events").pluck().all() as string[]) JSON.parse(text);
}

interface FuzzRequest {
  body: Buffer;
  headers: Record<string, string>;
  path: string;
  /** How many events a success must have stored; null = unknown. */
  events: number | null;
}

function toRequest(random: Random, round: number): FuzzRequest {
  const path = random.pick(PATHS) + random.pick(["", "", "?compression=gzip", "?compression=lz64", "?_=1718020800000"]);
  const headers: Record<string, string> = {};
  if (random.chance(0.5)) {
    headers["content-type"] = random.pick(["application/json", "text/plain", "application/x-www-form-urlencoded"]);
  }
  if (round < NASTY.length) return { body: Buffer.from(NASTY[round] ?? ""), headers, path: "/batch/", events: null };
  const batch = Array.from({ length: random.integer(1, 8) }, () => toEvent(random));
  const text = JSON.stringify({ api_key: "phc_fuzz", batch });
  if (random.chance(0.25))
    return { body: Buffer.from(text), headers: {}, path: random.pick(PATHS), events: batch.length };
  const mutated = mutate(random, Buffer.from(text));
  if (random.chance(0.3)) {
    const zipped = gzipSync(mutated);
    const body = random.chance(0.5) ? zipped : mutate(random, zipped);
    return { body, headers, path, events: null };
  }
  return { body: mutated, headers, path, events: null };
}

const VALUES: unknown[] = [
  null,
  true,
  -0,
  1e308,
  2 ** 53 + 2,
  "",
  "\0",
  "\ud800",
  "🦔",
  [],
  {},
  [[[]]],
  "2024-06-10",
  -1,
];

function toEvent(random: Random): Record<string, unknown> {
  const names = ["a", "$pageview", "$identify", "$create_alias", "$merge_dangerously", "$groupidentify", "$set"];
  const id = () => random.pick(["u1", "u2", "anon", "null", "0", "distinct_id", "x".repeat(300), "🦔"]);
  const properties: Record<string, unknown> = {};
  for (let index = random.integer(0, 4); index > 0; index--) {
    properties[random.pick(["$set", "$set_once", "$unset", "$groups", "$group_set", "$browser", "$ip", "k"])] =
      random.pick(VALUES);
  }
  // Merge names must be texts, because an event with another name is dropped with a warning.
  if (random.chance(0.5)) Object.assign(properties, { $anon_distinct_id: id(), alias: id() });
  if (random.chance(0.3)) Object.assign(properties, { $group_type: "org", $group_key: id() });
  return { event: random.pick(names), distinct_id: id(), properties };
}

/** Flips, cuts, doubles or inserts bytes in one to three places. */
function mutate(random: Random, bytes: Buffer): Buffer {
  let result = bytes;
  for (let times = random.integer(1, 3); times > 0; times--) {
    const at = random.integer(0, Math.max(0, result.length - 1));
    const kind = random.integer(0, 3);
    if (kind === 0) {
      result = Buffer.from(result);
      result[at] = random.integer(0, 255);
    } else if (kind === 1) {
      result = result.subarray(0, at);
    } else if (kind === 2) {
      result = Buffer.concat([result.subarray(0, at), result.subarray(at, at + 20), result.subarray(at)]);
    } else {
      const piece = random.pick(["\\u0000", "\\ud800", "[[[[", '"', "}", "\0", "1e999", '"__proto__":{},']);
      result = Buffer.concat([result.subarray(0, at), Buffer.from(piece), result.subarray(at)]);
    }
  }
  return result;
}

fuzz.run();
