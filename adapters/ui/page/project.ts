import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Project } from "../../../lib/index.ts";

/** A project as HTTP has it; `ingested_event` is as old as the list of projects. */
export type ListedProject = Project & { ingested_event: boolean };

/** The project that the page shows, and the function to change it. */
export interface ProjectChoice {
  project: ListedProject;
  projects: ListedProject[];
  choose(id: number): void;
  /** Loads the projects again, after a setting was changed or a project created. */
  reload(): void;
}

export const ProjectContext = createContext<ProjectChoice | undefined>(undefined);

/** The project with its path in the API: `P` is `api/projects/1`. */
export function useProject(): ProjectChoice & { P: string } {
  const choice = useContext(ProjectContext);
  if (choice === undefined) throw new Error("useProject is for what stands in the frame of the page.");
  return { ...choice, P: `api/projects/${choice.project.id}` };
}
