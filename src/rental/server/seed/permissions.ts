/**
 * Which role may do what at first start (D-PERM-10). Letters: L list, query and detail · A add · E edit · D delete · N enable · X disable ·
 * I import · O export. An operator changes it on the role screen; this table is only the beginning.
 */
export const ROLE_CODES = [
  'super',
  'ops',
  'storeManager',
  'clerk',
  'delivery',
  'pickup',
  'finance',
  'fleet',
  'service',
] as const;
export type RoleCode = (typeof ROLE_CODES)[number];

type Grants = readonly [
  ops: string,
  storeManager: string,
  clerk: string,
  delivery: string,
  pickup: string,
  finance: string,
  fleet: string,
  service: string,
];

export const GRANTS: Readonly<Record<string, Grants>> = {
  order: ['LAENXO', 'LAENXO', 'LAE', 'LE', 'LE', 'LEO', 'L', 'LAEXO'],
  deduct: ['LAENXO', 'LAE', 'L', '', '', 'LAENXO', '', 'LA'],
  refund: ['LANO', 'LA', 'LA', '', '', 'LNO', '', 'LA'],
  payment: ['LO', 'LO', 'L', '', '', 'LO', '', ''],
  dayclose: ['LANO', 'LAO', 'LA', '', '', 'LNO', '', ''],
  coupon: ['LAEX', 'LA', 'L', '', '', 'L', '', 'LA'],
  member: ['LAEDNXO', 'LAE', 'LAE', '', '', 'L', '', 'LAEO'],
  blacklist: ['LAED', 'LA', 'L', '', '', '', '', 'LA'],
  membermerge: ['LAX', '', '', '', '', '', '', ''],
  datarequest: ['', '', '', '', '', '', '', ''],
  document: ['LAEDNX', 'LANX', 'LA', '', '', '', '', 'LANX'],
  car: ['LAEDNXIO', 'LENXO', 'L', 'L', 'L', 'LO', 'LAEDNXIO', 'L'],
  brand: ['LAED', 'L', '', '', '', '', 'LAED', ''],
  cartype: ['LAED', 'L', '', '', '', '', 'LAED', ''],
  inventory: ['LAENX', 'LAENX', 'L', '', '', '', 'LAENX', 'L'],
  stock: ['LAENX', 'LAENX', 'L', '', '', '', 'LAENX', 'L'],
  maintenance: ['LAEDNO', 'LAEN', 'L', '', '', 'LO', 'LAEDNO', ''],
  maintenancealert: ['LAEDNO', 'LAEN', 'L', '', '', 'LO', 'LAEDNO', ''],
  insurance: ['LE', 'LE', 'L', '', '', 'L', 'LE', ''],
  inspection: ['LE', 'LE', 'L', '', '', 'L', 'LE', ''],
  violation: ['LAEDN', 'LAEN', 'L', '', '', 'LE', 'LAEDN', 'LAE'],
  trip: ['LAEDO', 'LAEDO', 'LAE', 'LA', 'LA', '', 'LAEDO', ''],
  gps: ['LE', 'L', '', '', '', '', 'LE', ''],
  price: ['LAEDNX', 'L', 'L', '', '', 'L', '', 'L'],
  holiday: ['LAEDNX', 'L', 'L', '', '', '', '', 'L'],
  store: ['LAEDNX', 'LE', '', '', '', '', '', 'L'],
  city: ['LAED', 'L', '', '', '', 'L', '', ''],
  institution: ['LAED', 'L', '', '', '', 'L', 'LAE', ''],
  supplier: ['LAED', '', '', '', '', 'L', '', ''],
  settag: ['LE', '', '', '', '', '', '', 'LE'],
  flashrent: ['LE', '', '', '', '', '', '', 'LE'],
  channelmessage: ['LE', '', '', '', '', '', '', 'LE'],
  channelsetting: ['LE', '', '', '', '', '', '', ''],
  'dashboard-analysis': ['L', 'L', '', '', '', 'L', 'L', ''],
  user: ['LAENX', '', '', '', '', '', '', ''],
  role: ['', '', '', '', '', '', '', ''],
  menu: ['', '', '', '', '', '', '', ''],
  syslog: ['L', '', '', '', '', 'L', '', ''],
  sysloginlog: ['L', '', '', '', '', 'L', '', ''],
  outbox: ['LE', '', '', '', '', '', '', ''],
  apikey: ['', '', '', '', '', '', '', ''],
  signinprovider: ['', '', '', '', '', '', '', ''],
  webhook: ['', '', '', '', '', '', '', ''],
  webhookdelivery: ['', '', '', '', '', '', '', ''],
};

const WORDS: Readonly<Record<string, readonly string[]>> = {
  L: ['query', 'detail'],
  A: ['add'],
  E: ['edit'],
  D: ['delete'],
  N: ['enable'],
  X: ['disable'],
  I: ['import'],
  O: ['export'],
};

/** Permission words of a letter group: `LAE` → query, detail, add, edit. */
export const wordsOf = (letters: string): string[] => [...letters].flatMap((letter) => WORDS[letter] ?? []);

/** Words that any role, the super administrator included, can be given on a base: all nine. */
export const ALL_WORDS = ['query', 'detail', 'add', 'edit', 'delete', 'enable', 'disable', 'import', 'export'] as const;
