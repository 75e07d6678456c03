import type { AssertedView } from "./test-view.ts";
import type { Clients } from "./client.ts";
import type { Unawaited } from "./unawaited.ts";

/** Parts of a view for assertions alone. */
export interface InsideView {
  readonly unawaited: Unawaited;
  /** The number of clients, and of events that they hold although they were told to send. */
  readonly clients: Pick<Clients, "count" | "held">;
  /**
   * Asks an HTTP route, unrecorded and without faults.
   * @param path below the project, such as `/query/`
   * @throws Error with the refusal's sentence
   */
  post(path: string, body: object): Promise<unknown>;
}

// A symbol of the registry: a runner may load this module twice (`jest.resetModules`), and a matcher of one copy gets a view of the other.
const INSIDE = Symbol.for("hoglet.testing.inside");

export function withInside<View extends AssertedView>(view: View, inside: InsideView): View {
  return Object.defineProperty(view, INSIDE, { value: inside });
}

/** Undefined = not a view. */
export function insideOf(view: unknown): InsideView | undefined {
  return (view as { [INSIDE]?: InsideView } | null | undefined)?.[INSIDE];
}
