import type { AssertedView } from "./test-view.ts";
import type { Clients } from "./client.ts";
import type { Unawaited } from "./unawaited.ts";

/** The parts of a view that assertions alone use. */
export interface InsideView {
  /** The checks of its test hoglet. */
  readonly unawaited: Unawaited;
  /** How many clients it waits for, and how many events they hold although they were told to send them. */
  readonly clients: Pick<Clients, "count" | "held">;
  /**
   * Asks an HTTP route of its project, which no recorded request and no fault is about.
   * @param path below the project, such as `/query/`
   * @throws Error with the refusal's sentence
   */
  post(path: string, body: object): Promise<unknown>;
}

// A symbol of the registry: a runner may load this module twice (`jest.resetModules`), and a matcher of one copy gets a view of the other.
const INSIDE = Symbol.for("hoglet.testing.inside");

/** Gives a view its inside. */
export function withInside<View extends AssertedView>(view: View, inside: InsideView): View {
  return Object.defineProperty(view, INSIDE, { value: inside });
}

/** The inside of a view; undefined for any other value. */
export function insideOf(view: unknown): InsideView | undefined {
  return (view as { [INSIDE]?: InsideView } | null | undefined)?.[INSIDE];
}
