import type { Language } from '../../contract.ts';
import { refuse } from '../../errors.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import { readCsv } from './readCsv.ts';
import { readXlsx } from './readXlsx.ts';
import type { Sheet } from './sheet.ts';

/** Reads an uploaded file by what it holds, in the languages it may be in; a name that says otherwise is refused. */
export function readFile(bytes: Buffer, name: string, languages: readonly Language[]): Promise<Sheet> {
  if (bytes.length > MAX_FILE_BYTES) throw refuse('msg.import.fileTooLarge', { max: MAX_FILE_BYTES / 1024 / 1024 });
  if (bytes.length === 0) throw refuse('msg.import.empty');
  const isZip = bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50;
  const saysZip = /\.xlsx$/i.test(name);
  if (isZip !== saysZip || /\.(xls|xlsm|xlsb|ods|exe|zip)$/i.test(name)) throw refuse('msg.import.badType');
  return isZip ? readXlsx(bytes) : readCsv(bytes, languages);
}
