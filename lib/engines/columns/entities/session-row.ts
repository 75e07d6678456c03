import { isBounce, SOURCE_PROPERTIES } from "../../../events/sessions/index.ts";
import type { SessionSummary, TrafficSource } from "../../../events/sessions/index.ts";
import type { EdgeRows } from "./edge-rows.ts";

/**
 * The events of a session that its texts come from: first and last event, first and last page, first event with a
 * source, last click that left the site.
 */
export type SessionEdge = "first" | "last" | "entry" | "exit" | "source" | "click";

/** The parts of a `SessionTable` that a session is made of. */
export interface SessionParts {
  edge(edge: SessionEdge): Pick<EdgeRows, "ms">;
  texts(edge: SessionEdge, key: string): readonly (string | null)[];
  distinctIds(): readonly (string | null)[];
  countsOf(name: string): Uint32Array;
  urls(session: number): string[];
  placeOf(url: string): { pathname: string | null; hostname: string | null };
  channelOf(source: TrafficSource): string;
}

/** A session of a table. Its members are looked up when read: a question reads few of them. */
export class SessionRow implements SessionSummary {
  readonly #table: SessionParts;
  readonly #session: number;

  constructor(table: SessionParts, session: number) {
    this.#table = table;
    this.#session = session;
  }

  get startMs() {
    return this.#table.edge("first").ms[this.#session]!;
  }

  get endMs() {
    return this.#table.edge("last").ms[this.#session]!;
  }

  get seconds() {
    return Math.floor((this.endMs - this.startMs) / 1000);
  }

  get distinctId() {
    return this.#table.distinctIds()[this.#session] ?? "";
  }

  get pageviews() {
    return this.#table.countsOf("$pageview")[this.#session]!;
  }

  get autocaptures() {
    return this.#table.countsOf("$autocapture")[this.#session]!;
  }

  get screens() {
    return this.#table.countsOf("$screen")[this.#session]!;
  }

  get urls() {
    return this.#table.urls(this.#session);
  }

  get urlCount() {
    return this.urls.length;
  }

  get entry() {
    return this.#page("entry");
  }

  get exit() {
    return this.#page("exit");
  }

  get source(): TrafficSource {
    const entries = Object.entries(SOURCE_PROPERTIES).map(([name, key]) => [
      name,
      this.#table.texts("source", key)[this.#session] ?? null,
    ]);
    return Object.fromEntries(entries) as unknown as TrafficSource;
  }

  get channelType() {
    return this.#table.channelOf(this.source);
  }

  get isBounce() {
    return isBounce(this, this.seconds);
  }

  get lastExternalClickUrl() {
    return this.#table.texts("click", "$external_click_url")[this.#session] ?? null;
  }

  #page(edge: "entry" | "exit") {
    const url = this.#table.texts(edge, "$current_url")[this.#session] ?? null;
    return url === null ? NOWHERE : { url, ...this.#table.placeOf(url) };
  }
}

const NOWHERE = { url: null, pathname: null, hostname: null };
