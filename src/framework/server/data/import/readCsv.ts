import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Language } from '../../contract.ts';
import { refuse } from '../../errors.ts';
import { plainAgain } from '../export/index.ts';
import { MAX_TEXT } from './limits.ts';
import { createSheet, type Sheet } from './sheet.ts';

const decode = (bytes: Buffer, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** What spreadsheets save where a tongue is spoken; GB 18030 contains GBK. */
const REGIONAL = new Map([
  ['zh', 'gb18030'],
  ['th', 'windows-874'],
  ['ja', 'shift_jis'],
  ['ko', 'euc-kr'],
  ['ru', 'windows-1251'],
]);
const WESTERN = 'windows-1252';

/**
 * The text of a file: by its byte order mark, else UTF-8, else what spreadsheets save where the first of the languages is spoken that has
 * an encoding of its own. The answer says which, so that garbled text is seen before it is written.
 */
function readText(bytes: Buffer, languages: readonly Language[]): { text: string; encoding: string } {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  const known = languages.map((language) => REGIONAL.get(new Intl.Locale(language).language));
  const regional = known.find((encoding) => encoding !== undefined) ?? WESTERN;
  for (const encoding of marked ? [marked] : ['utf-8', regional]) {
    const text = decode(bytes, encoding);
    if (text !== undefined && !text.includes('\0')) return { text, encoding };
  }
  throw refuse('msg.import.badFile');
}

/** The delimiter that the header line has most of. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.replace(/^\uFEFF/, ''))![0];
  const counted = [',', ';', '\t'].map((one) => [one, line.split(one).length] as const);
  return counted.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Pieces small enough that others get their turn in between. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

/** A CSV file as header and rows. Refuses what is no text, what cannot be parsed and what is beyond the limits. */
export async function readCsv(bytes: Buffer, languages: readonly Language[]): Promise<Sheet> {
  const { text, encoding } = readText(bytes, languages);
  const sheet = createSheet(encoding);
  const parser = Readable.from(pieces(text)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_TEXT,
    }),
  );
  try {
    for await (const cells of parser as AsyncIterable<string[]>) sheet.add(cells.map(plainAgain));
  } catch (error) {
    if (error instanceof Error && /^CSV_/.test((error as { code?: string }).code ?? ''))
      throw refuse('msg.import.badFile');
    throw error;
  }
  return sheet.done();
}
