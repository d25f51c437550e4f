import type { Order } from '../../schemas/types.generated.ts';
import type { OrderParts, RentalCalls } from '../../src/rental/calls/index.ts';

/** What a call of the business answers, as it is declared. */
export type AnswerOf<Name extends keyof RentalCalls> = RentalCalls[Name]['answer'];

/** A page of a list. */
export interface PageOf<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** What `/order/info/{id}` answers. */
export type OrderInfo = Order & OrderParts;
