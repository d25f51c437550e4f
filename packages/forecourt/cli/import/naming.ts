import { titleProperty, unusable } from '../../src/model/names.ts';
import { pascal } from '../generate/wireTypes.ts';
import { camelCase } from '../application/newEntity.ts';
import { UsageError } from '../application/options.ts';
import { platformCodes } from '../../src/platform/codes.ts';
import type { Note } from './imported.ts';

/** Names of an imported entity's properties may be kept as they are or written as the rest of the code base writes them. */
export type Naming = (name: string) => string;

/** A relation needs room behind its name for the title that it answers. */
const MOST_BYTES = 50;

/** Names that every record has already. */
export const BUILT_IN_NAMES = ['id', 'createTime', 'updateTime', 'deleteTime'] as const;

/** The beginning of a name that PostgreSQL would cut otherwise. */
function shortened(name: string): string {
  let [short, bytes] = ['', 0];
  for (const letter of name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > MOST_BYTES) break;
    short += letter;
  }
  return short;
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** How property names are carried over. What cannot be a name here is always rewritten. */
export const namingOf =
  (camel: boolean): Naming =>
  (name) => {
    if (!camel && !unusable(name)) return name;
    const plain = camelCase(name);
    return [plain, shortened(plain), `column${capital(plain)}`, shortened(`column${capital(plain)}`)].find(
      (one) => !unusable(one),
    )!;
  };

/** The name, or one made of it that nothing else has. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const short = unusable(`${wanted}Column`) ? shortened(wanted) : wanted;
  for (let count = 0; ; count++) {
    const name = count === 0 ? wanted : `${short}${['Value', 'Column'][count - 1] ?? count - 1}`;
    if (!unusable(name) && !isTaken(name)) return name;
  }
}

/** What a code table is called; the framework's own keep their names, and so do those that stand for other codes. */
export function codeTableName(words: string, isTaken: (name: string) => boolean = () => false): string {
  const plain = shortened(camelCase(words)) || 'code';
  return freeName(Object.hasOwn(platformCodes, plain) || unusable(plain) ? `${plain}Code` : plain, isTaken);
}

/** `storeId` answers `storeName` beside itself; any other name, or one that is taken, says what it answers. */
export function titleName(field: string, taken: readonly string[]): string | undefined {
  const usual = titleProperty(field);
  const snake = field.includes('_');
  const wanted = snake ? `${field.replace(/_ids?$/i, '')}_name` : usual;
  const free = freeName(wanted, (name) => taken.includes(name));
  return free === usual ? undefined : free;
}

const folded = (name: string): string => name.normalize('NFKC').toLowerCase();

/**
 * What each table or component is called as an entity. `refuse` throws UsageError for a name that cannot be; the entity is then called `appUser` instead of
 * `user`, and the note says so.
 */
export function nameEntities(
  sources: readonly string[],
  refuse: (name: string) => void,
  shortOf: (source: string) => string = (source) => source,
): { names: ReadonlyMap<string, string>; notes: Note[] } {
  const names = new Map<string, string>();
  const notes: Note[] = [];
  const requireFree = (name: string): void => {
    const same = [...names.values()].find((one) => folded(one) === folded(name) || pascal(one) === pascal(name));
    if (same !== undefined) throw new UsageError(`another one is called ${same} too`);
    refuse(name);
  };
  for (const table of sources) {
    const plain = camelCase(shortOf(table));
    const short = shortened(plain) || 'entity';
    const candidates = [
      plain,
      camelCase(table),
      `app${capital(short)}`,
      `${short}Table`,
      `t${short}`,
      ...sources.map((_, index) => `app${capital(short)}${index + 2}`),
    ];
    const reasons: string[] = [];
    const free = candidates.find((candidate) => {
      try {
        requireFree(candidate);
        return true;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        reasons.push(error.message);
        return false;
      }
    });
    if (free === undefined) notes.push({ what: table, why: `left out: ${reasons[0]!}` });
    else {
      names.set(table, free);
      if (free !== plain) notes.push({ what: table, why: `is called ${free}: ${reasons[0]!}` });
    }
  }
  return { names, notes };
}
