import type { useTranslate } from 'react-admin';
import type { useRentalProvider } from '../provider.ts';

type Provider = ReturnType<typeof useRentalProvider>;

async function versionOf(provider: Provider, id: number): Promise<unknown> {
  return ((await provider.getOne('order', { id })).data as Readonly<Record<string, unknown>>)['updateTime'];
}

/**
 * How an order that was just booked is called off; undefined where that costs a penalty or gives money back. Called, it cancels the order and
 * answers the server's words; it throws where the order was changed since (D-ORD-10).
 */
export async function takeBackBooking(
  provider: Provider,
  translate: ReturnType<typeof useTranslate>,
  id: number,
): Promise<(() => Promise<string>) | undefined> {
  try {
    const [{ data: terms }, version] = await Promise.all([
      provider.call('GET', '/order/cancelpreview/{id}', { id }),
      versionOf(provider, id),
    ]);
    if (terms.penalty > 0 || terms.refundable > 0) return undefined;
    return async () => {
      if ((await versionOf(provider, id)) !== version) throw new Error('rental.booking.explain.changedSince');
      const { message } = await provider.call('POST', '/order/cancel', {
        id,
        reason: translate('rental.booking.explain.takenBack'),
      });
      return message;
    };
  } catch {
    // The order is booked all the same.
    return undefined;
  }
}
