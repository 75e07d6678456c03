import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { Redirect, Route, Router, Switch } from "wouter-preact";
import type { Project } from "../../../lib/index.ts";
import { call, SIGNED_OUT } from "./api.ts";
import { Frame } from "./frame.tsx";
import { parseHash } from "./hash.ts";
import { viewOnDemand } from "./on-demand.tsx";
import type { OnDemand } from "./on-demand.tsx";
import { Missing } from "./parts/missing.tsx";
import { Empty, ErrorNote, Loading } from "./parts/states.tsx";
import { View } from "./parts/view.tsx";
import type { ListedProject } from "./project.ts";
import { getSession } from "./session.ts";
import type { Session } from "./session.ts";
import { SignInView } from "./sign-in.tsx";
import { takeStart } from "./start.ts";
import { useLoaded } from "./use-loaded.ts";
import { go, useHashPath, useHashProject } from "./use-hash.ts";
import { FirstRunView } from "./views/first-run/index.tsx";

// Each view but the first is a separate file, which the browser loads when the view is first shown.
const Events = viewOnDemand(async () => (await import("./views/events/index.tsx")).EventsView);
const VIEWS: readonly [path: string, view: FunctionComponent | OnDemand<object>][] = [
  ["/", FirstRunView],
  ["/events", Events],
  ["/events/live", Events],
  ["/events/:id", viewOnDemand(async () => (await import("./views/events/event.tsx")).EventView)],
  ["/persons", viewOnDemand(async () => (await import("./views/persons/index.tsx")).PersonsView)],
  ["/persons/:id", viewOnDemand(async () => (await import("./views/persons/person.tsx")).PersonView)],
  ["/people", viewOnDemand(async () => (await import("./views/insights/people-view.tsx")).PeopleView)],
  ["/insights", viewOnDemand(async () => (await import("./views/insights/index.tsx")).InsightsView)],
  ["/insights/:id", viewOnDemand(async () => (await import("./views/insights/editor.tsx")).InsightEditor)],
  ["/dashboards", viewOnDemand(async () => (await import("./views/dashboards/index.tsx")).DashboardsView)],
  ["/dashboards/:id", viewOnDemand(async () => (await import("./views/dashboards/dashboard.tsx")).DashboardView)],
  ["/cohorts", viewOnDemand(async () => (await import("./views/cohorts/index.tsx")).CohortsView)],
  ["/cohorts/:id", viewOnDemand(async () => (await import("./views/cohorts/cohort.tsx")).CohortView)],
  ["/flags", viewOnDemand(async () => (await import("./views/flags/index.tsx")).FlagsView)],
  ["/flags/:id", viewOnDemand(async () => (await import("./views/flags/flag.tsx")).FlagView)],
  ["/ai", viewOnDemand(async () => (await import("./views/ai/index.tsx")).AiView)],
  ["/plugins", viewOnDemand(async () => (await import("./views/plugins/index.tsx")).PluginsView)],
  ["/deletions", viewOnDemand(async () => (await import("./views/deletions/index.tsx")).DeletionsView)],
  ["/import", viewOnDemand(async () => (await import("./views/import/index.tsx")).ImportView)],
  ["/sql", viewOnDemand(async () => (await import("./views/sql/index.tsx")).SqlView)],
  ["/settings", viewOnDemand(async () => (await import("./views/settings/index.tsx")).SettingsView)],
];

// The view's file comes while the session and the projects are asked for.
const { path: opened } = parseHash(location.hash);
const [, first] = VIEWS.find(([path]) => path === opened || path === opened.replace(/[^/]+$/, ":id")) ?? [];
if (first !== undefined && "preload" in first) first.preload();

/** The page: session, project and view. The address after # names the view. */
export function App() {
  const session = useLoaded("session", async (signal) => takeStart("session") ?? getSession(signal));
  useEffect(() => {
    window.addEventListener(SIGNED_OUT, session.reload);
    return () => window.removeEventListener(SIGNED_OUT, session.reload);
  }, [session.reload]);
  if (session.error !== undefined) return <ErrorNote error={session.error} retry={session.reload} />;
  // Views that were refused are drawn again once the session is known.
  if (session.data === undefined || session.isLoading) return <Loading what="the page" />;
  if (!session.data.signed_in) return <SignInView done={session.reload} />;
  return <SignedIn session={session.data} />;
}

function SignedIn({ session }: { session: Session }) {
  const asked = useHashProject();
  const answer = useLoaded(
    "projects",
    async (signal) =>
      takeStart("projects") ?? call<{ results: ListedProject[] }>("api/projects/", { query: { limit: 1000 }, signal }),
  );
  if (answer.error !== undefined) return <ErrorNote error={answer.error} retry={answer.reload} />;
  if (answer.data === undefined) return <Loading what="projects" />;
  const projects = answer.data.results;
  if (asked === null) return <ChooseProject projects={projects} />;
  const project = projects.find(({ id }) => id === asked);
  // A project that was just made is in the next list.
  if (project === undefined && answer.isLoading) return <Loading what="the project" />;
  if (project === undefined) return <NoProject id={asked} projects={projects} reload={answer.reload} />;
  return (
    <Router hook={useHashPath}>
      <Remembered id={project.id} />
      <Frame choice={{ project, projects, choose, reload: answer.reload }} session={session}>
        <Switch>
          {VIEWS.map(([path, view]) => (
            <Route key={path} path={path} component={view} />
          ))}
          <Route path="/live">
            <Redirect to="/events/live" replace />
          </Route>
          <Route>
            <Missing title="No such view" list={{ path: "/", name: "Home" }}>
              The address names no view of this page. Ask for the whole link, or copy it again.
            </Missing>
          </Route>
        </Switch>
      </Frame>
    </Router>
  );
}

/** Shows another project, in the same view: an item of one project is in no other. */
function choose(id: number): void {
  go(`#/p/${id}/${parseHash(location.hash).path.split("/")[1] ?? ""}`);
}

const REMEMBERED = "hoglet-project";

/** Remembers the project for addresses without one. */
function Remembered({ id }: { id: number }) {
  useEffect(() => localStorage.setItem(REMEMBERED, String(id)), [id]);
  return null;
}

/** Completes an address without a project, such as old links: with the last project, else with the first. */
function ChooseProject({ projects }: { projects: readonly Project[] }) {
  const last = Number(localStorage.getItem(REMEMBERED));
  const project = projects.find(({ id }) => id === last) ?? projects.toSorted((a, b) => a.id - b.id)[0];
  useEffect(() => {
    const rest = location.hash.replace(/^#?\/?/, "");
    if (project !== undefined) go(`#/p/${project.id}/${rest}`, { replace: true });
  }, [project]);
  if (project === undefined) return <ErrorNote error={new Error("There is no project.")} />;
  return <Loading what="the project" />;
}

interface NoProjectProps {
  id: number;
  projects: readonly Project[];
  reload: () => void;
}

function NoProject({ id, projects, reload }: NoProjectProps) {
  return (
    <main id="main">
      <View title="No such project">
        <Empty>
          <p>The link is to project {id}, which does not exist, or which you may not see.</p>
          <p class="row">
            {projects.slice(0, 5).map((project) => (
              <a key={project.id} href={`#/p/${project.id}/`}>
                {project.name}
              </a>
            ))}
            <button type="button" onClick={reload}>
              Refresh
            </button>
          </p>
        </Empty>
      </View>
    </main>
  );
}
