import { runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { EventNamesPlan, EventValuesPlan, PropertyKeysPlan } from "../catalogue-plan.ts";
import { runEventNames, runEventValues, runPropertyKeys } from "./catalogue.ts";

export const catalogueColumns: readonly AnyRunner[] = [
  runner<EventNamesPlan>({ kind: "event-names", about: (plan) => plan, run: runEventNames }),
  runner<PropertyKeysPlan>({ kind: "property-keys", about: (plan) => plan, run: runPropertyKeys }),
  runner<EventValuesPlan>({ kind: "event-values", about: (plan) => plan, run: runEventValues }),
];
