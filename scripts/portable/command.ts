import { parseArgs } from 'node:util';
import { ROOT } from '../../packages/forecourt/cli/application/readApplication.ts';
import { runCommand } from '../../packages/forecourt/cli/application/options.ts';
import { comparePlacement, comparePlaces, sourceUses } from './checkPortable.ts';
import { CONSTRUCTS } from './constructs.ts';
import { KNOWN } from './known.ts';
import { readSchemas, schemaUses, statementsOf } from './schemaUses.ts';
import { readSources } from './sourceTexts.ts';

const HELP = `npm run portable -- [--ddl]

Lists where the SQL of the product uses what a PostgreSQL of several machines does not have (docs/portability.md). Ends with 1 when a place is
not in the list of scripts/portable/known.ts, one of the list is no more, or a table has no place on the machines.
--ddl prints the statements that make all tables of schemas instead.`;

await runCommand(async () => {
  const { values } = parseArgs({ options: { ddl: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return (console.log(HELP), 0);
  const schemas = await readSchemas(ROOT);
  if (values.ddl) return (console.log((await statementsOf(schemas.model)).map((sql) => `${sql};`).join('\n')), 0);
  const sources = await readSources(ROOT);
  const uses = [...sourceUses(sources), ...schemaUses(schemas)];
  for (const { name, is } of CONSTRUCTS) {
    console.log(`\n${is}\n  way out: ${KNOWN[name].wayOut}`);
    for (const [place, purpose] of Object.entries(KNOWN[name].places)) console.log(`  ${place}: ${purpose}`);
  }
  const problems = [...comparePlaces(uses), ...comparePlacement(schemas.model, sources)];
  console.log(`\n${problems.length === 0 ? 'The list is complete.' : problems.join('\n')}`);
  return problems.length === 0 ? 0 : 1;
});
