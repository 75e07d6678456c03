import { useState } from "preact/hooks";
import type { PluginConfigRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { moveItem } from "../../move-item.ts";
import { MoveButtons } from "../../parts/move-buttons.tsx";
import { Empty, ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { ConfigRow } from "./config-row.tsx";
import type { Opened } from "./open-dialog.tsx";
import { toOrders } from "./orders.ts";
import { failOnError } from "./plugin-config.ts";
import type { Setup, WireConfig } from "./plugin-config.ts";

interface ConfigsProps {
  setup: Setup;
  open: (opened: Opened) => void;
  reload: () => void;
}

/** The enabled configs in their order, which dragging or buttons change, and the disabled configs. */
export function Configs({ setup, open, reload }: ConfigsProps) {
  const { P } = useProject();
  const [dragged, setDragged] = useState<number>();
  const change = useAction(async (ask: () => Promise<unknown>) => {
    await ask();
    reload();
  });
  const enabled = setup.configs.filter((config) => config.enabled);
  const disabled = setup.configs.filter((config) => !config.enabled);
  const move = (from: number, to: number) => {
    const orders = toOrders(moveItem(enabled, from, to).map(({ id }) => id));
    void change.run(() => call(`${P}/plugin_configs/rearrange`, { method: "PATCH", body: { orders } }));
  };
  const toggle = ({ id, enabled: isOn }: PluginConfigRecord) =>
    void change.run(async () => {
      const body = { enabled: !isOn };
      const saved = await call<WireConfig>(`${P}/plugin_configs/${id}`, { method: "PATCH", body });
      if (isOn) return;
      reload();
      failOnError(saved);
    });
  const drop = (place: number) => {
    if (dragged !== undefined && dragged !== place) move(dragged, place);
    setDragged(undefined);
  };
  const row = (config: PluginConfigRecord) => {
    const plugin = setup.plugins.find(({ id }) => id === config.plugin);
    return plugin === undefined ? null : <ConfigRow config={config} plugin={plugin} open={open} toggle={toggle} />;
  };
  return (
    <section class="stack" aria-labelledby="plugins-running">
      <h2 id="plugins-running">Running in this project</h2>
      {change.error !== undefined && <ErrorNote error={change.error} />}
      {enabled.length === 0 ? (
        <Empty>No plugin runs here. Events are stored as they come.</Empty>
      ) : (
        <ol class="plugins-configs">
          {enabled.map((config, index) => (
            <li
              key={config.id}
              class={`panel ${dragged === index ? "dragged" : ""}`}
              draggable
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                drop(index);
              }}
            >
              <div class="plugins-move">
                <span aria-hidden="true">{index + 1}</span>
                <MoveButtons name={config.name} at={index} last={enabled.length - 1} move={(to) => move(index, to)} />
              </div>
              {row(config)}
            </li>
          ))}
        </ol>
      )}
      {disabled.length > 0 && (
        <>
          <h2>Set up, not running</h2>
          <ul class="plugins-configs">
            {disabled.map((config) => (
              <li key={config.id} class="panel">
                {row(config)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
