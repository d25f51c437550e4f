/**
 * What `node dist/server.js` runs: it loads the server, server-main.js beside it. Not part of that, because what it does comes before the first line of
 * the server is read.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

// What the machine makes of the source is kept beside it and read by the next start (Node 22.1 and later); where the folder cannot be written, by none.
module.enableCompileCache?.(fileURLToPath(new URL('.compiled', import.meta.url)));

// Nearly all that is made until the server listens stays: the room for what does not would grow to 32 MB for it and be kept for ever.
// `letMemoryGrow` of the server ends this.
v8.setFlagsFromString('--semi-space-growth-factor=1');

try {
  await import('./server-main.js');
} catch (error) {
  // A mistake in a declaration is said in sentences; everything else is a fault of the program and keeps its stack.
  if (error?.name !== 'ModelError') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
