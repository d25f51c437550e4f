import { useCallback, useState } from 'react';
import { HttpError, useTranslate } from 'react-admin';
import { refusalOf, wallMs, wallText } from 'forecourt/admin';
import { ORDER } from '../../rules/index.ts';
import type { StockBar } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';

/** Another car, another time, or both, for the order of a bar. */
export interface Target {
  readonly stock: StockBar;
  /** The car that it is on now; null: it waits for one. */
  readonly carId: number | null;
  /** null: it gives its plate back. */
  readonly toCarId: number | null;
  readonly start: number;
  readonly end: number;
  /** Why the renter gets another model than booked. */
  readonly remark?: string;
}

interface Moved {
  readonly severity: 'success' | 'warning' | 'error';
  readonly text: string;
  /** Puts it back. */
  readonly undo?: () => void;
}

/** What was done, and what is to be known of it although it was done. */
interface Done {
  readonly message: string;
  readonly data: { readonly warnings: readonly { readonly message: string }[] };
}

/** Moves orders by the commands of the desk: a plate by assignment, a time by editing it, both at once as a change of the order. */
export function useMoves(reload: () => Promise<unknown>) {
  const provider = useRentalProvider();
  const translate = useTranslate();
  const [said, say] = useState<Moved | null>(null);
  const [busy, setBusy] = useState<Target | null>(null);

  const send = useCallback(
    async ({ stock, carId, toCarId, start, end, remark }: Target): Promise<Done> => {
      const { id, updateTime } = stock;
      const [plannedPickupTime, plannedReturnTime] = [wallText(start), wallText(end)];
      const otherCar = carId !== toCarId;
      const otherTime = plannedPickupTime !== stock.start || plannedReturnTime !== stock.end;
      if (stock.status === ORDER.pickedUp)
        return provider.call('POST', '/order/edittime', { id, plannedReturnTime, updateTime });
      if (!otherTime)
        return provider.call('POST', '/order/assigncar', { id, carId: toCarId, updateTime, ...(remark && { remark }) });
      const times = { plannedPickupTime, plannedReturnTime, updateTime };
      if (!otherCar) return provider.call('POST', '/order/edittime', { id, ...times });
      // The order's own remark says why, beside what it says already.
      const told = remark ? String((await provider.getOne('order', { id })).data['remark'] ?? '') : '';
      const reason = remark && { remark: told ? `${told}\n${remark}` : remark };
      return provider.call('POST', '/order/save', { id, carId: toCarId, ...times, ...reason });
    },
    [provider],
  );

  /** Answers why it was refused; what is shown is true again either way. */
  const move = useCallback(
    async (target: Target, undoable = true): Promise<string | null> => {
      setBusy(target);
      try {
        const { message, data } = await send(target);
        const warnings = data.warnings.map((each) => each.message);
        await reload();
        const back = async () => {
          const { stock, carId, toCarId } = target;
          const { data: order } = await provider.getOne('order', { id: stock.id });
          const there = order['plannedPickupTime'] === wallText(target.start) && (order['carId'] ?? null) === toCarId;
          if (!there) return say({ severity: 'error', text: translate('rental.stock.page.undoTooLate') });
          const fresh = {
            ...stock,
            ...{ start: wallText(target.start), end: wallText(target.end), updateTime: String(order['updateTime']) },
          };
          const [start, end] = [wallMs(stock.start), wallMs(stock.end)];
          await move({ stock: fresh, carId: toCarId, toCarId: carId, start, end }, false);
        };
        const mayUndo = undoable && target.stock.status === ORDER.approved;
        say({
          severity: warnings.length > 0 ? 'warning' : 'success',
          text: [message, ...warnings].join(' · '),
          ...(mayUndo && { undo: () => void back() }),
        });
        return null;
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const refusal = refusalOf(error);
        const text = translate(refusal.message, { _: refusal.message });
        say({ severity: 'error', text });
        await reload();
        return text;
      } finally {
        setBusy(null);
      }
    },
    [send, reload, provider, translate],
  );
  return { move, busy, said, hush: useCallback(() => say(null), []) };
}
