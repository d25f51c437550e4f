import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import {
  isOutcomeUnknown,
  keptFiles,
  uploadFile,
  useAdminRuntime,
  useAttempt,
  useSessionInfo,
  type HttpAnswer,
} from 'forecourt/admin';
import {
  CONTRACT,
  DEFAULT_TIME_ZONE,
  fromWallClock,
  messageKey,
  toWallClock,
  type Problem,
  type ReturnTerms,
} from '../../../rules/index.ts';
import { chargesProblems, sentCharges, shownCharges } from './charges.ts';
import {
  emptyHandover,
  fieldId,
  handoverDraft,
  taskPayload,
  withFile,
  withoutFile,
  type HandoverDraft,
  type HandoverInput,
  type FilePlace,
  type HandoverKind,
  type KeptFile,
  type PhotoField,
} from './draft.ts';
import { useRentalProvider } from '../../provider.ts';
import { pickupProblems, returnProblems, type HandoverOrder, type KnownCar } from './guards.ts';
import type { PickupPayment } from './usePickupPayment.ts';
import { useUploads, type Uploads } from './useUploads.ts';

/** The part of the form that money is taken in. */
const PAYMENTS = 'payments';
/** A field within a part, like `payments.0.amount`, is looked for in its part. */
const elementOf = (field: string): string => fieldId(field.split('.')[0]!);
/** The field that a signature is asked for in. */
const SIGNATURE = 'signImage';
/** The question whether an unwashed car goes out. */
export const UNWASHED = 'unwashedCarId';
const isUnwashed = ({ code }: Problem): boolean => code === 'vehicle.warning.dirty';
const MINUTE_MS = 60_000;
/** Fields that are simply not filled in yet are named only after an attempt. */
const isMissing = (problem: Problem): boolean => problem.code === 'field.required';

interface Overrides {
  readonly allowUnpaid: boolean;
  readonly allowBlacklisted: boolean;
  readonly reason: string;
  /** The car goes out without a signature, and why. */
  readonly unsigned: boolean;
  readonly unsignedReason: string;
}

/** What the renter has drawn under the contract that he read; it is not kept on the device. */
export interface Signed {
  readonly draw: () => Promise<Blob>;
  /** The version of the order that the contract was read of. */
  readonly updateTime?: string;
}

export interface Handover<Answer = unknown> {
  readonly draft: HandoverDraft;
  /** What the draft's time is right now. */
  readonly time: string;
  readonly zone: string;
  readonly car?: KnownCar;
  readonly uploads: Uploads;
  readonly overrides: Overrides;
  readonly renterRefused: boolean;
  readonly busy: boolean;
  readonly dirty: boolean;
  readonly refusal?: string;
  /** `fields` are those that it mends, where they are not called as its properties. */
  change(change: Partial<HandoverDraft>, fields?: readonly string[]): void;
  /** Keeps the facts that the charges of a return are worked out from. */
  learn(terms: ReturnTerms): void;
  removeFile(field: PhotoField, name: string): void;
  setOverrides(overrides: Overrides): void;
  /** Whether the renter has to sign before the keys go out: this car's contract is not signed yet (D-ORD-21). */
  readonly mustSign: boolean;
  sign(signed: Signed | undefined): void;
  errorOf(field: string): string | undefined;
  /** Problems of no single field, known before anything is asked. */
  readonly general: readonly string[];
  readonly warnings: readonly string[];
  readonly unpaid: boolean;
  /** The mileage is far ahead of the last known one, and asks to be confirmed. */
  readonly asksMileage: boolean;
  /** The car is unwashed, and whether it goes out all the same is asked. */
  readonly asksDirty: boolean;
  /** What of it is taken with the keys. */
  readonly payment: PickupPayment | undefined;
  discard(): void;
  send(): Promise<Answer | undefined>;
  /** Lets the screens behind show the new state: at the end, since the action that opened this goes away with the old one. */
  finish(): void;
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What the user may see of the car; nothing for those who may not. */
function useCar(carId: number | null, enabled: boolean): KnownCar | undefined {
  const provider = useRentalProvider();
  const { data } = useQuery({
    queryKey: ['vehicle', 'handover', carId],
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/info/{id}', { id: carId! }, { signal })).data,
    enabled: enabled && carId !== null,
    staleTime: 0,
    retry: false,
  });
  return data;
}

/** One pickup or return at work: kept on the device after every touch, photos sent at once, the server's guards asked beforehand. */
export function useHandover<Answer>(
  kind: HandoverKind,
  order: HandoverOrder,
  call: (input: HandoverInput) => Promise<HttpAnswer<Answer>>,
  payment?: PickupPayment,
): Handover<Answer> {
  const queries = useQueryClient();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const userId = useSessionInfo()?.id ?? 0;
  const store = useMemo(() => handoverDraft(userId, order.id, kind), [userId, order.id, kind]);
  const kept = useMemo(() => keptFiles(userId, `handover.${order.id}.${kind}`), [userId, order.id, kind]);
  const [draft, setDraft] = useState(
    () => store.read() ?? emptyHandover(order.carId, kind === 'return' ? order.returnStoreId : null),
  );
  const [dirty, setDirty] = useState(() => store.read() !== undefined);
  const [overrides, setOverrides] = useState<Overrides>({
    ...{ allowUnpaid: false, allowBlacklisted: false, reason: '' },
    ...{ unsigned: false, unsignedReason: '' },
  });
  const [signed, setSigned] = useState<Signed | undefined>();
  /** Under which name a drawing has arrived: sent again it is the same signature. */
  const stored = useRef<{ readonly draw: unknown; readonly name: string }>(undefined);
  const { http } = useAdminRuntime();
  const attempt = useAttempt(elementOf);
  const { refusal, mended } = attempt;
  const [renterRefused, setRenterRefused] = useState(false);
  const now = useNow();
  const zone = order.timeZone || DEFAULT_TIME_ZONE;
  const time = draft.timeSet ? draft.time : toWallClock(now, zone);

  useEffect(() => {
    if (dirty) store.write(draft);
  }, [store, draft, dirty]);

  const edit = useCallback((next: (current: HandoverDraft) => HandoverDraft) => {
    setDirty(true);
    setDraft(next);
  }, []);
  const change = useCallback(
    (patch: Partial<HandoverDraft>, fields: readonly string[] = Object.keys(patch)) => {
      edit((current) => ({ ...current, ...patch }));
      mended(fields);
    },
    [edit, mended],
  );
  // What the server says is nothing that somebody has typed.
  const learn = useCallback((terms: ReturnTerms) => setDraft((current) => ({ ...current, terms })), []);
  const uploads = useUploads(
    kept,
    useCallback((place: FilePlace, file: KeptFile) => edit((current) => withFile(current, place, file)), [edit]),
  );
  const car = useCar(draft.carId, kind === 'pickup');

  const taken = overrides.allowUnpaid ? undefined : payment;
  const judged =
    kind === 'pickup'
      ? pickupProblems(order, car, draft, {
          ...{ time, zone, now, allowUnpaid: overrides.allowUnpaid },
          paying: taken !== undefined,
        })
      : {
          errors: [
            ...returnProblems(order, draft, { time, zone, now }),
            ...chargesProblems(shownCharges(draft, fromWallClock(time, zone))),
          ],
          warnings: [],
        };
  const textOf = (problem: Problem): string => translate(messageKey(problem.code), problem.params);
  const shown = attempt.unanswered ? [] : judged.errors.filter((problem) => attempt.made || !isMissing(problem));
  const mustSign = kind === 'pickup' && (order.contractStatus !== CONTRACT.signed || draft.carId !== order.carId);
  const unsignedReason = overrides.unsigned ? overrides.unsignedReason.trim() : '';
  const needsSignature = mustSign && (overrides.unsigned ? unsignedReason === '' : signed === undefined);
  const wrongMileage = judged.errors.find(({ field }) => field === 'mileage');
  const asksDirty = judged.warnings.some(isUnwashed);
  const needsWash = asksDirty && draft.unwashedCarId !== draft.carId;
  const needsRemark = overrides.allowUnpaid && draft.remark.trim() === '';

  const errorOf = (field: string): string | undefined => {
    if (refusal?.fields[field]) return refusal.fields[field];
    if (field === 'remark' && attempt.made && needsRemark) return translate(messageKey('field.required'));
    if (field === SIGNATURE && attempt.made && needsSignature) return translate(messageKey('field.required'));
    if (field === UNWASHED && attempt.made && needsWash) return translate('rental.handover.confirmUnwashed');
    const problem = shown.find((one) => one.field === field);
    return problem && textOf(problem);
  };

  /** Puts the drawing into the store, once. */
  const storedSignature = async ({ draw }: Signed): Promise<string> => {
    if (stored.current?.draw !== draw) {
      const { name } = await uploadFile(http, new File([await draw()], 'signature.png', { type: 'image/png' }));
      stored.current = { draw, name };
    }
    return stored.current.name;
  };

  const signing = async (): Promise<Partial<HandoverInput>> => {
    if (!mustSign) return {};
    if (overrides.unsigned) return { unsignedReason };
    return { signImage: await storedSignature(signed!), updateTime: signed!.updateTime };
  };

  const send = async (): Promise<Answer | undefined> => {
    const errors = judged.errors.filter((problem) => problem.code !== 'time.future' || draft.timeSet);
    const sentTime = draft.timeSet ? draft.time : toWallClock(Date.now(), zone);
    const mayTake = taken === undefined || (await taken.check());
    return attempt.run({
      bad: [
        ...(mayTake ? [] : [PAYMENTS]),
        ...errors.map((problem) => problem.field ?? ''),
        ...(needsRemark ? ['remark'] : []),
        ...(needsSignature ? [SIGNATURE] : []),
        ...(needsWash ? [UNWASHED] : []),
      ],
      send: async () => {
        const { data, message } = await call({
          id: order.id,
          ...taskPayload(kind, draft, sentTime),
          ...(overrides.allowUnpaid ? { allowUnpaid: 1 } : {}),
          ...(overrides.allowBlacklisted ? { allowBlacklisted: 1, overrideReason: overrides.reason.trim() } : {}),
          ...(kind === 'return' && { charges: sentCharges(draft, sentTime, zone) }),
          ...taken?.payload(),
          ...(await signing()),
        });
        store.forget();
        void kept.clear();
        setDirty(false);
        notify(message || `rental.handover.done.${kind}`, { type: 'success' });
        return data;
      },
      onRefused: (error, fields) => {
        // Sent again it must be the same handover, not one of a minute later.
        if (isOutcomeUnknown(error)) edit((current) => ({ ...current, time: sentTime, timeSet: true }));
        // Somebody changed the order: what was read of the contract is read anew.
        if (mustSign) void queries.invalidateQueries({ queryKey: ['order', 'contract', order.id] });
        // A price was changed: what is proposed is asked for anew.
        if ('charges' in fields) void queries.invalidateQueries({ queryKey: ['order', 'returnTerms', order.id] });
        taken?.refused(fields);
        if ('renterPhone' in fields || 'overrideReason' in fields) setRenterRefused(true);
      },
    });
  };

  return {
    draft,
    time,
    zone,
    car,
    uploads,
    overrides,
    renterRefused,
    busy: attempt.busy,
    dirty: dirty || uploads.items.length > 0,
    refusal: refusal?.message || undefined,
    change,
    learn,
    removeFile: (field, name) => edit((current) => withoutFile(current, field, name)),
    setOverrides,
    mustSign,
    sign: (next) => {
      setSigned(next);
      mended([SIGNATURE]);
    },
    errorOf,
    general: shown
      .filter((problem) => problem.field === undefined && problem.code !== 'order.refusal.notPaid')
      .map(textOf),
    warnings: judged.warnings.filter((each) => !isUnwashed(each)).map(textOf),
    unpaid: kind === 'pickup' && order.payStatus !== 1,
    asksMileage:
      draft.mileageConfirmed === true ||
      wrongMileage?.code === 'order.refusal.mileageUnlikely' ||
      // Who may not see vehicles knows no mileage before: only the server asks.
      (wrongMileage === undefined && refusal?.fields['mileage'] !== undefined),
    asksDirty,
    payment: taken,
    discard: () => {
      store.forget();
      void kept.clear();
      setDirty(false);
    },
    send,
    finish: () => {
      void queries.invalidateQueries({ queryKey: ['order'] });
      refresh();
    },
  };
}
