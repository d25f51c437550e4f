import { SHEET_PARTS, type Sheet, type SheetOf } from '../../calls/index.ts';

interface Shape {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** The parts of a value that a schema names, and no others. */
function only(shape: Shape, value: unknown): unknown {
  if (shape.items && Array.isArray(value)) return value.map((part) => only(shape.items!, part));
  if (!shape.properties || typeof value !== 'object' || value === null) return value;
  const all = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(shape.properties).map(([name, part]) => [name, only(part, all[name])]));
}

/** What is known of an order, cut down to what this sheet prints (D-PRINT-02): a link shows nobody more than the paper would. */
export const printed = <S extends Sheet>(sheet: S, data: object): SheetOf<S> =>
  only(SHEET_PARTS[sheet] as Shape, data) as SheetOf<S>;
