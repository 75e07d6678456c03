import { clearInterval, setInterval } from "../../lib/base/platform.ts";
import type { Feed, Mark } from "../../lib/engine.ts";
import type { Follower } from "./follower.ts";
import type { KeyColumns } from "./key-columns.ts";
import type { Settings } from "./options.ts";
import type { OwnCopy } from "./own-copy.ts";
import type { Turns } from "./turns.ts";

/** Interval of signs of life, in ms: half of what the feed asks for. */
const RENEW_MS = 15_000;

/** Interval of looking which properties are named most, in ms. Shorter makes new columns come a little sooner. */
const KEEP_MS = 60_000;

interface Following {
  feed: Feed;
  settings: Settings;
  follower: Follower;
  columns: KeyColumns;
  copy: OwnCopy;
  turns: Turns;
  life: Readonly<{ isClosed: boolean }>;
}

/** Follows in the background while no question is asked. @returns once `life` is closed: waits for running work */
export function followOn(parts: Following): () => Promise<void> {
  const { feed, settings, follower, columns, copy, turns, life } = parts;
  let following: Promise<void> | undefined;
  const catchUp = async () => {
    while (!life.isClosed && !covers(follower.mark(), await feed.newest()) && (await turns.writeIdle()));
  };
  const timers = [
    every(settings.followMs, () => {
      following ??= catchUp()
        .catch(() => {})
        .finally(() => (following = undefined));
    }),
    every(RENEW_MS, () => copy.renew()),
    every(KEEP_MS, () => {
      const { isOpen, trouble } = copy.state;
      if (isOpen && trouble === null && columns.isDue()) void turns.writeAlone(() => columns.keep());
    }),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await following;
  };
}

function every(ms: number, work: () => void): NodeJS.Timeout {
  return setInterval(work, ms).unref();
}

export function covers(mark: Mark | undefined, { events, changes }: Mark): boolean {
  return mark !== undefined && mark.start === undefined && mark.events >= events && mark.changes >= changes;
}
