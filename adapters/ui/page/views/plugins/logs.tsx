import { useState } from "preact/hooks";
import type { Page, PluginConfigRecord, PluginLogRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Empty, ErrorNote, Loading } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { here } from "../../use-hash.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useReloading } from "../../use-reloading.ts";

/** Interval in ms for loading the log, which the server writes once a second. */
const EVERY_MS = 1500;
const LIMIT = 200;
const TYPES = ["DEBUG", "LOG", "INFO", "WARN", "ERROR"];

interface LogsProps {
  config: PluginConfigRecord;
  close: () => void;
}

/** The log of a config, newest first, kept up to date. */
export function Logs({ config, close }: LogsProps) {
  const { P } = useProject();
  const [type, setType] = useState("");
  const [search, setSearch] = useState("");
  const [isLive, setIsLive] = useState(true);
  const answer = useLoaded(["logs", P, config.id, type, search], (signal) => {
    const query = { limit: LIMIT, type_filter: type, search };
    return call<Page<PluginLogRecord>>(`${P}/plugin_configs/${config.id}/logs`, { query, signal });
  });
  const { data, error, reload } = answer;
  useReloading(answer, EVERY_MS, isLive);
  return (
    <Dialog title={`Log of ${config.name}`} close={close} place="side">
      <div class="actions">
        <label class="row">
          Type
          <select value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
            <option value="">all</option>
            {TYPES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <SearchField label="Search the log" placeholder="Search" value={search} onChange={setSearch} />
        <button type="button" aria-pressed={!isLive} onClick={() => setIsLive(!isLive)}>
          {isLive ? "Pause" : "Go on"}
        </button>
      </div>
      {error !== undefined && <ErrorNote error={error} retry={reload} />}
      {data === undefined ? error === undefined && <Loading what="the log" /> : <Lines page={data} />}
    </Dialog>
  );
}

function Lines({ page: { results, count } }: { page: Page<PluginLogRecord> }) {
  if (results.length === 0) return <Empty>No log lines yet. New lines appear while this is open.</Empty>;
  return (
    <>
      <div class="plugins-log" role="log" aria-label="Log" tabIndex={0}>
        <ol>
          {results.map(({ id, timestamp, source, type, message }) => (
            <li key={id} class={type.toLowerCase()}>
              <span class="plugins-log-head">
                <Time at={timestamp} isExact />
                {(/\.\d{3}/.exec(timestamp) ?? [".000"])[0]} {type} {source}
              </span>
              <span>{withEventLink(message)}</span>
            </li>
          ))}
        </ol>
      </div>
      {count > results.length && (
        <p class="hint">
          The newest {results.length} of {count.toLocaleString("en")}.
        </p>
      )}
    </>
  );
}

const KEPT = /^([^]*\nThe event .* went on as it had come to this plugin: )([\da-f-]{36})$/;

/** A message about an event leads to the event. */
function withEventLink(message: string) {
  const [, words, uuid] = KEPT.exec(message) ?? [];
  if (uuid === undefined) return message;
  return (
    <>
      {words}
      <a href={here(`/events/${uuid}`)}>{uuid}</a>
    </>
  );
}
