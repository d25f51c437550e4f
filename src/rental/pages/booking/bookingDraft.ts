import { draftOf, type Draft } from 'forecourt/admin';
import type { OrderDraft } from './draft.ts';

/** Half-typed work and the version of the order it began from. */
interface StoredDraft {
  readonly draft: OrderDraft;
  readonly base?: OrderDraft;
  readonly updateTime?: string;
}

/** Half-typed work of one user in this browser tab: of a new order, or of one that is changed. */
export const bookingDraft = (userId: number, form: 'new' | number): Draft<StoredDraft> =>
  draftOf(userId, `booking.${form}`);
