import { permits } from '../../model/index.ts';
import type { Actor } from '../contract.ts';
import type { Translate } from '../messages.ts';
import { isObject } from './protocol.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One call of the API. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with its parameters in place. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** A list is asked for its one row. */
  readonly one?: true;
}

/** How a tool is told to an agent. */
export interface ToolText {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Json;
}

/** Something that an agent may do: one way to one or several calls of the API, whose rights are its rights. */
export interface Tool {
  readonly name: string;
  /** `get`: a GET; `ask`: a POST that changes nothing; `change`: everything else. */
  readonly way: 'get' | 'ask' | 'change';
  /** It is declared as needing a confirmation. */
  readonly confirms: boolean;
  /** It takes something away. */
  readonly destroys: boolean;
  /** A page of rows is answered. */
  readonly pages?: true;
  /** Undefined where the actor may do nothing of it. */
  text(actor: Actor, t: Translate): ToolText | undefined;
  /** The call that these arguments mean. Throws BadArguments. */
  call(args: Json, actor: Actor): ApiCall;
}

/** Arguments that are none of this tool: an agent reads the text, and tries again. */
export class BadArguments extends Error {}

/** Who may make a call: any signed-in user, or who holds one of these keys. */
export type Keys = 'session' | string | readonly string[];

export const allows = (keys: Keys, actor: Actor): boolean => keys === 'session' || permits(actor.permissions, keys);

export const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

/** Refuses arguments that the tool does not have: nothing is dropped in silence. */
export function requireKnown(args: Json, names: readonly string[]): void {
  const unknown = Object.keys(args).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new BadArguments(`There is no argument "${unknown[0]!.slice(0, 60)}"; there is ${names.join(', ')}`);
}

export function textOf(args: Json, name: string): string | undefined {
  const value = args[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 1_000) throw new BadArguments(`"${name}" is a text`);
  return value;
}

export function numberOf(
  args: Json,
  name: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most)
    throw new BadArguments(`"${name}" is a whole number from ${least} to ${most}`);
  return value;
}

export function objectOf(args: Json, name: string): Json {
  const value = args[name];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new BadArguments(`"${name}" is an object`);
  return value;
}

/** The id of a record, which stands in an address: digits and nothing else. */
export function idOf(args: Json, name = 'id'): string {
  const value = args[name];
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text))
    throw new BadArguments(`"${name}" is the id of a record`);
  return text;
}

/** A value as an address holds it. */
export const inAddress = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(inAddress).join()
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value);

/** The same without our own keywords, which say nothing to others. */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, plainSchema(value)]),
  );
}
