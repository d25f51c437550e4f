import { draftOf, type Draft } from '../../../../framework/admin/index.ts';
import type { RentalCalls } from '../../../calls/index.ts';

/** Which way the car goes over the counter. */
export type HandoverKind = 'pickup' | 'return';
/** What both calls take; each takes its part. */
export type HandoverInput = RentalCalls['POST /order/pickup']['input'] & RentalCalls['POST /order/return']['input'];

export type PhotoField =
  'mileagePhoto' | 'frontPhoto' | 'idPhotos' | 'licencePhotos' | 'damagePhotos' | 'video' | 'attachments';
export const VIDEO = 'video' satisfies PhotoField;
/** Papers come from the device's files, not from the camera. */
export const PAPERS = 'attachments' satisfies PhotoField;

/** Id of a field's element. */
export const fieldId = (field: string): string => `handover-${field}`;

/** How many files a field takes (D-ORD-17). */
export const MOST: Readonly<Record<PhotoField, number>> = {
  mileagePhoto: 1,
  frontPhoto: 1,
  idPhotos: 9,
  licencePhotos: 9,
  damagePhotos: 9,
  video: 1,
  attachments: 9,
};

/** A file that is on the server already; the address is for the preview only. */
export interface KeptFile {
  readonly name: string;
  readonly url: string;
}

/** A task form as far as it has come. */
export interface HandoverDraft {
  readonly carId: number | null;
  /** Wall clock of the store; what counts while `timeSet`, else it is now. */
  readonly time: string;
  readonly timeSet: boolean;
  /** Digits as typed. */
  readonly mileage: string;
  readonly oil: number | null;
  readonly files: Readonly<Record<PhotoField, readonly KeptFile[]>>;
  readonly remark: string;
  readonly returnStoreId: number | null;
}

export const emptyHandover = (carId: number | null, returnStoreId: number | null): HandoverDraft => ({
  carId,
  time: '',
  timeSet: false,
  mileage: '',
  oil: null,
  files: {
    mileagePhoto: [],
    frontPhoto: [],
    idPhotos: [],
    licencePhotos: [],
    damagePhotos: [],
    video: [],
    attachments: [],
  },
  remark: '',
  returnStoreId,
});

/** The draft with one more file; a field of one file gives up the former. */
export function withFile(draft: HandoverDraft, field: PhotoField, file: KeptFile): HandoverDraft {
  const kept = MOST[field] === 1 ? [] : draft.files[field];
  return { ...draft, files: { ...draft.files, [field]: [...kept, file].slice(0, MOST[field]) } };
}

export function withoutFile(draft: HandoverDraft, field: PhotoField, name: string): HandoverDraft {
  return { ...draft, files: { ...draft.files, [field]: draft.files[field].filter((file) => file.name !== name) } };
}

/** Kilometres as typed; null when nothing is, NaN when it is no whole number. */
export const mileageOf = ({ mileage }: Pick<HandoverDraft, 'mileage'>): number | null => {
  const digits = mileage.replace(/[\s,]/g, '');
  if (digits === '') return null;
  return /^\d{1,7}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** What the pickup and return calls take. */
export function taskPayload(kind: HandoverKind, draft: HandoverDraft, time: string): Omit<HandoverInput, 'id'> {
  const names = (field: PhotoField): readonly string[] => draft.files[field].map((file) => file.name);
  const sent: Record<string, unknown> = {
    carId: draft.carId,
    time,
    mileage: mileageOf(draft),
    oil: draft.oil,
    mileagePhoto: names('mileagePhoto')[0],
    frontPhoto: names('frontPhoto')[0],
    idPhotos: names('idPhotos'),
    licencePhotos: names('licencePhotos'),
    video: names('video')[0],
    attachments: names('attachments'),
    remark: draft.remark.trim(),
    ...(kind === 'return' ? { damagePhotos: names('damagePhotos'), returnStoreId: draft.returnStoreId } : {}),
  };
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Omit<HandoverInput, 'id'>;
}

/**
 * Keeps a handover of one user on this device until it is done, also when the browser is closed: the battery may run out in the yard.
 * The address of a preview does not live as long as a draft may.
 */
export function handoverDraft(
  userId: number,
  orderId: number,
  kind: HandoverKind,
  storage: Storage = window.localStorage,
): Draft<HandoverDraft> {
  const kept = draftOf<HandoverDraft>(userId, `handover.${orderId}.${kind}`, storage);
  return {
    ...kept,
    read: () => {
      const stored: Partial<HandoverDraft> | undefined = kept.read();
      if (!stored?.files) return undefined;
      const empty = emptyHandover(null, null);
      const files = Object.entries({ ...empty.files, ...stored.files }).map(([field, names]) => [
        field,
        names.map(({ name }) => ({ name, url: '' })),
      ]);
      return { ...empty, ...stored, files: Object.fromEntries(files) as HandoverDraft['files'] };
    },
  };
}
