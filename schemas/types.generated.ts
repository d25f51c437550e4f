// Written by packages/forecourt/cli/generate.ts from the schemas and code tables. Do not edit: run `npm run generate`.
// Records as the API says them: amounts in the application's currency, times as wall clock, codes as numbers or words.

/**
 * With it a program calls as a user: with that user's permissions and scope, never with more.
 */
export interface ApiKey {
  userName: string;
  id: number;
  name: string;
  /**
   * The user as whom it calls. A program gets a user of its own, with a role of its own.
   */
  userId: number;
  readsOnly: boolean | null;
  expireTime: string;
  /**
   * IP addresses and networks (10.0.0.0/8), apart by spaces, commas or lines, from which it may call. Empty: from anywhere.
   */
  addresses: string;
  perMinute: number | null;
  /**
   * Whether agents may use it over the Model Context Protocol, and whether they change anything.
   */
  agents: 0 | 1 | 2 | null;
  /**
   * Agents see what lists mask wherever its user does.
   */
  agentsSeeAll: boolean | null;
  /**
   * Agents may do what sends a message to somebody outside.
   */
  agentsSend: boolean | null;
  /**
   * A company's directory may keep users and roles with it (SCIM), as far as its user may.
   */
  scim: boolean | null;
  status: 1 | 0;
  prefix: string;
  issueTime: string;
  /**
   * Until then the key before the last one works too.
   */
  oldUntil: string;
  lastUsedTime: string;
  lastUsedFrom: string;
  /**
   * When it was last sent in an address, where logs of others may keep it.
   */
  exposedTime: string;
  /**
   * Hours for which the key before the last one works on, as they were chosen when the last one was made.
   */
  overlap: number | null;
  createTime: string;
  updateTime: string;
}

export interface LoginLog {
  id: number;
  time: string;
  username: string;
  result: 1 | 0;
  message: string;
  ip: string;
  userAgent: string;
  createTime: string;
  updateTime: string;
}

/**
 * Entry of the permission tree; renames, hides and orders menu entries, cannot create screens (D-SHELL-17).
 */
export interface Menu {
  parentTitle: string;
  id: number;
  parentId: number | null;
  title: {
    'zh-CN': string;
    'en-US': string;
    'th-TH': string;
  };
  type: 1 | 2 | 3;
  path: string;
  url: string;
  icon: string;
  sort: number | null;
  status: 1 | 0 | null;
  createTime: string;
  updateTime: string;
}

/**
 * One row for every changing call, also failed ones; secrets and personal data masked (D-LOG-01).
 */
export interface OperationLog {
  name: string;
  id: number;
  time: string;
  userId: number | null;
  username: string;
  module: string;
  action: string;
  method: string;
  path: string;
  objectId: string;
  params: {} | null;
  statusCode: number | null;
  message: string;
  ip: string;
  /**
   * What the caller came in by, where it was not a session: the shown part of an API key.
   */
  door: string;
  duration: number | null;
  callId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * SMS and channel pushes, written in the transaction they speak of and delivered after it (D-ADM-14, D-CHN-03).
 */
export interface Outbox {
  storeName: string;
  orderNo: string;
  memberName: string;
  id: number;
  channel: 'sms' | 'channel' | 'mail';
  topic:
    | 'order-created'
    | 'order-cancelled'
    | 'verification-code'
    | 'password-link'
    | 'member'
    | 'test'
    | 'pickup'
    | 'return'
    | 'deduction'
    | 'violation'
    | 'order-result'
    | 'stock'
    | 'notifications';
  recipient: string;
  text: string;
  payload?: {};
  state: 'queued' | 'sent' | 'failed' | 'notSent';
  provider: string;
  reference: string;
  tries: number;
  nextTryTime: string;
  sentTime: string;
  error: string;
  key?: string;
  storeId: number | null;
  orderId: number | null;
  memberId: number | null;
  createTime: string;
  updateTime: string;
}

export interface Role {
  menuName: string;
  id: number;
  name: string;
  code: string;
  description: string;
  taskType: 1 | 2 | null;
  /**
   * Whoever has this role is signed out so many hours after the sign-in; empty: after seven days.
   */
  sessionHours: number | null;
  /**
   * And so many minutes after the last use; empty: never.
   */
  idleMinutes: number | null;
  /**
   * Whoever has this role signs in with a second factor, and makes one first.
   */
  secondFactor: boolean | null;
  /**
   * What the role takes of single properties: { entity: { property: "hidden" | "masked" | "read" } }. What is not named stays as its schema has it.
   */
  fieldRights: {} | null;
  menuIds: number[];
  createTime: string;
  updateTime: string;
}

/**
 * A company's own sign-in (OpenID Connect), by which its people sign in here.
 */
export interface SignInProvider {
  roleName: string;
  emergencyUserName: string;
  id: number;
  name: string;
  /**
   * What its button on the sign-in page says; empty: its name.
   */
  label: string;
  /**
   * The address that the provider names itself by, exactly as in its discovery document.
   */
  issuer: string;
  clientId: string;
  /**
   * Of the client; a public client has none.
   */
  secret?: string;
  scopes: string;
  /**
   * Whoever the provider lets in gets an account at the first sign-in.
   */
  makesUsers: boolean | null;
  /**
   * Whoever the provider lets in is the user with the same verified e-mail address of a domain below.
   */
  linksByEmail: boolean | null;
  /**
   * Domains of e-mail addresses, apart by commas: others are not let in. Empty: any.
   */
  domains: string;
  /**
   * Role of new users where no claim says one.
   */
  roleId: number | null;
  /**
   * Claim that says the role, such as groups or realm_access.roles. It is followed at every sign-in.
   */
  roleClaim: string;
  /**
   * One line a value of the claim: value = code of the role. The first line that fits counts.
   */
  roleMap: string;
  /**
   * Claim that says which records of the scope the user sees.
   */
  scopeClaim: string;
  /**
   * One line a value of the claim: value = ids apart by commas, or value = all. All lines that fit count.
   */
  scopeMap: string;
  /**
   * Values of amr or acr, apart by commas, that stand in for the second factor here. Empty: none.
   */
  trustedFactors: string;
  /**
   * While the provider is on, nobody signs in by password but the emergency user.
   */
  passwordsOff: boolean | null;
  emergencyUserId: number | null;
  status: 1 | 0;
  createTime: string;
  updateTime: string;
}

export interface User {
  roleName: string;
  supplierName: string;
  storeName: string;
  id: number;
  username: string;
  name: string;
  /**
   * Empty only of a user whom a sign-in provider has made.
   */
  phone: string;
  email: string;
  /**
   * Stored as an argon2id hash; empty on a change keeps the old one (D-ADM-18).
   */
  password?: string;
  /**
   * Of a new user: gets a link to choose the password, in place of an initial one.
   */
  invited?: boolean | null;
  /**
   * Whether the link works that a user without a password was sent.
   */
  invitation: (1 | 2) | null | '';
  /**
   * Empty only while an application for an account waits for an administrator (D-AUTH-06).
   */
  roleId: number | null;
  supplierId: number | null;
  /**
   * Chosen with every save; empty, which is no store, only while an application for an account waits.
   */
  dataScope: 0 | 1 | null;
  storeIds: number[];
  status: 1 | 0;
  /**
   * The last time that the user signed in or out.
   */
  lastSeen: string | null;
  /**
   * Chooses a new password at the next sign-in, before anything else.
   */
  changesPassword: boolean | null;
  /**
   * Why somebody else last ended the sessions of this user, or removed the second factor.
   */
  accessReason: string;
  avatar: string;
  createTime: string;
  updateTime: string;
}

/**
 * Tells another system of changes of one resource, as a user may see them: with that user's permissions, scope and masks, never with more.
 */
export interface Webhook {
  userName: string;
  id: number;
  name: string;
  /**
   * Where it is posted to: an https address.
   */
  url: string;
  resource: string;
  onCreated: boolean | null;
  onUpdated: boolean | null;
  onDeleted: boolean | null;
  /**
   * States (their codes, apart by commas): told of when a record enters one of them.
   */
  states: string;
  /**
   * Steps and commands as the log calls them (pickup, or order.pickup), apart by commas: told of what they change.
   */
  steps: string;
  /**
   * Only records that the list shows under this filter, as in its address: status=1&storeId=2.
   */
  filter: string;
  /**
   * Properties of the list that are sent with the id, apart by commas.
   */
  sentFields: string;
  /**
   * As whom it sees the records.
   */
  userId: number;
  status: 1 | 0 | 2;
  /**
   * Why it was stopped.
   */
  reason: string;
  lastTime: string;
  lastError: string;
  /**
   * Attempts that have failed since the last that did not.
   */
  failures: number | null;
  /**
   * Until then nothing is sent: the last attempt failed.
   */
  restUntil: string;
  issueTime: string;
  /**
   * Until then it is signed with the secret before the last one too.
   */
  oldUntil: string;
  /**
   * Hours for which the secret before the last one works on, as they were chosen when the last one was made.
   */
  overlap: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * One change that a webhook tells of. What is sent is read when it is sent: here is only what it speaks of.
 */
export interface WebhookDelivery {
  webhookName: string;
  id: number;
  webhookId: number;
  type: string;
  recordId: number | null;
  /**
   * What changed the record, as its history calls it.
   */
  event: string;
  /**
   * The state that the record entered.
   */
  entered: string;
  /**
   * The change in the history.
   */
  changeId: number | null;
  changeTime: string;
  state: 'queued' | 'sent' | 'failed' | 'notSent';
  tries: number;
  nextTryTime: string;
  /**
   * When the last attempt ended.
   */
  sentTime: string;
  httpStatus: number | null;
  /**
   * Bytes that were sent.
   */
  size: number | null;
  /**
   * Milliseconds of the last attempt.
   */
  duration: number | null;
  error: string;
  /**
   * Its webhook-id, the same in every attempt.
   */
  key: string;
  createTime: string;
  updateTime: string;
}

/**
 * An inspection that was passed: when the next one is due, and until when the one before it was good (D-UPK-04).
 */
export interface AnnualInspection {
  plate: string;
  id: number;
  carId: number;
  nextInspectionDate: string;
  expiry: string;
  cost: number | null;
  remark: string;
  createTime: string;
  updateTime: string;
}

export interface Blacklist {
  id: number;
  type: 1 | 2 | 3 | 4 | 5;
  reason: string;
  phone: string;
  idNo: string;
  /**
   * Open orders whose renter has the phone or the ID number, by number (D-MEM-04).
   */
  openOrders: string | null;
  /**
   * The names of the members who have the phone or the ID number.
   */
  names: string | null;
  /**
   * Who entered it.
   */
  addedBy: string | null;
  /**
   * Members who have the phone or the ID number.
   */
  members: number | null;
  createTime: string;
  updateTime: string;
}

export interface Brand {
  id: number;
  name: string;
  createTime: string;
  updateTime: string;
}

/**
 * A car that staff have driven without an order: to the wash, for fuel, for an errand (D-CAR-20). It is entered when the car is back, and moves its mileage.
 */
export interface CarTrip {
  plate: string;
  storeName: string;
  driver: string;
  id: number;
  carId: number;
  /**
   * Where the car belonged when the trip was entered.
   */
  storeId: number | null;
  purpose: 'wash' | 'fuel' | 'staff' | 'other';
  /**
   * Empty: who enters it.
   */
  driverId: number | null;
  startTime: string;
  endTime: string;
  startMileage: number;
  endMileage: number;
  distance: number | null;
  note: string;
  createTime: string;
  updateTime: string;
}

/**
 * Technical sheet: choosing one fills the first step of the vehicle form (D-CAR-01).
 */
export interface CarType {
  brandName: string;
  id: number;
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
  /**
   * The model that its series is called by.
   */
  modelId: number | null;
  /**
   * The sub-model of the same name.
   */
  subModelId: number | null;
  displacement: string | null;
  image: string;
  createTime: string;
  updateTime: string;
}

/**
 * What a channel said of free cars and prices when it was last asked, where it is not what we have (D-CHN-06).
 */
export interface ChannelDifference {
  storeName: string;
  subModelName: string;
  id: number;
  channel: 4 | 1 | 2 | 3;
  kind: 'differs' | 'missing' | 'extra';
  storeId: number;
  subModelId: number;
  day: string;
  ourFree: number | null;
  theirFree: number | null;
  ourPrice: number | null;
  theirPrice: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * What a channel has sent about an order, each message once, and what became of it (D-CHN-04).
 */
export interface ChannelMessage {
  orderNo: string;
  storeName: string;
  id: number;
  channel: 4 | 1 | 2 | 3;
  messageId: string;
  kind: 'create' | 'change' | 'cancel';
  channelOrderNo: string;
  /**
   * Of the order, as the channel counts it.
   */
  version: number | null;
  state: 'parked' | 'applied' | 'refused' | 'superseded';
  /**
   * Why it was refused, each as the key of a text and its values.
   */
  reasons:
    | {
        key: string;
        params?: {};
      }[]
    | null;
  orderId: number | null;
  storeId: number | null;
  tries: number;
  doneTime: string;
  digest?: string;
  /**
   * What is still to be done; emptied once it is.
   */
  content?: {} | null;
  answer?: {} | null;
  createTime: string;
  updateTime: string;
}

/**
 * How one channel sends us orders and what it is told. Without a row, or switched off, nobody may send in its name. The secret is sealed and never answered.
 */
export interface ChannelSetting {
  id: number;
  channel: 2 | 3;
  enabled: 1 | 0;
  /**
   * Signs what is sent, both ways.
   */
  secret?: string;
  /**
   * Whether messages may be signed as before version 2: over time and body alone.
   */
  oldSignature: 1 | 0 | null;
  /**
   * So much less than our own price may the channel have agreed with the renter.
   */
  tolerancePercent: number;
  /**
   * So much more than our own price may the channel have agreed with the renter; without it, as much as it likes.
   */
  abovePercent: number | null;
  /**
   * Days from today on whose free cars and prices the channel is told; 0: none.
   */
  stockDays: number;
  stockTime: string;
  remark: string;
  createTime: string;
  updateTime: string;
}

export interface City {
  id: number;
  cityName: string;
  province: string;
  country: string;
  cityCode: string;
  latitude: number;
  longitude: number;
  timeZone:
    | 'Asia/Bangkok'
    | 'Asia/Ho_Chi_Minh'
    | 'Asia/Phnom_Penh'
    | 'Asia/Vientiane'
    | 'Asia/Yangon'
    | 'Asia/Kuala_Lumpur'
    | 'Asia/Singapore'
    | 'Asia/Jakarta'
    | 'Asia/Makassar'
    | 'Asia/Manila'
    | 'Asia/Shanghai'
    | 'Asia/Hong_Kong'
    | 'Asia/Macau'
    | 'Asia/Taipei'
    | 'Asia/Tokyo'
    | 'Asia/Seoul'
    | 'Asia/Kolkata'
    | 'Asia/Kathmandu'
    | 'Asia/Colombo'
    | 'Asia/Dhaka'
    | 'Asia/Karachi'
    | 'Asia/Dubai'
    | 'Asia/Riyadh'
    | 'Asia/Almaty'
    | 'Asia/Tashkent'
    | 'Indian/Maldives'
    | 'Europe/Istanbul'
    | 'Europe/Moscow'
    | 'Europe/Athens'
    | 'Europe/Berlin'
    | 'Europe/Paris'
    | 'Europe/Madrid'
    | 'Europe/Rome'
    | 'Europe/London'
    | 'Africa/Cairo'
    | 'Africa/Johannesburg'
    | 'America/New_York'
    | 'America/Chicago'
    | 'America/Denver'
    | 'America/Los_Angeles'
    | 'America/Sao_Paulo'
    | 'Australia/Perth'
    | 'Australia/Brisbane'
    | 'Australia/Sydney'
    | 'Pacific/Auckland'
    | 'Pacific/Honolulu'
    | 'UTC';
  status: 1 | 0;
  createTime: string;
  updateTime: string;
}

/**
 * Amount off (1): from `amount` of rental on, `discountAmount` off. Free days (2): from `rentalPeriod` days on, `discountDays` free (D-CPN-01).
 */
export interface Coupon {
  memberName: string;
  sourceOrderNo: string;
  orderNo: string;
  id: number;
  code: string;
  type: 1 | 2;
  amount: number | null;
  discountAmount: number | null;
  rentalPeriod: number | null;
  discountDays: number | null;
  status: 0 | 1 | -1;
  memberId: number | null;
  sourceOrderId: number | null;
  orderId: number | null;
  useTime: string;
  cancelTime: string;
  /**
   * Baht for one yuan, of today (D-GEN-04).
   */
  cnyRate: number;
  /**
   * Where the picture is, below /api (D-CPN-05).
   */
  image: string;
  createTime: string;
  updateTime: string;
}

/**
 * What damage to a part of a car costs the renter, without regard to its size: the return proposes it (D-ORD-37).
 */
export interface DamagePrice {
  id: number;
  part:
    | 'wing'
    | 'door'
    | 'sill'
    | 'wheel'
    | 'mirror'
    | 'bonnet'
    | 'windscreen'
    | 'roof'
    | 'rearWindow'
    | 'bootLid'
    | 'bumper'
    | 'grille'
    | 'headlight'
    | 'tailgate'
    | 'taillight';
  kind: 'scratch' | 'dent' | 'crack' | 'missing';
  amount: number;
  createTime: string;
  updateTime: string;
}

/**
 * Who gave out the data of a member, or asked to erase it, and who decided. It says nothing of what was in it.
 */
export interface DataRequest {
  memberName: string;
  operator: string;
  decider: string;
  id: number;
  memberId: number;
  kind: 'export' | 'erasure';
  status: 0 | 1 | -1;
  state: ('asked' | 'rejected' | 'pending' | 'done') | null | '';
  operatorId: number | null;
  deciderId: number | null;
  decideTime: string;
  reason: string;
  createTime: string;
  updateTime: string;
}

/**
 * Taken from the waived deposit of a deposit-free order by its channel (D-DED-01).
 */
export interface Deduction {
  orderNo: string;
  renterName: string;
  channelOrderNo: string;
  plate: string;
  violation: string;
  submitter: string;
  operator: string;
  id: number;
  deductNo: string;
  orderId: number;
  type: 1 | 2 | 3;
  violationId: number | null;
  amount: number;
  reason: string;
  images: string[];
  status: 1 | 2 | 3 | 4 | -1;
  transactionNo: string;
  failReason: string;
  revokeReason: string;
  submitTime: string;
  reviewTime: string;
  finishTime: string;
  submitterId: number | null;
  operatorId: number | null;
  remark: string;
  createTime: string;
  updateTime: string;
}

/**
 * Kind 1 is a delivery point of a store, kind 2 the fee of returning in another city (D-ADM-07).
 */
export interface DeliveryFee {
  storeName: string;
  cityName: string;
  id: number;
  storeId: number;
  kind: 1 | 2;
  name: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  cityId: number | null;
  deliveryFee: number | null;
  pickupFee: number;
  startTime: string;
  endTime: string;
  status: 1 | 0 | null;
  remark: string;
  createTime: string;
  updateTime: string;
}

/**
 * How a deposit of an order stands: held = collected − applied − returned (D-MONEY-07). A row comes to be when money comes in; commands alone write it.
 */
export interface Deposit {
  orderNo: string;
  renterName: string;
  storeName: string;
  id: number;
  orderId: number;
  item: 'orderDeposit' | 'violationDeposit';
  collected: number;
  applied: number;
  returned: number;
  held: number;
  releaseDate: string | null;
  state: ('held' | 'due' | 'late' | 'done') | null | '';
  createTime: string;
  updateTime: string;
}

/**
 * A car that is to be brought to another store: free to nobody from its departure on, until it is carried out or cancelled (D-STOCK-05).
 */
export interface DispatchPlan {
  plate: string;
  subModelName: string;
  fromStoreName: string;
  toStoreName: string;
  id: number;
  carId: number;
  /**
   * That of the car, whatever is sent; a form narrows the cars by it.
   */
  subModelId: number | null;
  /**
   * Where the car will stand by then, whatever is sent; of one that was carried out, where it stood. A form narrows the cars by it.
   */
  fromStoreId: number | null;
  toStoreId: number;
  departTime: string;
  doneTime: string;
  remark: string;
  status: 1 | 2 | -1 | null;
  createTime: string;
  updateTime: string;
}

/**
 * What a member proves who he is with, one of each type; what is not there is not uploaded (D-MEM-05).
 */
export interface Document {
  memberName: string;
  auditorName: string;
  id: number;
  memberId: number;
  type: 1 | 2 | 3 | 4;
  name: string;
  url: string;
  expiryDate: string;
  status: 0 | 1 | 2 | 3;
  /**
   * Why it was rejected.
   */
  remark: string;
  uploadTime: string;
  auditTime: string;
  /**
   * Of two that merged members had of one type, the one that does not count; it stays with the member that was merged.
   */
  aside: 1 | 0 | null;
  auditorId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * Cash that somebody has counted in the drawer of a store, at the end of a shift or of a day (D-MONEY-11). Amounts never change.
 */
export interface DrawerCount {
  storeName: string;
  operator: string;
  taker: string;
  id: number;
  storeId: number;
  day: string;
  kind: 1 | 2;
  float: number;
  cash: number;
  expected: number;
  counted: number;
  /**
   * Notes and coins that add up to what was counted; empty where somebody entered the sum.
   */
  notes:
    | {
        value: number;
        number: number;
      }[]
    | null;
  difference: number;
  reason: string;
  carried: number;
  banked: number;
  /**
   * Cash of the days that were still open after this count; the next count subtracts it.
   */
  openCash: number;
  time: string;
  operatorId: number | null;
  takerId: number | null;
  takenTime: string;
  createTime: string;
  updateTime: string;
}

/**
 * Whether a store offers a model as a flash rental, how many a day and how long before (D-CHN-02).
 */
export interface FlashRent {
  storeName: string;
  subModelName: string;
  id: number;
  storeId: number;
  subModelId: number;
  enabled: 1 | 0;
  /**
   * Cars a day of pickup.
   */
  quota: number;
  /**
   * Hours between booking and pickup at least.
   */
  leadHours: number;
  remark: string;
  createTime: string;
  updateTime: string;
}

/**
 * A tracker as its platform lists it, the car it is bound to, and where it was last. The platform alone fills it; people bind and unbind.
 */
export interface GpsDevice {
  plate: string;
  frameNo: string;
  engineNo: string;
  id: number;
  deviceNo: string;
  name: string;
  sim: string;
  wireless: boolean | null;
  expiryDate: string;
  carId: number | null;
  bound: (1 | 0) | null | '';
  state: ('online' | 'offline' | 'fault' | 'never') | null | '';
  positionTime: string;
  latitude: number | null;
  longitude: number | null;
  speed: number | null;
  /**
   * What the device has counted, not what the car has.
   */
  mileage: number | null;
  /**
   * Why the last report was not believed.
   */
  fault: 'future' | 'badPosition' | 'sea' | 'jump' | 'mileageBack' | 'mileageJump' | '';
  faultTime: string;
  /**
   * The report that was not believed, as it came.
   */
  reported: string;
  createTime: string;
  updateTime: string;
}

/**
 * Where devices and positions come from; a single row. The secret is sealed and never answered.
 */
export interface GpsSetting {
  id: number;
  provider: 'builtIn' | 'traccar';
  /**
   * Whether devices are asked by themselves, and not only when somebody presses.
   */
  enabled: 1 | 0;
  url: string;
  /**
   * Empty: the secret is a token.
   */
  account: string;
  secret?: string;
  syncMinutes: number;
  offlineMinutes: number;
  /**
   * When the provider last answered.
   */
  syncTime: string;
  tryTime: string;
  nextTime: string;
  /**
   * Failures in a row.
   */
  tries: number;
  error: string;
  createTime: string;
  updateTime: string;
}

/**
 * Whole days, both ends included; two holidays never overlap (D-HOL-01).
 */
export interface Holiday {
  id: number;
  name: string;
  startDate: string;
  endDate: string;
  minDays: number;
  /**
   * Days until it begins, 0 while it lasts, empty when it is over.
   */
  startsIn: number | null;
  /**
   * Prices that say something of it, in the stores of the user.
   */
  prices: number | null;
  bookingOpen: 1 | 0;
  createTime: string;
  updateTime: string;
}

/**
 * Until when the inspection of each vehicle is good (D-UPK-03).
 */
export interface InspectionReminder {
  carName: string;
  subModelName: string;
  storeName: string;
  id: number;
  carId: number | null;
  plate: string;
  subModelId: number | null;
  storeId: number | null;
  status: 0 | 1 | 2 | 3 | 4 | null;
  inspectionExpiry: string;
  daysLeft: number | null;
  alert: ('normal' | 'expiringSoon' | 'overdue') | null | '';
  car: string | null;
  expiry: string | null;
  nextInspectionDate?: string;
  remark?: string;
  createTime: string;
  updateTime: string;
}

/**
 * Owners of cars, insurers, workshops. A private owner has neither email, licence nor legal representative (D-ADM-04).
 */
export interface Institution {
  id: number;
  name: string;
  type: 1 | 2 | 3 | 4;
  ownerType: 1 | 2 | null;
  contact: string;
  phone: string;
  email: string;
  address: string;
  licenseNo: string;
  taxId: string;
  legalPerson: string;
  status: 1 | 0;
  createTime: string;
  updateTime: string;
}

/**
 * What insures a vehicle, and what did: a renewal is another policy (D-UPK-05).
 */
export interface Insurance {
  plate: string;
  companyName: string;
  id: number;
  carId: number;
  type: 1 | 2;
  company: number | null;
  policyNo: string;
  startDate: string;
  endDate: string;
  premium: number | null;
  image: string;
  createTime: string;
  updateTime: string;
}

/**
 * Which policies each vehicle has today, and how long it is insured (D-UPK-03, D-UPK-05).
 */
export interface InsuranceReminder {
  carName: string;
  subModelName: string;
  storeName: string;
  id: number;
  carId: number | null;
  plate: string;
  subModelId: number | null;
  storeId: number | null;
  status: 0 | 1 | 2 | 3 | 4 | null;
  compulsoryCompany: string | null;
  compulsoryPolicyNo: string | null;
  compulsoryEnd: string | null;
  commercialCompany: string | null;
  commercialPolicyNo: string | null;
  commercialEnd: string | null;
  dueType: (1 | 2) | null | '';
  daysLeft: number | null;
  alert: ('normal' | 'expiringSoon' | 'overdue') | null | '';
  car: string | null;
  compulsory: string | null;
  commercial: string | null;
  type?: 1 | 2 | null;
  company?: number | null;
  policyNo?: string;
  startDate?: string;
  endDate?: string;
  image?: string;
  createTime: string;
  updateTime: string;
}

/**
 * A car that an order gave back before its end, and the one that it went on with (O26). The car that an order has last stands in the order itself.
 */
export interface CarChange {
  orderName: string;
  plate: string;
  newPlate: string;
  storeName: string;
  operator: string;
  id: number;
  orderId: number;
  carId: number;
  newCarId: number;
  /**
   * When the order got the car that it gave back.
   */
  since: string;
  time: string;
  storeId: number;
  reason: 'breakdown' | 'accident' | 'upgrade' | 'wish';
  remark: string;
  fate: 'free' | 'shop' | 'totalLoss';
  /**
   * Why nobody could read mileage and fuel of the car that was given back.
   */
  unread: string;
  price: 'kept' | 'new' | '';
  priceReason: string;
  /**
   * What the rest of the rental costs more with the new car; below 0 less.
   */
  difference: number | null;
  operatorId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * A plate that a car had for a time (D-CAR-17). The plate of today is that of the car.
 */
export interface CarPlate {
  car: string;
  operator: string;
  id: number;
  carId: number;
  plate: string;
  /**
   * Empty: ever since.
   */
  validFrom: string;
  validUntil: string;
  /**
   * Why it was changed.
   */
  reason: string;
  operatorId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * Free cars and price of a model at a store on a day, as the channel was told last (D-CHN-06).
 */
export interface ChannelStock {
  storeName: string;
  subModelName: string;
  id: number;
  channel: 4 | 1 | 2 | 3;
  storeId: number;
  subModelId: number;
  day: string;
  free: number;
  price: number;
  createTime: string;
  updateTime: string;
}

/**
 * What a renter signed, word for word (D-ORD-21). A changed order takes the signature back; what was signed before stays here.
 */
export interface Contract {
  orderName: string;
  operator: string;
  id: number;
  orderId: number;
  contractNo: string;
  document: {};
  signTime: string;
  signImage: string;
  operatorId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * Never changed or deleted: what came into a deposit, paid charges out of it or went back to the renter (D-MONEY-07).
 */
export interface DepositEntry {
  orderName: string;
  paymentName: string;
  operator: string;
  id: number;
  orderId: number;
  item: 'orderDeposit' | 'violationDeposit';
  kind: 'collected' | 'applied' | 'returned';
  amount: number;
  paymentId: number | null;
  operatorId: number | null;
  remark: string;
  time: string;
  createTime: string;
  updateTime: string;
}

/**
 * Every reason why a car is not free. Two holds of a car never overlap.
 */
export interface Hold {
  plate: string;
  id: number;
  carId: number;
  kind: 'order' | 'maintenance' | 'storage' | 'dispatch';
  sourceId: number;
  startTime: string;
  /**
   * Exclusive, turnaround included; empty means for ever.
   */
  endTime: string;
  createTime: string;
  updateTime: string;
}

/**
 * Amounts are positive; discount, coupon and reduction are subtracted by their item (D-PRICE-10).
 */
export interface OrderFee {
  orderName: string;
  renewalName: string;
  deductionName: string;
  violationName: string;
  operator: string;
  id: number;
  orderId: number;
  item:
    | 'rental'
    | 'basicInsurance'
    | 'handling'
    | 'premiumService'
    | 'vipService'
    | 'orderDeposit'
    | 'violationDeposit'
    | 'delivery'
    | 'pickup'
    | 'nightPickup'
    | 'nightReturn'
    | 'differentCity'
    | 'hourly'
    | 'additional'
    | 'reduction'
    | 'discount'
    | 'penalty'
    | 'coupon'
    | 'total';
  amount: number;
  source: 'booking' | 'renewal' | 'overrun' | 'manual' | 'penalty' | 'deduction';
  renewalId: number | null;
  deductionId: number | null;
  violationId: number | null;
  remark: string;
  voided: 1 | 0;
  operatorId: number | null;
  time: string;
  createTime: string;
  updateTime: string;
}

export interface OrderTask {
  orderName: string;
  plate: string;
  operator: string;
  storeName: string;
  id: number;
  orderId: number;
  type: 'pickup' | 'return' | 'changeback' | 'changeout';
  time: string;
  carId: number;
  mileage: number;
  oil: number;
  /**
   * Why nobody could read the car (O27): mileage and fuel are those with which it went out.
   */
  unread: string;
  idPhotos: string[];
  licencePhotos: string[];
  mileagePhoto: string;
  frontPhoto: string;
  video: string;
  attachments: string[];
  damagePhotos: string[];
  /**
   * All marks of the car as this handover left them: those that it had and are not mended, and the new ones (D-ORD-31).
   */
  damages:
    | {
        no: number;
        zone:
          | 'leftFrontWing'
          | 'leftFrontDoor'
          | 'leftRearDoor'
          | 'leftRearWing'
          | 'leftSill'
          | 'leftFrontWheel'
          | 'leftRearWheel'
          | 'leftMirror'
          | 'bonnet'
          | 'windscreen'
          | 'roof'
          | 'rearWindow'
          | 'bootLid'
          | 'rightFrontWing'
          | 'rightFrontDoor'
          | 'rightRearDoor'
          | 'rightRearWing'
          | 'rightSill'
          | 'rightFrontWheel'
          | 'rightRearWheel'
          | 'rightMirror'
          | 'frontBumper'
          | 'grille'
          | 'leftHeadlight'
          | 'rightHeadlight'
          | 'rearBumper'
          | 'tailgate'
          | 'leftTaillight'
          | 'rightTaillight';
        x: number;
        y: number;
        kind: 'scratch' | 'dent' | 'crack' | 'missing';
        size: number | null;
        note: string;
        photo: string;
      }[]
    | null;
  /**
   * What this return charged beside the rental, in satang, with what was proposed (D-ORD-37).
   */
  charges:
    | {
        kind: string;
        mark: number | null;
        plate?: string;
        no?: number | null;
        proposed: number | null;
        amount: number;
        reason: string;
        feeId: number | null;
      }[]
    | null;
  remark: string;
  voided: 1 | 0;
  reason: string;
  operatorId: number | null;
  /**
   * Where the car changed hands; a return counts at the store that really took it back (D-PRICE-08).
   */
  storeId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * What an operator sets once for the whole business; a single row (D-PRICE-07).
 */
export interface Parameter {
  id: number;
  basicInsurancePerDay: number;
  handlingPerOrder: number;
  premiumServicePerDay: number;
  vipServicePerDay: number;
  violationDeposit: number;
  cnyRateThbPerCny: number;
  /**
   * For each eighth of a tank that is missing at the return; empty: no price is on file (D-ORD-37).
   */
  fuelPricePerEighth: number | null;
  /**
   * Kilometres that each day of a rental includes; empty: no limit.
   */
  kmPerDay: number | null;
  extraKmPrice: number | null;
  turnaroundMinutes: number;
  overrunGraceMinutes: number;
  overrunFullDayHours: number;
  daysPerMonth: number;
  weekdayFreeCancelHours: number;
  weekdayPenaltyPercent: number;
  holidayFreeCancelHours: number;
  holidayPenaltyPercent: number;
  orderDepositUnfreezeDays: number;
  violationDepositUnfreezeDays: number;
  stockViewMaxDays: number;
  expiryAlertDays: number;
  maintenanceAlertKm: number;
  maxPausePeriods: number;
  printKeyLifetimeHours: number;
  createTime: string;
  updateTime: string;
}

export interface Renewal {
  orderName: string;
  operator: string;
  id: number;
  orderId: number;
  time: string;
  previousTime: string;
  /**
   * Until when the rental was paid for before: later than the previous return where that had been moved nearer (D-ORD-12).
   */
  chargedFrom: string;
  fee: number;
  remarks: string;
  status: 1 | -1;
  cancelReason: string;
  operatorId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * Maintenance and repair of a vehicle; with the storage flag it stands in the shop meanwhile and cannot be rented (D-UPK-01).
 */
export interface Maintenance {
  plate: string;
  subModelName: string;
  storeName: string;
  institutionName: string;
  id: number;
  carId: number;
  subModelId: number | null;
  storeId: number | null;
  owner: string;
  institutionId: number | null;
  storageFlag: 1 | 0;
  startTime: string;
  endTime: string;
  items: string;
  cost: number;
  mileage: number | null;
  cycle: number | null;
  nextMileage: number | null;
  remark: string;
  images: string[];
  status: 0 | 1;
  createTime: string;
  updateTime: string;
}

/**
 * How far each vehicle is from its next maintenance (D-UPK-02).
 */
export interface MaintenanceReminder {
  carName: string;
  subModelName: string;
  storeName: string;
  id: number;
  carId: number | null;
  plate: string;
  subModelId: number | null;
  storeId: number | null;
  status: 0 | 1 | 2 | 3 | 4 | null;
  mileage: number | null;
  maintenanceCycle: number | null;
  nextMaintenanceMileage: number | null;
  nextMileage: number | null;
  remaining: number | null;
  alert: ('normal' | 'dueSoon' | 'overdue') | null | '';
  car: string | null;
  cycle: number | null;
  remark?: string;
  createTime: string;
  updateTime: string;
}

export interface Member {
  mergedIntoName: string;
  id: number;
  name: string;
  countryCode: string;
  phone: string;
  /**
   * A member made by an order may lack it until the form is saved (D-ORD-24).
   */
  email: string;
  idType: 1 | 2 | 3 | 4;
  idNo: string;
  birthday: string;
  channel: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | null;
  status: 1 | 0 | 2 | 3;
  /**
   * The member that this one became part of: the same person.
   */
  mergedIntoId: number | null;
  remark: string;
  /**
   * ID and driver licence are approved and have not run out (D-MEM-05).
   */
  verified: (1 | 0) | null | '';
  /**
   * An entry of the blacklist names the phone or the ID number (D-MEM-02).
   */
  blacklisted: (1 | 0) | null | '';
  /**
   * Orders of the member that were not cancelled, as far as the user sees them.
   */
  orderCount: number | null;
  /**
   * The day of the last pickup, on the clock of Thailand.
   */
  lastRental: string | null;
  /**
   * Another member has the same phone, e-mail or ID number but for the way they are written, or the same name and birthday.
   */
  duplicate: (1 | 0) | null | '';
  createTime: string;
  updateTime: string;
}

/**
 * Which member became part of which, and what moved, so that it can be given back.
 */
export interface MemberMerge {
  mergedName: string;
  survivorName: string;
  operator: string;
  undoneBy: string;
  id: number;
  mergedId: number;
  survivorId: number;
  status: 1 | 0 | null;
  orders: number;
  coupons: number;
  documents: number;
  messages: number;
  operatorId: number | null;
  undoTime: string;
  undoneById: number | null;
  createTime: string;
  updateTime: string;
}

export interface Model {
  brandName: string;
  id: number;
  /**
   * Cars of the model that are not sold or lost, in the stores of the user.
   */
  cars: number | null;
  brandId: number;
  name: string;
  createTime: string;
  updateTime: string;
}

export interface Order {
  memberName: string;
  pickupStoreName: string;
  returnStoreName: string;
  subModelName: string;
  plate: string;
  frameNo: string;
  pickupPointName: string;
  returnPointName: string;
  deliveryStaffName: string;
  pickupStaffName: string;
  id: number;
  orderNo: string;
  channel: 4 | 1 | 2 | 3;
  channelOrderNo: string;
  serviceType: 2 | 3 | null;
  memberId: number | null;
  memberVerified: (1 | 0) | null | '';
  memberBlacklisted: (1 | 0) | null | '';
  renterName: string;
  renterCountryCode: string;
  renterPhone: string;
  renterIdType: 1 | 2 | 3 | 4;
  renterIdNo: string;
  pickupStoreId: number;
  returnStoreId: number;
  subModelId: number;
  carId: number | null;
  externalPlate: 1 | 0;
  etc: 1 | 0;
  plannedPickupTime: string;
  plannedReturnTime: string;
  actualPickupTime: string;
  actualReturnTime: string;
  /**
   * Since when the order has its present car; empty while that is the car of the pickup (O26).
   */
  carSince: string;
  rentalDays: number;
  rentalHours: number;
  pickupType: 0 | 1 | 2;
  pickupPointId: number | null;
  pickupAddress: string;
  pickupLatitude: number | null;
  pickupLongitude: number | null;
  returnType: 0 | 1 | 2;
  returnPointId: number | null;
  returnAddress: string;
  returnLatitude: number | null;
  returnLongitude: number | null;
  depositType: 1 | 2 | 3;
  /**
   * This deposit is waived whatever the deposit type says; type 3 waives both (D-MONEY-04).
   */
  orderDepositWaived: 1 | 0;
  /**
   * This deposit is waived whatever the deposit type says; type 3 waives both (D-MONEY-04).
   */
  violationDepositWaived: 1 | 0;
  service: 'none' | 'premium' | 'vip';
  discount: {
    kind: 'percent' | 'amount';
    value: number;
  } | null;
  couponCode: string;
  total: number;
  payable: number;
  paid: number;
  depositHeld: number;
  status: 1 | 2 | 3 | -1;
  payStatus: (0 | 1) | null | '';
  due: number | null;
  depositDue: number | null;
  depositCovered: number | null;
  listLabel:
    | ('pendingPayment' | 'paid' | 'inUse' | 'completed' | 'cancelled' | 'refunding' | 'refunded' | 'audited' | 'dispatched' | 'returned')
    | null
    | '';
  detailLabel: ('pendingPickup' | 'inUse' | 'completed' | 'cancelled') | null | '';
  progressLabel:
    | ('pendingPayment' | 'paid' | 'inUse' | 'completed' | 'cancelled' | 'refunding' | 'refunded' | 'audited' | 'dispatched' | 'returned')
    | null
    | '';
  overdue: boolean | null;
  contractStatus: 0 | 1;
  contractNo: string;
  contractSignTime: string;
  contractSignImage: string;
  deliveryStaffId: number | null;
  pickupStaffId: number | null;
  cancelKind: 1 | 2 | null;
  cancelReason: string;
  cancelTime: string;
  /**
   * Rules that somebody allowed to set aside, and why (D-ORD-09, D-ORD-23).
   */
  overrides:
    | {
        kind: 'blacklist' | 'unpaid' | 'penalty' | 'model' | 'unsigned';
        reason: string;
      }[]
    | null;
  remark: string;
  actions: string[] | null;
  createTime: string;
  updateTime: string;
}

/**
 * Never changed or deleted; a mistake is corrected by a record of the other type (D-MONEY-01).
 */
export interface Payment {
  orderNo: string;
  renterName: string;
  storeName: string;
  refundName: string;
  deductionName: string;
  operator: string;
  id: number;
  orderId: number;
  /**
   * The store whose drawer the money came into or went out of (D-MONEY-09).
   */
  storeId: number | null;
  type: 1 | 2;
  amount: number;
  feeItem:
    | 'rental'
    | 'basicInsurance'
    | 'handling'
    | 'premiumService'
    | 'vipService'
    | 'orderDeposit'
    | 'violationDeposit'
    | 'delivery'
    | 'pickup'
    | 'nightPickup'
    | 'nightReturn'
    | 'differentCity'
    | 'hourly'
    | 'additional'
    | 'reduction'
    | 'discount'
    | 'penalty'
    | 'coupon'
    | 'total';
  method: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  transactionNo: string;
  payerAccount: string;
  time: string;
  /**
   * The business day of the store that it counts in (D-MONEY-10).
   */
  day: string;
  /**
   * Entered after the day of its time was closed (D-MONEY-10).
   */
  late: 0 | 1 | null;
  refundId: number | null;
  deductionId: number | null;
  operatorId: number | null;
  remark: string;
  /**
   * The amount, below zero where money went out, so that a column of it adds up.
   */
  signedAmount: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * Money that a bank or a wallet keeps blocked for an order: no payment until it is captured (D-MONEY-20).
 */
export interface Preauth {
  orderNo: string;
  renterName: string;
  operator: string;
  id: number;
  orderId: number;
  purpose: 'deposit' | 'charges';
  number: string;
  method: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  amount: number;
  captured: number;
  released: number;
  expireTime: string;
  state: ('open' | 'captured' | 'released' | 'expired') | null | '';
  open: number | null;
  feeItem:
    | 'rental'
    | 'basicInsurance'
    | 'handling'
    | 'premiumService'
    | 'vipService'
    | 'orderDeposit'
    | 'violationDeposit'
    | 'delivery'
    | 'pickup'
    | 'nightPickup'
    | 'nightReturn'
    | 'differentCity'
    | 'hourly'
    | 'additional'
    | 'reduction'
    | 'discount'
    | 'penalty'
    | 'coupon'
    | 'total'
    | '';
  operatorId: number | null;
  finishTime: string;
  remark: string;
  createTime: string;
  updateTime: string;
}

/**
 * What has to be ready before a car goes out, and which cars come back (D-CAR-21): open orders by the time of their next handover.
 */
export interface Preparation {
  orderName: string;
  pickupStoreName: string;
  returnStoreName: string;
  subModelName: string;
  plate: string;
  deliveryStaffName: string;
  pickupStaffName: string;
  id: number;
  orderId: number | null;
  orderNo: string;
  status: 1 | 2 | 3 | -1 | null;
  plannedPickupTime: string;
  plannedReturnTime: string;
  pickupStoreId: number | null;
  returnStoreId: number | null;
  renterName: string;
  subModelId: number | null;
  carId: number | null;
  pickupType: 0 | 1 | 2 | null;
  pickupAddress: string;
  returnAddress: string;
  deliveryStaffId: number | null;
  pickupStaffId: number | null;
  service: 'none' | 'premium' | 'vip' | '';
  etc: 1 | 0 | null;
  remark: string;
  car: ('noPlate' | 'dirty' | 'ready' | 'out') | null | '';
  papers: ('noId' | 'noLicence' | 'complete') | null | '';
  due: number | null;
  depositDue: number | null;
  createTime: string;
  updateTime: string;
}

export interface Price {
  storeName: string;
  subModelName: string;
  id: number;
  storeId: number;
  subModelId: number;
  dailyPrice: number;
  monthlyPrice: number | null;
  deposit: number;
  status: 1 | 0;
  description: string;
  photos: string[];
  holidayPrices:
    | {
        holidayId: number;
        dailyPrice: number;
      }[]
    | null;
  createTime: string;
  updateTime: string;
}

export interface Refund {
  orderNo: string;
  renterName: string;
  paidByStore: string;
  requester: string;
  operator: string;
  id: number;
  refundNo: string;
  orderId: number;
  feeItem:
    | 'rental'
    | 'basicInsurance'
    | 'handling'
    | 'premiumService'
    | 'vipService'
    | 'orderDeposit'
    | 'violationDeposit'
    | 'delivery'
    | 'pickup'
    | 'nightPickup'
    | 'nightReturn'
    | 'differentCity'
    | 'hourly'
    | 'additional'
    | 'reduction'
    | 'discount'
    | 'penalty'
    | 'coupon'
    | 'total';
  amount: number;
  method: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  payeeAccount: string;
  methodReason: string;
  /**
   * Somebody has confirmed that charges which are paid go back (D-REF-02).
   */
  confirmed: 1 | 0 | null;
  reason: string;
  status: 0 | 1 | -1;
  /**
   * The store that has paid it, or pays it when it is carried out (D-MONEY-09).
   */
  paidByStoreId: number | null;
  transactionNo: string;
  failReason: string;
  applyTime: string;
  finishTime: string;
  requesterId: number | null;
  operatorId: number | null;
  remark: string;
  releaseDate: string | null;
  depositDue: (1 | 0) | null | '';
  createTime: string;
  updateTime: string;
}

/**
 * How the messages of one supplier are sent (D-ADM-14). The secret is sealed, and answered as ******.
 */
export interface SmsSetting {
  supplierName: string;
  id: number;
  supplierId: number;
  enabled: 1 | 0;
  type: 'outbox' | 'aliyun' | 'tencent' | 'generic';
  signature: string;
  accessKey: string;
  secret?: string;
  endpoint: string;
  appId: string;
  createdTemplate: string;
  createdTemplateCode: string;
  cancelledTemplate: string;
  cancelledTemplateCode: string;
  textTemplateCode: string;
  variables:
    ('renterName' | 'orderNo' | 'plate' | 'model' | 'pickupTime' | 'returnTime' | 'pickupStore' | 'returnStore' | 'total')[] | null;
  testPhone: string;
  createTime: string;
  updateTime: string;
}

/**
 * A car that is put away in the yard (storage order) or taken off sale (offline order): it is free to nobody meanwhile (D-STOCK-01).
 */
export interface StorageOrder {
  storeName: string;
  subModelName: string;
  plate: string;
  id: number;
  kind: 1 | 2;
  storeId: number;
  subModelId: number;
  carId: number;
  offlineTime: string;
  /**
   * Empty while nobody knows when it comes back: it is blocked without end.
   */
  onlineTime: string;
  remark: string;
  status: 1 | 2 | -1;
  createTime: string;
  updateTime: string;
}

export interface Store {
  supplierName: string;
  cityName: string;
  id: number;
  storeName: string;
  operatorName: string;
  phone: string;
  supplierId: number | null;
  cityId: number | null;
  location: {
    latitude: number;
    longitude: number;
  } | null;
  address: string;
  size: number;
  status: 1 | 0;
  /**
   * The last day of the months that the office has closed (D-MONEY-13).
   */
  booksThrough: string;
  is24h: 1 | 0 | null;
  businessHours: {
    start: string;
    end: string;
  } | null;
  nightHours: {
    start: string;
    end: string;
  } | null;
  nightPickupFee: number | null;
  nightReturnFee: number | null;
  minAdvance: {
    value: number;
    unit: 'minute' | 'hour' | 'day';
  };
  maxAdvance: {
    value: number;
    unit: 'minute' | 'hour' | 'day';
  };
  serviceTime: {
    start: string;
    end: string;
  };
  advanceTime: {
    value: number;
    unit: 'minute' | 'hour' | 'day';
  };
  fee: number;
  serviceArea: {
    type: 'Polygon';
    coordinates: number[][][];
  };
  createTime: string;
  updateTime: string;
}

/**
 * The document of /basics/store/festivalseting (D-ADM-08): pauses, cancellation, holiday rules of one store.
 */
export interface StoreSetting {
  storeName: string;
  id: number;
  storeId: number;
  pausePeriods:
    | {
        startTime: string;
        endTime: string;
        remark?: string;
      }[]
    | null;
  cancelRules: {
    weekday: {
      freeHours: number;
      penaltyPercent: number;
    };
    holiday: {
      freeHours: number;
      penaltyPercent: number;
    };
  } | null;
  holidayPickup: {
    pickupAllowed?: 1 | 0;
    returnAllowed?: 1 | 0;
    startTime?: string;
    endTime?: string;
  } | null;
  festivals:
    | {
        holidayId: number;
        pickupAllowed?: 1 | 0;
        returnAllowed?: 1 | 0;
        startTime?: string;
        endTime?: string;
        minDays?: number;
      }[]
    | null;
  createTime: string;
  updateTime: string;
}

/**
 * What orders and prices call the vehicle model (D-CAR-01).
 */
export interface SubModel {
  brandName: string;
  modelName: string;
  id: number;
  brandId: number;
  modelId: number;
  name: string;
  displacement: string;
  createTime: string;
  updateTime: string;
}

export interface Supplier {
  id: number;
  name: string;
  type: 1 | 2 | 3 | 4 | 9;
  contact: string;
  phone: string;
  email: string;
  address: string;
  taxId: string;
  bankName: 'BBL' | 'KBANK' | 'KTB' | 'SCB' | 'BAY' | 'TTB' | 'GSB' | 'UOBT' | 'OTHER';
  accountName: string;
  accountNo: string;
  status: 1 | 0;
  createTime: string;
  updateTime: string;
}

/**
 * The tags that Fliggy shows beside a model of a store (D-CHN-01).
 */
export interface TagSetting {
  storeName: string;
  subModelName: string;
  id: number;
  storeId: number;
  subModelId: number;
  tagIds: (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8)[];
  status: 1 | 0;
  createTime: string;
  updateTime: string;
}

export interface Vehicle {
  brandName: string;
  modelName: string;
  subModelName: string;
  storeName: string;
  cityName: string;
  institutionName: string;
  readyUser: string;
  id: number;
  brandId: number;
  modelId: number;
  subModelId: number;
  category: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
  transmission: 1 | 2 | null;
  fuelType: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
  displacement: string;
  year: number | null;
  seats: number | null;
  doors: number | null;
  luggage: number | null;
  plate: string;
  /**
   * Since when the plate is on the car; empty: ever since (D-CAR-17).
   */
  plateFrom: string;
  /**
   * Plates that the car had before, newest first: lists find it by them (D-CAR-17).
   */
  formerPlates: string;
  storeId: number;
  cityId: number | null;
  ownerType: 1 | 2 | null;
  institutionId: number | null;
  color: string;
  etc: 1 | 0 | null;
  mileage: number | null;
  maintenanceCycle: number | null;
  nextMaintenanceMileage: number | null;
  purchaseDate: string;
  price: number | null;
  images: string[];
  remark: string;
  licenceNo: string;
  frameNo: string;
  engineNo: string;
  registerDate: string;
  inspectionExpiry: string;
  /**
   * Until when the road tax of the year is paid; it is renewed while the vehicle is in use (D-UPK-08).
   */
  roadTaxExpiry: string;
  usageCharacter: 1 | 2 | 3 | null;
  licenceFront: string;
  licenceBack: string;
  compulsoryInsurance: {
    company?: number;
    policyNo?: string;
    startDate?: string;
    endDate?: string;
    image?: string;
  } | null;
  commercialInsurance: {
    company?: number;
    policyNo?: string;
    startDate?: string;
    endDate?: string;
    image?: string;
  } | null;
  auditStatus: 0 | 1;
  status: 0 | 1 | 2 | 3 | 4;
  genericLabel: ('inUse' | 'unused' | 'maintenance' | 'scrapped') | null | '';
  /**
   * The status in the words of the figures (D-CAR-02).
   */
  fleetState: ('renting' | 'available' | 'pendingListing' | 'sold' | 'scrapped') | null | '';
  inShop: (1 | 0) | null | '';
  inStorage: (1 | 0) | null | '';
  /**
   * Who has the car now, as far as the user sees the order (D-CAR-22).
   */
  renterName: string | null;
  /**
   * When it is to be back.
   */
  backTime: string | null;
  /**
   * When its next order fetches it.
   */
  nextOutTime: string | null;
  /**
   * Empty while nobody has said a day.
   */
  roadTaxAlert: ('normal' | 'expiringSoon' | 'overdue') | null | '';
  dispatchTime: string;
  /**
   * Whether it is washed and can go out, apart from its status (D-CAR-19).
   */
  ready: 0 | 1 | null;
  /**
   * When somebody said that it is ready; empty while it is dirty.
   */
  readyTime: string;
  readyUserId: number | null;
  createTime: string;
  updateTime: string;
}

/**
 * A traffic offence of a car, and the order that had the car at that time (D-UPK-06).
 */
export interface Violation {
  plate: string;
  frameNo: string;
  storeName: string;
  orderNo: string;
  renterName: string;
  depositType: 1 | 2 | 3 | null;
  /**
   * This deposit is waived whatever the deposit type says; type 3 waives both (D-MONEY-04).
   */
  violationDepositWaived: 1 | 0 | null;
  id: number;
  carId: number | null;
  /**
   * Plate on the notice: finds the car that had it at that time, and must not be that of another one (D-CAR-17).
   */
  noticePlate: string;
  /**
   * Whose staff see it; left out, where the car is.
   */
  storeId: number | null;
  time: string;
  behavior: string;
  location: string;
  points: 0 | 1 | 2 | 3 | 4;
  fine: number;
  documents: string[];
  /**
   * How the order was found, or why there is none.
   */
  match: 'matched' | 'chosen' | 'undecided' | 'none';
  orderId: number | null;
  status: 0 | 1 | 2;
  /**
   * What was asked of the renter.
   */
  claim: ('none' | 'deduction' | 'fee' | 'settled') | null | '';
  /**
   * Whether the violation deposit of the order was free before this was settled (D-MONEY-05).
   */
  depositReleased: (1 | 0) | null | '';
  /**
   * Baht for one yuan, of today (D-GEN-04).
   */
  cnyRate: number;
  notifyTime: string;
  remark: string;
  createTime: string;
  updateTime: string;
}
