import type { PathEdge, PathsPlan } from "../plan.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";
import type { EdgeLists } from "../../../engines/columns/kernels/path-count.ts";
import type { Arena } from "../../../engines/columns/log/arena.ts";
import type { Items } from "./path-items.ts";

type EdgeFilter = Pick<PathsPlan, "minWeight" | "maxWeight" | "edgeLimit">;

const INITIAL_PLACES = 4096;

/** The numbers of an edge in the table: place of the source on its path (from 1), source, target, count. */
const WIDTH = 4;

/** Edges for another thread, or the next slice, whose items may have other numbers. */
export interface EdgesPart {
  /** Four numbers an edge. */
  edges: Uint32Array;
  sumsMs: Float64Array;
  /** The items by number, as JSON. */
  texts: string;
}

/** Item numbers are below `items`; steps go from 1 to `steps`. */
export interface EdgeBounds {
  steps: number;
  items: number;
}

const NO_BOUNDS: EdgeBounds = { steps: 0, items: 0 };

/** Possible edges that a list is made for: 12 bytes each. */
const MAX_LISTED = 2 ** 20;

/**
 * Counts edges by place, source and target, in a hash table of typed arrays: 24 bytes an edge, at most three quarters
 * full. An edge's numbers lie side by side, since reaching into a large table costs most. Invariant: an empty place has
 * count 0. Where there are few items, as on most websites, each possible edge has a place in a list instead, which is
 * smaller and needs no search.
 */
export class PathEdges {
  readonly #arena: Arena;
  /** Places of the table, a power of two. */
  #places = INITIAL_PLACES;
  #size = 0;
  #edges: Uint32Array;
  #sumsMs: Float64Array;
  readonly #bounds: () => EdgeBounds;
  #listed: EdgeBounds | undefined;
  /** Counts by step, source and target: the list. */
  #counts: Uint32Array = new Uint32Array(0);
  #listSumsMs: Float64Array = new Float64Array(0);

  /** @param bounds of most edges, asked for at the first edge; edges outside go to the table */
  constructor(arena: Arena, bounds: () => EdgeBounds = () => NO_BOUNDS) {
    this.#arena = arena;
    this.#edges = arena.take(Uint32Array, INITIAL_PLACES * WIDTH).fill(0);
    this.#sumsMs = arena.take(Float64Array, INITIAL_PLACES).fill(0);
    this.#bounds = bounds;
  }

  /** Counts an edge once more, or more often with as much time together. */
  add(step: number, source: number, target: number, ms: number, times = 1): void {
    const { steps, items } = (this.#listed ??= this.#openList());
    if (step <= steps && source < items && target < items) {
      const place = ((step - 1) * items + source) * items + target;
      this.#counts[place]! += times;
      this.#listSumsMs[place]! += ms;
    } else this.#addToTable(step, source, target, ms, times);
  }

  /** The lists of edges within the bounds; null = there are none. Counting in them equals `add`. */
  lists(): EdgeLists | null {
    const { steps, items } = (this.#listed ??= this.#openList());
    return items === 0 ? null : { steps, items, counts: this.#counts, sumsMs: this.#listSumsMs };
  }

  #openList(): EdgeBounds {
    const bounds = this.#bounds();
    const size = bounds.steps * bounds.items ** 2;
    if (size > MAX_LISTED) return NO_BOUNDS;
    this.#counts = this.#arena.takeForKernels(Uint32Array, size).fill(0);
    this.#listSumsMs = this.#arena.takeForKernels(Float64Array, size).fill(0);
    return bounds;
  }

  #addToTable(step: number, source: number, target: number, ms: number, times: number): void {
    const at = this.#find(step, source, target);
    const edges = this.#edges;
    const place = at * WIDTH;
    this.#sumsMs[at]! += ms;
    const before = edges[place + 3]!;
    edges[place + 3] = before + times;
    if (before > 0) return;
    edges[place] = step;
    edges[place + 1] = source;
    edges[place + 2] = target;
    this.#size += 1;
    this.#reserve(this.#size);
  }

  /** All edges, in memory that the worker group shares. */
  toPart(workers: WorkerGroup, items: Items): EdgesPart {
    let size = 0;
    this.#each(() => size++);
    const edges = workers.words(size * WIDTH);
    const { buffer, byteOffset } = workers.words(2 * size);
    const sumsMs = new Float64Array(buffer, byteOffset, size);
    let at = 0;
    this.#each((step, source, target, value, sumMs) => {
      const place = at * WIDTH;
      edges[place] = step;
      edges[place + 1] = source;
      edges[place + 2] = target;
      edges[place + 3] = value;
      sumsMs[at++] = sumMs;
    });
    return { edges, sumsMs, texts: textsOf(items) };
  }

  /** Adds the edges of another thread. */
  addPart({ edges, sumsMs, texts }: EdgesPart, items: Items): void {
    // Threads that read the same segments give items the same numbers.
    const numbers = texts === textsOf(items) ? null : (JSON.parse(texts) as string[]).map(items.numberOf);
    const numberOf = (number: number) => (numbers === null ? number : numbers[number]!);
    // Edges come in the order of a table like this one: in a smaller one they would all search the same places.
    this.#reserve(this.#size + sumsMs.length);
    for (let at = 0; at < sumsMs.length; at++) {
      const place = at * WIDTH;
      const [source, target] = [numberOf(edges[place + 1]!), numberOf(edges[place + 2]!)];
      this.add(edges[place]!, source, target, sumsMs[at]!, edges[place + 3]!);
    }
  }

  /** The edges that pass weights and limit: the most frequent first, then by source and target as UTF-8 bytes. */
  list({ minWeight, maxWeight, edgeLimit }: EdgeFilter, items: Items): PathEdge[] {
    const best = new BestEdges(edgeLimit ?? Infinity);
    const [least, most] = [minWeight ?? 0, maxWeight ?? Infinity];
    this.#each((step, source, target, value, sumMs) => {
      if (value < least || value > most || !best.wants(value)) return;
      best.add({
        source: `${step}_${items.textOf(source)}`,
        target: `${step + 1}_${items.textOf(target)}`,
        value,
        average_conversion_time: sumMs / value,
      });
    });
    return best.list();
  }

  #each(see: (step: number, source: number, target: number, value: number, sumMs: number) => void): void {
    const edges = this.#edges;
    for (let at = 0; at < this.#places; at++) {
      const place = at * WIDTH;
      const value = edges[place + 3]!;
      if (value > 0) see(edges[place]!, edges[place + 1]!, edges[place + 2]!, value, this.#sumsMs[at]!);
    }
    const { items } = this.#listed ?? NO_BOUNDS;
    for (let place = 0; place < this.#counts.length; place++) {
      const value = this.#counts[place]!;
      if (value === 0) continue;
      const pair = place % (items * items);
      const step = Math.floor(place / (items * items)) + 1;
      see(step, Math.floor(pair / items), pair % items, value, this.#listSumsMs[place]!);
    }
  }

  /** The place of an edge in the table, or the free place for it. */
  #find(step: number, source: number, target: number): number {
    const edges = this.#edges;
    const mask = this.#places - 1;
    for (let at = hashEdge(step, source, target) & mask; ; at = (at + 1) & mask) {
      const place = at * WIDTH;
      if (edges[place + 3] === 0) return at;
      if (edges[place] === step && edges[place + 1] === source && edges[place + 2] === target) return at;
    }
  }

  /** Makes the table large enough for so many edges. */
  #reserve(size: number): void {
    if (size * 4 <= this.#places * 3) return;
    const edges = this.#edges;
    const sumsMs = this.#sumsMs;
    while (size * 4 > this.#places * 3) this.#places *= 2;
    this.#edges = this.#arena.take(Uint32Array, this.#places * WIDTH).fill(0);
    this.#sumsMs = this.#arena.take(Float64Array, this.#places).fill(0);
    for (let from = 0; from < sumsMs.length; from++) {
      const place = from * WIDTH;
      if (edges[place + 3] === 0) continue;
      const at = this.#find(edges[place]!, edges[place + 1]!, edges[place + 2]!);
      for (let part = 0; part < WIDTH; part++) this.#edges[at * WIDTH + part] = edges[place + part]!;
      this.#sumsMs[at] = sumsMs[from]!;
    }
  }
}

function hashEdge(step: number, source: number, target: number): number {
  let hash = Math.imul(source, 0x9e37_79b1) ^ Math.imul(target, 0x85eb_ca6b) ^ Math.imul(step, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return hash ^ (hash >>> 13);
}

/** All items by number; the number of no item has no text. */
function textsOf(items: Items): string {
  return JSON.stringify(Array.from({ length: items.limit() }, (_, number) => (number > 0 ? items.textOf(number) : "")));
}

/** Keeps the first `limit` edges in order; sorts whenever it holds twice as many. */
class BestEdges {
  readonly #limit: number;
  #edges: PathEdge[] = [];
  /** The frequency of the last kept edge: a less frequent edge is left out. */
  #leastValue = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  wants(value: number): boolean {
    return value >= this.#leastValue;
  }

  add(edge: PathEdge): void {
    this.#edges.push(edge);
    if (this.#edges.length < 2 * this.#limit) return;
    this.#edges = this.list();
    this.#leastValue = this.#edges.at(-1)?.value ?? 0;
  }

  list(): PathEdge[] {
    return this.#edges.toSorted(compareEdges).slice(0, this.#limit);
  }
}

function compareEdges(a: PathEdge, b: PathEdge): number {
  return b.value - a.value || compareText(a.source, b.source) || compareText(a.target, b.target);
}

/** Compares texts as UTF-8 bytes: JavaScript compares UTF-16 units, which puts emoji before U+E000. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  return bytesOrder(a.charCodeAt(at)) - bytesOrder(b.charCodeAt(at));
}

/** Halves of pairs come after all single units. */
function bytesOrder(entityId: number): number {
  return entityId >= 0xd800 && entityId < 0xe000 ? entityId + 0x1_0000 : entityId;
}
