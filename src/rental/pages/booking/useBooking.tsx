import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import {
  isOutcomeUnknown,
  TAKE_BACK_MS,
  TakeBackButton,
  useAttempt,
  useCan,
  useLabels,
  useSessionInfo,
  type AttemptRefusal,
} from 'forecourt/admin';
import type { Notice } from '../../calls/index.ts';
import { messageKey, type ProblemCode } from '../../rules/index.ts';
import {
  EMPTY_DRAFT,
  draftOf,
  missingFields,
  savePayload,
  withChange,
  type DraftField,
  type OrderDraft,
} from './draft.ts';
import { bookingDraft } from './bookingDraft.ts';
import { takeBackBooking } from './takeBackBooking.ts';
import { useFreeCars, type FreeCars } from './useFreeCars.ts';
import { useQuote, type LiveQuote } from './useQuote.ts';
import { useRentalProvider } from '../provider.ts';

export interface Override {
  readonly allow: boolean;
  readonly reason: string;
}

interface SavedOrder {
  readonly id: number;
  readonly orderNo: string;
}

/** One booking form: what is typed, what it costs, what is wrong with it, and the way to save it. */
export interface Booking {
  /** The order that is changed; undefined for a new one. */
  readonly order?: StoredOrder;
  readonly draft: OrderDraft;
  change(change: Partial<OrderDraft>): void;
  readonly dirty: boolean;
  /** Half-typed work of before a reload is in the form. */
  readonly restored: boolean;
  startAfresh(): void;
  readonly live: LiveQuote;
  readonly free: FreeCars;
  errorOf(field: string): string | undefined;
  warningsOf(field: string): readonly string[];
  /** What stands against saving, in words, as far as it is known. */
  readonly errors: readonly Notice[];
  readonly override: Override;
  setOverride(override: Override): void;
  /** The server refused the renter. */
  readonly renterRefused: boolean;
  /** What the server asked before it books, in words; a new order waits for an answer. */
  readonly asked: string | undefined;
  readonly confirmed: boolean;
  setConfirmed(confirmed: boolean): void;
  readonly busy: boolean;
  readonly blocked: boolean;
  /** Somebody else changed the order meanwhile. */
  readonly conflict: boolean;
  /** Reads their version under what was typed. */
  takeTheirs(): void;
  dismissConflict(): void;
  /** Saves, or says at the fields why not; undefined when nothing was saved. */
  save(): Promise<SavedOrder | undefined>;
}

export interface StoredOrder extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly orderNo: string;
  readonly updateTime: string;
}

/** A refusal in words: each field by its name, or the reason alone where no field is to blame. */
function refusalNotices({ message, fields }: AttemptRefusal, labelOf: (field: string) => string): readonly Notice[] {
  const named = Object.entries(fields).map(([field, text]): Notice => ({
    code: 'refused',
    message: `${labelOf(field)}: ${text}`,
    field,
  }));
  return named.length > 0 ? named : message ? [{ code: 'refused', message, field: null }] : [];
}

/** A change of one of these may be another renter, or another trip. */
const ASKED_OF: readonly DraftField[] = [
  ...(['renterPhone', 'renterCountryCode', 'renterIdType', 'renterIdNo'] as const),
  ...(['subModelId', 'plannedPickupTime', 'plannedReturnTime'] as const),
];

const NO_OVERRIDE: Override = { allow: false, reason: '' };

export const fieldId = (field: string): string => `booking-${field}`;

interface BookingStart {
  readonly order?: StoredOrder;
  /** What a new order begins with. */
  readonly initial?: Partial<OrderDraft>;
  /** The part of it that was asked for: it holds over what was typed in a form before. */
  readonly beginning?: Partial<OrderDraft>;
}

export function useBooking({ order, initial, beginning }: BookingStart): Booking {
  const provider = useRentalProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const [mayCancel, mayRead] = [useCan('order-disable'), useCan('order-detail')];
  const translate = useTranslate();
  const labels = useLabels('order');
  const userId = useSessionInfo()?.id ?? 0;
  const store = useMemo(() => bookingDraft(userId, order?.id ?? 'new'), [userId, order?.id]);

  const loaded = useMemo(() => (order ? draftOf(order) : undefined), [order]);
  const [kept] = useState(() => store.read());
  const fresh = useMemo<OrderDraft>(() => ({ ...EMPTY_DRAFT, ...initial }), [initial]);
  const [base, setBase] = useState<OrderDraft | undefined>(kept?.base ?? loaded);
  const [version, setVersion] = useState(kept?.updateTime ?? order?.updateTime);
  const [draft, setDraft] = useState<OrderDraft>(
    kept ? { ...EMPTY_DRAFT, ...kept.draft, ...beginning } : (loaded ?? fresh),
  );
  const [touched, setTouched] = useState(kept !== undefined);
  const [restored, setRestored] = useState(kept !== undefined);
  const attempt = useAttempt(fieldId);
  const { refusal, mended } = attempt;
  const [override, setOverride] = useState(NO_OVERRIDE);
  const [renterRefused, setRenterRefused] = useState(false);
  const [asked, setAsked] = useState<string>();
  const [confirmed, setConfirmed] = useState(false);
  const [conflict, setConflict] = useState(false);
  const [saved, setSaved] = useState(false);

  const live = useQuote(draft, order?.id);
  const free = useFreeCars(draft, order?.id);

  useEffect(() => {
    if (touched) store.write({ draft, base, updateTime: version });
  }, [store, draft, base, version, touched]);

  // The store arrives after the form: a form that nobody has touched takes it over.
  const untouched = !touched && !order;
  useEffect(() => {
    if (untouched) setDraft(fresh);
  }, [untouched, fresh]);

  // The order was read again after a conflict: what was typed stays, the rest is theirs.
  const versionRead = order?.updateTime;
  const reading = useRef(false);
  useEffect(() => {
    if (!reading.current || !loaded || !base || versionRead === version) return;
    reading.current = false;
    const typed = Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as DraftField]),
    );
    setBase(loaded);
    setVersion(versionRead);
    setDraft({ ...loaded, ...(Object.fromEntries(typed) as Partial<OrderDraft>) });
  }, [loaded, base, version, versionRead, draft]);

  const change = useCallback(
    (patch: Partial<OrderDraft>) => {
      setTouched(true);
      setDraft((current) => withChange(current, patch));
      mended(Object.keys(patch));
      if ('renterPhone' in patch || 'renterIdNo' in patch) setRenterRefused(false);
      if (ASKED_OF.some((field) => field in patch)) {
        setAsked(undefined);
        setConfirmed(false);
      }
    },
    [mended],
  );

  const startAfresh = () => {
    store.forget();
    setDraft(loaded ?? fresh);
    setBase(loaded);
    setVersion(order?.updateTime);
    setTouched(false);
    setRestored(false);
    attempt.forget();
  };

  const required = messageKey('field.required');
  const missing = useMemo(() => (attempt.made ? missingFields(draft) : []), [attempt.made, draft]);
  // A quote that is asked while the form is saved, or after, may find the very order that this form has made, on the car that it wanted.
  const mayMeetItself = attempt.busy || attempt.unanswered || saved;
  const quoted = useMemo(
    () =>
      mayMeetItself
        ? []
        : (live.quote?.errors ?? []).filter((notice) => notice.code !== ('field.required' satisfies ProblemCode)),
    [live.quote, mayMeetItself],
  );
  const warnings = live.quote?.warnings ?? [];
  const errors: readonly Notice[] = [
    ...quoted,
    ...(refusal
      ? refusalNotices(refusal, labels.field).filter(
          // A question stands beside the renter, with its answer.
          ({ field }) => field !== 'confirmed' && !quoted.some((known) => known.field === field),
        )
      : []),
  ];

  const errorOf = (field: string): string | undefined =>
    (missing as readonly string[]).includes(field)
      ? translate(required)
      : (refusal?.fields[field] ?? live.refused[field] ?? quoted.find((notice) => notice.field === field)?.message);

  const send = async (): Promise<SavedOrder> => {
    const { data, message } = await provider.call('POST', '/order/save', {
      ...savePayload(draft, base),
      ...(order ? { id: order.id, updateTime: version } : {}),
      ...(confirmed ? { confirmed: 1 } : {}),
      ...(override.allow ? { allowBlacklisted: 1, overrideReason: override.reason.trim() } : {}),
    });
    store.forget();
    setTouched(false);
    setSaved(true);
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['order'] }),
      queries.invalidateQueries({ queryKey: ['booking', 'free cars'] }),
    ]);
    const said = message || translate('rental.booking.saved');
    const takeBack = order || !mayCancel || !mayRead ? undefined : await takeBackBooking(provider, translate, data.id);
    notify(data.orderNo ? translate('rental.steps.done', { name: data.orderNo, message: said }) : said, {
      type: 'success',
      ...(takeBack && { autoHideDuration: TAKE_BACK_MS, action: <TakeBackButton run={takeBack} /> }),
    });
    return data;
  };

  const save = async (): Promise<SavedOrder | undefined> => {
    const bad = missingFields(draft);
    if (bad.length === 0 && override.allow && override.reason.trim() === '') {
      attempt.refuse({ overrideReason: translate(required) });
      return undefined;
    }
    return attempt.run({
      bad,
      send,
      onRefused: (error, fields) => {
        if (error.status === 409) {
          setConflict(true);
          return true;
        }
        if ('renterPhone' in fields || 'overrideReason' in fields) setRenterRefused(true);
        if ('confirmed' in fields) setAsked(fields['confirmed']);
        // A car that somebody else has got meanwhile: look again who is free. Without an answer it may be this order that has got it.
        if (!isOutcomeUnknown(error)) void queries.invalidateQueries({ queryKey: ['booking', 'free cars'] });
        if (Object.keys(fields).length === 0) notify(error.message, { type: 'error' });
        return false;
      },
    });
  };

  return {
    order,
    draft,
    change,
    dirty: touched,
    restored,
    startAfresh,
    live,
    free,
    errorOf,
    warningsOf: (field) => warnings.filter((notice) => notice.field === field).map((notice) => notice.message),
    errors,
    override,
    setOverride,
    ...{ asked, confirmed, setConfirmed },
    renterRefused,
    busy: attempt.busy,
    // Figures that still move may turn out well: only what is certain keeps a clerk from saving.
    blocked: !live.stale && quoted.length > 0,
    conflict,
    takeTheirs: () => {
      reading.current = true;
      setConflict(false);
      void queries.invalidateQueries({ queryKey: ['order'] });
    },
    dismissConflict: () => setConflict(false),
    save,
  };
}
