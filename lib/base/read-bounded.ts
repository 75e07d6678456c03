/** Reads the body of a reply. @returns null = it has more bytes than `mostBytes` */
export async function readBounded({ body }: Pick<Response, "body">, mostBytes: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
