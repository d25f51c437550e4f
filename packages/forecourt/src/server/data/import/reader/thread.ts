/** The thread in which files are read, so that nobody else waits for it. One file after the other; the server ends it when one takes too long. */
import { parentPort } from 'node:worker_threads';
import { judgeColumns, type Judged } from './columns.ts';
import { monthNames } from './dates.ts';
import { Unreadable, Unsure, type Answer, type Reading, type Request } from './protocol.ts';
import { readCsv } from './readCsv.ts';
import { readXlsx } from './readXlsx.ts';
import type { Sheet } from './sheet.ts';

/** Cells that are sent at once: few enough for the server to take between two calls. */
const SENT_CELLS = 2_000;

interface File {
  readonly sheet: Sheet;
  readonly separator: string | undefined;
  readonly reading: Reading;
  judged?: Judged;
  sent: number;
}

let file: File | undefined;

function open(bytes: Uint8Array, reading: Reading): Answer {
  const { choices, languages } = reading;
  const known = new Set(reading.known);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isZip = buffer.length > 4 && buffer.readUInt32LE(0) === 0x04034b50;
  const { encoding, separator, ...sheet } = isZip
    ? { ...readXlsx(buffer, known, choices), encoding: 'xlsx', separator: undefined }
    : readCsv(bytes, known, choices, languages);
  file = { sheet, separator, reading, sent: 0 };
  const { header, headerRow } = sheet;
  return { opened: { header, headerRow, encoding, ...(separator !== undefined && { separator }) } };
}

function answer(request: Request): Answer {
  if (request.do === 'open') return open(request.bytes, request.reading);
  const { sheet, separator, reading } = file!;
  if (request.do === 'judge') {
    const judged = judgeColumns({
      lines: sheet.lines,
      width: sheet.header.length,
      separator,
      columns: request.columns,
      choices: request.choices,
      months: monthNames(reading.languages),
    });
    file!.judged = judged;
    return judged.questions.length > 0 ? { questions: judged.questions } : { judged: true };
  }
  const count = Math.max(1, Math.floor(SENT_CELLS / sheet.header.length));
  const lines = sheet.lines.slice(file!.sent, file!.sent + count);
  const rows = lines.map((line) => file!.judged!.row(line));
  file!.sent += count;
  const last = file!.sent >= sheet.lines.length;
  if (last) file = undefined;
  return { rows, last };
}

parentPort!.on('message', (request: Request) => {
  let answered: Answer;
  try {
    answered = answer(request);
  } catch (error) {
    if (error instanceof Unsure) answered = { questions: [error.question] };
    else if (error instanceof Unreadable) answered = { refused: { key: error.message, params: error.params } };
    else answered = { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort!.postMessage(answered);
});
