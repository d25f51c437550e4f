import type { Filters } from './useSchedule.ts';

const NUMBERS = ['storeId', 'modelId', 'subModelId', 'category'] as const;
const STATES = ['overdue', 'audited', 'dispatched', 'returned', 'inStorage'] as const;

/** The filters that the address says; what makes no sense is left out. */
export function filtersOf(search: URLSearchParams): Filters {
  const numbers = NUMBERS.flatMap((name) => {
    const text = search.get(name) ?? '';
    return /^[1-9]\d*$/.test(text) ? [[name, Number(text)] as const] : [];
  });
  const plate = search.get('plate')?.trim().slice(0, 30);
  const state = STATES.find((each) => each === search.get('state'));
  return { ...Object.fromEntries(numbers), ...(plate && { plate }), ...(state && { state }) };
}
