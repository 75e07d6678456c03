/**
 * Archives, for imports and for plugins: `readZip` and `readTar` give their files one after the other, each as a stream.
 *
 * Invariants: nothing but its name is read of a member that nobody wants; a reader can bound what it unpacks; what is damaged
 * or cut off is refused with the caller's error, never passed over.
 */
export type { ArchiveFault, Member } from "./member.ts";
export { readTar } from "./tar.ts";
export { readZip } from "./zip.ts";
