/**
 * Persons, events and their deletion in the plainest form: lists that are searched from front to back. The real deletion,
 * with ordinals, cut-offs and bounded transactions, must have the same result.
 */
export interface Model {
  persons: ModelPerson[];
  /** In the order of arrival. */
  events: (ModelEvent & { isDoomed: boolean })[];
  /** Events made so far. */
  made: number;
  /** Something waits for the next run. */
  isWaiting: boolean;
}

export interface ModelPerson {
  ids: Set<string>;
  email: string;
  isIdentified: boolean;
}

export interface ModelEvent {
  uuid: string;
  event: string;
  distinctId: string;
  /** The other distinct id of an event that merges. */
  other: string;
  isPersonless: boolean;
}

export function emptyModel(): Model {
  return { persons: [], events: [], made: 0, isWaiting: false };
}

const find = (model: Model, id: string) => model.persons.find((person) => person.ids.has(id));

/** An event arrives: it is kept, and its person comes to be, changes, or takes another in (reference/capture.md 15.2). */
export function captureInto(model: Model, event: ModelEvent): void {
  model.events.push({ ...event, isDoomed: false });
  if (event.isPersonless) return;
  const { distinctId, other } = event;
  const isMerge = event.event !== "ping" && other !== distinctId;
  const otherPerson = isMerge ? find(model, other) : undefined;
  let person = find(model, distinctId);
  const isRefused = otherPerson?.isIdentified === true && event.event === "$identify" && person !== undefined;
  if (person === undefined) {
    person = otherPerson ?? { ids: new Set(), email: "", isIdentified: false };
    if (otherPerson === undefined) model.persons.push(person);
  } else if (otherPerson !== undefined && otherPerson !== person && !isRefused) {
    model.persons.splice(model.persons.indexOf(otherPerson), 1);
    for (const id of otherPerson.ids) person.ids.add(id);
  }
  person.ids.add(distinctId);
  if (isMerge) person.isIdentified = true;
  if (isMerge && find(model, other) === undefined) person.ids.add(other);
  person.email = `mail-${event.uuid}`;
}

/** The person of the id goes at once, its events (`withEvents`) with the next run. */
export function removeFrom(
  model: Model,
  id: string,
  { withEvents, keepPerson }: { withEvents: boolean; keepPerson: boolean },
): void {
  const person = find(model, id);
  if (person === undefined) return;
  if (withEvents) {
    model.isWaiting = true;
    for (const event of model.events) if (person.ids.has(event.distinctId)) event.isDoomed = true;
  }
  if (!keepPerson) model.persons.splice(model.persons.indexOf(person), 1);
}

/** All ids but this one become persons of their own. */
export function splitOff(model: Model, main: string): void {
  const person = find(model, main);
  for (const id of new Set(person?.ids)) {
    if (id === main) continue;
    person?.ids.delete(id);
    model.persons.push({ ids: new Set([id]), email: "", isIdentified: false });
  }
}

/** Removes all data that wait for deletion. */
export function runOn(model: Model): void {
  model.events = model.events.filter((event) => !event.isDoomed);
  model.isWaiting = false;
}

/** Ids that a person has or an event names. */
export function idsInUse(model: Model): Set<string> {
  const named = model.events.flatMap((event) => [event.distinctId, ...(event.event === "ping" ? [] : [event.other])]);
  return new Set([...named, ...model.persons.flatMap((person) => [...person.ids])]);
}
