import type { PersonRecords } from 'forecourt/server';

/** A file of the archive, as the page leads to it. */
export interface LinkedFile {
  readonly path: string;
  readonly label: string;
}

interface Page {
  readonly language: string;
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly records: readonly PersonRecords[];
  readonly further: readonly {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly files: readonly LinkedFile[];
  readonly filesTitle: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const plain = (value: unknown): string => String(value ?? '').replace(/[&<>"]/g, (char) => ENTITIES[char]!);

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color:#1c1c1c}h1{font-size:22px}h2{font-size:16px;margin:2rem 0 .5rem}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid #ddd;padding:4px 8px;text-align:left;vertical-align:top;white-space:pre-wrap}th{background:#f6f6f6;font-weight:600}dt{font-weight:600}dd{margin:0 0 .5rem}`;

const table = (columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  `<div class="wide"><table><thead><tr>${columns.map((one) => `<th scope="col">${plain(one)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${plain(cell)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

/** Everything about a person as one page that needs no program: a table for each kind of record, and links to the files beside it. */
export function personPage({ language, title, facts, records, further, files, filesTitle }: Page): string {
  const sections = [
    ...records.map(({ title: called, columns, rows }) => ({ called, columns, rows: rows.map(({ cells }) => cells) })),
    ...further.map(({ title: called, columns, rows }) => ({ called, columns, rows })),
  ].filter(({ rows }) => rows.length > 0);
  return [
    `<!doctype html><html lang="${plain(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${plain(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${plain(title)}</h1><dl>${facts.map(([label, value]) => `<dt>${plain(label)}</dt><dd>${plain(value)}</dd>`).join('')}</dl>`,
    ...sections.map(({ called, columns, rows }) => `<h2>${plain(called)}</h2>${table(columns, rows)}`),
    files.length > 0
      ? `<h2>${plain(filesTitle)}</h2><ul>${files.map((one) => `<li><a href="${plain(one.path)}">${plain(one.label)}</a></li>`).join('')}</ul>`
      : '',
    '</body></html>',
  ].join('\n');
}
