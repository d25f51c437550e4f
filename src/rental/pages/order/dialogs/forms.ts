import refundSchema from '../../../../../schemas/refund.json';
import { codes } from '../../../../../resources/codes.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from 'forecourt/model';

/**
 * What the dialogs of the order desk ask for, in the words of schemas, so that inputs, limits and messages are the generated ones.
 * What a payment asks for stands with the payment.
 */
const schemas = {
  refund: {
    ...(refundSchema as EntitySchema),
    properties: {
      ...(refundSchema as EntitySchema).properties,
      keep: { type: 'number', 'x-widget': 'money', minimum: 0 },
    },
  },
  additionalFee: {
    type: 'object',
    required: ['type', 'amount', 'remark'],
    properties: {
      type: { type: 'integer', 'x-codes': 'extraFeeType', default: 1 },
      amount: { type: 'number', 'x-widget': 'money', exclusiveMinimum: 0 },
      remark: { type: 'string', 'x-widget': 'text', maxLength: 500 },
    },
  },
  depositApplication: {
    type: 'object',
    required: ['feeItem', 'amount'],
    properties: {
      feeItem: { type: 'string', 'x-codes': 'depositItem' },
      amount: { type: 'number', 'x-widget': 'money', exclusiveMinimum: 0 },
      remark: { type: 'string', 'x-widget': 'text', maxLength: 500 },
    },
  },
  cancellation: {
    type: 'object',
    required: ['reason', 'penalty'],
    properties: {
      penalty: { type: 'number', 'x-widget': 'money', minimum: 0 },
      reason: { type: 'string', 'x-widget': 'text', maxLength: 500 },
    },
  },
  rejection: {
    type: 'object',
    required: ['reason'],
    properties: { reason: { type: 'string', 'x-widget': 'text', maxLength: 500 } },
  },
  carChange: {
    type: 'object',
    required: ['time', 'storeId', 'reason', 'fate', 'price', 'newCarId'],
    properties: {
      time: { type: 'string', format: 'date-time' },
      storeId: { type: 'integer' },
      reason: { type: 'string', 'x-codes': 'carChangeReason' },
      remark: { type: 'string', 'x-widget': 'text', maxLength: 500 },
      mileage: { type: 'integer', minimum: 0, maximum: 5_000_000 },
      oil: { type: 'integer' },
      photos: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 9, 'x-widget': 'images' },
      unread: { type: 'string', 'x-widget': 'text', maxLength: 500 },
      newCarId: { type: 'integer' },
      newMileage: { type: 'integer', minimum: 0, maximum: 5_000_000 },
      newOil: { type: 'integer' },
      newPhotos: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 9, 'x-widget': 'images' },
      price: { type: 'string', 'x-codes': 'carChangePrice' },
      priceReason: { type: 'string', 'x-widget': 'text', maxLength: 500 },
      fate: { type: 'string', 'x-codes': 'carFate' },
      shopUntil: { type: 'string', format: 'date-time' },
    },
  },
  withoutCar: {
    type: 'object',
    required: ['time', 'unread', 'fate'],
    properties: {
      time: { type: 'string', format: 'date-time' },
      unread: { type: 'string', 'x-widget': 'text', maxLength: 500 },
      // Nobody can read the car, so it is not free (O27).
      fate: { type: 'string', 'x-codes': 'carFate', enum: ['shop', 'totalLoss'] },
      shopUntil: { type: 'string', format: 'date-time' },
    },
  },
  carPart: {
    type: 'object',
    properties: {
      plate: { type: 'string' },
      modelName: { type: 'string' },
      since: { type: 'string', format: 'date-time' },
      until: { type: 'string', format: 'date-time' },
      mileageOut: { type: 'integer' },
      mileageIn: { type: 'integer' },
      distance: { type: 'integer' },
      oilOut: { type: 'string' },
      oilIn: { type: 'string' },
      reason: { type: 'string', 'x-codes': 'carChangeReason' },
      fate: { type: 'string', 'x-codes': 'carFate' },
      remark: { type: 'string', 'x-widget': 'text' },
      unread: { type: 'string', 'x-widget': 'text' },
    },
  },
  push: {
    type: 'object',
    required: ['event'],
    properties: { event: { type: 'string', 'x-codes': 'pushEvent' } },
  },
} satisfies Record<string, EntitySchema>;

const compiled = compileModel({ schemas, resources: [], codes, partial: true });

export type FormName = keyof typeof schemas;
export const FORM_NAMES = Object.keys(schemas) as readonly FormName[];

export const formOf = (name: FormName): Resource => resourceOf(compiled, name);
