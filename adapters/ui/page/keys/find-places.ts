import type { Action, SavedInsight } from "../../../../lib/index.ts";
import { call } from "../api.ts";
import { eventNames } from "../parts/completions.tsx";
import { toAddress } from "../../insight-address.ts";
import { KIND_NAMES, KINDS, toDefault } from "../views/insights/kinds.ts";
import { withEntities } from "../views/insights/question.ts";
import { findPersons } from "../views/persons/find-persons.ts";
import { toListQuery, toPersonListState } from "../views/persons/person-list-state.ts";
import { toShortName } from "../views/persons/short-name.ts";
import { VIEW_LINKS } from "../view-links.ts";
import type { Place } from "./place.ts";
import { rankOf, rankOptions } from "../parts/rank-options.ts";

/** Places of each kind in the answer: the whole list fits on a screen without scrolling for long. */
const MOST = 5;
/** Places of each kind that the server is asked for: the best five by `rankOptions` may be later ones. */
const ASKED = 25;

/** The views and new questions whose names contain the text. Needs no server. */
export function findViews(text: string): Place[] {
  const all: Place[] = [
    { group: "Views", name: "Home", path: "/" },
    ...VIEW_LINKS.map(([path, name]) => ({ group: "Views", name, path })),
    { group: "Views", name: "Import", about: "files of other products", path: "/import" },
    ...KIND_NAMES.map((kind) => ({
      group: "New insight",
      name: `New ${KINDS[kind].name.toLowerCase()}`,
      about: KINDS[kind].about,
      path: toAddress("new", toDefault(kind, [])),
    })),
  ];
  return all.filter(({ name }) => rankOf(name, text) < 3);
}

/**
 * Insights, dashboards, persons, events and actions of the project by name, at most five of each. A kind that cannot be
 * read, such as for a key without its scope, is left out.
 * @param nameKeys properties that name a person in this project; null = the default
 */
export async function findStored(
  P: string,
  text: string,
  nameKeys: readonly string[] | null,
  signal: AbortSignal,
): Promise<Place[]> {
  const search = text.trim();
  if (search === "") return [];
  const asked = [
    findInsights(P, search, signal),
    findDashboards(P, search, signal),
    findPeople(P, search, nameKeys, signal),
    findEventTrends(P, search),
    findActions(P, search, signal),
  ];
  const found = await Promise.allSettled(asked);
  signal.throwIfAborted();
  return found.flatMap((each) => (each.status === "fulfilled" ? rankOptions(each.value, search).slice(0, MOST) : []));
}

async function findInsights(P: string, search: string, signal: AbortSignal): Promise<Place[]> {
  const query = { search, limit: ASKED };
  const { results } = await call<{ results: SavedInsight[] }>(`${P}/insights/`, { query, signal });
  return results.map(({ name, description, short_id: id }) => ({
    group: "Insights",
    name: name || "without a name",
    about: description,
    path: `/insights/${id}`,
  }));
}

async function findDashboards(P: string, search: string, signal: AbortSignal): Promise<Place[]> {
  const query = { search, limit: ASKED };
  const { results } = await call<{ results: { id: number; name: string }[] }>(`${P}/dashboards/`, { query, signal });
  return results.map(({ id, name }) => ({ group: "Dashboards", name, path: `/dashboards/${id}` }));
}

async function findPeople(
  P: string,
  search: string,
  nameKeys: readonly string[] | null,
  signal: AbortSignal,
): Promise<Place[]> {
  const state = { ...toPersonListState(new URLSearchParams()), search };
  const { results } = await findPersons(P, { state, query: toListQuery(state, nameKeys) }, signal);
  return results.map((person) => {
    const [about = ""] = person.distinct_ids;
    const name = toShortName(person);
    const path = `/persons/${person.uuid}`;
    return { group: "Persons", name, about: about === name ? "" : about, path };
  });
}

/** Events lead to their trend. */
async function findEventTrends(P: string, search: string): Promise<Place[]> {
  const names = await eventNames(P, search);
  const found = names.filter((name) => rankOf(name, search) < 3);
  return found.map((name) => ({
    group: "Events",
    name,
    about: "trend",
    path: toAddress("new", toDefault("trends", [name])),
  }));
}

/** Actions lead to their trend. */
async function findActions(P: string, search: string, signal: AbortSignal): Promise<Place[]> {
  const query = { search, limit: ASKED };
  const { results } = await call<{ results: Action[] }>(`${P}/actions/`, { query, signal });
  return results.map(({ id, name }) => ({
    group: "Actions",
    name,
    about: "trend",
    path: toAddress("new", withEntities(toDefault("trends", []), [{ id, name, type: "actions" }])),
  }));
}
