import type { Shape } from '../../src/model/shapes.ts';

/** One shape for each name of a type: a name that the type gains or loses is a compile error. */
export type Of<T> = Required<Record<keyof T, Shape>>;

export const text: Shape = { type: 'string', minLength: 1 };
export const flag: Shape = { type: 'boolean' };
export const number: Shape = { type: 'number' };
export const names: Shape = { type: 'array', items: text };
export const record: Shape = { type: 'object' };
export const textOrNames: Shape = { anyOf: [text, names] };
/** An object of texts: `{ "shopId": "fromShopId" }`. */
export const named: Shape = { type: 'object', additionalProperties: text };
/** Values of filters, as an address has them. */
export const filterValues: Shape = {
  type: 'object',
  additionalProperties: {
    anyOf: [{ type: 'string' }, number, { type: 'array', items: { anyOf: [{ type: 'string' }, number] } }],
  },
};

/** The shape of a declaration of the type `T`. */
export function object<T>(properties: Of<T>, required: readonly Extract<keyof T, string>[] = []): Shape {
  return { type: 'object', properties: properties as Record<string, Shape>, required, additionalProperties: false };
}
