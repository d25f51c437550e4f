import type { Role } from './app.ts';

/** Roles in the order of the columns below; the super administrator, who may do everything, is left out. */
const ROLES: readonly Role[] = ['ops', 'storeManager', 'clerk', 'delivery', 'pickup', 'finance', 'fleet', 'service'];

/** D-PERM-10 as it is written, and payments, the day close, merged members, the messages and the channels beside it (docs/decisions/money.md), apart from the table that the first start is made of. L list, query, detail; A add; E edit; and so on. */
const TABLE = `
order | L A E N X O | L A E N X O | L A E | L E | L E | L E O | L | L A E X O
deduct | L A E N X O | L A E | L | | | L A E N X O | | L A
refund | L A N O | L A | L A | | | L N O | | L A
payment | L O | L O | L | | | L O | |
dayclose | L A N O | L A O | L A | | | L N O | |
coupon | L A E X | L A | L | | | L | | L A
member | L A E D N X O | L A E | L A E | | | L | | L A E O
blacklist | L A E D | L A | L | | | | | L A
membermerge | L A X | | | | | | |
document | L A E D N X | L A N X | L A | | | | | L A N X
car | L A E D N X I O | L E N X O | L | L | L | L O | L A E D N X I O | L
brand, cartype | L A E D | L | | | | | L A E D |
inventory, stock | L A E N X | L A E N X | L | | | | L A E N X | L
maintenance, maintenancealert | L A E D N O | L A E N | L | | | L O | L A E D N O |
insurance, inspection | L E | L E | L | | | L | L E |
violation | L A E D N | L A E N | L | | | L E | L A E D N | L A E
trip | L A E D O | L A E D O | L A E | L A | L A | | L A E D O |
gps | L E | L | | | | | L E |
price | L A E D N X | L | L | | | L | | L
holiday | L A E D N X | L | L | | | | | L
store | L A E D N X | L E | | | | | | L
city | L A E D | L | | | | L | |
institution | L A E D | L | | | | L | L A E |
supplier | L A E D | | | | | L | |
settag, flashrent | L E | | | | | | | L E
channelmessage | L E | | | | | | | L E
channelsetting | L E | | | | | | |
user | L A E N X | | | | | | |
role, menu, apikey, signinprovider, webhook, webhookdelivery | | | | | | | |
syslog, sysloginlog | L | | | | | L | |
outbox | L E | | | | | | |
`;

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

/** Keys `base-word` that a role of the first start holds, by the table. Keys of routes are not among them. */
export function documentedActions(role: Role): ReadonlySet<string> {
  const column = ROLES.indexOf(role) + 1;
  return new Set(
    TABLE.trim()
      .split('\n')
      .flatMap((line) => {
        const cells = line.split('|').map((cell) => cell.trim());
        const words = (cells[column] ?? '').split(' ').flatMap((letter) => WORDS[letter] ?? []);
        return cells[0]!.split(', ').flatMap((base) => words.map((word) => `${base}-${word}`));
      }),
  );
}

/** What a reader of the documents expects of the roles, as calls: who may make them; everybody else may not. */
export const EXAMPLES: readonly (readonly [call: string, ...may: Role[]])[] = [
  ['POST /car/save', 'ops', 'storeManager', 'fleet'],
  ['DELETE /car/delete/{id}', 'ops', 'fleet'],
  ['POST /car/audit', 'ops', 'storeManager', 'fleet'],
  ['GET /car/export', 'ops', 'storeManager', 'finance', 'fleet'],
  ['POST /order/pickup', 'ops', 'storeManager', 'clerk', 'delivery', 'pickup', 'finance', 'service'],
  ['POST /order/cancel', 'ops', 'storeManager', 'service'],
  ['POST /order/waivepenalty', 'ops', 'storeManager'],
  ['POST /order/noshow', 'ops', 'storeManager', 'service'],
  ['POST /order/rejectreturn', 'ops', 'storeManager'],
  ['GET /order/export', 'ops', 'storeManager', 'finance', 'service'],
  ['POST /carprice/save', 'ops'],
  ['POST /basics/holiday/status', 'ops'],
  ['POST /basics/store/save', 'ops', 'storeManager'],
  ['POST /basics/institution/save', 'ops', 'fleet'],
  ['DELETE /basics/institution/delete/{id}', 'ops'],
  ['DELETE /member/delete/{id}', 'ops'],
  ['POST /member/blacklist/save', 'ops'],
  ['GET /supplier/pagelist', 'ops', 'finance'],
  ['POST /admin/user/save', 'ops'],
  ['DELETE /admin/user/delete/{id}'],
  ['POST /role/save'],
  ['POST /menu/save'],
  ['GET /basics/OperationLog/list', 'ops', 'finance'],
];
