import { Link } from "wouter-preact";
import type { EventRecord } from "../../../../../lib/index.ts";
import { CopyButton } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { here } from "../../use-hash.ts";
import { EventDetails } from "./event-details.tsx";
import type { ValueActions } from "./value-menu.tsx";

/** An event beside its list, with all of its data. */
export function EventPanel({ event, close, filterBy }: ValueActions & { event: EventRecord; close: () => void }) {
  const path = `/events/${event.uuid}`;
  return (
    <Dialog title={event.event} close={close} place="side">
      <div class="actions">
        <Link href={path}>Open as a page</Link>
        <CopyButton text={new URL(here(path), location.href).href}>Copy link</CopyButton>
      </div>
      <EventDetails
        event={event}
        filterBy={(value, isOut) => {
          close();
          filterBy(value, isOut);
        }}
      />
    </Dialog>
  );
}
