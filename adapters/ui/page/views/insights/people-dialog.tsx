import { Dialog } from "../../parts/dialog.tsx";
import { PeoplePanel } from "./people-panel.tsx";
import type { People } from "./people.ts";

/** The persons behind a number, beside the answer. */
export function PeopleDialog({ people, close }: { people: People; close: () => void }) {
  return (
    <Dialog title={people.title} close={close} place="side">
      <PeoplePanel key={people.path} people={people} />
    </Dialog>
  );
}
