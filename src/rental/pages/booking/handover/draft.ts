import { draftOf, type Draft } from 'forecourt/admin';
import type { RentalCalls } from '../../../calls/index.ts';
import type { DamageKind, DamageSpot, DamageZone, ReturnTerms } from '../../../rules/index.ts';

/** Which way the car goes over the counter. */
export type HandoverKind = 'pickup' | 'return';
/** What both calls take; each takes its part. */
export type HandoverInput = RentalCalls['POST /order/pickup']['input'] & RentalCalls['POST /order/return']['input'];

export type PhotoField =
  | 'mileagePhoto'
  | 'frontPhoto'
  | 'idPhotos'
  | 'licencePhotos'
  | 'damagePhotos'
  | 'video'
  | 'attachments';
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

/** The picture of one mark on the sketch. */
export type MarkPlace = `mark.${string}`;
/** Where a file of a handover belongs. */
export type FilePlace = PhotoField | MarkPlace;
export const markPlace = (key: string): MarkPlace => `mark.${key}`;
/** How many files fit there. */
export const mostOf = (place: FilePlace): number => (place in MOST ? MOST[place as PhotoField] : 1);

/** A file that is on the server already; the address is for the preview only. */
export interface KeptFile {
  readonly name: string;
  readonly url: string;
}

/** Damage that this handover found; it gets its number from the server. */
export interface DraftMark extends DamageSpot {
  readonly key: string;
  readonly zone: DamageZone;
  readonly kind: DamageKind;
  /** Centimetres as typed. */
  readonly size: string;
  readonly note: string;
  readonly photo?: KeptFile;
}

/** What the desk made of a proposed charge of a return. */
export interface ChargeEdit {
  /** Baht; null: emptied; a text while it is no amount; missing: as proposed. */
  readonly amount?: number | string | null;
  readonly reason: string;
}

/** A task form as far as it has come. */
export interface HandoverDraft {
  readonly carId: number | null;
  /** Wall clock of the store; what counts while `timeSet`, else it is now. */
  readonly time: string;
  readonly timeSet: boolean;
  /** Digits as typed. */
  readonly mileage: string;
  /** The mileage as typed was read twice. */
  readonly mileageConfirmed?: boolean;
  /** The car of this id may go out unwashed. */
  readonly unwashedCarId?: number | null;
  readonly oil: number | null;
  readonly files: Readonly<Record<PhotoField, readonly KeptFile[]>>;
  readonly marks: readonly DraftMark[];
  /** Numbers of marks that the car had and has no more. */
  readonly mended: readonly number[];
  readonly remark: string;
  readonly returnStoreId: number | null;
  /** Of a return: what its charges are worked out from, kept for a desk without a network. */
  readonly terms?: ReturnTerms;
  /** Charges that are not as proposed: by their kind, those of damage by the key of the mark. */
  readonly charges?: Readonly<Record<string, ChargeEdit>>;
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
  marks: [],
  mended: [],
  remark: '',
  returnStoreId,
});

/** The draft with one mark changed. */
const withMark = (draft: HandoverDraft, key: string, change: Partial<DraftMark>): HandoverDraft => ({
  ...draft,
  marks: draft.marks.map((mark) => (mark.key === key ? { ...mark, ...change } : mark)),
});

/** The draft with one more file; a place of one file gives up the former. */
export function withFile(draft: HandoverDraft, place: FilePlace, file: KeptFile): HandoverDraft {
  if (!(place in MOST)) return withMark(draft, place.slice(markPlace('').length), { photo: file });
  const field = place as PhotoField;
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
    mileageConfirmed: draft.mileageConfirmed ? 1 : undefined,
    oil: draft.oil,
    mileagePhoto: names('mileagePhoto')[0],
    frontPhoto: names('frontPhoto')[0],
    idPhotos: names('idPhotos'),
    licencePhotos: names('licencePhotos'),
    video: names('video')[0],
    attachments: names('attachments'),
    damages: draft.marks.map(({ zone, x, y, kind: what, size, note, photo }) => ({
      ...{ zone, x, y, kind: what },
      ...(size === '' ? {} : { size: Number(size) }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
      ...(photo && { photo: photo.name }),
    })),
    mended: draft.mended,
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
      const marks = (stored.marks ?? []).map((mark) => ({
        ...mark,
        ...(mark.photo && { photo: { ...mark.photo, url: '' } }),
      }));
      return { ...empty, ...stored, marks, files: Object.fromEntries(files) as HandoverDraft['files'] };
    },
  };
}
