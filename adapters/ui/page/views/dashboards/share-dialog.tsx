import { useState } from "preact/hooks";
import type { Dashboard, DashboardSharing } from "../../../../../lib/index.ts";
import { call, toUrl } from "../../api.ts";
import { Code } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Answered, ErrorNote } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { useLoaded } from "../../use-loaded.ts";

const IS_LOCAL = /^(?:localhost|127\..*|\[::1\])$/;

/** The ways to show a dashboard to others: a file, or a link that can be made invalid. */
export function ShareDialog({ dashboard, close }: { dashboard: Dashboard; close: () => void }) {
  const { P, project } = useProject();
  const path = `${P}/dashboards/${dashboard.id}/sharing/`;
  const answer = useLoaded(["sharing", path], (signal) => call<DashboardSharing>(path, { signal }));
  const [latest, setLatest] = useState<DashboardSharing>();
  const change = useAction(async (to: "on" | "off" | "new") => {
    const isNew = to === "new";
    const body = isNew ? {} : { enabled: to === "on" };
    setLatest(await call(isNew ? `${path}refresh/` : path, { method: isNew ? "POST" : "PATCH", body }));
  });
  return (
    <Dialog title={`Share “${dashboard.name}”`} close={close}>
      <section class="stack">
        <h3>As a file</h3>
        <p>One HTML file with the numbers of now: it needs no network and runs no scripts.</p>
        <p>
          <a class="file-link" href={toUrl(`ui/dashboards/${dashboard.id}.html`, { project: project.id })} download>
            Download HTML
          </a>
        </p>
      </section>
      <section class="stack">
        <h3>By a link</h3>
        <Answered answer={answer} what="the link">
          {(loaded) => {
            const { enabled, created_at: at, access_token: token } = latest ?? loaded;
            return (
              <>
                {!enabled && (
                  <p>
                    Everybody with the link sees this dashboard and its numbers, also without a key: not the persons
                    behind them, and nothing else.
                  </p>
                )}
                {token !== null && (
                  <>
                    <Code name="Link" text={toUrl(`ui/shared/${token}`)} />
                    <p class="hint">
                      Copy it now: only its hash is stored, so that it cannot be shown again.
                      {IS_LOCAL.test(location.hostname) &&
                        " It works only on this machine, by whose address the page was opened."}
                    </p>
                  </>
                )}
                {enabled && token === null && (
                  <p>
                    There is a link, made <Time at={at} />.
                  </p>
                )}
                {change.error !== undefined && <ErrorNote error={change.error} />}
                <div class="actions" role="status">
                  {enabled ? (
                    <>
                      <button type="button" class="danger" onClick={() => void change.run("off")}>
                        Make the link invalid
                      </button>
                      <button type="button" onClick={() => void change.run("new")}>
                        Make a new link
                      </button>
                    </>
                  ) : (
                    <button type="button" class="primary" onClick={() => void change.run("on")}>
                      Make a link
                    </button>
                  )}
                </div>
              </>
            );
          }}
        </Answered>
      </section>
    </Dialog>
  );
}
