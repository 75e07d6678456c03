import { useEffect, useState } from "preact/hooks";
import { useProject } from "../project.ts";
import { toAge, toClock } from "./clock.ts";

interface TimeProps {
  /** ISO text. */
  at: string | null | undefined;
  /** Show the date and the time instead of the age, where they are evidence. @default false */
  isExact?: boolean;
}

/** An instant as its age ("3 min ago"), or exactly; the exact time on the project's clock, and in UTC, on hover. */
export function Time({ at, isExact = false }: TimeProps) {
  const { project } = useProject();
  const now = useMinute();
  if (at === null || at === undefined || at === "") return <span>never</span>;
  const clock = toClock(at, project.timezone);
  return (
    <time dateTime={at} title={`${clock} (${project.timezone}) · ${at}`}>
      {isExact ? clock : toAge(at, now, project.timezone)}
    </time>
  );
}

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The present, in epoch milliseconds, which moves each minute. One timer serves all times of a view. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tell = () => setNow(Date.now());
    listeners.add(tell);
    timer ??= setInterval(() => listeners.forEach((each) => each()), MINUTE_MS);
    return () => {
      listeners.delete(tell);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return now;
}
