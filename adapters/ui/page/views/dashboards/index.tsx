import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import type { Dashboard, DashboardSummary, Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty, ErrorNote } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { useLoaded } from "../../use-loaded.ts";
import { Pager } from "../persons/pager.tsx";
import { NameDialog } from "./name-dialog.tsx";
import type { Naming } from "./name-dialog.tsx";

const SIZE = 100;

/** All dashboards; a deletion can be undone at once. */
export function DashboardsView() {
  const { P } = useProject();
  const [, navigate] = useLocation();
  const [offset, setOffset] = useState(0);
  const [search, setSearch] = useState("");
  const [naming, setNaming] = useState<DashboardSummary | "new">();
  const [deleted, setDeleted] = useState<DashboardSummary>();
  const answer = useLoaded(["dashboards", P, search, offset], (signal) =>
    call<Page<DashboardSummary>>(`${P}/dashboards/`, { query: { search, limit: SIZE, offset }, signal }),
  );
  const change = useAction(async ({ id, ...body }: { id: number; pinned?: boolean; deleted?: boolean }) => {
    await call(`${P}/dashboards/${id}/`, { method: "PATCH", body });
    answer.reload();
  });
  const remove = async (dashboard: DashboardSummary) => {
    if (await change.run({ id: dashboard.id, deleted: true })) setDeleted(dashboard);
  };
  const restore = async ({ id }: DashboardSummary) => {
    if (await change.run({ id, deleted: false })) setDeleted(undefined);
  };
  const save = async (body: Naming) => {
    if (naming === "new") {
      const made = await call<Dashboard>(`${P}/dashboards/`, { method: "POST", body });
      navigate(`/dashboards/${made.id}`);
    } else if (naming !== undefined) {
      await call(`${P}/dashboards/${naming.id}/`, { method: "PATCH", body });
      answer.reload();
    }
  };
  const actions = (
    <button type="button" class="primary" onClick={() => setNaming("new")}>
      New dashboard …
    </button>
  );
  return (
    <View title="Dashboards" actions={actions}>
      <div class="stack">
        <SearchField
          label="Search dashboards"
          placeholder="Search by name"
          value={search}
          onChange={(text) => {
            setSearch(text);
            setOffset(0);
          }}
        />
        <div role="status">
          {deleted !== undefined && (
            <p class="row">
              “{deleted.name}” is deleted.
              <button type="button" onClick={() => void restore(deleted)}>
                Undo
              </button>
            </p>
          )}
        </div>
        {change.error !== undefined && <ErrorNote error={change.error} />}
        <Answered answer={answer} what="dashboards">
          {({ count, results }) =>
            count === 0 ? (
              <Empty>
                {search === ""
                  ? "There is no dashboard yet: a board of saved insights, side by side."
                  : "No dashboard has this name."}
              </Empty>
            ) : (
              <div class="stack">
                <DashboardTable
                  dashboards={results}
                  rename={setNaming}
                  pin={({ id, pinned }) => void change.run({ id, pinned: !pinned })}
                  remove={(dashboard) => void remove(dashboard)}
                />
                <Pager
                  what="dashboards"
                  count={count}
                  offset={offset}
                  shown={results.length}
                  size={SIZE}
                  go={setOffset}
                />
              </div>
            )
          }
        </Answered>
      </div>
      {naming !== undefined && (
        <NameDialog
          title={naming === "new" ? "New dashboard" : `Rename “${naming.name}”`}
          verb={naming === "new" ? "Create" : "Save"}
          start={naming === "new" ? undefined : naming}
          save={save}
          close={() => setNaming(undefined)}
        />
      )}
    </View>
  );
}

interface DashboardTableProps {
  dashboards: DashboardSummary[];
  rename: (dashboard: DashboardSummary) => void;
  pin: (dashboard: DashboardSummary) => void;
  remove: (dashboard: DashboardSummary) => void;
}

function DashboardTable({ dashboards, rename, pin, remove }: DashboardTableProps) {
  return (
    <Table
      caption="Dashboards"
      rows={dashboards}
      rowKey={({ id }) => id}
      columns={[
        {
          name: "Name",
          cell: ({ id, name, description, pinned }) => (
            <>
              <Link href={`/dashboards/${id}`}>{name}</Link>
              {pinned && <span class="dashboard-pinned">pinned</span>}
              {description !== "" && <p class="hint">{description}</p>}
            </>
          ),
        },
        { name: "Changed", cell: ({ last_modified_at: at }) => <Time at={at} /> },
        { name: "Made by", cell: ({ created_by: by }) => by?.first_name ?? "the app" },
        {
          name: "Actions",
          cell: (dashboard) => (
            <div class="actions dashboard-actions">
              <button
                type="button"
                class="small"
                aria-label={`${dashboard.pinned ? "Unpin" : "Pin"} ${dashboard.name}`}
                onClick={() => pin(dashboard)}
              >
                {dashboard.pinned ? "Unpin" : "Pin"}
              </button>
              <button
                type="button"
                class="small"
                aria-label={`Rename ${dashboard.name}`}
                onClick={() => rename(dashboard)}
              >
                Rename …
              </button>
              <button
                type="button"
                class="small danger"
                aria-label={`Delete ${dashboard.name}`}
                onClick={() => remove(dashboard)}
              >
                Delete
              </button>
            </div>
          ),
        },
      ]}
    />
  );
}
