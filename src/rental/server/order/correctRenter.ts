import type { OrderRow, RentalContext } from '../database.ts';
import { ORDER } from '../../rules/index.ts';
import { requireNone } from '../problems.ts';
import { concerning } from './changedParts.ts';
import { missingForOrder, type Draft } from './draft.ts';
import { blacklistEntry, blacklistRefusal, hasRenter, memberOf } from './renter.ts';
import { unsigned } from './unsigned.ts';

/** What may be set aside for a renter on the blacklist. */
interface Override {
  readonly allow: boolean;
  readonly reason: string;
}

/**
 * O25: the order gets another name, phone or ID of its renter, in any state but cancelled. Neither times, stores nor prices are asked; the blacklist is. With another ID the order belongs to
 * the member of that ID.
 */
export async function correctRenter(
  context: RentalContext,
  order: OrderRow,
  draft: Draft,
  override: Override,
  updateTime: string | undefined,
): Promise<{ id: number; orderNo: string }> {
  requireNone(concerning(missingForOrder(draft), draft, order), context);
  const { renterName, renterCountryCode, renterPhone, renterIdType, renterIdNo } = draft;
  const entry = await blacklistEntry(context.db, {
    renterPhone: renterPhone ?? '',
    renterCountryCode: renterCountryCode ?? '',
    renterIdNo: renterIdNo ?? '',
  }).executeTakeFirst();
  const { problem, overridden } = blacklistRefusal(context, entry, override);
  requireNone(problem ? [problem] : [], context);
  const sameId = order.memberId !== null && order.renterIdType === renterIdType && order.renterIdNo === renterIdNo;
  const memberId = sameId || !hasRenter(draft) ? order.memberId : await memberOf(context, draft);
  await context.write.update(
    'order',
    order.id,
    {
      ...{ renterName, renterCountryCode, renterPhone, renterIdType, renterIdNo, memberId },
      ...(overridden && { overrides: [...(order.overrides ?? []), { kind: 'blacklist', reason: override.reason }] }),
      ...(order.status === ORDER.returned ? {} : unsigned(order)),
    },
    { expect: { status: order.status }, updateTime },
  );
  return { id: order.id, orderNo: order.orderNo! };
}
