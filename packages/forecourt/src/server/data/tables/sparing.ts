import type { Statement, TablesPlan } from '../tablesPlan.ts';
import { dropStatements } from './drops.ts';

/** Servers of another model work with the database and would fail with the tables as they have to be. The message is for a terminal. */
export class OthersAtWork extends Error {
  constructor(statements: readonly Statement[], others: number) {
    const who = others === 1 ? '1 server of another version works' : `${others} servers of other versions work`;
    super(
      [
        `${who} with this database and could not go on after these changes. Nothing was changed.`,
        ...statements.map(({ does, sql }) => `  ${does}\n    ${sql};`),
        'Stop them first, or make the change in two releases (docs/upgrade.md). To make it all the same: npm run migrate -- --apply',
      ].join('\n'),
    );
    this.name = 'OthersAtWork';
  }
}

/** The plan while so many servers of another model are at work: what they still ask for stays until a start without them, or the start is refused where nothing else will do. */
export function sparing(plan: TablesPlan, others: number): TablesPlan {
  if (others === 0) return plan;
  const stops = [...plan.safe, ...dropStatements(plan)].filter(({ breaks }) => breaks === 'stops');
  if (stops.length > 0) throw new OthersAtWork(stops, others);
  const waiting = plan.safe.filter(({ breaks }) => breaks === 'waits');
  return {
    ...plan,
    safe: plan.safe.filter(({ breaks }) => !breaks),
    notes: [
      ...plan.notes,
      ...waiting.map(({ does }) => `Left for a start without servers of another version: ${does}`),
    ],
  };
}
