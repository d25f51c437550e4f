import type { SortPayload } from 'react-admin';
import { exportParameters, type Resource } from '../../model/index.ts';

export interface ExportForm {
  readonly format: 'csv' | 'xlsx';
  readonly values: 'labels' | 'raw';
}

/** Query of the file of those rows that `filters` choose, with the columns that are shown; one for import has every property that an import takes. */
export function exportRequest(
  model: Resource,
  { format, values }: ExportForm,
  filters: object,
  sort: SortPayload,
  shown: readonly string[],
): Record<string, unknown> {
  const list =
    model.dialect === 'simple-rest'
      ? { filter: JSON.stringify(filters), sort: JSON.stringify([sort.field, sort.order]) }
      : { ...filters, sortField: sort.field, sortOrder: sort.order === 'DESC' ? 'descend' : 'ascend' };
  // What stands in the second line of a cell is shown too.
  const columns = shown.flatMap((name) => [name, model.list.below[name] ?? []].flat());
  const called = exportParameters(model);
  const chosen = values === 'raw' ? { [called.values]: values } : { [called.columns]: [...new Set(columns)] };
  return { ...list, [called.format]: format, ...chosen };
}
