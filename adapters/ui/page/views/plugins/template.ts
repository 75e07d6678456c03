/** A plugin to start with: it marks events and logs that. */
export const TEMPLATE: Readonly<Record<string, string>> = {
  "plugin.json": `${JSON.stringify(
    {
      name: "My plugin",
      description: "Marks every event.",
      main: "index.ts",
      config: [
        {
          key: "mark",
          name: "Mark",
          hint: "The value for the property mark of every event.",
          type: "string",
          default: "seen",
          required: true,
        },
      ],
    },
    null,
    2,
  )}
`,
  "index.ts": `import type { Meta, PluginEvent } from "@posthog/plugin-scaffold";

/** Called with each event before it is stored. Give it back, changed or not; null drops it. */
export function processEvent(event: PluginEvent, { config }: Meta): PluginEvent | null {
  console.log("saw", event.event);
  return { ...event, properties: { ...event.properties, mark: config.mark } };
}
`,
};
