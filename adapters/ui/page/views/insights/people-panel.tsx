import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { DraftInput } from "../../parts/draft-input.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { here } from "../../use-hash.ts";
import { useLoaded } from "../../use-loaded.ts";
import { Explanation } from "./explanation.tsx";
import { PeopleActions } from "./people-actions.tsx";
import { toPath, toPeopleAddress, toSomebodies, toTotalPath, withSearch } from "./people.ts";
import type { People, PeopleAnswer } from "./people.ts";
import { SomebodyItem } from "./somebody-item.tsx";

interface PeoplePanelProps {
  people: People;
  /** Is it a view of its own? Otherwise it has a link to that. */
  isView?: boolean;
}

/** The persons behind a number: how many they are, what can be done with all of them, and a list page by page. */
export function PeoplePanel({ people, isView = false }: PeoplePanelProps) {
  const [search, setSearch] = useState("");
  // The visited pages; the last one is shown. Empty = the first page.
  const [pages, setPages] = useState<readonly string[]>([]);
  const first = withSearch(people.path, search);
  const path = pages.at(-1) ?? first;
  const answer = useLoaded(["people", path], (signal) => call<PeopleAnswer>(path, { signal }));
  // Asked apart: the first page is there before a long list is counted.
  const total = useLoaded(["people total", first], async (signal) => {
    return (await call<PeopleAnswer>(toTotalPath(first), { signal })).total_count ?? null;
  });
  const isGroups = answer.data !== undefined && toSomebodies(answer.data).some(({ kind }) => kind === "group");
  return (
    <>
      <p class="people-total" role="status">
        {total.data === undefined || total.data === null
          ? "Counting …"
          : isGroups
            ? toCounted(total.data, "group")
            : toCounted(total.data, "person")}
      </p>
      <PeopleActions people={people} path={first} isGroups={isGroups} isView={isView} />
      <SearchField
        label="Search these persons"
        placeholder="email, name or distinct id"
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPages([]);
        }}
      />
      <Answered answer={answer} what="persons">
        {(data) => (
          <>
            <PeopleList data={data} path={people.path} />
            <div class="actions">
              {pages.length > 0 && (
                <button type="button" onClick={() => setPages(pages.slice(0, -1))}>
                  ← Back
                </button>
              )}
              {data.next !== null && (
                <button type="button" onClick={() => setPages([...pages, toPath(data.next ?? "")])}>
                  More →
                </button>
              )}
            </div>
          </>
        )}
      </Answered>
      {!isGroups && <ExplainOther key={people.who} people={people} />}
    </>
  );
}

/** Explains why somebody is in the number or not, with a link to send. */
function ExplainOther({ people }: { people: People }) {
  const [who, setWho] = useState(people.who ?? "");
  return (
    <section class="stack" aria-label="Explain somebody">
      <div class="row">
        <span>Why is somebody in it, or not?</span>
        <DraftInput
          label="Distinct id to explain"
          placeholder="distinct id"
          value={who}
          onChange={(text) => setWho(text.trim())}
        />
        {who !== "" && <a href={here(toPeopleAddress({ ...people, who }))}>Link to send</a>}
      </div>
      {who !== "" && <Explanation path={people.path} who={{ distinct_id: who }} />}
    </section>
  );
}

function PeopleList({ data, path }: { data: PeopleAnswer; path: string }) {
  const all = toSomebodies(data);
  if (all.length === 0) return <Empty>No persons match.</Empty>;
  return (
    <ul class="people">
      {all.map((somebody) => (
        <SomebodyItem key={somebody.key} somebody={somebody} path={path} />
      ))}
    </ul>
  );
}
