import { useEffect, useState } from "preact/hooks";
import { useHashQuery } from "../../use-hash.ts";

/** The choices of a refresh, in seconds; 0 = by hand. */
export const REFRESHES: readonly [seconds: number, name: string][] = [
  [0, "Never"],
  [60, "Every minute"],
  [300, "Every 5 minutes"],
  [900, "Every 15 minutes"],
  [3600, "Every hour"],
];

/** How often a dashboard asks again, within a sentence: "every minute". */
export function everyText(seconds: number): string {
  return (REFRESHES.find(([each]) => each === seconds)?.[1] ?? "").toLowerCase();
}

interface Refresh {
  /** All tiles ask again when it grows. */
  turn: number;
  seconds: number;
  choose: (seconds: number) => void;
  now: () => void;
}

/** When a dashboard asks again: by hand, or after a time that the address holds, for a screen on a wall. A page in the background does not. */
export function useRefresh(): Refresh {
  const [query, ask] = useHashQuery();
  const [turn, setTurn] = useState(0);
  const wanted = Number(query.get("refresh"));
  const seconds = REFRESHES.some(([each]) => each === wanted) ? wanted : 0;
  const now = () => setTurn((last) => last + 1);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => document.hidden || now(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return { turn, seconds, now, choose: (next) => ask({ refresh: next === 0 ? "" : String(next) }, { replace: true }) };
}
