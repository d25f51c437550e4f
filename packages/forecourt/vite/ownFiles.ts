import { fileURLToPath } from 'node:url';

/** How files of the package end: here they are TypeScript, installed they are what it compiles to. */
export const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** A file or folder of the package, by its path in it. */
export const inPackage = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** A module of the package, by its path without an ending. */
export const moduleOf = (name: string): string => inPackage(`${name}${ENDING}`);
