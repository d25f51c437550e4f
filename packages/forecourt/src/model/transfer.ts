import { isStored, relationOf } from './kinds.ts';
import { wireNames } from './names.ts';
import type { Entity, Field, Resource } from './model.ts';

type Paths = Pick<Resource, 'name' | 'dialect' | 'api'>;

/** Path below /api of a resource's export: the declared one, else `/resources/{name}/export` for whatever has a list. */
export function exportPath({ name, dialect, api }: Paths): string | undefined {
  return api.export ?? (dialect === 'simple-rest' || api.list ? `/resources/${name}/export` : undefined);
}

/** What an export is asked for beside the filters of its list. */
const EXPORT_PARAMETERS = ['format', 'values', 'columns'] as const;

/**
 * What the parameters of an export are called. Where paths are declared they stand beside the filters: one whose name a filter or a relation
 * has begins with `_`, as no property does.
 */
export function exportParameters({
  dialect,
  list,
  entity,
}: Pick<Resource, 'dialect' | 'list' | 'entity'>): Readonly<Record<(typeof EXPORT_PARAMETERS)[number], string>> {
  const taken = new Set([
    ...list.filters.flatMap(wireNames),
    ...entity.fields.filter((field) => relationOf(field)).map(({ name }) => name),
  ]);
  const free = (name: string): string => (dialect === 'house' && taken.has(name) ? free(`_${name}`) : name);
  return { format: free('format'), values: free('values'), columns: free('columns') };
}

/**
 * Path below /api of a resource's import: the declared one, else `/resources/{name}/import`. None for what the generic save does not
 * write: logs, and records that come to be by commands alone.
 */
export function importPath(resource: Paths, entity: Pick<Entity, 'log'>): string | undefined {
  const { name, dialect, api } = resource;
  if (entity.log) return undefined;
  return api.import ?? (dialect === 'simple-rest' || api.save ? `/resources/${name}/import` : undefined);
}

/** Whether a column of an import may carry this property. Secrets may not: a file, and what is kept of it, would hold them readable. */
export const isImportable = (field: Field): boolean =>
  !field.readOnly && !field.builtIn && isStored(field) && !field.sensitive;

/** One way to read a file, with its first rows read so. Of a column, each row is a cell as written and as read. */
export interface ImportChoice {
  readonly value: string;
  readonly rows: readonly (readonly string[])[];
}

/** What a file alone does not say. */
export interface ImportQuestion {
  /** `encoding`, `separator`, `sheet`, `header`, `dates:<property>` or `numbers:<property>`. */
  readonly about: string;
  /** Label of the column that it is about; empty where it is about the file. */
  readonly label: string;
  /** What this user chose for the last file of the resource, where that is among the choices. */
  readonly remembered: string | null;
  /** The likeliest first. */
  readonly choices: readonly ImportChoice[];
}

/** A file that can be read in several ways: it is sent again with the choices, by `about`. Nothing of it is kept. */
export interface ImportQuestions {
  readonly state: 'asking';
  readonly fileName: string;
  readonly questions: readonly ImportQuestion[];
}

/** How a file was read where that had to be chosen. */
export interface ImportAnswer {
  readonly about: string;
  readonly label: string;
  readonly value: string;
}

/** How far an import is. Counts are of rows. */
export interface ImportState {
  readonly id: number;
  /** `checked`: nothing written yet; `running`: some is; `done`: nothing waits. */
  readonly state: 'checked' | 'running' | 'done';
  readonly fileName: string;
  /** How the text of the file was read. */
  readonly encoding: string;
  /** The row with the names of the columns, as a spreadsheet counts. */
  readonly headerRow: number;
  /** What was chosen for it. */
  readonly answers: readonly ImportAnswer[];
  readonly columns: readonly {
    readonly header: string;
    readonly field: string | null;
    readonly label: string;
    readonly as: 'named' | 'labelled' | 'unknown' | 'notWritable' | 'twice';
  }[];
  readonly rows: number;
  /** Good and still to be written: so many of them create, so many update. */
  readonly waiting: number;
  readonly creates: number;
  readonly updates: number;
  readonly unchanged: number;
  readonly bad: number;
  readonly created: number;
  readonly updated: number;
  /** Good when checked, refused when written. */
  readonly failed: number;
  /** One page: row as the spreadsheet counts, property (empty: the row as a whole), its label and the message. */
  readonly errors: readonly {
    readonly row: number;
    readonly field: string;
    readonly label: string;
    readonly message: string;
  }[];
  readonly errorPages: number;
}

/** Share of the rows to write that are written, 0 to 100. */
export function importProgress({
  waiting,
  created,
  updated,
  failed,
}: Pick<ImportState, 'waiting' | 'created' | 'updated' | 'failed'>): number {
  const written = created + updated + failed;
  return written + waiting === 0 ? 100 : Math.round((100 * written) / (written + waiting));
}
