/** What was said once and is read by many: the key of a text and its values. A value that is a key itself (`isTextKey`) is read as its text. */
export interface Sentence {
  readonly key: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The text of a key in the language of the reader; the key itself where there is none. */
export type Say = (key: string, params?: Record<string, unknown>) => string;

/** Whether a value names a text: the word of a code, what belongs to a resource, why another system was not reached. */
export const isTextKey = (value: unknown): value is string =>
  typeof value === 'string' && /^(codes|resources|failures)(\.[\w-]+)+$/.test(value);

const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Sentence>).key === 'string';

/** Sentences (`x-widget: sentences`) for one reader, each once; empty where there are none. */
export function inOneLine(value: unknown, say: Say): string {
  const said = Array.isArray(value) ? value.filter(isSentence) : [];
  return [...new Set(said.map(({ key, params }) => say(key, { ...params })))].join('; ');
}

/** A sentence as a text column keeps it (`x-widget: words`), beside what people have typed. */
export const sentenceText = ({ key, params }: Sentence): string => JSON.stringify({ key, ...(params && { params }) });

/** The sentence that a text column keeps; none for what somebody has typed. */
export function sentenceIn(text: string): Sentence | undefined {
  if (!text.startsWith('{"key":"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isSentence(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a text column says (`x-widget: words`) to one reader: a sentence in the language of the reader, what was typed as it was typed. */
export function inWords(text: string, say: Say): string {
  const sentence = sentenceIn(text);
  return sentence ? inOneLine([sentence], say) : text;
}

const HTTP = /^http (\d{3})$/;

/** Why another system was not reached, as a sentence: `timeout` is `failures.timeout`, `http 503` is `failures.http`. */
export function failureSentence(code: string): Sentence {
  const status = HTTP.exec(code)?.[1];
  if (status !== undefined) return { key: 'failures.http', params: { status } };
  const name = code.replace(/[^A-Za-z0-9]+(\w)/g, (_gap, next: string) => next.toUpperCase());
  return { key: `failures.${name}` };
}

/** The same in words (`x-widget: failure`). What has none is another system's own code, and stays as it is. */
export function failureText(code: string, say: Say): string {
  const { key, params } = failureSentence(code);
  const text = say(key, { ...params });
  return text === key ? code : text;
}
