import { useState } from "preact/hooks";
import { call, toUrl } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { useLoaded } from "../../use-loaded.ts";
import { toCsvPath, toPath, toSomebodies, withSearch } from "./people.ts";
import type { People, PeopleAnswer } from "./people.ts";
import { SomebodyItem } from "./somebody-item.tsx";

/** The persons behind a number, page by page. */
export function PeopleDialog({ people, close }: { people: People; close: () => void }) {
  const [search, setSearch] = useState("");
  // The visited pages; the last one is shown. Empty = the first page.
  const [pages, setPages] = useState<readonly string[]>([]);
  const first = withSearch(people.path, search);
  const path = pages.at(-1) ?? first;
  const answer = useLoaded(["people", path], (signal) => call<PeopleAnswer>(path, { signal }));
  return (
    <Dialog title={people.title} close={close} place="side">
      <div class="row">
        <SearchField
          label="Search these persons"
          placeholder="email, name or distinct id"
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPages([]);
          }}
        />
        <a href={toUrl(toCsvPath(first))} download="persons.csv">
          CSV of all
        </a>
      </div>
      <Answered answer={answer} what="persons">
        {(data) => (
          <>
            {people.explain !== undefined && (
              <p class="hint">Explain tells which event of a person took each step, and why a step was not taken.</p>
            )}
            <PeopleList data={data} explain={people.explain} />
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
    </Dialog>
  );
}

function PeopleList({ data, explain }: { data: PeopleAnswer; explain: People["explain"] }) {
  const all = toSomebodies(data);
  if (all.length === 0) return <Empty>No persons match.</Empty>;
  return (
    <>
      <p class="hint" role="status">
        {all.length} on this page
      </p>
      <ul class="people">
        {all.map((somebody) => (
          <SomebodyItem key={somebody.key} somebody={somebody} explain={explain} />
        ))}
      </ul>
    </>
  );
}
