import type { Loss } from './kills.ts';
import type { Reader } from './readers.ts';
import type { Writers } from './writers.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()).join('\n'); // prettier-ignore
}

/** What the run came to, for the end of the log. */
export function summary(losses: readonly Loss[], writers: Writers, reader: Reader): string {
  const rows = losses.map((loss) => [
    String(loss.round),
    loss.how,
    `${loss.from} → ${loss.to}`,
    loss.also,
    seconds(loss.away),
    seconds(loss.whole),
    String(loss.unanswered),
  ]);
  const away = losses.map((loss) => loss.away).sort((a, b) => a - b);
  const { asked, failed } = reader.counts();
  return [
    table([['loss', 'how', 'primary', 'killed too', 'writes away', 'whole again', 'unanswered'], ...rows]),
    '',
    table([
      ['writes away, median', seconds(away[Math.floor((away.length - 1) / 2)] ?? 0)],
      ['writes away, longest', seconds(away.at(-1) ?? 0)],
      ['acknowledged writes', String(writers.acknowledged.length)],
      ['orders', String(writers.written.size)],
      ['bookings that came second', String(writers.taken())],
      ['unanswered, then repeated', String(writers.unanswered())],
      ['slowest answer', seconds(writers.slowest())],
      ['lists read', String(asked)],
      ['lists that did not come', String(failed)],
      ['longest without a list', seconds(reader.longest())],
    ]),
    '',
  ].join('\n');
}
