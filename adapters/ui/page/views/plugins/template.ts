/** A plugin to begin with: it marks events and says so in its log. */
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
          hint: "What the property mark of every event is set to.",
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
