import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** What stands between the makers' imports and the name of an icon. */
const DRAWN = /^export default createSvgIcon\(([\s\S]+), '(\w+)'\);\s*$/m;
/** One at a time would take a minute, all at once more files than a program may open. */
const TOGETHER = 256;

/** Every icon of `@mui/icons-material` by its name: the code that draws it, without the 21,500 files. */
export async function readDrawings(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(folder)).filter((file) => /^[A-Z]\w*\.js$/.test(file)).sort();
  const found: Record<string, string> = {};
  for (let at = 0; at < files.length; at += TOGETHER)
    await Promise.all(
      files.slice(at, at + TOGETHER).map(async (file) => {
        const match = DRAWN.exec(await readFile(path.join(folder, file), 'utf8'));
        if (!match) throw new Error(`${file}: draws its icon in a way that is not known`);
        found[path.basename(file, '.js')] = match[1]!.replace(/\s*\n\s*/g, ' ');
      }),
    );
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Writes them into one file, a hundredth of what they take as a package. */
export async function writeDrawings(from: string, into: string): Promise<void> {
  const text = JSON.stringify(await readDrawings(from));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  await writeFile(into, await promisify(brotliCompress)(text, { params: quality }));
}
