import schema from '../../../schemas/order.json' with { type: 'json' };
import { ID, object, typed, type Schema, type TypeOf, type Typed } from 'forecourt/calls';
import { BAHT, REMARK, TIME } from './parts.ts';

/*
 * What the two channels send. For neither is there a public description of what they send to a company like ours (the calls that Alibaba describes,
 * alitrip.rentcar.*, go to Fliggy), so both formats are our own, small and plain, to be agreed or to be written by a gateway between. Stores and models
 * are named by our ids, as the channels are told them. Times are wall clock of the pickup store, amounts baht.
 */

/** A text as the order keeps it. */
const text = (name: keyof typeof schema.properties, minLength = 1): Typed<string> => {
  const { maxLength, pattern } = schema.properties[name] as { maxLength?: number; pattern?: string };
  return typed({ type: 'string', minLength, maxLength, ...(pattern !== undefined && { pattern }) });
};
/** The same where the channel may not know it yet: left out, or empty. */
const textOrNone = (name: keyof typeof schema.properties): Typed<string> => text(name, 0);
/** A channel may say more than we read. */
const open = <S extends Schema>(format: S): S => ({ ...format, additionalProperties: true });

const MESSAGE_ID = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[\\x21-\\x7e]+$' } as const;
const ORDER_NO = { type: 'string', minLength: 1, maxLength: 50, pattern: '^[\\x21-\\x7e]+$' } as const;
const VERSION = { type: 'integer', minimum: 0, maximum: 2_000_000_000 } as const;
const FLAG = { type: 'boolean' } as const;

/** The message numbers of Fliggy's orders, and what is in them. A cancellation needs no more than the order's number. */
export const FLIGGY = open(
  object(
    {
      msgId: MESSAGE_ID,
      type: { enum: ['ORDER_CREATE', 'ORDER_MODIFY', 'ORDER_CANCEL'] },
      orderId: ORDER_NO,
    },
    {
      version: VERSION,
      reason: REMARK,
      trip: open(
        object(
          { pickupStoreId: ID, returnStoreId: ID, modelId: ID, pickupTime: TIME, returnTime: TIME },
          {
            creditFree: FLAG,
            // Which deposits are waived: 0 none, 1 the one of the car, 2 the one of violations, 3 both.
            isAlipayCredit: { enum: [0, 1, 2, 3] },
          },
        ),
      ),
      driver: open(
        object(
          { name: text('renterName'), phone: text('renterPhone') },
          { countryCode: text('renterCountryCode'), idType: { enum: [1, 2, 3, 4] }, idNo: textOrNone('renterIdNo') },
        ),
      ),
      amount: open(object({ total: BAHT }, { prepaid: FLAG })),
    },
  ),
);
export type FliggyMessage = TypeOf<typeof FLIGGY>;

/** The same of Zuzuche: flat, in its spelling. */
export const ZUZUCHE = open(
  object(
    {
      notify_id: MESSAGE_ID,
      event: { enum: ['order.created', 'order.changed', 'order.cancelled'] },
      order_no: ORDER_NO,
    },
    {
      revision: VERSION,
      pickup_store: ID,
      return_store: ID,
      vehicle_model: ID,
      pickup_time: TIME,
      return_time: TIME,
      flash_rent: FLAG,
      driver_name: text('renterName'),
      driver_area_code: text('renterCountryCode'),
      driver_mobile: text('renterPhone'),
      driver_id_type: { enum: [1, 2, 3, 4] },
      driver_id_no: textOrNone('renterIdNo'),
      total_thb: BAHT,
      paid_online: FLAG,
      note: REMARK,
    },
  ),
);
export type ZuzucheMessage = TypeOf<typeof ZUZUCHE>;

/** What a channel is answered to a message, again and again the same until something comes of it. */
export const CHANNEL_ANSWER = object({
  result: { enum: ['applied', 'refused', 'parked', 'superseded'] },
  /** Our number of the order. */
  orderNo: typed<string | null>({ type: ['string', 'null'] }),
  /** What the order costs now, baht. */
  total: typed<number | null>({ type: ['number', 'null'] }),
  /** Why it was refused: for programs, and in the language that was asked for. */
  code: typed<string | null>({ type: ['string', 'null'] }),
  reason: typed<string | null>({ type: ['string', 'null'] }),
});
export type ChannelAnswer = TypeOf<typeof CHANNEL_ANSWER>;
