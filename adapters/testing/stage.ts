import { v7 as uuidV7 } from "uuid";
import { createHoglet, toFetch } from "../../lib/index.ts";
import type { Fetch, Hoglet, HogletOptions, HttpRequest } from "../../lib/index.ts";
import { createClients } from "./client.ts";
import type { Clients } from "./client.ts";
import type { EventRules, PlanMode } from "./plan/define-events.ts";
import { createSeededRandom } from "./seeded-random.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { createHand } from "./test-clock.ts";
import type { ClockHand } from "./test-clock.ts";
import type { TestView } from "./test-view.ts";
import { createUnawaited } from "./unawaited.ts";
import type { Unawaited } from "./unawaited.ts";
import { connectionBroken, createWire, cutReply } from "./wire.ts";
import type { Outcome, Wire } from "./wire.ts";

/** A test hoglet's state, enough to create another that continues from it. */
export interface Image {
  /** The bytes of the database; null = a new database. */
  contents: Uint8Array | null;
  nowMs: number;
  seed: string;
  /** Blocks drawn for the hoglet's ids, and for those of bound clients. */
  drawn: { hoglet: number; clients: number };
}

export interface StageOptions {
  /** The hoglet's options, except those that the stage sets. */
  hoglet: Omit<HogletOptions, "file" | "now" | "random" | "contents">;
  strict: boolean;
  plan: EventRules | undefined;
  planMode: PlanMode;
  beforeForget: ((view: TestView) => Promise<void>) | undefined;
  /** Does the clock run? */
  runs: boolean;
  /** Names of the server, besides loopback names. */
  allowedHosts: readonly string[];
  /** The key of `/__test`. */
  testKey: string;
}

/** Shared by a test hoglet and its tenants: the current hoglet, and all around it. */
export interface Stage {
  readonly options: StageOptions;
  /** The current hoglet; after `show` another. */
  hoglet(): Hoglet;
  readonly hand: ClockHand;
  readonly wire: Wire;
  /** Assertions that nobody waits for yet. */
  readonly unawaited: Unawaited;
  /** Asks with all rights, unseen by the wire. @throws Error with the refusal's sentence */
  post(path: string, body: object): Promise<unknown>;
  /** Answers like a server, with faults. */
  answer(request: HttpRequest): Promise<Outcome>;
  readonly fetch: Fetch;
  /** Clients whose events are waited for. */
  readonly clients: Clients;
  /** Seeded, for a client's event. */
  uuid(): string;
  /** The test's time, ISO text. */
  iso(): string;
  /** Resolves when bound clients have sent everything and every request is answered. */
  settle(): Promise<void>;
  image(): Promise<Image>;
  /** Replaces the hoglet by another, and closes the replaced hoglet. */
  show(image: Image): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param before may answer a request before the wire; undefined = it does not answer; such requests are not recorded
 */
export async function openStage(
  options: StageOptions,
  first: Image,
  before: (request: HttpRequest) => Promise<Outcome | undefined>,
): Promise<Stage> {
  const hand = createHand(first.nowMs, options.runs);
  let current = await open(options, first, hand);
  const iso = () => new Date(hand.nowMs).toISOString();
  const wire = createWire((request) => current.hoglet.handle(request), iso, options.runs);
  const answer = async (request: HttpRequest) => (await before(request)) ?? wire.answer(request);
  const clients = createClients(() => wire.requests.flatMap(({ events }) => events.map(({ uuid }) => uuid)));

  const settle = async () => {
    await clients.flush();
    await wire.idle();
  };
  return {
    options,
    hoglet: () => current.hoglet,
    hand,
    wire,
    unawaited: createUnawaited(),
    post: (path, body) => post(current.hoglet, path, body, options.hoglet.personalApiKey ?? ""),
    answer,
    fetch: toFetch(async (request) => {
      const { reply, breaks } = await answer(request);
      if (breaks === "before") throw connectionBroken();
      return breaks === "middle" ? cutReply(reply) : reply;
    }),
    clients,
    uuid: () => uuidV7({ msecs: hand.nowMs, random: current.clients(16) }),
    iso,
    settle,
    async image() {
      await settle();
      const { hoglet, random, clients: forClients, seed } = current;
      const contents = await hoglet.serialize();
      return { contents, nowMs: hand.nowMs, seed, drawn: { hoglet: random.drawn(), clients: forClients.drawn() } };
    },
    async show(image) {
      const old = current;
      hand.nowMs = image.nowMs;
      current = await open(options, image, hand);
      await old.hoglet.close();
    },
    async close() {
      await clients.shutdown();
      await wire.idle();
      await current.hoglet.close();
    },
  };
}

async function post(hoglet: Hoglet, path: string, body: object, key: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await hoglet.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = (await reply.json()) as { detail?: string };
  if (!reply.ok) throw new Error(answer.detail);
  return answer;
}

interface Shown {
  hoglet: Hoglet;
  random: SeededRandom;
  clients: SeededRandom;
  seed: string;
}

async function open(options: StageOptions, image: Image, hand: ClockHand): Promise<Shown> {
  const { contents, seed, drawn } = image;
  const random = createSeededRandom(seed, drawn.hoglet);
  const hoglet = await createHoglet({
    ...options.hoglet,
    now: () => hand.nowMs,
    random,
    ...(contents !== null && { contents }),
  });
  return { hoglet, random, clients: createSeededRandom(`${seed}\nclients`, drawn.clients), seed };
}
