import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { parquetSchema } from "hyparquet";
import type { ColumnMetaData, Compressors, FileMetaData, PageHeader, SchemaElement } from "hyparquet";
import { decompressLz4, decompressLz4Raw } from "hyparquet-compressors";
import { parquetHeader } from "hyparquet/src/column.js";
import { convert, DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import { readPlain } from "hyparquet/src/plain.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } from "hyparquet/src/schema.js";
import { checkPage } from "./check-page.ts";
import { exactValueOf } from "./exact-values.ts";

/** Bytes of one page, unpacked. Writers make pages of 1 MiB; some make one for a whole row group. */
const MOST_PAGE_BYTES = 256 * 1024 * 1024;

/** Values of one page, a dictionary's too. */
const MOST_PAGE_VALUES = 16_000_000;

// Each unpacks at most as many bytes as the page's header says.
const UNPACK = {
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  GZIP: (input: Uint8Array, length: number) => gunzipSync(input, bounded(length)),
  BROTLI: (input: Uint8Array, length: number) => brotliDecompressSync(input, bounded(length)),
  ZSTD: (input: Uint8Array, length: number) => zstdDecompressSync(input, bounded(length)),
} as Compressors;

function bounded(length: number) {
  return { maxOutputLength: Math.max(1, length) };
}

type SchemaPath = ReturnType<typeof getSchemaPath>;
type Values = ArrayLike<unknown>;

export interface Column {
  path: string[];
  schemaPath: SchemaPath;
  meta: ColumnMetaData;
}

/** A page: its levels tell which of its values belong to which row. */
export interface Page {
  definitionLevels: number[] | undefined;
  repetitionLevels: number[];
  values: Values;
}

/** The columns of a row group, in the order of the schema. */
export function columnsOf(metadata: FileMetaData, groupIndex: number): Column[] {
  const group = metadata.row_groups[groupIndex];
  return (group?.columns ?? []).flatMap(({ meta_data: meta }) => {
    if (meta === undefined) return [];
    const path = meta.path_in_schema;
    return [{ path, meta, schemaPath: getSchemaPath(metadata.schema, path) }];
  });
}

/** The tree of the schema; its children are the columns of a row. */
export const treeOf = parquetSchema;

/**
 * Reads the pages of a column one after the other.
 * @param bytes those of the column in the row group
 * @throws Error for a page that is not as its header says
 */
export function* readPages(bytes: ArrayBuffer, { schemaPath, meta }: Column): Generator<Page> {
  const reader = { view: new DataView(bytes), offset: 0 };
  const element = schemaPath.at(-1)?.element as SchemaElement;
  const decoder = {
    ...meta,
    pathInSchema: meta.path_in_schema,
    element,
    schemaPath,
    compressors: UNPACK,
    parsers: DEFAULT_PARSERS,
  };
  const exact = exactValueOf(element);
  const toValues = (raw: Values): Values =>
    exact === null ? convert(raw as never, decoder) : Array.from(raw as ArrayLike<never>, exact);
  let dictionary: Values | null = null;
  while (reader.offset < bytes.byteLength - 1) {
    const header = parquetHeader(reader);
    const page = takePage(reader, header);
    if (header.type === "DICTIONARY_PAGE") {
      const plain = decompressPage(page, header.uncompressed_page_size, meta.codec, UNPACK);
      const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
      const count = countOf(header.dictionary_page_header?.num_values);
      dictionary = toValues(readPlain({ view, offset: 0 }, meta.type, count, element.type_length));
    } else if (header.type === "DATA_PAGE" || header.type === "DATA_PAGE_V2") {
      const { encoding, dataPage, ...levels } = readPage(header, page, decoder);
      const values = encoding.endsWith("_DICTIONARY") ? lookUp(dictionary, dataPage) : toValues(dataPage);
      yield { ...levels, values };
    } else if (header.type !== "INDEX_PAGE") throw new Error("a page has no kind that is known");
  }
}

interface PageReader {
  view: DataView<ArrayBuffer>;
  offset: number;
}

function takePage(reader: PageReader, header: PageHeader): Uint8Array {
  const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header;
  if (!(packed >= 0 && packed <= reader.view.byteLength - reader.offset))
    throw new Error("a page is longer than its column");
  if (!(unpacked >= 0 && unpacked <= MOST_PAGE_BYTES))
    throw new Error(`a page has more than ${MOST_PAGE_BYTES} bytes: write smaller pages`);
  const page = new Uint8Array(reader.view.buffer, reader.offset, packed);
  reader.offset += packed;
  return page;
}

function countOf(count: number | undefined): number {
  if (count !== undefined && count >= 0 && count <= MOST_PAGE_VALUES) return count;
  throw new Error(`a page has more than ${MOST_PAGE_VALUES} values, or none that can be`);
}

type Decoder = Parameters<typeof readDataPageV2>[2];

function readPage(header: PageHeader, packed: Uint8Array, decoder: Decoder) {
  const { data_page_header: first, data_page_header_v2: second, uncompressed_page_size: size } = header;
  const { codec, schemaPath, type } = decoder;
  const known = {
    isBoolean: type === "BOOLEAN",
    maxRepetition: getMaxRepetitionLevel(schemaPath),
    maxDefinition: getMaxDefinitionLevel(schemaPath),
  };
  if (first !== undefined) {
    const { encoding } = first;
    const bytes = decompressPage(packed, size, codec, UNPACK);
    checkPage({ ...known, bytes, count: countOf(first.num_values), encoding, levelBytes: null });
    return { encoding, ...readDataPage(bytes, first, decoder) };
  }
  if (second === undefined) throw new Error("a page is not described");
  const { encoding, is_compressed: isPacked } = second;
  const repetition = second.repetition_levels_byte_length;
  const definition = second.definition_levels_byte_length;
  const levels = repetition + definition;
  if (!(repetition >= 0 && definition >= 0 && levels <= packed.length))
    throw new Error("its levels are longer than a page");
  const values = packed.subarray(levels);
  const plain = isPacked === false ? values : decompressPage(values, size - levels, codec, UNPACK);
  const bytes = Buffer.concat([packed.subarray(0, levels), plain]);
  const count = countOf(second.num_values);
  checkPage({ ...known, bytes, count, encoding, levelBytes: { repetition, definition } });
  if (!(second.num_nulls >= 0 && second.num_nulls <= count)) throw new Error("a page has more nulls than values");
  const unpacked = { ...header, data_page_header_v2: { ...second, is_compressed: false } };
  return { encoding, ...readDataPageV2(bytes, unpacked, decoder) };
}

/** The values behind their places in the dictionary. */
function lookUp(dictionary: Values | null, places: ArrayLike<unknown>): Values {
  if (dictionary === null) throw new Error("a page needs a dictionary that is not there");
  return Array.from(places as ArrayLike<number>, (place) => {
    if (place >= dictionary.length) throw new Error("a value is not in its dictionary");
    return dictionary[place];
  });
}
