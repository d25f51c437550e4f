import { DOCUMENT_TYPES } from '../rules/index.ts';
import { FLAG, ID, INTEGER, list, NUMBER, object, orNull, STRING, typed, type TypeOf } from 'forecourt/calls';
import { code } from './parts.ts';

/** A document of each type, whether it is stored or not; `id` is null where it is not. */
const DOCUMENT_OF_TYPE = object({
  id: orNull(ID),
  type: typed<(typeof DOCUMENT_TYPES)[number]>({ enum: DOCUMENT_TYPES }),
  ...{ name: STRING, url: STRING, status: code('documentStatus'), remark: STRING },
  ...{ expiryDate: STRING, uploadTime: STRING, auditTime: STRING },
});
export type DocumentOfType = TypeOf<typeof DOCUMENT_OF_TYPE>;

/** One of the last orders; money in baht. */
const ORDER_OF_MEMBER = object({
  id: ID,
  ...{ orderNo: STRING, status: code('orderStatus'), plannedPickupTime: STRING, plannedReturnTime: STRING },
  ...{ payable: NUMBER, paid: NUMBER, due: NUMBER },
});

/** Over all orders that the reader sees, in baht; cancelled ones are not charged. `held`: deposits that have not gone back. */
const MONEY_OF_MEMBER = object({ orders: INTEGER, open: INTEGER, payable: NUMBER, due: NUMBER, held: NUMBER });
export type MoneyOfMember = TypeOf<typeof MONEY_OF_MEMBER>;

const ENTRY = object({ id: ID, type: code('blacklistType'), reason: STRING });
export type BlacklistEntry = TypeOf<typeof ENTRY>;

/** Another member who is likely the same person, and by what. */
const LIKELY = object({
  id: ID,
  ...{ name: STRING, countryCode: STRING, phone: STRING },
  by: list(typed<'phone' | 'email' | 'idNo' | 'birthday'>({ enum: ['phone', 'email', 'idNo', 'birthday'] })),
});
export type LikelyDuplicate = TypeOf<typeof LIKELY>;

/** What the record of a member adds, for who may see it in detail; what the reader may not list is empty, or null. */
export const MEMBER_PARTS = object(
  {},
  {
    documents: list(DOCUMENT_OF_TYPE),
    orders: list(ORDER_OF_MEMBER),
    money: orNull(MONEY_OF_MEMBER),
    blacklist: list(ENTRY),
    duplicates: list(LIKELY),
  },
);
export type MemberParts = Required<TypeOf<typeof MEMBER_PARTS>>;

/** A document of one of the two, as far as one is chosen. */
const MERGED_DOCUMENT = object({ id: ID, status: code('documentStatus'), expiryDate: STRING, uploadTime: STRING });

/** What would move, and which of two documents would stay; money in baht, over the orders that move. */
export const MERGE_PREVIEW = object({
  moves: object({
    ...{ orders: INTEGER, open: INTEGER, payable: NUMBER, due: NUMBER, held: NUMBER },
    ...{ coupons: INTEGER, documents: INTEGER, messages: INTEGER },
  }),
  /** Types of which both have a document. */
  documents: list(
    object({
      type: typed<(typeof DOCUMENT_TYPES)[number]>({ enum: DOCUMENT_TYPES }),
      survivor: MERGED_DOCUMENT,
      merged: MERGED_DOCUMENT,
      keep: ID,
    }),
  ),
  /** One of the two is on the blacklist: then both are. */
  blacklisted: FLAG,
  /** Why the two cannot be merged; empty where they can. */
  refusals: list(STRING),
});
export type MergePreview = TypeOf<typeof MERGE_PREVIEW>;

/** What an erasure would take, by how many rows; `keptUntil`: the last day on which law may ask for what stays of the orders, empty without any. */
export const ERASURE_PREVIEW = object({
  goes: object({ documents: INTEGER, messages: INTEGER, contracts: INTEGER, files: INTEGER }),
  stays: object({ orders: INTEGER, blacklist: INTEGER, keptUntil: STRING }),
  refusals: list(STRING),
});
export type ErasurePreview = TypeOf<typeof ERASURE_PREVIEW>;
