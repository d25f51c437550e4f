#!/usr/bin/env node
/** `forecourt COMMAND`: whatever is done with an application, from its folder or with `--app FOLDER`. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CLI = path.join(path.dirname(fileURLToPath(import.meta.url)), '../cli');
const SERVER = ['migrate', 'demo', 'backup', 'verify', 'restore', 'log-head', 'verify-log'];

/** What each command does, and the program that does it. */
const COMMANDS = {
  create: ['create/command', 'makes an application: a folder with one schema'],
  dev: ['dev/command', 'serves an application while it is written: what is saved is shown'],
  start: ['start.mjs', 'builds when something changed, then serves the application'],
  build: ['build.mjs', 'builds pages and server into dist'],
  check: ['check/command', 'says every mistake in schemas, resources, texts and code, with its place'],
  test: ['test/command', 'tries what must hold for every resource, then the application’s own tests'],
  generate: ['generate', 'writes the types that follow from the schemas'],
  new: ['new/command', 'writes the files of a new resource'],
  import: ['import/command', 'makes an application from a database or an OpenAPI document'],
  upgrade: ['upgrade/command', 'makes the files of an application ones of this version'],
  migrate: ['start.mjs', 'brings the tables up to the schemas; --apply also makes changes that lose data'],
  demo: ['start.mjs', 'loads the demonstration into a database without records'],
  backup: ['start.mjs', 'makes a backup while everybody works'],
  verify: ['start.mjs', 'says whether a backup is whole'],
  restore: ['start.mjs', 'restores a backup'],
  'log-head': ['start.mjs', 'prints where the chain of the logs ends'],
  'verify-log': ['start.mjs', 'says whether rows of the logs were changed, added or deleted'],
};

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
const HELP = `forecourt COMMAND [--app FOLDER]

${Object.entries(COMMANDS)
  .map(([name, [, does]]) => `  ${name.padEnd(width)}  ${does}`)
  .join('\n')}

forecourt COMMAND --help says more.`;

/** The oldest Node that runs it. */
const NEEDED = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

const [name, ...rest] = process.argv.slice(2);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `forecourt needs Node ${NEEDED.join('.')} or later, and this is ${process.versions.node}: install a newer one from nodejs.org`,
  );
  process.exitCode = 1;
} else if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
  console.log(HELP);
} else if (!Object.hasOwn(COMMANDS, name)) {
  console.error(`there is no command "${name}"\n\n${HELP}`);
  process.exitCode = 2;
} else {
  const [file] = COMMANDS[name];
  const { ENDING } = await import('../cli/ending.mjs');
  const program = path.join(CLI, file.endsWith('.mjs') ? file : file + ENDING);
  process.argv = [process.execPath, program, ...(SERVER.includes(name) ? [name] : []), ...rest];
  if (program.endsWith('.ts')) (await import('tsx/esm/api')).register();
  await import(pathToFileURL(program).href);
}
