/**
 * Archives, for imports and for plugins: `readZip` and `readTar` give their files one after the other, each as a stream.
 *
 * Invariants: nothing but its name is read of a member that nobody wants; a reader can bound the bytes that it unpacks. A damaged
 * or cut-off archive is refused with the caller's error: no member is passed over.
 */
export type { ArchiveFault, Member } from "./member.ts";
export { readTar } from "./tar.ts";
export { readZip } from "./zip.ts";
