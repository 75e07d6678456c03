import type { CorrelationCount, CorrelationWhat } from "../plan.ts";
import { propertyText } from "../../../events/filters/index.ts";
import type { Properties } from "../../../events/filters/index.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { EnteredActors } from "./entered-actors.ts";

interface Counts {
  success: number;
  failure: number;
}

/** Counts the actors with each value of each property, as of now; an actor without the property has the empty value. */
export function countProperties(
  execution: Execution,
  { keys, exceptKeys }: Extract<CorrelationWhat, { by: "properties" }>,
  actors: EnteredActors,
): CorrelationCount[] {
  const excepted = new Set(exceptKeys);
  const texts = new Map<string, Map<string, Counts>>();
  const open = (key: string, text: string) => {
    const ofKey = texts.get(key) ?? new Map<string, Counts>();
    texts.set(key, ofKey);
    const counts = ofKey.get(text) ?? { success: 0, failure: 0 };
    ofKey.set(text, counts);
    return counts;
  };
  for (const key of keys ?? []) if (!excepted.has(key)) texts.set(key, new Map());
  eachActor(execution, actors, (place, properties) => {
    const kind = actors.isSuccess[place] === 1 ? "success" : "failure";
    for (const [key, value] of Object.entries(properties)) {
      if (keys === null ? !excepted.has(key) : texts.has(key)) open(key, propertyText(value))[kind]++;
    }
  });
  for (const key of texts.keys()) addMissing(actors, texts.get(key) ?? new Map(), () => open(key, ""));
  return [...texts].flatMap(([key, ofKey]) =>
    [...ofKey].map(([value, { success, failure }]) => ({
      item: { by: "property" as const, key, value },
      success,
      failure,
    })),
  );
}

/** Counts the actors who lack a property: they are in none of its values' counts. */
function addMissing({ isSuccess, success }: EnteredActors, ofKey: Map<string, Counts>, openEmpty: () => Counts): void {
  const seen = { success: 0, failure: 0 };
  for (const counts of ofKey.values()) {
    seen.success += counts.success;
    seen.failure += counts.failure;
  }
  const missing = { success: success - seen.success, failure: isSuccess.length - success - seen.failure };
  if (missing.success + missing.failure === 0) return;
  const empty = openEmpty();
  empty.success += missing.success;
  empty.failure += missing.failure;
}

/** Shows the properties of each actor that has properties. */
function eachActor(
  execution: Execution,
  { found, named }: EnteredActors,
  see: (place: number, properties: Properties) => void,
): void {
  const { placeOf } = found;
  if (named.kind.by === "groups") {
    const { groupTypeIndex } = named.kind;
    for (let entityId = 1; entityId < placeOf.length; entityId++) {
      if (placeOf[entityId]! > 0)
        see(placeOf[entityId]! - 1, execution.groupProperties(groupTypeIndex, named.keyOf(entityId)));
    }
    return;
  }
  execution.eachPerson((actor, { personProperties }) => {
    const place = (placeOf[actor] ?? 0) - 1;
    if (actor > 0 && place >= 0) see(place, personProperties);
  });
  execution.showPersons();
}
