import { parseArgs } from 'node:util';
import { applicationFolder, runCommand } from '../application/options.ts';
import { upgradeApplication } from './upgradeApplication.ts';

const HELP = `forecourt upgrade [--app FOLDER] [--plan]

Makes the files of an application ones of this version: what earlier versions imported by a path is imported from forecourt/….
With --plan it says what it would change, and writes nothing. Run forecourt check afterwards.`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { app: { type: 'string' }, plan: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return (console.log(HELP), 0);
  const { changed, unmoved } = await upgradeApplication(applicationFolder(values.app), values.plan ?? false);
  for (const file of changed) console.log(`${values.plan ? 'would change' : 'changed'} ${file}`);
  for (const { file, line, address, unread } of unmoved)
    console.log(
      unread
        ? `${file}:${line}: cannot be read (${address}): mend it, and ask again`
        : `${file}:${line}: "${address}" is left to you: look for what it was used for in the entries of the package (docs/architecture.md)`,
    );
  if (changed.length + unmoved.length === 0) console.log('Everything is of this version already.');
  return unmoved.length > 0 ? 1 : 0;
});
