import type { FlagRecord } from "../../../../../lib/index.ts";
import { StoredThing } from "../stored-thing.tsx";
import type { ThingKind } from "../stored-thing.tsx";
import { FlagFacts } from "./flag-facts.tsx";
import { FlagForm } from "./flag-form.tsx";
import { Override } from "./override.tsx";
import { Results } from "./results.tsx";
import { ValueFor } from "./value-for.tsx";

const FLAGS: ThingKind<FlagRecord> = {
  noun: "flag",
  place: "feature_flags",
  list: { path: "/flags", name: "All flags" },
  nameOf: ({ key }) => key,
  button: ({ active: isOn }) => ({
    label: isOn ? "Switch off" : "Switch on",
    body: { active: !isOn },
    news: ({ key }) => `${key} is ${isOn ? "off" : "on"} now.`,
  }),
  removal: { method: "PATCH", body: { deleted: true } },
  warning:
    "Apps that ask for it get no value. Its events stay. It can be restored here until a new flag takes its key.",
  gone: "This flag is deleted: nobody gets it.",
  none: "Nothing was changed.",
  Parts: ({ thing, turn }) => (
    <>
      <FlagFacts flag={thing} />
      {!thing.deleted && (
        <>
          <Results flag={thing} />
          <ValueFor flag={thing} turn={turn} />
          <Override flag={thing} />
        </>
      )}
    </>
  ),
  Form: ({ thing, tell, close }) => (
    <FlagForm flag={thing} done={({ key }) => tell(`${key} is saved.`)} close={close} />
  ),
};

/** A feature flag: its audience, its results, and its actions. */
export function FlagView() {
  return <StoredThing kind={FLAGS} />;
}
