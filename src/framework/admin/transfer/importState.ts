/** An import as the server answers it; counts are of rows. */
export interface ImportState {
  readonly id: number;
  readonly state: 'checked' | 'running' | 'done';
  readonly fileName: string;
  readonly encoding: string;
  readonly columns: readonly {
    readonly header: string;
    readonly field: string | null;
    readonly label: string;
    readonly as: 'named' | 'labelled' | 'unknown' | 'notWritable' | 'twice';
  }[];
  readonly rows: number;
  readonly waiting: number;
  readonly creates: number;
  readonly updates: number;
  readonly unchanged: number;
  readonly bad: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly errors: readonly {
    readonly row: number;
    readonly field: string;
    readonly label: string;
    readonly message: string;
  }[];
  readonly errorPages: number;
}

/** Share of the rows to write that are written, 0 to 100. */
export function progressOf({ waiting, created, updated, failed }: ImportState): number {
  const written = created + updated + failed;
  return written + waiting === 0 ? 100 : Math.round((100 * written) / (written + waiting));
}
