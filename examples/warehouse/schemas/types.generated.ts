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
    'en-US': string;
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
 * A message to the world outside, written in the transaction it speaks of and delivered after it, in the background.
 */
export interface Outbox {
  id: number;
  channel: string;
  topic: string;
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
  createTime: string;
  updateTime: string;
}

export interface Role {
  menuName: string;
  id: number;
  name: string;
  code: string;
  description: string;
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
  status: 1 | 0;
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

export interface Reorder {
  articleName: string;
  id: number;
  articleId: number;
  quantity: number;
  state: 'wanted' | 'ordered' | 'arrived' | '';
  createTime: string;
  updateTime: string;
}

export interface Article {
  id: number;
  code: string;
  name: string;
  unit: 'piece' | 'box' | 'pallet' | '';
  least: number | null;
  createTime: string;
  updateTime: string;
}

export interface Movement {
  articleName: string;
  placeName: string;
  id: number;
  articleId: number;
  placeId: number;
  kind: 'in' | 'out' | 'counted';
  quantity: number;
  movedAt: string;
  remark: string;
  createTime: string;
  updateTime: string;
}

export interface Place {
  parentName: string;
  id: number;
  name: string;
  parentId: number | null;
  createTime: string;
  updateTime: string;
}
