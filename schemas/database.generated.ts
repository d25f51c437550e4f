// Written by packages/forecourt/cli/generate.ts from the schemas and code tables. Do not edit: run `npm run generate`.
// Rows as PostgreSQL holds them: amounts in minor units of the currency, times as instants.
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type * as wire from './types.generated.ts';

export interface ApiKeyTable {
  id: Generated<number>;
  name: string;
  userId: number;
  readsOnly: Generated<boolean | null>;
  expireTime: ColumnType<Date, Date | string, Date | string>;
  addresses: string | null;
  perMinute: Generated<number | null>;
  agents: Generated<0 | 1 | 2 | null>;
  agentsSeeAll: Generated<boolean | null>;
  agentsSend: Generated<boolean | null>;
  scim: Generated<boolean | null>;
  status: Generated<1 | 0>;
  prefix: string | null;
  issueTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  oldUntil: ColumnType<Date | null, Date | string | null, Date | string | null>;
  lastUsedTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  lastUsedFrom: string | null;
  exposedTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  hash: string | null;
  oldHash: string | null;
  overlap: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface LoginLogTable {
  id: Generated<number>;
  time: ColumnType<Date, Date | string, Date | string>;
  username: string;
  result: Generated<1 | 0>;
  message: string | null;
  ip: string | null;
  userAgent: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface MenuTable {
  id: Generated<number>;
  parentId: number | null;
  title: JSONColumnType<NonNullable<wire.Menu['title']>>;
  type: Generated<1 | 2 | 3>;
  path: string | null;
  url: string | null;
  icon: string | null;
  sort: Generated<number | null>;
  status: Generated<1 | 0 | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OperationLogTable {
  id: Generated<number>;
  time: ColumnType<Date, Date | string, Date | string>;
  userId: number | null;
  username: string | null;
  module: string;
  action: string;
  method: string | null;
  path: string | null;
  objectId: string | null;
  params: JSONColumnType<NonNullable<wire.OperationLog['params']> | null>;
  statusCode: number | null;
  message: string | null;
  ip: string | null;
  door: string | null;
  duration: number | null;
  callId: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OutboxTable {
  id: Generated<number>;
  channel: "sms" | "channel" | "mail";
  topic: "order-created" | "order-cancelled" | "verification-code" | "password-link" | "member" | "test" | "pickup" | "return" | "deduction" | "violation" | "order-result" | "stock" | "notifications";
  recipient: string | null;
  text: string | null;
  payload: JSONColumnType<NonNullable<wire.Outbox['payload']>>;
  state: Generated<"queued" | "sent" | "failed" | "notSent">;
  provider: string | null;
  reference: string | null;
  tries: Generated<number>;
  nextTryTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  sentTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  error: string | null;
  key: string | null;
  storeId: number | null;
  orderId: number | null;
  memberId: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface RoleTable {
  id: Generated<number>;
  name: string;
  code: string;
  description: string | null;
  taskType: 1 | 2 | null;
  sessionHours: number | null;
  idleMinutes: number | null;
  secondFactor: Generated<boolean | null>;
  fieldRights: JSONColumnType<NonNullable<wire.Role['fieldRights']> | null>;
  menuIds: number[] | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SignInProviderTable {
  id: Generated<number>;
  name: string;
  label: string | null;
  issuer: string;
  clientId: string;
  secret: string | null;
  scopes: Generated<string | null>;
  makesUsers: Generated<boolean | null>;
  linksByEmail: Generated<boolean | null>;
  domains: string | null;
  roleId: number | null;
  roleClaim: string | null;
  roleMap: string | null;
  scopeClaim: string | null;
  scopeMap: string | null;
  trustedFactors: string | null;
  passwordsOff: Generated<boolean | null>;
  emergencyUserId: number | null;
  status: Generated<1 | 0>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface UserTable {
  id: Generated<number>;
  username: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  password: string | null;
  invited: Generated<boolean | null>;
  roleId: number | null;
  supplierId: number | null;
  dataScope: 0 | 1 | null;
  storeIds: number[] | null;
  status: Generated<1 | 0>;
  changesPassword: Generated<boolean | null>;
  accessReason: string | null;
  avatar: string | null;
  custom: JSONColumnType<Record<string, unknown> | null>;
  notification: JSONColumnType<Record<string, unknown> | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
  deleteTime: ColumnType<Date | null>;
}

export interface WebhookTable {
  id: Generated<number>;
  name: string;
  url: string;
  resource: string;
  onCreated: Generated<boolean | null>;
  onUpdated: Generated<boolean | null>;
  onDeleted: Generated<boolean | null>;
  states: string | null;
  steps: string | null;
  filter: string | null;
  sentFields: string | null;
  userId: number;
  status: Generated<1 | 0 | 2>;
  reason: string | null;
  lastTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  lastError: string | null;
  failures: Generated<number | null>;
  restUntil: ColumnType<Date | null, Date | string | null, Date | string | null>;
  issueTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  oldUntil: ColumnType<Date | null, Date | string | null, Date | string | null>;
  secret: string | null;
  oldSecret: string | null;
  overlap: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface WebhookDeliveryTable {
  id: Generated<number>;
  webhookId: number;
  type: string;
  recordId: number | null;
  event: string | null;
  entered: string | null;
  changeId: number | null;
  changeTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  state: Generated<"queued" | "sent" | "failed" | "notSent">;
  tries: Generated<number>;
  nextTryTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  sentTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  httpStatus: number | null;
  size: number | null;
  duration: number | null;
  error: string | null;
  key: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface AnnualInspectionTable {
  id: Generated<number>;
  carId: number;
  nextInspectionDate: string;
  expiry: string | null;
  cost: number | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface BlacklistTable {
  id: Generated<number>;
  type: Generated<1 | 2 | 3 | 4 | 5>;
  reason: string | null;
  phone: string | null;
  idNo: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface BrandTable {
  id: Generated<number>;
  name: string;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CarTripTable {
  id: Generated<number>;
  carId: number;
  storeId: number | null;
  purpose: "wash" | "fuel" | "staff" | "other";
  driverId: number | null;
  startTime: ColumnType<Date, Date | string, Date | string>;
  endTime: ColumnType<Date, Date | string, Date | string>;
  startMileage: number;
  endMileage: number;
  note: string | null;
  previousMileage: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CarTypeTable {
  id: Generated<number>;
  brandId: number;
  name: string;
  series: string;
  doors: number;
  transmission: 1 | 2;
  fuel: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  emission: 1 | 2 | 3 | 4;
  seats: number;
  level: 1 | 2 | 3 | 4 | 5;
  category: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  type: 1 | 2 | 3 | 4 | 5 | 6;
  year: number | null;
  image: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ChannelDifferenceTable {
  id: Generated<number>;
  channel: 4 | 1 | 2 | 3;
  kind: "differs" | "missing" | "extra";
  storeId: number;
  subModelId: number;
  day: string;
  ourFree: number | null;
  theirFree: number | null;
  ourPrice: number | null;
  theirPrice: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ChannelMessageTable {
  id: Generated<number>;
  channel: 4 | 1 | 2 | 3;
  messageId: string;
  kind: "create" | "change" | "cancel";
  channelOrderNo: string;
  version: number | null;
  state: "parked" | "applied" | "refused" | "superseded";
  reasons: JSONColumnType<NonNullable<wire.ChannelMessage['reasons']> | null>;
  orderId: number | null;
  storeId: number | null;
  tries: Generated<number>;
  doneTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  digest: string | null;
  content: JSONColumnType<NonNullable<wire.ChannelMessage['content']> | null>;
  answer: JSONColumnType<NonNullable<wire.ChannelMessage['answer']> | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ChannelSettingTable {
  id: Generated<number>;
  channel: 2 | 3;
  enabled: Generated<1 | 0>;
  secret: string | null;
  oldSignature: Generated<1 | 0 | null>;
  tolerancePercent: Generated<number>;
  abovePercent: Generated<number | null>;
  stockDays: Generated<number>;
  stockTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CityTable {
  id: Generated<number>;
  cityName: string;
  province: string;
  country: string;
  cityCode: string;
  latitude: number;
  longitude: number;
  timeZone: Generated<"Asia/Bangkok" | "Asia/Ho_Chi_Minh" | "Asia/Phnom_Penh" | "Asia/Vientiane" | "Asia/Yangon" | "Asia/Kuala_Lumpur" | "Asia/Singapore" | "Asia/Jakarta" | "Asia/Makassar" | "Asia/Manila" | "Asia/Shanghai" | "Asia/Hong_Kong" | "Asia/Macau" | "Asia/Taipei" | "Asia/Tokyo" | "Asia/Seoul" | "Asia/Kolkata" | "Asia/Kathmandu" | "Asia/Colombo" | "Asia/Dhaka" | "Asia/Karachi" | "Asia/Dubai" | "Asia/Riyadh" | "Asia/Almaty" | "Asia/Tashkent" | "Indian/Maldives" | "Europe/Istanbul" | "Europe/Moscow" | "Europe/Athens" | "Europe/Berlin" | "Europe/Paris" | "Europe/Madrid" | "Europe/Rome" | "Europe/London" | "Africa/Cairo" | "Africa/Johannesburg" | "America/New_York" | "America/Chicago" | "America/Denver" | "America/Los_Angeles" | "America/Sao_Paulo" | "Australia/Perth" | "Australia/Brisbane" | "Australia/Sydney" | "Pacific/Auckland" | "Pacific/Honolulu" | "UTC">;
  status: Generated<1 | 0>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CouponTable {
  id: Generated<number>;
  code: string | null;
  type: Generated<1 | 2>;
  amount: number | null;
  discountAmount: number | null;
  rentalPeriod: number | null;
  discountDays: number | null;
  status: Generated<0 | 1 | -1>;
  memberId: number | null;
  sourceOrderId: number | null;
  orderId: number | null;
  useTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  cancelTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DamagePriceTable {
  id: Generated<number>;
  part: "wing" | "door" | "sill" | "wheel" | "mirror" | "bonnet" | "windscreen" | "roof" | "rearWindow" | "bootLid" | "bumper" | "grille" | "headlight" | "tailgate" | "taillight";
  kind: "scratch" | "dent" | "crack" | "missing";
  amount: number;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DataRequestTable {
  id: Generated<number>;
  memberId: number;
  kind: Generated<"export" | "erasure">;
  status: Generated<0 | 1 | -1>;
  operatorId: number | null;
  deciderId: number | null;
  decideTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  reason: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DeductionTable {
  id: Generated<number>;
  deductNo: string | null;
  orderId: number;
  type: 1 | 2 | 3;
  violationId: number | null;
  amount: number;
  reason: string;
  images: string[] | null;
  status: Generated<1 | 2 | 3 | 4 | -1>;
  transactionNo: string | null;
  failReason: string | null;
  revokeReason: string | null;
  submitTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  reviewTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  finishTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  submitterId: number | null;
  operatorId: number | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DeliveryFeeTable {
  id: Generated<number>;
  storeId: number;
  kind: Generated<1 | 2>;
  name: string | null;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  cityId: number | null;
  deliveryFee: number | null;
  pickupFee: number;
  startTime: string | null;
  endTime: string | null;
  status: Generated<1 | 0 | null>;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DepositTable {
  id: Generated<number>;
  orderId: number;
  item: "orderDeposit" | "violationDeposit";
  collected: Generated<number>;
  applied: Generated<number>;
  returned: Generated<number>;
  held: Generated<number>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DispatchPlanTable {
  id: Generated<number>;
  carId: number;
  subModelId: number | null;
  fromStoreId: number | null;
  toStoreId: number;
  departTime: ColumnType<Date, Date | string, Date | string>;
  doneTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  remark: string | null;
  status: Generated<1 | 2 | -1 | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DocumentTable {
  id: Generated<number>;
  memberId: number;
  type: Generated<1 | 2 | 3 | 4>;
  name: string | null;
  url: string;
  expiryDate: string | null;
  status: Generated<0 | 1 | 2 | 3>;
  remark: string | null;
  uploadTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  auditTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  aside: Generated<1 | 0 | null>;
  auditorId: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DrawerCountTable {
  id: Generated<number>;
  storeId: number;
  day: string;
  kind: 1 | 2;
  float: number;
  cash: number;
  expected: number;
  counted: number;
  notes: JSONColumnType<NonNullable<wire.DrawerCount['notes']> | null>;
  difference: number;
  reason: string | null;
  carried: number;
  banked: number;
  openCash: Generated<number>;
  time: ColumnType<Date, Date | string, Date | string>;
  operatorId: number | null;
  takerId: number | null;
  takenTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface FlashRentTable {
  id: Generated<number>;
  storeId: number;
  subModelId: number;
  enabled: Generated<1 | 0>;
  quota: Generated<number>;
  leadHours: Generated<number>;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface GpsDeviceTable {
  id: Generated<number>;
  deviceNo: string;
  name: string | null;
  sim: string | null;
  wireless: Generated<boolean | null>;
  expiryDate: string | null;
  carId: number | null;
  positionTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  latitude: number | null;
  longitude: number | null;
  speed: number | null;
  mileage: number | null;
  fault: "future" | "badPosition" | "sea" | "jump" | "mileageBack" | "mileageJump" | null;
  faultTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  reported: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface GpsSettingTable {
  id: Generated<number>;
  provider: Generated<"builtIn" | "traccar">;
  enabled: Generated<1 | 0>;
  url: string | null;
  account: string | null;
  secret: string | null;
  syncMinutes: Generated<number>;
  offlineMinutes: Generated<number>;
  syncTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  tryTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  nextTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  tries: Generated<number>;
  error: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface HolidayTable {
  id: Generated<number>;
  name: string;
  startDate: string;
  endDate: string;
  minDays: Generated<number>;
  bookingOpen: Generated<1 | 0>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface InspectionReminderTable {
  id: Generated<number>;
  carId: number | null;
  plate: string | null;
  subModelId: number | null;
  storeId: number | null;
  status: 0 | 1 | 2 | 3 | 4 | null;
  inspectionExpiry: string | null;
  nextInspectionDate: string | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface InstitutionTable {
  id: Generated<number>;
  name: string;
  type: Generated<1 | 2 | 3 | 4>;
  ownerType: 1 | 2 | null;
  contact: string;
  phone: string;
  email: string | null;
  address: string;
  licenseNo: string | null;
  taxId: string;
  legalPerson: string | null;
  status: Generated<1 | 0>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface InsuranceTable {
  id: Generated<number>;
  carId: number;
  type: 1 | 2;
  company: number | null;
  policyNo: string | null;
  startDate: string | null;
  endDate: string;
  premium: number | null;
  image: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface InsuranceReminderTable {
  id: Generated<number>;
  carId: number | null;
  plate: string | null;
  subModelId: number | null;
  storeId: number | null;
  status: 0 | 1 | 2 | 3 | 4 | null;
  type: 1 | 2 | null;
  company: number | null;
  policyNo: string | null;
  startDate: string | null;
  endDate: string | null;
  image: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CarChangeTable {
  id: Generated<number>;
  orderId: number;
  carId: number;
  newCarId: number;
  since: ColumnType<Date, Date | string, Date | string>;
  time: ColumnType<Date, Date | string, Date | string>;
  storeId: number;
  reason: "breakdown" | "accident" | "upgrade" | "wish";
  remark: string | null;
  fate: "free" | "shop" | "totalLoss";
  unread: string | null;
  price: "kept" | "new" | null;
  priceReason: string | null;
  difference: number | null;
  operatorId: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CarPlateTable {
  id: Generated<number>;
  carId: number;
  plate: string;
  validFrom: ColumnType<Date | null, Date | string | null, Date | string | null>;
  validUntil: ColumnType<Date, Date | string, Date | string>;
  reason: string;
  operatorId: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ChannelStockTable {
  id: Generated<number>;
  channel: 4 | 1 | 2 | 3;
  storeId: number;
  subModelId: number;
  day: string;
  free: number;
  price: number;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ContractTable {
  id: Generated<number>;
  orderId: number;
  contractNo: string;
  document: JSONColumnType<NonNullable<wire.Contract['document']>>;
  signTime: ColumnType<Date, Date | string, Date | string>;
  signImage: string;
  operatorId: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DepositEntryTable {
  id: Generated<number>;
  orderId: number;
  item: "orderDeposit" | "violationDeposit";
  kind: "collected" | "applied" | "returned";
  amount: number;
  paymentId: number | null;
  operatorId: number | null;
  remark: string | null;
  time: ColumnType<Date, Date | string, Date | string>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface HoldTable {
  id: Generated<number>;
  carId: number;
  kind: "order" | "maintenance" | "storage" | "dispatch";
  sourceId: number;
  startTime: ColumnType<Date, Date | string, Date | string>;
  endTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OrderFeeTable {
  id: Generated<number>;
  orderId: number;
  item: "rental" | "basicInsurance" | "handling" | "premiumService" | "vipService" | "orderDeposit" | "violationDeposit" | "delivery" | "pickup" | "nightPickup" | "nightReturn" | "differentCity" | "hourly" | "additional" | "reduction" | "discount" | "penalty" | "coupon" | "total";
  amount: number;
  source: Generated<"booking" | "renewal" | "overrun" | "manual" | "penalty" | "deduction">;
  renewalId: number | null;
  deductionId: number | null;
  violationId: number | null;
  remark: string | null;
  voided: Generated<1 | 0>;
  operatorId: number | null;
  time: ColumnType<Date, Date | string, Date | string>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OrderTaskTable {
  id: Generated<number>;
  orderId: number;
  type: "pickup" | "return" | "changeback" | "changeout";
  time: ColumnType<Date, Date | string, Date | string>;
  carId: number;
  mileage: number;
  oil: number;
  unread: string | null;
  idPhotos: string[] | null;
  licencePhotos: string[] | null;
  mileagePhoto: string | null;
  frontPhoto: string | null;
  video: string | null;
  attachments: string[] | null;
  damagePhotos: string[] | null;
  damages: JSONColumnType<NonNullable<wire.OrderTask['damages']> | null>;
  charges: JSONColumnType<NonNullable<wire.OrderTask['charges']> | null>;
  remark: string | null;
  voided: Generated<1 | 0>;
  reason: string | null;
  operatorId: number | null;
  previousMileage: number | null;
  previousStoreId: number | null;
  storeId: number | null;
  named: JSONColumnType<Record<string, unknown> | null>;
  replacedFeeIds: JSONColumnType<Record<string, unknown> | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ParameterTable {
  id: Generated<number>;
  basicInsurancePerDay: Generated<number>;
  handlingPerOrder: Generated<number>;
  premiumServicePerDay: Generated<number>;
  vipServicePerDay: Generated<number>;
  violationDeposit: Generated<number>;
  cnyRateThbPerCny: Generated<number>;
  fuelPricePerEighth: number | null;
  kmPerDay: number | null;
  extraKmPrice: number | null;
  turnaroundMinutes: Generated<number>;
  overrunGraceMinutes: Generated<number>;
  overrunFullDayHours: Generated<number>;
  daysPerMonth: Generated<number>;
  weekdayFreeCancelHours: Generated<number>;
  weekdayPenaltyPercent: Generated<number>;
  holidayFreeCancelHours: Generated<number>;
  holidayPenaltyPercent: Generated<number>;
  orderDepositUnfreezeDays: Generated<number>;
  violationDepositUnfreezeDays: Generated<number>;
  stockViewMaxDays: Generated<number>;
  expiryAlertDays: Generated<number>;
  maintenanceAlertKm: Generated<number>;
  maxPausePeriods: Generated<number>;
  printKeyLifetimeHours: Generated<number>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface RenewalTable {
  id: Generated<number>;
  orderId: number;
  time: ColumnType<Date, Date | string, Date | string>;
  previousTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  chargedFrom: ColumnType<Date | null, Date | string | null, Date | string | null>;
  fee: Generated<number>;
  remarks: string | null;
  status: Generated<1 | -1>;
  cancelReason: string | null;
  operatorId: number | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface MaintenanceTable {
  id: Generated<number>;
  carId: number;
  subModelId: number | null;
  storeId: number | null;
  owner: string | null;
  institutionId: number | null;
  storageFlag: 1 | 0;
  startTime: ColumnType<Date, Date | string, Date | string>;
  endTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  items: string | null;
  cost: number;
  mileage: number | null;
  cycle: number | null;
  nextMileage: number | null;
  remark: string | null;
  images: string[] | null;
  status: Generated<0 | 1>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface MaintenanceReminderTable {
  id: Generated<number>;
  carId: number | null;
  plate: string | null;
  subModelId: number | null;
  storeId: number | null;
  status: 0 | 1 | 2 | 3 | 4 | null;
  mileage: number | null;
  maintenanceCycle: number | null;
  nextMaintenanceMileage: number | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface MemberTable {
  id: Generated<number>;
  name: string;
  countryCode: Generated<string>;
  phone: string;
  email: string | null;
  idType: Generated<1 | 2 | 3 | 4>;
  idNo: string;
  birthday: string | null;
  channel: Generated<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | null>;
  status: Generated<1 | 0 | 2 | 3>;
  mergedIntoId: number | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface MemberMergeTable {
  id: Generated<number>;
  mergedId: number;
  survivorId: number;
  status: Generated<1 | 0 | null>;
  orders: Generated<number>;
  coupons: Generated<number>;
  documents: Generated<number>;
  messages: Generated<number>;
  operatorId: number | null;
  undoTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  undoneById: number | null;
  undo: JSONColumnType<Record<string, unknown>>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ModelTable {
  id: Generated<number>;
  brandId: number;
  name: string;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OrderTable {
  id: Generated<number>;
  orderNo: string | null;
  channel: Generated<4 | 1 | 2 | 3>;
  channelOrderNo: string | null;
  serviceType: 2 | 3 | null;
  memberId: number | null;
  renterName: string;
  renterCountryCode: Generated<string>;
  renterPhone: string;
  renterIdType: Generated<1 | 2 | 3 | 4>;
  renterIdNo: string;
  pickupStoreId: number;
  returnStoreId: number;
  subModelId: number;
  carId: number | null;
  externalPlate: Generated<1 | 0>;
  etc: Generated<1 | 0>;
  plannedPickupTime: ColumnType<Date, Date | string, Date | string>;
  plannedReturnTime: ColumnType<Date, Date | string, Date | string>;
  actualPickupTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  actualReturnTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  carSince: ColumnType<Date | null, Date | string | null, Date | string | null>;
  rentalDays: Generated<number>;
  rentalHours: Generated<number>;
  pickupType: Generated<0 | 1 | 2>;
  pickupPointId: number | null;
  pickupAddress: string | null;
  pickupLatitude: number | null;
  pickupLongitude: number | null;
  returnType: Generated<0 | 1 | 2>;
  returnPointId: number | null;
  returnAddress: string | null;
  returnLatitude: number | null;
  returnLongitude: number | null;
  depositType: Generated<1 | 2 | 3>;
  orderDepositWaived: Generated<1 | 0>;
  violationDepositWaived: Generated<1 | 0>;
  service: Generated<"none" | "premium" | "vip">;
  discount: JSONColumnType<NonNullable<wire.Order['discount']> | null>;
  couponCode: string | null;
  total: Generated<number>;
  payable: Generated<number>;
  paid: Generated<number>;
  depositHeld: Generated<number>;
  status: Generated<1 | 2 | 3 | -1>;
  contractStatus: Generated<0 | 1>;
  contractNo: string | null;
  contractSignTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  contractSignImage: string | null;
  deliveryStaffId: number | null;
  pickupStaffId: number | null;
  cancelKind: 1 | 2 | null;
  cancelReason: string | null;
  cancelTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  overrides: JSONColumnType<NonNullable<wire.Order['overrides']> | null>;
  remark: string | null;
  priceSnapshot: JSONColumnType<Record<string, unknown> | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PaymentTable {
  id: Generated<number>;
  orderId: number;
  storeId: number | null;
  type: Generated<1 | 2>;
  amount: number;
  feeItem: Generated<"rental" | "basicInsurance" | "handling" | "premiumService" | "vipService" | "orderDeposit" | "violationDeposit" | "delivery" | "pickup" | "nightPickup" | "nightReturn" | "differentCity" | "hourly" | "additional" | "reduction" | "discount" | "penalty" | "coupon" | "total">;
  method: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  transactionNo: string | null;
  payerAccount: string | null;
  time: ColumnType<Date, Date | string, Date | string>;
  day: string | null;
  late: Generated<0 | 1 | null>;
  refundId: number | null;
  deductionId: number | null;
  operatorId: number | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PreauthTable {
  id: Generated<number>;
  orderId: number;
  purpose: Generated<"deposit" | "charges">;
  number: string;
  method: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  amount: number;
  captured: Generated<number>;
  released: Generated<number>;
  expireTime: ColumnType<Date, Date | string, Date | string>;
  feeItem: "rental" | "basicInsurance" | "handling" | "premiumService" | "vipService" | "orderDeposit" | "violationDeposit" | "delivery" | "pickup" | "nightPickup" | "nightReturn" | "differentCity" | "hourly" | "additional" | "reduction" | "discount" | "penalty" | "coupon" | "total" | null;
  operatorId: number | null;
  finishTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PreparationTable {
  id: Generated<number>;
  orderId: number | null;
  orderNo: string | null;
  status: 1 | 2 | 3 | -1 | null;
  plannedPickupTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  plannedReturnTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  pickupStoreId: number | null;
  returnStoreId: number | null;
  renterName: string | null;
  subModelId: number | null;
  carId: number | null;
  pickupType: 0 | 1 | 2 | null;
  pickupAddress: string | null;
  returnAddress: string | null;
  deliveryStaffId: number | null;
  pickupStaffId: number | null;
  service: "none" | "premium" | "vip" | null;
  etc: 1 | 0 | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PriceTable {
  id: Generated<number>;
  storeId: number;
  subModelId: number;
  dailyPrice: number;
  monthlyPrice: number | null;
  deposit: Generated<number>;
  status: Generated<1 | 0>;
  description: string | null;
  photos: string[] | null;
  holidayPrices: JSONColumnType<NonNullable<wire.Price['holidayPrices']> | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface RefundTable {
  id: Generated<number>;
  refundNo: string | null;
  orderId: number;
  feeItem: Generated<"rental" | "basicInsurance" | "handling" | "premiumService" | "vipService" | "orderDeposit" | "violationDeposit" | "delivery" | "pickup" | "nightPickup" | "nightReturn" | "differentCity" | "hourly" | "additional" | "reduction" | "discount" | "penalty" | "coupon" | "total">;
  amount: number;
  method: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  payeeAccount: string | null;
  methodReason: string | null;
  confirmed: Generated<1 | 0 | null>;
  reason: string;
  status: Generated<0 | 1 | -1>;
  paidByStoreId: number | null;
  transactionNo: string | null;
  failReason: string | null;
  applyTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  finishTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  requesterId: number | null;
  operatorId: number | null;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SmsSettingTable {
  id: Generated<number>;
  supplierId: number;
  enabled: Generated<1 | 0>;
  type: Generated<"outbox" | "aliyun" | "tencent" | "generic">;
  signature: string | null;
  accessKey: string;
  secret: string;
  endpoint: string | null;
  appId: string | null;
  createdTemplate: string | null;
  createdTemplateCode: string | null;
  cancelledTemplate: string | null;
  cancelledTemplateCode: string | null;
  textTemplateCode: string | null;
  variables: JSONColumnType<NonNullable<wire.SmsSetting['variables']> | null>;
  testPhone: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface StorageOrderTable {
  id: Generated<number>;
  kind: Generated<1 | 2>;
  storeId: number;
  subModelId: number;
  carId: number;
  offlineTime: ColumnType<Date, Date | string, Date | string>;
  onlineTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  remark: string | null;
  status: Generated<1 | 2 | -1>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface StoreTable {
  id: Generated<number>;
  storeName: string;
  operatorName: string;
  phone: string | null;
  supplierId: number | null;
  cityId: number | null;
  location: JSONColumnType<NonNullable<wire.Store['location']> | null>;
  address: string;
  size: number;
  status: Generated<1 | 0>;
  booksThrough: string | null;
  is24h: Generated<1 | 0 | null>;
  businessHours: JSONColumnType<NonNullable<wire.Store['businessHours']> | null>;
  nightHours: JSONColumnType<NonNullable<wire.Store['nightHours']> | null>;
  nightPickupFee: Generated<number | null>;
  nightReturnFee: Generated<number | null>;
  minAdvance: JSONColumnType<NonNullable<wire.Store['minAdvance']>>;
  maxAdvance: JSONColumnType<NonNullable<wire.Store['maxAdvance']>>;
  serviceTime: JSONColumnType<NonNullable<wire.Store['serviceTime']>>;
  advanceTime: JSONColumnType<NonNullable<wire.Store['advanceTime']>>;
  fee: number;
  serviceArea: JSONColumnType<NonNullable<wire.Store['serviceArea']>>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface StoreSettingTable {
  id: Generated<number>;
  storeId: number;
  pausePeriods: JSONColumnType<NonNullable<wire.StoreSetting['pausePeriods']> | null>;
  cancelRules: JSONColumnType<NonNullable<wire.StoreSetting['cancelRules']> | null>;
  holidayPickup: JSONColumnType<NonNullable<wire.StoreSetting['holidayPickup']> | null>;
  festivals: JSONColumnType<NonNullable<wire.StoreSetting['festivals']> | null>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SubModelTable {
  id: Generated<number>;
  brandId: number;
  modelId: number;
  name: string;
  displacement: string;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SupplierTable {
  id: Generated<number>;
  name: string;
  type: Generated<1 | 2 | 3 | 4 | 9>;
  contact: string;
  phone: string;
  email: string;
  address: string;
  taxId: string;
  bankName: "BBL" | "KBANK" | "KTB" | "SCB" | "BAY" | "TTB" | "GSB" | "UOBT" | "OTHER";
  accountName: string;
  accountNo: string;
  status: Generated<1 | 0>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface TagSettingTable {
  id: Generated<number>;
  storeId: number;
  subModelId: number;
  tagIds: JSONColumnType<NonNullable<wire.TagSetting['tagIds']>>;
  status: Generated<1 | 0>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface VehicleTable {
  id: Generated<number>;
  brandId: number;
  modelId: number;
  subModelId: number;
  category: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
  transmission: 1 | 2 | null;
  fuelType: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
  displacement: string | null;
  year: number | null;
  seats: number | null;
  doors: number | null;
  luggage: number | null;
  plate: string;
  plateFrom: ColumnType<Date | null, Date | string | null, Date | string | null>;
  formerPlates: string | null;
  storeId: number;
  cityId: number | null;
  ownerType: 1 | 2 | null;
  institutionId: number | null;
  color: string | null;
  etc: Generated<1 | 0 | null>;
  mileage: Generated<number | null>;
  maintenanceCycle: Generated<number | null>;
  nextMaintenanceMileage: number | null;
  purchaseDate: string | null;
  price: number | null;
  images: string[] | null;
  remark: string | null;
  licenceNo: string | null;
  frameNo: string;
  engineNo: string;
  registerDate: string | null;
  inspectionExpiry: string | null;
  roadTaxExpiry: string | null;
  usageCharacter: 1 | 2 | 3 | null;
  licenceFront: string | null;
  licenceBack: string | null;
  compulsoryInsurance: JSONColumnType<NonNullable<wire.Vehicle['compulsoryInsurance']> | null>;
  commercialInsurance: JSONColumnType<NonNullable<wire.Vehicle['commercialInsurance']> | null>;
  auditStatus: Generated<0 | 1>;
  status: Generated<0 | 1 | 2 | 3 | 4>;
  dispatchTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  ready: Generated<0 | 1 | null>;
  readyTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  readyUserId: number | null;
  holdVersion: Generated<number>;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ViolationTable {
  id: Generated<number>;
  carId: number | null;
  noticePlate: string | null;
  storeId: number | null;
  time: ColumnType<Date, Date | string, Date | string>;
  behavior: string;
  location: string;
  points: 0 | 1 | 2 | 3 | 4;
  fine: number;
  documents: string[] | null;
  match: Generated<"matched" | "chosen" | "undecided" | "none">;
  orderId: number | null;
  status: Generated<0 | 1 | 2>;
  notifyTime: ColumnType<Date | null, Date | string | null, Date | string | null>;
  remark: string | null;
  createTime: ColumnType<Date, Date | string | undefined, Date | string>;
  updateTime: ColumnType<Date, Date | string | undefined, Date | string>;
}

/** For `Kysely<Tables>`. */
export interface Tables {
  apiKey: ApiKeyTable;
  loginLog: LoginLogTable;
  menu: MenuTable;
  operationLog: OperationLogTable;
  outbox: OutboxTable;
  role: RoleTable;
  signInProvider: SignInProviderTable;
  user: UserTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
  annualInspection: AnnualInspectionTable;
  blacklist: BlacklistTable;
  brand: BrandTable;
  carTrip: CarTripTable;
  carType: CarTypeTable;
  channelDifference: ChannelDifferenceTable;
  channelMessage: ChannelMessageTable;
  channelSetting: ChannelSettingTable;
  city: CityTable;
  coupon: CouponTable;
  damagePrice: DamagePriceTable;
  dataRequest: DataRequestTable;
  deduction: DeductionTable;
  deliveryFee: DeliveryFeeTable;
  deposit: DepositTable;
  dispatchPlan: DispatchPlanTable;
  document: DocumentTable;
  drawerCount: DrawerCountTable;
  flashRent: FlashRentTable;
  gpsDevice: GpsDeviceTable;
  gpsSetting: GpsSettingTable;
  holiday: HolidayTable;
  inspectionReminder: InspectionReminderTable;
  institution: InstitutionTable;
  insurance: InsuranceTable;
  insuranceReminder: InsuranceReminderTable;
  carChange: CarChangeTable;
  carPlate: CarPlateTable;
  channelStock: ChannelStockTable;
  contract: ContractTable;
  depositEntry: DepositEntryTable;
  hold: HoldTable;
  orderFee: OrderFeeTable;
  orderTask: OrderTaskTable;
  parameter: ParameterTable;
  renewal: RenewalTable;
  maintenance: MaintenanceTable;
  maintenanceReminder: MaintenanceReminderTable;
  member: MemberTable;
  memberMerge: MemberMergeTable;
  model: ModelTable;
  order: OrderTable;
  payment: PaymentTable;
  preauth: PreauthTable;
  preparation: PreparationTable;
  price: PriceTable;
  refund: RefundTable;
  smsSetting: SmsSettingTable;
  storageOrder: StorageOrderTable;
  store: StoreTable;
  storeSetting: StoreSettingTable;
  subModel: SubModelTable;
  supplier: SupplierTable;
  tagSetting: TagSettingTable;
  vehicle: VehicleTable;
  violation: ViolationTable;
}

/** One row as it is read: `RowOf<'order'>`. */
export type RowOf<Name extends keyof Tables> = Selectable<Tables[Name]>;
