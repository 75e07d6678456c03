import { isIllegalId } from "../../lib/persons/illegal-ids.ts";
import { personUuid } from "../../lib/ids.ts";

/**
 * Persons as reference/capture.md 14 to 16 describes them, in the plainest form there is: a list that is searched from
 * front to back, no caches, no transactions. Whatever the real ones do faster must come to the same.
 */
export interface Model {
  projectId: number;
  persons: ModelPerson[];
  /** Ids seen on a personless event while nobody claimed them. */
  personless: Set<string>;
  /** `uuid distinct id` of the stored events, in order. */
  events: string[];
  /** Types, in order. */
  warnings: string[];
}

export interface ModelPerson {
  uuid: string;
  ids: Set<string>;
  properties: Record<string, unknown>;
  isIdentified: boolean;
  version: number;
  createdAtMs: number;
}

export interface ModelEvent {
  uuid: string;
  event: "ping" | "$set" | "$identify" | "$create_alias" | "$merge_dangerously";
  distinctId: string;
  /** Of the events that merge. */
  other: string;
  isPersonless: boolean;
  timestampMs: number;
  set: Record<string, unknown>;
  setOnce: Record<string, unknown>;
  unset: string[];
}

/** Something that is done to a project; further kinds get a branch in `runOnModel` and in the test's `runForReal`. */
export interface Command {
  kind: "capture";
  /** Under way at the same time. */
  requests: ModelEvent[][];
  /** Another piece of work in the same transaction fails. */
  isDisturbed: boolean;
}

export function emptyModel(projectId: number): Model {
  return { projectId, persons: [], personless: new Set(), events: [], warnings: [] };
}

export function runOnModel(model: Model, command: Command): void {
  for (const event of command.requests.flat()) capture(model, event);
}

export function isMerging({ event }: Pick<ModelEvent, "event">): boolean {
  return event === "$identify" || event === "$create_alias" || event === "$merge_dangerously";
}

function capture(model: Model, event: ModelEvent): void {
  if (event.isPersonless && isMerging(event)) {
    model.warnings.push("invalid_event_when_process_person_profile_is_false");
    return;
  }
  if (model.events.some((stored) => stored.startsWith(event.uuid))) return;
  model.events.push(`${event.uuid} ${event.distinctId}`);
  if (!event.isPersonless) processed(model, event);
  else if (find(model, event.distinctId) === undefined) model.personless.add(event.distinctId);
}

function processed(model: Model, event: ModelEvent): void {
  const { distinctId: target, other } = event;
  const asksMerge = isMerging(event) && other !== target;
  const isLegal = !isIllegalId(other) && !isIllegalId(target);
  if (asksMerge && !isLegal) model.warnings.push("cannot_merge_with_illegal_distinct_id");
  if (!asksMerge || !isLegal) {
    const person = find(model, target);
    if (person === undefined) create(model, event, target);
    else update(person, event, false);
    return;
  }

  const otherPerson = find(model, other);
  const targetPerson = find(model, target);
  if (otherPerson === undefined && targetPerson === undefined) {
    const isOtherFounder = model.personless.has(other) && !model.personless.has(target);
    const person = create(model, event, isOtherFounder ? other : target);
    person.ids.add(other).add(target);
    person.isIdentified = true;
  } else if (otherPerson === undefined || targetPerson === undefined) {
    const person = (otherPerson ?? targetPerson) as ModelPerson;
    person.ids.add(other).add(target);
    update(person, event, true);
  } else if (otherPerson === targetPerson) {
    update(targetPerson, event, true);
  } else if (otherPerson.isIdentified && event.event !== "$merge_dangerously") {
    model.warnings.push("cannot_merge_already_identified");
    update(targetPerson, event, true);
  } else {
    model.persons = model.persons.filter((person) => person !== otherPerson);
    for (const id of otherPerson.ids) targetPerson.ids.add(id);
    const version = Math.max(otherPerson.version, targetPerson.version) + 1;
    targetPerson.properties = { ...otherPerson.properties, ...targetPerson.properties };
    targetPerson.createdAtMs = Math.min(otherPerson.createdAtMs, targetPerson.createdAtMs);
    update(targetPerson, event, true);
    targetPerson.version = version;
  }
}

function find(model: Model, id: string): ModelPerson | undefined {
  return model.persons.find((person) => person.ids.has(id));
}

function create(model: Model, event: ModelEvent, founder: string): ModelPerson {
  const properties: Record<string, unknown> = { ...event.setOnce, ...event.set, $creator_event_uuid: event.uuid };
  for (const key of event.unset) delete properties[key];
  const person: ModelPerson = {
    uuid: personUuid(model.projectId, founder),
    ids: new Set([event.distinctId]),
    properties,
    isIdentified: false,
    version: 0,
    createdAtMs: event.timestampMs,
  };
  model.persons.push(person);
  return person;
}

/** One version for all that an event writes, also when it takes back what it wrote itself. */
function update(person: ModelPerson, event: ModelEvent, identifies: boolean): void {
  const { properties } = person;
  let isWritten = identifies && !person.isIdentified;
  person.isIdentified ||= identifies;
  for (const [key, value] of Object.entries(event.setOnce)) {
    if (key in properties && !(properties[key] === null && value !== null)) continue;
    properties[key] = value;
    isWritten = true;
  }
  for (const [key, value] of Object.entries(event.set)) {
    if (key in properties && properties[key] === value && !Array.isArray(value)) continue;
    properties[key] = value;
    isWritten = true;
  }
  for (const key of event.unset.filter((name) => name in properties)) {
    delete properties[key];
    isWritten = true;
  }
  if (isWritten) person.version += 1;
}
