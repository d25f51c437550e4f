import { expiryProblems } from './availability.ts';
import { aboutOrders, problem } from './problem.ts';
import type { NamedOrder, Problem } from './problem.ts';
import type { DateText } from './storeTime.ts';
import { AUDIT } from './vehicleStates.ts';

/** What the audit looks at: the four steps of the form (D-CAR-05, V2). */
interface AuditFacts {
  readonly auditStatus: number;
  readonly plate: string | null;
  readonly frameNo: string | null;
  readonly engineNo: string | null;
  readonly institutionId: number | null;
  readonly storeId: number | null;
  readonly licenceNo: string | null;
  readonly registerDate: DateText | null;
  readonly inspectionExpiry: DateText | null;
  /** Last day of the compulsory policy that covers today or, if none does, of the newest. */
  readonly compulsoryEnd: DateText | null;
  readonly today: DateText;
}

const AUDITED_FIELDS = [
  'plate',
  'frameNo',
  'engineNo',
  'institutionId',
  'storeId',
  'licenceNo',
  'registerDate',
  'inspectionExpiry',
] as const;

/** May the vehicle be audited (V2)? One problem for each thing that is missing. */
export function auditGuard(facts: AuditFacts): readonly Problem[] {
  if (facts.auditStatus === AUDIT.passed) return [problem('vehicle.refusal.alreadyAudited')];
  const missing = AUDITED_FIELDS.filter((field) => facts[field] === null || facts[field] === '');
  return [
    ...missing.map((field) => problem(`vehicle.missing.${field}`, {}, field)),
    ...(facts.compulsoryEnd !== null && facts.compulsoryEnd >= facts.today
      ? []
      : [problem('vehicle.missing.compulsoryInsurance', {}, 'compulsoryInsurance')]),
  ];
}

interface ListingFacts {
  readonly auditStatus: number;
  /** An enabled price row for the store and the sub-model. */
  readonly priced: boolean;
  /** After a dispatch: the new store's price was saved since (D-CAR-04). True when there was no dispatch. */
  readonly priceConfirmed: boolean;
  readonly compulsoryEnd: DateText | null;
  readonly inspectionExpiry: DateText | null;
  readonly today: DateText;
}

/** May the vehicle be listed (V3)? */
export const listGuard = (facts: ListingFacts): readonly Problem[] => [
  ...(facts.auditStatus === AUDIT.passed ? [] : [problem('vehicle.refusal.notAudited')]),
  ...(facts.priced ? [] : [problem('vehicle.refusal.noPrice')]),
  ...(facts.priced && !facts.priceConfirmed ? [problem('vehicle.refusal.priceNotConfirmed')] : []),
  ...expiryProblems(facts, facts.today, 'vehicle.refusal.policyExpired', 'vehicle.refusal.inspectionExpired'),
];

/** Orders of status 1 or 2 on the car; they must be moved first (V4, V8, V9, V10). */
export const openOrdersGuard = (orders: readonly NamedOrder[], field?: string): readonly Problem[] =>
  aboutOrders(
    orders,
    {
      all: 'vehicle.refusal.openOrders',
      some: 'vehicle.refusal.someOpenOrders',
      none: 'vehicle.refusal.otherOpenOrders',
    },
    field,
  );

/** May the vehicle go to another store (V8)? */
export function dispatchGuard(facts: {
  readonly storeId: number;
  readonly targetStoreId: number | null;
  readonly openOrders: readonly NamedOrder[];
  /** A plan of the car that is still open (D-STOCK-05), on the clock of its store; it is carried out or cancelled, not passed by. */
  readonly planned: string | null;
}): readonly Problem[] {
  if (facts.targetStoreId === null) return [problem('field.required', {}, 'storeId')];
  if (facts.targetStoreId === facts.storeId) return [problem('vehicle.refusal.sameStore', {}, 'storeId')];
  return [
    ...openOrdersGuard(facts.openOrders),
    ...(facts.planned === null ? [] : [problem('vehicle.refusal.dispatchPlanned', { start: facts.planned })]),
  ];
}

/** May the owner change (V11)? */
export const changeOwnerGuard = (facts: {
  readonly ownerType: number | null;
  readonly institutionId: number | null;
}): readonly Problem[] =>
  (['ownerType', 'institutionId'] as const)
    .filter((field) => facts[field] === null)
    .map((field) => problem('field.required', {}, field));

/** Identity and licence data: the schema has them changed only while pending (V12). */
const IDENTITY_FIELDS: readonly string[] = [
  'plate',
  'frameNo',
  'engineNo',
  'licenceNo',
  'registerDate',
  'inspectionExpiry',
  'usageCharacter',
  'licenceFront',
  'licenceBack',
];

/** Whether a change of these fields sets the audit back to pending review (V12). */
export const resetsAudit = (changedFields: readonly string[]): boolean =>
  changedFields.some((field) => IDENTITY_FIELDS.includes(field));

/** May the vehicle be deleted (V13)? */
export const deleteGuard = (facts: {
  readonly auditStatus: number;
  readonly hasHistory: boolean;
}): readonly Problem[] => [
  ...(facts.auditStatus === AUDIT.pending ? [] : [problem('vehicle.refusal.deleteAudited')]),
  ...(facts.hasHistory ? [problem('vehicle.refusal.hasHistory')] : []),
];
