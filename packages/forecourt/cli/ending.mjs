import { existsSync } from 'node:fs';
import path from 'node:path';

/** How programs of the package end: here they are TypeScript, installed they are what it compiles to. */
export const ENDING = existsSync(path.join(import.meta.dirname, 'generate.ts')) ? '.ts' : '.js';
