import { useState } from "preact/hooks";
import { Link, useParams } from "wouter-preact";
import type { FlagRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { isMissing, Missing } from "../../parts/missing.tsx";
import { Answered, ErrorNote } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { ActivityList } from "../persons/activity-list.tsx";
import { useWork } from "../persons/use-work.ts";
import { FlagFacts } from "./flag-facts.tsx";
import { FlagForm } from "./flag-form.tsx";
import { Override } from "./override.tsx";
import { Results } from "./results.tsx";
import { ValueFor } from "./value-for.tsx";

/** A feature flag: its audience, its results, and its actions. */
export function FlagView() {
  const { id = "" } = useParams();
  return <FlagPage key={id} id={id} />;
}

function FlagPage({ id }: { id: string }) {
  const { P } = useProject();
  const answer = useLoaded(["flag", P, id], (signal) =>
    call<FlagRecord>(`${P}/feature_flags/${encodeURIComponent(id)}`, { signal }),
  );
  if (isMissing(answer.error)) {
    return (
      <Missing title="No such flag" list={{ path: "/flags", name: "All flags" }}>
        There is no flag {id} in this project; it may be one of another project.
      </Missing>
    );
  }
  return (
    <Answered answer={answer} what="the flag">
      {(flag) => <KnownFlag flag={flag} changed={answer.reload} />}
    </Answered>
  );
}

function KnownFlag({ flag, changed }: { flag: FlagRecord; changed: () => void }) {
  const { P } = useProject();
  const path = `${P}/feature_flags/${flag.id}`;
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const [{ news, turn }, setNews] = useState({ news: "", turn: 0 });
  const { error, isRunning, run } = useWork();
  const tell = (text: string) => {
    setNews({ news: text, turn: turn + 1 });
    changed();
  };
  const update = async (body: object, text: string) => {
    await call(path, { method: "PATCH", body });
    tell(text);
  };
  const actions = flag.deleted ? (
    <button
      type="button"
      class="primary"
      disabled={isRunning}
      onClick={() => void run(() => update({ deleted: false }, `${flag.key} is back.`))}
    >
      Restore
    </button>
  ) : (
    <>
      <button
        type="button"
        disabled={isRunning}
        onClick={() =>
          void run(() => update({ active: !flag.active }, `${flag.key} is ${flag.active ? "off" : "on"} now.`))
        }
      >
        {flag.active ? "Switch off" : "Switch on"}
      </button>
      <button type="button" onClick={() => setDialog("edit")}>
        Edit …
      </button>
      <button type="button" class="danger" onClick={() => setDialog("delete")}>
        Delete …
      </button>
    </>
  );
  return (
    <View title={flag.key} actions={actions}>
      <div class="stack">
        <p role="status" class="news">
          {news}
        </p>
        {error !== undefined && <ErrorNote error={error} />}
        {flag.deleted && (
          <p class="state empty">
            This flag is deleted: nobody gets it. <Link href="/flags">All flags</Link>
          </p>
        )}
        <FlagFacts flag={flag} />
        {!flag.deleted && (
          <>
            <Results flag={flag} />
            <ValueFor flag={flag} turn={turn} />
            <Override flag={flag} />
          </>
        )}
        <section class="panel stack" aria-label="Changes of this flag">
          <h2>Changes</h2>
          <ActivityList path={`${path}/activity`} turn={turn} none="Nothing was changed." />
        </section>
      </div>
      {dialog === "edit" && (
        <FlagForm flag={flag} done={({ key }) => tell(`${key} is saved.`)} close={() => setDialog(undefined)} />
      )}
      {dialog === "delete" && (
        <Confirm
          title={`Delete ${flag.key}?`}
          verb="Delete"
          run={() => update({ deleted: true }, `${flag.key} is deleted.`)}
          close={() => setDialog(undefined)}
        >
          <p>
            Apps that ask for it get no value. Its events stay. It can be restored here until a new flag takes its key.
          </p>
        </Confirm>
      )}
    </View>
  );
}
