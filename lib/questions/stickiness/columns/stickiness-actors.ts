import type { Actors } from "../../../port/actors.ts";
import type { StickinessActorsPlan } from "../stickiness-plan.ts";
import { readActive } from "../../../engines/columns/units/active.ts";
import { readPlaces } from "../../../engines/columns/kernels/period-bits.ts";
import { listActors } from "../../../engines/columns/units/list-actors.ts";
import { namedUnits } from "../../../engines/columns/units/named-units.ts";
import type { Question } from "../../../engines/columns/question.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
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
