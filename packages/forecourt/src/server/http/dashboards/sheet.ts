import type { FigureAnswer, FigureValue, GroupAnswer, WidgetAnswer } from '../../../model/index.ts';
import type { Context } from '../../contract.ts';
import { codeLabel, type ExportColumn } from '../../data/index.ts';

interface SheetRow extends Record<string, unknown> {
  readonly name: string;
  readonly values: readonly FigureValue[];
  readonly compared: readonly FigureValue[];
}

/** Text of a group: a time as it is, a code by its label, a record by its title. */
function nameOf({ by }: WidgetAnswer, { key, name }: GroupAnswer, { t }: Context): string {
  if (by?.sort === 'record') return key === null ? t('admin.report.without') : name;
  if (key === null) return t('admin.report.without');
  return by?.codes ? codeLabel({ t }, by.codes, key) : key;
}

async function* once<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}

/** A widget as a spreadsheet: one row a group, then the whole. What it is compared with has columns of its own. */
export function widgetSheet(dashboard: string, widget: WidgetAnswer, context: Context) {
  const { t } = context;
  const shown = widget.figures.map((figure, place) => ({ figure, place })).filter(({ figure }) => !figure.hidden);
  const header = ({ key }: FigureAnswer): string =>
    t(
      widget.figures.length === 1
        ? `dashboards.${dashboard}.widgets.${widget.key}`
        : `dashboards.${dashboard}.figures.${key}`,
    );
  const kindOf = ({ format }: FigureAnswer): ExportColumn['kind'] =>
    format === 'integer' ? 'int64' : format === 'money' ? 'money' : 'number';
  const column = (figure: FigureAnswer, place: number, of: 'values' | 'compared', suffix = ''): ExportColumn => ({
    name: `${of}${place}`,
    header: `${header(figure)}${suffix}`,
    kind: kindOf(figure),
    cell: (row) => (row as SheetRow)[of][place] ?? null,
  });
  const isCompared = widget.figures.some(({ compared }) => compared !== undefined);
  const columns: ExportColumn[] = [
    {
      name: 'name',
      header: t(`dashboards.${dashboard}.widgets.${widget.key}`),
      kind: 'text',
      cell: (row) => (row as SheetRow).name,
    },
    ...shown.map(({ figure, place }) => column(figure, place, 'values')),
    ...(isCompared
      ? shown.map(({ figure, place }) => column(figure, place, 'compared', ` (${t('admin.dashboard.compared')})`))
      : []),
  ];
  const rows: SheetRow[] = [
    ...widget.groups.map((group) => ({
      name: nameOf(widget, group, context),
      values: group.values,
      compared: group.compared ?? [],
    })),
    {
      name: t('admin.report.sum'),
      values: widget.figures.map(({ total }) => total),
      compared: widget.figures.map(({ compared }) => compared ?? null),
    },
  ];
  return { columns, rows: once(rows) };
}
