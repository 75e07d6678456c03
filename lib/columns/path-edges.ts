import type { PathEdge, PathsPlan } from "../insights/index.ts";
import type { Items } from "./path-items.ts";

/** Which edges are wanted. */
type EdgeBounds = Pick<PathsPlan, "minWeight" | "maxWeight" | "edgeLimit">;

const INITIAL_ROOM = 4096;

/** Numbers of an edge in the table: the source's place on its path from 1, source, target, and how often it was. */
const WIDTH = 4;

/**
 * Counts edges of paths by place, source and target, in a hash table of typed arrays: 24 bytes for an edge, at most three
 * quarters full. The numbers of an edge lie side by side, since a look at a large table costs mostly the way there.
 * Invariant: the count is 0 where nothing is.
 */
export class PathEdges {
  #room = INITIAL_ROOM;
  #size = 0;
  #edges = new Uint32Array(INITIAL_ROOM * WIDTH);
  #sumsMs = new Float64Array(INITIAL_ROOM);

  /** Counts an edge once more. */
  add(step: number, source: number, target: number, ms: number): void {
    const at = this.#find(step, source, target);
    const edges = this.#edges;
    const place = at * WIDTH;
    this.#sumsMs[at]! += ms;
    if (edges[place + 3]!++ > 0) return;
    edges[place] = step;
    edges[place + 1] = source;
    edges[place + 2] = target;
    this.#size += 1;
    if (this.#size * 4 > this.#room * 3) this.#grow();
  }

  /** The edges that pass weights and limit: the most frequent first, then by source and target as UTF-8 bytes. */
  list({ minWeight, maxWeight, edgeLimit }: EdgeBounds, items: Items): PathEdge[] {
    const best = new BestEdges(edgeLimit ?? Infinity);
    const edges = this.#edges;
    for (let at = 0; at < this.#room; at++) {
      const place = at * WIDTH;
      const value = edges[place + 3]!;
      if (value === 0 || value < (minWeight ?? 0) || value > (maxWeight ?? Infinity) || !best.wants(value)) continue;
      const step = edges[place]!;
      best.add({
        source: `${step}_${items.textOf(edges[place + 1]!)}`,
        target: `${step + 1}_${items.textOf(edges[place + 2]!)}`,
        value,
        average_conversion_time: this.#sumsMs[at]! / value,
      });
    }
    return best.list();
  }

  /** Where the edge is, or will be. */
  #find(step: number, source: number, target: number): number {
    const edges = this.#edges;
    const mask = this.#room - 1;
    let hash = Math.imul(source, 0x9e37_79b1) ^ Math.imul(target, 0x85eb_ca6b) ^ Math.imul(step, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    for (let at = (hash ^ (hash >>> 13)) & mask; ; at = (at + 1) & mask) {
      const place = at * WIDTH;
      if (edges[place + 3] === 0) return at;
      if (edges[place] === step && edges[place + 1] === source && edges[place + 2] === target) return at;
    }
  }

  #grow(): void {
    const edges = this.#edges;
    const sumsMs = this.#sumsMs;
    this.#room *= 2;
    this.#edges = new Uint32Array(this.#room * WIDTH);
    this.#sumsMs = new Float64Array(this.#room);
    for (let from = 0; from < sumsMs.length; from++) {
      const place = from * WIDTH;
      if (edges[place + 3] === 0) continue;
      const at = this.#find(edges[place]!, edges[place + 1]!, edges[place + 2]!);
      for (let part = 0; part < WIDTH; part++) this.#edges[at * WIDTH + part] = edges[place + part]!;
      this.#sumsMs[at] = sumsMs[from]!;
    }
  }
}

/** Keeps the first `limit` of the edges given to it, in their order; sorted whenever twice as many have come together. */
class BestEdges {
  readonly #limit: number;
  #edges: PathEdge[] = [];
  /** Less frequent ones have no chance. */
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

/** As UTF-8 bytes: JavaScript compares UTF-16 units, which puts emoji before U+E000. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  return bytesOrder(a.charCodeAt(at)) - bytesOrder(b.charCodeAt(at));
}

/** Halves of pairs stand for code points above all single units. */
function bytesOrder(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit;
}
