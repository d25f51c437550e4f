import type { Entity } from '../../../model/index.ts';
import { refuseFields } from '../../errors.ts';
import { kindFor, type Translator } from '../kinds/index.ts';
import type { Caller } from '../caller.ts';
import type { ImportFile } from '../layer.ts';
import type { Engine } from '../query/index.ts';
import { headerWords, mapColumns, type MappedColumn } from './mapping.ts';
import { openFile, type Choices, type Opened, type Question, type ReadColumn, type SheetRow } from './reader/index.ts';

/** A file whose columns are known for what they are. */
export interface MappedSheet {
  readonly opened: Opened;
  readonly columns: readonly MappedColumn[];
  rows(): AsyncGenerator<readonly SheetRow[]>;
}

const MAX_CHOICE = 200;
const OF_FILE: ReadonlySet<string> = new Set(['encoding', 'separator', 'sheet', 'header']);
const SEPARATORS: ReadonlySet<string> = new Set([',', ';', 'tab', '|']);
const DATES = /^(dmy|mdy|ymd)(-be)?$/;

function isChoice(entity: Entity, about: string, value: string): boolean {
  if (value.length > MAX_CHOICE) return false;
  if (OF_FILE.has(about)) return about !== 'separator' || SEPARATORS.has(value);
  const [kind, name = '', ...more] = about.split(':');
  const field = entity.byName.get(name);
  if (!field || more.length > 0) return false;
  const { reads } = kindFor(field);
  if (kind === 'numbers') return reads === 'numbers' && (value === '.' || value === ',');
  return kind === 'dates' && (reads === 'dates' || reads === 'dateTimes') && DATES.test(value);
}

/** Refuses choices about what no file is asked for, each by its name. */
function checkChoices(entity: Entity, choices: Choices): void {
  const wrong = Object.entries(choices).filter(([about, value]) => !isChoice(entity, about, value));
  if (wrong.length > 0)
    throw refuseFields(
      Object.fromEntries(wrong.map(([about]) => [`choices.${about}`.slice(0, 100), 'msg.unknownCode'])),
    );
}

/**
 * Reads a file and gives what `take` makes of it. Answers questions instead where the file can be read in several ways and `choices` does not
 * say which.
 */
export async function withSheet<T>(
  engine: Engine,
  entity: Entity,
  { name, bytes, choices = {} }: ImportFile,
  {
    caller,
    words,
    signal,
  }: { readonly caller: Caller; readonly words: readonly Translator[]; readonly signal?: AbortSignal | undefined },
  take: (sheet: MappedSheet) => Promise<T>,
): Promise<T | { readonly questions: readonly Question[] }> {
  checkChoices(entity, choices);
  const known = headerWords(engine, entity, caller, words);
  const languages = [caller.language, ...engine.model.locale.languages.map(({ code }) => code)];
  const file = await openFile(bytes, { name, choices, known, languages }, signal);
  if ('length' in file) return { questions: file };
  try {
    const { opened } = file;
    const columns = mapColumns(engine, entity, opened.header, caller, words);
    const read = columns.flatMap(({ field: property }, at): ReadColumn[] => {
      const field = property === null || property === 'id' ? undefined : entity.byName.get(property);
      return field ? [{ at, name: field.name, reads: kindFor(field).reads ?? 'texts' }] : [];
    });
    const questions = await file.judge(read, choices);
    if (questions.length > 0) return { questions };
    return await take({ opened, columns, rows: () => file.rows() });
  } finally {
    file.close();
  }
}
