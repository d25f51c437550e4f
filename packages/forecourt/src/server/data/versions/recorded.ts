import type { Caller, ChangeOptions } from '../caller.ts';
import type { CallChanges, RecordedChange } from '../recordedChanges.ts';

/** One page of a record's history, newest first. Times are wall clock of the application's zone. */
export interface HistoryPage {
  readonly list: readonly {
    readonly id: number;
    readonly time: string;
    readonly userId: number | null;
    readonly userName: string;
    /** Module and action of the call (`order.pickup`), or what happened. */
    readonly event: string;
    /** The record came to be by it. */
    readonly created: boolean;
    /** It brought back the version of this time. */
    readonly restored: string | null;
    /** It made a version that is not the current one and that this reader may bring back. */
    readonly restorable: boolean;
    readonly changes: readonly RecordedChange[];
  }[];
  readonly pageNo: number;
  readonly pageSize: number;
  readonly total: number;
  readonly totalPage: number;
}

/**
 * A property that stays as it is when a version is restored. It no longer exists, is moved by a state machine, is read
 * only or computed, needs a permission that the actor lacks, or cannot be changed now (`x-edit`).
 */
export interface LeftField {
  readonly field: string;
  readonly reason: 'gone' | 'state' | 'readOnly' | 'permission' | 'locked';
}

/** What restoring one version would change. */
export interface RecordDifference {
  /** Of the record as it is, to be sent with the restore. */
  readonly updateTime: string;
  /** `before` is what is there now. */
  readonly changes: readonly RecordedChange[];
  readonly left: readonly LeftField[];
}

/** Looking at and going back to what a record was. All throw notFound for what is not visible, as `info` does. */
export interface Versions {
  page(
    resource: string,
    id: unknown,
    choices: { readonly pageNo: number; readonly pageSize: number; readonly mayRestore: boolean },
    caller: Caller,
  ): Promise<HistoryPage>;
  /** By the id of a row of the operation log. */
  ofCall(id: unknown, caller: Caller): Promise<CallChanges>;
  difference(resource: string, id: unknown, entry: unknown, caller: Caller): Promise<RecordDifference>;
  /** Saves the values of a version as anybody would by hand; with another `updateTime` than the record's a conflict. Answers the saved as JSON text. */
  restore(
    resource: string,
    id: unknown,
    entry: unknown,
    updateTime: string | undefined,
    caller: Caller,
    options?: ChangeOptions,
  ): Promise<string>;
}
