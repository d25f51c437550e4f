import { DAY_MS, dayText, wallMs, useAddress } from 'forecourt/admin';
import { DEFAULT_TIME_ZONE, toWallClock } from '../../rules/index.ts';

const number = (text: string | null): number | undefined =>
  text && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;

export type StockSpanChoice = ReturnType<typeof useStockSpan>;

/** Store, model and month of a page of the stock, as the address says them; from today on where it says nothing. */
export function useStockSpan() {
  const address = useAddress();
  const { search } = address;
  const asked = search.get('from');
  const today = toWallClock(Date.now(), DEFAULT_TIME_ZONE).slice(0, 10);
  const dateStart = asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today;
  const dateEnd = dayText(wallMs(dateStart) + 30 * DAY_MS);
  const storeId = number(search.get('storeId'));
  const subModelId = number(search.get('subModelId'));
  const choose = (name: 'from' | 'storeId' | 'subModelId', value: string) => address.choose({ [name]: value });
  const span = { dateStart, dateEnd, ...(storeId && { storeId }), ...(subModelId && { subModelId }) };
  return { span, choose };
}
