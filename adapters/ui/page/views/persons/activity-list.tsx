import { useState } from "preact/hooks";
import type { ActivityList as Activities } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Answered } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { useLoaded } from "../../use-loaded.ts";
import { toActivityText } from "./activity-text.ts";
import { Pager } from "./pager.tsx";

const SIZE = 10;

interface ActivityListProps {
  /** Path in the API, e.g. `api/projects/1/persons/41/activity`. */
  path: string;
  /** The list is loaded again when it changes. */
  turn: number;
  /** The text for an empty list. */
  none: string;
}

/** Changes with their authors and times, newest first. */
export function ActivityList({ path, turn, none }: ActivityListProps) {
  const [offset, setOffset] = useState(0);
  const answer = useLoaded(["activity", path, offset, turn], (signal) =>
    call<Activities>(path, { query: { page: offset / SIZE + 1, limit: SIZE }, signal }),
  );
  return (
    <Answered answer={answer} what="the changes">
      {({ results, total_count: count }) =>
        count === 0 ? (
          <p class="hint">{none}</p>
        ) : (
          <>
            <ol class="plain-list activity" reversed>
              {results.map((entry, index) => (
                <li key={index}>
                  <Time at={entry.created_at} /> <strong>{entry.user.first_name}</strong> {toActivityText(entry)}
                </li>
              ))}
            </ol>
            {count > SIZE && (
              <Pager what="changes" count={count} offset={offset} shown={results.length} size={SIZE} go={setOffset} />
            )}
          </>
        )
      }
    </Answered>
  );
}
