import orderTask from '../../../../../schemas/internal/orderTask.json';
import payment from '../../../../../schemas/internal/payment.json';
import renewal from '../../../../../schemas/internal/renewal.json';
import { codes } from '../../../../../resources/codes.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from '../../../../framework/model/index.ts';

/** The records that belong to an order have no screens of their own; their schemas say how each value is shown. */
const shown = (schema: unknown): EntitySchema => ({ ...(schema as EntitySchema), 'x-internal': false });

const compiled = compileModel({
  schemas: { orderTask: shown(orderTask), payment: shown(payment), renewal: shown(renewal) },
  resources: [],
  codes,
  partial: true,
});

export const recordModel = (name: 'orderTask' | 'payment' | 'renewal'): Resource => resourceOf(compiled, name);

/** What is shown of a renewal, in the order of its life. */
export const RENEWAL_COLUMNS = [
  'createTime',
  'previousTime',
  'time',
  'fee',
  'status',
  'operatorId',
  'remarks',
  'cancelReason',
];
