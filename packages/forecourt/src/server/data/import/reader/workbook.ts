import { Unreadable } from './protocol.ts';
import { readXml } from './xml.ts';

type Archive = (name: string) => string | undefined;

interface Part {
  readonly type: string;
  readonly path: string;
}

/** What the style of a number says: a time, digits with zeros before them (as many as `zeros`), or nothing. */
export interface NumberStyle {
  readonly dated: boolean;
  readonly zeros: number;
}

export interface Workbook {
  /** The sheets of cells, hidden ones last. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly texts: readonly string[];
  readonly styles: readonly NumberStyle[];
  /** Its days count from 1904. */
  readonly late: boolean;
}

/** A path as it stands in the relations of a part, from the root of the archive. */
function resolved(target: string, from: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of target.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
}

function relationsOf(archive: Archive, of: string): ReadonlyMap<string, Part> {
  const folder = of.includes('/') ? of.slice(0, of.lastIndexOf('/') + 1) : '';
  const xml = archive(of === '' ? '_rels/.rels' : `${folder}_rels/${of.slice(folder.length)}.rels`);
  const found = new Map<string, Part>();
  if (xml === undefined) return found;
  readXml(xml, {
    open(name, attribute) {
      const [id, type, target] = [attribute('Id'), attribute('Type'), attribute('Target')];
      if (name !== 'Relationship' || !id || !type || !target || attribute('TargetMode') === 'External') return;
      found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path: resolved(target, of) });
    },
  });
  return found;
}

/** Spreadsheets write what XML cannot carry as `_xHHHH_`. */
export const unescaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The shared texts; readings that stand above characters are no part of them. */
function textsOf(xml: string | undefined): string[] {
  const texts: string[] = [];
  if (xml === undefined) return texts;
  let current = '';
  let within = false;
  let above = 0;
  readXml(xml, {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') above++;
      within = name === 't' && above === 0;
    },
    text(text) {
      if (within) current += text;
    },
    close(name) {
      if (name === 'si') texts.push(unescaped(current));
      if (name === 'rPh') above--;
      if (name === 't') within = false;
    },
  });
  return texts;
}

const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a number format shows days or times: what stands in quotes, brackets or behind a backslash is no part of it. */
const isDated = (code: string): boolean =>
  /[ymdhsb]/i.test(
    code
      .split(';')[0]!
      .replace(/"[^"]*"|\\.|_.|\*./g, '')
      .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
      .replace(/general/gi, ''),
  );

function stylesOf(xml: string | undefined): NumberStyle[] {
  const styles: NumberStyle[] = [];
  if (xml === undefined) return styles;
  const formats = new Map<number, string>();
  let within = false;
  readXml(xml, {
    open(name, attribute) {
      if (name === 'numFmt') formats.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') within = true;
      if (name !== 'xf' || !within) return;
      const id = Number(attribute('numFmtId') ?? 0);
      const code = formats.get(id);
      const dated = code === undefined ? BUILT_IN_DATES.some(([from, to]) => id >= from && id <= to) : isDated(code);
      styles.push({ dated, zeros: /^0+$/.test(code ?? '') ? code!.length : 0 });
    },
    close(name) {
      if (name === 'cellXfs') within = false;
    },
  });
  return styles;
}

/** What stands around the cells of a spreadsheet. */
export function readWorkbook(archive: Archive): Workbook {
  const main = [...relationsOf(archive, '').values()].find(({ type }) => type === 'officeDocument');
  const path = main?.path ?? 'xl/workbook.xml';
  const xml = archive(path);
  if (xml === undefined) throw new Unreadable('msg.import.badFile');
  const parts = relationsOf(archive, path);
  const sheets: { name: string; path: string; hidden: boolean }[] = [];
  let late = false;
  readXml(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') late = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const part = parts.get(attribute('id') ?? '');
      if (part?.type !== 'worksheet') return;
      sheets.push({
        name: attribute('name') ?? '',
        path: part.path,
        hidden: (attribute('state') ?? 'visible') !== 'visible',
      });
    },
  });
  const partOf = (type: string): string | undefined => {
    const part = [...parts.values()].find((one) => one.type === type);
    return part && archive(part.path);
  };
  if (sheets.length === 0) throw new Unreadable('msg.import.badFile');
  return {
    sheets: [...sheets.filter(({ hidden }) => !hidden), ...sheets.filter(({ hidden }) => hidden)],
    texts: textsOf(partOf('sharedStrings')),
    styles: stylesOf(partOf('styles')),
    late,
  };
}
