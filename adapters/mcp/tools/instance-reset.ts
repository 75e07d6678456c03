import * as v from "valibot";
import { defineTool } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

export const instanceReset = defineTool({
  name: "instance-reset",
  title: "Reset the instance",
  description:
    "Deletes everything in the test instance; demo: true fills it with 90 days of an invented shop. Token, address and clock stay.",
  effect: "destroys",
  isFor: ({ reset }) => reset !== undefined,
  input: {
    confirm: v.pipe(v.boolean(), v.description("true, to delete")),
    demo: v.optional(v.boolean(), false),
  },
  async run({ instance: { reset } }, { confirm, demo }) {
    if (reset === undefined) throw new ToolFault("This hoglet keeps its data: only one in memory can be reset.");
    if (!confirm) throw new ToolFault("confirm: it must be true, since everything is deleted.");
    const events = await reset(demo);
    return {
      summary: demo ? `Reset; ${events} events of a demo shop are there.` : "Reset: nothing is stored.",
      results: [{ events }],
    };
  },
});
