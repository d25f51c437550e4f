import { DOCUMENT_TYPES } from '../rules/index.ts';
import { ID, INTEGER, list, NUMBER, object, orNull, STRING, typed, type TypeOf } from '../../framework/calls/index.ts';
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

/** What the record of a member adds, for who may see it in detail; what the reader may not list is empty, or null. */
export const MEMBER_PARTS = object(
  {},
  {
    documents: list(DOCUMENT_OF_TYPE),
    orders: list(ORDER_OF_MEMBER),
    money: orNull(MONEY_OF_MEMBER),
    blacklist: list(ENTRY),
  },
);
export type MemberParts = Required<TypeOf<typeof MEMBER_PARTS>>;
