import { sql } from 'kysely';
import { insertRows, type Database, type DemoOptions, type Row } from 'forecourt/server';
import { DAY, dateOf, DEFAULT_TIME_ZONE, DOCUMENT, DOCUMENT_TYPE, HOUR, ORDER } from '../../../rules/index.ts';

/** What renters have sent, one after the other: type, state, days until it runs out (none where it does not), and what the auditor said. */
const SENT = [
  [DOCUMENT_TYPE.identity, DOCUMENT.approved, 900, ''],
  [DOCUMENT_TYPE.licence, DOCUMENT.approved, 400, ''],
  [DOCUMENT_TYPE.identity, DOCUMENT.pending, 700, ''],
  [DOCUMENT_TYPE.licence, DOCUMENT.pending, null, ''],
  [DOCUMENT_TYPE.selfie, DOCUMENT.pending, null, ''],
  [DOCUMENT_TYPE.licence, DOCUMENT.rejected, null, '照片模糊 the picture is blurred'],
  [DOCUMENT_TYPE.identity, DOCUMENT.approved, 1500, ''],
  [DOCUMENT_TYPE.licence, DOCUMENT.approved, -20, ''],
  [DOCUMENT_TYPE.identity, DOCUMENT.pending, -3, ''],
  [DOCUMENT_TYPE.other, DOCUMENT.pending, null, ''],
] as const;
/** After how many of them the next renter's begin. */
const A_RENTER = 2;

const HUES = ['#37618e', '#4f7a4a', '#8a5a34', '#6a4c86'];

/** A card as it would be photographed: shapes only, for a server knows no fonts. */
async function picture(at: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const hue = HUES[at % HUES.length]!;
  const lines = [150, 200, 250, 300]
    .map(
      (y, line) => `<rect x="270" y="${y}" width="${280 - ((at + line) % 4) * 45}" height="18" rx="4" fill="#56606b"/>`,
    )
    .join('');
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420">
      <rect width="640" height="420" fill="#b9b4aa"/><g transform="rotate(${(at % 5) - 2} 320 210)">
      <rect x="30" y="30" width="580" height="360" rx="22" fill="#f4f1e8"/><rect x="30" y="30" width="580" height="76" rx="22" fill="${hue}"/>
      <rect x="60" y="135" width="170" height="210" fill="#d5dae0"/><circle cx="145" cy="210" r="44" fill="${hue}"/>
      <path d="M75 345 a70 70 0 0 1 140 0 z" fill="${hue}"/>${lines}</g></svg>`),
  )
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** Documents of the renters who come next, in every state; the first of them is verified. */
export async function documents(db: Database, { now, keepFile }: DemoOptions): Promise<void> {
  const { rows: renters } = await sql<{ id: number }>`
    select "memberId" as id from "order" where status = ${sql.lit(ORDER.approved)} and "plannedPickupTime" > ${new Date(now)}
    group by 1 order by min("plannedPickupTime"), 1 limit ${SENT.length / A_RENTER}
  `.execute(db);
  const auditor = await sql<{ id: number }>`select id from "user" where username = 'service'`.execute(db);
  const rows: Row[] = [];
  for (const [at, [type, status, days, remark]] of SENT.entries()) {
    const renter = renters[Math.floor(at / A_RENTER)];
    if (!renter) break;
    const uploadTime = new Date(now - (at + 2) * 3 * HOUR).toISOString();
    const isAudited = status !== DOCUMENT.pending;
    rows.push({
      ...{
        id: at + 1,
        memberId: renter.id,
        type,
        status,
        name: '',
        url: await keepFile(await picture(at), 'image/png'),
      },
      ...{
        expiryDate: days === null ? null : dateOf(now + days * DAY, DEFAULT_TIME_ZONE),
        remark: remark === '' ? null : remark,
      },
      ...{ uploadTime, createTime: uploadTime, updateTime: uploadTime },
      auditTime: isAudited ? new Date(now - (at + 1) * 3 * HOUR).toISOString() : null,
      auditorId: isAudited ? auditor.rows[0]!.id : null,
    });
  }
  await insertRows(db, 'document', rows);
}
