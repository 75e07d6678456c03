import type { Random } from "../../../fixtures/random.ts";
import type { People } from "./people.ts";
import {
  BROWSERS,
  DAY_MS,
  DAYS,
  IDS_OF_A_PAGE,
  OTHER_EVENTS,
  PAGES,
  PAGEVIEW,
  SOURCES,
  START_MS,
  SYSTEMS,
} from "./world.ts";
import type { Shape } from "./world.ts";

/** One event: a line of NDJSON and a row of CSV. */
interface SessionEvent {
  ms: number;
  line: string;
  row: string;
}

/** Sources of the sessions. */
interface Sources {
  people: People;
  random: Random;
  shape: Shape;
}

const LENGTH = { mean: 5, most: 60 };
/** Half of the sessions start with the main event; with this it is a quarter of all events. */
const PAGEVIEW_SHARE = 0.167;
/** The longest time between two events of a session: under the half hour that would part it. */
const MAX_GAP_MS = 900_000;
/** The last session starts early enough to end within the last day. */
const MARGIN_MS = 16 * 3_600_000;
const TABLE_SIZE = 4096;
/** Names in proportion to 1 / rank, as a table to draw from. */
const NAMES = toTable(OTHER_EVENTS);

/** Sessions in order of their start, spread evenly over the 90 days, until there are `count` events. */
export function* eachSession(count: number, sources: Sources): Generator<{ startMs: number; events: SessionEvent[] }> {
  const spanMs = DAYS * DAY_MS - MARGIN_MS;
  const { random } = sources;
  let made = 0;
  while (made < count) {
    const startMs = START_MS + Math.floor((made / count) * spanMs) + 1;
    const length = Math.min(
      count - made,
      LENGTH.most,
      1 + Math.floor(-Math.log(1 - random.unit()) * (LENGTH.mean - 0.5)),
    );
    const events = makeSession(startMs, made, length, sources);
    made += length;
    yield { startMs, events };
  }
}

function makeSession(
  startMs: number,
  first: number,
  length: number,
  { people, random, shape }: Sources,
): SessionEvent[] {
  const person = people.draw(startMs);
  const browser = skewed(BROWSERS, random);
  const system = skewed(SYSTEMS, random);
  const country = people.country(person);
  const plan = people.plan(person);
  const source = random.chance(0.6) ? "" : random.pick(SOURCES);
  const isMobile = system === "Android" || system === "iOS";
  const isLoggedIn = random.chance(0.7);
  const shared =
    `{"$browser":"${browser}","$os":"${system}","country":"${country}","plan":"${plan}",` +
    `${source === "" ? "" : `"utm_source":"${source}",`}"is_mobile":${isMobile},"logged_in":${isLoggedIn},`;
  const sharedRow = `${person + 1},${browser},${system},${country},${plan},${source},${Number(isMobile)},${Number(isLoggedIn)}`;
  const events: SessionEvent[] = [];
  let ms = startMs;
  for (let index = 0; index < length; index++) {
    const event = drawName(index, random);
    const url = drawUrl(random, shape);
    // Quarters add up exactly in any order.
    const price = event === "purchased" || event === "item added" ? 1 + Math.floor(random.unit() * 800) / 4 : null;
    const duration = Math.floor(random.unit() ** 2 * 600);
    const position = 1 + Math.floor(random.unit() * 100);
    const requestId = `r${(first + index).toString(36)}${Math.floor(random.unit() * 2 ** 31).toString(36)}`;
    const timestamp = new Date(ms).toISOString();
    const numbers = `${price === null ? "" : `"price":${price},`}"duration":${duration},"position":${position}`;
    events.push({
      ms,
      line:
        `{"kind":"event","event":"${event}","distinct_id":"${people.distinctId(person)}","timestamp":"${timestamp}",` +
        `"uuid":"${toUuid(ms, first + index)}","properties":${shared}"$current_url":"${url}",${numbers},"request_id":"${requestId}"}}\n`,
      row: `${ms},${Math.floor((ms - START_MS) / DAY_MS)},${event},${sharedRow},${url},${price ?? 0},${duration},${position},${requestId}\n`,
    });
    ms += 1000 + Math.floor(random.unit() ** 3 * MAX_GAP_MS);
  }
  people.seen(person, startMs, ms);
  return events;
}

function drawName(index: number, random: Random): string {
  if (index === 0 && random.chance(0.5)) return PAGEVIEW;
  if (random.chance(PAGEVIEW_SHARE)) return PAGEVIEW;
  return NAMES[Math.floor(random.unit() * NAMES.length)] ?? PAGEVIEW;
}

function drawUrl(random: Random, shape: Shape): string {
  const page = skewed(PAGES, random);
  return shape === "plain" ? page : `${page}/${Math.floor(random.unit() ** 3 * IDS_OF_A_PAGE)}`;
}

function skewed(list: readonly string[], random: Random): string {
  return list[Math.floor(random.unit() ** 2 * list.length)] ?? "";
}

function toTable(names: readonly string[]): string[] {
  const weights = names.map((_, index) => 1 / (index + 1));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return names.flatMap((name, index) =>
    Array.from({ length: Math.max(1, Math.round(((weights[index] ?? 0) / sum) * TABLE_SIZE)) }, () => name),
  );
}

/** A UUID of version 7, as SDKs send: its time, then its number. */
function toUuid(ms: number, number: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, "0")}`;
}
