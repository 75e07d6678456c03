import type { Inline } from "./text-blocks.ts";
import { toTextBlocks } from "./text-blocks.ts";

/** The text of a tile. */
export function TextBody({ body }: { body: string }) {
  return (
    <div class="tile-text">
      {toTextBlocks(body).map((block, index) => {
        if (block.kind === "list") {
          return (
            <ul key={index}>
              {block.items.map((item, place) => (
                <li key={place}>
                  <Pieces pieces={item} />
                </li>
              ))}
            </ul>
          );
        }
        const lines = block.lines.map((line, place) => (
          <>
            {place > 0 && <br />}
            <Pieces pieces={line} />
          </>
        ));
        return block.kind === "heading" ? <h2 key={index}>{lines}</h2> : <p key={index}>{lines}</p>;
      })}
    </div>
  );
}

function Pieces({ pieces }: { pieces: readonly Inline[] }) {
  return (
    <>
      {pieces.map((piece) => {
        if (typeof piece === "string") return piece;
        if (piece.kind === "bold") return <b>{piece.text}</b>;
        if (piece.kind === "italic") return <i>{piece.text}</i>;
        if (piece.kind === "code") return <code>{piece.text}</code>;
        return (
          <a href={piece.href} target="_blank" rel="noreferrer noopener">
            {piece.text}
          </a>
        );
      })}
    </>
  );
}
