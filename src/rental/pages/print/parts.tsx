import type { ReactNode } from 'react';
import { formatAmount } from 'forecourt/admin';
import { Barcode } from './Barcode.tsx';
import { Both, joined, useTexts } from './SheetContext.tsx';

/** What stands above every sheet. */
interface Head {
  readonly orderNo: string;
  readonly printTime: string;
  /** Of a contract. */
  readonly contractNo?: string;
}
interface HeadStore {
  readonly storeName: string;
  readonly phone: string | null;
  readonly supplierName: string | null;
}

/** Company, title, number and barcode. */
export function SheetHead({ title, data, store }: { title: string; data?: Head; store?: HeadStore }) {
  const texts = useTexts();
  return (
    <header className="head">
      <div>
        <h1>
          <Both k={`rental.print.title.${title}`} />
        </h1>
        <p className="company">
          {store
            ? [store.supplierName, store.storeName, store.phone].filter(Boolean).join(' · ')
            : joined(texts, 'app.title')}
        </p>
      </div>
      {data && (
        <div className="number">
          <Barcode text={data.orderNo} />
          <strong>{data.orderNo}</strong>
          <span>
            {data.contractNo ? `${data.contractNo} · ` : ''}
            {data.printTime.slice(0, 16)}
          </span>
        </div>
      )}
    </header>
  );
}

export interface Cell {
  /** Key of the label. */
  readonly k: string;
  readonly value: ReactNode;
  /** Takes the whole row. */
  readonly wide?: boolean;
}

/** Labels and values, two pairs a row. */
export function Grid({ cells }: { cells: readonly Cell[] }) {
  const rows: Cell[][] = [];
  for (const cell of cells) {
    const last = rows.at(-1);
    if (!cell.wide && last?.length === 1 && !last[0]!.wide) last.push(cell);
    else rows.push([cell]);
  }
  return (
    <table className="grid pairs">
      <colgroup>
        <col style={{ width: '27mm' }} />
        <col />
        <col style={{ width: '27mm' }} />
        <col />
      </colgroup>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]!.k}>
            {row.map((cell) => [
              <th key={`${cell.k}-label`} scope="row">
                <Both k={cell.k} stacked />
              </th>,
              <td key={cell.k} colSpan={row.length === 1 ? 3 : 1}>
                {cell.value === '' || cell.value === null ? ' ' : cell.value}
              </td>,
            ])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A box to tick, ticked or empty. */
export const Box = ({ on, children }: { on: boolean; children: ReactNode }) => (
  <span>
    <span className="box" aria-hidden>
      {on ? '✓' : ''}
    </span>
    {children}
  </span>
);

/** The fuel gauge in eighths; empty for the pen. */
export function Gauge({ value }: { value: number | null | undefined }) {
  return (
    <span className="gauge" aria-label={typeof value !== 'number' ? undefined : `${value}/8`}>
      {Array.from({ length: 9 }, (_, eighths) => (
        <span key={eighths} className={eighths === value ? 'on' : undefined}>
          {eighths === 0 ? 'E' : eighths === 8 ? 'F' : `${eighths}/8`}
        </span>
      ))}
    </span>
  );
}

/** Room for a pen, who signs, and the date; `by` names two who sign for the same. */
export function Sign({ k, by, image, time }: { k: string; by?: readonly string[]; image?: string; time?: string }) {
  return (
    <div className="sign">
      <Both k={k} />
      {image && <img src={image} alt="" />}
      {(by ?? ['rental.print.signature']).map((who) => (
        <span key={who} className="line">
          <Both k={who} />
          <span>
            <Both k="rental.print.date" /> {time ? time.slice(0, 10) : '____________'}
          </span>
        </span>
      ))}
    </div>
  );
}

/** Baht without the currency, a minus in front of what is taken off. */
export const amount = (baht: number, off = false): string => formatAmount(off ? -baht : baht);

export const money = (baht: number): string => `THB ${formatAmount(baht)}`;

/** `2027-03-04 10:00`. */
export const minute = (time: string): string => time.slice(0, 16);
