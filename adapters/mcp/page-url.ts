import type { Call } from "./tool.ts";

/** A view of the page in the call's project. @param path begins with a slash: `/insights/abc` */
export function pageUrl({ instance, project }: Pick<Call, "instance" | "project">, path: string): string {
  return `${instance.url}/ui/#/p/${project.id}${path}`;
}
