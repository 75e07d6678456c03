import { useRef, useState } from "preact/hooks";
import { Link, useParams } from "wouter-preact";
import type { Dashboard, Tile } from "../../../../../lib/index.ts";
import { LiveContext } from "../../parts/live-context.ts";
import { Menu } from "../../parts/menu.tsx";
import { isMissing, Missing } from "../../parts/missing.tsx";
import { Answered, Empty, ErrorNote } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { AddInsight } from "./add-insight.tsx";
import { toTileInputs } from "./arrange.ts";
import { DashboardFilters } from "./dashboard-filters.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { COLUMNS } from "./pack-tiles.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { TextDialog } from "./text-dialog.tsx";
import { TileGrid } from "./tile-grid.tsx";
import { useDashboard } from "./use-dashboard.ts";
import { everyText, REFRESHES, useRefresh } from "./use-refresh.ts";

/** A dashboard: its insights side by side, to view or to arrange. */
export function DashboardView() {
  const { id = "" } = useParams<{ id: string }>();
  return <DashboardPage key={id} id={id} />;
}

function DashboardPage({ id }: { id: string }) {
  const { answer, change, send, error } = useDashboard(id);
  const [isArranging, setIsArranging] = useState(false);
  const [dialog, setDialog] = useState<"add" | "rename" | "share" | "text" | Tile>();
  const refresh = useRefresh();
  const board = useRef<HTMLDivElement>(null);
  if (isMissing(answer.error)) {
    const list = { path: "/dashboards", name: "All dashboards" };
    return (
      <Missing title="No such dashboard" list={list}>
        There is no dashboard {id} in this project; it may be one of another project.
      </Missing>
    );
  }
  const dashboard = answer.data;
  const close = () => setDialog(undefined);
  // The button disappears, so the focus goes back to the menu that has "Arrange".
  const endArranging = ({ currentTarget }: Event) => {
    (currentTarget as Element).parentElement?.querySelector<HTMLElement>(".menu-button")?.focus();
    setIsArranging(false);
  };
  const isThere = dashboard !== undefined && !dashboard.deleted;
  const actions = isThere && (
    <>
      {dashboard.tiles.length > 0 && (
        <>
          <button type="button" onClick={refresh.now}>
            Refresh{everyText(refresh.seconds)}
          </button>
          <button type="button" onClick={() => setDialog("share")}>
            Share …
          </button>
          {isArranging && (
            <button type="button" onClick={endArranging}>
              Done arranging
            </button>
          )}
        </>
      )}
      <button type="button" class="primary" onClick={() => setDialog("add")}>
        Add insight …
      </button>
      <Menu label="More actions">
        <button type="button" onClick={() => setDialog("text")}>
          Add text …
        </button>
        <button type="button" onClick={() => setDialog("rename")}>
          Rename …
        </button>
        {dashboard.tiles.length > 0 && (
          <>
            <button type="button" onClick={() => setIsArranging(true)}>
              Arrange
            </button>
            <button type="button" onClick={() => void board.current?.requestFullscreen()}>
              Full screen
            </button>
            <hr />
            <RefreshChoice {...refresh} />
          </>
        )}
        <hr />
        <button type="button" class="danger" onClick={() => change({ deleted: true })}>
          Delete
        </button>
      </Menu>
    </>
  );
  return (
    <View title={dashboard?.name ?? "Dashboard"} actions={actions || undefined}>
      <LiveContext.Provider value={refresh.isLive}>
        <div class="stack">
          {error !== undefined && <ErrorNote error={error} />}
          <Answered answer={answer} what="the dashboard">
            {(shown) =>
              shown.deleted ? (
                <Deleted dashboard={shown} restore={() => change({ deleted: false })} />
              ) : (
                <div class="stack board" ref={board}>
                  {shown.description !== "" && <p class="hint">{shown.description}</p>}
                  <DashboardFilters filters={shown.filters} onChange={(filters) => change({ filters })} />
                  {shown.tiles.length === 0 ? (
                    <Empty>There is no insight on it yet: add a saved one, or save a question on a dashboard.</Empty>
                  ) : (
                    <TileGrid
                      dashboard={shown}
                      isArranging={isArranging}
                      turn={refresh.turn}
                      arrange={(tiles) => change({ tiles })}
                      edit={setDialog}
                    />
                  )}
                </div>
              )
            }
          </Answered>
        </div>
      </LiveContext.Provider>
      {dialog === "rename" && dashboard !== undefined && (
        <NameDialog title={`Rename “${dashboard.name}”`} verb="Save" start={dashboard} save={send} close={close} />
      )}
      {dialog === "share" && dashboard !== undefined && <ShareDialog dashboard={dashboard} close={close} />}
      {(dialog === "text" || typeof dialog === "object") && dashboard !== undefined && (
        <TextDialog
          start={typeof dialog === "object" ? dialog.text?.body : undefined}
          save={(body) =>
            send({ tiles: withText(dashboard.tiles, typeof dialog === "object" ? dialog.id : null, body) })
          }
          close={close}
        />
      )}
      {dialog === "add" && dashboard !== undefined && <AddInsight dashboard={dashboard} send={send} close={close} />}
    </View>
  );
}

function RefreshChoice({ seconds, choose }: ReturnType<typeof useRefresh>) {
  return (
    <label class="menu-field">
      Refresh automatically
      <select value={seconds} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {REFRESHES.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The tiles with a text: of a new tile at their end, or of the tile with this id. */
function withText(tiles: readonly Tile[], id: number | null, body: string) {
  const inputs = toTileInputs(tiles);
  if (id === null) return [...inputs, { text: { body }, width: COLUMNS }];
  return inputs.map((input) => (input.id === id ? Object.assign(input, { text: { body } }) : input));
}

function Deleted({ dashboard, restore }: { dashboard: Dashboard; restore: () => void }) {
  return (
    <Empty>
      <p role="status">“{dashboard.name}” is deleted; its insights are still there.</p>
      <p class="dashboard-deleted">
        <button type="button" onClick={restore}>
          Restore it
        </button>{" "}
        <Link href="/dashboards">All dashboards</Link>
      </p>
    </Empty>
  );
}
