import paymentSchema from '../../../../schemas/payment.json';
import { codes } from '../../../../resources/codes.ts';
import { LINE_FIELDS } from './paymentLines.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from 'forecourt/model';

type Properties = EntitySchema['properties'];

/**
 * What is asked of a payment, in the words of its own schema, with what only a form knows. That is a confirmation, the
 * sums of a second and third way, and the cash handed over, which is on the screen only.
 */
const payment: EntitySchema = {
  ...(paymentSchema as EntitySchema),
  properties: {
    ...(paymentSchema.properties as Properties),
    remark: { type: 'string', 'x-widget': 'text', maxLength: 500 },
    confirmed: { type: 'integer', 'x-codes': 'yesNo', default: 0 },
    ...Object.fromEntries(
      [2, 3].flatMap((line) =>
        LINE_FIELDS.map((name) => [`${name}${line}`, paymentSchema.properties[name] as Properties[string]]),
      ),
    ),
    given: { type: 'number', 'x-widget': 'money', exclusiveMinimum: 0 },
  },
};

export const PAYMENT_FORM: Resource = resourceOf(
  compileModel({ schemas: { payment }, resources: [], codes, partial: true }),
  'payment',
);
