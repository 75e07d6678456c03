import type { Question } from "./counted-parts.ts";

const MATHS: Readonly<Record<string, string>> = {
  total: "Each event counts",
  dau: "A person counts once in each interval in which they did it",
  first_time_for_user: "A person counts in the interval in which they did it for the first time ever",
  weekly_active: "A person counts in each interval if they did it within 7 days up to its end",
  monthly_active: "A person counts in each interval if they did it within 30 days up to its end",
  unique_session: "A session counts once in each interval in which it has the event",
  unique_group: "A group counts once in each interval in which it has the event",
};

const PER_PERSON = /_count_per_actor$/;

/** The rule by which a question counts, in a sentence or two, without its dates and filters. */
export function toRule({ kind, series }: Question): string {
  switch (kind) {
    case "FunnelsQuery":
      return "A person takes the steps in the order and within the window of the funnel; a step counts by the first event that can take it.";
    case "RetentionQuery":
      return "A person belongs to the period in which they did the starting event, and came back in each period in which they did the returning event.";
    case "LifecycleQuery":
      return "A person who did it is new in the interval in which they were created, returning if they did it in the interval before as well, else resurrecting; one who stops is dormant in the interval after.";
    case "StickinessQuery":
      return "A person counts under the number of intervals in which they did it at least once.";
    case "PathsQuery":
      return "The events of a person follow each other in order of time; a pause of 30 minutes begins a new path.";
    default: {
      const [first] = (series ?? []) as { math?: string | null; math_property?: string | null }[];
      const property = first?.math_property;
      const math = first?.math ?? "total";
      if (PER_PERSON.test(math))
        return "The events of each person are counted in each interval, then summed up by the math.";
      const values = `The values of ${property ?? "the property"} are taken from each event (${math}); an event without a number does not count`;
      return `${MATHS[math] ?? values}.`;
    }
  }
}
