import { CREATED, defineCall, ID, NOTHING, object } from 'forecourt/calls';
import { code, REMARK, SOME_BAHT } from './parts.ts';

const NUMBER_OF_BANK = { type: 'string', minLength: 1, maxLength: 60 } as const;

export const preauthCalls = {
  savePreauth: defineCall({
    method: 'POST',
    path: '/order/preauth/save',
    summary: 'Enter an authorisation of a card or a wallet',
    permission: 'order-edit',
    input: object(
      {
        orderId: ID,
        purpose: code('preauthPurpose'),
        number: NUMBER_OF_BANK,
        method: code('paymentMethod'),
        amount: SOME_BAHT,
        expireTime: { type: 'string', maxLength: 30 },
      },
      { remark: REMARK },
    ),
    answer: CREATED,
    log: { module: 'preauth', action: 'save', object: 'orderId' },
    success: 'msg.success.save',
  }),
  capturePreauth: defineCall({
    method: 'POST',
    path: '/order/preauth/capture',
    summary: 'Capture an authorisation, whole or in part: it becomes a payment of the order',
    permission: 'order-edit',
    input: object({ id: ID, amount: SOME_BAHT }, { feeItem: { type: ['string', 'null'], maxLength: 30 } }),
    answer: CREATED,
    log: { module: 'preauth', action: 'capture', object: 'id' },
    success: 'msg.success.save',
  }),
  releasePreauth: defineCall({
    method: 'POST',
    path: '/order/preauth/release',
    summary: 'Release a part of an authorisation, or all that is left of it',
    permission: 'order-edit',
    // Without an amount: all that is left.
    input: object({ id: ID }, { amount: SOME_BAHT }),
    answer: NOTHING,
    log: { module: 'preauth', action: 'release', object: 'id' },
    success: 'msg.success.save',
  }),
};
