import { crc32, deflateRawSync } from "node:zlib";

// Small archives of texts, by the formats' own descriptions (PKWARE's APPNOTE; POSIX ustar).

/** A zip of deflated members. */
export function toZip(members: Record<string, string>): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(members)) {
    const packed = deflateRawSync(text);
    const label = Buffer.from(name);
    const numbers = Buffer.alloc(26);
    numbers.writeUInt16LE(20, 0);
    numbers.writeUInt16LE(8, 4);
    numbers.writeUInt32LE(crc32(text), 10);
    numbers.writeUInt32LE(packed.length, 14);
    numbers.writeUInt32LE(Buffer.byteLength(text), 18);
    numbers.writeUInt16LE(label.length, 22);
    const file = Buffer.concat([Buffer.from("PK\u0003\u0004"), numbers, label, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(file);
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), numbers, place, label]));
    at += file.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, list, Buffer.from("PK\u0005\u0006"), end]);
}

/** A tar. */
export function toTar(members: Record<string, string>): Buffer {
  const blocks = Object.entries(members).flatMap(([name, text]) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write("0000644\u00000000000\u00000000000\u0000", 100);
    head.write(`${Buffer.byteLength(text).toString(8).padStart(11, "0")}\u000000000000000\u0000        0`, 124);
    head.write("ustar\u000000", 257);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [head, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
