import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../application/options.ts';
import { createApplication, templates } from './createApplication.ts';

const HELP = `forecourt create FOLDER [--fields "product: name:string! price:money"] [--template NAME] [--package SPEC] [--no-install]

Makes an application in a folder that is not there yet, or is empty, and installs what it needs.
  --fields      an entity and its fields, as \`forecourt new\` takes them; may be said several times
  --template    ${templates().join(', ')}
  --package     where npm finds forecourt, such as a file; without it the version of this command
  --no-install  writes the files only`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fields: { type: 'string', multiple: true },
      template: { type: 'string' },
      package: { type: 'string' },
      'no-install': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return (console.log(HELP), 0);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError(HELP);
  if (values.fields && values.template)
    throw new UsageError('--fields and --template exclude each other: say one of them');
  if (!values['no-install']) console.log('Installing, which takes a minute or two.');
  const written = await createApplication(folder, {
    fields: values.fields ?? [],
    template: values.template,
    from: values.package,
    install: !values['no-install'],
  });
  console.log(`wrote\n${written.map((file) => `  ${file}`).join('\n')}\n`);
  console.log(`next:\n  cd ${folder}\n${values['no-install'] ? '  npm install\n' : ''}  npm start`);
  return 0;
});
