import { View } from "../../parts/view.tsx";
import { Missing } from "../../parts/missing.tsx";
import { useProject } from "../../project.ts";
import { useHashQuery } from "../../use-hash.ts";
import { fromPeopleAddress } from "./people.ts";
import { PeoplePanel } from "./people-panel.tsx";

/** The persons behind a number as a view, whose address can be sent. */
export function PeopleView() {
  const { P } = useProject();
  const [query] = useHashQuery();
  const people = fromPeopleAddress(query, P);
  if (people === null) {
    return (
      <Missing title="This link is cut off" list={{ path: "/persons", name: "All persons" }}>
        The address names no list of persons. Ask for the whole link, or copy it again.
      </Missing>
    );
  }
  return (
    <View title={people.title}>
      <div class="panel stack people-view">
        <PeoplePanel key={people.path} people={people} isView />
      </div>
    </View>
  );
}
