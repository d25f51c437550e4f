import { defineCall, file, INTEGER, list, object, orNull, STRING, typed, type Schema } from '../../calls/index.ts';
import { permissionKey, type Model, type Resource } from '../../model/index.ts';
import { defineCommand, type Command, type Context, type ReportRow } from '../contract.ts';
import { writeCsv, writeXlsx, type ExportColumn } from '../data/index.ts';
import { Download } from './download.ts';
import { MIME_TYPES } from './transfer/index.ts';

type Counted = Resource & { readonly report: NonNullable<Resource['report']> };
type Asked = Readonly<Record<string, string>> & { readonly groupBy: string };

/** Names in a request of the filters that the page offers. */
const filterNames = ({ report }: Counted): readonly string[] =>
  report.filters.flatMap(({ name, operator }) => (operator === 'range' ? [`${name}Start`, `${name}End`] : [name]));

const inputOf = (resource: Counted, further: Readonly<Record<string, Schema>> = {}) =>
  object(
    { groupBy: { type: 'string', enum: resource.report.groups.map(({ key }) => key) } },
    { ...Object.fromEntries(filterNames(resource).map((name) => [name, STRING])), ...further },
  );

const rowsOf = ({ name }: Resource, { groupBy, ...filter }: Asked, context: Context): Promise<readonly ReportRow[]> =>
  context.report(name, { groupBy, filter });

/** The report as a file: the rows as they are shown, and their sums. */
function columnsOf({ name, report }: Counted, groupBy: string, { t }: Context): ExportColumn[] {
  const text = (key: string): string => t(`resources.${name}.report.${key}`);
  const count = (key: string, header: string): ExportColumn => ({
    name: key,
    header,
    kind: 'integer',
    cell: (row) => Number(row[key]),
  });
  return [
    { name: 'name', header: text(`groups.${groupBy}`), kind: 'text', cell: (row) => String(row['name']) },
    count('total', t('admin.report.total')),
    ...Object.keys(report.counts).map((key) => count(key, text(`counts.${key}`))),
  ];
}

function withSums({ report }: Counted, rows: readonly ReportRow[], { t }: Context) {
  const names = ['total', ...Object.keys(report.counts)];
  const sums = names.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name]), 0)]);
  return [
    ...rows.map((row) => (row.key === null ? { ...row, name: t('admin.report.without') } : row)),
    { ...Object.fromEntries(sums), name: t('admin.report.sum') },
  ];
}

async function* once<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}

/** `GET <path>`: rows of the list put together and counted, for whoever may open the list; `<path>/export` for whoever may export it. */
export function reportCommands(model: Model): Command[] {
  const counted = [...model.resources.values()].filter((one): one is Counted => one.report !== undefined);
  return counted.flatMap((resource) => {
    const { name, report, permission } = resource;
    const counts = Object.fromEntries(Object.keys(report.counts).map((key) => [key, INTEGER]));
    const shown = defineCall({
      method: 'GET',
      path: report.path,
      summary: `Rows of ${name} counted by what they have in common`,
      permission: permission.route,
      input: inputOf(resource),
      answer: typed<readonly ReportRow[]>(
        list(object({ key: orNull(INTEGER), name: STRING, total: INTEGER, ...counts })),
      ),
    });
    const exported = defineCall({
      method: 'GET',
      path: `${report.path}/export`,
      summary: `The report of ${name} as a file`,
      permission: permissionKey(permission, 'export'),
      input: inputOf(resource, { format: { type: 'string', enum: ['csv', 'xlsx'] } }),
      answer: file(...Object.values(MIME_TYPES)),
    });
    return [
      defineCommand(shown, { run: (asked, context) => rowsOf(resource, asked as Asked, context) }),
      defineCommand(exported, {
        async run(asked, context) {
          const { format = 'csv', ...rest } = asked as Asked & { readonly format?: keyof typeof MIME_TYPES };
          const rows = withSums(resource, await rowsOf(resource, rest as Asked, context), context);
          const columns = columnsOf(resource, rest.groupBy, context);
          const title = context.t(`routes.${report.path}`);
          const body = format === 'xlsx' ? writeXlsx(title, columns, once(rows)) : writeCsv(columns, once(rows));
          return new Download({ filename: `${title}.${format}`, mimeType: MIME_TYPES[format], body });
        },
      }),
    ];
  });
}
