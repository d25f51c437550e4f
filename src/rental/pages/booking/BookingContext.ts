import { createContext, useContext } from 'react';
import type { OrderDraft } from './draft.ts';
import type { Booking } from './useBooking.tsx';
import type { Stores } from './useStores.ts';

interface BookingForm extends Booking {
  readonly stores: Stores;
  /** What an order of that store begins with. */
  timesFor(storeId: number | null): Pick<OrderDraft, 'plannedPickupTime' | 'plannedReturnTime'>;
}

export const BookingContext = createContext<BookingForm | undefined>(undefined);

/** The booking form that a part of it belongs to. */
export function useBookingForm(): BookingForm {
  const form = useContext(BookingContext);
  if (!form) throw new Error('BookingContext is missing above this component');
  return form;
}
