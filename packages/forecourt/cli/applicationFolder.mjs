import path from 'node:path';

/** An application is the folder that a command is called in; `--app FOLDER` names another one. */
const at = process.argv.indexOf('--app');

if (at >= 0 && !process.argv[at + 1]) {
  console.error('--app needs the folder of an application, as in: --app ../shop');
  process.exit(2);
}

/** Folder of the application that a script is asked for, relative to the root. The option is taken off the command line. */
export const applicationFolder = at < 0 ? '.' : path.normalize(process.argv.splice(at, 2)[1]);
