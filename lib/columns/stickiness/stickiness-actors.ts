import type { Actors, StickinessActorsPlan } from "../../insights/index.ts";
import { readActive } from "../units/active.ts";
import { readPlaces } from "../kernels/period-bits.ts";
import { listActors } from "../units/list-actors.ts";
import { namedUnits } from "../units/named-units.ts";
import type { Question } from "../question.ts";
import { compileScan } from "../scan/scan.ts";
import { coveringEdges } from "./stickiness.ts";

/** Finds who was active in exactly so many buckets. Source: reference/insights.md 9 and 13.7. */
export function runStickinessActors(question: Question, { plan, buckets }: StickinessActorsPlan): Actors {
  const { select, range, actors: kind } = plan;
  const named = namedUnits(kind, question);
  const pieces = compileScan(select, question, kind.by === "persons");
  question.showPersons();
  const { table, words } = readActive({ pieces, range, edgesMs: coveringEdges(plan), units: named.units });
  const places = new Int32Array(words * 32);
  return listActors(question, named, (unit) => readPlaces(table, words, unit, places) === buckets).actors;
}
