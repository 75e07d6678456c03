import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Link, useLocation, useRoute } from "wouter-preact";
import { PageKeys, useOpened } from "./keys/page-keys.tsx";
import { COMMAND } from "./keys/command.ts";
import { ProjectContext } from "./project.ts";
import type { ProjectChoice } from "./project.ts";
import { signOut } from "./session.ts";
import type { Session } from "./session.ts";
import { ThemeSwitch } from "./theme.tsx";
import { useScrollMemory } from "./use-scroll-memory.ts";
import { VIEW_LINKS } from "./view-links.ts";

interface FrameProps {
  choice: ProjectChoice;
  session: Session;
  children: ComponentChildren;
}

/** The frame of every view: the navigation, and the project. */
export function Frame({ choice, session, children }: FrameProps) {
  const { project, projects, choose } = choice;
  const [opened, open] = useOpened();
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
        <ViewMenu />
        <div class="frame-tools">
          <button
            type="button"
            class="frame-search"
            title="Find views, insights, persons, events and actions"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => open("palette")}
          >
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7L14 14" />
            </svg>
            <span class="frame-search-text">Search</span> <kbd aria-hidden="true">{COMMAND} K</kbd>
          </button>
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
      <PageKeys opened={opened} open={open} />
    </ProjectContext.Provider>
  );
}

/** The links to the views; where they do not fit beside each other, a button opens them as a menu. */
function ViewMenu() {
  const [path] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setIsOpen(false), [path]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && menu.current?.contains(target) !== true) setIsOpen(false);
    };
    addEventListener("pointerdown", leave);
    addEventListener("focusin", leave);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("focusin", leave);
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    setIsOpen(false);
    button.current?.focus();
  };
  const current = VIEW_LINKS.find(([to]) => path === to || path.startsWith(`${to}/`))?.[1] ?? "Home";
  return (
    <div ref={menu} class={`frame-views${isOpen ? " open" : ""}`} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class="frame-menu"
        aria-expanded={isOpen}
        aria-controls="views"
        aria-label={`${current}: all views`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span aria-hidden="true">☰</span> {current}
      </button>
      <nav id="views" class="frame-nav" aria-label="Views">
        {VIEW_LINKS.map(([to, name]) => (
          <ViewLink key={to} path={to} name={name} />
        ))}
      </nav>
    </div>
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
