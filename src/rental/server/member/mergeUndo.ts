import type { Row } from 'forecourt/server';
import type { Belongings } from './belongings.ts';

interface Changed {
  readonly before: Row;
  readonly after: Row;
}

/** What a merge did, as it is kept with it: ids and values only, so that undoing gives back exactly this. */
export interface MergeUndo {
  readonly moved: readonly Belongings[];
  /** Documents of the survivor whose place another one took: they lie with the merged member. */
  readonly setAside: readonly number[];
  /** Documents of the merged member that do not count beside those of the survivor. */
  readonly left: readonly number[];
  readonly survivor: Changed;
  readonly merged: Changed;
  /** Entries that were added so that both halves are on the blacklist, by id, with the time of their last change. */
  readonly blacklist: readonly { readonly id: number; readonly updateTime: string }[];
}
