import { isIllegalId } from "../../../lib/people/persons/illegal-ids.ts";
import { personUuid } from "../../../lib/base/ids.ts";

/**
 * Persons as reference/capture.md 14 to 16 and reference/rest.md 5.7 and 5.8 describe them, in the plainest form: a list that
 * is searched from front to back, without caches and transactions. The real, faster code must have the same results.
 */
export interface Model {
  projectId: number;
  persons: ModelPerson[];
  /** All distinct ids there ever were, in the order in which they came. */
  seen: string[];
  /** Ids seen on a personless event while no person claimed them, except ids of persons that were deleted later. */
  personless: Set<string>;
  /** `uuid distinct id` of the stored events, in order. */
  events: string[];
  /** Types, in order. */
  warnings: string[];
  /** Deletions that wait: the UUID of the person, and the events that were that person's. */
  deletions: { key: string; events: Set<string> }[];
}

export interface ModelPerson {
  uuid: string;
  ids: Set<string>;
  properties: Record<string, unknown>;
  isIdentified: boolean;
  version: number;
  createdAtMs: number;
  /** Is the person a member of the project's only cohort? */
  isMember: boolean;
}

export interface ModelEvent {
  uuid: string;
  event: "ping" | "$set" | "$identify" | "$create_alias" | "$merge_dangerously";
  distinctId: string;
  /** The other distinct id of an event that merges. */
  other: string;
  isPersonless: boolean;
  timestampMs: number;
  set: Record<string, unknown>;
  setOnce: Record<string, unknown>;
  unset: string[];
}

/** Requests arrive. */
export interface CaptureCommand {
  kind: "capture";
  /** Under way at the same time. */
  requests: ModelEvent[][];
  /** Another piece of work in the same transaction fails. */
  isDisturbed: boolean;
}

/** Splits the owner of the id `of`; the other fields are those of `splitPerson`. */
export interface SplitCommand {
  kind: "split";
  of: string;
  main?: string | null;
  chosen?: string[];
}

/** Deletes the owners of the ids. */
export interface DeleteCommand {
  kind: "delete";
  of: string[];
  /** How they are named; the first two name the person of the first id only. */
  by: "id" | "uuid" | "distinct_ids";
  withEvents: boolean;
  keepsPerson: boolean;
}

/** Makes the owner of the id a member of the project's cohort. */
export interface EnrollCommand {
  kind: "enroll";
  of: string;
}

/** Something that is done to a project; further kinds get a branch in `runOnModel` and in the test's `runForReal`. */
export type Command = CaptureCommand | SplitCommand | DeleteCommand | EnrollCommand;

/** The number of persons that a command found, or the reason why it did nothing. */
export type ModelResult = number | "not found" | "refused";

export function emptyModel(projectId: number): Model {
  return { projectId, persons: [], seen: [], personless: new Set(), events: [], warnings: [], deletions: [] };
}

/** @param nowMs the time of the clock */
export function runOnModel(model: Model, command: Command, nowMs: number): ModelResult {
  if (command.kind === "split") return split(model, command, nowMs);
  if (command.kind === "delete") return remove(model, command);
  if (command.kind === "enroll") return enroll(model, command);
  for (const event of command.requests.flat()) capture(model, event);
  return 0;
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
  see(model, event.distinctId);
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

  see(model, other);
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
    targetPerson.isMember ||= otherPerson.isMember;
    update(targetPerson, event, true);
    targetPerson.version = version;
  }
}

function find(model: Model, id: string): ModelPerson | undefined {
  return model.persons.find((person) => person.ids.has(id));
}

function see(model: Model, id: string): void {
  if (!model.seen.includes(id)) model.seen.push(id);
}

function create(model: Model, event: ModelEvent, founder: string): ModelPerson {
  const properties: Record<string, unknown> = { ...event.setOnce, ...event.set, $creator_event_uuid: event.uuid };
  for (const key of event.unset) delete properties[key];
  const person = found(model, founder, event.timestampMs);
  person.ids.add(event.distinctId);
  person.properties = properties;
  return person;
}

/** A person without ids yet, by the UUID that the id stands for; while somebody has that, by the one of `<id>:split`. */
function found(model: Model, founder: string, createdAtMs: number): ModelPerson {
  const uuid = personUuid(model.projectId, founder);
  if (model.persons.some((person) => person.uuid === uuid)) return found(model, `${founder}:split`, createdAtMs);
  const fields = { properties: {}, isIdentified: false, version: 0, isMember: false };
  const person: ModelPerson = { uuid, ids: new Set(), createdAtMs, ...fields };
  model.persons.push(person);
  return person;
}

/** All writes of an event have the same version, also a write that undoes an earlier write of the event. */
function update(person: ModelPerson, event: ModelEvent, identifies: boolean): void {
  person.createdAtMs = Math.min(event.timestampMs, person.createdAtMs);
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

function split(model: Model, { of, main, chosen }: SplitCommand, nowMs: number): ModelResult {
  const person = find(model, of);
  if (person === undefined) return "not found";
  const owned = model.seen.filter((id) => person.ids.has(id));
  const moving = chosen === undefined ? owned.filter((id) => id !== (main || owned[0])) : [...new Set(chosen)];
  const isForeign = [...moving, main || of].some((id) => !person.ids.has(id));
  if (isForeign || moving.length === owned.length || (main && chosen !== undefined)) return "refused";
  for (const id of moving) {
    person.ids.delete(id);
    found(model, id, nowMs).ids.add(id);
  }
  return 1;
}

function remove(model: Model, { of, by, withEvents, keepsPerson }: DeleteCommand): ModelResult {
  const named = by === "distinct_ids" ? of : of.slice(0, 1);
  const persons = model.persons.filter((person) => named.some((id) => person.ids.has(id)));
  if (persons.length === 0 && by !== "distinct_ids") return "not found";
  for (const person of persons) {
    if (withEvents) requestDeletion(model, person);
    if (keepsPerson) continue;
    model.persons.splice(model.persons.indexOf(person), 1);
    for (const id of person.ids) model.personless.delete(id);
  }
  return persons.length;
}

/** The deletion covers all events that the person has now, besides those of earlier requests. */
function requestDeletion(model: Model, { uuid, ids }: ModelPerson): void {
  let deletion = model.deletions.find(({ key }) => key === uuid);
  if (deletion === undefined) model.deletions.push((deletion = { key: uuid, events: new Set() }));
  for (const event of model.events) if (ids.has(event.split(" ")[1] ?? "")) deletion.events.add(event);
}

function enroll(model: Model, { of }: EnrollCommand): ModelResult {
  const person = find(model, of);
  if (person !== undefined) person.isMember = true;
  return 0;
}
