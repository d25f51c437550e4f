import { humanise, humaniseCode } from '../../model/index.ts';
import type { Refusal } from '../errors.ts';
import type { Caller } from './caller.ts';

type Translator = { t(key: string): string };

/** The first key that has a text. A key without one is answered by itself and is nobody's word. */
const first = ({ t }: Translator, keys: readonly string[]): string | undefined =>
  keys.map((key) => [key, t(key)] as const).find(([key, text]) => text !== key)?.[1];

/** What a field is called, as forms and lists call it. */
export const fieldLabel = (words: Translator, entity: string, name: string): string =>
  first(words, [`resources.${entity}.fields.${name}`, `fields.${name}`]) ?? humanise(name);

/** The word for one value of a code table. */
export const codeLabel = (words: Translator, table: string, code: unknown): string =>
  first(words, [`codes.${table}.${String(code)}`]) ?? humaniseCode(code);

/** What the list of an entity is called. */
export const entityLabel = (words: Translator, entity: string): string =>
  first(words, [`resources.${entity}.title`]) ?? humanise(entity);

/** A refusal in one sentence: where it names fields, each with its label. */
export function refusalText(error: Refusal, entity: string, caller: Pick<Caller, 't'>): string {
  const fields = Object.entries(error.fields ?? {});
  if (fields.length === 0) return caller.t(error.key, error.params);
  return fields
    .map(([path, issue]) => {
      const [key, params] = typeof issue === 'string' ? [issue] : issue;
      return `${fieldLabel(caller, entity, path.split('.')[0]!)}: ${caller.t(key, params)}`;
    })
    .join('; ');
}
