/** What the thread that reads a file and the server say to each other. Plain data: it is copied from one to the other. */

/** A cell that cannot be taken as it stands: the message key, and what the file says. */
export interface Fault {
  readonly issue: string;
  readonly text: string;
}

/** A number that a spreadsheet shows with zeros before it. */
export interface Padded {
  readonly number: number;
  readonly text: string;
}

/** A value as the file has it. Days and times of a spreadsheet are instants whose UTC reading is the wall clock. */
export type PlainCell = string | number | boolean | Date | null;
export type FileCell = PlainCell | Fault | Padded;

export interface SheetRow {
  /** As a spreadsheet counts: the first line of the file is row 1. */
  readonly row: number;
  readonly cells: readonly (PlainCell | Fault)[];
  /** What is wrong with the row as a whole. */
  readonly issue?: readonly [string, Readonly<Record<string, unknown>>];
}

/** One way to read the file, with its first rows read so. */
export interface Choice {
  readonly value: string;
  readonly rows: readonly (readonly string[])[];
}

/** What the file alone does not say. `about` is `encoding`, `separator`, `sheet`, `header`, `dates:<property>` or `numbers:<property>`. */
export interface Question {
  readonly about: string;
  readonly choices: readonly Choice[];
}

/** Answers by `about`. */
export type Choices = Readonly<Record<string, string>>;

/** What the cells of a column are judged as together. */
export type Reads = 'texts' | 'numbers' | 'dates' | 'dateTimes' | 'times';

export interface ReadColumn {
  /** Place in the row. */
  readonly at: number;
  /** Property. */
  readonly name: string;
  readonly reads: Reads;
}

/** Everything that the reader must know of the application. */
export interface Reading {
  readonly name: string;
  readonly choices: Choices;
  /** Header texts that mean a property, as `normalHeader` writes them. */
  readonly known: readonly string[];
  /** The reader's language first. */
  readonly languages: readonly string[];
}

/** What a file is found to be. */
export interface Opened {
  readonly header: readonly string[];
  readonly headerRow: number;
  /** How the text was read: `utf-8`, `gb18030`, `windows-874`, `utf-16le` …, or `xlsx`. */
  readonly encoding: string;
  /** Undefined in a spreadsheet. */
  readonly separator?: string;
}

export type Request =
  | { readonly do: 'open'; readonly bytes: Uint8Array; readonly reading: Reading }
  | { readonly do: 'judge'; readonly columns: readonly ReadColumn[]; readonly choices: Choices }
  | { readonly do: 'rows' };

export type Answer =
  | { readonly questions: readonly Question[] }
  | { readonly opened: Opened }
  | { readonly judged: true }
  | { readonly rows: readonly SheetRow[]; readonly last: boolean }
  | { readonly refused: { readonly key: string; readonly params?: Readonly<Record<string, unknown>> } }
  | { readonly failed: string };

/** The file cannot be read: a message that the user sees. */
export class Unreadable extends Error {
  readonly params: Readonly<Record<string, unknown>>;

  constructor(key: string, params: Readonly<Record<string, unknown>> = {}) {
    super(key);
    this.params = params;
  }
}

/** The file can be read in several ways. */
export class Unsure extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super(`unsure of ${question.about}`);
    this.question = question;
  }
}

export const isFault = (cell: unknown): cell is Fault => typeof cell === 'object' && cell !== null && 'issue' in cell;

export const isPadded = (cell: unknown): cell is Padded =>
  typeof cell === 'object' && cell !== null && 'number' in cell;

export const isBlank = (cell: FileCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
