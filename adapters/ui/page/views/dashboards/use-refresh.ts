import { useEffect, useState } from "preact/hooks";
import { useHashQuery } from "../../use-hash.ts";

/** The choice of a dashboard that moves with the events. */
const LIVE = 1;

/** The choices of a refresh, in seconds; 0 = by hand, the first = with the events. */
export const REFRESHES: readonly [seconds: number, name: string][] = [
  [LIVE, "As events arrive"],
  [0, "Never"],
  [60, "Every minute"],
  [300, "Every 5 minutes"],
  [900, "Every 15 minutes"],
  [3600, "Every hour"],
];

/** How often a dashboard asks again, behind a word: " · every minute". */
export function everyText(seconds: number): string {
  return seconds <= LIVE ? "" : ` · ${(REFRESHES.find(([each]) => each === seconds)?.[1] ?? "").toLowerCase()}`;
}

interface Refresh {
  /** All tiles ask again when it grows. */
  turn: number;
  seconds: number;
  isLive: boolean;
  choose: (seconds: number) => void;
  now: () => void;
}

/**
 * When a dashboard asks again: by hand, or after a time that the address holds, for a screen on a wall. A page in the
 * background does not ask.
 */
export function useRefresh(): Refresh {
  const [query, ask] = useHashQuery();
  const [turn, setTurn] = useState(0);
  const wanted = Number(query.get("refresh") ?? LIVE);
  const seconds = REFRESHES.some(([each]) => each === wanted) ? wanted : LIVE;
  const now = () => setTurn((last) => last + 1);
  useEffect(() => {
    if (seconds <= LIVE) return undefined;
    const timer = setInterval(() => document.hidden || now(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  const choose = (next: number) => ask({ refresh: next === LIVE ? "" : String(next) }, { replace: true });
  return { turn, seconds, isLive: seconds === LIVE, now, choose };
}
