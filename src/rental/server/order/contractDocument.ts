import type { ContractDocument, Words } from '../../calls/index.ts';
import {
  formatTHB,
  isDeposit,
  isDepositItem,
  LANGUAGES,
  satang,
  takesOff,
  toWallClock,
  waivedItems,
  type Language,
} from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { readParameters } from '../facts/index.ts';
import { readLines } from './bill.ts';
import { carOf, places } from './print.ts';
import { zoneOf } from './quote.ts';

const TERMS = ['driver', 'time', 'fuel', 'care', 'accident', 'fines', 'deposit', 'border', 'data'] as const;

/** The contract of an order as it stands now: the content of the rental sheet (D-ORD-21, D-PRINT-01). */
export async function contractDocument(context: RentalContext, order: OrderRow): Promise<ContractDocument> {
  const words = (key: string, params?: Record<string, unknown>): Words =>
    Object.fromEntries(LANGUAGES.map((language) => [language, context.t(key, params, language)])) as Words;
  const field = (name: string) => words(`resources.order.fields.${name}`);
  const row = (name: string, value: string | Words) => ({ label: field(name), value });
  const timeZone = await zoneOf(context, order);
  const clock = (time: Date): string => `${toWallClock(time.getTime(), timeZone).slice(0, 16)} (${timeZone})`;
  const { pickupStore, returnStore } = await places(context, order);
  const car = await carOf(context, order);
  const lines = (await readLines(context.db, order.id)).filter((line) => !line.voided);
  const { orderDepositUnfreezeDays, violationDepositUnfreezeDays } = await readParameters(context.db);

  const end = (name: 'pickup' | 'return', store: typeof pickupStore, time: Date, address: string | null) => ({
    title: words(`rental.print.section.${name}`),
    rows: [
      row(`${name}StoreId`, [store.storeName, store.cityName, store.phone].filter(Boolean).join(' · ')),
      row(name === 'pickup' ? 'plannedPickupTime' : 'plannedReturnTime', clock(time)),
      row(`${name}Type`, words(`codes.${name}Type.${name === 'pickup' ? order.pickupType : order.returnType}`)),
      row(`${name}Address`, address || (store.address ?? '')),
    ],
  });
  const amountOf = ({ item, amount }: (typeof lines)[number]): string | Words => {
    const text = formatTHB(satang(takesOff(item) ? -amount : amount));
    if (!isDepositItem(item) || !waivedItems(order).includes(item)) return text;
    const waived = words('rental.order.fees.depositWaived');
    return Object.fromEntries(
      Object.entries(waived).map(([language, word]) => [language, `${word} · ${text}`]),
    ) as Words;
  };
  const bill = (deposits: boolean) =>
    lines
      .filter((line) => isDeposit(line.item) === deposits)
      .map((line) => ({
        label: words(`codes.feeItem.${line.item}`),
        value: amountOf(line),
      }));
  return {
    title: words('rental.print.title.rental'),
    sections: [
      {
        title: words('rental.print.section.renter'),
        rows: [
          row('renterName', order.renterName),
          row('renterPhone', `${order.renterCountryCode} ${order.renterPhone}`),
          row('renterIdType', words(`codes.idType.${order.renterIdType}`)),
          row('renterIdNo', order.renterIdNo),
        ],
      },
      {
        title: words('rental.print.section.car'),
        rows: [
          row('subModelId', [car.brandName, car.modelName, car.subModelName].filter(Boolean).join(' ')),
          ...(car.plate ? [row('plate', car.plate), row('frameNo', car.frameNo)] : []),
        ],
      },
      end('pickup', pickupStore, order.plannedPickupTime, order.pickupAddress),
      end('return', returnStore, order.plannedReturnTime, order.returnAddress),
      {
        title: words('rental.print.section.fees'),
        rows: [...bill(false), { label: words('codes.feeItem.total'), value: formatTHB(satang(order.total)) }],
      },
      {
        title: words('rental.print.section.deposits'),
        rows: [
          row('depositType', words(`codes.depositType.${order.depositType}`)),
          ...bill(true),
          row('payable', formatTHB(satang(order.payable))),
        ],
      },
    ],
    termsTitle: words('rental.print.section.rules'),
    terms: TERMS.map((rule) =>
      words(`rental.print.rule.${rule}`, { days: Math.max(orderDepositUnfreezeDays, violationDepositUnfreezeDays) }),
    ),
    agreement: words('rental.print.agree'),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

/** The contract as HTML of plain headings, tables and a list, Chinese beside another language; every text is escaped. */
export function contractHtml(document: ContractDocument, beside: Language): string {
  const both = (text: string | Words): string => {
    if (typeof text === 'string') return escaped(text);
    return [...new Set([text['zh-CN'], text[beside]])].map(escaped).join(' / ');
  };
  const sections = document.sections.map(
    ({ title, rows }) =>
      `<h2>${both(title)}</h2><table>${rows
        .map(({ label, value }) => `<tr><th scope="row">${both(label)}</th><td>${both(value)}</td></tr>`)
        .join('')}</table>`,
  );
  const terms = document.terms.map((term) => `<li>${both(term)}</li>`).join('');
  return `<h1>${both(document.title)}</h1>${sections.join('')}<h2>${both(document.termsTitle)}</h2><ol>${terms}</ol><p>${both(document.agreement)}</p>`;
}
