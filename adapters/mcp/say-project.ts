import type { Page, Project } from "../../lib/index.ts";
import type { Api } from "./api.ts";
import { ToolFault } from "./tool-fault.ts";

/** Projects that are looked at. */
const MOST_PROJECTS = 100;

/** Projects whose tokens the sentence lists. */
const MOST_LISTED = 5;

type Listed = Project & { ingested_event: boolean };

/**
 * The project that tools read, and where other events are.
 * @param api below `/api`, in the caller's name
 * @returns null = there is no other project that the caller may list
 */
export async function sayProject(api: Api, { id, api_token: token }: Project): Promise<string | null> {
  try {
    const { count, results } = await api.get<Page<Listed>>("/projects/", { limit: MOST_PROJECTS });
    if (count < 2) return null;
    const others = results.filter((one) => one.id !== id && one.ingested_event);
    const listed = others.slice(0, MOST_LISTED).map((one) => `${one.id} (token ${one.api_token})`);
    const more = others.length > MOST_LISTED ? ` and ${others.length - MOST_LISTED} more` : "";
    const where = others.length === 0 ? "No other has events" : `Other events are in ${listed.join(", ")}${more}`;
    return `${id} (token ${token}), one of ${count}. ${where}.`;
  } catch (error) {
    if (error instanceof ToolFault && error.status === 403) return null;
    throw error;
  }
}
