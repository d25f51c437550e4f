import { escapePointer } from '../../src/model/shapes.ts';

export interface Place {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

interface JsonMistake extends Place {
  readonly pointer: string;
  readonly message: string;
}

export interface JsonSource {
  /** Undefined when the text is no JSON. */
  readonly value: unknown;
  readonly mistakes: readonly JsonMistake[];
  /** Where the name or item of a JSON pointer stands; of what is not there, the nearest thing around it. */
  locate(pointer: string): Place;
}

class Refusal extends Error {
  readonly offset: number;
  readonly pointer: string;
  constructor(message: string, offset: number, pointer: string) {
    super(message);
    this.offset = offset;
    this.pointer = pointer;
  }
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Reads JSON as JSON.parse does and remembers where everything stands. A name that stands twice in one object is a mistake here. */
export function readJson(text: string): JsonSource {
  const offsets = new Map<string, number>();
  const twice: { offset: number; pointer: string; message: string }[] = [];
  let position = 0;

  const refuse = (message: string, pointer: string): never => {
    throw new Refusal(message, position, pointer);
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) position += found.length;
    return found;
  };
  const next = (): string | undefined => (match(SPACE), text[position]);
  const seen = (): string => (position >= text.length ? 'the end of the file' : `"${text[position]}"`);

  function members(pointer: string): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    const names = new Set<string>();
    position++;
    if (next() === '}') return (position++, {});
    for (;;) {
      if (next() === '}') refuse('a comma stands before the closing brace', pointer);
      const start = position;
      const quoted = match(STRING);
      if (quoted === undefined) refuse(`expected a name in double quotes, found ${seen()}`, pointer);
      const name = JSON.parse(quoted!) as string;
      const at = `${pointer}/${escapePointer(name)}`;
      if (names.has(name)) twice.push({ offset: start, pointer: at, message: `"${name}" stands here twice` });
      names.add(name);
      offsets.set(at, start);
      if (next() !== ':') refuse(`expected ":" after "${name}", found ${seen()}`, at);
      position++;
      entries.push([name, read(at)]);
      const after = next();
      if (after === '}') return (position++, Object.fromEntries(entries));
      if (after !== ',') refuse(`expected "," or "}", found ${seen()}`, at);
      position++;
    }
  }

  function items(pointer: string): unknown[] {
    const list: unknown[] = [];
    position++;
    if (next() === ']') return (position++, list);
    for (;;) {
      if (next() === ']') refuse('a comma stands before the closing bracket', pointer);
      const at = `${pointer}/${list.length}`;
      offsets.set(at, position);
      list.push(read(at));
      const after = next();
      if (after === ']') return (position++, list);
      if (after !== ',') refuse(`expected "," or "]", found ${seen()}`, at);
      position++;
    }
  }

  function read(pointer: string): unknown {
    const first = next();
    if (first === '{') return members(pointer);
    if (first === '[') return items(pointer);
    const token = match(first === '"' ? STRING : SCALAR);
    return token === undefined ? refuse(`expected a value, found ${seen()}`, pointer) : JSON.parse(token);
  }

  const place = (offset: number): Place => {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  };
  const mistake = (one: { offset: number; pointer: string; message: string }): JsonMistake => ({
    ...place(one.offset),
    pointer: one.pointer,
    message: one.message,
  });
  let value: unknown;
  const mistakes: JsonMistake[] = [];
  try {
    if (text.startsWith('\uFEFF')) refuse('the file begins with a byte order mark', '');
    value = read('');
    if (next() !== undefined) refuse(`expected the end of the file, found ${seen()}`, '');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    value = undefined;
    mistakes.push(mistake(error));
  }
  mistakes.push(...twice.map(mistake));
  return {
    value,
    mistakes,
    locate(pointer) {
      for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
        const offset = offsets.get(at);
        if (offset !== undefined) return place(offset);
      }
      return { line: 1, column: 1 };
    },
  };
}
