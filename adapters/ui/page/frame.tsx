import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Link, useLocation, useRoute } from "wouter-preact";
import { ProjectContext } from "./project.ts";
import type { ProjectChoice } from "./project.ts";
import { signOut } from "./session.ts";
import type { Session } from "./session.ts";
import { ThemeSwitch } from "./theme.tsx";
import { useScrollMemory } from "./use-scroll-memory.ts";

const VIEWS: [path: string, name: string][] = [
  ["/live", "Live"],
  ["/persons", "Persons"],
  ["/insights", "Insights"],
  ["/dashboards", "Dashboards"],
  ["/cohorts", "Cohorts"],
  ["/flags", "Flags"],
  ["/plugins", "Plugins"],
  ["/deletions", "Deletions"],
  ["/sql", "SQL"],
  ["/settings", "Settings"],
];

interface FrameProps {
  choice: ProjectChoice;
  session: Session;
  children: ComponentChildren;
}

/** The frame of every view: the navigation, and the project. */
export function Frame({ choice, session, children }: FrameProps) {
  const { project, projects, choose } = choice;
  useScrollMemory();
  return (
    <ProjectContext.Provider value={choice}>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header class="frame-bar">
        <Link href="/" class="frame-name">
          hoglet
        </Link>
        <ViewLinks />
        <div class="frame-tools">
          {projects.length > 1 && (
            <select
              aria-label="Project"
              value={project.id}
              onChange={(event) => choose(Number(event.currentTarget.value))}
            >
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <a href="../docs/">Docs</a>
          <ThemeSwitch />
          {session.signed_in && session.by === "key" && (
            <button type="button" onClick={() => void signOut()}>
              Sign out
            </button>
          )}
        </div>
      </header>
      {/* A new project is a new page: no view keeps state of the last project. */}
      <main id="main" tabIndex={-1} key={project.id}>
        {children}
      </main>
    </ProjectContext.Provider>
  );
}

function ViewLinks() {
  const [path] = useLocation();
  const element = useRef<HTMLElement>(null);
  // A narrow window does not show all of them.
  useEffect(() => {
    element.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  return (
    <nav ref={element} class="frame-nav" aria-label="Views">
      {VIEWS.map(([to, name]) => (
        <ViewLink key={to} path={to} name={name} />
      ))}
    </nav>
  );
}

function ViewLink({ path, name }: { path: string; name: string }) {
  const [isExact] = useRoute(path);
  const [isBelow] = useRoute(`${path}/*`);
  return (
    <Link href={path} aria-current={isExact || isBelow ? "page" : undefined}>
      {name}
    </Link>
  );
}

/** Moves the focus, since the address after # names the view and the link cannot use it. */
function focusMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}
