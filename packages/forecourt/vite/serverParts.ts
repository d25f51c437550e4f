import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { inPackage, moduleOf } from './ownFiles.ts';

const ENTRY = inPackage('vite/serverEntry.js');

/** The thread in which the server reads imported files (openFile.ts beside it): a program of its own. */
const READER = moduleOf('src/server/data/import/reader/thread');

/** The chunk with the texts of all languages, nearly all of which are no Latin-1 anyway. */
export const TEXTS = 'texts';

/** A letter that a string, a template or a regular expression may say by its number. Behind a backslash it may not. */
const WIDE = /(?<!\\)[^\0-\xff]/g;

const byNumber = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What `pg` asks at once, on Node 20 by making a Response: for that Node loads its whole HTTP client, a twentieth of a start and 3 MB. */
const ASKED = 'if (isCloudflareRuntime())';

/**
 * Gives the server its entry (serverEntry.js) and its thread for imports, and writes letters beyond Latin-1 as
 * escapes. One arrow in a source of megabytes makes the machine keep two bytes for each letter of it.
 */
export function serverParts(): Plugin {
  return {
    name: 'server-parts',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: READER, fileName: 'server-import.js' });
    },
    transform(code, id) {
      if (!id.endsWith('/node_modules/pg/lib/stream.js')) return null;
      if (!code.includes(ASKED)) throw new Error(`${id} does not say "${ASKED}" any more`);
      return { code: code.replace(ASKED, 'if (false)'), map: null };
    },
    generateBundle(_options, bundle) {
      // Lines stay what they are, so the maps do.
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.name !== TEXTS) chunk.code = chunk.code.replace(WIDE, byNumber);
      this.emitFile({ type: 'asset', fileName: 'server.js', source: readFileSync(ENTRY) });
    },
  };
}
