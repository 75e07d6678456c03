import type { ListedProject } from "./project.ts";
import type { Session } from "./session.ts";

/** The answers that the page needs before it can ask a question. The server puts them into the HTML (`answer-start.ts`). */
interface Start {
  session?: Session;
  projects?: { results: ListedProject[] };
}

const start = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="start"]')?.content || "{}") as Start;

/** Gives an answer of the start, once: later ones have to be asked for. Undefined = the HTML had none. */
export function takeStart<Name extends keyof Start>(name: Name): Start[Name] {
  const answer = start[name];
  delete start[name];
  return answer;
}
