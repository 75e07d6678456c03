import { runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { EventNamesPlan, EventValuesPlan, PropertyKeysPlan } from "../catalogue-plan.ts";
import { runEventNames, runEventValues, runPropertyKeys } from "./catalogue.ts";

export const catalogueColumns: readonly AnyRunner[] = [
  runner<EventNamesPlan>({
    kind: "event-names",
    about: (plan) => plan,
    run: (execution) => runEventNames(execution),
  }),
  runner<PropertyKeysPlan>({
    kind: "property-keys",
    about: (plan) => plan,
    run: (execution, plan) => runPropertyKeys(execution, plan),
  }),
  runner<EventValuesPlan>({
    kind: "event-values",
    about: (plan) => plan,
    run: (execution, plan) => runEventValues(execution, plan),
  }),
];
