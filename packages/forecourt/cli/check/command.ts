import { parseArgs } from 'node:util';
import path from 'node:path';
import { applicationFolder, runCommand } from '../application/options.ts';
import { checkApplication } from './checkApplication.ts';
import { printFindings } from './print.ts';

const HELP = `npm run check -- [--app FOLDER] [--json]

Names every mistake in schemas, resource files and labels. Ends with 1 when there are errors; warnings do not count.`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { app: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return (console.log(HELP), 0);
  const folder = applicationFolder(values.app);
  const findings = await checkApplication(folder);
  console.log(values.json ? JSON.stringify(findings, null, 2) : printFindings(findings, path.basename(folder)));
  return findings.some((finding) => finding.level === 'error') ? 1 : 0;
});
