import orderTask from '../../../../../schemas/internal/orderTask.json';
import payment from '../../../../../schemas/payment.json';
import renewal from '../../../../../schemas/internal/renewal.json';
import deduction from '../../../../../schemas/deduction.json';
import refund from '../../../../../schemas/refund.json';
import { codes } from '../../../../../resources/codes.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from 'forecourt/model';

/** The records that belong to an order have no screens of their own; their schemas say how each value is shown. */
const shown = (schema: unknown): EntitySchema => ({ ...(schema as EntitySchema), 'x-internal': false });

const compiled = compileModel({
  schemas: {
    deduction: shown(deduction),
    orderTask: shown(orderTask),
    payment: payment as unknown as EntitySchema,
    refund: shown(refund),
    renewal: shown(renewal),
  },
  resources: [],
  codes,
  partial: true,
});

export const recordModel = (name: 'deduction' | 'orderTask' | 'payment' | 'refund' | 'renewal'): Resource =>
  resourceOf(compiled, name);

/** What is shown of a renewal, in the order of its life. */
export const RENEWAL_COLUMNS = ['createTime', 'previousTime', 'time', 'fee', 'status'];
export const RENEWAL_WORDS = ['operatorId', 'remarks', 'cancelReason'];
