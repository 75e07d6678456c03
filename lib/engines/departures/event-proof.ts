import { createHash } from "node:crypto";
import { toUuidText } from "../../base/ids.ts";
import type { EventsProof } from "../../port/archive.ts";

/** An event as the database has it. */
export interface ProvenEvent {
  seq: number;
  project_id: number;
  distinct_id_id: number;
  timestamp: number;
  received_at: number;
  uuid: Buffer;
  event: string;
  properties: string;
  elements: string | null;
}

/** Computes the proof of events (`EventsProof`), one after the other. */
export class ProofMaker {
  #events = 0;
  #sum = 0n;

  add(row: ProvenEvent): void {
    const { seq, project_id: project, distinct_id_id: ordinal, timestamp, received_at: received } = row;
    const lengths = `${Buffer.byteLength(row.event)},${Buffer.byteLength(row.properties)},`;
    const head = `${seq},${project},${ordinal},${timestamp},${received},${toUuidText(row.uuid)},${lengths}`;
    const elements = row.elements === null ? "" : `+${row.elements}`;
    const hash = createHash("sha256").update(`${head}${row.event}${row.properties}${elements}`);
    this.#sum = BigInt.asUintN(64, this.#sum + hash.digest().readBigUInt64LE());
    this.#events++;
  }

  finish(): EventsProof {
    return { events: this.#events, sum: this.#sum.toString() };
  }
}
