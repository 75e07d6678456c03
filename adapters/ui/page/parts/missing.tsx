import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { ApiError } from "../api.ts";
import { Empty } from "./states.tsx";
import { View } from "./view.tsx";

interface MissingProps {
  /** E.g. "No such cohort". */
  title: string;
  /** Where those are that there are, and what they are called: "All cohorts". */
  list: { path: string; name: string };
  /** Why that may be. */
  children: ComponentChildren;
}

/** The view of something that is not there, though its address is. */
export function Missing({ title, list, children }: MissingProps) {
  return (
    <View title={title}>
      <Empty>
        <p>{children}</p>
        <Link href={list.path}>{list.name}</Link>
      </Empty>
    </View>
  );
}

/** Whether the API said that there is no such thing. */
export function isMissing(error: Error | undefined): boolean {
  return error instanceof ApiError && error.status === 404;
}
