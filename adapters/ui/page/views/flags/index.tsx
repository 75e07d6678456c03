import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import type { FlagRecord, Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { Pager } from "../persons/pager.tsx";
import { FlagForm } from "./flag-form.tsx";
import { FlagState } from "./flag-state.tsx";
import { describeAudience } from "./flag-words.ts";

const SIZE = 100;

/** The states by which the list is filtered, by the API's words. */
const STATES = { "": "All", true: "On", false: "Off", STALE: "Stale" };

/** The stored feature flags, newest first: search, and a filter by state. */
export function FlagsView() {
  const { P } = useProject();
  const [, navigate] = useLocation();
  const [isMaking, setIsMaking] = useState(false);
  const [{ search, active, offset }, setPlace] = useState({ search: "", active: "", offset: 0 });
  const answer = useLoaded(["flag list", P, search, active, offset], (signal) =>
    call<Page<FlagRecord>>(`${P}/feature_flags/`, { query: { search, active, limit: SIZE, offset }, signal }),
  );
  const actions = (
    <button type="button" class="primary" onClick={() => setIsMaking(true)}>
      New flag …
    </button>
  );
  return (
    <View title="Flags" actions={actions}>
      <div class="stack">
        <p class="hint">
          SDKs ask for these flags, or evaluate them themselves. A flag that the program sets (
          <code>hoglet.flags.set</code>, the option <code>flags</code>) stands in front of a flag here with the same
          key, and is not listed.
        </p>
        <div class="row">
          <SearchField
            label="Search flags"
            placeholder="Part of a key or a description"
            value={search}
            onChange={(text) => setPlace({ search: text, active, offset: 0 })}
          />
          <select
            aria-label="State"
            value={active}
            onChange={(event) => setPlace({ search, active: event.currentTarget.value, offset: 0 })}
          >
            {Object.entries(STATES).map(([word, name]) => (
              <option key={word} value={word}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Answered answer={answer} what="flags">
          {({ count, results }) =>
            count === 0 ? (
              <Empty>{search === "" && active === "" ? "There is no flag yet." : "No flag matches."}</Empty>
            ) : (
              <div class="stack">
                <FlagTable flags={results} />
                <Pager
                  what="flags"
                  count={count}
                  offset={offset}
                  shown={results.length}
                  size={SIZE}
                  go={(to) => setPlace({ search, active, offset: to })}
                />
              </div>
            )
          }
        </Answered>
      </div>
      {isMaking && <FlagForm done={({ id }) => navigate(`/flags/${id}`)} close={() => setIsMaking(false)} />}
    </View>
  );
}

function FlagTable({ flags }: { flags: FlagRecord[] }) {
  return (
    <Table
      caption="Flags"
      rows={flags}
      rowKey={({ id }) => id}
      columns={[
        {
          name: "Key",
          cell: ({ id, key, name }) => (
            <div class="flag-key">
              <Link href={`/flags/${id}`}>{key}</Link>
              {name !== "" && <span class="hint">{name}</span>}
            </div>
          ),
        },
        { name: "State", cell: (flag) => <FlagState flag={flag} /> },
        { name: "Audience", cell: (flag) => <span class="flag-words">{describeAudience(flag)}</span> },
        { name: "Last called", cell: ({ last_called_at: at }) => <Time at={at} /> },
        { name: "Changed", cell: ({ updated_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}
