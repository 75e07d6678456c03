import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { ApiError } from "../api.ts";
import { Empty } from "./states.tsx";
import { View } from "./view.tsx";

interface MissingProps {
  /** E.g. "No such cohort". */
  title: string;
  /** The list of existing items, with its name: "All cohorts". */
  list: { path: string; name: string };
  /** The possible reasons. */
  children: ComponentChildren;
}

/** The view of an item that does not exist. */
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

/** Did the API answer that the item does not exist? */
export function isMissing(error: Error | undefined): boolean {
  return error instanceof ApiError && error.status === 404;
}
