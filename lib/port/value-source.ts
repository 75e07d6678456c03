import type { ExpressionContext } from "../events/expression-context.ts";
import type { MetadataKey } from "../events/filters/index.ts";
import type { SessionKey } from "../events/sessions/index.ts";

/**
 * The text; its length in bytes; or, of a URL, the text without `/`, `?` and `#` at its end (`/` alone, where nothing
 * else is left).
 */
export type ValueForm = "text" | "length" | "url";

/** The source of an event's value for a breakdown; a missing value is the empty text. */
export type ValueSource =
  | { type: "event" | "person"; key: string; as: ValueForm }
  | { type: "group"; key: string; groupTypeIndex: number; as: "text" | "url" }
  /**
   * A property of the event's session; events without a session do not count. Counts and seconds are numbers, instants
   * ISO text.
   */
  | { type: "session"; key: SessionKey; as: "text" | "url" }
  /** The text of HogQL, `EMPTY_TEXT` for the empty text; null is missing. */
  | { type: "hogql"; key: string; as: "text" | "url"; context?: ExpressionContext }
  /** A column of the event. */
  | { type: "event_metadata"; key: MetadataKey; as: "text" | "url" };
