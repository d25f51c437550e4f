import path from 'node:path';
import { pack } from './pack.ts';

/** `npm run pack [-- FOLDER]`: the framework as others install it, in one file. */
const into = path.resolve(process.argv[2] ?? '.cache/packed');
console.log(path.relative('.', await pack(into)));
