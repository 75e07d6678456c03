import { useProject } from "../project.ts";

/** An instant (ISO text) on the project's clock; the exact UTC time on hover. */
export function Time({ at }: { at: string | null | undefined }) {
  const { project } = useProject();
  if (at === null || at === undefined || at === "") return <span>never</span>;
  return (
    <time dateTime={at} title={at}>
      {toClock(at, project.timezone)}
    </time>
  );
}

/** E.g. "2024-03-01 09:15:30" in that time zone. */
export function toClock(at: string, timeZone: string): string {
  let format = formats.get(timeZone);
  // Swedish dates are in ISO's form.
  format ??= new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format.format(new Date(at));
}

/** Formats by time zone: creating a format takes a hundred times as long as using it, and lists show hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();
