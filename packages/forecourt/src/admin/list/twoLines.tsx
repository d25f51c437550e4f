import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';

/** What a table says about cells and headers of two lines, in its `sx`. */
export const TWO_LINES = {
  '& .two-lines': { lineHeight: '18px' },
  '& td .two-lines': { display: 'inline-block', maxWidth: 240, verticalAlign: 'middle' },
  '& td .two-lines [data-field]': { display: 'block', maxWidth: 'none' },
  '& .two-lines > *': { display: 'block' },
  '& .two-lines > * + *': { fontSize: 12, lineHeight: '17px', fontWeight: 400, color: 'text.secondary' },
  // Beside the button that sorts, whose name is that of the first line.
  '& th[data-below]::after': {
    content: 'attr(data-below)',
    display: 'block',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 400,
    color: 'text.secondary',
  },
  '& th[data-below]': { lineHeight: '18px' },
  // The button that sorts is 28 px high, its line 18 as that of a header without one: they stand on the same lines.
  '& th[data-below] .sort-button': { verticalAlign: 'top', my: '-5px' },
  // A state is short; cut, it would lose its end.
  '& td .two-lines:has([data-tone])': { maxWidth: 'none !important' },
  '& .two-lines [data-tone]': { lineHeight: '16px !important', py: '1px !important' },
  // Two states above each other are two words with their dots; two soft grounds would touch.
  '& .two-lines > * + * [data-tone]': {
    p: '0 !important',
    bgcolor: 'transparent !important',
    verticalAlign: 'top',
    fontSize: 12,
    lineHeight: '17px !important',
  },
} as const;

/** Of an amount that belongs to another one, none is nothing to say: nothing is due. */
const saysNothing = (model: Resource, name: string, value: unknown): boolean =>
  isBlank(value) || (value === 0 && model.entity.byName.get(name)?.kind === 'money');

/** What a cell says, and in small type below it what belongs to it: the list's `below`, where there is one and it has something to say. */
export function withSecondLine(
  first: ReactNode,
  model: Resource,
  second: string | undefined,
  record: RaRecord,
): ReactNode {
  if (second === undefined) return first;
  return (
    <div className="two-lines">
      {first}
      {!(second in record && saysNothing(model, second, record[second])) && (
        <FieldValue model={model} name={second} record={record} tight />
      )}
    </div>
  );
}
