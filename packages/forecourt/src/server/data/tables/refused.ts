import type { Statement, TablesPlan } from '../tablesPlan.ts';
import { rowsOf } from './draft.ts';

const reasoned = (changes: readonly { readonly statement: Statement; readonly why: string }[]): string[] =>
  changes.map(({ statement, why }) => `  ${statement.does}\n    because: ${why}\n    ${statement.sql};`);

const section = (title: string, lines: readonly string[]): string[] => (lines.length > 0 ? [title, ...lines] : []);

/** What stays although no schema has it any more, with the rows that hold it and the command that drops it. */
const kept = ({ kept: drops }: TablesPlan): string[] =>
  section(
    'These stay as they are, with their values:',
    drops.map(({ name, rows }) => `  ${name} (${rowsOf(rows)}). To drop it: npm run migrate -- --drop ${name}`),
  );

/** Everything that a plan changes and keeps, in words: one line a change. */
export function describePlan(plan: TablesPlan): string {
  const lines = [
    ...section('These changes are made:', [
      ...plan.safe.map(({ does }) => `  ${does}`),
      ...plan.later.map(({ name, sql }) => `  ${sql === undefined ? 'drop' : 'create'} ${name}, beside the work`),
      ...plan.migrations.map((name) => `  run the migration ${name}`),
    ]),
    ...section('These changes are made on command:', reasoned(plan.unsafe)),
    ...section(
      'These are dropped on command, with their values:',
      plan.dropped.map(({ statement, rows }) => `  ${statement.does} (${rowsOf(rows)})`),
    ),
    ...section('These changes cannot be made with the values that are there:', reasoned(plan.impossible)),
    ...kept(plan),
  ];
  return lines.length === 0 ? 'Nothing differs.' : lines.join('\n');
}

/** The database differs from the model in a way that could lose data or stop writers. The message is the plan, for a terminal. */
export class TablesRefused extends Error {
  readonly plan: TablesPlan;
  constructor(plan: TablesPlan) {
    super(
      [
        'The database does not fit the schemas. Nothing was changed.',
        ...section('These changes cannot be made with the values that are there:', reasoned(plan.impossible)),
        ...section('These changes are not made by themselves:', reasoned(plan.unsafe)),
        ...section(
          'These changes would be made with them:',
          [...plan.safe, ...plan.dropped.map(({ statement }) => statement)].map(({ does }) => `  ${does}`),
        ),
        ...kept(plan),
        plan.impossible.length > 0
          ? 'Correct the values or the schemas, then start again.'
          : 'Look at them, make a backup, then run: npm run migrate -- --apply',
      ].join('\n'),
    );
    this.name = 'TablesRefused';
    this.plan = plan;
  }
}
