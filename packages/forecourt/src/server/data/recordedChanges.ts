/** One property of a change, in wire form and masked as the reader may see it. */
export interface RecordedChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** What the related records are called; only for relations. */
  readonly titles?: { readonly before?: string; readonly after?: string };
}

/** What a call did to one record. */
export interface ChangedRecord {
  readonly resource: string;
  readonly id: number;
  /** Empty when the record is gone. */
  readonly title: string;
  readonly happened: 'created' | 'changed' | 'deleted';
  readonly changes: readonly RecordedChange[];
}

/** What a call changed, as far as the actor may see it. */
export interface CallChanges {
  readonly records: readonly ChangedRecord[];
  /** So many more that are not shown: beyond the actor's rights, without a screen, or too many. */
  readonly others: number;
}
