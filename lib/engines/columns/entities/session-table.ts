import type { DateRange } from "../../../port/range.ts";
import { propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import {
  channelType,
  MAX_URLS,
  sessionValue,
  SOURCE_PROPERTIES,
  toPlace,
  toSessionText,
} from "../../../events/sessions/index.ts";
import type { SessionKey, SessionSummary, SessionValue, TrafficSource } from "../../../events/sessions/index.ts";
import { clippedRuns } from "../log/clipped-runs.ts";
import type { Segment } from "../log/segment.ts";
import { compileTable } from "../scan/value-table.ts";
import { EdgeRows } from "./edge-rows.ts";
import { NO_SESSION } from "./entity-ids.ts";
import type { EntityIds } from "./entity-ids.ts";
import { SessionRow } from "./session-row.ts";
import type { SessionEdge, SessionParts } from "./session-row.ts";

export interface SessionTableInput {
  segments: readonly Segment[];
  entityIds: EntityIds;
  /** The table has the sessions with an event in this range. */
  range: DateRange;
  nameId(name: string): number | undefined;
  /** The text of a distinct id. */
  distinctId(ordinal: number): string;
}

/** The rows of a segment, each with its session's number; 0 = the session is not in the table. */
interface SessionRows {
  segment: Segment;
  /** Position of the segment among all segments. */
  index: number;
  sessions: Uint32Array;
}

/**
 * The sessions with an event in a range, each with all its events, whenever they happened: a row for each session, by
 * its number.
 *
 * Each part of the table is made at its first reading, in one pass over the segments with such sessions, and kept for
 * one question. So new events, deletions and merges need no upkeep. Source: reference/query.md 4.12.
 */
export class SessionTable implements SessionParts {
  readonly #input: SessionTableInput;
  /** 1 = the session is in the table. */
  readonly #isMember: Uint8Array;
  readonly #hasText = compileTable(Uint8Array, (value) => (toSessionText(value) === null ? 0 : 1));
  readonly #edges = new Map<SessionEdge, EdgeRows>();
  readonly #texts = new Map<string, (string | null)[]>();
  readonly #counts = new Map<string, Uint32Array>();
  readonly #places = new Map<string, ReturnType<typeof toPlace>>();
  readonly #channels = new Map<string, string>();
  #urls: Map<number, Set<string>> | undefined;

  constructor(input: SessionTableInput) {
    this.#input = input;
    const { segments, entityIds, range } = input;
    const found: Uint32Array[] = [];
    for (const segment of segments) {
      for (const { start, end } of clippedRuns(segment, range, () => true)) {
        found.push(entityIds.of(segment, start, end));
      }
    }
    this.#isMember = new Uint8Array(entityIds.limit());
    for (const sessions of found) for (const session of sessions) this.#isMember[session] = 1;
    this.#isMember[0] = 0;
    this.#isMember[NO_SESSION] = 0;
  }

  /** A bound above every number of a session in the table. */
  get limit(): number {
    return this.#isMember.length;
  }

  has(session: number): boolean {
    return this.#isMember[session] === 1;
  }

  value(session: number, key: SessionKey): SessionValue {
    return sessionValue(this.summary(session), key);
  }

  /** A session in the table; its members are read when they are asked for. */
  summary(session: number): SessionSummary {
    return new SessionRow(this, session);
  }

  /** Whole seconds of each session; NaN = not in the table. */
  seconds(): Float64Array {
    const lasts = this.edge("last").ms;
    return this.edge("first").ms.map((ms, session) =>
      this.has(session) ? Math.floor((lasts[session]! - ms) / 1000) : NaN,
    );
  }

  /** An event of each session, by its place in the log. */
  edge(edge: SessionEdge): EdgeRows {
    if (!this.#edges.has(edge)) this.#findEdges(edge);
    return this.#edges.get(edge)!;
  }

  /** A property of an event of each session; null = no text. */
  texts(edge: SessionEdge, key: string): (string | null)[] {
    return this.#textsOf(`${edge} ${key}`, edge, (segment) => {
      const { codes, values } = segment.property(key);
      return (row) => toSessionText(values[codes[row]!]);
    });
  }

  /** The `$session_id` of each session. */
  ids(): (string | null)[] {
    return this.#textsOf("id", "first", (segment) => {
      const { codes, values } = segment.property("$session_id");
      return (row) => propertyText(values[codes[row]!]);
    });
  }

  /** The distinct id of each session's last event. */
  distinctIds(): (string | null)[] {
    return this.#textsOf("distinct id", "last", (segment) => {
      const { ids } = segment.core();
      return (row) => this.#input.distinctId(ids[row]!);
    });
  }

  /** The number of each session's events of a name. */
  countsOf(name: string): Uint32Array {
    const known = this.#counts.get(name);
    if (known !== undefined) return known;
    const counts = new Uint32Array(this.limit);
    this.#eachNamed([name], ({ sessions }, start, end) => {
      for (let row = start; row < end; row++) counts[sessions[row]!]! += 1;
    });
    this.#counts.set(name, counts);
    return counts;
  }

  /** The URLs of a session, in the order in which they came. */
  urls(session: number): string[] {
    this.#urls ??= this.#collectUrls();
    return [...(this.#urls.get(session) ?? [])];
  }

  placeOf(url: string): ReturnType<typeof toPlace> {
    const known = this.#places.get(url) ?? toPlace(url);
    this.#places.set(url, known);
    return known;
  }

  /** Cached: sessions have few sources, and a channel takes some microseconds. */
  channelOf(source: TrafficSource): string {
    const key = JSON.stringify(source);
    const known = this.#channels.get(key) ?? channelType(source);
    this.#channels.set(key, known);
    return known;
  }

  #textsOf(
    name: string,
    edge: SessionEdge,
    open: (segment: Segment) => (row: number) => string | null,
  ): (string | null)[] {
    const texts = this.#texts.get(name) ?? this.edge(edge).values(open);
    this.#texts.set(name, texts);
    return texts;
  }

  #findEdges(edge: SessionEdge): void {
    switch (edge) {
      case "first":
      case "last":
        return this.#findEnds();
      case "entry":
      case "exit":
        return this.#findPages();
      case "source":
        return this.#findTexts(edge, "first", Object.values(SOURCE_PROPERTIES));
      case "click":
        return this.#findTexts(edge, "last", ["$external_click_url"]);
    }
  }

  #open(edge: SessionEdge, which: "first" | "last"): EdgeRows {
    const rows = new EdgeRows(which, this.limit, this.#input.segments);
    this.#edges.set(edge, rows);
    return rows;
  }

  #findEnds(): void {
    const [first, last] = [this.#open("first", "first"), this.#open("last", "last")];
    this.#eachSegment(({ segment, index, sessions }) => {
      const { times } = segment.core();
      for (let row = 0; row < sessions.length; row++) {
        const session = sessions[row]!;
        if (session === 0) continue;
        const ms = segment.minMs + times[row]!;
        first.add(session, ms, index, row);
        last.add(session, ms, index, row);
      }
    });
  }

  #findPages(): void {
    const [entry, exit] = [this.#open("entry", "first"), this.#open("exit", "last")];
    this.#eachPages(({ segment, index, sessions }, rows) => {
      const { times } = segment.core();
      for (const row of rows) {
        const ms = segment.minMs + times[row]!;
        entry.add(sessions[row]!, ms, index, row);
        exit.add(sessions[row]!, ms, index, row);
      }
    });
  }

  /** Finds the first or last row of each session on which one of the properties has a text. */
  #findTexts(edge: SessionEdge, which: "first" | "last", keys: readonly string[]): void {
    const found = this.#open(edge, which);
    this.#eachSegment(({ segment, index, sessions }) => {
      const known = new Set(segment.keys());
      const { times } = segment.core();
      for (const key of keys.filter((each) => known.has(each))) {
        const column = segment.property(key);
        const table = this.#hasText(column);
        for (let row = 0; row < sessions.length; row++) {
          const session = sessions[row]!;
          if (session === 0 || table[column.codes[row]!] === 0) continue;
          found.add(session, segment.minMs + times[row]!, index, row);
        }
      }
    });
  }

  #collectUrls(): Map<number, Set<string>> {
    const urls = new Map<number, Set<string>>();
    this.#eachPages(({ segment, sessions }, rows) => {
      const seqs = segment.seqs();
      const { codes, values } = segment.property("$current_url");
      // Segments, unlike their rows, are in the order of arrival.
      for (const row of rows.toSorted((a, b) => seqs[a]! - seqs[b]!)) {
        const known = urls.get(sessions[row]!) ?? new Set();
        urls.set(sessions[row]!, known);
        if (known.size < MAX_URLS) known.add(toSessionText(values[codes[row]!] satisfies Json | undefined) ?? "");
      }
    });
    return urls;
  }

  /** Shows the rows of each segment that are pages with a URL. */
  #eachPages(see: (rows: SessionRows, pages: number[]) => void): void {
    const ids = this.#nameIds(["$pageview", "$screen"]);
    this.#eachSegment((rows) => {
      const { segment, sessions } = rows;
      const pages: number[] = [];
      const runs = segment.runs.filter(({ eventNameId }) => ids.has(eventNameId));
      if (runs.length === 0) return;
      const column = segment.property("$current_url");
      const table = this.#hasText(column);
      for (const { start, end } of runs) {
        for (let row = start; row < end; row++) {
          if (sessions[row] !== 0 && table[column.codes[row]!] === 1) pages.push(row);
        }
      }
      see(rows, pages);
    });
  }

  /** Shows the runs of events of some names. */
  #eachNamed(names: readonly string[], see: (rows: SessionRows, start: number, end: number) => void): void {
    const ids = this.#nameIds(names);
    this.#eachSegment((rows) => {
      for (const { eventNameId, start, end } of rows.segment.runs) if (ids.has(eventNameId)) see(rows, start, end);
    });
  }

  #nameIds(names: readonly string[]): Set<number | undefined> {
    return new Set(names.map((name) => this.#input.nameId(name)));
  }

  /** Shows the segments that hold events of the table's sessions. */
  #eachSegment(see: (rows: SessionRows) => void): void {
    const { segments, entityIds } = this.#input;
    for (const [index, segment] of segments.entries()) {
      const sessions = entityIds.of(segment, 0, segment.rows).slice();
      let hasAny = false;
      // Sessions found after the table was opened lie beyond its end.
      for (let row = 0; row < sessions.length; row++) {
        if (this.#isMember[sessions[row]!] === 1) hasAny = true;
        else sessions[row] = 0;
      }
      if (hasAny) see({ segment, index, sessions });
    }
  }
}
