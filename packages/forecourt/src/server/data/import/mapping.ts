import { isImportable, type Entity, type Field } from '../../../model/index.ts';
import { refuse } from '../../errors.ts';
import type { Translator } from '../kinds/index.ts';
import { fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import { mayRead, mayWrite, type Engine } from '../query/index.ts';
import { normalHeader } from './reader/index.ts';

/** One column of a file and what it was taken for. */
export interface MappedColumn {
  readonly header: string;
  /** Property it goes to; null when the column is left out. */
  readonly field: string | null;
  /** `named`: by property name (ids and codes); `labelled`: by label; the others say why a column is left out. */
  readonly as: 'named' | 'labelled' | 'unknown' | 'notWritable' | 'twice';
}

/** Whether an import of this actor may write the property. */
export const isOffered = (engine: Engine, entity: Entity, field: Field, caller: Caller): boolean =>
  isImportable(field) &&
  field.name !== entity.stateField &&
  mayWrite(engine, entity, field, caller.actor) &&
  (field.writeOnly || mayRead(engine, entity, field, caller.actor));

const readable = (engine: Engine, entity: Entity, caller: Caller): readonly Field[] =>
  entity.fields.filter((field) => field.writeOnly || mayRead(engine, entity, field, caller.actor));

function labelled(fields: readonly Field[], entity: Entity, words: readonly Translator[]): Map<string, Field[]> {
  const byLabel = new Map<string, Field[]>();
  for (const field of fields)
    for (const label of new Set(words.map((one) => normalHeader(fieldLabel(one, entity.name, field.name)))))
      byLabel.set(label, [...(byLabel.get(label) ?? []), field]);
  return byLabel;
}

/** All texts by which a header may name a property, as they are compared. */
export function headerWords(
  engine: Engine,
  entity: Entity,
  caller: Caller,
  words: readonly Translator[],
): readonly string[] {
  const fields = readable(engine, entity, caller);
  return [...labelled(fields, entity, words).keys(), ...fields.map(({ name }) => normalHeader(name))];
}

/**
 * What each header stands for: a property by its name, or by its label in any language. Refuses a file in which nothing is recognised.
 * `words` are the translators of all languages.
 */
export function mapColumns(
  engine: Engine,
  entity: Entity,
  header: readonly string[],
  caller: Caller,
  words: readonly Translator[],
): MappedColumn[] {
  const fields = readable(engine, entity, caller);
  const writable = (field: Field): boolean => field.name === 'id' || isOffered(engine, entity, field, caller);
  const byLabel = labelled(fields, entity, words);
  const taken = new Set<string>();
  const columns = header.map((text): MappedColumn => {
    const named = fields.find((field) => field.name === text.trim());
    const meant = byLabel.get(normalHeader(text)) ?? [];
    const field = named ?? meant.find((one) => writable(one) && !taken.has(one.name)) ?? meant[0];
    if (!field) return { header: text, field: null, as: 'unknown' };
    if (!writable(field)) return { header: text, field: null, as: 'notWritable' };
    if (taken.has(field.name)) return { header: text, field: null, as: 'twice' };
    taken.add(field.name);
    return { header: text, field: field.name, as: named ? 'named' : 'labelled' };
  });
  if (!columns.some(({ field }) => field !== null && field !== 'id')) throw refuse('msg.import.noColumns');
  return columns;
}
