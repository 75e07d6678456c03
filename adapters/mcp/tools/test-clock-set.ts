import * as v from "valibot";
import { defineTool, field } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

export const testClockSet = defineTool({
  name: "test-clock-set",
  title: "Move the clock",
  description:
    'Sets the clock of the test instance (now) or moves it (by: "3 days"), and runs what is due. It goes on from there.',
  effect: "replaces",
  isFor: ({ moveClock }) => moveClock !== undefined,
  input: { now: v.exactOptional(field.text("ISO date-time")), by: v.exactOptional(field.text()) },
  async run({ instance: { moveClock } }, { now, by }) {
    if (moveClock === undefined) throw new ToolFault("The clock of this hoglet is the system's.");
    if ((now === undefined) === (by === undefined)) throw new ToolFault("Expected one of now and by.");
    const moved = await moveClock(now === undefined ? { by: by ?? "" } : { now }).catch(toFault);
    return { summary: `It is ${moved.now} now.`, results: [moved] };
  },
});

function toFault(error: unknown): never {
  if (error instanceof RangeError) throw new ToolFault(error.message);
  throw error;
}
