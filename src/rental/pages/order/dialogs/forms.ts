import paymentSchema from '../../../../../schemas/internal/payment.json';
import refundSchema from '../../../../../schemas/refund.json';
import { codes } from '../../../../../resources/codes.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from '../../../../framework/model/index.ts';

/**
 * What the dialogs of the order desk ask for, in the words of schemas, so that inputs, limits and messages are the generated ones.
 * Payments add to their own schema what only the dialog knows: a confirmation, and the remark that explains a refund.
 */
const schemas = {
  payment: {
    ...(paymentSchema as EntitySchema),
    'x-internal': false,
    properties: {
      ...(paymentSchema.properties as EntitySchema['properties']),
      remark: {
        type: 'string',
        'x-widget': 'text',
        maxLength: 500,
        'x-require': { properties: { type: { const: 2 } } },
      },
      confirmed: { type: 'integer', 'x-codes': 'yesNo', default: 0 },
      // What is paid in a second and third way; and the cash that was handed over, which is on the screen only.
      ...Object.fromEntries(
        [2, 3].flatMap((line) =>
          (['amount', 'method', 'transactionNo'] as const).map((name) => [
            `${name}${line}`,
            paymentSchema.properties[name] as EntitySchema['properties'][string],
          ]),
        ),
      ),
      given: { type: 'number', 'x-widget': 'money', exclusiveMinimum: 0 },
    },
  },
  refund: refundSchema as EntitySchema,
  additionalFee: {
    type: 'object',
    required: ['type', 'amount', 'remark'],
    properties: {
      type: { type: 'integer', 'x-codes': 'extraFeeType', default: 1 },
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
  push: {
    type: 'object',
    required: ['event'],
    properties: { event: { type: 'string', 'x-codes': 'orderTaskType' } },
  },
} satisfies Record<string, EntitySchema>;

const compiled = compileModel({ schemas, resources: [], codes, partial: true });

export const formOf = (name: keyof typeof schemas): Resource => resourceOf(compiled, name);
